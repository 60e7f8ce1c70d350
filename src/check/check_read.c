/* SPDX-License-Identifier: MIT
 * Reading a certificate, line by line, in the order of docs/formats/certificate.md.
 * What is read here is well formed: names are known, the automaton's numbers are in
 * range; whether any of it is true is for others. */
#include "check/check_syntax.h"

#include "core/excerpt.h"
#include "core/grow.h"

#include <string.h>

typedef bti_check_reader reader;

enum { MOST_LINES = 100000, NEWEST = 5, SENTENCE_BYTES = 300 };

typedef enum {
    VERSION,
    GAME,
    SUM,
    VARS,
    VALUE,
    DIGITS,
    MISERE,
    POSITION,
    MOVE,
    CLAIM,
    GRUNDY,
    MEASURE,
    DROP,
    AUTOMATON,
    ACCEPT,
    TRACK,
    STATES,
    END,
    KINDS
} kind;

static const struct {
    const char *word;
    bool needed, repeats;
} lines[KINDS] = {
    [VERSION] = {"bouton", true, false}, [GAME] = {"game", false, false},
    [SUM] = {"sum", false, false},       [VARS] = {"vars", true, false},
    [VALUE] = {"value", false, false},   [DIGITS] = {"digits", false, false},
    [MISERE] = {"misere", false, false}, [POSITION] = {"position", false, false},
    [MOVE] = {"move", true, true},       [CLAIM] = {"claim", false, true},
    [GRUNDY] = {"grundy", false, true},  [MEASURE] = {"measure", true, true},
    [DROP] = {"drop", false, false},     [AUTOMATON] = {"automaton", true, false},
    [ACCEPT] = {"accept", true, false},  [TRACK] = {"track", true, true},
    [STATES] = {"states", true, false},  [END] = {"end", true, false},
};

/* The line around `at`, of which at most 100 bytes stand before it. A certificate is
 * ASCII; what is not is shown as one question mark for each byte, so that the caret
 * stands right. */
static void keep_line(const reader *r, const char *at)
{
    enum { BEFORE = 100 };
    char text[BTI_EXCERPT_BYTES];
    const char *from = at, *end = r->all.at + r->all.len;
    size_t len = 0;
    while (from > r->all.at && from[-1] != '\n' && at - from < BEFORE)
        from--;
    for (const char *c = from; c < end && *c != '\n' && *c != '\r'; c++) {
        if (len + 1 == sizeof text)
            break;
        text[len++] = *c == '\t' ? ' ' : *c >= ' ' && *c <= '~' ? *c : '?';
    }
    text[len] = 0;
    bti_set_excerpt(r->ctx, text, (size_t)(at - from));
}

/* What is missing at the end of a line is missing after its last word; blanks and
 * comments are passed over. */
static const char *after_last_word(const reader *r, const char *at)
{
    const char *back = at;
    while (at == r->end && back > r->all.at) {
        const char *begin = back;
        while (begin > r->all.at && begin[-1] != '\n')
            begin--;
        const char *comment = memchr(begin, '#', (size_t)(back - begin));
        if (comment)
            back = comment;
        if (back > begin && !strchr(" \t\r", back[-1]))
            return back;
        if (back > r->all.at)
            back--;
    }
    return at;
}

bt_status bti_check_fail(reader *r, const char *at, bt_status status,
                         const char *sentence)
{
    return bti_check_fail_word(r, at, status, sentence, NULL);
}

bt_status bti_check_fail_word(reader *r, const char *at, bt_status status,
                              const char *sentence, const char *word)
{
    char said[SENTENCE_BYTES] = "";
    size_t line = 1, column = 1;
    bt_fail(r->ctx, status, sentence, BT_ARGS(BT_STR("word", word)));
    strncat(said, bt_message(r->ctx), sizeof said - 1);
    at = after_last_word(r, at);
    for (const char *c = r->all.at; c < at; c++) {
        column = *c == '\n' ? 1 : column + 1;
        line += *c == '\n';
    }
    bt_fail(r->ctx, status, "line {line}, column {column}: {sentence}",
            BT_ARGS(BT_NUM("line", line), BT_NUM("column", column),
                    BT_STR("sentence", said)));
    keep_line(r, at);
    return status;
}

