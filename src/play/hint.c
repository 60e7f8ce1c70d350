/* SPDX-License-Identifier: MIT
 * Hints in steps: who should win, where to look, which move, and why. */
#include "play/session.h"

#include <string.h>

static void put_who(bt_session *s, const bti_view *view, bt_text *out)
{
    bt_player turn = bti_tree_turn(&s->tree);
    if (view->outcome == BT_N)
        bt_text_format(out, "%s should win from here: it is an N-position.\n",
                       bti_name(s, turn, true));
    else if (view->outcome == BT_P)
        bt_text_format(out,
                       "%s should win from here, whatever %s: it is a P-position.\n",
                       bti_name(s, bti_other(turn), true),
                       s->how.neighbour      ? "is played"
                       : turn == BT_PLAYER_I ? "you do"
                                             : "it does");
    else if (view->outcome == BT_D)
        bt_text_put(out,
                    "Nobody should win from here: it is a draw, and play can go on\n"
                    "for ever.\n");
    else
        bt_text_put(
            out,
            "It is not known who should win from here: that is more than I can work\n"
            "out during a game.\n");
}

/* Places in a row: "pile 1", "pile 1, pile 2 and pile 3". The last one is held back
 * until it is known to be the last. */
struct places {
    bt_text *out;
    bt_span last;
    size_t n;
};

static void put_held(struct places *p, const char *before)
{
    bt_text_put(p->out, p->n > 1 ? before : "");
    bt_text_put_span(p->out, p->last);
}

static void add_place(struct places *p, const char *at, size_t len)
{
    if (p->n > 0)
        put_held(p, ", ");
    p->last = (bt_span){at, len};
    p->n++;
}

/* Every "pile 2" of a sentence except where chips go: a coin that moves from square 3
 * to square 1 is looked for at square 3. */
static void add_heaps(struct places *p, bt_span say, const char *word)
{
    size_t len = strlen(word);
    for (const char *at = strstr(say.at, word); at; at = strstr(at + len, word)) {
        size_t end = len + 1;
        while (at[len] == ' ' && at[end] >= '0' && at[end] <= '9')
            end++;
        bool target = p->n > 0 && at - say.at >= 3 && memcmp(at - 3, "to ", 3) == 0;
        if (end > len + 1 && !target)
            add_place(p, at, end);
    }
}

/* The names before the colons, in rules of one's own: "x: 5 to 3, y: 4 to 2". */
static void add_names(struct places *p, bt_span say)
{
    const char *from = say.at;
    for (const char *colon = strstr(from, ": "); colon; colon = strstr(from, ": ")) {
        add_place(p, from, (size_t)(colon - from));
        const char *comma = strstr(colon, ", ");
        if (!comma)
            break;
        from = comma + 2;
    }
}

/* The places that the sentence of the move names, all of them: the move needs them. */
static bool put_place(bt_session *s, const bti_kept *move, bt_span say, bt_text *out)
{
    const bt_sum *sum = &s->tree.sum;
    const char *word = sum->part[move->part].game->rules->heap_word;
    if (sum->n > 1) {
        bt_text_format(out, "part %zu", move->part + 1);
        return true;
    }
    struct places places = {.out = out};
    if (word)
        add_heaps(&places, say, word);
    else
        add_names(&places, say);
    if (places.n > 0)
        put_held(&places, " and ");
    return places.n > 0;
}

static bt_status put_where(bt_session *s, const bti_view *view, bti_kept *move,
                           bt_text *out)
{
    enum { COUNTED = 1000 };
    bt_text say, place;
    size_t all = 0, good = 0;
    if (view->outcome == BT_P) {
        bt_text_put(out,
                    "Every move leads to an N-position, so every move loses against "
                    "good play.\nResist: make it long.\n");
        return bt_text_status(out);
    }
    BT_TRY(bti_count_moves(&s->tree.sum, COUNTED, &all));
    bt_status counted = bti_count_good(&s->judge, &s->tree.sum, view, COUNTED, &good);
    if (counted != BT_OK && counted != BT_UNABLE)
        return counted;
    bt_text_init(&say, s->ctx);
    bt_text_init(&place, s->ctx);
    bt_status status = bti_put_move(&say, &s->tree.sum, move);
    if (status == BT_OK && put_place(s, move, bt_text_span(&say), &place))
        bt_text_format(out, "Look at %s. ", bt_text_chars(&place));
    if (status == BT_OK)
        status = bt_text_status(&place);
    if (all < COUNTED)
        bt_text_format(out, "Of %zu %s ", all, all == 1 ? "move" : "moves");
    else
        bt_text_put(out, "Of very many moves ");
    if (good < COUNTED)
        bt_text_format(out, "%zu", good);
    else
        bt_text_put(out, "many");
    bt_text_put(out, view->outcome == BT_D
                         ? (good == 1 ? " keeps the draw.\n" : " keep the draw.\n")
                         : (good == 1 ? " wins.\n" : " win.\n"));
    bt_text_free(&say);
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
    bt_text_put(out, ". It leaves ");
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
        bt_text_format(out, "I cannot say why: %s\n", bt_message(s->ctx));
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
