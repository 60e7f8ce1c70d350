/* SPDX-License-Identifier: MIT
 * An automaton in words. A library of shapes is tried, simple ones first: residues of
 * sums and differences, nim-sums, columns modulo m, comparisons with low(), equalities
 * and bounds of differences; then two cases, according to whether a variable is 0; then
 * shapes with finitely many exceptions. A shape is
 * believed when its automaton is the same, which is a proof. */
#include "formula/formula_compile.h"
#include "prove/discover.h"

#include <string.h>

enum { MOST_EXCEPTIONS = 8, MOST_MODULUS = 12, SMALL = 12 };

struct speaker {
    bti_theory *t;
    const bti_dfa *set;
    const bti_dfa *within;   /* only these positions count; NULL: all */
    bool values, exceptions; /* exceptions are allowed */
    bt_arena *arena;
    bt_text text;      /* the shape that is tried */
    const char *found; /* in the arena */
};

static const char *name_of(const struct speaker *s, size_t i)
{
    return i < s->t->vars ? s->t->file->scope.var[i] : "g";
}

static bt_status read_shape(struct speaker *s, bt_arena *arena, bti_dfa **out)
{
    bti_scope scope = s->t->file->scope;
    bti_formula_text from = {.name = "a shape", .text = bt_text_span(&s->text)};
    const bti_node *formula;
    scope.lets = NULL;
    scope.value = s->values;
    *out = NULL;
    BT_TRY(bt_text_status(&s->text));
    BT_TRY(bti_formula_parse(arena, &scope, &from, from.text, &formula));
    BT_TRY(bti_theory_set(s->t, formula, out));
    return s->within ? bti_dfa_combine(&s->t->m, out, s->within, BTI_BOTH) : BT_OK;
}

static void put_point(struct speaker *s, const uint64_t *x)
{
    size_t count = s->t->vars + s->values;
    bt_text_put(&s->text, count > 1 ? "(" : "");
    for (size_t i = 0; i < count; i++)
        bt_text_format(&s->text, "%s%s = %llu", i ? " & " : "", name_of(s, i),
                       (unsigned long long)x[i]);
    bt_text_put(&s->text, count > 1 ? ")" : "");
}

/* Takes one tuple out of a set. */
static bt_status drop_point(struct speaker *s, bti_dfa **set, const uint32_t *var,
                            const uint64_t *x)
{
    bti_dfa *point;
    BT_TRY(bti_dfa_bool(&s->t->m, true, &point));
    bt_status status = BT_OK;
    for (size_t i = 0; i < s->t->vars + s->values && status == BT_OK; i++) {
        bti_linear_term is[] = {{var[i], 1}};
        bti_dfa *equal;
        status = bti_dfa_linear(&s->t->m, is, 1, -(int64_t)x[i], BTI_EQ, &equal);
        if (status == BT_OK)
            status = bti_dfa_combine(&s->t->m, &point, equal, BTI_BOTH);
        bti_dfa_free(equal);
    }
    if (status == BT_OK)
        status = bti_dfa_combine(&s->t->m, set, point, BTI_BUT_NOT);
    bti_dfa_free(point);
    return status;
}

/* The tuples of a set with few of them, behind `word`. No more than a few even so: what
 * few() does not see, far out, must not keep us for ever. */
static bt_status put_points(struct speaker *s, const bti_dfa *points, const char *word)
{
    uint32_t var[BTI_VARS_MAX + 1];
    uint64_t x[BTI_VARS_MAX + 1];
    size_t count = s->t->vars + s->values;
    bti_dfa *left;
    bool found = true;
    for (uint32_t i = 0; i < s->t->vars; i++)
        var[i] = i;
    var[s->t->vars] = bti_value_var(s->t->vars);
    BT_TRY(bti_dfa_copy(&s->t->m, points, &left));
    bt_status status = BT_OK;
    for (int n = 0; status == BT_OK && found && n <= MOST_EXCEPTIONS; n++) {
        status = bti_dfa_least(&s->t->m, left, var, count, x, &found);
        if (status != BT_OK || !found)
            break;
        bt_text_put(&s->text, n ? " | " : word);
        put_point(s, x);
        status = drop_point(s, &left, var, x);
    }
    bti_dfa_free(left);
    return status;
}

/* Whether a set has few tuples. One in which some variable does not matter has none or
 * infinitely many: only the tracks that matter are counted. */
