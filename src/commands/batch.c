/* SPDX-License-Identifier: MIT
 * Batch: one position a line, one answer a line. Lines are read in large pieces; what
 * stands after the last line end waits for the next piece. One solver serves all
 * lines, so what one line has searched the next one finds. A line that names no
 * position because it is blank or a comment is repeated, so that line n of the output
 * belongs to line n of the input. */
#include "commands/batch.h"

#include "commands/advice.h"
#include "commands/report.h"
#include "commands/table_file.h"
#include "core/json_members.h"
#include "core/utf8.h"

#include <string.h>

enum { PIECE = 1 << 18, FLUSH = 1 << 17, LONGEST_LINE = 1 << 26 };

typedef struct {
    bti_call *call;
    bt_solver *solver;
    bt_sum sum; /* of one part */
    bt_part part;
    bool begun; /* a byte-order mark before the first line was looked for */
    bool bad, unable;
    bool plain;     /* no tab and no carriage return in what is read and not answered */
    size_t scanned; /* so much of it is known to hold no line end */
    bt_source *source;
} batch;

/* The line as it came, but a tab becomes a blank and a carriage return goes. */
static void put_echo(const batch *b, bt_text *out, bt_span line)
{
    char *to = bt_text_reserve(out, line.len);
    if (!to)
        return;
    if (b->plain) {
        memcpy(to, line.at, line.len);
        out->len += line.len;
        return;
    }
    size_t len = 0;
    for (size_t i = 0; i < line.len; i++) {
        char c = line.at[i];
        to[len] = c == '\t' ? ' ' : c;
        len += c != '\r';
    }
    out->len += len;
}

struct first_move {
    bt_visit visit;
    const bt_game *game;
    const bt_verdict *verdict;
    bt_text *out;
};

static void put_verdict(bt_text *out, const bt_verdict *verdict)
{
    char *at = bt_text_reserve(out, 24); /* three tabs, a letter, a number */
    if (!at)
        return;
    at[0] = '\t';
    at[1] = bti_outcome_letter(verdict->outcome)[0];
    at[2] = '\t';
    at[3] = '-';
    size_t len = verdict->has_grundy ? bt_print_u64(at + 3, verdict->grundy) : 1;
    at[3 + len] = '\t';
    out->len += len + 4;
}

static bool put_target(bt_visit *visit, const bt_move *move)
{
    struct first_move *f = (struct first_move *)visit;
    put_verdict(f->out, f->verdict);
    f->game->rules->print(f->game, move->to, f->out);
    return false;
}

static bt_status put_answer(batch *b, bt_text *out)
{
    bt_verdict verdict;
    struct first_move f = {{.option = put_target}, b->part.game, &verdict, out};
    BT_TRY(bt_solve_and_walk(b->solver, &b->sum, &verdict, &f.visit));
    if (!f.visit.ended) {
        put_verdict(out, &verdict);
        bt_text_put_char(out, '-');
    }
    bt_text_put_char(out, '\n');
    return BT_OK;
}

static bt_status put_json_answer(batch *b, bt_text *out)
{
    bti_report report;
    bt_json_writer w;
    BT_TRY(bti_report_make(b->solver, &b->sum, &report));
    bt_json_begin(&w, out);
    bt_json_open(&w, '{');
    bti_report_json(&w, &b->sum, &report);
    BT_TRY(bti_moves_json(b->call, b->solver, &b->sum, BTI_WINNING_MOVES, &w));
    if (report.verdict.outcome == BT_D)
        BT_TRY(bti_moves_json(b->call, b->solver, &b->sum, BTI_DRAWING_MOVES, &w));
    bt_json_close(&w, '}');
    bt_text_put_char(out, '\n');
    return BT_OK;
}

static void put_text_error(const batch *b, bt_text *out)
{
    bt_context *ctx = b->call->ctx;
    bt_text_put(out, "\terror\t");
    bti_put_advised(out, b->call, bt_last_limit(ctx), bt_message(ctx));
    bt_text_put_char(out, '\n');
}

