/* SPDX-License-Identifier: MIT
 * Hints in steps: who should win, where to look, which move, and why. */
#include "play/session.h"

static void put_who(bt_session *s, const bti_view *view, bt_text *out)
{
    bt_player turn = bti_tree_turn(&s->tree);
    if (view->outcome == BT_N)
        bt_say(out, "{name} should win from here: it is an N-position.\n",
               BT_ARGS(BT_STR("name", bti_name(s, turn, true))));
    else if (view->outcome == BT_P)
        bt_say(out,
               "{name} should win from here, whatever {neighbour, select, yes {is "
               "played} other {{turn, select, yes {you do} other {it does}}}}: it is a "
               "P-position.\n",
               BT_ARGS(BT_STR("name", bti_name(s, bti_other(turn), true)),
                       BT_TRUE("turn", turn == BT_PLAYER_I),
                       BT_TRUE("neighbour", s->how.neighbour)));
    else if (view->outcome == BT_D)
        bt_say(out,
               "Nobody should win from here: it is a draw, and play can go on\nfor "
               "ever.\n",
               BT_NO_ARGS);
    else
        bt_say(out,
               "It is not known who should win from here: that is more than I can "
               "work\nout during a game.\n",
               BT_NO_ARGS);
}

/* Whether a word of the part is where to look for the move: a heap that loses chips, or
 * one that gains some if none loses any; with rules of one's own, every number that
 * changes. A heap that breaks is such a heap, whatever became of it. */
static bool is_place(const bt_part *part, const bti_kept *move, size_t word)
{
    const uint64_t *from = move->before.x, *to = move->after.x;
    size_t heaps = bt_heaps_of(part->game, &part->pos), n = move->before.n;
    if (word < move->at || word >= move->at + n || word >= heaps)
        return false;
    if (n != move->after.n)
        return true;
    bool lowers = false;
    for (size_t i = 0; i < n && move->at + i < heaps; i++)
        lowers = lowers || to[i] < from[i];
    word -= move->at;
    if (lowers && part->game->rules->heap_word)
        return to[word] < from[word];
    return to[word] != from[word];
}

bool bti_hint_word(const bt_sum *sum, const bti_kept *move, size_t *word)
{
    const bt_part *part = &sum->part[move->part];
    while (*word < part->pos.n && !is_place(part, move, *word))
        ++*word;
    return *word < part->pos.n;
}

/* "pile 1", "piles 1, 2 and 3", "x and y": the move needs them all. */
static bool put_words(const bt_sum *sum, const bti_kept *move, bt_text *out)
{
    const bt_part *part = &sum->part[0];
    const bt_rules *rules = part->game->rules;
    size_t word = 0, put = 0;
    bool more = bti_hint_word(sum, move, &word);
    while (more) {
        size_t next = word + 1;
        more = bti_hint_word(sum, move, &next);
        if (put == 0 && more && rules->heap_word)
            bt_text_format(out, "%ss ", rules->heap_word);
        else if (put > 0)
            bt_text_put(out, more ? ", " : " and ");
        if ((put > 0 || more) && rules->heap_word)
            bt_text_format(out, "%zu", word + rules->heaps_from);
        else if (!bt_put_word_name(part->game, word, out))
            return false;
        put++;
        word = next;
    }
    return put > 0;
}

static bool put_place(const bt_sum *sum, const bti_kept *move, bt_text *out)
{
    const bt_part *part = &sum->part[0];
    if (sum->n > 1) {
        bt_say(out, "part {part}", BT_ARGS(BT_NUM("part", move->part + 1)));
        return true;
    }
    if (!part->game->rules->heap_word && part->pos.n == 1)
        return false; /* there is nothing else to look at */
    return put_words(sum, move, out);
}

static bt_status put_where(bt_session *s, const bti_view *view, bti_kept *move,
                           bt_text *out)
{
    enum { COUNTED = 1000 };
    bt_text place;
    size_t all = 0, good = 0;
    bool more = false;
    if (view->outcome == BT_P) {
        bt_say(out,
               "Every move leads to an N-position, so every move loses against good "
               "play.\nResist: make it long.\n",
               BT_NO_ARGS);
        return bt_text_status(out);
    }
    BT_TRY(bti_count_moves(&s->tree.sum, COUNTED, &all));
    bt_status counted =
        bti_count_good(&s->judge, &s->tree.sum, view, COUNTED, &good, &more);
    if (counted != BT_OK && counted != BT_UNABLE)
        return counted;
    bt_text_init(&place, s->ctx);
    if (put_place(&s->tree.sum, move, &place))
        bt_say(out, "Look at {place}. ",
               BT_ARGS(BT_STR("place", bt_text_chars(&place))));
    bt_status status = bt_text_status(&place);
    if (all < COUNTED)
        bt_text_format(out, "Of %zu %s ", all, all == 1 ? "move" : "moves");
    else
        bt_say(out, "Of very many moves ", BT_NO_ARGS);
    if (good < COUNTED)
        bt_text_format(out, "%s%zu", more ? "at least " : "", good);
    else
        bt_text_put(out, "many");
    bt_text_put(out, view->outcome == BT_D
                         ? (good == 1 ? " keeps the draw.\n" : " keep the draw.\n")
                         : (good == 1 ? " wins.\n" : " win.\n"));
    bt_text_free(&place);
    return status == BT_OK ? bt_text_status(out) : status;
}

