/* SPDX-License-Identifier: MIT
 * bouton table: labels or Grundy values over one number or two, as text, JSON, TSV and
 * picture. */
#include "commands/picture_file.h"
#include "commands/report.h"
#include "commands/table_cells.h"

#include "rules/game_rules.h"

#include "core/quote.h"
#include "core/tame.h"

#include <bouton/draw.h>

#include <string.h>

enum {
    LINE = 80,
    TOLD = 60,    /* longer patterns are not spelled out for people */
    DRAWN = 40000 /* cells of a picture at most */
};

static size_t width_of(uint64_t number)
{
    char room[20];
    return bt_print_u64(room, number);
}

static void pad(bt_text *out, size_t from, size_t to)
{
    for (; from < to; from++)
        bt_text_put_char(out, ' ');
}

static void put_number(bt_text *out, uint64_t number, size_t width)
{
    pad(out, width_of(number), width);
    bt_text_put_u64(out, number);
}

static bool has_value(const bti_cells *c, size_t cell)
{
    return c->value && (c->label[cell] == 'N' || c->label[cell] == 'P');
}

/* How wide the numbers above the columns and in the cells are. */
static size_t cell_width(const bti_cells *c)
{
    size_t width = width_of(c->range[0].to);
    for (size_t i = 0; i < c->rows * c->columns && c->value; i++) {
        size_t w = has_value(c, i) ? width_of(c->value[i]) : 1;
        width = w > width ? w : width;
    }
    return width;
}

static void put_cell(bt_text *out, const bti_cells *c, size_t cell, size_t width,
                     bool colour)
{
    if (has_value(c, cell)) {
        put_number(out, c->value[cell], width);
        return;
    }
    char label = c->label[cell];
    pad(out, 1, width);
    if (label == 'N' || label == 'P')
        bti_put_letter(out, label == 'N' ? BT_N : BT_P, colour);
    else
        bt_text_put_char(out, label);
}

static void end_line(bt_text *out)
{
    while (out->status == BT_OK && out->len > 0 && out->at[out->len - 1] == ' ')
        out->len--;
    bt_text_put_char(out, '\n');
}

/* The first or second number of a position: a file of rules has names for them. */
static const char *axis(const bti_cells *c, size_t i)
{
    const bti_game_file *file = bti_game_file_of(c->game);
    return file && i < file->scope.vars ? file->scope.var[i] : i == 0 ? "n" : "m";
}

static void put_title(bt_text *out, const bti_cells *c)
{
    bt_text_format(out, "%s ", c->game->name);
    for (size_t i = 0; i < c->numbers; i++)
        bt_text_format(out, "%s%llu..%llu", i > 0 ? "," : "",
                       (unsigned long long)c->range[i].from,
                       (unsigned long long)c->range[i].to);
    bt_text_put(out, c->value ? ", Grundy values\n" : "\n");
    if (c->numbers == 2)
        bt_text_format(out,
                       "%s runs along the columns, %s down the rows; a cell is the "
                       "position %s%c%s.\n",
                       axis(c, 0), axis(c, 1), axis(c, 0), c->between, axis(c, 1));
}

static size_t columns_a_line(size_t width)
{
    static const size_t nice[] = {20, 10, 5, 2};
    for (size_t i = 0; i < sizeof nice / sizeof nice[0]; i++)
        if (nice[i] * width <= LINE)
            return nice[i];
    return 1;
}

/* Numbers above, labels or values below, and where the pattern begins. */
static void put_rows(bt_text *out, const bti_cells *c, const bti_pattern *p,
                     bool colour)
{
    size_t width = cell_width(c) + 1, count = columns_a_line(width);
    for (size_t first = 0; first < c->columns; first += count) {
        size_t end = c->columns - first < count ? c->columns : first + count;
        if (first > 0)
            bt_text_put_char(out, '\n');
        for (size_t i = first; i < end; i++)
            put_number(out, c->range[0].from + i, width);
        bt_text_put_char(out, '\n');
        for (size_t i = first; i < end; i++)
            put_cell(out, c, i, width, colour);
        end_line(out);
        if (p->period <= 1 || end <= p->from)
            continue;
        size_t line = out->len;
        for (size_t i = first; i < end; i++) {
            bool begins = i >= p->from && (i - p->from) % p->period == 0;
            pad(out, 1, width);
            bt_text_put_char(out, begins ? '^' : ' ');
        }
        end_line(out);
        if (out->status == BT_OK && out->len == line + 1)
            out->len = line; /* none begins in this line */
    }
}

