/* SPDX-License-Identifier: MIT
 * Rules as arithmetic, from a `.game` file: every line `move` is a formula between the
 * numbers before and after a move, and its automaton shows the options
 * (formula/option_walk.h). What would make nonsense of a game is found when the file is
 * read, for all positions at once: a line that has no meaning somewhere, a move with
 * infinitely many options, a move that leaves `position`. A move that changes nothing
 * at some position is allowed, for play may go on for ever, but mostly it is a slip: it
 * gets a warning.
 *
 * Options come rule by rule in the order of the file. A target that an earlier rule has
 * shown is taken out of the later rule's automaton, so that none comes twice. */
#include <bouton/number_kit.h>

#include "core/arith.h"
#include "core/checksum.h"
#include "core/quote.h"
#include "core/utf8.h"
#include "formula/formula_compile.h"
#include "formula/formula_defined.h"
#include "formula/option_walk.h"
#include "rules/boxes.h"
#include "rules/game_rules.h"
#include "rules/registry.h"

#include <string.h>

struct params {
    bti_game_file file;
    bti_option_rule *rule;
    size_t rules;
    bti_dfa *position; /* NULL: every vector is one */
    bti_dfa **move;    /* of each line, from positions; file.moves of them */
    bool lowers;       /* no move makes any number larger, and each makes one smaller */
    const char *want;  /* ends the sentences of parse */
    bt_warning *warning;
    size_t warnings;
};

/* While a file is bound. */
struct binding {
    bt_context *ctx;
    bti_automata m;
    bti_formula_text from;
    struct params *p;
};

static bt_status compile_lines(struct binding *b)
{
    const bti_game_file *file = &b->p->file;
    if (file->position.formula) {
        BT_TRY(bti_check_defined(&b->m, file->position.formula, NULL, &file->scope,
                                 &b->from));
        BT_TRY(bti_formula_compile(&b->m, file->position.formula, &b->p->position));
    }
    for (size_t i = 0; i < file->moves; i++) {
        BT_TRY(bti_check_defined(&b->m, file->move[i].formula, b->p->position,
                                 &file->scope, &b->from));
        BT_TRY(bti_formula_compile(&b->m, file->move[i].formula, &b->p->move[i]));
        if (!b->p->position)
            continue;
        bti_dfa *from_positions;
        BT_TRY(bti_dfa_product(&b->m, b->p->move[i], b->p->position, BTI_BOTH,
                               &from_positions));
        bti_dfa_free(b->p->move[i]);
        b->p->move[i] = from_positions;
    }
    return BT_OK;
}

/* What is only claimed of a game. A claim that is too large to be looked at does not
 * keep people from playing; whoever proves it looks again (bti_theory_check). */
static bt_status check_claimed(struct binding *b, bti_automata *m,
                               const bti_node *formula, bti_dfa **within)
{
    const bti_game_file *file = &b->p->file;
    bti_scope scope = file->scope;
    bt_status status = BT_OK;
    if (!formula || bti_plainly_defined(formula))
        return BT_OK;
    if (file->position.formula && !*within) /* the game's may be in other digits */
        status = bti_formula_compile(m, file->position.formula, within);
    scope.value = true;
    if (status == BT_OK)
        status = bti_check_defined(m, formula, *within, &scope, &b->from);
    return status == BT_UNABLE ? BT_OK : status;
}

static bt_status check_claims(struct binding *b)
{
    const bti_game_file *file = &b->p->file;
    bti_automata m;
    bti_dfa *within = NULL;
    bti_automata_init(&m, b->ctx, file->scope.digits);
    bt_status status = check_claimed(b, &m, file->grundy.formula, &within);
    for (size_t i = 0; i < file->claims && status == BT_OK; i++)
        status = check_claimed(b, &m, file->claim[i].formula, &within);
    for (size_t i = 0; i < file->ranks && status == BT_OK; i++)
        status = check_claimed(b, &m, file->rank[i], &within);
    bti_dfa_free(within);
    return status;
}

static void put_values(bt_text *text, const uint64_t *value, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bt_text_put(text, i == 0 ? "" : ",");
        bt_text_put_u64(text, value[i]);
    }
}

