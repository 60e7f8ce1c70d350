/* SPDX-License-Identifier: MIT
 * Written by tools/texts.mjs from texts/; do not edit. */
#include "core/catalogues.h"

/* clang-format off */
static const bt_entry winning[] = {
    {"Every move leads to an N-position, so every move loses against best play. Make the game long: the opponent may still go wrong.",
     "Every move leads to a winning position for the opponent, so every move loses against best play. Make the game long: the opponent may still go wrong."},
    {"N",
     "winning position"},
    {"P",
     "losing position"},
    {"{some} and {last}",
     "{some} and {last}"},
    {"{turn, select, you {The computer can win from here, whatever you do} computer {You can win from here, whatever the computer does} one {Player 2 can win from here, whatever Player 1 does} other {Player 1 can win from here, whatever Player 2 does}}: this is a P-position.",
     "{turn, select, you {The computer can win from here, whatever you do} computer {You can win from here, whatever the computer does} one {Player 2 can win from here, whatever Player 1 does} other {Player 1 can win from here, whatever Player 2 does}}: this is a losing position."},
    {"{turn, select, you {You can win from here} computer {The computer can win from here} one {Player 1 can win from here} other {Player 2 can win from here}}: this is an N-position.",
     "{turn, select, you {You can win from here} computer {The computer can win from here} one {Player 1 can win from here} other {Player 2 can win from here}}: this is a winning position."},
};

const bt_catalogue bti_catalogues[] = {
    {"winning", winning, sizeof winning / sizeof winning[0], NULL, NULL},
};
const size_t bti_catalogue_count = sizeof bti_catalogues / sizeof bti_catalogues[0];