static void put_matrix(bt_text *out, const bti_cells *c, bool colour)
{
    size_t width = cell_width(c) + 1, head = width_of(c->range[1].to);
    size_t corner = strlen(axis(c, 0)) + 1 + strlen(axis(c, 1));
    head = head > corner ? head : corner;
    pad(out, corner, head);
    bt_text_format(out, "%s/%s", axis(c, 1), axis(c, 0));
    for (size_t i = 0; i < c->columns; i++)
        put_number(out, c->range[0].from + i, width);
    bt_text_put_char(out, '\n');
    for (size_t row = 0; row < c->rows; row++) {
        put_number(out, c->range[1].from + row, head);
        for (size_t i = 0; i < c->columns; i++)
            put_cell(out, c, row * c->columns + i, width, colour);
        end_line(out);
    }
}

/* The pattern as a word of labels, or as values with blanks between them. */
static void put_word(bt_text *out, const bti_cells *c, const bti_pattern *p)
{
    for (size_t i = 0; i < p->period; i++) {
        if (i > 0 && c->value)
            bt_text_put_char(out, ' ');
        put_cell(out, c, p->from + i, 0, false);
    }
}

static void put_pattern(bt_text *out, const bti_cells *c, const bti_pattern *p)
{
    if (p->period == 0)
        return;
    bt_text words;
    bt_text_init(&words, out->ctx);
    unsigned long long from = c->range[0].from + p->from;
    const char *n = c->numbers == 2 ? axis(c, 0) : "";
    const char *is = c->numbers == 2 ? " = " : "";
    if (p->period == 1) {
        bt_text_format(&words, "In this table every %s from %s%s%llu on is ",
                       c->value ? "value" : "position", n, is, from);
        put_word(&words, c, p);
        bt_text_put_char(&words, '.');
    } else {
        bt_text_put(&words, p->period <= TOLD ? "In this table the pattern "
                                              : "In this table a "
                                                "pattern ");
        if (p->period <= TOLD) {
            put_word(&words, c, p);
            bt_text_put_char(&words, ' ');
        }
        bt_text_format(&words, "of length %zu repeats from %s%s%llu on%s.", p->period,
                       n, is, from, c->numbers == 1 ? "; ^ marks where it begins" : "");
    }
    bt_text_put_char(out, '\n');
    bt_text_put_wrapped(out, bt_text_chars(&words), 0);
    if (bt_text_status(&words) != BT_OK && out->status == BT_OK)
        out->status = bt_text_status(&words);
    bt_text_free(&words);
}

static void write_text(bt_text *out, const bti_cells *c, const bti_pattern *p,
                       bool colour)
{
    put_title(out, c);
    bt_text_put_char(out, '\n');
    if (c->numbers == 1)
        put_rows(out, c, p, colour);
    else
        put_matrix(out, c, colour);
    put_pattern(out, c, p);
    if (memchr(c->label, '?', c->rows * c->columns))
        bt_text_put(out, "\nA ? stands for what no theorem here tells; without --by "
                         "theorem it is searched.\n");
}

/* Over one number a line for each; over two the matrix with its heads. */
static void write_tsv(bt_text *out, const bti_cells *c)
{
    const char *kind = c->value ? "value" : "label";
    if (c->numbers == 1) {
        bt_text_format(out, "n\t%s\n", kind);
        for (size_t i = 0; i < c->columns; i++) {
            bt_text_put_u64(out, c->range[0].from + i);
            bt_text_put_char(out, '\t');
            put_cell(out, c, i, 0, false);
            end_line(out);
        }
        return;
    }
    bt_text_format(out, "%s/%s", axis(c, 1), axis(c, 0));
    for (size_t i = 0; i < c->columns; i++) {
        bt_text_put_char(out, '\t');
        bt_text_put_u64(out, c->range[0].from + i);
    }
    bt_text_put_char(out, '\n');
    for (size_t cell = 0; cell < c->rows * c->columns; cell++) {
        if (cell % c->columns == 0)
            bt_text_put_u64(out, c->range[1].from + cell / c->columns);
        bt_text_put_char(out, '\t');
        if (c->label[cell] != ' ')
            put_cell(out, c, cell, 0, false);
        if (cell % c->columns == c->columns - 1)
            bt_text_put_char(out, '\n');
    }
}

