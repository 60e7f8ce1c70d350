/* SPDX-License-Identifier: MIT
 * What is found out about the certificate's automaton before it is followed. */
#ifndef BOUTON_CHECK_CHECK_AUTOMATON_H
#define BOUTON_CHECK_CHECK_AUTOMATON_H

#include "check/check_syntax.h"

/* Fills in reached, fate and, where digits are not binary, the predecessors. */
bt_status bti_check_study(bti_certificate *c);
/* The predecessors, for binary digits too. */
bt_status bti_check_study_backwards(bti_certificate *c);

#endif