/* The least tuple of a set that is not empty, for a sentence: positions, and what a
 * move of rule `line` makes of them. */
static bt_status put_example(struct binding *b, const bti_dfa *set,
                             const bti_line *line, bt_text *origin, bt_text *target)
{
    size_t vars = b->p->file.scope.vars;
    uint32_t var[2 * BTI_VARS_MAX];
    uint64_t value[2 * BTI_VARS_MAX];
    bool found;
    for (uint32_t i = 0; i < 2 * vars; i++)
        var[i] = i;
    BT_TRY(bti_dfa_least(&b->m, set, var, 2 * vars, value, &found));
    for (size_t i = 0; i < vars; i++)
        if (!(line->changes >> i & 1))
            value[vars + i] = value[i];
    put_values(origin, value, vars);
    put_values(target, value + vars, vars);
    BT_TRY(bt_text_status(origin));
    return bt_text_status(target);
}

/* BT_DOMAIN at the line, with the least example: the position {origin} and its option
 * {target}. */
static bt_status refuse(struct binding *b, const bti_line *line, const bti_dfa *set,
                        const char *key)
{
    bt_text origin, target;
    bt_text_init(&origin, b->ctx);
    bt_text_init(&target, b->ctx);
    bt_status status = put_example(b, set, line, &origin, &target);
    if (status == BT_OK)
        status = bti_fail_at(b->ctx, BT_DOMAIN, &b->from, line->at, key,
                             BT_ARGS(BT_STR("origin", bt_text_chars(&origin)),
                                     BT_STR("target", bt_text_chars(&target))));
    bt_text_free(&origin);
    bt_text_free(&target);
    return status;
}

/* Positions from which options exceed every bound: for all u some option has a sum of
 * changed numbers above u. */
static bt_status unbounded(struct binding *b, const bti_line *line, const bti_dfa *move,
                           bti_dfa **out)
{
    size_t vars = b->p->file.scope.vars, count = 0;
    bti_linear_term sum[BTI_VARS_MAX + 1] = {{BTI_SPARE_VAR, -1}};
    uint32_t primed[BTI_VARS_MAX], bound = BTI_SPARE_VAR;
    bti_dfa *above = NULL, *both = NULL, *some = NULL;
    *out = NULL;
    for (size_t i = 0; i < vars; i++)
        if (line->changes >> i & 1) {
            primed[count++] = bti_primed(vars, i);
            sum[count] = (bti_linear_term){bti_primed(vars, i), 1};
        }
    bt_status status = bti_dfa_linear(&b->m, sum, count + 1, 0, BTI_GT, &above);
    if (status == BT_OK)
        status = bti_dfa_product(&b->m, move, above, BTI_BOTH, &both);
    if (status == BT_OK)
        status = bti_dfa_exists(&b->m, both, primed, count, &some);
    if (status == BT_OK)
        status = bti_dfa_forall(&b->m, some, &bound, 1, out);
    bti_dfa_free(above);
    bti_dfa_free(both);
    bti_dfa_free(some);
    return status;
}

static bt_status check_finite(struct binding *b, const bti_line *line,
                              const bti_dfa *move)
{
    bool infinite;
    bti_dfa *origins;
    BT_TRY(bti_options_infinite(&b->m, move, b->p->file.scope.vars, line->changes,
                                &infinite));
    if (!infinite)
        return BT_OK;
    BT_TRY(unbounded(b, line, move, &origins));
    bt_status status =
        refuse(b, line, origins,
               BT_TEXT("this move has infinitely many options from {origin}"));
    bti_dfa_free(origins);
    return status;
}

/* The position automaton read on what the move leaves behind. */
static bt_status position_after(struct binding *b, const bti_line *line, bti_dfa **out)
{
    size_t vars = b->p->file.scope.vars, count = 0;
    uint32_t from[BTI_VARS_MAX], to[BTI_VARS_MAX];
    for (size_t i = 0; i < vars; i++)
        if (line->changes >> i & 1) {
            from[count] = (uint32_t)i;
            to[count++] = bti_primed(vars, i);
        }
    return bti_dfa_rename(&b->m, b->p->position, from, to, count, out);
}