static void put_ends(bt_json_writer *w, const bti_cells *c)
{
    bt_json_key(w, "from");
    bt_json_open(w, '[');
    for (size_t i = 0; i < c->numbers; i++)
        bt_json_put_u64(w, c->range[i].from);
    bt_json_close(w, ']');
    bt_json_key(w, "to");
    bt_json_open(w, '[');
    for (size_t i = 0; i < c->numbers; i++)
        bt_json_put_u64(w, c->range[i].to);
    bt_json_close(w, ']');
}

/* So many cells from `first` on: a string of labels or an array of values. */
static void put_stretch(bt_json_writer *w, const bti_cells *c, size_t first,
                        size_t count)
{
    if (!c->value) {
        bt_json_put_string(w, (bt_span){c->label + first, count});
        return;
    }
    bt_json_open(w, '[');
    for (size_t i = first; i < first + count; i++)
        if (has_value(c, i))
            bt_json_put_u64(w, c->value[i]);
        else
            bt_json_put_null(w);
    bt_json_close(w, ']');
}

static void write_json(bt_text *out, const bti_cells *c, const bti_pattern *p)
{
    const char *kind = c->value ? "values" : "labels";
    bt_json_writer w;
    bt_json_begin(&w, out);
    bt_json_open(&w, '{');
    bt_json_key(&w, "rules");
    bt_json_put_string(&w, bt_span_of(c->game->name));
    bt_json_key(&w, "play");
    bt_json_put_string(&w,
                       bt_span_of(c->game->play == BT_MISERE ? "misere" : "normal"));
    bt_json_key(&w, "position");
    bt_json_put_string(&w, bt_span_of(bti_cells_position(c)));
    put_ends(&w, c);
    bt_json_key(&w, kind);
    bt_json_open(&w, '[');
    for (size_t row = 0; row < c->rows; row++)
        put_stretch(&w, c, row * c->columns, c->columns);
    bt_json_close(&w, ']');
    bt_json_key(&w, "pattern");
    if (p->period == 0) {
        bt_json_put_null(&w);
    } else {
        bt_json_open(&w, '{');
        bt_json_key(&w, "preperiod");
        bt_json_put_u64(&w, c->range[0].from + p->preperiod);
        bt_json_key(&w, "period");
        bt_json_put_u64(&w, p->period);
        bt_json_key(&w, "from");
        bt_json_put_u64(&w, c->range[0].from + p->from);
        bt_json_key(&w, kind);
        put_stretch(&w, c, p->from, p->period);
        bt_json_close(&w, '}');
    }
    bt_json_close(&w, '}');
    bt_text_put_char(out, '\n');
}

static bt_status draw(bti_call *call, const bti_cells *c, const bti_pattern *p,
                      bt_picture kind)
{
    bt_table table = {
        .title = c->game->name,
        .column_name = axis(c, 0),
        .row_name = c->numbers == 2 ? axis(c, 1) : NULL,
        .first_column = c->range[0].from,
        .columns = c->columns,
        .first_row = c->range[1].from,
        .rows = c->rows,
        .label = c->label,
        .value = c->value,
        .preperiod = c->range[0].from + p->from,
        .period = p->period > 1 ? p->period : 0,
    };
    bt_text picture;
    bt_text_init(&picture, call->ctx);
    bt_draw_table(&table, kind, &picture);
    bt_status status = bt_text_status(&picture);
    if (status == BT_OK)
        status = bti_write_file(call, call->output, bt_text_span(&picture));
    bt_text_free(&picture);
    return status;
}

