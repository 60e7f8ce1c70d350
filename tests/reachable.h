/* SPDX-License-Identifier: MIT
 * Everything that can be reached from a root, each position once, as words: for tests.
 */
#ifndef BOUTON_TESTS_REACHABLE_H
#define BOUTON_TESTS_REACHABLE_H

#include <bouton/rules.h>

#include <stdlib.h>
#include <string.h>

struct reachable {
    bt_visit visit;
    size_t words; /* room for each position, and its length before it */
    uint64_t *x, *work;
    size_t n, cap;
    size_t *slot; /* number + 1, or 0 */
    size_t slots;
};

static inline size_t reachable_slot(const struct reachable *r, const uint64_t *x)
{
    size_t at = 7;
    for (size_t i = 0; i < r->words; i++)
        at = (at ^ (size_t)x[i]) * 0x9e3779b97f4a7c15u + (at >> 29);
    for (at %= r->slots; r->slot[at]; at = (at + 1) % r->slots)
        if (memcmp(r->x + (r->slot[at] - 1) * r->words, x, r->words * sizeof *x) == 0)
            break;
    return at;
}

static inline void reachable_add(struct reachable *r, const bt_pos *p)
{
    if (p->n + 1 > r->words)
        abort();
    if (2 * (r->n + 1) > r->slots) {
        free(r->slot);
        r->slots = r->slots ? 2 * r->slots : 1024;
        r->slot = calloc(r->slots, sizeof *r->slot);
        for (size_t i = 0; i < r->n; i++)
            r->slot[reachable_slot(r, r->x + i * r->words)] = i + 1;
    }
    if (r->n == r->cap) {
        r->cap = r->cap ? 2 * r->cap : 1024;
        r->x = realloc(r->x, r->cap * r->words * sizeof *r->x);
    }
    memset(r->work, 0, r->words * sizeof *r->work);
    r->work[0] = p->n;
    memcpy(r->work + 1, p->x, p->n * sizeof *r->work);
    size_t at = reachable_slot(r, r->work);
    if (r->slot[at])
        return;
    memcpy(r->x + r->n * r->words, r->work, r->words * sizeof *r->x);
    r->slot[at] = ++r->n;
}

static inline bool reachable_option(bt_visit *visit, const bt_move *move)
{
    reachable_add((struct reachable *)visit, move->to);
    return true;
}

/* Position i, in the memory of r. */
static inline bt_pos reachable_at(const struct reachable *r, size_t i, bt_context *ctx)
{
    uint64_t *x = r->x + i * r->words;
    return (bt_pos){x + 1, (size_t)x[0], (size_t)x[0], ctx};
}

/* How long a position can become: every move may add some words. */
static inline size_t reachable_words(const bt_game *game, const bt_pos *root)
{
    uint64_t moves = 0;
    size_t grows = game->rules->grows;
    if (grows > 0 && (!game->rules->rank(game, root, &moves) || moves > 100))
        abort();
    return root->n + grows * (size_t)moves;
}

static inline void reachable_find(struct reachable *r, const bt_game *game,
                                  const bt_pos *root)
{
    *r = (struct reachable){.visit.option = reachable_option,
                            .words = 1 + reachable_words(game, root)};
    r->work = malloc(r->words * sizeof *r->work);
    bt_pos work;
    bt_pos_init(&work, root->ctx);
    reachable_add(r, root);
    for (size_t i = 0; i < r->n; i++) {
        const bt_pos next = reachable_at(r, i, root->ctx);
        if (bt_pos_copy(&work, &next) != BT_OK ||
            bt_options(game, &work, &r->visit) != 0)
            abort();
    }
    bt_pos_free(&work);
}

static inline void reachable_free(struct reachable *r)
{
    free(r->x);
    free(r->slot);
    free(r->work);
}

#endif