#define FAIL(r, at, sentence) bti_check_fail(r, at, BT_SYNTAX, sentence)

/* The line's words with single blanks, without comments. */
static const char *copy_text(reader *r)
{
    char *text = bt_arena_alloc(r->c->arena, (size_t)(r->end - r->at) + 1, 1);
    if (!text)
        return NULL;
    size_t len = 0;
    const char *before = r->at;
    bti_check_blanks(r);
    while (r->at < r->end) {
        const char *at = r->at;
        bti_check_blanks(r);
        if (r->at == at)
            text[len++] = *r->at++;
        else if (r->at < r->end)
            text[len++] = ' ';
    }
    r->at = before;
    return text;
}

static bt_status at_end(reader *r)
{
    bti_check_blanks(r);
    return r->at == r->end ? BT_OK : FAIL(r, r->at, BT_TEXT("this cannot stand here"));
}

static bt_status read_numbers(reader *r, uint64_t below, const char *too_large,
                              uint32_t **out, size_t *count)
{
    uint32_t *list;
    BT_TRY(BTI_ARENA_NEW(r->c->arena, list, (size_t)(r->end - r->at) / 2 + 1));
    *count = 0;
    *out = list;
    for (;;) {
        uint64_t number;
        bti_check_blanks(r);
        if (r->at == r->end)
            return BT_OK;
        bt_span text = {r->at, (size_t)(r->end - r->at)};
        bt_number how = bt_take_u64(&text, &number);
        if (how == BT_NUMBER_NONE)
            return FAIL(r, r->at, BT_TEXT("a number is expected here"));
        if (text.len > 0 && !strchr(" \t\r\n#", text.at[0]))
            return FAIL(r, text.at, BT_TEXT("a blank is expected here"));
        if (how == BT_NUMBER_TOO_LARGE || number >= below)
            return bti_check_fail(r, r->at, BT_DOMAIN, too_large);
        list[(*count)++] = (uint32_t)number;
        r->at = text.at;
    }
}

static bt_status read_version(reader *r)
{
    const char *text = copy_text(r);
    if (!text)
        return bt_last_status(r->ctx);
    bt_span number = bt_span_of(text);
    uint64_t version = 0;
    bool is = strncmp(text, "certificate ", 12) == 0;
    if (is)
        number = (bt_span){text + 12, strlen(text) - 12};
    is = is && bt_take_u64(&number, &version) == BT_NUMBER_OK && number.len == 0;
    if (is && version > NEWEST)
        return FAIL(r, r->at,
                    BT_TEXT("this certificate has a newer version; versions 1 to 5 can "
                            "be read here"));
    if (!is || version == 0)
        return FAIL(r, r->at,
                    BT_TEXT("the first line of a certificate is 'bouton certificate "
                            "1', or 2, 3, 4 or 5"));
    r->c->version = (unsigned)version;
    return BT_OK;
}

/* "sum 4" or "sum 4 misere": so many parts follow, each from `vars` to `end`. */
static bt_status read_sum(reader *r)
{
    bti_certificates *all = r->file;
    bti_check_blanks(r);
    const char *at = r->at;
    bt_span text = {at, (size_t)(r->end - at)};
    uint64_t parts;
    if (r->c->version < 3)
        return FAIL(r, at, BT_TEXT("only certificates of version 3 can be about sums"));
    if (bt_take_u64(&text, &parts) != BT_NUMBER_OK || parts < 2 ||
        parts > BTI_CHECK_VARS)
        return bti_check_fail(r, at, BT_DOMAIN,
                              BT_TEXT("a sum has from 2 to 32 parts"));
    r->at = text.at;
    bti_check_blanks(r);
    if (r->at == text.at && r->at < r->end)
        return FAIL(r, r->at, BT_TEXT("a blank is expected here"));
    at = r->at;
    bt_span word = bti_check_word(r);
    all->misere = bt_span_equal(word, bt_span_of("misere"));
    if (word.len > 0 && !all->misere)
        return FAIL(r, at, BT_TEXT("only 'misere' is allowed here"));
    bti_certificate *part;
    BT_TRY(BTI_ARENA_NEW(r->c->arena, part, (size_t)parts));
    part[0] = *r->c;
    part[0].of_sum = true;
    r->c = all->part = part;
    all->parts = (size_t)parts;
    return at_end(r);
}