static bt_status check_stays(struct binding *b, const bti_line *line,
                             const bti_dfa *move)
{
    bti_dfa *after = NULL, *leaves = NULL;
    if (!b->p->position)
        return BT_OK;
    bt_status status = position_after(b, line, &after);
    if (status == BT_OK)
        status = bti_dfa_product(&b->m, move, after, BTI_BUT_NOT, &leaves);
    if (status == BT_OK && !bti_dfa_is_empty(leaves))
        status =
            refuse(b, line, leaves,
                   BT_TEXT("this move leads from {origin} to {target}, which is not a "
                           "position of the game"));
    bti_dfa_free(after);
    bti_dfa_free(leaves);
    return status;
}

/* Rule `i` as far as it changes nothing but what rule `j` may change, and with x' = x
 * where only j changes x: the pairs of j that i shows, too. */
static bt_status seen_through(struct binding *b, size_t i, size_t j, bti_dfa **out)
{
    size_t vars = b->p->file.scope.vars, count = 0;
    uint64_t here = b->p->file.move[i].changes, there = b->p->file.move[j].changes;
    uint32_t from[BTI_VARS_MAX], to[BTI_VARS_MAX];
    for (size_t k = 0; k < vars; k++)
        if ((here & ~there) >> k & 1) {
            from[count] = bti_primed(vars, k);
            to[count++] = (uint32_t)k;
        }
    BT_TRY(bti_dfa_rename(&b->m, b->p->move[i], from, to, count, out));
    for (size_t k = 0; k < vars; k++) {
        if (!((there & ~here) >> k & 1) || bti_dfa_is_empty(*out))
            continue;
        bti_linear_term same[] = {{(uint32_t)k, 1}, {bti_primed(vars, k), -1}};
        bti_dfa *stays = NULL, *both = NULL;
        bt_status status = bti_dfa_linear(&b->m, same, 2, 0, BTI_EQ, &stays);
        if (status == BT_OK)
            status = bti_dfa_product(&b->m, *out, stays, BTI_BOTH, &both);
        bti_dfa_free(stays);
        bti_dfa_free(*out);
        *out = both;
        BT_TRY(status);
    }
    return BT_OK;
}

/* Move j without what the moves before it show. */
static bt_status without_repeats(struct binding *b, size_t j, bti_dfa **out)
{
    BT_TRY(bti_dfa_copy(&b->m, b->p->move[j], out));
    for (size_t i = 0; i < j; i++) {
        bti_dfa *seen;
        bt_status status = seen_through(b, i, j, &seen);
        if (status == BT_OK && !bti_dfa_is_empty(seen))
            status = bti_dfa_combine(&b->m, out, seen, BTI_BUT_NOT);
        bti_dfa_free(seen);
        if (status != BT_OK) {
            bti_dfa_free(*out);
            *out = NULL;
            return status;
        }
    }
    return BT_OK;
}

static bt_status make_rule(struct binding *b, size_t i, bt_arena *arena)
{
    struct params *p = b->p;
    bti_dfa *fresh;
    BT_TRY(without_repeats(b, i, &fresh));
    bt_status status = BT_OK;
    if (!bti_dfa_is_empty(fresh))
        status = bti_option_rule_make(arena, fresh, p->file.scope.vars,
                                      p->file.move[i].changes, &p->rule[p->rules++]);
    bti_dfa_free(fresh);
    return status;
}

/* Where a move may change nothing: x' is read where x is. */
static bt_status find_still(struct binding *b, const bti_line *line,
                            const bti_dfa *move, bti_dfa **out)
{
    size_t vars = b->p->file.scope.vars, count = 0;
    uint32_t from[BTI_VARS_MAX], to[BTI_VARS_MAX];
    for (size_t i = 0; i < vars; i++)
        if (line->changes >> i & 1) {
            from[count] = bti_primed(vars, i);
            to[count++] = (uint32_t)i;
        }
    return bti_dfa_rename(&b->m, move, from, to, count, out);
}

/* "n' != n", "x' != x | y' != y" */
static void put_change(const bti_line *line, const bti_scope *scope, bt_text *out)
{
    bool some = false;
    for (size_t i = 0; i < scope->vars; i++)
        if (line->changes >> i & 1) {
            bt_text_format(out, "%s%s' != %s", some ? " | " : "", scope->var[i],
                           scope->var[i]);
            some = true;
        }
}

