/* SPDX-License-Identifier: MIT
 * Random formulas in certificates of version 5, against an evaluator that knows three
 * truth values and nothing of automata: where the checker calls a formula undefined,
 * what it takes it for elsewhere, and what it says of whole certificates in which the
 * formula is a position, a move, a claim, a value or part of a measure. Quantifiers are
 * bounded (`ex a: a <= 4 & F`), so that the evaluator can try all numbers: beyond the
 * bound, false & F is false whatever F is. */
#include "check.h"
#include "effort.h"
#include "failing_host.h"

#include "check/check_defined.h"
#include "check/check_items.h"

#include <bouton/certificate.h>

#include <stdbool.h>
#include <string.h>

enum { FALSE, TRUE, UNDEFINED };
enum { BOUND = 4, MOST_TREES = 400, MOST_BOUND = 3 };

typedef enum {
    NUMBER,
    VAR,
    PLUS,
    MINUS,
    TIMES,
    XOR,
    AND_OF,
    OR_OF,
    SHL,
    LOW,
    HIGH,
    CONSTANT,
    EQ,
    NE,
    LT,
    LE,
    CHAIN,
    IN,
    MOD,
    MOD_IN,
    DIVIDES,
    POW2,
    COLS,
    NOT,
    AND,
    OR,
    IMPLIES,
    IFF,
    EX,
    ALL
} op;

typedef struct tree tree;
struct tree {
    op op;
    int64_t number, second;
    size_t var;
    const tree *kid[3];
};

/* How numbers are written, and what the operations on digits are then. */
typedef struct {
    const char *line;
    bool binary, low, shl;
    unsigned given;
    int64_t first[3], factor[3];
} digits;

static const digits binary = {"digits binary\n", true, true, true, 1, {1}, {2}};
static const digits fib = {"digits fib\n", false, true, true, 2, {1, 2}, {1, 1}};
static const digits base_3 = {
    "digits base 3\n", false, false, false, 2, {1, 1}, {0, 3}};
static const digits tribonacci = {
    "digits 1, 2, 4 then w(n) = w(n-1) + w(n-2) + w(n-3)\n",
    false,
    true,
    false,
    3,
    {1, 2, 4},
    {1, 1, 1}};

enum { PLACES = 14 };

/* What a place is worth; all of them are worked out once for each kind of digits. */
static int64_t weight(const digits *d, unsigned place)
{
    static int64_t w[PLACES + 1];
    static const digits *known;
    for (unsigned i = 0; known != d && i <= PLACES; i++) {
        w[i] = i < d->given ? d->first[i] : 0;
        for (unsigned k = 0; i >= d->given && k < d->given; k++)
            w[i] += d->factor[k] * w[i - 1 - k];
    }
    known = d;
    return w[place];
}

/* Bit i is the digit of place i. */
static uint32_t written(const digits *d, int64_t n)
{
    uint32_t word = 0;
    for (unsigned i = PLACES; i-- > 0;)
        if (weight(d, i) <= n) {
            n -= weight(d, i);
            word |= 1u << i;
        }
    return word;
}

/* Of a natural number. */
static int64_t on_digits(const digits *d, op o, int64_t n)
{
    uint32_t word = written(d, n);
    int64_t sum = 0;
    for (unsigned i = 0; i < PLACES; i++) {
        if (!(word >> i & 1))
            continue;
        if (o == LOW)
            return weight(d, i);
        sum = o == HIGH ? weight(d, i) : sum + weight(d, i + 1);
    }
    return sum;
}

/* ---- what formulas mean ---- */

typedef struct {
    const digits *d;
    int64_t value[2 + MOST_BOUND];
} point;

/* False: it has no value. */
static bool term(const point *p, const tree *t, int64_t *out)
{
    int64_t a = 0, b = 0;
    if (t->kid[0] && !term(p, t->kid[0], &a))
        return false;
    if (t->kid[1] && !term(p, t->kid[1], &b))
        return false;
    if (t->op >= XOR && (a < 0 || b < 0))
        return false;
    *out = t->op == NUMBER   ? t->number
           : t->op == VAR    ? p->value[t->var]
           : t->op == PLUS   ? a + b
           : t->op == MINUS  ? a - b
           : t->op == TIMES  ? t->number * a
           : t->op == XOR    ? a ^ b
           : t->op == AND_OF ? (a & b)
           : t->op == OR_OF  ? (a | b)
                             : on_digits(p->d, t->op, a);
    return true;
}

