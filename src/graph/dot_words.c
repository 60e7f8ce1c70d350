/* SPDX-License-Identifier: MIT */
#include "graph/dot_words.h"

#include "core/say_into.h"
#include <string.h>

static const struct {
    const char *word;
    bti_dot_kind kind;
} keywords[] = {
    {"strict", BTI_DOT_STRICT},   {"graph", BTI_DOT_GRAPH},
    {"digraph", BTI_DOT_DIGRAPH}, {"subgraph", BTI_DOT_SUBGRAPH},
    {"node", BTI_DOT_NODE},       {"edge", BTI_DOT_EDGE},
};

void bti_dot_begin(bti_dot_words *w, bt_context *ctx, bt_span text)
{
    *w = (bti_dot_words){
        .ctx = ctx, .at = text.at, .end = text.at + text.len, .line = 1};
    w->line_start = w->at;
    bt_text_init(&w->quoted, ctx);
}

void bti_dot_end(bti_dot_words *w)
{
    bt_text_free(&w->quoted);
}

static bti_place place_of(const bti_dot_words *w, const char *at)
{
    return (bti_place){w->line, (size_t)(at - w->line_start) + 1};
}

static bt_status refuse(bti_dot_words *w, bti_place place, const char *sentence)
{
    return bti_fail_in_line(w->ctx, BT_SYNTAX, place.line, place.column, sentence);
}

/* One byte on; lines are counted here and nowhere else. */
static void step(bti_dot_words *w)
{
    if (*w->at++ == '\n') {
        w->line++;
        w->line_start = w->at;
    }
}

static bool begins(const bti_dot_words *w, const char *with)
{
    size_t len = strlen(with);
    return (size_t)(w->end - w->at) >= len && memcmp(w->at, with, len) == 0;
}

static void skip_line(bti_dot_words *w)
{
    while (w->at < w->end && *w->at != '\n')
        w->at++;
}

static bt_status skip_long_comment(bti_dot_words *w)
{
    bti_place place = place_of(w, w->at);
    w->at += 2;
    while (w->at < w->end && !begins(w, "*/"))
        step(w);
    if (w->at == w->end)
        return refuse(w, place, BT_TEXT("this comment is not closed; '*/' ends it"));
    w->at += 2;
    return BT_OK;
}

/* A # begins a comment only as the first thing in its line, as in Graphviz. */
static bool first_in_line(const bti_dot_words *w)
{
    const char *at = w->line_start;
    while (at < w->at && (*at == ' ' || *at == '\t'))
        at++;
    return at == w->at;
}

static bt_status skip_blanks(bti_dot_words *w)
{
    while (w->at < w->end) {
        char c = *w->at;
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r')
            step(w);
        else if (begins(w, "//") || (c == '#' && first_in_line(w)))
            skip_line(w);
        else if (begins(w, "/*"))
            BT_TRY(skip_long_comment(w));
        else
            break;
    }
    return BT_OK;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           (unsigned char)c >= 0x80;
}

static bool equal_in_any_case(bt_span word, const char *keyword)
{
    if (word.len != strlen(keyword))
        return false;
    for (size_t i = 0; i < word.len; i++)
        if ((word.at[i] | 0x20) != keyword[i])
            return false;
    return true;
}

static bt_status read_word(bti_dot_words *w)
{
    const char *begin = w->at;
    while (w->at < w->end && (is_letter(*w->at) || is_digit(*w->at)))
        w->at++;
    w->kind = BTI_DOT_NAME;
    w->text = (bt_span){begin, (size_t)(w->at - begin)};
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (equal_in_any_case(w->text, keywords[i].word))
            w->kind = keywords[i].kind;
    return BT_OK;
}

/* -.5, 12, 3.25; letters or a second point right behind it are a mistake. */
static bt_status read_numeral(bti_dot_words *w)
{
    const char *begin = w->at;
    unsigned digits = 0, points = 0;
    w->at += *w->at == '-';
    for (; w->at < w->end && (is_digit(*w->at) || (*w->at == '.' && points == 0));
         w->at++) {
        digits |= is_digit(*w->at);
        points += *w->at == '.';
    }
    bool more = w->at < w->end && (is_letter(*w->at) || *w->at == '.');
    if (digits == 0 || more)
        return refuse(
            w, w->place,
            BT_TEXT("this is neither a number nor a plain name; write it in quotes, "
                    "such as \"3a\""));
    w->kind = BTI_DOT_NAME;
    w->text = (bt_span){begin, (size_t)(w->at - begin)};
    return BT_OK;
}

