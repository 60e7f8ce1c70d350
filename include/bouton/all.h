/* SPDX-License-Identifier: MIT
 * Bouton: a workbench for impartial combinatorial games. This header includes all the
 * others; most programs need only bouton/bouton.h. */
#ifndef BOUTON_ALL_H
#define BOUTON_ALL_H

#include <bouton/bouton.h>
#include <bouton/cells.h>
#include <bouton/disguise.h>
#include <bouton/draw.h>
#include <bouton/explore.h>
#include <bouton/graph.h>
#include <bouton/json.h>
#include <bouton/kernels.h>
#include <bouton/kit.h>
#include <bouton/message.h>
#include <bouton/number_kit.h>
#include <bouton/play.h>
#include <bouton/shapes.h>
#include <bouton/solved.h>

#endif
