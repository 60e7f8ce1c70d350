/* SPDX-License-Identifier: MIT
 * The rounds of a labelling in words and pictures, with a reason for every box: those
 * of letters are here, those of Grundy values in graph_value_words.c. */
#include "commands/graph_steps.h"

#include "commands/report.h"
#include "core/grow.h"
#include "core/json_members.h"
#include "core/piece.h"

#include <string.h>

enum { NAMED = 4 }; /* arrows that a reason names */

static const char *round_words(const bti_colouring *c, bt_play play, uint32_t round)
{
    if (c->draws && round == c->rounds)
        return BT_TEXT("what is left becomes D, a draw. Each of these boxes has an "
                       "arrow that stays among them and none to a P box, so no round "
                       "would ever colour it: nobody can force the end, and play goes "
                       "on for ever.");
    if (round == 1)
        return play == BT_NORMAL
                   ? BT_TEXT("boxes without an arrow out become P (orange). Nobody can "
                             "move in these positions, and whoever cannot move loses.")
                   : BT_TEXT("boxes without an arrow out become N (green). Nobody can "
                             "move in these positions, and in misère play whoever "
                             "cannot move wins.");
    return bti_round_outcome(c, play, round) == BT_N
               ? BT_TEXT("boxes with an arrow to a P box become N (green). That arrow "
                         "is a winning move.")
               : BT_TEXT("boxes all of whose arrows lead to N boxes become P (orange). "
                         "Every move hands the win to the opponent.");
}

/* Whether the reason for the letter of v is an arrow to this box: one that had its
 * letter before or, in a draw, another one that stays without. */
static bool matters(const bti_game_graph *g, const bti_colouring *c, uint32_t v,
                    uint32_t to)
{
    bt_outcome outcome = bti_round_outcome(c, g->play, c->round[v]);
    if (outcome == BT_D)
        return c->round[to] == c->round[v];
    bt_outcome wanted = outcome == BT_N ? BT_P : BT_N;
    return c->round[to] < c->round[v] &&
           bti_round_outcome(c, g->play, c->round[to]) == wanted;
}

static uint64_t count_reasons(const bti_game_graph *g, const bti_colouring *c,
                              uint32_t v)
{
    uint64_t count = 0;
    for (uint64_t k = g->csr->start[v]; k < g->csr->start[v + 1]; k++)
        count += matters(g, c, v, g->csr->target[k]);
    return count;
}

/* Where the arrows lead that matter. */
static void put_names(bt_text *out, const bti_game_graph *g, const bti_colouring *c,
                      uint32_t v, uint64_t total)
{
    uint64_t named = 0, most = total <= NAMED ? total : NAMED - 1;
    bti_box_list names;
    bti_box_list_begin(&names, g);
    for (uint64_t k = g->csr->start[v]; named < most; k++) {
        uint32_t to = g->csr->target[k];
        if (!matters(g, c, v, to))
            continue;
        bti_box_list_add(&names, g->box[to].name);
        named++;
    }
    bti_box_list_end(&names, total - named, out);
}

static const char *reason_words(bt_outcome outcome)
{
    if (outcome == BT_D)
        return BT_TEXT("no arrow leads to a P box, but play can go on to {boxes}");
    if (outcome == BT_N)
        return BT_TEXT("{count, plural, one {its arrow to {boxes} leads to a P box} "
                       "other {its arrows to {boxes} lead to P boxes}}");
    return BT_TEXT(
        "{count, plural, one {its only arrow, to {boxes}, leads to an N box} "
        "=2 {both its arrows, to {boxes}, lead to N boxes} other {all its "
        "{count} arrows, to {boxes}, lead to N boxes}}");
}