static int64_t residue(int64_t t, int64_t m)
{
    return (t % m + m) % m;
}

static bool columns(int64_t m, int64_t a, int64_t b)
{
    for (; a > 0 || b > 0; a /= 2, b /= 2)
        if ((a % 2 + b % 2) % m != 0)
            return false;
    return true;
}

static int atom(const point *p, const tree *t)
{
    int64_t a = 0, b = 0;
    if (t->kid[0] && !term(p, t->kid[0], &a))
        return UNDEFINED;
    if (t->kid[1] && !term(p, t->kid[1], &b))
        return UNDEFINED;
    switch (t->op) {
    case CONSTANT:
        return t->number != 0;
    case EQ:
        return a == b;
    case NE:
        return a != b;
    case LT:
        return a < b;
    case LE:
        return a <= b;
    case IN:
        return a == t->number || a == t->second;
    case MOD:
        return residue(a, t->number) == t->second;
    case MOD_IN:
        return residue(a, t->number) == t->second || residue(a, t->number) == 0;
    case DIVIDES:
        return residue(a, t->number) == 0;
    case POW2:
        return a > 0 && (a & (a - 1)) == 0;
    default: /* COLS */
        return a < 0 || b < 0 ? UNDEFINED : columns(t->number, a, b);
    }
}

static int negation(int a)
{
    return a == UNDEFINED ? UNDEFINED : !a;
}

static int conjunction(int a, int b)
{
    return a == FALSE || b == FALSE           ? FALSE
           : a == UNDEFINED || b == UNDEFINED ? UNDEFINED
                                              : TRUE;
}

static int disjunction(int a, int b)
{
    return negation(conjunction(negation(a), negation(b)));
}

static int truth(point *p, const tree *t)
{
    int a = FALSE, b = FALSE;
    if (t->op < NOT && t->op != CHAIN)
        return atom(p, t);
    if (t->op == CHAIN) {
        const tree left = {.op = LE, .kid = {t->kid[0], t->kid[1]}};
        const tree right = {.op = LT, .kid = {t->kid[1], t->kid[2]}};
        return conjunction(atom(p, &left), atom(p, &right));
    }
    if (t->op == EX || t->op == ALL) {
        int all = t->op == ALL;
        for (p->value[t->var] = 0; p->value[t->var] <= BOUND; p->value[t->var]++) {
            int one = truth(p, t->kid[0]);
            a = p->value[t->var] == 0 ? one
                : all                 ? conjunction(a, one)
                                      : disjunction(a, one);
        }
        return a;
    }
    a = truth(p, t->kid[0]);
    if (t->op == NOT)
        return negation(a);
    b = truth(p, t->kid[1]);
    return t->op == AND                       ? conjunction(a, b)
           : t->op == OR                      ? disjunction(a, b)
           : t->op == IMPLIES                 ? disjunction(negation(a), b)
           : a == UNDEFINED || b == UNDEFINED ? UNDEFINED
                                              : a == b;
}

/* ---- random formulas, and their text ---- */

typedef struct {
    uint64_t state;
    const digits *d;
    tree tree[MOST_TREES];
    size_t trees, bound, variables;
    unsigned depth, term_depth; /* at most */
} garden;

static uint64_t below(garden *g, uint64_t n)
{
    g->state ^= g->state << 13;
    g->state ^= g->state >> 7;
    g->state ^= g->state << 17;
    return (g->state >> 11) % n;
}

static tree *plant(garden *g, op o)
{
    tree *t = &g->tree[g->trees++ % MOST_TREES];
    *t = (tree){.op = o};
    return t;
}

static const tree *number_of(garden *g, int64_t n)
{
    tree *t = plant(g, NUMBER);
    t->number = n;
    return t;
}