/* The certificate of the next part, empty; its lists begin where the last ones ended.
 */
static void next_part(reader *r)
{
    const bti_certificate *before = r->c;
    *++r->c = (bti_certificate){.arena = before->arena,
                                .version = before->version,
                                .game = before->game,
                                .digits_text = "binary",
                                .of_sum = true,
                                .move = before->move + before->moves,
                                .claim = before->claim + before->claims,
                                .grundy = before->grundy + before->grundys,
                                .measure = before->measure + before->measures,
                                .claim_text = before->claim_text + before->claims,
                                .grundy_text = before->grundy_text + before->grundys,
                                .measure_text = before->measure_text + before->measures,
                                .changed = before->changed + before->moves};
}

static bool is_variable(const bti_certificate *c, bt_span name)
{
    for (size_t i = 0; i < c->vars; i++)
        if (bt_span_equal(name, bt_span_of(c->var[i])))
            return true;
    return false;
}

static bt_status read_vars(reader *r)
{
    bti_certificate *c = r->c;
    BT_TRY(BTI_ARENA_NEW(c->arena, c->var, BTI_CHECK_VARS + 1));
    for (;;) {
        bti_check_blanks(r);
        const char *at = r->at;
        if (at == r->end)
            break;
        bt_span name = bti_check_word(r);
        if (name.len == 0 || bti_check_reserved(name))
            return FAIL(r, at, BT_TEXT("a name for a variable is expected here"));
        if (is_variable(c, name))
            return FAIL(r, at, BT_TEXT("this variable has already been named"));
        for (const bti_certificate *p = r->file->part; p != c; p++)
            if (is_variable(p, name))
                return FAIL(r, at, BT_TEXT("this variable belongs to another part"));
        if (c->vars == BTI_CHECK_VARS)
            return bti_check_fail(r, at, BT_UNABLE,
                                  BT_TEXT("a game can have at most 32 variables"));
        c->var[c->vars] = bt_arena_copy(c->arena, name);
        if (!c->var[c->vars])
            return bt_last_status(r->ctx);
        c->vars++;
    }
    c->names = c->vars;
    c->all_vars = 2 * (uint32_t)c->names;
    return c->vars > 0
               ? BT_OK
               : FAIL(r, r->at, BT_TEXT("at least one variable is expected here"));
}

/* One more name, behind those of the variables. */
static bt_status read_value(reader *r)
{
    bti_certificate *c = r->c;
    bti_check_blanks(r);
    const char *at = r->at;
    bt_span name = bti_check_word(r);
    if (c->version < 2)
        return FAIL(r, at,
                    BT_TEXT("only certificates from version 2 on can be about values"));
    if (name.len == 0 || bti_check_reserved(name))
        return FAIL(r, at, BT_TEXT("a name for the value is expected here"));
    for (size_t i = 0; i < c->vars; i++)
        if (bt_span_equal(name, bt_span_of(c->var[i])))
            return FAIL(r, at, BT_TEXT("a variable already has this name"));
    if (c->vars == BTI_CHECK_VARS)
        return bti_check_fail(
            r, at, BT_UNABLE,
            BT_TEXT("with a value, a game can have at most 31 variables"));
    c->var[c->vars] = bt_arena_copy(c->arena, name);
    if (!c->var[c->vars])
        return bt_last_status(r->ctx);
    c->names = c->vars + 1;
    c->all_vars = 2 * (uint32_t)c->names;
    return at_end(r);
}