static void put_warning(const struct binding *b, const bti_line *line,
                        const char *position, bt_text *out)
{
    bt_text change;
    bt_text_init(&change, b->ctx);
    put_change(line, &b->p->file.scope, &change);
    if (bt_text_status(&change) != BT_OK)
        out->status = bt_text_status(&change);
    bt_say(
        out,
        "{name} line {line}: at {position} this move can change nothing, so play need "
        "not end; if that is not meant, also require {change}",
        BT_ARGS(BT_STR("name", b->from.name), BT_NUM("line", line->line),
                BT_STR("position", position),
                BT_STR("change", bt_text_chars(&change))));
    bt_text_free(&change);
}

static bt_status add_warning(struct binding *b, bt_arena *arena, const bti_line *line,
                             const uint64_t *position)
{
    bt_warning *w = &b->p->warning[b->p->warnings];
    bt_text text;
    bt_text_init(&text, b->ctx);
    put_values(&text, position, b->p->file.scope.vars);
    bt_status status = bt_text_status(&text);
    w->line = line->line;
    if (status == BT_OK && !(w->position = bt_arena_copy(arena, bt_text_span(&text))))
        status = bt_last_status(b->ctx);
    if (status == BT_OK) {
        bt_text_clear(&text);
        put_warning(b, line, w->position, &text);
        status = bt_text_status(&text);
    }
    if (status == BT_OK && !(w->message = bt_arena_copy(arena, bt_text_span(&text))))
        status = bt_last_status(b->ctx);
    bt_text_free(&text);
    b->p->warnings += status == BT_OK;
    return status;
}

/* A warning with the least position where the move of a line changes nothing. */
static bt_status warn_if_still(struct binding *b, bt_arena *arena, size_t i)
{
    const bti_line *line = &b->p->file.move[i];
    uint32_t var[BTI_VARS_MAX];
    uint64_t position[BTI_VARS_MAX];
    size_t vars = b->p->file.scope.vars;
    bool found = false;
    bti_dfa *still;
    for (uint32_t k = 0; k < vars; k++)
        var[k] = k;
    BT_TRY(find_still(b, line, b->p->move[i], &still));
    bt_status status = bti_dfa_least(&b->m, still, var, vars, position, &found);
    bti_dfa_free(still);
    if (status == BT_UNABLE) /* only at numbers beyond 64 bits */
        return BT_OK;
    if (status != BT_OK || !found)
        return status;
    return add_warning(b, arena, line, position);
}

/* Whether a move of this line can make variable k larger. */
static bt_status may_raise(struct binding *b, size_t line, size_t k, bool *may)
{
    size_t vars = b->p->file.scope.vars;
    bti_linear_term more[] = {{bti_primed(vars, k), 1}, {(uint32_t)k, -1}};
    bti_dfa *above = NULL, *both = NULL;
    bt_status status = bti_dfa_linear(&b->m, more, 2, 0, BTI_GT, &above);
    if (status == BT_OK)
        status = bti_dfa_product(&b->m, b->p->move[line], above, BTI_BOTH, &both);
    *may = status != BT_OK || !bti_dfa_is_empty(both);
    bti_dfa_free(above);
    bti_dfa_free(both);
    return status == BT_UNABLE ? BT_OK : status; /* then nothing is known */
}

/* Where every move makes some number smaller and none larger, all that can be reached
 * lies in a box, and the search sweeps it. */
static bt_status find_lowers(struct binding *b)
{
    struct params *p = b->p;
    bool may = p->warnings > 0 || p->file.scope.vars > BTI_BOX_WORDS;
    for (size_t i = 0; i < p->file.moves; i++)
        for (size_t k = 0; k < p->file.scope.vars && !may; k++)
            if (p->file.move[i].changes >> k & 1)
                BT_TRY(may_raise(b, i, k, &may));
    p->lowers = !may;
    return BT_OK;
}