static void put_reason(bt_text *out, const bti_game_graph *g, const bti_colouring *c,
                       uint32_t v)
{
    uint64_t count = count_reasons(g, c, v);
    bt_text boxes;
    if (g->csr->start[v] == g->csr->start[v + 1]) {
        bt_say(out,
               g->play == BT_NORMAL
                   ? BT_TEXT("no move is left, so the player to move has lost")
                   : BT_TEXT("no move is left, so the player to move has won"),
               BT_NO_ARGS);
        return;
    }
    bt_text_init(&boxes, out->ctx);
    put_names(&boxes, g, c, v, count);
    bt_say(out, reason_words(bti_round_outcome(c, g->play, c->round[v])),
           BT_ARGS(BT_NUM("count", count), BT_STR("boxes", bt_text_chars(&boxes))));
    bti_piece_end(&boxes, out);
}

/* A labelling on its way out. */
struct teller {
    bti_call *call;
    bti_game_graph *graph;
    bool values;             /* otherwise letters */
    bti_valuing valuing;     /* of values; the boxes are labelled then */
    bti_colouring colouring; /* the rounds, of letters or values */
    bti_graph_sink sink;
    bt_json_writer *json; /* or NULL, for people */
    bt_text line;         /* scratch */
};

static uint64_t round_end(const struct teller *t, uint64_t first)
{
    const bti_colouring *c = &t->colouring;
    uint64_t end = first;
    while (end < t->graph->csr->nodes &&
           c->round[c->order[end]] == c->round[c->order[first]])
        end++;
    return end;
}

/* Why the box has its label. */
static bt_status put_why(struct teller *t, uint32_t v)
{
    if (t->values)
        return bti_put_value_reason(&t->line, t->graph, &t->valuing, v);
    put_reason(&t->line, t->graph, &t->colouring, v);
    return bt_text_status(&t->line);
}

static const char *words_of(const struct teller *t, uint32_t round)
{
    const char *key = t->values ? bti_value_round_words(&t->valuing, round)
                                : round_words(&t->colouring, t->graph->play, round);
    return bt_words_for(t->call->ctx, key);
}

static bt_status tell_box(struct teller *t, uint32_t v)
{
    const bti_game_graph *g = t->graph;
    const bti_colouring *c = &t->colouring;
    bt_outcome outcome = bti_round_outcome(c, g->play, c->round[v]);
    const char letter = bti_outcome_letter(outcome)[0];
    bt_text_clear(&t->line);
    if (t->json) {
        bt_json_open(t->json, '{');
        bti_put_member(t->json, "position", g->box[v].name);
        if (t->values)
            bti_graph_json_value(t->json, &g->box[v]);
        else
            bti_put_span_member(t->json, "outcome", (bt_span){&letter, 1});
        BT_TRY(put_why(t, v));
        bti_put_span_member(t->json, "reason", bt_text_span(&t->line));
        bt_json_close(t->json, '}');
        return BT_OK;
    }
    bt_text_put(t->sink.text, "  ");
    if (t->values)
        bt_text_put(t->sink.text, g->box[v].value);
    else
        bti_put_letter(t->sink.text, outcome, t->call->io->colour);
    bt_text_put_char(t->sink.text, ' ');
    bt_text_format(&t->line, "%s: ", g->box[v].name);
    BT_TRY(put_why(t, v));
    bt_text_put_wrapped(t->sink.text, bt_text_chars(&t->line), 4);
    return BT_OK;
}

static void tell_round_head(struct teller *t, uint32_t round)
{
    const char *words = words_of(t, round);
    if (t->json) {
        bt_json_open(t->json, '{');
        bti_put_count(t->json, "round", round);
        bti_put_member(t->json, "text", words);
        bt_json_key(t->json, "boxes");
        bt_json_open(t->json, '[');
        return;
    }
    bt_text_clear(&t->line);
    bt_say(&t->line, "Round {round}: {words}",
           BT_ARGS(BT_NUM("round", round), BT_STR("words", words)));
    bt_text_put_char(t->sink.text, '\n');
    bt_text_put_wrapped(t->sink.text, bt_text_chars(&t->line), 0);
}

