/* SPDX-License-Identifier: MIT */
#include "commands/table_cells.h"

#include "commands/report.h"

#include "core/arith.h"
#include "core/quote.h"

#include <string.h>

enum { MOST_CELLS = 1000000, POSITION_BYTES = 21 * BTI_TABLE_WORDS };

static bt_status no_range(bt_context *ctx, bt_span text)
{
    return bt_fail(
        ctx, BT_SYNTAX,
        "{text} is not a range: a table takes 0..40, or 40 for the same, or two ranges "
        "as in 0..20,1..4; other numbers stand still, as in 0..7,0..7,3",
        BT_ARGS(BT_QUOTE("text", text)));
}

static bt_status take_number(bt_context *ctx, bt_span whole, bt_span *text,
                             uint64_t *number)
{
    bt_take_blanks(text);
    bt_number kind = bt_take_u64(text, number);
    if (kind == BT_NUMBER_TOO_LARGE)
        return bt_fail(
            ctx, BT_DOMAIN,
            "the range {whole} goes too far: numbers go up to 18446744073709551615",
            BT_ARGS(BT_QUOTE("whole", whole)));
    if (kind == BT_NUMBER_NONE)
        return no_range(ctx, whole);
    bt_take_blanks(text);
    return BT_OK;
}

/* Takes 3..40, which runs, or 40, which does not. */
static bt_status take_word(bt_context *ctx, bt_span whole, bt_span *text,
                           bti_table_word *word, bti_range *range)
{
    BT_TRY(take_number(ctx, whole, text, &word->number));
    if (!bt_take_char(text, '.'))
        return BT_OK;
    if (!bt_take_char(text, '.'))
        return no_range(ctx, whole);
    uint64_t from = word->number, to;
    BT_TRY(take_number(ctx, whole, text, &to));
    if (from > to)
        return bt_fail(ctx, BT_DOMAIN,
                       "the range {from}..{to} is empty: the smaller number stands "
                       "first, as in {to}..{from}",
                       BT_ARGS(BT_NUM("from", from), BT_NUM("to", to)));
    *range = (bti_range){from, to};
    word->runs = true;
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

static void run_word(bti_cells *c, size_t word, bti_range range)
{
    c->word[word].runs = true;
    c->word[word].axis = c->numbers;
    c->place[c->numbers] = word;
    c->range[c->numbers++] = range;
}

/* Without any range the numbers themselves are where ranges from 0 end. */
static bt_status run_numbers(bti_cells *c, bt_span ranges)
{
    if (c->words > 2)
        return bt_fail(
            c->ctx, BT_SYNTAX,
            "{ranges} has no range: a table needs one or two, as in 0..7,0..7,3",
            BT_ARGS(BT_QUOTE("ranges", ranges)));
    for (size_t i = 0; i < c->words; i++)
        run_word(c, i, (bti_range){0, c->word[i].number});
    return BT_OK;
}

/* The words between commas; a colon may stand before the last one. */
static bt_status take_words(bti_cells *c, bt_span ranges)
{
    bt_span text = ranges;
    bool more = true;
    while (more) {
        bti_table_word word = {0};
        bti_range range = {0};
        if (c->words == BTI_TABLE_WORDS)
            return bt_fail(c->ctx, BT_UNABLE,
                           "the positions of a table have at most {most} numbers",
                           BT_ARGS(BT_NUM("most", BTI_TABLE_WORDS)));
        BT_TRY(take_word(c->ctx, ranges, &text, &word, &range));
        if (word.runs && c->numbers == 2)
            return bt_fail(c->ctx, BT_SYNTAX,
                           "a table has one range or two, and {ranges} has more: give "
                           "numbers for the others, as in 0..7,0..7,3",
                           BT_ARGS(BT_QUOTE("ranges", ranges)));
        c->word[c->words] = word;
        if (word.runs)
            run_word(c, c->words, range);
        c->words++;
        bool colon = !c->colon_given && bt_take_char(&text, ':');
        more = colon || (!c->colon_given && bt_take_char(&text, ','));
        c->colon_given = c->colon_given || colon;
    }
    return text.len > 0 ? no_range(c->ctx, ranges) : BT_OK;
}

bt_status bti_cells_read(bt_context *ctx, bt_span ranges, bti_cells *out)
{
    *out = (bti_cells){.ctx = ctx};
    BT_TRY(take_words(out, ranges));
    if (out->numbers == 0)
        BT_TRY(run_numbers(out, ranges));
    if (!count_cells(out))
        return bt_fail(ctx, BT_UNABLE,
                       "a table has at most {most} cells; the range {ranges} has more",
                       BT_ARGS(BT_NUM("most", MOST_CELLS), BT_QUOTE("ranges", ranges)));
    return BT_OK;
}

/* What stands before a word of a position. */
static char mark_before(const bti_cells *c, size_t word)
{
    return word + 1 == c->words ? c->between : ',';
}

void bti_cells_position(const bti_cells *c, const char *n, const char *m, bt_text *out)
{
    for (size_t i = 0; i < c->words; i++) {
        if (i > 0)
            bt_text_put_char(out, mark_before(c, i));
        if (c->word[i].runs)
            bt_text_put(out, c->word[i].axis == 0 ? n : m);
        else
            bt_text_put_u64(out, c->word[i].number);
    }
}

static bt_span cell_text(const bti_cells *c, size_t cell, char *room)
{
    uint64_t at[2] = {c->range[0].from + cell % c->columns,
                      c->range[1].from + cell / c->columns};
    size_t len = 0;
    for (size_t i = 0; i < c->words; i++) {
        const bti_table_word *w = &c->word[i];
        if (i > 0)
            room[len++] = mark_before(c, i);
        len += bt_print_u64(room + len, w->runs ? at[w->axis] : w->number);
    }
    return (bt_span){room, len};
}

bt_status bti_cells_parse(const bti_cells *c, size_t cell, bt_pos *pos)
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
        if (bti_cells_parse(c, i, pos) == BT_OK)
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

/* A row of heads and tails is not a number. */
static bool has_numbers(const bt_rules *rules)
{
    return rules->look != BT_LOOK_COINS;
}

/* Whether these rules take two numbers where one was given. */
static bool takes_two(const bti_cells *c, bt_pos *pos)
{
    static const char *const some[] = {"5", "1", "3,5", "5,3", "1,1"};
    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++) {
        pos->n = 0;
        if (c->game->rules->parse(c->ctx, c->game, bt_span_of(some[i]), pos) == BT_OK)
            return i > 1;
    }
    return false;
}