static bt_status few(struct speaker *s, const bti_dfa *set, bool *out)
{
    uint64_t some, more;
    BT_TRY(bti_dfa_count(&s->t->m, set, 8, &some));
    BT_TRY(bti_dfa_count(&s->t->m, set, 30, &more));
    bool all_matter = set->tracks == s->t->vars + (s->values ? 1 : 0);
    *out = some == more && some <= MOST_EXCEPTIONS && (some == 0 || all_matter);
    return BT_OK;
}

/* The shape differs from the set in few tuples: they become exceptions. */
static bt_status add_exceptions(struct speaker *s, const bti_dfa *shape, bool *fits)
{
    bti_dfa *missing = NULL, *extra = NULL, *again = NULL;
    bool few_missing = false, few_extra = false;
    *fits = false;
    bt_status status = bti_dfa_product(&s->t->m, s->set, shape, BTI_BUT_NOT, &missing);
    if (status == BT_OK)
        status = bti_dfa_product(&s->t->m, shape, s->set, BTI_BUT_NOT, &extra);
    if (status == BT_OK)
        status = few(s, missing, &few_missing);
    if (status == BT_OK)
        status = few(s, extra, &few_extra);
    if (status == BT_OK && few_missing && few_extra) {
        bt_text plain = s->text;
        bt_text_init(&s->text, s->t->ctx);
        bt_text_format(&s->text, "(%s)", bt_text_chars(&plain));
        bt_text_free(&plain);
        if (!bti_dfa_is_empty(extra)) {
            status = put_points(s, extra, " & !(");
            bt_text_put(&s->text, ")");
        }
        if (status == BT_OK && !bti_dfa_is_empty(missing))
            status = put_points(s, missing, " | ");
        if (status == BT_OK)
            status = read_shape(s, s->arena, &again);
        *fits = status == BT_OK && bti_dfa_equal(again, s->set);
    }
    bti_dfa_free(missing);
    bti_dfa_free(extra);
    bti_dfa_free(again);
    return status;
}

/* Tries the shape that stands in s->text. */
static bt_status try_shape(struct speaker *s)
{
    bti_dfa *shape = NULL;
    bt_arena arena;
    bool fits = false;
    if (s->found)
        return BT_OK;
    bt_arena_init(&arena, s->t->ctx);
    bt_status status = read_shape(s, &arena, &shape);
    if (status == BT_OK) {
        fits = bti_dfa_equal(shape, s->set);
        if (!fits && s->exceptions)
            status = add_exceptions(s, shape, &fits);
    }
    bti_dfa_free(shape);
    bt_arena_free(&arena);
    if (status == BT_OK && fits &&
        !(s->found = bt_arena_copy(s->arena, bt_text_span(&s->text))))
        status = bt_last_status(s->t->ctx);
    bt_text_clear(&s->text);
    return status == BT_UNABLE ? BT_OK : status; /* then another shape */
}

#define TRY_SHAPE(...)                                                                 \
    do {                                                                               \
        bt_text_format(&s->text, __VA_ARGS__);                                         \
        BT_TRY(try_shape(s));                                                          \
    } while (0)

static void put_joined(struct speaker *s, uint64_t subset, const char *between,
                       const char *behind)
{
    bool some = false;
    for (size_t i = 0; i < s->t->vars; i++)
        if (subset >> i & 1) {
            bt_text_format(&s->text, "%s%s%s", some ? between : "", name_of(s, i),
                           behind);
            some = true;
        }
}

/* Misere play turns such a shape round where all numbers are small. */
static bt_status try_turned(struct speaker *s, uint64_t subset, unsigned modulus,
                            const char *shape)
{
    if (s->found || !s->t->misere)
        return BT_OK;
    for (unsigned r = 1; r < modulus && !s->found; r++) {
        bt_text_put(&s->text, "(");
        put_joined(s, subset, " & ", " <= 1");
        bt_text_put(&s->text, ") & (");
        put_joined(s, subset, " + ", "");
        bt_text_format(&s->text, ") mod %u = %u | (", modulus, r);
        put_joined(s, subset, " | ", " > 1");
        bt_text_format(&s->text, ") & %s", shape);
        BT_TRY(try_shape(s));
    }
    return BT_OK;
}

