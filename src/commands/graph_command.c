/* SPDX-License-Identifier: MIT
 * bouton graph: every position that can be reached, coloured, with the winning arrows;
 * as text, as a picture, or for other programs. */
#include "commands/graph_formats.h"
#include "commands/graph_steps.h"
#include "commands/parts.h"
#include "commands/picture_file.h"

#include "core/quote.h"

/* Positions, unless --limit is given: drawn, as text, as JSON. */
enum { SHOWN_DRAWN = 120, SHOWN = 400, SHOWN_JSON = 100000 };

enum { PLACED_MOST = 20000 }; /* positions that are given places at all */

struct request {
    bool to_file, places;
    bti_graph_file kind;
    unsigned labels;
    bt_explore_how how;
};

static bt_status check_steps(bti_call *call, unsigned labels)
{
    if (!bti_given(call, BTI_STEPS) || labels == BTI_SHOWN_LETTERS ||
        labels == BTI_SHOWN_VALUES)
        return BT_OK;
    return bt_fail(call->ctx, BT_SYNTAX,
                   "--steps shows how the letters or the values come about: it goes "
                   "with --labels np or --labels grundy",
                   BT_NO_ARGS);
}

static bt_status read_labels(bti_call *call, unsigned *out)
{
    static const struct {
        const char *word;
        unsigned labels;
    } known[] = {{"np", BTI_SHOWN_LETTERS},
                 {"grundy", BTI_SHOWN_VALUES},
                 {"both", BTI_SHOWN_LETTERS | BTI_SHOWN_VALUES},
                 {"none", 0}};
    *out = BTI_SHOWN_LETTERS | BTI_SHOWN_VALUES;
    if (!bti_given(call, BTI_LABELS))
        return BT_OK;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (bt_span_equal(call->labels, bt_span_of(known[i].word))) {
            *out = known[i].labels;
            return check_steps(call, *out);
        }
    return bt_fail(call->ctx, BT_SYNTAX,
                   "--labels takes np, grundy, both or none, not {labels}",
                   BT_ARGS(BT_QUOTE("labels", call->labels)));
}

static bt_status read_request(bti_call *call, struct request *r)
{
    *r = (struct request){.to_file = bti_given(call, BTI_OUTPUT)};
    if (r->to_file)
        BT_TRY(bti_graph_file_kind(call, &r->kind));
    BT_TRY(read_labels(call, &r->labels));
    bool drawn = r->to_file && r->kind <= BTI_GRAPH_PNG;
    if (r->to_file && !drawn && bti_given(call, BTI_STEPS))
        return bt_fail(call->ctx, BT_SYNTAX,
                       "--steps draws a picture for each round, so its file ends in "
                       ".svg, .tex or .png",
                       BT_NO_ARGS);
    r->places = bti_given(call, BTI_PLACES);
    if (r->places &&
        (bti_given(call, BTI_STEPS) || r->to_file || !bti_given(call, BTI_JSON)))
        return bt_fail(call->ctx, BT_SYNTAX,
                       "--places belongs to --json, without --steps or -o", BT_NO_ARGS);
    bool json = r->to_file ? r->kind == BTI_GRAPH_JSON : bti_given(call, BTI_JSON);
    r->how.merge = bti_given(call, BTI_MERGE);
    r->how.depth = call->depth;
    r->how.limit = call->limit > 0 ? call->limit
                   : json          ? SHOWN_JSON
                   : r->to_file    ? SHOWN_DRAWN
                                   : SHOWN;
    if (r->places && call->limit == 0)
        r->how.limit = SHOWN;
    if (r->places && r->how.limit > PLACED_MOST)
        return bt_fail(call->ctx, BT_UNABLE,
                       "--places is for drawings of at most {most} positions; give a "
                       "--limit up to that",
                       BT_ARGS(BT_NUM("most", PLACED_MOST)));
    return BT_OK;
}

static bt_status check_play(bti_call *call, const bt_sum *sum, unsigned labels)
{
    if (labels == BTI_SHOWN_VALUES && sum->part[0].game->play == BT_MISERE)
        return bt_fail(
            call->ctx, BT_DOMAIN,
            "Grundy values belong to normal play; in misère play use --labels np",
            BT_NO_ARGS);
    return BT_OK;
}

/* What the reader of a part must know: "the first 400 positions of more". */
static void put_caption(bt_text *out, const bti_game_graph *g)
{
    bt_say(out,
           "{positions, plural, one {1 position} other {{positions} positions}}, and "
           "there are more; dots stand for what is left out",
           BT_ARGS(BT_NUM("positions", g->csr->nodes)));
}

