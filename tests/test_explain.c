/* SPDX-License-Identifier: MIT
 * No explanation may be false. From the roots in roots.t explanations are made for
 * every position (up to a bound), normal and misere, and each step's numbers are
 * derived again here: sums of columns, candidates, labels, moves and answers against
 * plain search. */
#include "check.h"
#include "failing_host.h"
#include "rowfile.h"

#include <bouton/bouton.h>

enum { MAX_POSITIONS = 250, MAX_NAME = 200 };

struct list {
    char name[MAX_POSITIONS][MAX_NAME];
    size_t n;
};

static void list_add(struct list *list, const char *name)
{
    for (size_t i = 0; i < list->n; i++)
        if (strcmp(list->name[i], name) == 0)
            return;
    if (list->n < MAX_POSITIONS && strlen(name) < MAX_NAME)
        strcpy(list->name[list->n++], name);
}

struct place {
    bt_context *ctx;
    const bt_game *game;
    const char *text;
    bt_solver *plain;
    bt_sum sum; /* the position that is explained */
};

static const bt_fact *fact(const bt_step *step, const char *key)
{
    for (const bt_fact *f = step->facts; f; f = f->next)
        if (strcmp(f->key, key) == 0)
            return f;
    return NULL;
}

static uint64_t number(const bt_step *step, const char *key)
{
    const bt_fact *f = fact(step, key);
    CHECK(f && f->numbers == 1 && !f->list, "%s has no number %s", step->kind, key);
    return f && f->numbers == 1 ? f->number[0] : 0;
}

static bt_outcome outcome_of(const struct place *at, const char *position)
{
    bt_sum sum = {0};
    bt_verdict verdict = {.outcome = BT_UNKNOWN};
    bt_status status = bt_sum_add(at->ctx, &sum, at->game, bt_span_of(position));
    if (status == BT_OK)
        status = bt_solve(at->plain, &sum, &verdict);
    CHECK(status == BT_OK, "%s %s: %s", at->game->name, position, bt_message(at->ctx));
    bt_sum_free(at->ctx, &sum);
    return verdict.outcome;
}

/* Is `to` an option of `from`? All options of `from` can be added to a list, too. */
struct search {
    bt_visit visit;
    const struct place *at;
    const char *to;
    struct list *all;
    bool found;
};

static int look(bt_visit *visit, const bt_pos *p, size_t first, size_t count)
{
    struct search *s = (struct search *)visit;
    bt_text text;
    (void)first;
    (void)count;
    bt_text_init(&text, s->at->ctx);
    s->at->game->rules->print(s->at->game, p, &text);
    s->found = s->found || (s->to && strcmp(s->to, bt_text_chars(&text)) == 0);
    if (s->all)
        list_add(s->all, bt_text_chars(&text));
    bt_text_free(&text);
    return 0;
}

static bool is_option(const struct place *at, const char *from, const char *to,
                      struct list *all)
{
    bt_sum sum = {0};
    struct search s = {{look}, at, to, all, false};
    if (bt_sum_add(at->ctx, &sum, at->game, bt_span_of(from)) == BT_OK)
        (void)at->game->rules->options(at->game, &sum.part[0].pos, &s.visit);
    bt_sum_free(at->ctx, &sum);
    return s.found;
}

static void check_grid(const struct place *at, const bt_step *step)
{
    const bt_grid *g = step->grid;
    uint64_t largest = 0;
    unsigned lead = g->columns;
    for (size_t i = 0; i < g->rows; i++)
        largest = g->number[i] > largest ? g->number[i] : largest;
    CHECK(g->columns == 64 || largest >> g->columns == 0, "%s %s: too few columns",
          at->game->name, at->text);
    for (unsigned c = g->columns; c-- > 0;) {
        uint64_t ones = 0;
        for (size_t i = 0; i < g->rows; i++)
            ones += g->number[i] >> (g->columns - 1 - c) & 1;
        CHECK(g->sum[c] == ones % g->modulus, "%s %s: column %u", at->game->name,
              at->text, c);
        lead = g->sum[c] ? c : lead;
    }
    CHECK(lead == g->lead, "%s %s: the leading column", at->game->name, at->text);
}