static void put_json_error(bt_text *out, bt_span line, bt_status status,
                           const bt_context *ctx)
{
    bt_json_writer w;
    bt_json_begin(&w, out);
    bt_json_open(&w, '{');
    bti_put_span_member(&w, "position", line);
    bti_put_error(&w, status, bt_message(ctx), bt_last_limit(ctx));
    bt_json_close(&w, '}');
    bt_text_put_char(out, '\n');
}

static bool is_blank(bt_span line)
{
    bt_take_blanks(&line);
    return line.len == 0;
}

/* With --json every line is an object: {"comment":"# piles"}. */
static void put_json_comment(bt_text *out, bt_span line)
{
    bt_json_writer w;
    bt_json_begin(&w, out);
    bt_json_open(&w, '{');
    bti_put_span_member(&w, "comment", line);
    bt_json_close(&w, '}');
}

/* A line that cannot be answered gets its sentence and the others go on; only a failure
 * to write, to get memory, or a stop ends the batch. */
static bt_status answer_line(batch *b, bt_span line)
{
    bt_text *out = &b->call->out;
    bt_context *ctx = b->call->ctx;
    const bt_game *game = b->part.game;
    bool json = bti_given(b->call, BTI_JSON);
    if (line.len > 0 && line.at[line.len - 1] == '\r')
        line.len--;
    size_t start = out->len;
    if (!json)
        put_echo(b, out, line);
    size_t echoed = out->len;
    bt_status status = game->rules->parse(ctx, game, line, &b->part.pos);
    if ((status == BT_SYNTAX || status == BT_DOMAIN) &&
        (is_blank(line) || line.at[0] == '#')) {
        if (json)
            put_json_comment(out, line);
        bt_text_put_char(out, '\n');
        return bt_text_status(out);
    }
    if (status == BT_OK)
        status = json ? put_json_answer(b, out) : put_answer(b, out);
    if (bt_text_status(out) != BT_OK || status == BT_STOPPED || status == BT_NOMEM)
        return status != BT_OK ? status : bt_text_status(out);
    if (status == BT_OK)
        return BT_OK;
    if (status == BT_UNABLE)
        b->unable = true;
    else
        b->bad = true;
    out->len = json ? start : echoed; /* drop the half-written answer */
    if (json)
        put_json_error(out, line, status, ctx);
    else
        put_text_error(b, out);
    return bt_text_status(out);
}

/* Reads over a byte-order mark; false: not all of it may be there yet. */
static bool begin(batch *b, bt_span *rest, bool end)
{
    size_t mark = b->begun ? 0 : bti_utf8_mark(rest->at, rest->len);
    if (!b->begun && !end && rest->len < 3 && rest->len > 0 && rest->at[0] == '\xEF')
        return false;
    *rest = (bt_span){rest->at + mark, rest->len - mark};
    b->begun = true;
    return true;
}

/* Answers the whole lines in `in` and keeps the rest; at the end the rest is a line. */
static bt_status answer_lines(batch *b, bt_text *in, bool end)
{
    bt_span rest = bt_text_span(in);
    if (!begin(b, &rest, end))
        return BT_OK;
    while (rest.len > 0) {
        const char *newline = memchr(rest.at + b->scanned, '\n', rest.len - b->scanned);
        b->scanned = newline ? 0 : rest.len;
        if (!newline && !end)
            break;
        size_t len = newline ? (size_t)(newline - rest.at) : rest.len;
        BT_TRY(answer_line(b, (bt_span){rest.at, len}));
        len += newline != NULL;
        rest = (bt_span){rest.at + len, rest.len - len};
        if (b->call->out.len >= FLUSH)
            BT_TRY(bti_flush(b->call));
    }
    if (rest.len > 0 && rest.at != in->at)
        memmove(in->at, rest.at, rest.len);
    in->len = rest.len;
    return BT_OK;
}