/* Decides from the first cell how positions are written: 3,4 or else 3:4. */
static bt_status choose_form(bti_cells *c, bt_pos *pos)
{
    char comma[POSITION_BYTES], colon[POSITION_BYTES], why[400] = "";
    bti_quote first;
    c->between = c->colon_given ? ':' : ',';
    bt_status status = bti_cells_parse(c, 0, pos);
    if (status == BT_OK && c->words > 1)
        status = look_for_colon(c, pos);
    if (!is_refusal(status))
        return status;
    const char *text = bti_quoted(&first, cell_text(c, 0, comma));
    strncat(why, bt_message(c->ctx), sizeof why - 1);
    if (status == BT_DOMAIN && has_position(c, pos))
        return BT_OK;
    if (!has_numbers(c->game->rules))
        return bt_fail(c->ctx, BT_DOMAIN,
                       "{name} positions are not numbers, so there is no table; try "
                       "'bouton graph'",
                       BT_ARGS(BT_STR("name", c->game->rules->name)));
    if (c->words == 1 && takes_two(c, pos))
        return bt_fail(
            c->ctx, BT_SYNTAX,
            "a position of {name} has 2 numbers; give a range for each, such "
            "as 0..5,0..5",
            BT_ARGS(BT_STR("name", c->game->name)));
    if (c->words == 1 || c->colon_given || status == BT_DOMAIN)
        return bt_fail(c->ctx, status,
                       "the table begins at {text}, which is not a position: {why}",
                       BT_ARGS(BT_STR("text", text), BT_STR("why", why)));
    c->between = ':';
    status = bti_cells_parse(c, 0, pos);
    if (!is_refusal(status))
        return status;
    if (status == BT_DOMAIN) {
        why[0] = 0;
        strncat(why, bt_message(c->ctx), sizeof why - 1);
    }
    return bt_fail(
        c->ctx, status,
        "the table begins at {text} or {other}, and neither is a position: {why}",
        BT_ARGS(BT_STR("text", text), BT_QUOTE("other", cell_text(c, 0, colon)),
                BT_STR("why", why)));
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
    bt_status status = bti_cells_parse(c, cell, &w->part.pos);
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
        return bt_fail(
            cells->ctx, BT_DOMAIN,
            "Grundy values belong to normal play: leave out --grundy or /misere",
            BT_NO_ARGS);
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
