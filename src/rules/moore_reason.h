/* SPDX-License-Identifier: MIT
 * Why a position of Moore's Nim_k is won or lost: the columns modulo k+1, and the
 * winning move as it is constructed. */
#ifndef BOUTON_RULES_MOORE_REASON_H
#define BOUTON_RULES_MOORE_REASON_H

#include <bouton/rules.h>

void bti_moore_reason(uint64_t k, bt_play play, const bt_pos *p, bt_steps *steps);

#endif
