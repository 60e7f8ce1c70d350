/* SPDX-License-Identifier: MIT
 * bouton explain: the answer with its reason, in words or as JSON steps. */
#include "commands/parts.h"
#include "commands/picture_file.h"
#include "commands/report.h"
#include "core/json_members.h"

#include <bouton/explain.h>

static void put_grid(bt_json_writer *w, const bt_grid *g)
{
    bt_json_key(w, "grid");
    bt_json_open(w, '{');
    bti_put_count(w, "modulus", g->modulus);
    if (g->least)
        bti_put_count(w, "at_least", g->least);
    bt_json_key(w, "columns");
    bt_json_open(w, '[');
    for (unsigned c = 0; c < g->columns; c++)
        bt_json_put_u64(w, (uint64_t)1 << (g->columns - 1 - c));
    bt_json_close(w, ']');
    bt_json_key(w, "rows");
    bt_json_open(w, '[');
    for (size_t i = 0; i < g->rows; i++) {
        bt_json_open(w, '{');
        bti_put_count(w, "place", g->place[i]);
        bti_put_count(w, "number", g->number[i]);
        bt_json_key(w, "digits");
        bt_json_open(w, '[');
        for (unsigned c = 0; c < g->columns; c++)
            bt_json_put_u64(w, g->number[i] >> (g->columns - 1 - c) & 1);
        bt_json_close(w, ']');
        bt_json_close(w, '}');
    }
    bt_json_close(w, ']');
    bt_json_key(w, "sum");
    bt_json_open(w, '[');
    for (unsigned c = 0; c < g->columns; c++)
        bt_json_put_u64(w, g->sum[c]);
    bt_json_close(w, ']');
    bt_json_close(w, '}');
}

static void put_numbers(bt_json_writer *w, const uint64_t *number, size_t count)
{
    bt_json_open(w, '[');
    for (size_t i = 0; i < count; i++)
        bt_json_put_u64(w, number[i]);
    bt_json_close(w, ']');
}

static void put_arg(bt_json_writer *w, const bt_arg *arg)
{
    bt_json_key(w, arg->name);
    switch (arg->kind) {
    case BT_ARG_NUMBER:
        bt_json_put_u64(w, arg->number);
        break;
    case BT_ARG_WORDS:
    case BT_ARG_QUOTE:
        bt_json_put_string(w, (bt_span){arg->at.words, (size_t)arg->number});
        break;
    case BT_ARG_LIST:
        put_numbers(w, arg->at.list, (size_t)arg->number);
        break;
    case BT_ARG_TRUTH:
        bt_json_put_bool(w, arg->number);
        break;
    }
}

/* The message that the sentence was made from: its key, and the arguments by name. */
static void put_message(bt_json_writer *w, const bt_step *step)
{
    bti_put_member(w, "key", step->key);
    bt_json_key(w, "args");
    bt_json_open(w, '{');
    for (size_t i = 0; i < step->args.count; i++)
        put_arg(w, &step->args.arg[i]);
    bt_json_close(w, '}');
}

static void put_step(bt_json_writer *w, const bt_step *step)
{
    bt_json_open(w, '{');
    bti_put_member(w, "kind", step->kind);
    bti_put_member(w, "text", step->text);
    put_message(w, step);
    for (const bt_fact *f = step->facts; f; f = f->next) {
        bt_json_key(w, f->key);
        if (f->words)
            bt_json_put_string(w, bt_span_of(f->words));
        else if (f->list)
            put_numbers(w, f->number, f->numbers);
        else
            bt_json_put_u64(w, f->number[0]);
    }
    if (step->grid)
        put_grid(w, step->grid);
    bt_json_close(w, '}');
}

static bt_status write_steps(bti_call *call, bt_solver *solver, bt_sum *sum,
                             const bt_steps *steps, bt_text *out)
{
    bti_report report;
    BT_TRY(bti_report_make(solver, sum, &report));
    if (!bti_given(call, BTI_JSON)) {
        bti_title_text(out, sum);
        bt_steps_write_text(steps, out);
        return bt_text_status(out);
    }
    bt_json_writer w;
    bt_json_begin(&w, out);
    bt_json_open(&w, '{');
    bti_report_json(&w, sum, &report);
    bt_json_key(&w, "steps");
    bt_json_open(&w, '[');
    for (const bt_step *step = steps->first; step; step = step->next)
        put_step(&w, step);
    bt_json_close(&w, ']');
    bt_json_close(&w, '}');
    bt_text_put_char(out, '\n');
    return bt_text_status(out);
}

/* The first grid of the explanation, into the file of -o. */
static bt_status draw(bti_call *call, const bt_steps *steps, bt_picture kind)
{
    bt_text picture;
    const bt_step *step = steps->first;
    while (step && !step->grid)
        step = step->next;
    if (!step)
        return bt_fail(call->ctx, BT_DOMAIN,
                       "this explanation has no grid to draw; leave out -o to read it",
                       BT_NO_ARGS);
    bt_text_init(&picture, call->ctx);
    bt_draw_grid(step->grid, kind, &picture);
    bt_status status = bt_text_status(&picture);
    if (status == BT_OK)
        status = bti_call_write(call, call->output, bt_text_span(&picture));
    bt_text_free(&picture);
    return status;
}

static bt_status explain(bti_call *call, bt_solver *solver, bt_sum *sum,
                         bt_picture kind)
{
    bt_steps steps;
    bt_text whole;
    bt_steps_init(&steps, call->ctx);
    bt_text_init(&whole, call->ctx);
    bt_status status = bt_explain(solver, sum, &steps);
    if (status == BT_OK)
        status = write_steps(call, solver, sum, &steps, &whole);
    if (status == BT_OK && bti_given(call, BTI_OUTPUT))
        status = draw(call, &steps, kind);
    if (status == BT_OK)
        bt_text_put_span(&call->out, bt_text_span(&whole));
    bt_text_free(&whole);
    bt_steps_free(&steps);
    return status;
}

static bt_status run_explain(bti_call *call)
{
    bti_parts parts;
    bt_solver *solver = NULL;
    bt_picture kind = BT_SVG;
    if (bti_given(call, BTI_OUTPUT))
        BT_TRY(bti_picture_kind(call, &kind));
    BT_TRY(bti_parts_read(call, &parts));
    bt_status status = bt_solver_new(call->ctx, call->by, &solver);
    if (status == BT_OK)
        status = explain(call, solver, &parts.sum, kind);
    bt_solver_free(solver);
    bti_parts_free(call, &parts);
    return status;
}

static const char *const usage[] = {
    "explain RULES POSITION [+ RULES POSITION]...",
    NULL,
};

static const char *const examples[] = {
    "explain nim 14,9,7,5,2",
    "explain nim 3,4 + subtraction:1,2 8",
    "explain nim 2,4,5 -o grid.svg",
    NULL,
};

const bti_command bti_command_explain = {
    .name = "explain",
    .usage = usage,
    .summary = "the answer with the reason",
    .help =
        "Says why the position is won or lost, step by step: the binary grid and the\n"
        "columns for games like Nim, the argument of the theorem for others, the "
        "labels\n"
        "of the options where the answer was searched; then a winning move or, where\n"
        "every move loses, the opponent's answers. With --json each step has a kind "
        "and\n"
        "the numbers it speaks of. With -o the first grid is drawn into a file, too.",
    .options = BTI_BIT(BTI_JSON) | BTI_BIT(BTI_POSITION) | BTI_BIT(BTI_BY) |
               BTI_BIT(BTI_MEMORY) | BTI_BIT(BTI_OUTPUT),
    .examples = examples,
    .run = run_explain,
};
