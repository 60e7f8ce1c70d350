/* SPDX-License-Identifier: MIT
 * Reads `.game` files: first the lines, then what each of them says, those first on
 * which others depend. */
#include "formula/game_file.h"

#include "core/grow.h"
#include "core/nearest.h"
#include "core/quote.h"
#include "core/tame.h"
#include "formula/digits_line.h"
#include "formula/formula_lexer.h"

#include <string.h>

enum keyword {
    KEY_GAME,
    KEY_VARS,
    KEY_DIGITS,
    KEY_MISERE,
    KEY_LET,
    KEY_POSITION,
    KEY_MOVE,
    KEY_CLAIM,
    KEY_RANK,
    KEY_GRUNDY,
    KEYWORDS
};

static const struct {
    const char *word;
    bool many;
} keywords[KEYWORDS] = {
    {"game", false}, {"vars", false},     {"digits", false}, {"misere", false},
    {"let", true},   {"position", false}, {"move", true},    {"claim", true},
    {"rank", false}, {"grundy", false},
};

/* A line of the file with those that continue it. */
struct line {
    struct line *next;
    enum keyword key;
    bt_span body; /* behind the keyword */
    const char *at;
    uint32_t number;
};

struct reader {
    bt_context *ctx;
    bt_arena *arena;
    const bti_formula_text *from;
    struct line *first, **last;
    size_t count[KEYWORDS];
    bti_game_file *file;
    bt_span indented; /* the first word of a file's line that begins behind a blank */
};

#define FAIL_AT(r, status, at, ...)                                                    \
    bti_fail_at((r)->ctx, (status), (r)->from, (at), __VA_ARGS__)

static bt_status unknown_line(struct reader *r, bt_span word)
{
    bti_quote quote;
    bti_nearest near;
    const char *seen;
    size_t len = 0;
    while (len < word.len && (unsigned char)word.at[len] > ' ')
        len++;
    word.len = len;
    seen = bti_quoted(&quote, word);
    bti_nearest_begin(&near, word);
    for (size_t i = 0; i < KEYWORDS; i++)
        bti_nearest_try(&near, keywords[i].word);
    if (near.best)
        return FAIL_AT(r, BT_SYNTAX, word.at,
                       "no line begins with {seen}; did you mean '{best}'?",
                       BT_ARGS(BT_STR("seen", seen), BT_STR("best", near.best)));
    return FAIL_AT(r, BT_SYNTAX, word.at,
                   "no line begins with {seen}; there are game, vars, move, claim, "
                   "let, position, misere, digits, rank and grundy",
                   BT_ARGS(BT_STR("seen", seen)));
}

/* The word that `text` begins with, KEYWORDS if it is none. */
static size_t find_keyword(bt_span text)
{
    size_t len = bti_name_length(text), key = 0;
    bt_span word = {text.at, len};
    while (key < KEYWORDS && !bt_span_equal(word, bt_span_of(keywords[key].word)))
        key++;
    bool ends = len == text.len || strchr(" \t\r#", text.at[len]);
    return ends ? key : KEYWORDS;
}

/* Said in place of what is wrong with the line above. */
static bt_status is_indented(struct reader *r)
{
    return FAIL_AT(r, BT_SYNTAX, r->indented.at,
                   "a line that begins with a blank continues the one above; take the "
                   "blank away for a line {indented} of its own",
                   BT_ARGS(BT_QUOTE("indented", r->indented)));
}

static bt_status add_line(struct reader *r, bt_span text, uint32_t number)
{
    size_t len = bti_name_length(text), key = find_keyword(text);
    if (key == KEYWORDS)
        return unknown_line(r, text);
    if (r->count[key]++ > 0 && !keywords[key].many)
        return FAIL_AT(r, BT_SYNTAX, text.at,
                       "there is already a line '{word}', and only one is possible",
                       BT_ARGS(BT_STR("word", keywords[key].word)));
    struct line *line;
    BT_TRY(BTI_ARENA_NEW(r->arena, line, 1));
    *line = (struct line){.key = (enum keyword)key,
                          .body = {text.at + len, text.len - len},
                          .at = text.at,
                          .number = number};
    *r->last = line;
    r->last = &line->next;
    return BT_OK;
}