static bt_status read_piece(batch *b, bt_text *in, bool *end)
{
    size_t got = 0;
    char *at = bt_text_reserve(in, PIECE);
    if (!at)
        return bt_text_status(in);
    BT_TRY(b->source->read(b->source, b->call->ctx, at, PIECE, &got));
    bool fresh = in->len == 0, odd = memchr(at, '\t', got) || memchr(at, '\r', got);
    b->plain = !odd && (fresh || b->plain);
    in->len += got;
    *end = got == 0;
    return BT_OK;
}

static bt_status answer_all(batch *b)
{
    bt_text in;
    bt_text_init(&in, b->call->ctx);
    bt_status status = BT_OK;
    for (bool end = false; !end && status == BT_OK;) {
        status = bt_stopped(b->call->ctx) ? BT_STOPPED : read_piece(b, &in, &end);
        if (status == BT_OK)
            status = answer_lines(b, &in, end);
        if (status == BT_OK && in.len > LONGEST_LINE)
            status = bt_fail(
                b->call->ctx, BT_UNABLE,
                "a line of the batch is longer than {most} MB, and no position is",
                BT_ARGS(BT_NUM("most", (uint64_t)(LONGEST_LINE >> 20))));
        if (status == BT_OK)
            status = bti_flush(b->call); /* nobody waits for an answer already known */
    }
    bt_text_free(&in);
    if (status == BT_OK)
        b->call->exit_code = b->bad ? 2 : b->unable ? 3 : 0;
    return status;
}

/* Standard input is the caller's to close. */
static bt_status open_input(batch *b, bool *own)
{
    bti_call *call = b->call;
    bt_span name = call->words > 1 ? call->word[1].text : bt_span_of("-");
    *own = !bt_span_equal(name, bt_span_of("-"));
    if (*own)
        return bt_open_source(call->ctx, name, &b->source);
    b->source = call->io->input;
    if (!b->source)
        return bt_fail(call->ctx, BT_UNABLE, "there is no standard input here",
                       BT_NO_ARGS);
    return BT_OK;
}

bt_status bti_batch(bti_call *call)
{
    BT_TRY(bti_table_usage(call));
    if (call->words == 0)
        return bt_fail(call->ctx, BT_SYNTAX,
                       "--batch needs rules, such as: bouton solve nim --batch FILE",
                       BT_NO_ARGS);
    if (bti_given(call, BTI_POSITION))
        return bt_fail(call->ctx, BT_SYNTAX,
                       "--batch reads positions from a file or from standard input; "
                       "--position does not go with it",
                       BT_NO_ARGS);
    if (call->words > 2)
        return bt_fail(call->ctx, BT_SYNTAX,
                       "--batch takes rules and at most one file; sums are not "
                       "possible in a batch",
                       BT_NO_ARGS);
    batch b = {.call = call};
    bt_game *game = NULL;
    bt_solved *solved = NULL;
    bool own = false;
    BT_TRY(bt_game_new(call->ctx, call->registry, call->word[0].text, &game));
    b.part.game = game;
    bt_pos_init(&b.part.pos, call->ctx);
    b.sum = (bt_sum){.part = &b.part, .n = 1};
    bt_status status = bti_warn(call, game);
    if (status == BT_OK)
        status = bt_solver_new(call->ctx, call->by, &b.solver);
    if (status == BT_OK)
        status = bti_table_read(call, game, 1, b.solver, &solved);
    if (status == BT_OK)
        status = open_input(&b, &own);
    if (status == BT_OK)
        status = answer_all(&b);
    if (b.source && own)
        b.source->close(b.source);
    bt_solver_free(b.solver);
    bt_solved_free(solved);
    bt_pos_free(&b.part.pos);
    bt_game_free(game);
    return status;
}