static bt_status try_columns(struct speaker *s, uint64_t subset)
{
    char shape[400] = "";
    if (s->t->m.digits != BTI_BINARY)
        return BT_OK;
    put_joined(s, subset, " ^ ", "");
    bt_text_put(&s->text, s->values ? " = g" : " = 0");
    strncat(shape, bt_text_chars(&s->text), sizeof shape - 1);
    BT_TRY(try_shape(s));
    BT_TRY(try_turned(s, subset, 2, shape));
    for (unsigned m = 3; m <= s->t->vars && !s->values && !s->found; m++) {
        bt_text_format(&s->text, "cols(%u; ", m);
        put_joined(s, subset, ",", "");
        bt_text_put(&s->text, ")");
        shape[0] = '\0';
        strncat(shape, bt_text_chars(&s->text), sizeof shape - 1);
        BT_TRY(try_shape(s));
        BT_TRY(try_turned(s, subset, m, shape));
    }
    return BT_OK;
}

static bool accepts_small(const struct speaker *s, uint64_t x, uint64_t y)
{
    uint64_t value[2 * BTI_VARS_MAX + 1] = {x, y};
    return bti_dfa_accepts(s->set, value);
}

/* Two numbers: which residues x + y or x - y has, and how far they lie apart. */
static bt_status try_two_numbers(struct speaker *s)
{
    const char *x = name_of(s, 0), *y = name_of(s, 1);
    uint64_t apart = 0;
    for (uint64_t i = 0; i < SMALL; i++)
        for (uint64_t j = 0; j < SMALL; j++)
            if (accepts_small(s, i, j)) {
                uint64_t gap = i > j ? i - j : j - i;
                apart = gap > apart ? gap : apart;
            }
    for (unsigned m = 2; m <= MOST_MODULUS && !s->found; m++)
        for (int plus = 0; plus < 2 && !s->found; plus++) {
            TRY_SHAPE("%u | %s %c %s", m, x, plus ? '+' : '-', y);
            if (apart < 4)
                TRY_SHAPE("(%u | %s %c %s) & %s <= %s + %llu & %s <= %s + %llu", m, x,
                          plus ? '+' : '-', y, x, y, (unsigned long long)apart, y, x,
                          (unsigned long long)apart);
        }
    return BT_OK;
}

static bt_status try_pairs(struct speaker *s)
{
    const bool low = !bti_weights_repeat(s->t->m.digits);
    for (size_t i = 0; i < s->t->vars && !s->found; i++)
        for (size_t j = 0; j < s->t->vars && !s->found; j++) {
            const char *x = name_of(s, i), *y = name_of(s, j);
            if (i == j)
                continue;
            if (low) {
                TRY_SHAPE("%s = 0 | low(%s) > %s", x, x, y);
                TRY_SHAPE("%s >= 1 & %s >= 1 & (%s = 1 | low(%s - 1) > %s)", x, y, x, x,
                          y);
            }
            TRY_SHAPE("%s = %s + 1", x, y);
            TRY_SHAPE("%s = 2%s", x, y);
            for (size_t k = 0; k < s->t->vars && i < j && !s->found; k++)
                if (k != i && k != j)
                    TRY_SHAPE("%s = %s & %s != %s", x, y, x, name_of(s, k));
            if (i < j) {
                TRY_SHAPE("%s = %s", x, y);
                TRY_SHAPE("%s = 0 | %s = 0", x, y);
                if (low)
                    TRY_SHAPE("low(%s) = low(%s)", x, y);
            }
        }
    return BT_OK;
}

/* Neighbours whose sum leaves a certain rest. */
static bt_status try_neighbours(struct speaker *s)
{
    enum { MOST_SUM = 6 };
    for (size_t i = 0; i < s->t->vars; i++)
        for (size_t j = i + 1; j < s->t->vars; j++)
            for (unsigned m = 2; m <= MOST_SUM; m++)
                for (unsigned r = 0; r < m && !s->found; r++)
                    TRY_SHAPE("(%s + %s) mod %u = %u & %s <= %s + 1 & %s <= %s + 1",
                              name_of(s, i), name_of(s, j), m, r, name_of(s, i),
                              name_of(s, j), name_of(s, j), name_of(s, i));
    return BT_OK;
}

static bt_status try_one_number(struct speaker *s)
{
    const char *n = name_of(s, 0);
    TRY_SHAPE("%s = 0", n);
    for (int shift = 0; shift < 3 && s->t->m.digits == BTI_BINARY; shift++)
        TRY_SHAPE("pow2(%s + %d)", n, shift);
    return BT_OK;
}

