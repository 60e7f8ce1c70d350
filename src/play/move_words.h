/* SPDX-License-Identifier: MIT
 * Moves as people type them. Every move has a sentence (`say` of its rules), so a typed
 * line means the move whose sentence it begins, or whose numbers: "take 5 from pile 1
 * (14 to 9)" is meant by "take 5 from 1" and by "14 to 9", and rules that a user wrote
 * are understood without more ado (play/phrase.h). Other sentences follow from what a
 * move changes (play/move_ways.h). If no sentence begins so, one that has the words in
 * it is meant, if it is the only one. A whole position, with or without "to", means the
 * move that leads there; a number alone, the move with that number in the list
 * (play/move_number.h). */
#ifndef BOUTON_PLAY_MOVE_WORDS_H
#define BOUTON_PLAY_MOVE_WORDS_H

#include "play/judge.h"
#include "play/refusal.h"

/* Finds the move, or leaves in `why` what is wrong with the line. */
bt_status bti_understand(bti_judge *judge, bt_sum *sum, bt_span line, bti_asker asker,
                         bti_kept *move, bool *found, bt_text *why);

/* The move to a whole position, as records have it. BT_DOMAIN or BT_SYNTAX with a
 * sentence when there is none. */
bt_status bti_move_to(bti_judge *judge, bt_sum *sum, bt_span position, bti_asker asker,
                      bti_kept *move);

/* The same for a line that is not a number alone, which never means what stands in the
 * list. */
typedef enum { BTI_MEANT_NONE, BTI_MEANT_ONE, BTI_MEANT_SEVERAL } bti_meant;
bt_status bti_understand_words(bti_judge *judge, bt_sum *sum, bt_span line,
                               bti_asker asker, bti_kept *move, bti_meant *meant,
                               bt_text *why);

bt_span bti_trim(bt_span text);

#endif