static uint64_t xor_of(const bt_fact *f)
{
    uint64_t sum = 0;
    for (size_t i = 0; f && i < f->numbers; i++)
        sum ^= f->number[i];
    return sum;
}

/* A pile of Nim is made smaller: the result is a winning move of the game itself. */
static void check_candidate(const struct place *at, const bt_step *step)
{
    uint64_t from = number(step, "from"), to = number(step, "to");
    CHECK(to < from, "%s %s: %s makes a pile larger", at->game->name, at->text,
          step->kind);
    if (!fact(step, "pile") || strcmp(at->game->rules->name, "nim") != 0)
        return;
    uint64_t pile = number(step, "pile");
    const bt_pos *pos = &at->sum.part[0].pos;
    CHECK(pile >= 1 && pile <= pos->n && pos->x[pile - 1] == from,
          "%s %s: pile %llu is not %llu", at->game->name, at->text,
          (unsigned long long)pile, (unsigned long long)from);
    bt_pos after;
    bt_text text;
    bt_pos_init(&after, at->ctx);
    bt_text_init(&text, at->ctx);
    if (pile >= 1 && pile <= pos->n && bt_pos_copy(&after, pos) == BT_OK) {
        after.x[pile - 1] = to;
        at->game->rules->print(at->game, &after, &text);
        CHECK(outcome_of(at, bt_text_chars(&text)) == BT_P,
              "%s %s: %s leaves %s, not P", at->game->name, at->text, step->kind,
              bt_text_chars(&text));
    }
    bt_pos_free(&after);
    bt_text_free(&text);
}

static void check_labels(const struct place *at, const bt_step *step)
{
    const bt_fact *labels = fact(step, "labels");
    for (size_t i = 0; labels && labels->words[i]; i++) {
        char heap[24];
        snprintf(heap, sizeof heap, "%zu", i);
        CHECK(outcome_of(at, heap) == (labels->words[i] == 'N' ? BT_N : BT_P),
              "%s: label of %zu", at->game->name, i);
    }
}

/* The law of a subtraction game, against single piles solved by plain search. */
static void check_period(const struct place *at, const bt_step *step)
{
    uint64_t from = number(step, "preperiod"), period = number(step, "period");
    uint64_t saltus = number(step, "saltus");
    const bt_fact *pattern = fact(step, "pattern");
    for (uint64_t n = from; n < from + 40; n++) {
        char heap[2][24];
        snprintf(heap[0], sizeof heap[0], "%d", (int)n);
        snprintf(heap[1], sizeof heap[1], "%d", (int)(n + period));
        if (saltus == 0)
            CHECK(outcome_of(at, heap[0]) == outcome_of(at, heap[1]), "%s: %s and %s",
                  at->game->name, heap[0], heap[1]);
        if (pattern)
            CHECK(strlen(pattern->words) == period &&
                      outcome_of(at, heap[0]) ==
                          (pattern->words[(n - from) % period] == 'N' ? BT_N : BT_P),
                  "%s: the pattern at %s", at->game->name, heap[0]);
    }
}

static bt_outcome outcome_called(const char *letter)
{
    return letter[0] == 'N' ? BT_N : letter[0] == 'P' ? BT_P : BT_D;
}

