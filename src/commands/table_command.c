/* SPDX-License-Identifier: MIT
 * bouton table: labels or Grundy values over one number or two, as text, JSON, TSV, CSV
 * and picture. */
#include "commands/call.h"
#include "commands/table_cells.h"
#include "commands/table_formats.h"
#include "commands/table_periods.h"
#include "commands/table_text.h"

#include "core/quote.h"
#include "core/tame.h"

#include <bouton/draw.h>

enum { DRAWN = 40000 }; /* cells of a picture at most */

/* What the file of -o holds. */
typedef enum {
    FILE_SVG,
    FILE_TEX,
    FILE_TSV,
    FILE_CSV,
    FILE_JSON,
    FILE_KINDS
} file_kind;

static bt_status find_file_kind(bti_call *call, file_kind *out)
{
    static const char *const ending[] = {[FILE_SVG] = ".svg",
                                         [FILE_TEX] = ".tex",
                                         [FILE_TSV] = ".tsv",
                                         [FILE_CSV] = ".csv",
                                         [FILE_JSON] = ".json"};
    unsigned kind = 0;
    while (kind < FILE_KINDS && !bti_ends_in(call->output, ending[kind]))
        kind++;
    if (kind == FILE_KINDS)
        return bt_fail(call->ctx, BT_SYNTAX,
                       "-o takes the name of a file that ends in .svg, .tex, .tsv, "
                       ".csv or .json, such as table.svg, not {output}",
                       BT_ARGS(BT_QUOTE("output", call->output)));
    *out = (file_kind)kind;
    return BT_OK;
}

static void draw(const bti_cells *c, const bti_periods *periods, bt_picture kind,
                 bt_text *out)
{
    const bti_period *p = bti_shown_period(c, periods);
    bool marked =
        p->known != BTI_NOT_KNOWN && p->period > 1 && p->preperiod <= c->range[0].to;
    bt_table table = {
        .title = c->game->name,
        .column_name = bti_axis_name(c, 0),
        .row_name = c->numbers == 2 ? bti_axis_name(c, 1) : NULL,
        .first_column = c->range[0].from,
        .columns = c->columns,
        .first_row = c->range[1].from,
        .rows = c->rows,
        .label = c->label,
        .value = c->value,
        .preperiod = p->preperiod,
        .period = marked ? p->period : 0,
        .saltus = p->saltus,
        .proved = p->known == BTI_PROVED,
    };
    bt_draw_table(&table, kind, out);
}

static bt_status write_output(bti_call *call, const bti_cells *c,
                              const bti_periods *periods, file_kind kind)
{
    bt_text bytes;
    bt_text_init(&bytes, call->ctx);
    if (kind == FILE_JSON)
        bti_table_json(&bytes, c, periods);
    else if (kind == FILE_TSV || kind == FILE_CSV)
        bti_table_lines(&bytes, c, kind == FILE_TSV ? '\t' : ',');
    else
        draw(c, periods, kind == FILE_SVG ? BT_SVG : BT_TEX, &bytes);
    bt_status status = bt_text_status(&bytes);
    if (status == BT_OK)
        status = bti_call_write(call, call->output, bt_text_span(&bytes));
    bt_text_free(&bytes);
    return status;
}

static bt_status write_table(bti_call *call, const bti_cells *c, file_kind kind)
{
    bti_periods periods;
    bt_text whole;
    BT_TRY(bti_cells_periods(c, &periods));
    bt_text_init(&whole, call->ctx);
    if (bti_given(call, BTI_JSON))
        bti_table_json(&whole, c, &periods);
    else if (bti_given(call, BTI_TSV))
        bti_table_lines(&whole, c, '\t');
    else
        bti_table_text(&whole, c, &periods, call->io->colour);
    bt_status status = bt_text_status(&whole);
    if (status == BT_OK && bti_given(call, BTI_OUTPUT))
        status = write_output(call, c, &periods, kind);
    if (status == BT_OK)
        bti_text_put_text(&call->out, &whole);
    bt_text_free(&whole);
    return status;
}