static const tree *some_term(garden *g, unsigned depth)
{
    static const op binary_op[] = {XOR, AND_OF, OR_OF};
    uint64_t which = below(g, depth == 0 ? 4 : 14);
    tree *t;
    if (which < 3) {
        t = plant(g, VAR);
        t->var = below(g, g->variables + g->bound);
        if (t->var >= g->variables)
            t->var += 2 - g->variables;
        return t;
    }
    if (which == 3)
        return number_of(g, (int64_t)below(g, 9));
    t = plant(g, which < 6                     ? PLUS
                 : which < 10                  ? MINUS
                 : which == 10                 ? TIMES
                 : which == 11 && g->d->binary ? binary_op[below(g, 3)]
                 : which == 12 && g->d->low    ? LOW
                 : which == 13 && g->d->shl    ? SHL
                                               : HIGH);
    t->number = 2 + (int64_t)below(g, 2);
    t->kid[0] = some_term(g, depth - 1);
    if (t->op == MINUS && below(g, 2))
        t->kid[1] = number_of(g, 1 + (int64_t)below(g, 7));
    else if (t->op <= MINUS || (t->op >= XOR && t->op <= OR_OF))
        t->kid[1] = some_term(g, depth - 1);
    return t;
}

/* An operation on digits of what may be negative, more often than not. */
static const tree *risky(garden *g)
{
    tree *t;
    if (below(g, 3) == 0)
        return some_term(g, g->term_depth);
    t = plant(g, g->d->low && below(g, 2)   ? LOW
                 : g->d->shl && below(g, 2) ? SHL
                                            : HIGH);
    t->kid[0] = some_term(g, g->term_depth);
    return t;
}

static const tree *some_atom(garden *g)
{
    tree *t = plant(g, (op)(CONSTANT + below(g, COLS - CONSTANT + 1)));
    if (!g->d->binary && (t->op == POW2 || t->op == COLS))
        t->op = MOD;
    if (t->op == CONSTANT && below(g, 4))
        t->op = LE;
    t->number = 2 + (int64_t)below(g, 4);
    t->second = (int64_t)below(g, (uint64_t)t->number);
    if (t->op == CONSTANT)
        t->number = (int64_t)below(g, 2);
    if (t->op != CONSTANT)
        t->kid[0] = t->op == COLS ? some_term(g, 1) : risky(g);
    if ((t->op >= EQ && t->op <= CHAIN) || t->op == COLS)
        t->kid[1] = some_term(g, 1);
    if (t->op == CHAIN)
        t->kid[2] = some_term(g, 1);
    return t;
}

static const tree *some_formula(garden *g, unsigned depth)
{
    uint64_t which = below(g, 9);
    if (depth == 0 || which == 0)
        return some_atom(g);
    if (which >= 7 && g->bound < MOST_BOUND && depth > 1) {
        tree *t = plant(g, which == 7 ? EX : ALL);
        t->var = 2 + g->bound++;
        t->kid[0] = some_formula(g, depth - 1);
        g->bound--;
        return t;
    }
    static const op joined[] = {NOT, AND, AND, OR, OR, IMPLIES, IFF};
    tree *t = plant(g, joined[which % 7]);
    t->kid[0] = some_formula(g, depth - 1);
    if (t->op != NOT)
        t->kid[1] = some_formula(g, depth - 1);
    return t;
}

static void write(bt_text *out, const tree *t, const char *const *name);

/* s SIGN t SIGN u, in brackets */
static void write_joined(bt_text *out, const tree *t, const char *const *name,
                         const char *first, const char *second)
{
    bt_text_put_char(out, '(');
    write(out, t->kid[0], name);
    bt_text_put(out, first);
    write(out, t->kid[1], name);
    if (t->kid[2]) {
        bt_text_put(out, second);
        write(out, t->kid[2], name);
    }
    bt_text_put_char(out, ')');
}

static void write_call(bt_text *out, const tree *t, const char *const *name,
                       const char *begin)
{
    bt_text_put(out, begin);
    write(out, t->kid[0], name);
    if (t->kid[1]) {
        bt_text_put(out, ", ");
        write(out, t->kid[1], name);
    }
    bt_text_put_char(out, ')');
}