static bt_status put_which(bt_session *s, const bti_view *view, bti_kept *move,
                           bt_text *out)
{
    bt_text_put(out, view->outcome == BT_N   ? "A winning move: "
                     : view->outcome == BT_D ? "A move that keeps the draw: "
                     : view->outcome == BT_P ? "A move that resists: "
                                             : "A move: ");
    BT_TRY(bti_put_move(out, &s->tree.sum, move));
    bt_say(out, ". It leaves ", BT_NO_ARGS);
    bti_kept_swap(&s->tree.sum, move);
    bti_put_short_position(out, &s->tree.sum);
    bti_kept_swap(&s->tree.sum, move);
    bt_text_put(out, ".\n");
    return bt_text_status(out);
}

static bt_status put_why(bt_session *s, bt_text *out)
{
    bt_steps steps;
    bt_steps_init(&steps, s->ctx);
    bt_status status = bti_judge_explain(&s->judge, &s->tree.sum, &steps);
    if (status == BT_OK)
        bt_steps_write_text(&steps, out);
    else if (status == BT_UNABLE || status == BT_DOMAIN) {
        bt_say(out, "I cannot say why: {message}\n",
               BT_ARGS(BT_STR("message", bt_message(s->ctx))));
        status = BT_OK;
    }
    bt_steps_free(&steps);
    return status == BT_OK ? bt_text_status(out) : status;
}

static bt_status put_step(bt_session *s, unsigned step, bti_kept *move, bt_text *out)
{
    bti_view view;
    bool found = false;
    BT_TRY(bti_view_here(s, &view));
    if (step == 1 || view.outcome == BT_UNKNOWN) {
        put_who(s, &view, out);
        return bt_text_status(out);
    }
    if (step >= BTI_HINTS)
        return put_why(s, out);
    BT_TRY(bti_best_move(&s->judge, &s->tree.sum, &view, NULL, move, &found));
    if (!found)
        return BT_OK;
    return step == 2 ? put_where(s, &view, move, out) : put_which(s, &view, move, out);
}

bt_status bti_hint_move(bt_session *s, bti_kept *move, bool *found)
{
    bti_view view;
    *found = false;
    if (bti_hints_given(s) < 2)
        return BT_OK;
    BT_TRY(bti_view_here(s, &view));
    /* In a P-position the second hint is that every move loses. */
    if (view.outcome == BT_UNKNOWN || (view.outcome == BT_P && bti_hints_given(s) == 2))
        return BT_OK;
    return bti_best_move(&s->judge, &s->tree.sum, &view, NULL, move, found);
}

unsigned bti_hints_given(const bt_session *s)
{
    return s->hint_node == s->tree.at ? s->hints : 0;
}

bt_status bti_hints_most(bt_session *s, unsigned *most)
{
    bti_view view;
    BT_TRY(bti_view_here(s, &view));
    *most = view.outcome == BT_UNKNOWN ? 1 : BTI_HINTS;
    return BT_OK;
}

const char *bti_next_hint(unsigned given, unsigned most)
{
    static const char *const what[] = {"who should win", "where to look", "which move",
                                       "why"};
    return given < most ? what[given] : NULL;
}

/* After the last one it is given again. */
bt_status bti_put_hint(bt_session *s, bt_text *out)
{
    bti_kept move;
    unsigned most = 0;
    BT_TRY(bti_hints_most(s, &most));
    unsigned given = bti_hints_given(s);
    given = given < most ? given + 1 : most;
    bti_kept_init(&move, s->ctx);
    bt_status status = put_step(s, given, &move, out);
    bti_kept_free(&move);
    BT_TRY(status);
    s->hint_node = s->tree.at;
    s->hints = given;
    const char *next = bti_next_hint(given, most);
    if (next && !s->how.quiet)
        bt_text_format(out, "('hint' again: %s)\n", next);
    return bt_text_status(out);
}