static bt_status read_digits(reader *r)
{
    r->c->digits_text = copy_text(r);
    if (!r->c->digits_text)
        return bt_last_status(r->ctx);
    BT_TRY(bti_check_read_digits(r));
    return at_end(r);
}

static bt_status read_drop(reader *r)
{
    bti_certificate *c = r->c;
    size_t count;
    const char *at = r->at;
    BT_TRY(read_numbers(r, c->measures + 1,
                        BT_TEXT("there are not that many components"), &c->drop,
                        &count));
    if (count != c->moves)
        return bti_check_fail(r, at, BT_DOMAIN,
                              BT_TEXT("exactly one number for each move is expected"));
    for (size_t i = 0; i < count; i++)
        if (c->drop[i]-- == 0)
            return bti_check_fail(r, at, BT_DOMAIN,
                                  BT_TEXT("components are numbered from 1"));
    return BT_OK;
}

static bt_status read_automaton(reader *r)
{
    bti_certificate *c = r->c;
    uint32_t *number;
    size_t count;
    const char *at = r->at;
    BT_TRY(read_numbers(r, BTI_CHECK_STATES,
                        BT_TEXT("an automaton has fewer than 1048576 states here"),
                        &number, &count));
    if (count != 1 || number[0] == 0)
        return bti_check_fail(
            r, at, BT_DOMAIN,
            BT_TEXT("the number of states is expected here, at least 1"));
    c->states = number[0];
    c->accept = bt_arena_alloc(c->arena, c->states, sizeof *c->accept);
    c->level = c->accept ? bt_arena_alloc(c->arena, c->names, sizeof *c->level) : NULL;
    return c->level ? BT_OK : bt_last_status(r->ctx);
}

static bt_status read_accept(reader *r)
{
    uint32_t *number;
    size_t count;
    const char *at = r->at;
    BT_TRY(read_numbers(r, r->c->states, BT_TEXT("there are not that many states"),
                        &number, &count));
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && number[i] <= number[i - 1])
            return bti_check_fail(
                r, at, BT_DOMAIN,
                BT_TEXT("accepting states must be in ascending order"));
        r->c->accept[number[i]] = true;
    }
    return BT_OK;
}

static bt_status read_track(reader *r, size_t tracks)
{
    bti_certificate *c = r->c;
    size_t count, var = c->names - tracks - 1;
    bti_check_blanks(r);
    const char *at = r->at;
    if (tracks == c->names)
        return bti_check_fail(r, at, BT_DOMAIN,
                              BT_TEXT("every variable already has its track"));
    if (!bt_span_equal(bti_check_word(r), bt_span_of(c->var[var])))
        return FAIL(
            r, at,
            BT_TEXT(
                "the tracks of the variables are expected here, the last one first"));
    bool last = var + 1 == c->names;
    BT_TRY(
        read_numbers(r, last ? c->states : c->level[var + 1].nodes,
                     last ? BT_TEXT("there are not that many states")
                          : BT_TEXT("the next variable does not have that many nodes"),
                     &c->level[var].pair, &count));
    if (count % 2 != 0 || count / 2 > BTI_CHECK_NODES)
        return bti_check_fail(
            r, at, BT_DOMAIN,
            BT_TEXT(
                "a node is a pair of numbers, and a track has at most 4194304 nodes"));
    c->level[var].nodes = count / 2;
    return BT_OK;
}

static bt_status read_states(reader *r, size_t tracks)
{
    bti_certificate *c = r->c;
    size_t count;
    const char *at = r->at;
    if (tracks != c->names)
        return bti_check_fail(r, at, BT_DOMAIN, BT_TEXT("a track is missing"));
    BT_TRY(read_numbers(r, c->level[0].nodes,
                        BT_TEXT("the first variable does not have that many nodes"),
                        &c->first, &count));
    if (count != c->states)
        return bti_check_fail(r, at, BT_DOMAIN,
                              BT_TEXT("exactly one number for each state is expected"));
    return BT_OK;
}