static void write_numbered(bt_text *out, const tree *t, const char *const *name)
{
    unsigned long long n = (unsigned long long)t->number;
    unsigned long long second = (unsigned long long)t->second;
    if (t->op == NUMBER) {
        bt_text_format(out, "%llu", n);
        return;
    }
    if (t->op == COLS) {
        bt_text_format(out, "cols(%llu; ", n);
        write_call(out, t, name, "");
        return;
    }
    bt_text_put_char(out, '(');
    if (t->op == TIMES)
        bt_text_format(out, "%llu*", n);
    if (t->op == DIVIDES)
        bt_text_format(out, "%llu | ", n);
    write(out, t->kid[0], name);
    if (t->op == IN)
        bt_text_format(out, " in {%llu, %llu}", n, second);
    if (t->op == MOD)
        bt_text_format(out, " mod %llu = %llu", n, second);
    if (t->op == MOD_IN)
        bt_text_format(out, " mod %llu in {0, %llu}", n, second);
    bt_text_put_char(out, ')');
}

static void write(bt_text *out, const tree *t, const char *const *name)
{
    static const char *const sign[] = {
        [PLUS] = " + ", [MINUS] = " - ", [XOR] = " ^ ",      [EQ] = " = ",
        [NE] = " != ",  [LT] = " < ",    [LE] = " <= ",      [CHAIN] = " <= ",
        [AND] = " & ",  [OR] = " | ",    [IMPLIES] = " => ", [IFF] = " <=> "};
    static const char *const call[] = {
        [AND_OF] = "and(", [OR_OF] = "or(",  [SHL] = "shl(", [LOW] = "low(",
        [HIGH] = "high(",  [POW2] = "pow2(", [NOT] = "!("};
    if (t->op == VAR) {
        bt_text_put(out, name[t->var]);
    } else if (t->op == CONSTANT) {
        bt_text_put(out, t->number ? "true" : "false");
    } else if (t->op == EX || t->op == ALL) {
        bt_text_format(out,
                       t->op == EX ? "(ex %s: %s <= %d & " : "(all %s: %s <= %d => ",
                       name[t->var], name[t->var], BOUND);
        write(out, t->kid[0], name);
        bt_text_put_char(out, ')');
    } else if (t->op < sizeof sign / sizeof sign[0] && sign[t->op]) {
        write_joined(out, t, name, sign[t->op], " < ");
    } else if (t->op < sizeof call / sizeof call[0] && call[t->op]) {
        write_call(out, t, name, call[t->op]);
    } else {
        write_numbered(out, t, name);
    }
}

/* ---- the checker's machines, point by point ---- */

enum { SIDE = 9 };

typedef struct {
    bool in[SIDE * SIDE];
} table;

static bt_status feed(bti_item_store *s, bti_machine *m, const digits *d,
                      const int64_t *x, bool *out)
{
    uint32_t set;
    BT_TRY(bti_set_start(s, &m, 1, &set));
    for (unsigned i = 0; i < PLACES; i++) {
        unsigned place = s->q->down ? PLACES - 1 - i : i;
        for (size_t v = 0; v < 2; v++)
            BT_TRY(bti_set_read(s, set, written(d, x[v]) >> place & 1, &set));
        BT_TRY(bti_set_read(s, set, BTI_TICK, &set));
    }
    return bti_set_accepts(s, set, out);
}

/* Where the formula holds, as the checker reads it. */
static bt_status tabulate(bt_context *ctx, const bti_certificate *c, const digits *d,
                          bool down, const bti_check_node *formula, table *out)
{
    bti_question q;
    bti_item_store s;
    bti_machine *m;
    memset(out, 0, sizeof *out);
    if (!formula)
        return BT_OK;
    BT_TRY(bti_question_begin(&q, ctx, c));
    q.down = down;
    bt_status status = bti_store_begin(&s, &q);
    if (status == BT_OK)
        status = bti_machine_new(&q, SIZE_MAX, &m);
    if (status == BT_OK)
        status = bti_machine_and(&q, m, formula, true, false);
    if (status == BT_OK)
        status = bti_machine_finish(&q, m);
    q.phase = c->digits ? PLACES % c->digits->period : 0;
    for (size_t i = 0; i < SIDE * SIDE && status == BT_OK; i++) {
        const int64_t x[] = {(int64_t)(i / SIDE), (int64_t)(i % SIDE)};
        status = feed(&s, m, d, x, &out->in[i]);
    }
    bti_store_end(&s);
    bti_question_end(&q);
    return status;
}

