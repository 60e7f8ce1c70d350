/* SPDX-License-Identifier: MIT */
#include <bouton/number_kit.h>

#include "core/arith.h"
#include "core/parallel.h"
#include "rules/between.h"
#include "rules/boxes.h"

#include <stdarg.h>

/* What stands at a wrong place, up to the next separator, at least one sign. */
static bt_span wrong_word(bt_span text)
{
    size_t len = 1;
    while (len < text.len && (unsigned char)text.at[len] > ' ' && text.at[len] != ',' &&
           text.at[len] != ';')
        len++;
    return (bt_span){text.at, len};
}

static bt_status bad_number(bt_context *ctx, const char *expected, bt_span whole,
                            bt_span at, bool first)
{
    size_t place = (size_t)(at.at - whole.at) + 1;
    if (first && (at.len == 0 || at.at[0] == ']' || at.at[0] == ')' || at.at[0] == '}'))
        return bt_fail(ctx, BT_SYNTAX, "the position is empty; {expected}",
                       BT_ARGS(BT_STR("expected", expected)));
    if (at.len == 0)
        return bt_fail(ctx, BT_SYNTAX, "a number is missing at the end; {expected}",
                       BT_ARGS(BT_STR("expected", expected)));
    if (at.at[0] == ',' || at.at[0] == ';')
        return bt_fail(ctx, BT_SYNTAX,
                       "a number is missing before the {comma, select, yes {comma} "
                       "other {semicolon}} at character {place}; {expected}",
                       BT_ARGS(BT_TRUE("comma", at.at[0] == ','),
                               BT_NUM("place", place), BT_STR("expected", expected)));
    if (at.at[0] == '-' && at.len > 1 && (unsigned char)(at.at[1] - '0') <= 9)
        return bt_fail(
            ctx, BT_DOMAIN, "{word} is negative; {expected}",
            BT_ARGS(BT_QUOTE("word", wrong_word(at)), BT_STR("expected", expected)));
    return bt_fail(ctx, BT_SYNTAX,
                   "{word} at character {place} is not a number; {expected}",
                   BT_ARGS(BT_QUOTE("word", wrong_word(at)), BT_NUM("place", place),
                           BT_STR("expected", expected)));
}

static char closing_of(bt_span *text)
{
    if (bt_take_char(text, '['))
        return ']';
    if (bt_take_char(text, '('))
        return ')';
    return bt_take_char(text, '{') ? '}' : 0;
}

/* Digits and commas only, which is what files hold. False leaves everything else to the
 * careful reader below: blanks, brackets, 20 digits, mistakes, and room that must grow.
 */
static bool parse_plain(bt_span text, bt_pos *pos)
{
    const char *at = text.at, *end = at + text.len;
    uint64_t *heap = pos->x;
    for (size_t n = 0, cap = pos->cap; n < cap;) {
        const char *first = at;
        uint64_t value = 0;
        for (unsigned digit; at < end && (digit = (unsigned)(*at - '0')) <= 9; at++)
            value = 10 * value + digit;
        if (at == first || at - first > 19 ||
            (*first == '0' && at - first == 3 && n > 0))
            return false;
        heap[n++] = value;
        if (at == end) {
            pos->n = n;
            return true;
        }
        if (*at++ != ',')
            return false;
    }
    return false;
}

/* The reader's place in the whole text, for its sentences. */
struct reader {
    bt_context *ctx;
    const char *expected; /* ends most of them */
    bt_span whole, text;  /* text: what is left */
};

static bt_status take_number(struct reader *r, bt_pos *pos)
{
    uint64_t number;
    bt_take_blanks(&r->text);
    bt_span at = r->text;
    switch (bt_take_u64(&r->text, &number)) {
    case BT_NUMBER_NONE:
        return bad_number(r->ctx, r->expected, r->whole, at, pos->n == 0);
    case BT_NUMBER_TOO_LARGE:
        return bt_fail(r->ctx, BT_DOMAIN,
                       "{word} is too large: numbers go up to 18446744073709551615",
                       BT_ARGS(BT_QUOTE("word", wrong_word(at))));
    case BT_NUMBER_OK:
        break;
    }
    return bt_pos_push(pos, number);
}