/* Values of one heap: the heap itself, or residues. */
static bt_status try_values(struct speaker *s)
{
    const char *n = name_of(s, 0);
    if (s->t->vars > 1)
        return BT_OK;
    TRY_SHAPE("%s = g", n);
    for (unsigned m = 2; m <= MOST_MODULUS && !s->found; m++)
        TRY_SHAPE("g < %u & (%u | %s - g)", m, m, n);
    return BT_OK;
}

/* All numbers together. */
static bt_status try_sums(struct speaker *s)
{
    uint64_t all = (UINT64_C(1) << s->t->vars) - 1;
    put_joined(s, all, " = ", "");
    bt_text_put(&s->text, " = 0");
    BT_TRY(try_shape(s));
    for (unsigned m = 2; m <= MOST_MODULUS && !s->found && s->t->vars <= 4; m++) {
        bt_text_format(&s->text, "%u | ", m);
        put_joined(s, all, " + ", "");
        BT_TRY(try_shape(s));
    }
    return BT_OK;
}

static bt_status try_all(struct speaker *s)
{
    uint64_t all = (UINT64_C(1) << s->t->vars) - 1;
    if (s->within) {
        TRY_SHAPE("false");
        TRY_SHAPE("true");
    }
    BT_TRY(try_columns(s, all));
    for (uint64_t subset = 1; subset < all && !s->found && s->t->vars <= 6; subset++)
        BT_TRY(try_columns(s, subset));
    if (s->values)
        return try_values(s);
    if (s->t->vars == 1)
        return try_one_number(s);
    BT_TRY(try_pairs(s));
    if (s->t->vars == 2 && !s->found)
        BT_TRY(try_two_numbers(s));
    if (s->t->vars <= 3 && !s->found)
        BT_TRY(try_neighbours(s));
    return try_sums(s);
}

static bt_status try_cases(struct speaker *s, unsigned depth);

/* What the set is where variable v is 0, or where it is not. */
static bt_status say_case(const struct speaker *whole, uint32_t v, bool zero,
                          unsigned depth, const char **words)
{
    struct speaker s = {.t = whole->t, .arena = whole->arena};
    bti_linear_term sum[] = {{v, 1}};
    const bti_dfa *outer = whole->within ? whole->within : s.t->position;
    bti_dfa *within = NULL, *set = NULL;
    bt_text_init(&s.text, s.t->ctx);
    bt_status status =
        bti_dfa_linear(&s.t->m, sum, 1, 0, zero ? BTI_EQ : BTI_GT, &within);
    if (status == BT_OK)
        status = bti_dfa_combine(&s.t->m, &within, outer, BTI_BOTH);
    if (status == BT_OK)
        status = bti_dfa_product(&s.t->m, whole->set, within, BTI_BOTH, &set);
    s.set = set;
    s.within = within;
    if (status == BT_OK)
        status = try_all(&s);
    if (status == BT_OK && !s.found && depth > 1)
        status = try_cases(&s, depth - 1);
    *words = s.found;
    bti_dfa_free(within);
    bti_dfa_free(set);
    bt_text_free(&s.text);
    return status;
}

/* Two cases: a variable is 0, or it is not. There may be cases in cases, `depth` deep.
 */
static bt_status try_cases(struct speaker *s, unsigned depth)
{
    for (uint32_t v = 0; v < s->t->vars && s->t->vars > 1 && !s->found; v++) {
        const char *zero, *other = NULL, *name = name_of(s, v);
        BT_TRY(say_case(s, v, true, depth, &zero));
        if (zero)
            BT_TRY(say_case(s, v, false, depth, &other));
        if (other && strcmp(other, "false") == 0)
            TRY_SHAPE("%s = 0 & (%s)", name, zero);
        else if (other)
            TRY_SHAPE("%s = 0 & (%s) | %s > 0 & (%s)", name, zero, name, other);
    }
    return BT_OK;
}

bt_status bti_say_in_words(bti_theory *t, const bti_dfa *set, bool values,
                           bt_arena *arena, const char **words)
{
    struct speaker s = {.t = t, .set = set, .values = values, .arena = arena};
    bt_text_init(&s.text, t->ctx);
    bt_status status = try_all(&s);
    if (status == BT_OK && !s.found && !values)
        status = try_cases(&s, 1);
    if (status == BT_OK && !s.found && !values && t->vars <= 3)
        status = try_cases(&s, 2);
    s.exceptions = !values;
    if (status == BT_OK && !s.found && s.exceptions)
        status = try_all(&s);
    bt_text_free(&s.text);
    *words = status == BT_OK ? s.found : NULL;
    return status;
}