/* \" is a quote, a backslash before a line end joins the lines; all else is kept. */
static bt_status read_one_quoted(bti_dot_words *w)
{
    bti_place place = place_of(w, w->at);
    for (w->at++; w->at < w->end && *w->at != '"'; step(w)) {
        if (begins(w, "\\\"")) {
            w->at++;
        } else if (begins(w, "\\\r\n")) {
            w->at += 2;
            continue;
        } else if (begins(w, "\\\n")) {
            w->at++;
            continue;
        } else if (begins(w, "\\\\")) {
            bt_text_put_char(&w->quoted, '\\');
            w->at++;
        }
        bt_text_put_char(&w->quoted, *w->at);
    }
    if (w->at == w->end)
        return refuse(w, place,
                      BT_TEXT("this quoted name is not closed; '\"' ends it"));
    w->at++;
    return bt_text_status(&w->quoted);
}

/* "a" + "b" is "ab". */
static bt_status read_quoted(bti_dot_words *w)
{
    bool more = true;
    bt_text_clear(&w->quoted);
    while (more) {
        if (w->at == w->end || *w->at != '"')
            return refuse(w, place_of(w, w->at),
                          BT_TEXT("a quoted name belongs after '+'"));
        BT_TRY(read_one_quoted(w));
        BT_TRY(bti_dot_peek(w, '+', &more));
        if (more) {
            w->at++;
            BT_TRY(skip_blanks(w));
        }
    }
    w->kind = BTI_DOT_NAME;
    w->text = bt_text_span(&w->quoted);
    return BT_OK;
}

static bt_status skip_html(bti_dot_words *w)
{
    size_t open = 0;
    while (w->at < w->end) {
        open += *w->at == '<';
        open -= *w->at == '>';
        step(w);
        if (open == 0) {
            w->kind = BTI_DOT_HTML;
            return BT_OK;
        }
    }
    return refuse(w, w->place,
                  BT_TEXT("this '<' is not closed; a '>' for each '<' ends it"));
}

static bt_status read_mark(bti_dot_words *w)
{
    if (!strchr("{}[];,=:", *w->at) || *w->at == 0)
        return refuse(
            w, w->place,
            BT_TEXT("this does not belong in DOT outside of quotes; names that are "
                    "not made of letters, digits and _ are written like \"a b\""));
    w->kind = BTI_DOT_MARK;
    w->mark = *w->at++;
    return BT_OK;
}

bt_status bti_dot_next(bti_dot_words *w)
{
    BT_TRY(skip_blanks(w));
    w->place = place_of(w, w->at);
    w->kind = BTI_DOT_END;
    if (w->at == w->end)
        return BT_OK;
    if (begins(w, "->") || begins(w, "--")) {
        w->kind = w->at[1] == '>' ? BTI_DOT_ARROW : BTI_DOT_LINE;
        w->at += 2;
        return BT_OK;
    }
    if (is_letter(*w->at))
        return read_word(w);
    if (is_digit(*w->at) || *w->at == '-' || *w->at == '.')
        return read_numeral(w);
    if (*w->at == '"')
        return read_quoted(w);
    return *w->at == '<' ? skip_html(w) : read_mark(w);
}

bt_status bti_dot_peek(bti_dot_words *w, char c, bool *found)
{
    *found = false;
    BT_TRY(skip_blanks(w));
    *found = w->at < w->end && *w->at == c;
    return BT_OK;
}

/* Without a context: nothing that could fail with a sentence is called. */
bool bti_dot_looks_like(bt_span text)
{
    bti_dot_words w = {.at = text.at, .end = text.at + text.len};
    w.line_start = w.at;
    for (;;) {
        const char *before = w.at;
        while (w.at < w.end &&
               (*w.at == ' ' || *w.at == '\t' || *w.at == '\n' || *w.at == '\r'))
            step(&w);
        if (begins(&w, "//") || (w.at < w.end && *w.at == '#'))
            skip_line(&w);
        else if (begins(&w, "/*"))
            for (w.at += 2; w.at < w.end; step(&w))
                if (begins(&w, "*/")) {
                    w.at += 2;
                    break;
                }
        if (w.at == before)
            break;
    }
    const char *begin = w.at;
    while (w.at < w.end && (is_letter(*w.at) || is_digit(*w.at)))
        w.at++;
    bt_span word = {begin, (size_t)(w.at - begin)};
    bool alone = w.at == w.end || strchr(" \t\r\n{\"/<", *w.at) != NULL;
    return alone && *(w.at == w.end ? " " : w.at) != 0 &&
           (equal_in_any_case(word, "strict") || equal_in_any_case(word, "graph") ||
            equal_in_any_case(word, "digraph"));
}