static bool is_digit(bt_span text, size_t i)
{
    return i < text.len && text.at[i] >= '0' && text.at[i] <= '9';
}

/* 1,000 is one number to many people, and two to this reader; 001,000 is a list.
 * `number` begins where the number before does, `next` after what separates the two.
 */
static bool is_thousand(bt_span number, bt_span next)
{
    size_t before = (size_t)(next.at - number.at);
    return before >= 2 && before <= 4 && number.at[before - 1] == ',' &&
           is_digit(number, before - 2) && number.at[0] != '0' && next.len >= 3 &&
           next.at[0] == '0' && is_digit(next, 1) && is_digit(next, 2) &&
           !is_digit(next, 3);
}

static bt_status take_list(struct reader *r, bt_pos *pos)
{
    char sign = 0;
    for (;;) {
        bt_take_blanks(&r->text);
        bt_span number = r->text;
        BT_TRY(take_number(r, pos));
        if (bti_worked(r->ctx, 8))
            return BT_STOPPED;
        switch (bti_take_between(&r->text, &sign)) {
        case BTI_LIST_GOES_ON:
            if (!is_thousand(number, r->text))
                break;
            return bt_fail(
                r->ctx, BT_SYNTAX,
                "{word} at character {place} could be a number of its own or "
                "the end of the number before it; write a number without "
                "commas in it and without zeros before it; {expected}",
                BT_ARGS(BT_QUOTE("word", wrong_word(r->text)),
                        BT_NUM("place", (uint64_t)(r->text.at - r->whole.at) + 1),
                        BT_STR("expected", r->expected)));
        case BTI_LIST_ENDS:
            return BT_OK;
        case BTI_SIGNS_MIXED:
            return bt_fail(r->ctx, BT_SYNTAX,
                           "there are commas and semicolons between the numbers; write "
                           "commas only; {expected}",
                           BT_ARGS(BT_STR("expected", r->expected)));
        case BTI_DIGITS_APART:
            return bt_fail(
                r->ctx, BT_SYNTAX,
                "{word} at character {place} could be a number of its own or "
                "the end of the number before it; write one number without "
                "blanks, and commas between numbers; {expected}",
                BT_ARGS(BT_QUOTE("word", wrong_word(r->text)),
                        BT_NUM("place", (uint64_t)(r->text.at - r->whole.at) + 1),
                        BT_STR("expected", r->expected)));
        }
    }
}

/* Nothing but the bracket may follow; `closing` is 0 if none was opened. */
static bt_status take_end(struct reader *r, char closing)
{
    if (closing && !bt_take_char(&r->text, closing))
        return bt_fail(r->ctx, BT_SYNTAX,
                       "the bracket is not closed: '{closing}' is missing; {expected}",
                       BT_ARGS(BT_SPAN("closing", ((bt_span){&(char){closing}, 1})),
                               BT_STR("expected", r->expected)));
    bt_take_blanks(&r->text);
    if (r->text.len > 0)
        return bt_fail(
            r->ctx, BT_SYNTAX,
            "{word} at character {place} is not expected; {expected}",
            BT_ARGS(BT_QUOTE("word", wrong_word(r->text)),
                    BT_NUM("place", (uint64_t)(r->text.at - r->whole.at) + 1),
                    BT_STR("expected", r->expected)));
    return BT_OK;
}

bt_status bt_parse_list(bt_context *ctx, const char *want, bt_span whole, bt_pos *pos)
{
    if (parse_plain(whole, pos))
        return BT_OK;
    struct reader r = {ctx, bt_words_for(ctx, want), whole, whole};
    pos->n = 0;
    bt_take_blanks(&r.text);
    char closing = closing_of(&r.text);
    BT_TRY(take_list(&r, pos));
    return take_end(&r, closing);
}

