/* SPDX-License-Identifier: MIT
 * Bouton: a workbench for impartial combinatorial games. Everything at once. */
#ifndef BOUTON_BOUTON_H
#define BOUTON_BOUTON_H

#include <bouton/base.h>
#include <bouton/certificate.h>
#include <bouton/command.h>
#include <bouton/context.h>
#include <bouton/disguise.h>
#include <bouton/draw.h>
#include <bouton/explain.h>
#include <bouton/explore.h>
#include <bouton/graph.h>
#include <bouton/host.h>
#include <bouton/json.h>
#include <bouton/kernels.h>
#include <bouton/kit.h>
#include <bouton/play.h>
#include <bouton/rules.h>
#include <bouton/solve.h>
#include <bouton/solved.h>
#include <bouton/steps.h>
#include <bouton/text.h>
#include <bouton/version.h>

#endif
