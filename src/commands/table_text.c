/* SPDX-License-Identifier: MIT
 * Lines end where the width of the context's lines does. */
#include "commands/table_text.h"

#include "commands/report.h"
#include "core/piece.h"

#include "rules/game_rules.h"

#include <string.h>

enum { TOLD = 60 }; /* longer patterns are not spelled out */

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

/* How wide the numbers above the columns and in the cells are. */
static size_t cell_width(const bti_cells *c)
{
    size_t width = width_of(c->range[0].to);
    for (size_t i = 0; i < c->rows * c->columns && c->value; i++) {
        size_t w = bti_cell_has_value(c, i) ? width_of(c->value[i]) : 1;
        width = w > width ? w : width;
    }
    return width;
}

static void put_cell(bt_text *out, const bti_cells *c, size_t cell, size_t width,
                     bool colour, bool shown)
{
    if (bti_cell_has_value(c, cell)) {
        put_number(out, c->value[cell], width);
        return;
    }
    char label = c->label[cell];
    pad(out, 1, width);
    if ((label == 'N' || label == 'P') && shown)
        bti_put_letter(out, label == 'N' ? BT_N : BT_P, colour);
    else
        bt_text_put_char(out, label);
}

void bti_put_cell(bt_text *out, const bti_cells *c, size_t cell, size_t width,
                  bool colour)
{
    put_cell(out, c, cell, width, colour, true);
}

void bti_put_plain_cell(bt_text *out, const bti_cells *c, size_t cell)
{
    put_cell(out, c, cell, 0, false, false);
}

static void end_line(bt_text *out)
{
    while (out->status == BT_OK && out->len > 0 && out->at[out->len - 1] == ' ')
        out->len--;
    bt_text_put_char(out, '\n');
}

const char *bti_axis_name(const bti_cells *c, size_t axis)
{
    const bti_game_file *file = bti_game_file_of(c->game);
    size_t word = c->place[axis];
    return file && word < file->scope.vars ? file->scope.var[word]
           : axis == 0                     ? "n"
                                           : "m";
}

static void put_title(bt_text *out, const bti_cells *c)
{
    bt_text position, title;
    bt_text_init(&title, out->ctx);
    bt_text_format(&title, "%s ", c->game->name);
    for (size_t i = 0; i < c->words; i++) {
        if (i > 0)
            bt_text_put_char(&title, c->colon_given && i + 1 == c->words ? ':' : ',');
        const bti_range *r = &c->range[c->word[i].axis];
        if (c->word[i].runs)
            bt_text_format(&title, "%llu..%llu", (unsigned long long)r->from,
                           (unsigned long long)r->to);
        else
            bt_text_put_u64(&title, c->word[i].number);
    }
    if (bt_text_status(&title) != BT_OK)
        out->status = bt_text_status(&title);
    bt_say(out, c->value ? BT_TEXT("{title}, Grundy values") : BT_TEXT("{title}"),
           BT_ARGS(BT_STR("title", bt_text_chars(&title))));
    bt_text_put_char(out, '\n');
    bt_text_free(&title);
    if (c->words == 1)
        return;
    bt_text_init(&position, out->ctx);
    bti_cells_position(c, bti_axis_name(c, 0), bti_axis_name(c, 1), &position);
    if (c->numbers == 2)
        bti_say_paragraph(out, 0,
                          "{across} runs along the columns, {down} down the rows; a "
                          "cell is the position {position}.",
                          BT_ARGS(BT_STR("across", bti_axis_name(c, 0)),
                                  BT_STR("down", bti_axis_name(c, 1)),
                                  BT_STR("position", bt_text_chars(&position))));
    else
        bti_say_paragraph(out, 0, "A cell is the position {position}.",
                          BT_ARGS(BT_STR("position", bt_text_chars(&position))));
    bti_piece_end(&position, out);
}

/* As many columns as a line holds, in a number that is easy to count in. */
static size_t columns_a_line(size_t width, size_t line)
{
    static const size_t nice[] = {100, 80, 60, 50, 40, 30, 20, 10, 5, 2};
    for (size_t i = 0; i < sizeof nice / sizeof nice[0]; i++)
        if (nice[i] * width <= line)
            return nice[i];
    return 1;
}

