/* SPDX-License-Identifier: MIT */
#include "commands/table_cells.h"

#include "commands/report.h"

#include "core/arith.h"
#include "core/quote.h"

#include <string.h>

enum { MOST_CELLS = 1000000, POSITION_BYTES = 42 };

static bt_status no_range(bt_context *ctx, bt_span text)
{
    bti_quote quote;
    return bt_fail(ctx, BT_SYNTAX,
                   "%s is not a range: wanted is 0..40, or 40 for the same, or two of "
                   "them as in 0..20,1..4",
                   bti_quoted(&quote, text));
}

static bt_status take_number(bt_context *ctx, bt_span whole, bt_span *text,
                             uint64_t *number)
{
    bti_quote quote;
    bt_take_blanks(text);
    bt_number kind = bt_take_u64(text, number);
    if (kind == BT_NUMBER_TOO_LARGE)
        return bt_fail(
            ctx, BT_DOMAIN,
            "the range %s goes too far: numbers go up to 18446744073709551615",
            bti_quoted(&quote, whole));
    if (kind == BT_NUMBER_NONE)
        return no_range(ctx, whole);
    bt_take_blanks(text);
    return BT_OK;
}

/* Takes 3..40 or 40. */
static bt_status take_range(bt_context *ctx, bt_span whole, bt_span *text,
                            bti_range *out)
{
    uint64_t from = 0, to;
    BT_TRY(take_number(ctx, whole, text, &to));
    if (bt_take_char(text, '.')) {
        if (!bt_take_char(text, '.'))
            return no_range(ctx, whole);
        from = to;
        BT_TRY(take_number(ctx, whole, text, &to));
    }
    if (from > to)
        return bt_fail(ctx, BT_DOMAIN,
                       "the range %llu..%llu is empty: the smaller number stands "
                       "first, as in %llu..%llu",
                       (unsigned long long)from, (unsigned long long)to,
                       (unsigned long long)to, (unsigned long long)from);
    *out = (bti_range){from, to};
    return BT_OK;
}

static bool count_cells(bti_cells *c)
{
    uint64_t columns, rows, cells;
    bool fits = bti_add(c->range[0].to - c->range[0].from, 1, &columns) &&
                bti_add(c->range[1].to - c->range[1].from, 1, &rows) &&
                bti_mul(columns, rows, &cells) && cells <= MOST_CELLS;
    c->columns = fits ? (size_t)columns : 0;
    c->rows = fits ? (size_t)rows : 0;
    return fits;
}

bt_status bti_cells_read(bt_context *ctx, bt_span ranges, bti_cells *out)
{
    bti_quote quote;
    bt_span text = ranges;
    *out = (bti_cells){.ctx = ctx};
    do {
        if (out->numbers == 2)
            return bt_fail(ctx, BT_SYNTAX,
                           "a table has one range or two, as in 0..20,1..4; %s has "
                           "more",
                           bti_quoted(&quote, ranges));
        BT_TRY(take_range(ctx, ranges, &text, &out->range[out->numbers++]));
    } while (bt_take_char(&text, ','));
    if (text.len > 0)
        return no_range(ctx, ranges);
    if (!count_cells(out))
        return bt_fail(ctx, BT_UNABLE,
                       "a table has at most %d cells; the range %s has more",
                       MOST_CELLS, bti_quoted(&quote, ranges));
    return BT_OK;
}

const char *bti_cells_position(const bti_cells *c)
{
    return c->numbers == 1 ? "n" : c->between == ':' ? "n:m" : "n,m";
}

static bt_span cell_text(const bti_cells *c, size_t cell, char *room)
{
    size_t len = bt_print_u64(room, c->range[0].from + cell % c->columns);
    if (c->numbers == 2) {
        room[len++] = c->between;
        len += bt_print_u64(room + len, c->range[1].from + cell / c->columns);
    }
    return (bt_span){room, len};
}

static bt_status parse_cell(const bti_cells *c, size_t cell, bt_pos *pos)
{
    char room[POSITION_BYTES];
    pos->n = 0;
    return c->game->rules->parse(c->ctx, c->game, cell_text(c, cell, room), pos);
}

static bool is_refusal(bt_status status)
{
    return status == BT_SYNTAX || status == BT_DOMAIN;
}

/* Whether some cell is a position, where the first one is not. */
static bool has_position(bti_cells *c, bt_pos *pos)
{
    size_t cells = c->rows * c->columns;
    for (size_t i = 1; i < cells; i++)
        if (parse_cell(c, i, pos) == BT_OK)
            return true;
    return false;
}

