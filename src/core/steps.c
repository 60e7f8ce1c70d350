/* SPDX-License-Identifier: MIT */
#include <bouton/steps.h>

#include "core/piece.h"

#include <string.h>

void bt_steps_init(bt_steps *steps, bt_context *ctx)
{
    *steps = (bt_steps){.status = BT_OK};
    bt_arena_init(&steps->arena, ctx);
}

void bt_steps_free(bt_steps *steps)
{
    bt_context *ctx = steps->arena.ctx;
    bt_arena_free(&steps->arena);
    bt_steps_init(steps, ctx);
}

bt_status bt_steps_status(const bt_steps *steps)
{
    return steps->status;
}

/* Zeroed memory of the explanation, or NULL; then the failure sticks. */
static void *take(bt_steps *steps, size_t count, size_t size)
{
    if (steps->status != BT_OK)
        return NULL;
    void *block = bt_arena_alloc(&steps->arena, count, size);
    if (!block)
        steps->status = bt_last_status(steps->arena.ctx);
    return block;
}

uint64_t *bt_steps_room(bt_steps *steps, size_t count)
{
    return take(steps, count + 1, sizeof(uint64_t));
}

static char *copy(bt_steps *steps, bt_span text)
{
    char *words = take(steps, text.len + 1, 1);
    if (words && text.len > 0)
        memcpy(words, text.at, text.len);
    return words;
}

static uint64_t *copy_numbers(bt_steps *steps, const uint64_t *number, size_t count)
{
    uint64_t *numbers = take(steps, count + 1, sizeof *numbers);
    if (numbers && count > 0)
        memcpy(numbers, number, count * sizeof *numbers);
    return numbers;
}

/* The arguments of a message, with all that they point to. */
static bt_args copy_args(bt_steps *steps, bt_args args)
{
    bt_arg *arg = take(steps, args.count + 1, sizeof *arg);
    for (size_t i = 0; i < args.count && arg; i++) {
        arg[i] = args.arg[i];
        size_t length = (size_t)arg[i].number;
        if (arg[i].kind == BT_ARG_LIST)
            arg[i].at.list = copy_numbers(steps, arg[i].at.list, length);
        else if (arg[i].kind == BT_ARG_WORDS || arg[i].kind == BT_ARG_QUOTE)
            arg[i].at.words = copy(steps, (bt_span){arg[i].at.words, length});
    }
    return (bt_args){arg, arg ? args.count : 0};
}

void bt_step_say(bt_steps *steps, const char *kind, const char *key, bt_args args)
{
    bt_text text;
    bt_text_init(&text, steps->arena.ctx);
    bt_say(&text, key, args);
    if (steps->status == BT_OK)
        steps->status = bt_text_status(&text);
    bt_step *step = take(steps, 1, sizeof *step);
    char *words = copy(steps, bt_text_span(&text));
    char *own_key = copy(steps, bt_span_of(key));
    bt_args own_args = copy_args(steps, args);
    bt_text_free(&text);
    if (!step || steps->status != BT_OK)
        return;
    step->kind = kind;
    step->text = words;
    step->key = own_key;
    step->args = own_args;
    if (steps->last)
        steps->last->next = step;
    else
        steps->first = step;
    steps->last = step;
    steps->count++;
}

static bt_fact *add_fact(bt_steps *steps, const char *key)
{
    bt_fact *fact = take(steps, 1, sizeof *fact);
    if (!fact || !steps->last)
        return NULL;
    bt_step *step = steps->last;
    fact->key = key;
    if (step->last_fact)
        step->last_fact->next = fact;
    else
        step->facts = fact;
    step->last_fact = fact;
    return fact;
}

void bt_step_numbers(bt_steps *steps, const char *key, const uint64_t *number,
                     size_t count)
{
    uint64_t *numbers = copy_numbers(steps, number, count);
    bt_fact *fact = numbers ? add_fact(steps, key) : NULL;
    if (!fact)
        return;
    fact->number = numbers;
    fact->numbers = count;
    fact->list = true;
}

void bt_step_number(bt_steps *steps, const char *key, uint64_t number)
{
    bt_step_numbers(steps, key, &number, 1);
    if (steps->status == BT_OK && steps->last)
        steps->last->last_fact->list = false;
}

void bt_step_words(bt_steps *steps, const char *key, bt_span words)
{
    char *text = copy(steps, words);
    bt_fact *fact = text ? add_fact(steps, key) : NULL;
    if (fact)
        fact->words = text;
}

static unsigned binary_digits(uint64_t number)
{
    unsigned digits = 0;
    for (; number > 0; number >>= 1)
        digits++;
    return digits;
}

/* At least four columns, 8 4 2 1, as everybody draws it. */
static unsigned columns_for(const uint64_t *number, size_t rows)
{
    unsigned columns = 4;
    for (size_t i = 0; i < rows; i++)
        if (binary_digits(number[i]) > columns)
            columns = binary_digits(number[i]);
    return columns;
}

