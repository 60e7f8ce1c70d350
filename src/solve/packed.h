/* SPDX-License-Identifier: MIT
 * Memo search over positions packed into one or two machine words. */
#ifndef BOUTON_SOLVE_PACKED_H
#define BOUTON_SOLVE_PACKED_H

#include <bouton/rules.h>

enum { BTI_PACKED_SLOTS = 128 };

/* How positions are packed: `slots` numbers of `bits` bits each, in one or two words;
 * a number does not straddle words. */
typedef struct {
    size_t slots;
    unsigned bits, words;
} bti_packing;

typedef struct {
    uint64_t w[2]; /* w[1] is 0 in a shape of one word */
} bti_key;

/* Room for `slots` numbers of at least `bits` bits; false when there is none. */
bool bti_shape_for(size_t slots, unsigned bits, unsigned least_words, bti_packing *out);

/* The position as a key: where words may be permuted they are sorted, the largest
 * first, and zeros are left out. False when it does not fit. */
bool bti_pack(const bti_packing *shape, const bt_game *game, const bt_pos *pos,
              bti_key *key);

typedef struct bti_packed bti_packed;

bt_status bti_packed_new(bt_context *ctx, const bt_game *game, bti_packed **out);
void bti_packed_free(bti_packed *packed); /* NULL is fine */

/* As bti_memo_value. *fits is false, and nothing is said, when the position, or one
 * that can be reached from it, does not fit two words. */
bt_status bti_packed_value(bti_packed *packed, const bt_pos *pos, uint64_t most,
                           uint64_t *value, bool *fits);

/* Whether the value is known already. */
bool bti_packed_knows(const bti_packed *packed, const bt_pos *pos, uint64_t *value);

const bti_packing *bti_packed_shape(const bti_packed *packed);

/* Everything that is known, by ascending keys (the higher word first). This ends the
 * search: only free may follow. A key has shape->words words, the higher first. */
size_t bti_packed_list(bti_packed *packed, const uint64_t **keys,
                       const uint32_t **values);

#endif
