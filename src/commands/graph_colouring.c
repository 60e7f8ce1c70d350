/* SPDX-License-Identifier: MIT
 * Colouring by rounds. Normal play: boxes without an arrow out are P; then boxes with
 * an arrow to a P box are N; then boxes all of whose arrows lead to N boxes are P; and
 * so on, in turn. Misere play begins with N and goes on in the same way. So the boxes
 * of a round all have one letter, and only boxes with an arrow to a box of the last
 * round can be next: each arrow is looked at once, backwards.
 *
 * A box that never gets its turn has no arrow to a P box and an arrow to another such
 * box. There the player who would lose stays among them, and play goes on for ever. */
#include "commands/graph_steps.h"
#include "core/grow.h"

bt_outcome bti_round_outcome(const bti_colouring *c, bt_play play, uint32_t round)
{
    if (c->draws && round == c->rounds)
        return BT_D;
    return (round % 2 == 1) == (play == BT_NORMAL) ? BT_P : BT_N;
}

bt_status bti_turn_arrows(bt_arena *arena, const bt_csr *csr, bti_backwards *b)
{
    size_t nodes = (size_t)csr->nodes;
    b->start = bt_arena_alloc(arena, nodes + 2, sizeof *b->start);
    b->source = bt_arena_alloc(arena, (size_t)csr->edges + 1, sizeof *b->source);
    if (!b->start || !b->source)
        return bt_last_status(arena->ctx);
    for (uint64_t k = 0; k < csr->edges; k++)
        b->start[csr->target[k] + 2]++;
    for (size_t v = 2; v <= nodes; v++)
        b->start[v] += b->start[v - 1];
    for (uint32_t v = 0; v < nodes; v++)
        for (uint64_t k = csr->start[v]; k < csr->start[v + 1]; k++)
            b->source[b->start[csr->target[k] + 1]++] = v;
    return BT_OK;
}

struct colouring {
    const bt_csr *csr;
    bti_backwards back;
    uint64_t *not_to_n; /* of each box: the arrows that do not lead to N boxes yet */
    bti_colouring *c;
    size_t coloured; /* in c->order, the rounds one behind the other */
};

static void colour(struct colouring *s, uint32_t v)
{
    s->c->round[v] = s->c->rounds;
    s->c->order[s->coloured++] = v;
}

static void colour_ends(struct colouring *s)
{
    s->c->rounds = 1;
    for (uint32_t v = 0; v < s->csr->nodes; v++) {
        s->not_to_n[v] = s->csr->start[v + 1] - s->csr->start[v];
        if (s->not_to_n[v] == 0)
            colour(s, v);
    }
}

/* What the boxes from `first` to `last` in c->order, all of one letter, lead to. */
static void colour_before(struct colouring *s, size_t first, size_t last,
                          bt_outcome was)
{
    for (size_t i = first; i < last; i++) {
        uint32_t to = s->c->order[i];
        for (uint64_t k = s->back.start[to]; k < s->back.start[to + 1]; k++) {
            uint32_t v = s->back.source[k];
            if (s->c->round[v] == 0 && (was == BT_P || --s->not_to_n[v] == 0))
                colour(s, v);
        }
    }
}

static void colour_rest(struct colouring *s)
{
    s->c->draws = s->coloured < s->csr->nodes;
    if (!s->c->draws)
        return;
    s->c->rounds++;
    for (uint32_t v = 0; v < s->csr->nodes; v++)
        if (s->c->round[v] == 0)
            s->c->round[v] = s->c->rounds;
}

/* Puts the boxes of each round in ascending order, by counting. */
bt_status bti_sort_rounds(bt_arena *arena, const bt_csr *csr, bti_colouring *c)
{
    uint64_t *place;
    BT_TRY(BTI_ARENA_NEW(arena, place, (size_t)c->rounds + 2));
    for (uint64_t v = 0; v < csr->nodes; v++)
        place[c->round[v] + 1]++;
    for (uint32_t r = 1; r <= c->rounds; r++)
        place[r + 1] += place[r];
    for (uint32_t v = 0; v < csr->nodes; v++)
        c->order[place[c->round[v]]++] = v;
    return BT_OK;
}

bt_status bti_colour_graph(bt_arena *arena, const bt_csr *csr, bt_play play,
                           bti_colouring *out)
{
    size_t nodes = (size_t)csr->nodes;
    struct colouring s = {.csr = csr, .c = out};
    *out = (bti_colouring){.rounds = 0};
    out->round = bt_arena_alloc(arena, nodes, sizeof *out->round);
    out->order = bt_arena_alloc(arena, nodes, sizeof *out->order);
    s.not_to_n = bt_arena_alloc(arena, nodes, sizeof *s.not_to_n);
    if (!out->round || !out->order || !s.not_to_n)
        return bt_last_status(arena->ctx);
    BT_TRY(bti_turn_arrows(arena, csr, &s.back));
    colour_ends(&s);
    size_t first = 0;
    while (first < s.coloured) {
        size_t last = s.coloured;
        bt_outcome was = bti_round_outcome(out, play, out->rounds);
        out->rounds++;
        colour_before(&s, first, last, was);
        first = last;
    }
    out->rounds--; /* the last one found nothing to colour */
    colour_rest(&s);
    return bti_sort_rounds(arena, csr, out);
}