static const char *const names[] = {"x", "y", "a", "b", "c"};

/* How often something was seen, so that the test is known to test it. */
typedef struct {
    unsigned formulas, unable, with_undefined, points, undefined;
} counts;

static void compare(const garden *g, const tree *t, const char *text,
                    const table *undefined, const table *holds, counts *n)
{
    unsigned seen = n->undefined;
    for (size_t i = 0; i < SIDE * SIDE; i++) {
        point p = {.d = g->d, .value = {(int64_t)(i / SIDE), (int64_t)(i % SIDE)}};
        int is = truth(&p, t);
        n->points++;
        n->undefined += is == UNDEFINED;
        if (undefined->in[i] != (is == UNDEFINED) ||
            (is != UNDEFINED && holds->in[i] != (is == TRUE))) {
            CHECK(false, "%s%s at %zu, %zu is %d, not %d or undefined: %d", g->d->line,
                  text, i / SIDE, i % SIDE, is, holds->in[i], undefined->in[i]);
            return;
        }
    }
    n->formulas++;
    n->with_undefined += n->undefined > seen;
    CHECK(true, "%s", text);
}

static bt_status try_machines(bt_context *ctx, garden *g, bool down, const tree *t,
                              bti_certificate *c, const char *text, counts *n)
{
    const bti_check_node *where;
    table undefined, holds;
    BT_TRY(bti_check_undefined(c, c->claim[0], &where));
    BT_TRY(tabulate(ctx, c, g->d, down, where, &undefined));
    BT_TRY(tabulate(ctx, c, g->d, down, c->claim[0], &holds));
    compare(g, t, text, &undefined, &holds, n);
    return BT_OK;
}

/* Sums are small machines only where the least significant digit comes first. */
static void set_size(garden *g, bool down)
{
    g->depth = down ? 2 : 3;
    g->term_depth = down ? 1 : 2;
}

static void test_machines(bt_context *ctx, garden *g, const digits *d, bool down,
                          unsigned times)
{
    counts n = {0};
    g->d = d;
    set_size(g, down);
    for (unsigned i = 0; i < times; i++) {
        bt_text text;
        bt_arena arena;
        bti_certificates file;
        g->trees = g->bound = 0;
        g->variables = 2;
        const tree *t = some_formula(g, 1 + (unsigned)below(g, g->depth));
        bt_text_init(&text, ctx);
        bt_arena_init(&arena, ctx);
        bt_text_format(&text, "bouton certificate 5\nvars x y\n%smove x' < x\nclaim ",
                       d->line);
        size_t begin = text.len;
        write(&text, t, names);
        size_t end = text.len;
        bt_text_put(&text, "\nmeasure x\nautomaton 1\naccept\ntrack y 0 0\n"
                           "track x 0 0\nstates 0\nend\n");
        bt_status status = bti_check_read(&arena, bt_text_span(&text), &file);
        CHECK(status == BT_OK, "%s: %s", bt_text_chars(&text), bt_message(ctx));
        text.at[end] = 0;
        if (status == BT_OK)
            status = try_machines(ctx, g, down, t, file.part, text.at + begin, &n);
        CHECK(status == BT_OK || status == BT_UNABLE, "%s", bt_message(ctx));
        n.unable += status == BT_UNABLE;
        bt_arena_free(&arena);
        bt_text_free(&text);
    }
    CHECK(n.unable * 20 <= times, "%s%u of %u were too large", d->line, n.unable,
          times);
    if (effort_is_low())
        return; /* too few to tell */
    CHECK(n.with_undefined * 10 > n.formulas && n.with_undefined * 10 < 9 * n.formulas,
          "%s%u of %u formulas are undefined somewhere", d->line, n.with_undefined,
          n.formulas);
    CHECK(n.undefined * 20 > n.points, "%s%u of %u points", d->line, n.undefined,
          n.points);
}