/* Rules that read 3,4 and write it 3:4 have a colon between their numbers. */
static bt_status look_for_colon(bti_cells *c, const bt_pos *pos)
{
    bt_text text;
    bt_text_init(&text, c->ctx);
    c->game->rules->print(c->game, pos, &text);
    bt_status status = bt_text_status(&text);
    if (status == BT_OK && text.len > 0 && memchr(text.at, ':', text.len))
        c->between = ':';
    bt_text_free(&text);
    return status;
}

/* Decides from the first cell how positions are written: 3,4 or else 3:4. */
static bt_status choose_form(bti_cells *c, bt_pos *pos)
{
    char comma[POSITION_BYTES], colon[POSITION_BYTES], why[400] = "";
    bti_quote first, second;
    c->between = ',';
    bt_status status = parse_cell(c, 0, pos);
    if (status == BT_OK && c->numbers == 2)
        status = look_for_colon(c, pos);
    if (!is_refusal(status))
        return status;
    const char *text = bti_quoted(&first, cell_text(c, 0, comma));
    strncat(why, bt_message(c->ctx), sizeof why - 1);
    if (status == BT_DOMAIN && has_position(c, pos))
        return BT_OK;
    if (c->numbers == 1 || status == BT_DOMAIN)
        return bt_fail(c->ctx, status,
                       "the table begins at %s, which is not a position: %s", text,
                       why);
    c->between = ':';
    status = parse_cell(c, 0, pos);
    if (!is_refusal(status))
        return status;
    if (status == BT_DOMAIN) {
        why[0] = 0;
        strncat(why, bt_message(c->ctx), sizeof why - 1);
    }
    return bt_fail(c->ctx, status,
                   "the table begins at %s or %s, and neither is a position: %s", text,
                   bti_quoted(&second, cell_text(c, 0, colon)), why);
}

/* Theorems come first, alone; what they do not tell is asked of `search`. */
struct work {
    bti_cells *cells;
    bt_solver *first, *search;
    bt_part part;
    bt_sum sum;
};

static bt_status ask(struct work *w, bt_verdict *out)
{
    bt_status status = bt_solve(w->first, &w->sum, out);
    if (!w->search || (status != BT_OK && status != BT_UNABLE))
        return status;
    if (status == BT_OK && (out->has_grundy || !w->cells->value))
        return BT_OK;
    return bt_solve(w->search, &w->sum, out);
}

static bt_status solve_cell(struct work *w, size_t cell)
{
    bti_cells *c = w->cells;
    bt_verdict verdict;
    bt_status status = parse_cell(c, cell, &w->part.pos);
    if (is_refusal(status)) {
        c->label[cell] = ' ';
        return BT_OK;
    }
    BT_TRY(status);
    BT_TRY(ask(w, &verdict));
    bool known = verdict.outcome != BT_UNKNOWN && (!c->value || verdict.has_grundy);
    c->label[cell] = known ? bti_outcome_letter(verdict.outcome)[0] : '?';
    if (c->value)
        c->value[cell] = known ? verdict.grundy : 0;
    return BT_OK;
}

/* From the largest cell down, so that a table of heaps grows once. */
static bt_status solve_cells(struct work *w)
{
    const bt_host *host = bt_context_host(w->cells->ctx);
    size_t cells = w->cells->rows * w->cells->columns;
    BT_TRY(choose_form(w->cells, &w->part.pos));
    for (size_t i = cells; i-- > 0;) {
        BT_TRY(solve_cell(w, i));
        if (i % 1024 != 0)
            continue;
        if (bt_stopped(w->cells->ctx))
            return BT_STOPPED;
        if (host->progress)
            host->progress(host->self, "cells", cells - i, cells);
    }
    return BT_OK;
}

/* Beside theorems, labels are searched with them and values without: a theorem that
 * tells the outcome only would stand in the way of the value. */
static bt_status make_solvers(struct work *w, bt_by by, bool grundy)
{
    bt_context *ctx = w->cells->ctx;
    BT_TRY(bt_solver_new(ctx, by == BT_BY_ANY ? BT_BY_THEOREM : by, &w->first));
    if (by != BT_BY_ANY)
        return BT_OK;
    return bt_solver_new(ctx, grundy ? BT_BY_SEARCH : BT_BY_ANY, &w->search);
}