/* Digits of a component might not exist; sums of numbers always do. */
static bool is_linear(const bti_check_node *n)
{
    if (n->kind != BTI_T_SUM && n->kind != BTI_T_TIMES)
        return n->kind == BTI_T_NUMBER || n->kind == BTI_T_VAR ||
               n->kind == BTI_T_TRUTH;
    for (const bti_check_node *child = n->child; child; child = child->next)
        if (!is_linear(child))
            return false;
    return true;
}

static bt_status read_measure(reader *r, const char *text)
{
    bti_certificate *c = r->c;
    const char *at = r->at;
    c->measure_text[c->measures] = text;
    BT_TRY(bti_check_read_term(r, &c->measure[c->measures]));
    if (!is_linear(c->measure[c->measures++]) && c->version < 2)
        return bti_check_fail(r, at, BT_DOMAIN,
                              BT_TEXT("in version 1 a measure is a sum of variables "
                                      "and truths, such as 2x + y + [x > 0]"));
    return BT_OK;
}

/* Formulas and terms, with the text for people. */
static bt_status read_rule(reader *r, kind k)
{
    bti_certificate *c = r->c;
    const char *text = copy_text(r);
    if (!text)
        return bt_last_status(r->ctx);
    r->primes = k == MOVE;
    r->truths = k == MEASURE;
    r->value = k == GRUNDY;
    r->changed = 0;
    if (k == MEASURE)
        return read_measure(r, text);
    if (k == CLAIM) {
        c->claim_text[c->claims] = text;
        return bti_check_read_formula(r, &c->claim[c->claims++]);
    }
    if (k == GRUNDY) {
        if (c->names == c->vars)
            return FAIL(r, r->at, BT_TEXT("the line 'value' is missing"));
        c->grundy_text[c->grundys] = text;
        return bti_check_read_formula(r, &c->grundy[c->grundys++]);
    }
    if (k == POSITION) {
        c->position_text = text;
        return bti_check_read_formula(r, &c->position);
    }
    BT_TRY(bti_check_read_formula(r, &c->move[c->moves]));
    c->changed[c->moves++] = r->changed;
    return BT_OK;
}

static bt_status read_line(reader *r, kind k, size_t *tracks)
{
    switch (k) {
    case VERSION:
        return read_version(r);
    case GAME:
        r->c->game = copy_text(r);
        return r->c->game ? BT_OK : bt_last_status(r->ctx);
    case SUM:
        return read_sum(r);
    case VARS:
        return read_vars(r);
    case VALUE:
        return read_value(r);
    case DIGITS:
        return read_digits(r);
    case MISERE:
        if (r->c->names > r->c->vars)
            return FAIL(r, r->at, BT_TEXT("Grundy values are for normal play"));
        r->c->misere = true;
        return at_end(r);
    case DROP:
        return read_drop(r);
    case AUTOMATON:
        return read_automaton(r);
    case ACCEPT:
        return read_accept(r);
    case TRACK:
        BT_TRY(read_track(r, *tracks));
        ++*tracks;
        return BT_OK;
    case STATES:
        return read_states(r, *tracks);
    case END:
        if (r->c->of_sum && r->c->names == r->c->vars)
            return FAIL(r, r->at, BT_TEXT("a part of a sum must have a line 'value'"));
        return at_end(r);
    default:
        return read_rule(r, k);
    }
}

/* The end of the line that begins here, with those that go on with it. */
static const char *line_end(const char *at, const char *end)
{
    for (;;) {
        const char *next = memchr(at, '\n', (size_t)(end - at));
        if (!next || next + 1 == end)
            return end;
        at = next + 1;
        if (!strchr(" \t\r\n#", *at) || *at == 0)
            return at;
    }
}