/* Puts one line of text behind those that are there, or at the end of the last one. */
static bt_status take_line(struct reader *r, struct line **open, bt_span text,
                           uint32_t number)
{
    bt_span inner = text;
    while (inner.len > 0 && strchr(" \t\r", inner.at[0]) && inner.at[0] != 0) {
        inner.at++;
        inner.len--;
    }
    if (inner.len == 0 || inner.at[0] == '#')
        return BT_OK;
    if (inner.at == text.at) {
        struct line **place = r->last;
        BT_TRY(add_line(r, text, number));
        *open = *place;
        return BT_OK;
    }
    if (!*open)
        return FAIL_AT(r, BT_SYNTAX, inner.at,
                       "a line that begins with a blank continues the one above, and "
                       "there is none",
                       BT_NO_ARGS);
    (*open)->body.len = (size_t)(text.at + text.len - (*open)->body.at);
    size_t key = find_keyword(inner);
    if (key < KEYWORDS && !r->indented.at)
        r->indented = (bt_span){inner.at, bti_name_length(inner)};
    bool words = (*open)->key == KEY_GAME || (*open)->key == KEY_VARS;
    return key < KEYWORDS && words ? is_indented(r) : BT_OK; /* nobody would notice */
}

static bt_status take_lines(struct reader *r)
{
    bt_span rest = r->from->text;
    struct line *open = NULL;
    uint32_t number = 0;
    while (rest.len > 0) {
        const char *end = memchr(rest.at, '\n', rest.len);
        size_t len = end ? (size_t)(end - rest.at) : rest.len;
        BT_TRY(take_line(r, &open, (bt_span){rest.at, len}, ++number));
        len += end != NULL;
        rest.at += len;
        rest.len -= len;
    }
    return BT_OK;
}

static const struct line *find_line(const struct reader *r, enum keyword key)
{
    const struct line *line = r->first;
    while (line && line->key != key)
        line = line->next;
    return line;
}

/* A word of a body, where only words, blanks and commas are wanted. */
static bool take_word(bt_span *rest, bti_token *token)
{
    do
        *token = bti_token_take(rest);
    while (token->kind == BTI_TOKEN_SIGN && token->sign == ',');
    return token->kind != BTI_TOKEN_END;
}

static bt_status check_name(struct reader *r, const bti_token *token,
                            const char *const *taken, size_t count, const char *what)
{
    bti_quote quote;
    const char *seen = bti_quoted(&quote, token->text);
    if (token->kind != BTI_TOKEN_NAME)
        return FAIL_AT(
            r, BT_SYNTAX, token->text.at,
            "{seen} is not a name for a {what}; a name is letters, then digits",
            BT_ARGS(BT_STR("seen", seen), BT_STR("what", what)));
    if (token->primed)
        return FAIL_AT(
            r, BT_SYNTAX, token->text.at,
            "{seen} is declared without its prime; the primed form comes by itself",
            BT_ARGS(BT_STR("seen", seen)));
    if (bti_name_is_reserved(token->text))
        return FAIL_AT(r, BT_SYNTAX, token->text.at,
                       "{seen} is a word of the language; choose another name",
                       BT_ARGS(BT_STR("seen", seen)));
    if (token->text.len > 40)
        return FAIL_AT(r, BT_UNABLE, token->text.at,
                       "{seen} is too long; a name has at most 40 letters",
                       BT_ARGS(BT_STR("seen", seen)));
    for (size_t i = 0; i < count; i++)
        if (bt_span_equal(token->text, bt_span_of(taken[i])))
            return FAIL_AT(r, BT_DOMAIN, token->text.at,
                           "the name {seen} is declared twice",
                           BT_ARGS(BT_STR("seen", seen)));
    return BT_OK;
}

static bt_status read_vars(struct reader *r, const struct line *line)
{
    const char **var = bt_arena_alloc(r->arena, BTI_VARS_MAX, sizeof *var);
    size_t count = 0;
    bti_token token;
    bt_span rest = line->body;
    if (!var)
        return bt_last_status(r->ctx);
    while (take_word(&rest, &token)) {
        BT_TRY(check_name(r, &token, var, count, "variable"));
        if (count == BTI_VARS_MAX)
            return FAIL_AT(r, BT_UNABLE, token.text.at,
                           "too many variables: at most {most} are possible",
                           BT_ARGS(BT_NUM("most", BTI_VARS_MAX)));
        var[count] = bt_arena_copy(r->arena, token.text);
        if (!var[count++])
            return bt_last_status(r->ctx);
    }
    if (count == 0)
        return FAIL_AT(r, BT_SYNTAX, line->at,
                       "the line 'vars' names no variable; write for example: vars x y",
                       BT_NO_ARGS);
    r->file->scope.var = var;
    r->file->scope.vars = count;
    return BT_OK;
}

static bt_status read_digits(struct reader *r, const struct line *line)
{
    return bti_digits_read(r->arena, r->from, line->body, line->at,
                           &r->file->scope.digits);
}

