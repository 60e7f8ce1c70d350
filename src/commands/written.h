/* SPDX-License-Identifier: MIT
 * The words of a call as people write them: which belong to which part of a sum.
 *
 *     nim 3,4,6        nim 3 4 6        nim 3, 4, 6      nim(3,4,6)      nim(3, 4, 6)
 *     misère nim 3,4   nim 3,4 misere   subtraction:{1, 3} 7 + nim 2 */
#ifndef BOUTON_COMMANDS_WRITTEN_H
#define BOUTON_COMMANDS_WRITTEN_H

#include "commands/call.h"

/* The words of all parts, and the play that is said for all of them. */
typedef struct {
    size_t first, end;
    bool play_given;
    bt_play play;
} bti_written;

/* The words of one part: rules up to `position`, then a position up to `end`. */
typedef struct {
    size_t first, position, end;
    bool given;    /* there is a position */
    bool in_rules; /* and it stands in the words of the rules: nim(3,4,6) */
} bti_written_part;

/* Fails where the words have no such shape; `start`: a position may be missing. */
bt_status bti_written_read(bti_call *call, bool start, bti_written *out);

/* The part that begins at this word; the next one begins after the plus at `end`. */
bti_written_part bti_written_part_at(const bti_call *call, const bti_written *all,
                                     size_t first);

/* The texts of a part: what bt_game_new reads, and what the rules read. The position
 * stays empty if it is one word, which may be @file or -. */
bt_status bti_written_texts(bti_call *call, const bti_written *all,
                            const bti_written_part *part, bt_text *rules,
                            bt_text *position);

#endif