static bt_status out_of_order(reader *r, const char *at, kind wanted)
{
    if (wanted == VERSION)
        return FAIL(r, at,
                    BT_TEXT("this is not a certificate: its first line should be "
                            "'bouton certificate 1', or 2, 3, 4 or 5"));
    return bti_check_fail_word(
        r, at, BT_SYNTAX, BT_TEXT("a line that begins with '{word}' is expected here"),
        lines[wanted].word);
}

/* Which line this is, after one of kind `before`. */
static bt_status next_kind(reader *r, const char *at, bt_span word, int before,
                           kind *out)
{
    int first = before < 0 ? 0 : before + !lines[before].repeats;
    for (int k = first; k < KINDS; k++) {
        if (bt_span_equal(word, bt_span_of(lines[k].word))) {
            *out = (kind)k;
            return BT_OK;
        }
        if (lines[k].needed && k != before)
            return out_of_order(r, at, (kind)k);
    }
    return FAIL(r, at, BT_TEXT("nothing may follow the line 'end'"));
}

static bt_status make_room(bti_certificate *c, bt_span bytes)
{
    size_t count = 1;
    for (size_t i = 0; i + 1 < bytes.len; i++)
        count += bytes.at[i] == '\n' && bytes.at[i + 1] != ' ';
    if (count > MOST_LINES)
        return bt_fail(c->arena->ctx, BT_UNABLE,
                       "a certificate has at most {most} lines here",
                       BT_ARGS(BT_NUM("most", MOST_LINES)));
    const void **room = bt_arena_alloc(c->arena, 7 * count, sizeof *room);
    c->changed = room ? bt_arena_alloc(c->arena, count, sizeof *c->changed) : NULL;
    if (!c->changed)
        return bt_last_status(c->arena->ctx);
    c->move = (const bti_check_node **)room;
    c->claim = c->move + count;
    c->grundy = c->claim + count;
    c->measure = c->grundy + count;
    c->claim_text = (const char **)(room + 4 * count);
    c->grundy_text = c->claim_text + count;
    c->measure_text = c->grundy_text + count;
    return BT_OK;
}

static bt_status read_lines(reader *r)
{
    int before = -1;
    size_t tracks = 0;
    const char *end = r->all.at + r->all.len, *counted = r->all.at;
    r->line = 1;
    while (r->at < end) {
        kind k = END;
        const char *at = r->at;
        for (; counted < at; counted++)
            r->line += *counted == '\n';
        r->end = line_end(at, end);
        bt_span word = bti_check_word(r);
        bti_check_blanks(r);
        if (word.len > 0 || r->at < r->end) {
            BT_TRY(next_kind(r, at, word, before, &k));
            BT_TRY(read_line(r, k, &tracks));
            before = (int)k;
        }
        if (before == END && r->c + 1 < r->file->part + r->file->parts) {
            next_part(r);
            before = SUM;
            tracks = 0;
        }
        r->at = r->end;
    }
    if (before == END)
        return BT_OK;
    return FAIL(r, end, BT_TEXT("the certificate ends without the line 'end'"));
}

bt_status bti_check_read(bt_arena *arena, bt_span bytes, bti_certificates *out)
{
    *out = (bti_certificates){.parts = 1};
    BT_TRY(BTI_ARENA_NEW(arena, out->part, 1));
    out->part->arena = arena;
    out->part->game = "";
    out->part->digits_text = "binary";
    if (bytes.len == 0)
        return bt_fail(arena->ctx, BT_SYNTAX,
                       "the file is empty, so it is not a certificate", BT_NO_ARGS);
    if (bytes.len > BTI_CHECK_BYTES)
        return bt_fail(arena->ctx, BT_UNABLE, "certificates have at most 16 MB here",
                       BT_NO_ARGS);
    if (memchr(bytes.at, 0, bytes.len))
        return bt_fail(arena->ctx, BT_SYNTAX,
                       "this is not a certificate: it contains zero bytes", BT_NO_ARGS);
    BT_TRY(make_room(out->part, bytes));
    reader r = {
        .ctx = arena->ctx, .c = out->part, .file = out, .all = bytes, .at = bytes.at};
    return read_lines(&r);
}