static bt_status read_misere(struct reader *r, const struct line *line)
{
    bt_span rest = line->body;
    bti_token token = bti_token_take(&rest);
    if (token.kind != BTI_TOKEN_END)
        return FAIL_AT(r, BT_SYNTAX, token.text.at,
                       "nothing may follow 'misere' on its line, but here is {token}",
                       BT_ARGS(BT_QUOTE("token", token.text)));
    r->file->misere = true;
    return BT_OK;
}

static bt_status read_title(struct reader *r, const struct line *line)
{
    bt_span title = line->body;
    const char *comment = memchr(title.at, '#', title.len);
    const char *end = memchr(title.at, '\n', title.len);
    if (comment)
        title.len = (size_t)(comment - title.at);
    if (end && (!comment || end < comment))
        title.len = (size_t)(end - title.at);
    bt_take_blanks(&title);
    while (title.len > 0 && (unsigned char)title.at[title.len - 1] <= ' ')
        title.len--;
    char *copy = bt_arena_copy(r->arena, title);
    if (!copy)
        return bt_last_status(r->ctx);
    copy[bti_tame_line(copy, title.len)] = 0; /* it is shown to people */
    r->file->title = copy;
    return BT_OK;
}

static bt_status read_params(struct reader *r, bti_let *let, bt_span *rest)
{
    const char **param = bt_arena_alloc(r->arena, BTI_VARS_MAX, sizeof *param);
    bti_token token;
    if (!param)
        return bt_last_status(r->ctx);
    let->has_params = true;
    let->param = param;
    do {
        token = bti_token_take(rest);
        BT_TRY(check_name(r, &token, param, let->params, "parameter"));
        BT_TRY(check_name(r, &token, r->file->scope.var, r->file->scope.vars,
                          "parameter"));
        if (let->params == BTI_VARS_MAX)
            return FAIL_AT(r, BT_UNABLE, token.text.at,
                           "too many parameters: at most {most} are possible",
                           BT_ARGS(BT_NUM("most", BTI_VARS_MAX)));
        param[let->params] = bt_arena_copy(r->arena, token.text);
        if (!param[let->params++])
            return bt_last_status(r->ctx);
        token = bti_token_take(rest);
    } while (token.kind == BTI_TOKEN_SIGN && token.sign == ',');
    if (token.kind != BTI_TOKEN_SIGN || token.sign != ')')
        return FAIL_AT(r, BT_SYNTAX, token.text.at,
                       "')' is missing after the parameters of '{name}'",
                       BT_ARGS(BT_STR("name", let->name)));
    return BT_OK;
}

/* NAME = body, NAME(a,b) = body; the body is looked at later. */
static bt_status read_let(struct reader *r, const struct line *line)
{
    bt_span rest = line->body, behind;
    bti_token token = bti_token_take(&rest);
    if (token.kind == BTI_TOKEN_END)
        return FAIL_AT(r, BT_SYNTAX, line->at,
                       "'let' needs a name and a body: let even(a) = 2 | a",
                       BT_NO_ARGS);
    BT_TRY(
        check_name(r, &token, r->file->scope.var, r->file->scope.vars, "abbreviation"));
    for (const bti_let *let = r->file->scope.lets; let; let = let->before)
        BT_TRY(check_name(r, &token, &let->name, 1, "abbreviation"));
    bti_let *let = bt_arena_alloc(r->arena, 1, sizeof *let);
    if (!let || !(let->name = bt_arena_copy(r->arena, token.text)))
        return bt_last_status(r->ctx);
    behind = rest;
    token = bti_token_take(&rest);
    if (token.kind == BTI_TOKEN_SIGN && token.sign == '(')
        BT_TRY(read_params(r, let, &rest));
    else
        rest = behind;
    token = bti_token_take(&rest);
    if (token.kind != BTI_TOKEN_RELATION || token.relation != BTI_EQ)
        return FAIL_AT(r, BT_SYNTAX, token.text.at,
                       "'=' and what '{name}' stands for are missing",
                       BT_ARGS(BT_STR("name", let->name)));
    let->body = rest;
    let->before = r->file->scope.lets;
    r->file->scope.lets = let;
    return BT_OK;
}

/* Bodies in the order of the file, so that a mistake is found where it stands and not
 * where it is used. */
static bt_status check_lets(struct reader *r)
{
    bti_scope scope = r->file->scope;
    size_t count = r->count[KEY_LET];
    const bti_let **let;
    BT_TRY(BTI_ARENA_NEW(r->arena, let, count + 1));
    scope.primes = true; /* where it is used decides */
    for (const bti_let *last = scope.lets; last; last = last->before)
        let[--count] = last;
    for (size_t i = 0; i < r->count[KEY_LET]; i++)
        BT_TRY(bti_let_check(r->arena, &scope, r->from, let[i]));
    return BT_OK;
}