bt_status bt_parse_list_and_numbers(bt_context *ctx, const char *want, bt_span whole,
                                    size_t numbers, bt_pos *pos)
{
    struct reader r = {ctx, bt_words_for(ctx, want), whole, whole};
    pos->n = 0;
    bt_take_blanks(&r.text);
    char closing = closing_of(&r.text);
    BT_TRY(take_list(&r, pos));
    if (closing && bt_take_char(&r.text, closing))
        closing = 0;
    bt_take_blanks(&r.text);
    if (!bt_take_char(&r.text, ':')) {
        BT_TRY(take_end(&r, closing));
        return bt_fail(ctx, BT_SYNTAX, "the colon is missing; {expected}",
                       BT_ARGS(BT_STR("expected", r.expected)));
    }
    for (size_t i = 0; i < numbers; i++) {
        if (i > 0 && !bt_take_char(&r.text, ','))
            return bt_fail(
                ctx, BT_SYNTAX,
                "{numbers} {numbers, plural, one {number is} other {numbers "
                "are}} expected after the colon; {expected}",
                BT_ARGS(BT_NUM("numbers", numbers), BT_STR("expected", r.expected)));
        BT_TRY(take_number(&r, pos));
        bt_take_blanks(&r.text);
    }
    return take_end(&r, closing);
}

bt_status bt_check_total(bt_context *ctx, const bt_pos *pos, const char *what)
{
    uint64_t total = 0;
    for (size_t i = 0; i < pos->n; i++)
        if (!bti_add(total, pos->x[i], &total))
            return bt_fail(ctx, BT_DOMAIN,
                           "that is more than 18446744073709551615 {what} in all",
                           BT_ARGS(BT_STR("what", what)));
    return BT_OK;
}

void bt_print_list(const bt_game *g, const bt_pos *pos, bt_text *text)
{
    enum { NUMBER_BYTES = 21, PIECE = 64 }; /* with its comma; numbers to a reserve */
    (void)g;
    for (size_t i = 0; i < pos->n;) {
        char *start = bt_text_reserve(text, PIECE * NUMBER_BYTES);
        if (!start)
            return;
        char *at = start;
        for (size_t end = pos->n - i > PIECE ? i + PIECE : pos->n; i < end; i++) {
            at += bt_print_u64(at, pos->x[i]);
            *at++ = ',';
        }
        text->len += (size_t)(at - start);
        if (bti_worked(text->ctx, 4 * PIECE)) {
            text->status = BT_STOPPED;
            return;
        }
    }
    if (pos->n > 0)
        text->at[--text->len] = 0; /* the last comma */
}

void bt_print_list_and_number(const bt_game *g, const bt_pos *pos, bt_text *text)
{
    bt_pos list = *pos;
    list.n--;
    bt_print_list(g, &list, text);
    bt_text_put_char(text, ':');
    bt_text_put_u64(text, pos->x[list.n]);
}

void bt_say_take(const bt_game *g, const bt_move *move, bt_text *text)
{
    uint64_t before = move->before[0], now = bt_move_words(move)[0];
    (void)g;
    bt_say(text, "take {taken} from pile {pile} ({before} to {now})",
           BT_ARGS(BT_NUM("taken", before - now), BT_NUM("pile", move->at + 1),
                   BT_NUM("before", before), BT_NUM("now", now)));
}

bool bt_heaps_box(const bt_pos *root, uint64_t options, bt_box *box)
{
    uint64_t radix[BTI_BOX_WORDS];
    if (root->n > BTI_BOX_WORDS || options > SIZE_MAX)
        return false;
    for (size_t i = 0; i < root->n; i++)
        radix[i] = root->x[i] + 1; /* 0 is refused */
    return bt_box_make(box, radix, root->n, false, (size_t)options);
}

bt_status bt_bind_nothing(bt_context *ctx, bt_span param, bt_game *g,
                          bt_text *canonical)
{
    (void)ctx;
    (void)param;
    (void)g;
    (void)canonical;
    return BT_OK;
}

bt_status bt_summarise(bt_game *g, const char *key, bt_args args)
{
    bt_text text;
    bt_text_init(&text, g->arena.ctx);
    bt_say(&text, key, args);
    bt_status status = bt_text_status(&text);
    if (status == BT_OK &&
        !(g->summary = bt_arena_copy(&g->arena, bt_text_span(&text))))
        status = bt_last_status(g->arena.ctx);
    bt_text_free(&text);
    return status;
}