static bt_status tell_cut(bti_call *call, const bti_game_graph *g,
                          const struct request *r)
{
    bt_text sentence;
    bool full = g->csr->nodes >= r->how.limit;
    bool shallow = bti_given(call, BTI_DEPTH);
    bt_text_init(&sentence, call->ctx);
    bt_say(&sentence,
           full && shallow
               ? BT_TEXT("the graph is not whole: {positions, plural, one {1 position "
                         "is} other {{positions} positions are}} shown; a larger "
                         "--limit or --depth shows more")
           : full ? BT_TEXT("the graph is not whole: {positions, plural, one {1 "
                            "position is} other {{positions} positions are}} shown; a "
                            "larger --limit shows more")
                  : BT_TEXT("the graph is not whole: {positions, plural, one {1 "
                            "position is} other {{positions} positions are}} shown; a "
                            "larger --depth shows more"),
           BT_ARGS(BT_NUM("positions", g->csr->nodes)));
    bt_status status = bt_text_status(&sentence);
    if (status == BT_OK)
        status = bti_talk(call, bt_text_chars(&sentence));
    bt_text_free(&sentence);
    return status;
}

static bt_status refuse_cut(bti_call *call, const bti_game_graph *g,
                            const struct request *r)
{
    if (g->csr->nodes >= r->how.limit)
        return bt_fail(
            call->ctx, BT_UNABLE,
            r->how.merge
                ? BT_TEXT("--steps colours the whole graph, and it has more than "
                          "{limit} positions; give a larger --limit")
                : BT_TEXT("--steps colours the whole graph, and it has more than "
                          "{limit} positions; give a larger --limit, or try --merge"),
            BT_ARGS(BT_NUM("limit", r->how.limit)));
    return bt_fail(
        call->ctx, BT_UNABLE,
        "--steps colours the whole graph, and --depth {depth} leaves some of it out",
        BT_ARGS(BT_NUM("depth", call->depth)));
}

static bt_status write_json(bti_call *call, bti_game_graph *g, unsigned labels)
{
    bt_text bytes;
    bt_text_init(&bytes, call->ctx);
    bt_status status =
        bti_graph_json((bti_graph_sink){.text = &bytes}, g, labels, NULL);
    if (status == BT_OK)
        status = bti_call_write(call, call->output, bt_text_span(&bytes));
    bt_text_free(&bytes);
    return status;
}

static bt_status write_file(bti_call *call, bti_game_graph *g, const struct request *r)
{
    bt_graph_node *node;
    bt_graph_arrow *arrow;
    bt_graph_view view;
    bt_text caption;
    if (r->kind == BTI_GRAPH_JSON)
        return write_json(call, g, r->labels);
    bt_text_init(&caption, call->ctx);
    if (bti_graph_is_cut(g))
        put_caption(&caption, g);
    const char *words = caption.len > 0 ? bt_text_chars(&caption) : NULL;
    bt_status status = bt_text_status(&caption);
    if (status == BT_OK)
        status = bti_graph_make_view(g, r->labels, words, &node, &arrow, &view);
    if (status == BT_OK)
        status = bti_draw_graph_file(call, call->output, r->kind, &view);
    bt_text_free(&caption);
    return status;
}

/* Answers with the places of a drawing that is narrow, for a screen. */
static bt_status answer_places(bti_graph_sink sink, bti_game_graph *g, unsigned labels)
{
    bt_graph_node *node;
    bt_graph_arrow *arrow;
    bt_graph_view view;
    bti_graph_scene scene;
    bti_graph_places places = {.scene = &scene};
    bt_text caption;
    bt_text_init(&caption, g->ctx);
    bool cut = bti_graph_is_cut(g);
    if (cut)
        put_caption(&caption, g);
    bt_status status = bt_text_status(&caption);
    if (status == BT_OK)
        status = bti_graph_make_view(g, labels, NULL, &node, &arrow, &view);
    if (status == BT_OK)
        status = bti_graph_scene_make(&g->arena, &view, true, &scene);
    if (status == BT_OK) {
        places.caption = cut ? bt_text_chars(&caption) : NULL;
        status = bti_graph_json(sink, g, labels, &places);
    }
    bt_text_free(&caption);
    return status;
}