/* ---- whole certificates ---- */

/* P is {0}, whatever the digits: from any other pile everything is taken. */
#define ZERO "automaton 2\naccept 0\ntrack x 0 1 1 1\nstates 0 1\nend\n"
#define VALUES                                                                         \
    "automaton 2\naccept 0\ntrack g 0 1 1 0 1 1\ntrack x 0 1 2 2\nstates 0 1\nend\n"

enum { POSITIONS = 6, OTHERS = 7 };

/* The formula stands in the place of %F: of positions up to 5, with the second number
 * up to 6 where there is one. */
static const struct {
    const char *before, *after, *kind;
    bool any_position, two;
    const char *second;
} lines[] = {
    {"vars x\n%Dposition x <= 5 & ", "\nmove x' < x\nmeasure x\n" ZERO,
     "line 4 (position)", true, false, "x"},
    {"vars x\n%Dposition x <= 5\nmove x' < x\nmove x' <= 6 & ", "\nmeasure x\n" ZERO,
     "line 6 (move 2)", false, true, "x'"},
    {"vars x\n%Dposition x <= 5\nmove x' < x\nclaim x = 0\nclaim ",
     "\nmeasure x\n" ZERO, "line 7 (claim 2)", false, false, "x"},
    {"vars x\nvalue g\n%Dposition x <= 5\nmove x' < x\ngrundy g <= 6 & ",
     "\nmeasure x\n" VALUES, "line 7 (grundy 1)", false, true, "g"},
    {"vars x\n%Dposition x <= 5\nmove x' < x\nmeasure x\nmeasure 2x + 3[", "]\n" ZERO,
     "line 7 (measure 2)", false, false, "x"},
};
enum { KINDS = sizeof lines / sizeof lines[0] };

/* Is the formula undefined at the numbers that the checker names? */
static bool is_shown(const garden *g, const tree *t, const char *position)
{
    const char *second = strstr(position, ", ");
    point p = {.d = g->d};
    second = second ? strpbrk(second, "0123456789") : NULL;
    p.value[0] = atoll(position + strlen("x = "));
    p.value[1] = second ? atoll(second) : 0;
    return truth(&p, t) == UNDEFINED;
}

static bool is_undefined(const garden *g, const tree *t, size_t kind)
{
    for (int64_t i = 0; i < POSITIONS * OTHERS; i++) {
        point p = {.d = g->d, .value = {i / OTHERS, i % OTHERS}};
        if (truth(&p, t) == UNDEFINED && (lines[kind].two || i % OTHERS == 0))
            return true;
    }
    return false;
}

static void write_around(bt_text *text, const garden *g, const tree *t, size_t kind)
{
    const char *const here[] = {"x", lines[kind].second, "a", "b", "c"};
    const char *before = lines[kind].before, *d = strstr(before, "%D");
    bt_text_clear(text);
    bt_text_put(text, "bouton certificate 5\n");
    bt_text_put_span(text, (bt_span){before, (size_t)(d - before)});
    bt_text_put(text, g->d->line);
    bt_text_put(text, d + 2);
    write(text, t, here);
    bt_text_put(text, lines[kind].after);
}