static bt_status tell_rounds(struct teller *t)
{
    const bti_colouring *c = &t->colouring;
    for (uint64_t first = 0, end; first < t->graph->csr->nodes; first = end) {
        end = round_end(t, first);
        tell_round_head(t, c->round[c->order[first]]);
        BT_TRY(bt_text_status(&t->line));
        for (uint64_t i = first; i < end; i++) {
            BT_TRY(tell_box(t, c->order[i]));
            BT_TRY(bti_graph_flush(t->sink));
            if (i % 1024 == 0 && bt_stopped(t->graph->ctx))
                return BT_STOPPED;
        }
        if (t->json) {
            bt_json_close(t->json, ']');
            bt_json_close(t->json, '}');
        }
    }
    return bt_text_status(t->sink.text);
}

static bt_status tell_json(struct teller *t)
{
    bt_json_writer w;
    t->json = &w;
    bt_json_begin(&w, t->sink.text);
    bt_json_open(&w, '{');
    bti_graph_json_head(&w, t->graph);
    bt_json_key(&w, "rounds");
    bt_json_open(&w, '[');
    BT_TRY(tell_rounds(t));
    bt_json_close(&w, ']');
    bt_json_close(&w, '}');
    bt_text_put_char(t->sink.text, '\n');
    return bt_text_status(t->sink.text);
}

/* What is said about the start in the end. */
static const char *start_words(bt_outcome outcome, bool values)
{
    if (values)
        return outcome == BT_N
                   ? BT_TEXT("The start, {position}, has the value {value}: "
                             "the player who moves first wins.")
               : outcome == BT_P
                   ? BT_TEXT("The start, {position}, has the value {value}: the player "
                             "who moves second wins.")
                   : BT_TEXT("The start, {position}, has the value {value}: neither "
                             "player can force a win.");
    return outcome == BT_N
               ? BT_TEXT("The start, {position}, is N: the player who moves "
                         "first wins.")
           : outcome == BT_P
               ? BT_TEXT("The start, {position}, is P: the player who moves second "
                         "wins.")
               : BT_TEXT(
                     "The start, {position}, is D: neither player can force a win.");
}

static bt_status tell_text(struct teller *t)
{
    const bti_game_graph *g = t->graph;
    const bti_colouring *c = &t->colouring;
    bt_outcome outcome =
        t->values ? g->box[0].outcome : bti_round_outcome(c, g->play, c->round[0]);
    bt_text_format(t->sink.text, "%s\n", g->title);
    BT_TRY(tell_rounds(t));
    bt_text_clear(&t->line);
    bt_say(&t->line,
           t->values ? BT_TEXT("Every box has its value now.")
                     : BT_TEXT("Every box has its letter now."),
           BT_NO_ARGS);
    if (g->position) {
        bt_text_put_char(&t->line, ' ');
        bt_say(&t->line, start_words(outcome, t->values),
               BT_ARGS(BT_STR("position", g->box[0].name),
                       BT_STR("value", g->box[0].value)));
    }
    bt_text_put_char(t->sink.text, '\n');
    bt_text_put_wrapped(t->sink.text, bt_text_chars(&t->line), 0);
    BT_TRY(bt_text_status(&t->line));
    return bt_text_status(t->sink.text);
}

/* The boxes and arrows as they look after a round. */
static void colour_view(const struct teller *t, uint32_t round, bt_graph_node *node,
                        bt_graph_arrow *arrow)
{
    const bti_colouring *c = &t->colouring;
    bt_play play = t->graph->play;
    for (uint64_t v = 0; v < t->graph->csr->nodes; v++) {
        bt_outcome outcome = bti_round_outcome(c, play, c->round[v]);
        bool shown = c->round[v] <= round;
        node[v].outcome = shown && !t->values ? bti_outcome_letter(outcome)[0] : ' ';
        node[v].value = shown && t->values ? t->graph->box[v].value : NULL;
        node[v].fresh = c->round[v] == round;
    }
    for (uint64_t k = 0; k < t->graph->csr->edges; k++)
        arrow[k].winning =
            node[arrow[k].from].outcome == 'N' && node[arrow[k].to].outcome == 'P';
}