static bt_status check_body(struct reader *r, const struct line *line, const char *such)
{
    bt_span rest = line->body;
    bti_token token = bti_token_take(&rest);
    if (token.kind != BTI_TOKEN_END)
        return BT_OK;
    return FAIL_AT(
        r, BT_SYNTAX, line->at, "the line '{word}' is empty; write for example: {such}",
        BT_ARGS(BT_STR("word", keywords[line->key].word), BT_STR("such", such)));
}

/* One line that holds a formula. */
static bt_status read_formula(struct reader *r, const struct line *line,
                              const char *what, const char *such, bti_line *out)
{
    bti_scope scope = r->file->scope;
    bool seen[2 * BTI_VARS_MAX] = {false};
    scope.what = what;
    scope.primes = line->key == KEY_MOVE;
    scope.value = line->key == KEY_GRUNDY;
    BT_TRY(check_body(r, line, such));
    *out = (bti_line){.at = line->at, .line = line->number};
    BT_TRY(bti_formula_parse(r->arena, &scope, r->from, line->body, &out->formula));
    bti_formula_variables(out->formula, seen, (uint32_t)(2 * scope.vars));
    for (size_t i = 0; i < scope.vars; i++)
        if (seen[bti_primed(scope.vars, i)])
            out->changes |= UINT64_C(1) << i;
    return BT_OK;
}

static bt_status read_move(struct reader *r, const struct line *line)
{
    bti_line *move = &r->file->move[r->file->moves++];
    BT_TRY(read_formula(r, line, "a move", "move x' < x", move));
    if (move->changes == 0)
        return FAIL_AT(r, BT_DOMAIN, line->at,
                       "no variable has a prime here, so this move would change "
                       "nothing; write for example: move {var}' < {var}",
                       BT_ARGS(BT_STR("var", r->file->scope.var[0])));
    return BT_OK;
}

static bt_status read_grundy(struct reader *r, const struct line *line)
{
    for (size_t i = 0; i < r->file->scope.vars; i++)
        if (strcmp(r->file->scope.var[i], "g") == 0)
            return FAIL_AT(r, BT_DOMAIN, line->at,
                           "in a line 'grundy' g is the Grundy value; the variable g "
                           "needs another name",
                           BT_NO_ARGS);
    return read_formula(r, line, "a line 'grundy'", "grundy x ^ y = g",
                        &r->file->grundy);
}

/* Up to a comma outside of brackets; rest goes on behind it. */
static bt_span take_term_text(bt_span *rest)
{
    const char *begin = rest->at;
    int depth = 0;
    for (;;) {
        bti_token token = bti_token_take(rest);
        bool comma = token.kind == BTI_TOKEN_SIGN && token.sign == ',' && depth <= 0;
        if (token.kind == BTI_TOKEN_END || comma)
            return (bt_span){begin, (size_t)(token.text.at - begin)};
        if (token.kind == BTI_TOKEN_SIGN)
            depth += (token.sign == '(') - (token.sign == ')');
    }
}

static bt_status read_rank(struct reader *r, const struct line *line)
{
    bti_scope scope = r->file->scope;
    bt_span rest = line->body, end = {line->body.at + line->body.len, 0};
    scope.what = "a rank";
    BT_TRY(check_body(r, line, "rank x + y"));
    BT_TRY(BTI_ARENA_NEW(r->arena, r->file->rank, BTI_VARS_MAX));
    for (bool more = true; more;) {
        bt_span text = take_term_text(&rest);
        more = text.at + text.len < end.at && text.at[text.len] == ',';
        if (r->file->ranks == BTI_VARS_MAX)
            return FAIL_AT(r, BT_UNABLE, text.at, "a rank has at most {most} terms",
                           BT_ARGS(BT_NUM("most", BTI_VARS_MAX)));
        BT_TRY(bti_term_parse(r->arena, &scope, r->from, text,
                              &r->file->rank[r->file->ranks++]));
    }
    return BT_OK;
}

static bt_status read_line(struct reader *r, const struct line *line)
{
    bti_game_file *file = r->file;
    switch (line->key) {
    case KEY_GAME:
        return read_title(r, line);
    case KEY_MISERE:
        return read_misere(r, line);
    case KEY_POSITION:
        return read_formula(r, line, "a line 'position'", "position x <= y",
                            &file->position);
    case KEY_MOVE:
        return read_move(r, line);
    case KEY_CLAIM:
        return read_formula(r, line, "a claim", "claim x ^ y = 0",
                            &file->claim[file->claims++]);
    case KEY_RANK:
        return read_rank(r, line);
    case KEY_GRUNDY:
        return read_grundy(r, line);
    default:
        return BT_OK; /* read already */
    }
}