static void check_step(const struct place *at, const bt_step *step,
                       const bt_step *before)
{
    const char *kind = step->kind;
    const bt_fact *to = fact(step, "to"), *numbers = fact(step, "numbers");
    CHECK(strlen(step->text) > 4, "%s %s: %s says nothing", at->game->name, at->text,
          kind);
    if (step->grid)
        check_grid(at, step);
    if (numbers && fact(step, "nim_sum"))
        CHECK(xor_of(numbers) == number(step, "nim_sum"), "%s %s: %s, the nim-sum",
              at->game->name, at->text, kind);
    if (strcmp(kind, "nim-sum") == 0 && before && fact(before, "numbers"))
        CHECK(xor_of(fact(before, "numbers")) == number(step, "nim_sum"),
              "%s %s: nim-sum", at->game->name, at->text);
    if (strcmp(kind, "after") == 0 && at->game->rules->flags & BT_TAME)
        CHECK(xor_of(numbers) == 0, "%s %s: not balanced after the move",
              at->game->name, at->text);
    if (strcmp(kind, "leading-column") == 0) {
        uint64_t column = number(step, "column"), sum = number(before, "nim_sum");
        CHECK((sum & column) && sum < 2 * column && (column & (column - 1)) == 0,
              "%s %s: the leading column is not %llu", at->game->name, at->text,
              (unsigned long long)column);
    }
    if (fact(step, "from"))
        check_candidate(at, step);
    if (strcmp(kind, "amount") == 0) {
        char heap[24];
        snprintf(heap, sizeof heap, "%d", (int)number(step, "left"));
        CHECK(is_option(at, at->text, heap, NULL) &&
                  outcome_of(at, heap) == outcome_called(fact(step, "outcome")->words),
              "%s %s: taking to %s", at->game->name, at->text, heap);
    }
    if (strcmp(kind, "same-as") == 0) {
        char heap[24];
        snprintf(heap, sizeof heap, "%d", (int)number(step, "same"));
        CHECK(outcome_of(at, heap) == outcome_of(at, at->text) &&
                  number(step, "same") < number(step, "pile"),
              "%s %s: not as %s", at->game->name, at->text, heap);
    }
    if (strcmp(kind, "period") == 0)
        check_period(at, step);
    if (strcmp(kind, "labels") == 0)
        check_labels(at, step);
    if (strcmp(kind, "move") == 0)
        CHECK(to && is_option(at, at->text, to->words, NULL) &&
                  outcome_of(at, to->words) ==
                      (outcome_of(at, at->text) == BT_D ? BT_D : BT_P),
              "%s %s: the move to %s does not win or draw", at->game->name, at->text,
              to ? to->words : "?");
    if (strcmp(kind, "option") == 0)
        CHECK(to && is_option(at, at->text, to->words, NULL) &&
                  outcome_of(at, to->words) ==
                      outcome_called(fact(step, "outcome")->words),
              "%s %s: the option %s", at->game->name, at->text, to ? to->words : "?");
    if (strcmp(kind, "answer") == 0) {
        const char *option = fact(step, "option")->words;
        CHECK(is_option(at, at->text, option, NULL) && outcome_of(at, option) == BT_N,
              "%s %s: %s is not a losing option", at->game->name, at->text, option);
        if (to)
            CHECK(is_option(at, option, to->words, NULL) &&
                      outcome_of(at, to->words) == BT_P,
                  "%s %s: the answer %s to %s", at->game->name, at->text, to->words,
                  option);
    }
}

static void check_position(struct place *at, bt_by by)
{
    bt_solver *solver = NULL;
    bt_steps steps;
    bt_steps_init(&steps, at->ctx);
    bt_status status = bt_sum_add(at->ctx, &at->sum, at->game, bt_span_of(at->text));
    if (status == BT_OK)
        status = bt_solver_new(at->ctx, by, &solver);
    if (status == BT_OK)
        status = bt_explain(solver, &at->sum, &steps);
    CHECK(status == BT_OK && steps.first, "%s %s: %s", at->game->name, at->text,
          bt_message(at->ctx));
    if (status == BT_OK && steps.first) {
        bool says_move = false;
        bt_outcome outcome = outcome_of(at, at->text);
        const bt_fact *told = fact(steps.first, "outcome");
        CHECK(told && outcome == outcome_called(told->words), "%s %s: the verdict",
              at->game->name, at->text);
        const bt_step *before = NULL;
        for (const bt_step *step = steps.first; step;
             before = step, step = step->next) {
            check_step(at, step, before);
            says_move = says_move || strcmp(step->kind, "move") == 0;
        }
        CHECK(says_move ==
                  (outcome != BT_P && strcmp(steps.first->kind, "terminal") != 0),
              "%s %s: a move is %s", at->game->name, at->text,
              says_move ? "named" : "missing");
    }
    bt_steps_free(&steps);
    bt_solver_free(solver);
    bt_sum_free(at->ctx, &at->sum);
}

