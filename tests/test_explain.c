/* SPDX-License-Identifier: MIT
 * No explanation may be false. From the roots in roots.t explanations are made for
 * every position (up to a bound), normal and misere, and each step's numbers are
 * derived again here: sums of columns, candidates, labels, moves and answers against
 * plain search. */
#include "check.h"
#include "failing_host.h"
#include "rowfile.h"

#include <bouton/all.h>
#include <bouton/kernels.h>

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

static bool look(bt_visit *visit, const bt_move *move)
{
    struct search *s = (struct search *)visit;
    bt_text text;
    bt_text_init(&text, s->at->ctx);
    s->at->game->rules->print(s->at->game, move->to, &text);
    s->found = s->found || (s->to && strcmp(s->to, bt_text_chars(&text)) == 0);
    if (s->all)
        list_add(s->all, bt_text_chars(&text));
    bt_text_free(&text);
    return true;
}

static bool is_option(const struct place *at, const char *from, const char *to,
                      struct list *all)
{
    bt_sum sum = {0};
    struct search s = {{.option = look}, at, to, all, false};
    if (bt_sum_add(at->ctx, &sum, at->game, bt_span_of(from)) == BT_OK)
        CHECK(bt_options(at->game, &sum.part[0].pos, &s.visit) == BT_OK, "options");
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
        CHECK(g->sum[c] == (g->least ? ones >= g->least : ones % g->modulus),
              "%s %s: column %u", at->game->name, at->text, c);
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

/* The value of a single pile in normal play, by plain search. */
static uint64_t value_of(const struct place *at, uint64_t pile)
{
    char heap[24];
    bt_sum sum = {0};
    bt_verdict verdict = {.outcome = BT_UNKNOWN};
    snprintf(heap, sizeof heap, "%d", (int)pile);
    bt_status status = bt_sum_add(at->ctx, &sum, at->game, bt_span_of(heap));
    if (status == BT_OK)
        status = bt_solve(at->plain, &sum, &verdict);
    CHECK(status == BT_OK && verdict.has_grundy, "%s %s: no value", at->game->name,
          heap);
    bt_sum_free(at->ctx, &sum);
    return verdict.grundy;
}

/* The values of the piles below this one are exactly the numbers below B. */
static void check_base(const struct place *at, uint64_t below, uint64_t base)
{
    uint64_t seen = 0;
    for (uint64_t n = 0; n < below; n++) {
        uint64_t value = value_of(at, n);
        CHECK(value < base && base < 64, "%s: pile %d has value %d, B is %d",
              at->game->name, (int)n, (int)value, (int)base);
        seen |= (uint64_t)1 << (value & 63);
    }
    CHECK(seen + 1 == (uint64_t)1 << (base & 63), "%s: B is not %d below pile %d",
          at->game->name, (int)base, (int)below);
}

static bool may_take(const struct place *at, uint64_t pile, uint64_t amount);

/* Every premise of the argument: what determines the next value, and that it has come
 * back with B and all values increased by the same number. */
static void check_argument(const struct place *at, const bt_step *step)
{
    uint64_t period = number(step, "period"), saltus = number(step, "saltus");
    uint64_t reach = number(step, "reach"), from = number(step, "stretch");
    uint64_t base = number(step, "base");
    if (from + period + reach > 150 || at->game->play == BT_MISERE)
        return;
    for (uint64_t i = from; i < from + reach; i++)
        CHECK(value_of(at, i + period) == value_of(at, i) + saltus,
              "%s: piles %d and %d", at->game->name, (int)i, (int)(i + period));
    for (uint64_t amount = 1; amount < reach + 20; amount++)
        if (amount > reach || (saltus > 0 && amount == reach))
            CHECK(may_take(at, 300, amount) == (saltus > 0), "%s: taking %d",
                  at->game->name, (int)amount);
    if (saltus == 0)
        return;
    char words[80];
    snprintf(words, sizeof words, "For k = %d, B is %d. For k = %d, B is %d,",
             (int)from, (int)base, (int)(from + period), (int)(base + saltus));
    CHECK(strstr(step->text, words), "%s: '%s' is not said", at->game->name, words);
    check_base(at, from, base);
    check_base(at, from + period, base + saltus);
}

/* The law of a subtraction game, against single piles solved by plain search. */
static void check_period(const struct place *at, const bt_step *step)
{
    bool labels = strcmp(step->kind, "label-period") == 0;
    uint64_t from = number(step, "preperiod"), period = number(step, "period");
    uint64_t saltus = labels ? 0 : number(step, "saltus");
    const bt_fact *pattern = fact(step, "pattern");
    if (!labels)
        check_argument(at, step);
    for (uint64_t n = from; n < from + 40; n++) {
        char heap[2][24];
        snprintf(heap[0], sizeof heap[0], "%d", (int)n);
        snprintf(heap[1], sizeof heap[1], "%d", (int)(n + period));
        if (saltus == 0)
            CHECK(outcome_of(at, heap[0]) == outcome_of(at, heap[1]), "%s: %s and %s",
                  at->game->name, heap[0], heap[1]);
        if (at->game->play == BT_NORMAL && !labels)
            CHECK(value_of(at, n + period) == value_of(at, n) + saltus,
                  "%s: values of %s and %s", at->game->name, heap[0], heap[1]);
        if (pattern)
            CHECK(strlen(pattern->words) == period &&
                      outcome_of(at, heap[0]) ==
                          (pattern->words[(n - from) % period] == 'N' ? BT_N : BT_P),
                  "%s: the pattern at %s", at->game->name, heap[0]);
    }
    if (labels && from > 0) {
        char heap[2][24];
        snprintf(heap[0], sizeof heap[0], "%d", (int)(from - 1));
        snprintf(heap[1], sizeof heap[1], "%d", (int)(from - 1 + period));
        CHECK(outcome_of(at, heap[0]) != outcome_of(at, heap[1]),
              "%s: labels repeat before %d", at->game->name, (int)from);
    }
}

static bt_outcome outcome_called(const char *letter)
{
    return letter[0] == 'N' ? BT_N : letter[0] == 'P' ? BT_P : BT_D;
}

static bool may_take(const struct place *at, uint64_t pile, uint64_t amount)
{
    char from[24], to[24];
    snprintf(from, sizeof from, "%d", (int)pile);
    snprintf(to, sizeof to, "%d", (int)(pile - amount));
    return is_option(at, from, to, NULL);
}

/* Does every number of this list that is not 0 stand there an even number of times? */
static bool is_paired(const char *position)
{
    uint64_t number[64];
    size_t n = 0, odd = 0;
    for (const char *at = position; *at && n < 64;
         at += strcspn(at, ","), at += *at == ',')
        number[n++] = strtoull(at, NULL, 10);
    for (size_t i = 0; i < n; i++) {
        size_t equal = 0;
        for (size_t k = 0; k < n; k++)
            equal += number[k] == number[i];
        odd += number[i] > 0 && equal % 2 == 1;
    }
    return odd == 0;
}

/* How many piles there are, and how many of them can be used, chooses the words. */
static void check_one_each(const struct place *at, const bt_step *step)
{
    uint64_t able = number(step, "candidates"), piles = number(step, "piles");
    bool every = strstr(step->text, "Every ") != NULL;
    CHECK((strstr(step->text, "There is no other") != NULL) == (piles == 1) &&
              (strstr(step->text, "Only ") != NULL) == (able == 1 && piles > 1) &&
              every == (able == piles && piles > 1),
          "%s %s: '%s'", at->game->name, at->text, step->text);
    CHECK(!strstr(step->text, " the other ") || able + 1 == piles, "%s %s: '%s'",
          at->game->name, at->text, step->text);
    CHECK(!strstr(step->text, " any other ") || able + 1 < piles, "%s %s: '%s'",
          at->game->name, at->text, step->text);
}

/* Sentences speak of what is there. */
static void check_presence(const struct place *at, const bt_step *step)
{
    const char *kind = step->kind;
    const bt_pos *pos = &at->sum.part[0].pos;
    if (strcmp(kind, "one-each") == 0)
        check_one_each(at, step);
    if (strcmp(kind, "leading-column") == 0)
        CHECK((strstr(step->text, "The only column") != NULL) ==
                  (number(step, "column") == number(step, "nim_sum")),
              "%s %s: '%s'", at->game->name, at->text, step->text);
    if (strcmp(kind, "row") == 0) {
        uint64_t changed = number(step, "from") ^ number(step, "to");
        char words[40];
        while (changed & (changed - 1))
            changed &= changed - 1;
        snprintf(words, sizeof words, "in the column of %llu.",
                 (unsigned long long)changed);
        CHECK(strstr(step->text, words), "%s %s: '%s'", at->game->name, at->text,
              step->text);
    }
    if (strcmp(kind, "column") == 0 && strstr(step->text, "other chosen row"))
        CHECK(number(step, "put") > 0 && number(step, "put") < number(step, "before"),
              "%s %s: '%s'", at->game->name, at->text, step->text);
    if (strcmp(kind, "column") == 0 && strstr(step->text, "chosen rows"))
        CHECK(number(step, "before") > 1, "%s %s: '%s'", at->game->name, at->text,
              step->text);
    if (strcmp(kind, "lemma") == 0)
        CHECK(!strstr(step->text, "smaller"), "%s %s: '%s'", at->game->name, at->text,
              step->text);
    if (strcmp(kind, "disguise") == 0)
        CHECK((strstr(step->text, "square 0") != NULL) == (pos->x[0] > 0),
              "%s %s: '%s'", at->game->name, at->text, step->text);
    if (strcmp(kind, "spare") == 0)
        CHECK((strstr(step->text, "added") != NULL) == (pos->x[pos->n - 1] > 0),
              "%s %s: '%s'", at->game->name, at->text, step->text);
}

/* The modulus that the sentence names is that of the grid, and one more than the piles
 * that a move may use. */
static void check_modulus(const struct place *at, const bt_step *step)
{
    char words[80];
    uint64_t modulus = number(step, "modulus"), piles = at->sum.part[0].pos.n;
    uint64_t k = strtoull(at->game->name + strlen("moore:"), NULL, 10);
    snprintf(words, sizeof words, "%s %llu%s",
             strcmp(step->kind, "columns") == 0 ? "Modulo" : "modulo",
             (unsigned long long)modulus, strcmp(step->kind, "grid") == 0 ? ":" : "");
    bool said = strstr(step->text, words) != NULL;
    if (strcmp(step->kind, "grid") == 0 && piles == 1)
        said = strstr(step->text, "just its digit") != NULL;
    if (strcmp(step->kind, "misere") == 0 && strstr(step->text, "Only one chip"))
        said = bt_nim_sum(at->sum.part[0].pos.x, piles) == 1;
    CHECK(modulus == (k < piles ? k : piles) + 1 && said &&
              (!step->grid || step->grid->modulus == modulus),
          "%s %s: modulo %llu in '%s'", at->game->name, at->text,
          (unsigned long long)modulus, step->text);
}

/* The outcome of two numbers, as wythoff and euclid write them. */
static bt_outcome outcome_of_two(const struct place *at, uint64_t x, uint64_t y)
{
    char text[48];
    snprintf(text, sizeof text, "%d,%d", (int)x, (int)y);
    return outcome_of(at, text);
}

/* Wythoff: partners make a P-position, and are said only where a move reaches it; where
 * none does, both are too large. */
static void check_partner(const struct place *at, const bt_step *step)
{
    const uint64_t *x = at->sum.part[0].pos.x;
    uint64_t low = x[0] < x[1] ? x[0] : x[1], high = x[0] + x[1] - low;
    if (strcmp(step->kind, "pair") == 0 && fact(step, "partner")) {
        uint64_t stays = number(step, "number"), to = number(step, "partner");
        uint64_t from = low + high - stays;
        char words[80];
        snprintf(words, sizeof words, ": take %d from %s", (int)(from - to),
                 low == high ? "either pile." : "the pile of ");
        CHECK((stays == low || stays == high) && to < from &&
                  outcome_of_two(at, stays, to) == BT_P && strstr(step->text, words),
              "%s %s: %s", at->game->name, at->text, step->text);
    }
    if (strcmp(step->kind, "no-pair") == 0)
        CHECK(number(step, "low") > high && number(step, "high") > low &&
                  outcome_of_two(at, low, number(step, "low")) == BT_P &&
                  outcome_of_two(at, high, number(step, "high")) == BT_P,
              "%s %s: %s", at->game->name, at->text, step->text);
}

/* Euclid: of the two that can be left one is P and the other is N. */
static void check_choice(const struct place *at, const bt_step *step)
{
    const bt_fact *leave = fact(step, "leave"), *avoid = fact(step, "avoid");
    if (strcmp(step->kind, "forced") == 0)
        CHECK((strstr(step->text, "first move is") != NULL) ==
                  (number(step, "forced") == 1),
              "%s %s: %s", at->game->name, at->text, step->text);
    if (leave && avoid)
        CHECK(outcome_of_two(at, leave->number[0], leave->number[1]) == BT_P &&
                  outcome_of_two(at, avoid->number[0], avoid->number[1]) == BT_N,
              "%s %s: %s", at->game->name, at->text, step->text);
}

/* The value of one head alone in this row or grid, places counted from 1. */
static uint64_t value_of_head(const struct place *at, uint64_t row, uint64_t column)
{
    const bt_pos *pos = &at->sum.part[0].pos;
    uint64_t columns = pos->x[0], rows = (pos->n - 1) / columns;
    char text[64] = "";
    size_t len = 0;
    bt_sum sum = {0};
    bt_verdict verdict = {.outcome = BT_UNKNOWN};
    for (uint64_t r = 1; r <= rows; r++) {
        for (uint64_t c = 1; c <= columns && len + 2 < sizeof text; c++)
            text[len++] = r == row && c == column ? 'H' : 'T';
        if (r < rows)
            text[len++] = '/';
    }
    bt_status status = bt_sum_add(at->ctx, &sum, at->game, bt_span_of(text));
    if (status == BT_OK)
        status = bt_solve(at->plain, &sum, &verdict);
    CHECK(status == BT_OK && verdict.has_grundy, "%s %s: no value", at->game->name,
          text);
    bt_sum_free(at->ctx, &sum);
    return verdict.grundy;
}

/* Coins: the values of the heads by plain search, and what the move makes of them. */
static void check_coins(const struct place *at, const bt_step *step)
{
    const bt_pos *pos = &at->sum.part[0].pos;
    const bt_fact *values = fact(step, "values");
    size_t heads = 0;
    uint64_t sum = 0;
    for (size_t i = 1; i < pos->n; i++) {
        if (!pos->x[i])
            continue;
        uint64_t value =
            value_of_head(at, (i - 1) / pos->x[0] + 1, (i - 1) % pos->x[0] + 1);
        if (values)
            CHECK(heads < values->numbers && values->number[heads] == value,
                  "%s %s: %s", at->game->name, at->text, step->text);
        heads++;
        sum ^= value;
    }
    if (strcmp(step->kind, "product") == 0)
        CHECK(value_of_head(at, number(step, "row"), number(step, "column")) ==
                  number(step, "value"),
              "%s %s: %s", at->game->name, at->text, step->text);
    if (strcmp(step->kind, "nim-sum") == 0)
        CHECK(number(step, "nim_sum") == sum, "%s %s: %s", at->game->name, at->text,
              step->text);
    if (strcmp(step->kind, "turning") == 0)
        CHECK(value_of_head(at, number(step, "row"), number(step, "column")) ==
                      number(step, "removed") &&
                  (sum ^ number(step, "removed") ^ number(step, "put")) == 0,
              "%s %s: %s", at->game->name, at->text, step->text);
    if (strcmp(step->kind, "balanced") == 0)
        CHECK(sum == 0, "%s %s: %s", at->game->name, at->text, step->text);
}

/* "Turning ..." tells of the move that is named next. */
static void check_turning(const struct place *at, const bt_step *step,
                          const bt_step *before)
{
    const bt_fact *move = fact(step, "move");
    if (strcmp(step->kind, "move") == 0 && strcmp(before->kind, "turning") == 0)
        CHECK(move && strncmp(before->text + strlen("Turning "),
                              move->words + strlen("turn "),
                              strlen(move->words) - strlen("turn ")) == 0,
              "%s %s: %s, not %s", at->game->name, at->text, before->text, step->text);
}

/* Lim: the columns that are named make up the Grundy value, which plain search finds.
 */
static void check_lim(const struct place *at, const bt_step *step)
{
    const bt_pos *pos = &at->sum.part[0].pos;
    if (strcmp(step->kind, "value") != 0 || at->game->play == BT_MISERE)
        return;
    bt_sum sum = {.part = at->sum.part, .n = 1};
    bt_verdict verdict = {.outcome = BT_UNKNOWN};
    uint64_t named = 0, piles = pos->x[0] + pos->x[1] + pos->x[2];
    CHECK(bt_solve(at->plain, &sum, &verdict) == BT_OK, "lim %s", at->text);
    const char *words = strstr(step->text, "of "), *end = strstr(step->text, " at ");
    for (const char *c = words; c && end && c < end; c += strcspn(c, " "), c++)
        named += strtoull(c, NULL, 10);
    CHECK(number(step, "grundy") == verdict.grundy && named == verdict.grundy &&
              (piles - (pos->x[0] ^ pos->x[1] ^ pos->x[2])) / 2 == verdict.grundy,
          "lim %s: %s", at->text, step->text);
}

/* The value of a position by plain search. */
static uint64_t value_by_search(const struct place *at, const char *position)
{
    bt_solver *plain = NULL;
    bt_sum sum = {0};
    bt_verdict verdict = {.grundy = UINT64_MAX};
    if (bt_solver_new(at->ctx, BT_BY_PLAIN, &plain) == BT_OK &&
        bt_sum_add(at->ctx, &sum, at->game, bt_span_of(position)) == BT_OK)
        CHECK(bt_solve(plain, &sum, &verdict) == BT_OK, "%s", bt_message(at->ctx));
    bt_sum_free(at->ctx, &sum);
    bt_solver_free(plain);
    return verdict.grundy;
}

/* What a move leaves of a heap: the values of its parts and their nim-sum, and for the
 * move that wins, that this makes the nim-sum of all 0. */
static void check_leaves(const struct place *at, const bt_step *step)
{
    const bt_fact *parts = fact(step, "parts"), *values = fact(step, "values");
    const bt_pos *pos = &at->sum.part[0].pos;
    uint64_t sum = 0, others = 0;
    char heap[24];
    CHECK(parts && values && parts->numbers == values->numbers, "%s %s: %s",
          at->game->name, at->text, step->text);
    for (size_t i = 0; parts && values && i < parts->numbers; i++) {
        snprintf(heap, sizeof heap, "%d", (int)parts->number[i]);
        CHECK(value_by_search(at, heap) == values->number[i], "%s %s: %s",
              at->game->name, at->text, step->text);
        sum ^= values->number[i];
    }
    CHECK(number(step, "grundy") == sum, "%s %s: %s", at->game->name, at->text,
          step->text);
    if (strcmp(step->kind, "leave") != 0)
        return;
    for (size_t i = 0; i < pos->n; i++) {
        snprintf(heap, sizeof heap, "%d", (int)pos->x[i]);
        others ^= i + 1 == number(step, "place") ? 0 : value_by_search(at, heap);
    }
    CHECK(others == sum, "%s %s: %s", at->game->name, at->text, step->text);
}

static void check_game(const struct place *at, const bt_step *step,
                       const bt_step *before)
{
    const char *name = at->game->rules->name;
    if (strcmp(name, "lim") == 0)
        check_lim(at, step);
    if (strcmp(name, "wythoff") == 0)
        check_partner(at, step);
    if (strcmp(name, "euclid") == 0)
        check_choice(at, step);
    if (at->game->play == BT_NORMAL && at->text[strspn(at->text, "HT/")] == 0) {
        check_coins(at, step);
        check_turning(at, step, before);
    }
    if (strcmp(step->kind, "leaves") == 0 || strcmp(step->kind, "leave") == 0)
        check_leaves(at, step);
}

/* The digits of a pile, one by one. */
static void check_binary(const struct place *at, const bt_step *step)
{
    uint64_t ones = 0, zeros = 0, pile = number(step, "pile");
    for (uint64_t n = pile; n > 0; n /= 2) {
        ones += n % 2;
        zeros += ones == 0;
    }
    CHECK(ones == number(step, "ones") && zeros == number(step, "zeros"),
          "%s %s: the digits of %d", at->game->name, at->text, (int)pile);
}

static void check_heap(const struct place *at, const bt_step *step)
{
    char heap[24];
    snprintf(heap, sizeof heap, "%d", (int)number(step, "heap"));
    CHECK(value_by_search(at, heap) == number(step, "grundy"), "%s %s: the value of %s",
          at->game->name, at->text, heap);
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
    if (strcmp(kind, "binary") == 0)
        check_binary(at, step);
    if (strcmp(kind, "heap") == 0)
        check_heap(at, step);
    if (strcmp(kind, "summand") == 0)
        CHECK(value_by_search(at, fact(step, "position")->words) ==
                  number(step, "grundy"),
              "%s %s: the value of %s", at->game->name, at->text,
              fact(step, "position")->words);
    check_presence(at, step);
    check_game(at, step, before);
    if (fact(step, "modulus") && strncmp(at->game->name, "moore:", 6) == 0)
        check_modulus(at, step);
    if (strcmp(kind, "period") == 0 || strcmp(kind, "label-period") == 0)
        check_period(at, step);
    if (strcmp(kind, "copycat") == 0)
        CHECK(at->game->play == BT_NORMAL && at->game->rules->flags & BT_HEAPS &&
                      fact(step, "pairs")
                  ? is_paired(at->text)
                  : number(step, "pile") > 0,
              "%s %s: copying", at->game->name, at->text);
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
        bool says_move = false, copies = false;
        bt_outcome outcome = outcome_of(at, at->text);
        const bt_fact *told = fact(steps.first, "outcome");
        CHECK(told && outcome == outcome_called(told->words), "%s %s: the verdict",
              at->game->name, at->text);
        const bt_step *before = NULL;
        for (const bt_step *step = steps.first; step;
             before = step, step = step->next) {
            check_step(at, step, before);
            says_move = says_move || strcmp(step->kind, "move") == 0;
            copies =
                copies || (strcmp(step->kind, "copycat") == 0 && fact(step, "pairs"));
            if (copies && strcmp(step->kind, "answer") == 0)
                CHECK(is_paired(fact(step, "to")->words), "%s %s: %s is not a copy",
                      at->game->name, at->text, fact(step, "to")->words);
        }
        CHECK(copies ==
                  (at->game->play == BT_NORMAL && (at->game->rules->flags & BT_HEAPS) &&
                   at->game->rules->grows == 0 && is_paired(at->text) &&
                   strcmp(steps.first->kind, "terminal") != 0),
              "%s %s: copying is %s", at->game->name, at->text,
              copies ? "told" : "missing");
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

/* Sums of two parts: the values of the parts, their nim-sum, and every move named.
 */
struct pair {
    bt_context *ctx;
    const bt_game *game[2];
    bt_solver *plain;
    bool ends; /* play does, always */
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

static bool halves_are_equal(const char *sum)
{
    const char *plus = strstr(sum, " + ");
    return plus && (size_t)(plus - sum) == strlen(plus + 3) &&
           strncmp(sum, plus + 3, (size_t)(plus - sum)) == 0;
}

/* Is this what copying leaves: equal halves, or, of heaps, equal pairs anywhere? */
static bool is_copy(const struct pair *p, const char *text)
{
    char list[MAX_NAME];
    size_t len = 0;
    for (const char *at = text; *at && len + 1 < sizeof list; at++)
        if (*at != ' ')
            list[len++] = *at == '+' ? ',' : *at;
    list[len] = 0;
    bool heaps = p->game[0]->rules->flags & p->game[1]->rules->flags & BT_HEAPS;
    return halves_are_equal(text) || (heaps && is_paired(list));
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
    bool copies = false;
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
                      solve_pair(p, to->words).outcome ==
                          (right.outcome == BT_D ? BT_D : BT_P),
                  "%s: the move to %s", text, to ? to->words : "?");
        if (strcmp(step->kind, "copycat") == 0 && fact(step, "pairs"))
            copies = true;
        if (copies && strcmp(step->kind, "answer") == 0)
            CHECK(to && is_copy(p, to->words), "%s: %s is not a copy", text,
                  to ? to->words : "?");
        if (strcmp(step->kind, "answer") == 0 && to)
            CHECK(is_move(p, text, fact(step, "option")->words) &&
                      is_move(p, fact(step, "option")->words, to->words) &&
                      solve_pair(p, to->words).outcome == BT_P,
                  "%s: the answer %s", text, to->words);
    }
    if (p->ends && p->game[0]->rules == p->game[1]->rules && halves_are_equal(text) &&
        steps.first && strcmp(steps.first->kind, "terminal") != 0)
        CHECK(copies == (p->game[0]->play == BT_NORMAL), "%s: copying", text);
    CHECK(!copies || p->ends, "%s: copying where play need not end", text);
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
        {"nim", "nim", "%d,2 + %d,2"},
        {"staircase", "staircase", "%d,1 + %d,1"},
        {"moore:2", "moore:2", "%d,2 + %d,2"},
        {"games/wythoff.game", "games/wythoff.game", "%d,2 + %d,2"},
        {"cli/files/ring.game", "cli/files/ring.game", "2,%d + 2,%d"},
    };
    for (size_t i = 0; i < 2 * (sizeof rows / sizeof rows[0]); i++) {
        bool misere = i % 2;
        char name[2][64], text[MAX_NAME];
        bt_game *game[2] = {NULL, NULL};
        struct pair p = {.ctx = ctx};
        p.ends = !strstr(rows[i / 2].left, "cli/files");
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

/* Two equal nodes of a graph with cycles: from x play may go on for ever, and the
 * sum is a draw; from b it ends. */
static void check_loopy_twins(bt_context *ctx)
{
    static const char *const twins[] = {"x + x", "b + b", "t + t"};
    bt_game *game = NULL;
    struct pair p = {.ctx = ctx};
    bt_status status = bt_solver_new(ctx, BT_BY_PLAIN, &p.plain);
    if (status == BT_OK)
        status = bt_game_new(ctx, &bt_builtin,
                             bt_span_of("graph:examples/roundabout.txt"), &game);
    CHECK(status == BT_OK, "%s", bt_message(ctx));
    p.game[0] = p.game[1] = game;
    for (size_t i = 0; i < sizeof twins / sizeof twins[0] && status == BT_OK; i++) {
        p.ends = i > 0;
        check_pair(&p, twins[i]);
    }
    bt_solver_free(p.plain);
    bt_game_free(game);
}

/* Everything that explains a sum of two equal positions, and writes it. */
static bt_status explain_twins(bt_context *ctx, const char *rules, const char *position)
{
    bt_game *game = NULL;
    bt_solver *solver = NULL;
    bt_sum sum = {0};
    bt_steps steps;
    bt_text text;
    bt_steps_init(&steps, ctx);
    bt_text_init(&text, ctx);
    bt_status status = bt_game_new(ctx, &bt_builtin, bt_span_of(rules), &game);
    if (status == BT_OK)
        status = bt_solver_new(ctx, BT_BY_ANY, &solver);
    for (int i = 0; i < 2 && status == BT_OK; i++) {
        status = bt_sum_add(ctx, &sum, game, bt_span_of(position));
        if (status == BT_OK) /* once alone, once as a sum */
            status = bt_explain(solver, &sum, &steps);
    }
    bt_steps_write_text(&steps, &text);
    if (status == BT_OK)
        status = bt_text_status(&text);
    bt_text_free(&text);
    bt_steps_free(&steps);
    bt_sum_free(ctx, &sum);
    bt_solver_free(solver);
    bt_game_free(game);
    return status;
}

/* Each allocation fails once; then the status says so and nothing is lost. */
static void check_memory(const char *rules, const char *position)
{
    uint64_t k = 1;
    for (;; k++) {
        struct failing_host host;
        failing_host_init(&host, k);
        bt_context *ctx = bt_context_new(&host.host, 0);
        bt_status status = ctx ? explain_twins(ctx, rules, position) : BT_NOMEM;
        bt_context_free(ctx);
        CHECK(status == (host.calls < k ? BT_OK : BT_NOMEM),
              "%s %s: allocation %llu: status %d", rules, position,
              (unsigned long long)k, status);
        CHECK(host.live_bytes == 0, "%s %s: allocation %llu: memory is lost", rules,
              position, (unsigned long long)k);
        if (host.calls < k || k > 20000)
            break;
    }
    CHECK(k > 5 && k <= 20000, "%s: %llu allocations", rules, (unsigned long long)k);
}

/* Under a limit that is too small the answer is UNABLE, wherever it is met. */
static void check_limit(const char *rules, const char *position)
{
    enum { STEP = 97, MOST = 1 << 20 };
    bt_status status = BT_UNABLE;
    uint64_t limit = STEP;
    for (; status == BT_UNABLE && limit < MOST; limit += STEP) {
        bt_context *ctx = bt_context_new(bt_host_posix(), limit);
        status = ctx ? explain_twins(ctx, rules, position) : BT_NOMEM;
        bt_context_free(ctx);
    }
    CHECK(status == BT_OK, "%s %s: limit %llu: status %d", rules, position,
          (unsigned long long)limit, status);
}

/* Coins are listed one by one while a reader can look at them, and counted beyond. The
 * nim-sum is that of all coins in either case. */
static void check_many_coins(bt_context *ctx)
{
    static const struct {
        const char *position;
        uint64_t listed, nim_sum; /* coins */
    } rows[] = {
        {"0,0,1,1", 2, 1},    {"5,8,8,8", 24, 0}, {"0,24,0,0", 24, 0},
        {"0,8,8,9", 0, 3},    {"0,0,25", 0, 2},   {"0,20,20,20", 0, 0},
        {"0,21,20,19", 0, 2},
    };
    bt_game *game = NULL;
    bt_solver *solver = NULL;
    bt_status status = bt_game_new(ctx, &bt_builtin, bt_span_of("nimble"), &game);
    if (status == BT_OK)
        status = bt_solver_new(ctx, BT_BY_ANY, &solver);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] && status == BT_OK; i++) {
        bt_sum sum = {0};
        bt_steps steps;
        bt_steps_init(&steps, ctx);
        status = bt_sum_add(ctx, &sum, game, bt_span_of(rows[i].position));
        if (status == BT_OK)
            status = bt_explain(solver, &sum, &steps);
        const bt_fact *numbers = NULL, *nim_sum = NULL;
        for (const bt_step *step = steps.first; step; step = step->next) {
            numbers = numbers ? numbers : fact(step, "numbers");
            nim_sum = nim_sum ? nim_sum : fact(step, "nim_sum");
        }
        CHECK((numbers ? numbers->numbers : 0) == rows[i].listed, "nimble %s: %zu",
              rows[i].position, numbers ? numbers->numbers : 0);
        CHECK(nim_sum && nim_sum->number[0] == rows[i].nim_sum, "nimble %s",
              rows[i].position);
        bt_steps_free(&steps);
        bt_sum_free(ctx, &sum);
    }
    CHECK(status == BT_OK, "nimble: %s", bt_message(ctx));
    bt_solver_free(solver);
    bt_game_free(game);
}

int main(void)
{
    struct failing_host host;
    failing_host_init(&host, 0);
    bt_context *ctx = bt_context_new(&host.host, 0);
    CHECK(rows_read("roots.t", check_root, ctx) > 0, "roots.t has no rows");
    check_many_coins(ctx);
    check_sums(ctx);
    check_loopy_twins(ctx);
    check_memory("nim", "2,3,2");
    check_memory("nim/misere", "2,1,1");
    check_memory("moore:2", "3,5,6");
    check_memory("staircase", "1,2,3");
    check_memory("dynamic", "9:2");
    check_memory("subtraction:all-but-2", "9,4");
    check_memory("games/wythoff.game", "1,2");
    check_memory("mock-turtles", "HHTH");
    check_memory("tartan:ruler,twins", "HT/HH");
    check_memory("lim", "3,4,6");
    check_memory("graph:examples/roundabout.txt", "x");
    check_limit("nim", "2,3,2");
    check_limit("moore:2", "3,5,6");
    check_limit("staircase", "1,2,3");
    check_limit("dynamic", "9:2");
    check_limit("subtraction:all-but-2", "9,4");
    bt_context_free(ctx);
    CHECK(host.live_bytes == 0, "memory is lost");
    return check_close();
}
