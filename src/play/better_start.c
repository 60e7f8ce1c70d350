/* SPDX-License-Identifier: MIT
 * Where a game begins if nobody said where. Whoever tries new rules should be able to
 * win: a start that is lost for the player to move, or has no move at all, is left for
 * a neighbour of it, with one number a little greater, or for another node of a graph.
 * In most games nearly all positions are N-positions, so a few are enough to try. */
#include "play/session.h"

#include "play/move_target.h"

enum { TRIED = 64, ADDED = 4 };

/* P where no move is left, also in misere play. */
static bt_status outcome_of(bt_session *s, bt_sum *start, bt_outcome *outcome)
{
    bti_view view;
    bool terminal = false;
    BT_TRY(bt_terminal(start, &terminal));
    BT_TRY(bti_judge_view(&s->judge, start, &view));
    *outcome = terminal ? BT_P : view.outcome;
    return BT_OK;
}

/* The words on the board, which have been changed, as a start. They go through their
 * text: not all words are positions. */
static bt_status try_words(bt_session *s, bt_text *text, bool *good)
{
    bt_sum start;
    bt_outcome outcome = BT_UNKNOWN;
    bt_text_clear(text);
    bt_sum_print(text, &s->tree.sum);
    BT_TRY(bt_text_status(text));
    bt_status status = bti_read_start(s->ctx, &s->tree.sum, bt_text_span(text), &start);
    if (status == BT_SYNTAX || status == BT_DOMAIN || status == BT_UNABLE)
        return BT_OK;
    BT_TRY(status);
    status = outcome_of(s, &start, &outcome);
    *good = status == BT_OK && outcome == BT_N;
    bt_sum_free(s->ctx, &start);
    return status;
}

/* Word i of the position, with so much added; *good says whether text has a start. */
static bt_status try_more(bt_session *s, size_t i, uint64_t more, bt_text *text,
                          bool *good)
{
    uint64_t *x = &s->tree.sum.part[0].pos.x[i];
    if (*x > UINT64_MAX - more)
        return BT_OK;
    *x += more;
    bt_status status = try_words(s, text, good);
    *x -= more;
    return status;
}

static bt_status find_start(bt_session *s, bt_text *text, bool *good)
{
    const bt_part *part = &s->tree.sum.part[0];
    const bt_game *game = part->game;
    const bt_csr *graph = game->rules->graph ? game->rules->graph(game) : NULL;
    size_t words = part->pos.n;
    uint64_t most = ADDED;
    if (graph && part->pos.x[0] + TRIED < graph->nodes)
        most = TRIED;
    else if (graph)
        most = graph->nodes - 1 - part->pos.x[0];
    for (uint64_t more = 1; more <= most && !*good; more++)
        for (size_t i = 0; i < words && i < TRIED && !*good; i++)
            BT_TRY(try_more(s, i, more, text, good));
    return BT_OK;
}

static bt_status begin_at(bt_session *s, bt_span text)
{
    bt_sum start;
    BT_TRY(bti_read_start(s->ctx, &s->tree.sum, text, &start));
    bt_status status = bti_new_game(s, &start, s->tree.first);
    bt_sum_free(s->ctx, &start);
    return status;
}

bt_status bti_better_start(bt_session *s)
{
    bt_text text;
    bool good = false;
    bt_outcome outcome = BT_UNKNOWN;
    if (s->tree.sum.n != 1)
        return BT_OK;
    BT_TRY(outcome_of(s, &s->tree.sum, &outcome));
    if (outcome != BT_P)
        return BT_OK;
    bt_text_init(&text, s->ctx);
    bt_status status = find_start(s, &text, &good);
    if (status == BT_OK && good)
        status = begin_at(s, bt_text_span(&text));
    bt_text_free(&text);
    bti_judge_refill(&s->judge);
    return status;
}