static void test_certificates(bt_context *ctx, garden *g, const digits *d,
                              unsigned times)
{
    unsigned undefined = 0, defined = 0, unable = 0;
    g->d = d;
    g->depth = d->binary ? 2 : 1; /* the other steps take their time, too */
    g->term_depth = 1;
    for (unsigned i = 0; i < times; i++) {
        size_t kind = i % KINDS;
        bt_text text;
        bt_arena arena;
        bt_checked c;
        g->trees = g->bound = 0;
        g->variables = lines[kind].two ? 2 : 1;
        const tree *t = some_formula(g, 1 + (unsigned)below(g, g->depth));
        bt_text_init(&text, ctx);
        bt_arena_init(&arena, ctx);
        write_around(&text, g, t, kind);
        bt_status status = bt_check_certificate(&arena, bt_text_span(&text), &c);
        bool expected = is_undefined(g, t, kind);
        if (status == BT_UNABLE) {
            unable++;
        } else if (status != BT_OK) {
            CHECK(false, "%s: %s", bt_text_chars(&text), bt_message(ctx));
        } else if (expected) {
            undefined++;
            CHECK(!c.yes && strstr(c.why_not, lines[kind].kind) == c.why_not &&
                      strstr(c.why_not, "undefined") && is_shown(g, t, c.position),
                  "%s: %s at %s", bt_text_chars(&text), c.yes ? "verified" : c.why_not,
                  c.position ? c.position : "-");
        } else {
            defined++;
            CHECK(c.yes || !strstr(c.why_not, "undefined"), "%s: %s at %s",
                  bt_text_chars(&text), c.why_not, c.position ? c.position : "-");
        }
        bt_arena_free(&arena);
        bt_text_free(&text);
    }
    CHECK(unable * 20 <= times, "%s%u of %u were too large", d->line, unable, times);
    CHECK(undefined * 8 > times && defined * 8 > times, "%s%u of %u", d->line,
          undefined, times);
}

/* ---- damaged certificates ---- */

/* Take 1 to 3, and so many may be left as the guard says: P is where 4 divides n. */
static int64_t truth_of(garden *g, const tree *t, int64_t x, int64_t after)
{
    point p = {.d = g->d, .value = {x, after}};
    return truth(&p, t);
}

/* Is the formula, as a claim about taking 1 to 3, right and defined up to 60? */
static bool claim_is_right(garden *g, const tree *t)
{
    for (int64_t n = 0; n <= 60; n++)
        if (truth_of(g, t, n, 0) != (n % 4 == 0))
            return false;
    return true;
}

/* Are the multiples of 4 the P-positions of the game in which the formula is the move,
 * is it defined, and does it lower the number? */
static bool move_is_right(garden *g, const tree *t)
{
    for (int64_t n = 0; n <= 40; n++) {
        bool into = false;
        for (int64_t after = 0; after <= 50; after++) {
            int64_t is = truth_of(g, t, n, after);
            if (is == UNDEFINED || (is == TRUE && after >= n))
                return false;
            into = into || (is == TRUE && after % 4 == 0);
        }
        if (into != (n % 4 != 0))
            return false;
    }
    return true;
}

static const tree *make(garden *g, op o, int64_t number, int64_t second, const tree *a,
                        const tree *b)
{
    tree *t = plant(g, o);
    *t = (tree){.op = o, .number = number, .second = second, .kid = {a, b}};
    return t;
}

static const tree *variable(garden *g, size_t var)
{
    tree *t = plant(g, VAR);
    t->var = var;
    return t;
}

/* (x - 8) mod 4 = 0 & (x < 5 | low(x - 5) >= 0 ...), or the move with a guard. */
static const tree *sound(garden *g, bool move)
{
    const tree *x = variable(g, 0), *y = variable(g, 1);
    const tree *five = make(g, MINUS, 0, 0, x, number_of(g, 5));
    const tree *guard = make(g, LT, 0, 0, x, number_of(g, 5));
    const tree *high = make(g, HIGH, 0, 0, five, NULL);
    const tree *natural = make(g, LE, 0, 0, number_of(g, 0), high);
    const tree *safe = make(g, OR, 0, 0, guard, natural);
    const tree *mod =
        make(g, MOD, 4, 0, make(g, MINUS, 0, 0, x, number_of(g, 8)), NULL);
    const tree *less = make(g, LT, 0, 0, y, x);
    const tree *most = make(g, LE, 0, 0, x, make(g, PLUS, 0, 0, y, number_of(g, 3)));
    return make(g, AND, 0, 0, move ? make(g, AND, 0, 0, less, most) : mod, safe);
}