static bt_status write_table(bti_call *call, const bti_cells *c, bt_picture kind)
{
    bti_pattern pattern;
    bt_text whole;
    BT_TRY(bti_cells_pattern(c, &pattern));
    bt_text_init(&whole, call->ctx);
    if (bti_given(call, BTI_JSON))
        write_json(&whole, c, &pattern);
    else if (bti_given(call, BTI_TSV))
        write_tsv(&whole, c);
    else
        write_text(&whole, c, &pattern, call->io->colour);
    bt_status status = bt_text_status(&whole);
    if (status == BT_OK && bti_given(call, BTI_OUTPUT))
        status = draw(call, c, &pattern, kind);
    if (status == BT_OK)
        bti_text_put_text(&call->out, &whole);
    bt_text_free(&whole);
    return status;
}

static bt_status check_words(bti_call *call)
{
    bti_quote quote;
    if (call->words > 2)
        return bt_fail(call->ctx, BT_SYNTAX,
                       "%s is one word too many: a table is of one game, and two "
                       "ranges are one word as in 0..20,1..4",
                       bti_quoted(&quote, call->word[2].text));
    if (call->words < 2)
        return bt_fail(call->ctx, BT_SYNTAX,
                       "table needs rules and a range, such as: bouton table "
                       "subtraction:1,3,4 0..40");
    if (bti_given(call, BTI_JSON) && bti_given(call, BTI_TSV))
        return bt_fail(call->ctx, BT_SYNTAX, "--json and --tsv exclude each other");
    return BT_OK;
}

static bt_status run_table(bti_call *call)
{
    bti_cells cells;
    bt_game *game = NULL;
    bt_picture kind = BT_SVG;
    BT_TRY(check_words(call));
    BT_TRY(bti_cells_read(call->ctx, call->word[1].text, &cells));
    if (bti_given(call, BTI_OUTPUT)) {
        BT_TRY(bti_picture_kind(call, &kind));
        if (cells.rows * cells.columns > DRAWN)
            return bt_fail(
                call->ctx, BT_UNABLE,
                "a picture has at most %d cells; without -o a table may have "
                "more",
                DRAWN);
    }
    bt_status status =
        bt_game_new(call->ctx, call->registry, call->word[0].text, &game);
    if (status == BT_OK)
        status = bti_cells_solve(&cells, game, call->by, bti_given(call, BTI_GRUNDY));
    if (status == BT_OK) {
        status = write_table(call, &cells, kind);
        bti_cells_free(&cells);
    }
    bt_game_free(game);
    return status;
}

static const char *const usage[] = {
    "table RULES RANGE[,RANGE]",
    NULL,
};

static const char *const examples[] = {
    "table subtraction:1,3,4 0..40",
    "table nim 0..8,0..8 --grundy",
    "table nim 7,7 -o nim.svg",
    NULL,
};

const bti_command bti_command_table = {
    .name = "table",
    .usage = usage,
    .summary = "labels or Grundy values over one number or two",
    .help =
        "Labels all positions N or P whose numbers lie in a range. A RANGE is 3..40,\n"
        "or 40 for 0..40. One range: the position is the number itself, numbers\n"
        "stand above and labels below. Two ranges: the first number n runs along the\n"
        "columns, the second number m down the rows, and the position is n,m or, for\n"
        "rules that write a colon, n:m. A cell that is not a position stays blank.\n"
        "\n"
        "If the same labels come again and again, from the middle of the table on at\n"
        "least, the pattern is named. It is told from its first P on and stands\n"
        "there at least twice. That is a statement about this table. With --grundy\n"
        "there are Grundy values in place of labels, and those that no theorem tells\n"
        "are searched; a ? stands where --by theorem leaves one unknown. With --tsv\n"
        "there is one line for each number, or for two ranges the matrix with its\n"
        "heads. A table has at most 1000000 cells, a picture 40000.",
    .options = BTI_BIT(BTI_JSON) | BTI_BIT(BTI_TSV) | BTI_BIT(BTI_GRUNDY) |
               BTI_BIT(BTI_OUTPUT) | BTI_BIT(BTI_BY) | BTI_BIT(BTI_MEMORY),
    .examples = examples,
    .run = run_table,
};