/* Does a pattern of more than one cell begin at this n? */
static bool begins_at(const bti_period *p, uint64_t n)
{
    return p->known != BTI_NOT_KNOWN && p->period > 1 && n >= p->preperiod &&
           (n - p->preperiod) % p->period == 0;
}

/* Numbers above, labels or values below, and where the pattern begins. */
static void put_rows(bt_text *out, const bti_cells *c, const bti_period *p, bool colour)
{
    size_t width = cell_width(c) + 1;
    size_t count = columns_a_line(width, bt_line_width(c->ctx));
    for (size_t first = 0; first < c->columns; first += count) {
        size_t end = c->columns - first < count ? c->columns : first + count;
        if (first > 0)
            bt_text_put_char(out, '\n');
        for (size_t i = first; i < end; i++)
            put_number(out, c->range[0].from + i, width);
        bt_text_put_char(out, '\n');
        for (size_t i = first; i < end; i++)
            bti_put_cell(out, c, i, width, colour);
        end_line(out);
        size_t line = out->len;
        for (size_t i = first; i < end; i++) {
            pad(out, 1, width);
            bt_text_put_char(out, begins_at(p, c->range[0].from + i) ? '^' : ' ');
        }
        end_line(out);
        if (out->status == BT_OK && out->len == line + 1)
            out->len = line; /* none begins in this line */
    }
}

/* Columns of the matrix from `first` to before `end`, all rows. */
static void put_block(bt_text *out, const bti_cells *c, size_t head, size_t width,
                      size_t first, size_t end, bool colour)
{
    size_t corner = strlen(bti_axis_name(c, 0)) + 1 + strlen(bti_axis_name(c, 1));
    pad(out, corner, head);
    bt_text_format(out, "%s/%s", bti_axis_name(c, 1), bti_axis_name(c, 0));
    for (size_t i = first; i < end; i++)
        put_number(out, c->range[0].from + i, width);
    bt_text_put_char(out, '\n');
    for (size_t row = 0; row < c->rows; row++) {
        put_number(out, c->range[1].from + row, head);
        for (size_t i = first; i < end; i++)
            bti_put_cell(out, c, row * c->columns + i, width, colour);
        end_line(out);
    }
}

/* A matrix that is wider than a line comes in blocks. */
static void put_matrix(bt_text *out, const bti_cells *c, bool colour)
{
    size_t width = cell_width(c) + 1, head = width_of(c->range[1].to);
    size_t corner = strlen(bti_axis_name(c, 0)) + 1 + strlen(bti_axis_name(c, 1));
    size_t line = bt_line_width(c->ctx);
    head = head > corner ? head : corner;
    size_t room = line > head ? (line - head) / width : 0;
    size_t count = room >= c->columns
                       ? c->columns
                       : columns_a_line(width, line > head ? line - head : 0);
    for (size_t first = 0; first < c->columns; first += count) {
        size_t end = c->columns - first < count ? c->columns : first + count;
        if (first > 0)
            bt_text_put_char(out, '\n');
        put_block(out, c, head, width, first, end, colour);
    }
}

/* The pattern as a word of labels, or as values with blanks between them. */
static void put_word(bt_text *out, const bti_cells *c, const bti_period *p,
                     size_t column)
{
    for (size_t i = 0; i < p->period; i++) {
        if (i > 0 && c->value)
            bt_text_put_char(out, ' ');
        bti_put_cell(out, c, column + i, 0, false);
    }
}

/* What is said about a pattern: a message, and one more for where it begins. Sentences
 * with `from` are about what comes later than the first cell. */