static bt_status make_room(bti_cells *c, bool grundy)
{
    size_t cells = c->rows * c->columns;
    c->label = bt_resize(c->ctx, NULL, 0, cells);
    if (c->label && grundy)
        c->value = bt_resize_array(c->ctx, NULL, 0, cells, sizeof *c->value);
    return c->label && (c->value || !grundy) ? BT_OK : bt_last_status(c->ctx);
}

bt_status bti_cells_solve(bti_cells *cells, const bt_game *game, bt_by by, bool grundy)
{
    if (grundy && game->play == BT_MISERE)
        return bt_fail(cells->ctx, BT_DOMAIN,
                       "Grundy values belong to normal play: leave out --grundy or "
                       "/misere");
    cells->game = game;
    struct work w = {.cells = cells, .part.game = game};
    w.sum = (bt_sum){.part = &w.part, .n = 1, .cap = 1};
    bt_pos_init(&w.part.pos, cells->ctx);
    bt_status status = make_room(cells, grundy);
    if (status == BT_OK)
        status = make_solvers(&w, by, grundy);
    if (status == BT_OK)
        status = solve_cells(&w);
    bt_solver_free(w.first);
    bt_solver_free(w.search);
    bt_pos_free(&w.part.pos);
    if (status != BT_OK)
        bti_cells_free(cells);
    return status;
}

void bti_cells_free(bti_cells *c)
{
    size_t cells = c->rows * c->columns;
    if (c->label)
        bt_release(c->ctx, c->label, cells);
    if (c->value)
        bt_release(c->ctx, c->value, cells * sizeof *c->value);
    c->label = NULL;
    c->value = NULL;
}

/* Are the cells i and j from the end the same? */
static bool same(const bti_cells *c, size_t i, size_t j)
{
    size_t a = c->columns - 1 - i, b = c->columns - 1 - j;
    return c->label[a] == c->label[b] && (!c->value || c->value[a] == c->value[b]);
}

/* same_for[p]: how far from the end back every cell equals the one p before it. These
 * are the lengths of the Z-algorithm (Main and Lorentz 1984; Gusfield 1997) for the row
 * read backwards: what is known of the stretch [left, right) that repeats the beginning
 * is not compared again, so all of it takes linear time. The last same_for[p] + p cells
 * have period p. */
static void find_stretches(const bti_cells *c, uint32_t *same_for, size_t most)
{
    size_t left = 0, right = 0;
    for (size_t p = 1; p <= most; p++) {
        size_t len = 0;
        if (p < right)
            len = same_for[p - left] < right - p ? same_for[p - left] : right - p;
        while (p + len < c->columns && same(c, len, p + len))
            len++;
        if (p + len > right) {
            left = p;
            right = p + len;
        }
        same_for[p] = (uint32_t)len;
    }
}

/* next_p[i]: the first P from cell i on, or where the row ends. */
static void find_next_p(const bti_cells *c, uint32_t *next_p)
{
    size_t next = c->columns;
    for (size_t i = c->columns; i-- > 0;) {
        if (c->label[i] == 'P')
            next = i;
        next_p[i] = (uint32_t)next;
    }
}

/* A pattern is told from its first P on, and has to stand there twice from there on. */
static void find_pattern(const bti_cells *c, const uint32_t *same_for, size_t most,
                         const uint32_t *next_p, bti_pattern *out)
{
    size_t longest = 0;
    for (size_t p = 1; p <= most; p++) {
        size_t len = same_for[p] + p, from = c->columns - len;
        if (len <= longest || len < 2 * p || 2 * len < c->columns)
            continue;
        if (next_p[from] < from + p)
            from = next_p[from];
        if (c->columns - from < 2 * p)
            continue;
        longest = len;
        *out = (bti_pattern){.preperiod = c->columns - len, .period = p, .from = from};
    }
}

bt_status bti_cells_pattern(const bti_cells *c, bti_pattern *out)
{
    size_t most = c->columns / 2;
    *out = (bti_pattern){0};
    if (c->rows > 1 || most == 0 || memchr(c->label, ' ', c->columns) ||
        memchr(c->label, '?', c->columns))
        return BT_OK;
    size_t room = most + 1 + c->columns;
    uint32_t *same_for = bt_resize_array(c->ctx, NULL, 0, room, sizeof *same_for);
    if (!same_for)
        return bt_last_status(c->ctx);
    uint32_t *next_p = same_for + most + 1;
    find_stretches(c, same_for, most);
    find_next_p(c, next_p);
    find_pattern(c, same_for, most, next_p, out);
    bt_release(c->ctx, same_for, room * sizeof *same_for);
    return BT_OK;
}