static bt_status show(bti_call *call, bti_game_graph *g, const struct request *r)
{
    bti_graph_sink sink = {&call->out, call};
    bool cut = bti_graph_is_cut(g);
    if (bti_given(call, BTI_STEPS)) {
        if (cut)
            return refuse_cut(call, g, r);
        return bti_graph_steps(call, g, r->labels == BTI_SHOWN_VALUES,
                               r->to_file ? &r->kind : NULL);
    }
    if (r->labels != 0)
        BT_TRY(bti_game_graph_label(g));
    if (r->to_file)
        BT_TRY(write_file(call, g, r));
    if (r->places)
        BT_TRY(answer_places(sink, g, r->labels));
    else if (bti_given(call, BTI_JSON))
        BT_TRY(bti_graph_json(sink, g, r->labels, NULL));
    else if (!r->to_file)
        BT_TRY(bti_graph_text(sink, g, r->labels, call->io->colour));
    return cut ? tell_cut(call, g, r) : BT_OK;
}

/* Rules that are a graph may stand alone: then all of it is meant. */
static bt_status read_parts(bti_call *call, bti_parts *parts, bool *whole)
{
    *whole = false;
    if (call->words == 1 && !call->word[0].literal) {
        BT_TRY(bti_parts_read_start(call, parts));
        *whole = parts->sum.part[0].game->rules->graph != NULL;
        if (*whole)
            return BT_OK;
        bti_parts_free(call, parts);
    }
    return bti_parts_read(call, parts);
}

static bt_status check_whole(bti_call *call)
{
    return bti_given(call, BTI_DEPTH)
               ? bt_fail(
                     call->ctx, BT_SYNTAX,
                     "--depth counts moves from a position; give a node to begin at",
                     BT_NO_ARGS)
               : BT_OK;
}

static bt_status make_graph(bti_call *call, bti_parts *parts, bool whole,
                            const struct request *r, bti_game_graph *out)
{
    BT_TRY(check_play(call, &parts->sum, r->labels));
    if (!whole)
        return bti_game_graph_make(call->ctx, &parts->sum, r->how, out);
    BT_TRY(check_whole(call));
    return bti_file_graph_make(call->ctx, &parts->sum, r->how.limit, out);
}

static bt_status run_graph(bti_call *call)
{
    struct request request;
    bti_parts parts;
    bool whole;
    bti_game_graph graph = {.ctx = NULL};
    BT_TRY(read_request(call, &request));
    BT_TRY(read_parts(call, &parts, &whole));
    bt_status status = make_graph(call, &parts, whole, &request, &graph);
    if (status == BT_OK)
        status = show(call, &graph, &request);
    bti_game_graph_free(&graph);
    bti_parts_free(call, &parts);
    return status;
}

static const char *const usage[] = {
    "graph RULES POSITION [+ RULES POSITION]...",
    "graph FILE.dot",
    NULL,
};

static const char *const examples[] = {
    "graph nim 1,2",
    "graph nim 1,2 -o graph.svg",
    "graph nim 1,2 --steps",
    "graph nim 1,2 --steps --labels grundy",
    "graph nim 2,3 --merge --labels none -o exercise.svg",
    NULL,
};

const bti_command bti_command_graph = {
    .name = "graph",
    .usage = usage,
    .summary = "the game graph: every position, coloured, with the winning arrows",
    .help =
        "Finds every position that play can reach and labels it: N (green) or P\n"
        "(orange), D where play can go on for ever, with its Grundy value and how "
        "many\n"
        "moves are left if the winner hurries and the loser delays. With -o the graph\n"
        "goes into a file: .svg, .tex and .png are pictures, .dot is for Graphviz, "
        "and\n"
        ".json has everything. Positions that differ only in the order of their piles\n"
        "become one with --merge. A graph file without a position is shown whole.\n"
        "\n"
        "A graph is cut at 120 positions in a picture, 400 as text and 100000 as "
        "JSON,\n"
        "unless --limit says\n"
        "otherwise; then each label is found on its own, and a ? stands where that is\n"
        "too hard. --labels none leaves the colours to you. --steps shows the "
        "colouring\n"
        "round by round, with a reason for each box, or with --labels grundy how the\n"
        "Grundy values come about; with -o graph.svg it also draws the rounds, as\n"
        "graph-1.svg, graph-2.svg and so on. --places gives a program that draws the\n"
        "place of every box and the curve of every arrow.",
    .options = BTI_BIT(BTI_JSON) | BTI_BIT(BTI_POSITION) | BTI_BIT(BTI_MEMORY) |
               BTI_BIT(BTI_THREADS) | BTI_BIT(BTI_PROGRESS) | BTI_BIT(BTI_OUTPUT) |
               BTI_BIT(BTI_MERGE) | BTI_BIT(BTI_DEPTH) | BTI_BIT(BTI_LIMIT) |
               BTI_BIT(BTI_LABELS) | BTI_BIT(BTI_STEPS) | BTI_BIT(BTI_PLACES),
    .examples = examples,
    .run = run_graph,
};
