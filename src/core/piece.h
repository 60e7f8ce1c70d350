/* SPDX-License-Identifier: MIT
 * A text that is made only to be put into another one. */
#ifndef BOUTON_CORE_PIECE_H
#define BOUTON_CORE_PIECE_H

#include <bouton/text.h>

/* Frees the piece; if it is not whole, the text that it went into is not either. */
static inline void bti_piece_end(bt_text *piece, bt_text *whole)
{
    if (bt_text_status(piece) != BT_OK && whole->status == BT_OK)
        whole->status = bt_text_status(piece);
    bt_text_free(piece);
}

#endif