static bt_status make_rules(struct binding *b, bt_arena *arena)
{
    struct params *p = b->p;
    BT_TRY(compile_lines(b));
    BT_TRY(check_claims(b));
    for (size_t i = 0; i < p->file.moves; i++) {
        BT_TRY(check_finite(b, &p->file.move[i], p->move[i]));
        BT_TRY(check_stays(b, &p->file.move[i], p->move[i]));
    }
    for (size_t i = 0; i < p->file.moves; i++)
        BT_TRY(make_rule(b, i, arena));
    for (size_t i = 0; i < p->file.moves; i++)
        BT_TRY(warn_if_still(b, arena, i));
    return find_lowers(b);
}

/* A position of the game, as an example: 3,4,5 or another simple one. */
static bool find_example(const struct params *p, uint64_t *x)
{
    size_t vars = p->file.scope.vars;
    for (unsigned way = 0; way < 6; way++) {
        for (size_t i = 0; i < vars; i++)
            x[i] = way == 0 ? i + 3 : way == 1 ? vars + 2 - i : 5u - way;
        if (!p->position || bti_dfa_accepts(p->position, x))
            return true;
    }
    return false;
}

/* "a position is x,y such as 3,4" */
static bt_status make_want(bt_arena *arena, struct params *p)
{
    uint64_t *x = bt_arena_alloc(arena, p->file.scope.vars, sizeof *x);
    if (!x)
        return bt_last_status(arena->ctx);
    bool found = find_example(p, x);
    bt_text names, numbers, text;
    bt_text_init(&names, arena->ctx);
    bt_text_init(&numbers, arena->ctx);
    bt_text_init(&text, arena->ctx);
    for (size_t i = 0; i < p->file.scope.vars; i++) {
        bt_text_format(&names, "%s%s", i ? "," : "", p->file.scope.var[i]);
        bt_text_format(&numbers, "%s%llu", i ? "," : "", (unsigned long long)x[i]);
    }
    bt_say(&text,
           !found ? "a position is {names}"
           : p->file.scope.vars == 1
               ? "a position is a number {names} such as {numbers}"
               : "a position is {names} such as {numbers}",
           BT_ARGS(BT_STR("names", bt_text_chars(&names)),
                   BT_STR("numbers", bt_text_chars(&numbers))));
    bt_status status = bt_text_status(&names);
    if (status == BT_OK)
        status = bt_text_status(&numbers);
    if (status == BT_OK)
        status = bt_text_status(&text);
    if (status == BT_OK && !(p->want = bt_arena_copy(arena, bt_text_span(&text))))
        status = bt_last_status(arena->ctx);
    bt_text_free(&names);
    bt_text_free(&numbers);
    bt_text_free(&text);
    return status;
}

static bool looks_at_digits(const bti_node *node)
{
    if (node->op == BTI_OP_LOW || node->op == BTI_OP_HIGH || node->op == BTI_OP_SHL)
        return true;
    for (const bti_node *child = node->first; child; child = child->next)
        if (looks_at_digits(child))
            return true;
    return false;
}

/* Options are the same in any digits, unless the rules speak of digits; binary ones
 * cost least. */
static bti_digits digits_for_options(const bti_game_file *file)
{
    bool looks = file->position.formula && looks_at_digits(file->position.formula);
    for (size_t i = 0; i < file->moves; i++)
        looks = looks || looks_at_digits(file->move[i].formula);
    return looks || file->scope.digits == BTI_FIBONACCI ? file->scope.digits
                                                        : BTI_BINARY;
}

static bt_status read_rules(bt_arena *arena, const bti_formula_text *from,
                            struct params *p)
{
    bt_context *ctx = arena->ctx;
    struct binding b = {.ctx = ctx, .from = *from, .p = p};
    BT_TRY(bti_game_file_parse(arena, from, &p->file));
    p->rule = bt_arena_alloc(arena, p->file.moves, sizeof *p->rule);
    p->move = bt_arena_alloc(arena, p->file.moves, sizeof *p->move);
    p->warning = bt_arena_alloc(arena, p->file.moves, sizeof *p->warning);
    if (!p->rule || !p->move || !p->warning)
        return bt_last_status(ctx);
    bti_automata_init(&b.m, ctx, digits_for_options(&p->file));
    BT_TRY(make_rules(&b, arena));
    return make_want(arena, p);
}