static void check_root(struct row *row, void *arg)
{
    static struct list list;
    for (bt_play play = BT_NORMAL; play <= BT_MISERE; play++) {
        char rules[256];
        struct place at = {.ctx = arg};
        bt_game *game = NULL;
        snprintf(rules, sizeof rules, "%s%s", row->field[0],
                 play == BT_MISERE ? "/misere" : "");
        bt_status status = bt_game_new(at.ctx, &bt_builtin, bt_span_of(rules), &game);
        if (status == BT_OK)
            status = bt_solver_new(at.ctx, BT_BY_PLAIN, &at.plain);
        CHECK(status == BT_OK, "%s: %s", rules, bt_message(at.ctx));
        at.game = game;
        list.n = 0;
        list_add(&list, row->field[1]);
        for (size_t i = 0; i < list.n && status == BT_OK; i++) {
            at.text = list.name[i];
            check_position(&at, BT_BY_ANY);
            if (i < 20)
                check_position(&at, BT_BY_SEARCH);
            (void)is_option(&at, at.text, NULL, &list);
        }
        bt_solver_free(at.plain);
        bt_game_free(game);
    }
}

/* Sums of two parts: the values of the parts, their nim-sum, and every move named. */
struct pair {
    bt_context *ctx;
    const bt_game *game[2];
    bt_solver *plain;
};

static bt_status read_pair(const struct pair *p, const char *text, bt_sum *sum)
{
    char left[MAX_NAME];
    const char *plus = strstr(text, " + ");
    if (!plus || strlen(text) >= MAX_NAME)
        return BT_SYNTAX;
    snprintf(left, sizeof left, "%.*s", (int)(plus - text), text);
    BT_TRY(bt_sum_add(p->ctx, sum, p->game[0], bt_span_of(left)));
    return bt_sum_add(p->ctx, sum, p->game[1], bt_span_of(plus + 3));
}

static bt_verdict solve_pair(const struct pair *p, const char *text)
{
    bt_sum sum = {0};
    bt_verdict verdict = {.outcome = BT_UNKNOWN};
    bt_status status = read_pair(p, text, &sum);
    if (status == BT_OK)
        status = bt_solve(p->plain, &sum, &verdict);
    CHECK(status == BT_OK, "%s: %s", text, bt_message(p->ctx));
    bt_sum_free(p->ctx, &sum);
    return verdict;
}

/* Exactly one part differs, and there it is a move. */
static bool is_move(const struct pair *p, const char *from, const char *to)
{
    const char *plus[2] = {strstr(from, " + "), strstr(to, " + ")};
    char part[2][2][MAX_NAME];
    int moved = 0;
    bool legal = true;
    if (!plus[0] || !plus[1])
        return false;
    snprintf(part[0][0], MAX_NAME, "%.*s", (int)(plus[0] - from), from);
    snprintf(part[0][1], MAX_NAME, "%s", plus[0] + 3);
    snprintf(part[1][0], MAX_NAME, "%.*s", (int)(plus[1] - to), to);
    snprintf(part[1][1], MAX_NAME, "%s", plus[1] + 3);
    for (int i = 0; i < 2; i++)
        if (strcmp(part[0][i], part[1][i]) != 0) {
            struct place at = {.ctx = p->ctx, .game = p->game[i]};
            legal = legal && is_option(&at, part[0][i], part[1][i], NULL);
            moved++;
        }
    return legal && moved == 1;
}