static const char *repetition_of(const bti_cells *c, const bti_period *p, bool visible)
{
    bool proved = p->known == BTI_PROVED;
    if (p->period == 1 && p->saltus == 0 && visible && c->value)
        return proved ? BT_TEXT("Proved: every Grundy value from {from} on is {word}.")
                      : BT_TEXT("Seen in this table, not proved: every Grundy value "
                                "from {from} on is {word}.");
    if (p->period == 1 && p->saltus == 0 && visible)
        return proved ? BT_TEXT("Proved: every position from {from} on is {word}.")
                      : BT_TEXT("Seen in this table, not proved: every position from "
                                "{from} on is {word}.");
    if (p->period == 1 && p->saltus > 0)
        return proved ? BT_TEXT("Proved: every Grundy value from {from} on is {step} "
                                "less than the next one.")
                      : BT_TEXT("Seen in this table, not proved: every Grundy value "
                                "from {from} on is {step} less than the next one.");
    if (p->saltus > 0)
        return proved
                   ? BT_TEXT("Proved: the Grundy values repeat from {from} on with "
                             "period {period}, each time increased by {step}{shown, "
                             "select, yes { ({word})} other {}}.")
                   : BT_TEXT("Seen in this table, not proved: the Grundy values repeat "
                             "from {from} on with period {period}, each time increased "
                             "by {step}{shown, select, yes { ({word})} other {}}.");
    if (c->value)
        return proved
                   ? BT_TEXT("Proved: the Grundy values repeat from {from} on with "
                             "period {period}{shown, select, yes { ({word})} other "
                             "{}}.")
                   : BT_TEXT("Seen in this table, not proved: the Grundy values repeat "
                             "from {from} on with period {period}{shown, select, yes { "
                             "({word})} other {}}.");
    return proved ? BT_TEXT("Proved: the labels repeat from {from} on with period "
                            "{period}{shown, select, yes { ({word})} other {}}.")
                  : BT_TEXT("Seen in this table, not proved: the labels repeat from "
                            "{from} on with period {period}{shown, select, yes { "
                            "({word})} other {}}.");
}

static void next_sentence(bt_text *out, const char *key)
{
    bt_text_put_char(out, ' ');
    bt_say(out, key, BT_NO_ARGS);
}

/* "12" or, where other numbers stand still, "n = 12". */
static void put_from(bt_text *out, const bti_cells *c, const bti_period *p)
{
    if (c->words > 1)
        bt_text_format(out, "%s = ", bti_axis_name(c, 0));
    bt_text_put_u64(out, p->preperiod);
}

/* What repeats, in labels or values as the table shows them, and how that is known. */
static void put_period(bt_text *out, const bti_cells *c, const bti_period *p)
{
    bt_text words, word, from;
    size_t column = 0;
    uint64_t n = 0;
    if (p->known == BTI_NOT_KNOWN)
        return;
    bool visible = bti_pattern_column(c, p, &column);
    bool begins = bti_pattern_begins(c, p, &n) && n <= c->range[0].to;
    bt_text_init(&words, out->ctx);
    bt_text_init(&word, out->ctx);
    bt_text_init(&from, out->ctx);
    put_from(&from, c, p);
    if (visible && p->period <= TOLD)
        put_word(&word, c, p, column);
    bt_say(&words, repetition_of(c, p, visible),
           BT_ARGS(BT_STR("from", bt_text_chars(&from)), BT_NUM("period", p->period),
                   BT_NUM("step", p->saltus), BT_STR("word", bt_text_chars(&word)),
                   BT_TRUE("shown", word.len > 0 && p->period > 1)));
    if (p->preperiod > c->range[0].to)
        next_sentence(&words, BT_TEXT("That is beyond this table."));
    else if (begins && p->period > 1 && c->numbers == 1)
        next_sentence(&words, BT_TEXT("A ^ marks where the pattern begins."));
    bt_text_put_char(out, '\n');
    bt_text_put_wrapped(out, bt_text_chars(&words), 0);
    bti_piece_end(&words, out);
    bti_piece_end(&word, out);
    bti_piece_end(&from, out);
}

void bti_table_text(bt_text *out, const bti_cells *c, const bti_periods *periods,
                    bool colour)
{
    const bti_period *shown = bti_shown_period(c, periods);
    put_title(out, c);
    bt_text_put_char(out, '\n');
    if (c->numbers == 1)
        put_rows(out, c, shown, colour);
    else
        put_matrix(out, c, colour);
    put_period(out, c, shown);
    if (memchr(c->label, '?', c->rows * c->columns)) {
        bt_text_put_char(out, '\n');
        bti_say_paragraph(out, 0,
                          "A ? stands where no theorem that Bouton knows gives the "
                          "answer; without --by theorem it is searched.",
                          BT_NO_ARGS);
    }
}