const bti_game_file *bti_game_file_of(const bt_game *g)
{
    const struct params *p = g->params;
    /* by what binds it: an oracle counts options through a copy of the rules */
    return g->rules->bind == bti_rules_game.bind ? &p->file : NULL;
}

bool bti_game_ends(const bt_game *g)
{
    const struct params *p = g->params;
    return p->lowers || p->file.ranks > 0;
}

const bti_dfa *bti_game_position_of(const bt_game *g)
{
    const struct params *p = g->params;
    return p->position;
}

const bti_dfa *bti_game_move_of(const bt_game *g, size_t line)
{
    const struct params *p = g->params;
    return p->move[line];
}

/* The name of the file stands in `canonical`, behind "game:". */
static bt_status bind(bt_context *ctx, bt_span bytes, bt_game *g, bt_text *canonical)
{
    struct params *p = bt_arena_alloc(&g->arena, 1, sizeof *p);
    bt_span name = bt_text_span(canonical);
    const char *colon = name.len ? memchr(name.at, ':', name.len) : NULL;
    if (colon)
        name = (bt_span){colon + 1, name.len - (size_t)(colon + 1 - name.at)};
    size_t mark = bti_utf8_mark(bytes.at, bytes.len);
    bytes = (bt_span){bytes.at + mark, bytes.len - mark};
    /* abbreviations are read again from the text, so the game keeps it */
    char *text = bt_arena_copy(&g->arena, bytes);
    bti_formula_text from = {.lines = true, .name = bt_arena_copy(&g->arena, name)};
    if (!p || !text || !from.name)
        return bt_last_status(ctx);
    from.text = (bt_span){text, bytes.len};
    g->params = p;
    BT_TRY(read_rules(&g->arena, &from, p));
    g->warning = p->warning;
    g->warnings = p->warnings;
    if (p->file.misere && g->play_given && g->play == BT_NORMAL)
        return bt_fail(ctx, BT_DOMAIN,
                       "{name} has a line 'misere', so it cannot be played as /normal",
                       BT_ARGS(BT_STR("name", from.name)));
    if (p->file.misere)
        g->play = BT_MISERE;
    if (p->file.title[0])
        g->summary = p->file.title;
    return BT_OK;
}

static void unbind(bt_context *ctx, bt_game *g)
{
    const struct params *p = g->params;
    (void)ctx;
    if (!p)
        return;
    bti_dfa_free(p->position);
    for (size_t i = 0; p->move && i < p->file.moves; i++)
        bti_dfa_free(p->move[i]);
}

static bt_status content(bt_context *ctx, const bt_game *g, uint64_t *hash)
{
    const struct params *p = g->params;
    bt_text rules;
    bt_text_init(&rules, ctx);
    bti_game_file_print_rules(&p->file, &rules);
    bt_status status = bt_text_status(&rules);
    *hash = bti_checksum64_of(bt_text_span(&rules));
    bt_text_free(&rules);
    return status;
}

static bt_status parse(bt_context *ctx, const bt_game *g, bt_span text, bt_pos *pos)
{
    const struct params *p = g->params;
    BT_TRY(bt_parse_list(ctx, p->want, text, pos));
    if (pos->n != p->file.scope.vars)
        return bt_fail(
            ctx, BT_SYNTAX,
            "{text} has {n, plural, one {one number} other {{n} numbers}}; {expected}",
            BT_ARGS(BT_QUOTE("text", text), BT_NUM("n", pos->n),
                    BT_STR("expected", p->want)));
    if (p->position && !bti_dfa_accepts(p->position, pos->x))
        return bt_fail(
            ctx, BT_DOMAIN,
            "{text} is not a position of this game: it does not satisfy the 'position' "
            "line (line {line} of the file)",
            BT_ARGS(BT_QUOTE("text", text), BT_NUM("line", p->file.position.line)));
    return BT_OK;
}

struct show {
    bt_visit *visit;
    const bt_pos *pos;
    size_t at, words;
    const uint64_t *before;
    bool going;
};

static bool show_option(void *arg)
{
    struct show *s = arg;
    s->going = bt_show(s->visit, s->pos, s->at, s->words, s->before);
    return s->going;
}