/* One thing in the tree becomes another of its kind. */
static void damage(garden *g)
{
    static const op family[][4] = {{EQ, NE, LT, LE},
                                   {AND, OR, IMPLIES, IFF},
                                   {PLUS, MINUS, PLUS, MINUS},
                                   {HIGH, HIGH, HIGH, HIGH}};
    tree *t = &g->tree[below(g, g->trees)];
    if (t->op == NUMBER) {
        t->number = (int64_t)below(g, 9);
    } else if (t->op == MOD) {
        t->number = 1 + (int64_t)below(g, 8);
        t->second = (int64_t)below(g, (uint64_t)t->number);
    } else if (t->op == VAR) {
        t->var = below(g, g->variables);
    } else {
        for (size_t i = 0; i < 4; i++)
            for (size_t k = 0; k < 4; k++)
                if (family[i][k] == t->op) {
                    t->op = family[i][below(g, 4)];
                    return;
                }
    }
}

static const char fours[] = "automaton 4\naccept 0 1 2\ntrack x 1 3 2 3 2 2 3 3\n"
                            "states 0 1 2 3\nend\n";

/* Only what is true is verified, and what is true is. */
static void test_damage(bt_context *ctx, garden *g, bool move, unsigned times)
{
    static const char *const here[] = {"x", "x'", "a", "b", "c"};
    unsigned verified = 0, undefined = 0;
    g->d = &binary;
    for (unsigned i = 0; i < times; i++) {
        bt_text text;
        bt_arena arena;
        bt_checked c;
        g->trees = g->bound = 0;
        g->variables = move ? 2 : 1;
        const tree *t = sound(g, move);
        for (uint64_t k = below(g, 3); k > 0; k--)
            damage(g);
        bt_text_init(&text, ctx);
        bt_arena_init(&arena, ctx);
        bt_text_format(&text, "bouton certificate 5\nvars x\n%s",
                       move ? "move " : "move x' < x & x <= x' + 3\nclaim ");
        write(&text, t, here);
        bt_text_format(&text, "\nmeasure x\n%s", fours);
        bt_status status = bt_check_certificate(&arena, bt_text_span(&text), &c);
        bool right = move ? move_is_right(g, t) : claim_is_right(g, t);
        /* a move without its number after is no move of that number */
        bool primed = !move || strchr(bt_text_chars(&text), '\'');
        CHECK(status == BT_OK, "%s: %s", bt_text_chars(&text), bt_message(ctx));
        if (status == BT_OK && primed)
            CHECK(c.yes == right, "%s: %s at %s", bt_text_chars(&text),
                  c.yes ? "verified" : c.why_not, c.position ? c.position : "-");
        verified += status == BT_OK && c.yes;
        undefined += status == BT_OK && !c.yes && strstr(c.why_not, "undefined");
        bt_arena_free(&arena);
        bt_text_free(&text);
    }
    CHECK(verified * 10 > times && verified * 10 < 9 * times, "%u of %u", verified,
          times);
    CHECK(undefined * 20 > times, "only %u of %u are undefined", undefined, times);
}

int main(void)
{
    static garden g = {.state = UINT64_C(0x9e3779b97f4a7c15)};
    struct failing_host f;
    failing_host_init(&f, 0);
    bt_context *ctx = bt_context_new(&f.host, 0);
    test_machines(ctx, &g, &binary, false, effort_rounds(1200, 12000));
    test_machines(ctx, &g, &binary, true, effort_rounds(200, 2000));
    test_machines(ctx, &g, &fib, true, effort_rounds(400, 4000));
    test_machines(ctx, &g, &base_3, true, effort_rounds(60, 600));
    test_machines(ctx, &g, &tribonacci, true, effort_rounds(30, 300));
    test_certificates(ctx, &g, &binary, effort_rounds(1000, 10000));
    test_certificates(ctx, &g, &fib, effort_rounds(150, 1500));
    test_damage(ctx, &g, false, effort_rounds(600, 6000));
    test_damage(ctx, &g, true, effort_rounds(600, 6000));
    bt_context_free(ctx);
    CHECK(f.live_bytes == 0, "%lu bytes were left", (unsigned long)f.live_bytes);
    return check_close();
}