/* graph.svg becomes graph-3.svg. */
static void put_file_name(bt_text *name, bt_span file, uint32_t round)
{
    size_t dot = file.len;
    while (dot > 0 && file.at[dot - 1] != '.')
        dot--;
    bt_text_put_span(name, (bt_span){file.at, dot - 1});
    bt_text_format(name, "-%lu", (unsigned long)round);
    bt_text_put_span(name, (bt_span){file.at + dot - 1, file.len - dot + 1});
}

/* Draws one round into a file that does not appear yet. */
static bt_status draw_round(struct teller *t, bti_graph_file kind, uint32_t round,
                            bt_graph_view *view, bt_store **store)
{
    bt_text name, picture;
    bt_context *ctx = t->call->ctx;
    bt_text_init(&name, ctx);
    bt_text_init(&picture, ctx);
    bt_text_clear(&t->line);
    put_file_name(&name, t->call->output, round);
    bt_say(&t->line, "Round {round}: {words}",
           BT_ARGS(BT_NUM("round", round), BT_STR("words", words_of(t, round))));
    view->caption = bt_text_chars(&t->line);
    bt_status status = bt_text_status(&name);
    if (status == BT_OK)
        status = bt_text_status(&t->line);
    if (status == BT_OK)
        status = bti_draw_graph_bytes(t->call, kind, view, &picture);
    if (status == BT_OK)
        status = bt_open_store(ctx, bt_text_span(&name), store);
    if (status == BT_OK)
        status = (*store)->write(*store, ctx, picture.at, picture.len);
    bt_text_free(&picture);
    bt_text_free(&name);
    return status;
}

/* The files appear together when all are written: all rounds or none. */
static bt_status draw_rounds(struct teller *t, bti_graph_file kind)
{
    bt_graph_node *node;
    bt_graph_arrow *arrow;
    bt_graph_view view;
    uint32_t rounds = t->colouring.rounds;
    bt_store **store;
    BT_TRY(BTI_ARENA_NEW(&t->graph->arena, store, rounds));
    bt_status status = bti_graph_make_view(t->graph, t->values ? BTI_SHOWN_VALUES : 0,
                                           NULL, &node, &arrow, &view);
    for (uint32_t r = 1; r <= rounds && status == BT_OK; r++) {
        colour_view(t, r, node, arrow);
        status = draw_round(t, kind, r, &view, &store[r - 1]);
    }
    for (uint32_t r = 0; r < rounds && store[r]; r++)
        if (status == BT_OK)
            status = store[r]->commit(store[r], t->call->ctx);
        else
            store[r]->abandon(store[r]);
    return status;
}

static bt_status label(struct teller *t)
{
    bti_game_graph *g = t->graph;
    if (!t->values)
        return bti_colour_graph(&g->arena, g->csr, g->play, &t->colouring);
    BT_TRY(bti_game_graph_label(g));
    BT_TRY(bti_value_graph(&g->arena, g->csr, &t->valuing));
    t->colouring = t->valuing.by;
    return BT_OK;
}

bt_status bti_graph_steps(bti_call *call, bti_game_graph *g, bool values,
                          const bti_graph_file *kind)
{
    struct teller t = {
        .call = call, .graph = g, .values = values, .sink = {&call->out, call}};
    bt_text_init(&t.line, call->ctx);
    bt_status status = label(&t);
    if (status == BT_OK && kind)
        status = draw_rounds(&t, *kind);
    if (status == BT_OK)
        status = bti_given(call, BTI_JSON) ? tell_json(&t) : tell_text(&t);
    bt_text_free(&t.line);
    return status;
}