static bool options(const bt_game *g, bt_pos *pos, bt_visit *visit)
{
    const struct params *p = g->params;
    uint64_t before[BTI_VARS_MAX];
    struct show show = {.visit = visit, .pos = pos, .going = true};
    memcpy(before, pos->x, pos->n * sizeof *before);
    for (size_t i = 0; i < p->rules && show.going; i++) {
        const bti_option_rule *rule = &p->rule[i];
        show.at = rule->least;
        show.words = rule->most - rule->least + 1;
        show.before = before + rule->least;
        bt_status status =
            bti_option_rule_walk(rule, pos->ctx, pos->x, show_option, &show);
        if (status != BT_OK) {
            visit->status = status;
            return false;
        }
    }
    return show.going;
}

/* "take 4 (13 to 9)", "add 2 (5 to 7)" */
static void say_one(uint64_t before, uint64_t after, bt_text *text)
{
    bool less = after < before;
    bt_text_format(text, "%s %llu (%llu to %llu)", less ? "take" : "add",
                   (unsigned long long)(less ? before - after : after - before),
                   (unsigned long long)before, (unsigned long long)after);
}

/* "x: 5 to 3, y: 4 to 2"; the only number of a position needs no name. */
static void say(const bt_game *g, const bt_move *move, bt_text *text)
{
    const struct params *p = g->params;
    const uint64_t *before = move->before, *now = bt_move_words(move);
    bool some = false;
    for (size_t i = 0; i < move->now; i++) {
        if (before[i] == now[i])
            continue;
        if (p->file.scope.vars == 1)
            say_one(before[i], now[i], text);
        else
            bt_text_format(text, "%s%s: %llu to %llu", some ? ", " : "",
                           p->file.scope.var[move->at + i],
                           (unsigned long long)before[i], (unsigned long long)now[i]);
        some = true;
    }
    if (!some)
        bt_text_put(text, "nothing changes");
}

/* What options have at most, if every number that a rule changes may become anything
 * smaller. Often only few of these are options, and far less than the box is reached.
 */
/* Where few positions are asked for one after the other, as in `discover`, a search
 * that keeps what it found is better than a new box for each. */
enum { SMALL_BOX = 1 << 16 };

static bool box(const bt_game *g, const bt_pos *root, bt_box *b)
{
    const struct params *p = g->params;
    uint64_t most = 0;
    for (size_t i = 0; i < p->rules; i++) {
        uint64_t of_rule = 1;
        for (unsigned f = 0; f < p->rule[i].free; f++)
            if (!bti_mul(of_rule, root->x[p->rule[i].free_var[f]] + 1, &of_rule))
                return false;
        if (!bti_add(most, of_rule, &most))
            return false;
    }
    if (!p->lowers || !bt_heaps_box(root, most, b) || b->size < SMALL_BOX)
        return false;
    b->sparse = true;
    return true;
}

static size_t box_options(const bt_game *g, const bt_box *b, const uint64_t *digit,
                          uint64_t index, uint64_t *out)
{
    const struct params *p = g->params;
    size_t n = 0;
    for (size_t i = 0; i < p->rules; i++)
        n += bti_option_rule_indices(&p->rule[i], digit, b->stride, index, out + n);
    return n;
}

static const bt_example examples[] = {
    {"3,5", BT_TEXT("Wythoff's game: a P-position")},
    {"4,4", BT_TEXT("one winning move")},
    {NULL, NULL},
};