static bt_status read_first(struct reader *r)
{
    const struct line *vars = find_line(r, KEY_VARS),
                      *digits = find_line(r, KEY_DIGITS);
    if (!vars)
        return FAIL_AT(
            r, BT_SYNTAX, r->from->text.at,
            "the line 'vars' is missing; it names the numbers of a position: vars x y",
            BT_NO_ARGS);
    BT_TRY(read_vars(r, vars));
    if (digits)
        BT_TRY(read_digits(r, digits));
    for (const struct line *line = r->first; line; line = line->next)
        if (line->key == KEY_LET)
            BT_TRY(read_let(r, line));
    return check_lets(r);
}

static bt_status read_lines(struct reader *r)
{
    bti_game_file *out = r->file;
    BT_TRY(take_lines(r));
    BT_TRY(read_first(r));
    if (r->count[KEY_MOVE] == 0)
        return FAIL_AT(r, BT_SYNTAX, find_line(r, KEY_VARS)->at,
                       "there is no line 'move', so nobody could ever move; write for "
                       "example: move {var}' < {var}",
                       BT_ARGS(BT_STR("var", out->scope.var[0])));
    out->move = bt_arena_alloc(r->arena, r->count[KEY_MOVE], sizeof *out->move);
    out->claim = bt_arena_alloc(r->arena, r->count[KEY_CLAIM] + 1, sizeof *out->claim);
    if (!out->move || !out->claim)
        return bt_last_status(r->ctx);
    for (const struct line *line = r->first; line; line = line->next)
        BT_TRY(read_line(r, line));
    return BT_OK;
}

bt_status bti_game_file_parse(bt_arena *arena, const bti_formula_text *from,
                              bti_game_file *out)
{
    struct reader r = {.ctx = arena->ctx, .arena = arena, .from = from};
    r.last = &r.first;
    r.file = out;
    *out = (bti_game_file){.source = *from,
                           .title = "",
                           .scope = {.what = "a claim", .digits = BTI_BINARY}};
    bt_status status = read_lines(&r);
    bool mistake = status == BT_SYNTAX || status == BT_DOMAIN;
    return mistake && r.indented.at ? is_indented(&r) : status;
}

static void print_line(const bti_game_file *file, const char *word,
                       const bti_node *formula, bool value, bt_text *text)
{
    bti_scope scope = file->scope;
    scope.lets = NULL;
    scope.value = value;
    bt_text_format(text, "%s ", word);
    bti_formula_print(formula, &scope, text);
    bt_text_put_char(text, '\n');
}

static void print_rank(const bti_game_file *file, bt_text *text)
{
    bti_scope scope = file->scope;
    scope.lets = NULL;
    for (size_t i = 0; i < file->ranks; i++) {
        bt_text_put(text, i == 0 ? "rank " : ", ");
        bti_formula_print(file->rank[i], &scope, text);
    }
    if (file->ranks > 0)
        bt_text_put_char(text, '\n');
}

static void print_variables(const bti_game_file *file, bt_text *text)
{
    bt_text_put(text, "vars");
    for (size_t i = 0; i < file->scope.vars; i++)
        bt_text_format(text, " %s", file->scope.var[i]);
    bt_text_put_char(text, '\n');
    if (file->scope.digits != BTI_BINARY) {
        bt_text_put(text, "digits ");
        bti_digits_print(file->scope.digits, text);
        bt_text_put_char(text, '\n');
    }
}

static void print_moves(const bti_game_file *file, bt_text *text)
{
    if (file->position.formula)
        print_line(file, "position", file->position.formula, false, text);
    for (size_t i = 0; i < file->moves; i++)
        print_line(file, "move", file->move[i].formula, false, text);
}

void bti_game_file_print_rules(const bti_game_file *file, bt_text *text)
{
    print_variables(file, text);
    print_moves(file, text);
}

void bti_game_file_print(const bti_game_file *file, bt_text *text)
{
    if (file->title[0])
        bt_text_format(text, "game %s\n", file->title);
    print_variables(file, text);
    if (file->misere)
        bt_text_put(text, "misere\n");
    print_moves(file, text);
    for (size_t i = 0; i < file->claims; i++)
        print_line(file, "claim", file->claim[i].formula, false, text);
    print_rank(file, text);
    if (file->grundy.formula)
        print_line(file, "grundy", file->grundy.formula, true, text);
}
