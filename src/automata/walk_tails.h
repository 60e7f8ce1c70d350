/* SPDX-License-Identifier: MIT
 * How far a walk must go when the digits of the fixed variables have ended. */
#ifndef BOUTON_AUTOMATA_WALK_TAILS_H
#define BOUTON_AUTOMATA_WALK_TAILS_H

#include <bouton/context.h>

#define BTI_TAIL_NONE UINT32_MAX          /* nothing is accepted from here */
#define BTI_TAIL_ENDLESS (UINT32_MAX - 1) /* infinitely many words are */

/* to[s * choices + i] is the state behind letter i, and letter 0 is all zeros. tail[s]
 * becomes the number of letters, from s, of the longest accepted word that does not end
 * in letter 0. */
BT_MUST_CHECK bt_status bti_walk_tails(bt_context *ctx, const uint32_t *to,
                                       size_t states, size_t choices,
                                       const unsigned char *accept, uint32_t *tail);

#endif