const bt_rules bti_rules_game = {
    .size = sizeof(bt_rules),
    .name = "game",
    .usage = "game:FILE",
    .summary = "rules of your own, written as arithmetic in a .game file",
    .help =
        "The file says what a position is and which moves there are:\n"
        "\n"
        "    game Wythoff's game\n"
        "    vars x y\n"
        "    move x' < x\n"
        "    move y' < y\n"
        "    move x' < x & x - x' = y - y'\n"
        "\n"
        "A position is a number for each variable, such as 3,5. A primed name is\n"
        "the number after the move; a variable whose primed name does not occur in\n"
        "a line stays as it is. Whoever cannot move loses (normal play), or wins if\n"
        "there is a line 'misere' or the rules are followed by /misere.\n"
        "\n"
        "All variables are 0, 1, 2, ...; a difference such as x - y may be negative.\n"
        "\n"
        "Terms: + -, 3x or 3*x, brackets, x ^ y (nim-sum), and(x,y) or(x,y)\n"
        "low(x) high(x) shl(x), where low and high are the least and the greatest\n"
        "power of 2 in a number, 0 for 0, and shl moves its digits one place up,\n"
        "which is 2x. Next to + or - a nim-sum needs brackets. There are no powers:\n"
        "the nim-sum with a constant is written xor(x,2), and xor(x,y) is x ^ y.\n"
        "Statements: = != < <= > >=, also in a chain: 1 <= x - x' <= 3; x mod 3 = 1,\n"
        "x mod 3 != 1, x mod 5 < 2, x mod 5 in {1,4}, x = y (mod 4), 3 | x + y (3\n"
        "divides it), x - y in {-1,0,1}, pow2(x), cols(3; x,y,z) (in every binary\n"
        "column 3 divides the number of ones), true, false; joined by ! & | => <=>,\n"
        "and 'ex t: ...' (there is a t), 'all t: ...'; 'ex s,t: ...' for several.\n"
        "The operators that bind tightest come first: 3x, + -, ^, comparisons with\n"
        "mod and in, ! ex all, &, |, =>, <=>. 'ex' and 'all' reach as far right as "
        "they can, and\n"
        "=> groups to the right. After a number | is 'divides', otherwise 'or'.\n"
        "Also read: == && || <> -> <-> and the signs of mathematics for these.\n"
        "\n"
        "x mod m is one of 0 to m-1, for negative numbers too: -1 mod 4 is 3. pow2 of\n"
        "a negative number is false. The digits of a negative number have no meaning,\n"
        "so ^ and or low high shl cols take none, and a line that would need one at\n"
        "some position is refused: low(n - 5) = 1 has no meaning at n = 0. Say where\n"
        "it is meant: n >= 5 & low(n - 5) = 1, or n < 5 | low(n - 5) = 1.\n"
        "\n"
        "The lines, 'vars' and 'move' at least:\n"
        "  game TITLE     what people read\n"
        "  vars x y       the numbers of a position\n"
        "  position F     which numbers are positions; all, if it is missing\n"
        "  move F         a move; any number of such lines\n"
        "  misere         whoever cannot move wins\n"
        "  claim F        which are P-positions, for proofs; any number\n"
        "  grundy F       the same for Grundy values: F says when the value is g\n"
        "  rank T, T      a measure that every move lowers, largest digit first,\n"
        "                 where a proof finds none itself: why play ends\n"
        "  let even(a) = 2 | a\n"
        "                 an abbreviation; without brackets it has no parameter\n"
        "  digits fib     Fibonacci digits: low and high are parts of Zeckendorf's\n"
        "                 sum, shl makes 2 3 5 8 ... of 1 2 3 5 ..., and\n"
        "                 ^ and or pow2 cols have no meaning. Others: 'digits base\n"
        "                 3', bases from 2 to 8, and 'digits 1, 2, 3 then w(n) =\n"
        "                 w(n-1) + w(n-3)'; shl has no meaning there\n"
        "# begins a comment; a line that begins with a blank goes on the one above.\n"
        "\n"
        "Limits: 32 variables; numbers in formulas up to 10^15, factors and moduli\n"
        "up to 10^6; brackets and quantifiers 100 deep, 100000 parts of a\n"
        "formula; names of 40 letters; a file of 1 MB.\n"
        "\n"
        "A file whose name ends in .game needs no 'game:' before it: my.game.\n"
        "Options come rule by rule in the order of the file, the smaller number\n"
        "first.",
    .theorem_note = NULL,
    .example_param = "games/wythoff.game",
    .examples = examples,
    .param = BT_PARAM_FILE,
    .file_bytes = 1 << 20,
    .suffix = ".game",
    .bind = bind,
    .unbind = unbind,
    .content = content,
    .parse = parse,
    .print = bt_print_list,
    .options = options,
    .say = say,
    .box = box,
    .box_options = box_options,
};
