/* SPDX-License-Identifier: MIT */
#include "commands/table_formats.h"

#include "commands/table_text.h"
#include "core/json_members.h"
#include "core/piece.h"

#include "rules/said.h"
#include "solve/warnings.h"

#include <bouton/json.h>

/* Over one number a line for each; over two the matrix with its heads. */
void bti_table_lines(bt_text *out, const bti_cells *c, char mark)
{
    const char *kind = c->value ? "value" : "label";
    if (c->numbers == 1) {
        bt_text_format(out, "%s%c%s\n", c->words == 1 ? "n" : bti_axis_name(c, 0), mark,
                       kind);
        for (size_t i = 0; i < c->columns; i++) {
            bt_text_put_u64(out, c->range[0].from + i);
            bt_text_put_char(out, mark);
            if (c->label[i] != ' ')
                bti_put_plain_cell(out, c, i);
            bt_text_put_char(out, '\n');
        }
        return;
    }
    bt_text_format(out, "%s/%s", bti_axis_name(c, 1), bti_axis_name(c, 0));
    for (size_t i = 0; i < c->columns; i++) {
        bt_text_put_char(out, mark);
        bt_text_put_u64(out, c->range[0].from + i);
    }
    bt_text_put_char(out, '\n');
    for (size_t cell = 0; cell < c->rows * c->columns; cell++) {
        if (cell % c->columns == 0)
            bt_text_put_u64(out, c->range[1].from + cell / c->columns);
        bt_text_put_char(out, mark);
        if (c->label[cell] != ' ')
            bti_put_plain_cell(out, c, cell);
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
        if (bti_cell_has_value(c, i))
            bt_json_put_u64(w, c->value[i]);
        else
            bt_json_put_null(w);
    bt_json_close(w, ']');
}

static void put_numbers(bt_json_writer *w, const bti_period *p)
{
    bti_put_member(w, "known", p->known == BTI_PROVED ? "proved" : "seen");
    bti_put_count(w, "preperiod", p->preperiod);
    bti_put_count(w, "period", p->period);
    if (p->saltus > 0)
        bti_put_count(w, "saltus", p->saltus);
}

static void put_period(bt_json_writer *w, const char *key, const bti_period *p)
{
    bt_json_key(w, key);
    if (p->known == BTI_NOT_KNOWN) {
        bt_json_put_null(w);
        return;
    }
    bt_json_open(w, '{');
    put_numbers(w, p);
    bt_json_close(w, '}');
}

/* The period of what is shown, with the pattern and where it begins in the table. */
static void put_pattern(bt_json_writer *w, const bti_cells *c, const bti_period *p)
{
    size_t column = 0;
    uint64_t from = 0;
    bt_json_key(w, "pattern");
    if (p->known == BTI_NOT_KNOWN || !bti_pattern_begins(c, p, &from)) {
        bt_json_put_null(w);
        return;
    }
    bt_json_open(w, '{');
    put_numbers(w, p);
    bti_put_count(w, "from", from);
    bt_json_key(w, c->value ? "values" : "labels");
    if (bti_pattern_column(c, p, &column))
        put_stretch(w, c, column, (size_t)p->period);
    else
        bt_json_put_null(w);
    bt_json_close(w, '}');
}

static void put_position(bt_json_writer *w, const bti_cells *c, bt_text *out)
{
    bt_text position;
    bt_text_init(&position, c->ctx);
    bti_cells_position(c, "n", "m", &position);
    bti_put_span_member(w, "position", bt_text_span(&position));
    bti_piece_end(&position, out);
}

void bti_table_json(bt_text *out, const bti_cells *c, const bti_periods *periods)
{
    bt_json_writer w;
    bt_json_begin(&w, out);
    bt_json_open(&w, '{');
    bti_put_member(&w, "rules", c->game->name);
    bti_put_member(&w, "play", bti_play_name(c->game->play));
    put_position(&w, c, out);
    put_ends(&w, c);
    bti_put_game_warnings(&w, c->game);
    bt_json_key(&w, c->value ? "values" : "labels");
    bt_json_open(&w, '[');
    for (size_t row = 0; row < c->rows; row++)
        put_stretch(&w, c, row * c->columns, c->columns);
    bt_json_close(&w, ']');
    put_pattern(&w, c, bti_shown_period(c, periods));
    bt_json_key(&w, "periods");
    bt_json_open(&w, '{');
    put_period(&w, "labels", &periods->labels);
    put_period(&w, "values", &periods->values);
    bt_json_close(&w, '}');
    bt_json_close(&w, '}');
    bt_text_put_char(out, '\n');
}