/* The last row has sums, or, with `least`, marks the columns that have so many ones. */
static void add_grid(bt_steps *steps, const uint64_t *number, const uint64_t *place,
                     size_t rows, uint64_t modulus, uint64_t least)
{
    unsigned columns = columns_for(number, rows);
    bt_grid *grid = take(steps, 1, sizeof *grid);
    uint64_t *numbers = copy_numbers(steps, number, rows);
    uint64_t *places = take(steps, rows + 1, sizeof *places);
    uint64_t *sum = take(steps, columns, sizeof *sum);
    if (!grid || !numbers || !places || !sum || !steps->last)
        return;
    unsigned lead = columns;
    for (unsigned c = columns; c-- > 0;) {
        for (size_t i = 0; i < rows; i++)
            sum[c] += number[i] >> (columns - 1 - c) & 1;
        sum[c] = least ? sum[c] >= least : sum[c] % modulus;
        lead = sum[c] > 0 ? c : lead;
    }
    for (size_t i = 0; i < rows; i++)
        places[i] = place ? place[i] : i + 1;
    *grid = (bt_grid){.number = numbers,
                      .place = places,
                      .rows = rows,
                      .columns = columns,
                      .modulus = modulus,
                      .sum = sum,
                      .lead = lead,
                      .least = least};
    steps->last->grid = grid;
}

void bt_step_grid(bt_steps *steps, const uint64_t *number, const uint64_t *place,
                  size_t rows, uint64_t modulus)
{
    add_grid(steps, number, place, rows, modulus, 0);
}

void bt_step_columns(bt_steps *steps, const uint64_t *number, size_t rows,
                     uint64_t least)
{
    add_grid(steps, number, NULL, rows, 2, least);
}

void bt_grid_put_label(const bt_grid *grid, bt_text *out)
{
    if (grid->least)
        bt_say(out, "{least} or more", BT_ARGS(BT_NUM("least", grid->least)));
    else
        bt_text_put(out, "sum");
}

static size_t digits_of(uint64_t number)
{
    char digits[20];
    return bt_print_u64(digits, number);
}

static void put_right(bt_text *out, uint64_t number, size_t width)
{
    for (size_t len = digits_of(number); len < width; len++)
        bt_text_put_char(out, ' ');
    bt_text_put_u64(out, number);
}

static void put_blanks(bt_text *out, size_t count)
{
    while (count-- > 0 && out->status == BT_OK)
        bt_text_put_char(out, ' ');
}

/*         8  4  2  1
 *   14    1  1  1  0
 *    9    1  0  0  1
 *  sum    0  1  1  1
 *            ^
 * With many columns, or in a short line, the digits stand close together and the heads
 * are left out. */
static void write_grid(const bt_grid *g, bt_text *out)
{
    enum { WIDE = 11 };
    bt_text last;
    bt_text_init(&last, out->ctx);
    bt_grid_put_label(g, &last);
    size_t label = last.len, cell = digits_of((uint64_t)1 << (g->columns - 1)) + 2;
    for (size_t i = 0; i < g->rows; i++)
        if (digits_of(g->number[i]) > label)
            label = digits_of(g->number[i]);
    bool close =
        g->columns >= WIDE || label + 2 + g->columns * cell > bt_line_width(out->ctx);
    size_t gap = close ? 1 : 2, space = close ? 2 : 0;
    cell = close ? digits_of(g->modulus - 1) : cell;
    if (!close) {
        put_blanks(out, label + gap);
        for (unsigned c = 0; c < g->columns; c++)
            put_right(out, (uint64_t)1 << (g->columns - 1 - c), cell);
        bt_text_put_char(out, '\n');
    }
    for (size_t i = 0; i < g->rows; i++) {
        put_right(out, g->number[i], label + gap);
        put_blanks(out, space);
        for (unsigned c = 0; c < g->columns; c++)
            put_right(out, g->number[i] >> (g->columns - 1 - c) & 1, cell);
        bt_text_put_char(out, '\n');
    }
    put_blanks(out, label + gap - last.len);
    bt_text_put_span(out, bt_text_span(&last));
    bti_piece_end(&last, out);
    put_blanks(out, space);
    for (unsigned c = 0; c < g->columns; c++)
        put_right(out, g->sum[c], cell);
    bt_text_put_char(out, '\n');
    if (g->lead == g->columns)
        return;
    put_blanks(out, label + gap + space + cell * (g->lead + 1) - 1);
    bt_text_put(out, "^\n");
}

void bt_steps_write_text(const bt_steps *steps, bt_text *out)
{
    for (const bt_step *step = steps->first; step; step = step->next) {
        size_t indent = strspn(step->text, " ");
        put_blanks(out, indent);
        bt_text_put_wrapped(out, step->text + indent, indent);
        if (step->grid) {
            bt_text_put_char(out, '\n');
            write_grid(step->grid, out);
            bt_text_put_char(out, '\n');
        }
    }
}