static bt_status check_words(bti_call *call)
{
    if (call->words > 2 && bt_span_equal(call->word[2].text, bt_span_of("+")))
        return bt_fail(call->ctx, BT_SYNTAX,
                       "a table shows one game, so '+' cannot be used here",
                       BT_NO_ARGS);
    if (call->words > 2)
        return bt_fail(call->ctx, BT_SYNTAX,
                       "{word} is one word too many: a table shows one game, and two "
                       "ranges are one word as in 0..20,1..4",
                       BT_ARGS(BT_QUOTE("word", call->word[2].text)));
    if (call->words < 2)
        return bt_fail(call->ctx, BT_SYNTAX,
                       "table needs rules and a range, such as: bouton table "
                       "subtraction:1,3,4 0..40",
                       BT_NO_ARGS);
    if (bti_given(call, BTI_JSON) && bti_given(call, BTI_TSV))
        return bt_fail(call->ctx, BT_SYNTAX, "--json and --tsv exclude each other",
                       BT_NO_ARGS);
    return BT_OK;
}

static bt_status run_table(bti_call *call)
{
    bti_cells cells;
    bt_game *game = NULL;
    file_kind kind = FILE_SVG;
    BT_TRY(check_words(call));
    BT_TRY(bti_cells_read(call->ctx, call->word[1].text, &cells));
    if (bti_given(call, BTI_OUTPUT)) {
        BT_TRY(find_file_kind(call, &kind));
        if (kind <= FILE_TEX && cells.rows * cells.columns > DRAWN)
            return bt_fail(
                call->ctx, BT_UNABLE,
                "a picture has at most {drawn} cells; without -o a table may have more",
                BT_ARGS(BT_NUM("drawn", DRAWN)));
    }
    bt_status status =
        bt_game_new(call->ctx, call->registry, call->word[0].text, &game);
    if (status == BT_OK)
        status = bti_warn(call, game);
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
    "table RULES RANGE[,RANGE][,NUMBER]...",
    NULL,
};

static const char *const examples[] = {
    "table subtraction:1,3,4 0..40",
    "table nim 0..8,0..8 --grundy",
    "table nim 7,7 -o nim.svg",
    "table nim 0..7,0..7,3 -o nim.csv",
    NULL,
};

const bti_command bti_command_table = {
    .name = "table",
    .usage = usage,
    .summary = "labels or Grundy values over one number or two",
    .help =
        "Labels all positions N or P whose numbers lie in a range, such as 3..40.\n"
        "With one range the numbers stand above and the labels below. With two, the\n"
        "first number n runs along the columns and the second number m down the rows.\n"
        "Other numbers of the position stand still: in 0..7,0..7,3 the third pile is "
        "3.\n"
        "Without any range, 40 means 0..40 and 7,7 means 0..7,0..7. For rules that "
        "write\n"
        "a colon before the last number it may be left to Bouton. A cell that is not "
        "a\n"
        "position stays blank.\n"
        "\n"
        "If labels repeat, that is said below the table: as proved where the rules "
        "prove\n"
        "a period, and otherwise as seen, if the table shows it three times in full "
        "and\n"
        "from its middle on at least. With --grundy there are Grundy values in place "
        "of\n"
        "labels, and those that no theorem gives are searched; a ? stands where --by\n"
        "theorem leaves one unknown. With --tsv there is one line for each number, or\n"
        "for two ranges the matrix with its heads. -o writes a picture (.svg, .tex) "
        "or\n"
        "the cells (.tsv, .csv, .json) into a file, too. A table has at most 1000000\n"
        "cells, a picture 40000.",
    .options = BTI_BIT(BTI_JSON) | BTI_BIT(BTI_TSV) | BTI_BIT(BTI_GRUNDY) |
               BTI_BIT(BTI_OUTPUT) | BTI_BIT(BTI_BY) | BTI_BIT(BTI_MEMORY),
    .examples = examples,
    .run = run_table,
};