static void check_pair(const struct pair *p, const char *text)
{
    bt_sum sum = {0};
    bt_solver *solver = NULL;
    bt_steps steps;
    bt_verdict right = solve_pair(p, text);
    bt_steps_init(&steps, p->ctx);
    bt_status status = read_pair(p, text, &sum);
    if (status == BT_OK)
        status = bt_solver_new(p->ctx, BT_BY_ANY, &solver);
    if (status == BT_OK)
        status = bt_explain(solver, &sum, &steps);
    CHECK(status == BT_OK, "%s: %s", text, bt_message(p->ctx));
    uint64_t values = 0;
    for (const bt_step *step = steps.first; step && status == BT_OK;
         step = step->next) {
        const bt_fact *to = fact(step, "to"), *told = fact(step, "outcome");
        if (step == steps.first)
            CHECK(told && right.outcome == outcome_called(told->words),
                  "%s: the verdict", text);
        if (strcmp(step->kind, "part") == 0)
            values ^= number(step, "grundy");
        if (strcmp(step->kind, "sum") == 0)
            CHECK(number(step, "nim_sum") == values &&
                      (!right.has_grundy || values == right.grundy),
                  "%s: the nim-sum of the parts", text);
        if (strcmp(step->kind, "move") == 0)
            CHECK(to && is_move(p, text, to->words) &&
                      solve_pair(p, to->words).outcome == BT_P,
                  "%s: the move to %s", text, to ? to->words : "?");
        if (strcmp(step->kind, "answer") == 0 && to)
            CHECK(is_move(p, text, fact(step, "option")->words) &&
                      is_move(p, fact(step, "option")->words, to->words) &&
                      solve_pair(p, to->words).outcome == BT_P,
                  "%s: the answer %s", text, to->words);
    }
    bt_steps_free(&steps);
    bt_solver_free(solver);
    bt_sum_free(p->ctx, &sum);
}

static void check_sums(bt_context *ctx)
{
    static const struct {
        const char *left, *right, *form; /* form: a and b, each from 0 to 4 */
    } rows[] = {
        {"nim", "subtraction:1,2", "%d,2 + %d"},
        {"staircase", "nim", "%d,1 + 1,%d"},
        {"cheating", "nimble", "%d,1:1 + 0,1,%d"},
        {"moore:2", "nim", "%d,1,1 + %d"},
        {"dynamic", "subtraction:squares", "%d:2 + %d"},
    };
    for (size_t i = 0; i < 2 * (sizeof rows / sizeof rows[0]); i++) {
        bool misere = i % 2;
        char name[2][64], text[MAX_NAME];
        bt_game *game[2] = {NULL, NULL};
        struct pair p = {.ctx = ctx};
        snprintf(name[0], sizeof name[0], "%s%s", rows[i / 2].left,
                 misere ? "/misere" : "");
        snprintf(name[1], sizeof name[1], "%s%s", rows[i / 2].right,
                 misere ? "/misere" : "");
        bt_status status = bt_solver_new(ctx, BT_BY_PLAIN, &p.plain);
        for (int k = 0; k < 2 && status == BT_OK; k++) {
            status = bt_game_new(ctx, &bt_builtin, bt_span_of(name[k]), &game[k]);
            p.game[k] = game[k];
        }
        CHECK(status == BT_OK, "%s + %s: %s", name[0], name[1], bt_message(ctx));
        for (int a = 0; a < 5 && status == BT_OK; a++)
            for (int b = 0; b < 5; b++) {
                snprintf(text, sizeof text, rows[i / 2].form, a, b);
                check_pair(&p, text);
            }
        bt_solver_free(p.plain);
        bt_game_free(game[0]);
        bt_game_free(game[1]);
    }
}

int main(void)
{
    struct failing_host host;
    failing_host_init(&host, 0);
    bt_context *ctx = bt_context_new(&host.host, 0);
    CHECK(rows_read("roots.t", check_root, ctx) > 0, "roots.t has no rows");
    check_sums(ctx);
    bt_context_free(ctx);
    CHECK(host.live_bytes == 0, "memory is lost");
    return check_close();
}
