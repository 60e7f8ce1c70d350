/* SPDX-License-Identifier: MIT
 * One test for every rule set in the registry: from the roots in roots.t it visits
 * every position that can be reached, in normal and misere play, and checks what the
 * plug-in promises; a rule set without roots, rows, help, examples or a page in docs
 * fails. */
#include "check.h"
#include "failing_host.h"
#include "rowfile.h"
#include "rules/boxes.h"
#include "rules/registry.h"

#include <bouton/all.h>

#include <glob.h>

/* What is known of a rule set: gathered while tables are read. */
enum { MAX_RULES = 64, MAX_OPTIONS = 4096, MAX_POSITIONS = 20000 };
static unsigned roots_of[MAX_RULES], rows_of[MAX_RULES], pages_of[MAX_RULES];

static size_t number_of(const bt_rules *rules)
{
    for (size_t i = 0; i < bt_builtin.count; i++)
        if (bt_builtin.rules[i] == rules)
            return i;
    return MAX_RULES - 1;
}

/* Positions as text: a set to which targets are added. */
struct names {
    char **name;
    size_t n, cap;
};

static bool names_add(struct names *set, const char *name) /* true: it is new */
{
    if (2 * (set->n + 1) > set->cap) {
        struct names bigger = {.cap = set->cap ? 2 * set->cap : 64};
        bigger.name = calloc(bigger.cap, sizeof *bigger.name);
        for (size_t i = 0; i < set->cap; i++)
            if (set->name[i]) {
                names_add(&bigger, set->name[i]);
                free(set->name[i]);
            }
        free(set->name);
        *set = bigger;
    }
    size_t at = 5381;
    for (const char *c = name; *c; c++)
        at = at * 33 + (unsigned char)*c;
    for (at %= set->cap; set->name[at]; at = (at + 1) % set->cap)
        if (strcmp(set->name[at], name) == 0)
            return false;
    set->name[at] = malloc(strlen(name) + 1);
    strcpy(set->name[at], name);
    set->n++;
    return true;
}

static void names_free(struct names *set)
{
    for (size_t i = 0; i < set->cap; i++)
        free(set->name[i]);
    free(set->name);
    *set = (struct names){0};
}

/* The options of one position, each as words. */
struct options {
    bt_visit visit;
    const bt_pos *origin;
    bt_pos pos[MAX_OPTIONS];
    size_t n;
    bool outside; /* something changed that the move does not name */
};

/* Words outside what the move names, or words that were not there before it. */
static bool is_outside(const bt_pos *origin, const bt_move *m)
{
    const bt_pos *p = m->to;
    if (p->n + m->was != origin->n + m->now || m->part != 0)
        return true;
    for (size_t i = 0; i < m->was; i++)
        if (m->before[i] != origin->x[m->at + i])
            return true;
    for (size_t i = 0; i < p->n; i++)
        if ((i < m->at && p->x[i] != origin->x[i]) ||
            (i >= m->at + m->now && p->x[i] != origin->x[i - m->now + m->was]))
            return true;
    return false;
}

static bool keep_option(bt_visit *visit, const bt_move *move)
{
    struct options *o = (struct options *)visit;
    visit->status = o->n == MAX_OPTIONS ? BT_UNABLE : BT_OK;
    if (visit->status == BT_OK) {
        bt_pos_init(&o->pos[o->n], o->origin->ctx);
        visit->status = bt_pos_copy(&o->pos[o->n++], move->to);
    }
    o->outside = o->outside || is_outside(o->origin, move);
    return visit->status == BT_OK;
}

static void options_free(struct options *o)
{
    for (size_t i = 0; i < o->n; i++)
        bt_pos_free(&o->pos[i]);
    o->n = 0;
}

static bool same_words(const bt_pos *a, const bt_pos *b)
{
    return a->n == b->n && (a->n == 0 || memcmp(a->x, b->x, a->n * sizeof *a->x) == 0);
}

struct place { /* where the test is, for its sentences */
    bt_context *ctx;
    const bt_game *game;
    const char *text;
    bt_part part;
    bt_solver *any, *search, *plain;
};

static void check_text(struct place *at)
{
    bt_text text;
    bt_pos again;
    bt_text_init(&text, at->ctx);
    bt_pos_init(&again, at->ctx);
    at->game->rules->print(at->game, &at->part.pos, &text);
    bt_status status =
        at->game->rules->parse(at->ctx, at->game, bt_text_span(&text), &again);
    CHECK(status == BT_OK && same_words(&at->part.pos, &again),
          "%s %s: printed as '%s', which reads as something else", at->game->name,
          at->text, bt_text_chars(&text));
    bt_text_free(&text);
    bt_pos_free(&again);
}

/* Is the bound known to be the length of the longest game? */
static bool rank_is_exact(const bt_rules *rules)
{
    static const char *const rows[] = {"turning-turtles", "mock-turtles", "twins",
                                       "triplets", "ruler"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(rows[i], rules->name) == 0)
            return true;
    return false;
}

static void check_rank(struct place *at, const struct options *o)
{
    const bt_rules *rules = at->game->rules;
    uint64_t here = 0, there = 0, most = 0;
    if (!rules->rank || !rules->rank(at->game, &at->part.pos, &here))
        return;
    CHECK(here > 0 || o->n == 0, "%s %s: rank 0 with a move left", at->game->name,
          at->text);
    for (size_t i = 0; i < o->n; i++) {
        CHECK(rules->rank(at->game, &o->pos[i], &there) && there < here,
              "%s %s: rank does not fall at option %zu", at->game->name, at->text, i);
        most = there + 1 > most ? there + 1 : most;
    }
    CHECK(!rank_is_exact(rules) || here == most, "%s %s: %d moves, not %d",
          at->game->name, at->text, (int)most, (int)here);
}

static uint64_t index_in(const bt_box *box, const bt_pos *p)
{
    uint64_t index = 0;
    for (size_t i = 0; i < box->n; i++)
        index += p->x[i] * box->stride[i];
    return index;
}

static int compare_u64(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void check_box(struct place *at, const bt_box *box, const struct options *o)
{
    static uint64_t out[MAX_OPTIONS], mine[MAX_OPTIONS];
    uint64_t here = index_in(box, &at->part.pos);
    CHECK(at->part.pos.n == box->n && here < box->size, "%s %s: not in its box",
          at->game->name, at->text);
    CHECK(box->options_max <= MAX_OPTIONS && o->n <= box->options_max,
          "%s %s: options_max", at->game->name, at->text);
    size_t n = at->game->rules->box_options(at->game, box, at->part.pos.x, here, out);
    for (size_t i = 0; i < o->n; i++)
        mine[i] = index_in(box, &o->pos[i]);
    qsort(out, n, sizeof *out, compare_u64);
    qsort(mine, o->n, sizeof *mine, compare_u64);
    CHECK(n == o->n && memcmp(out, mine, n * sizeof *out) == 0,
          "%s %s: box_options differ from options", at->game->name, at->text);
    CHECK(n == 0 || out[n - 1] < here, "%s %s: an option does not have a smaller index",
          at->game->name, at->text);
}

struct targets {
    bt_visit visit;
    bt_sum *sum;
    char text[1 << 16];
};

static bool add_target(bt_visit *visit, const bt_move *move)
{
    struct targets *t = (struct targets *)visit;
    size_t len = strlen(t->text);
    len += (size_t)snprintf(t->text + len, sizeof t->text - len, "%zu:", move->part);
    for (size_t i = 0; i < t->sum->n; i++)
        for (size_t k = 0; k < t->sum->part[i].pos.n && len < sizeof t->text - 64; k++)
            len += (size_t)snprintf(t->text + len, sizeof t->text - len, "%llu,",
                                    (unsigned long long)t->sum->part[i].pos.x[k]);
    snprintf(t->text + len, sizeof t->text - len, " ");
    return true;
}

/* A sum answered in one way: outcome, value and the winning moves in their order. */
static void answer(bt_solver *solver, bt_sum *sum, bt_verdict *verdict,
                   struct targets *winning)
{
    bt_status status = bt_solve(solver, sum, verdict);
    CHECK(status == BT_OK, "solve says %s", bt_status_name(status));
    winning->visit = (bt_visit){.option = add_target};
    winning->sum = sum;
    winning->text[0] = 0;
    status = bt_walk_winning(solver, sum, &winning->visit);
    CHECK(status == BT_OK && !winning->visit.more && !winning->visit.ended,
          "the walk over winning moves says %s", bt_status_name(status));
}

static void check_same_answer(struct place *at, bt_sum *sum, bt_solver *other,
                              const char *means, const char *rest)
{
    static struct targets reference, theirs;
    bt_verdict right, given;
    answer(at->plain, sum, &right, &reference);
    answer(other, sum, &given, &theirs);
    CHECK(right.outcome == given.outcome, "%s %s%s: %s says %d, plain search says %d",
          at->game->name, at->text, rest, means, given.outcome, right.outcome);
    CHECK(right.has_grundy == given.has_grundy &&
              right.grundy * right.has_grundy == given.grundy * given.has_grundy,
          "%s %s%s: %s says Grundy value %llu, plain search says %llu", at->game->name,
          at->text, rest, means, (unsigned long long)given.grundy,
          (unsigned long long)right.grundy);
    CHECK(right.infinite == given.infinite && right.infinity_count * right.infinite ==
                                                  given.infinity_count * given.infinite,
          "%s %s%s: infinity by %s is another than by plain search", at->game->name,
          at->text, rest, means);
    CHECK(strcmp(reference.text, theirs.text) == 0,
          "%s %s%s: winning moves by %s: %s\nby plain search: %s", at->game->name,
          at->text, rest, means, theirs.text, reference.text);
}

/* Beside Nim piles: the `rest` of the winning walk, firm and fickle. */
static void check_sums(struct place *at, bt_game *nim)
{
    static const uint64_t piles[][2] = {{1, 0}, {2, 0}, {3, 0}, {1, 1}, {2, 2}, {3, 1}};
    for (size_t i = 0; i < sizeof piles / sizeof piles[0]; i++) {
        uint64_t x[2] = {piles[i][0], piles[i][1]};
        char rest[40];
        snprintf(rest, sizeof rest, " + nim %d,%d", (int)x[0], (int)x[1]);
        /* A copy of the part must not grow: the room is there since bt_options. */
        bt_part parts[2] = {at->part, {nim, {x, 2, 2, at->ctx}}};
        bt_sum sum = {.part = parts, .n = 2};
        check_same_answer(at, &sum, at->any, "theorem", rest);
        if (at->game->play == BT_NORMAL)
            check_same_answer(at, &sum, at->search, "search", rest);
    }
}

/* Everything there is to check about one position; its options go to `todo`. */
static void check_position(struct place *at, const bt_box *box, bt_game *nim,
                           struct names *seen, struct names *todo)
{
    static struct options o;
    const bt_rules *rules = at->game->rules;
    struct names targets = {0};
    bt_pos before;
    bt_pos_init(&before, at->ctx);
    CHECK(bt_pos_copy(&before, &at->part.pos) == BT_OK, "out of memory");
    o = (struct options){.visit.option = keep_option, .origin = &before};
    bt_status status = bt_options(at->game, &at->part.pos, &o.visit);
    CHECK(status == BT_OK && !o.visit.ended, "%s %s: options say %s", at->game->name,
          at->text, bt_status_name(status));
    CHECK(same_words(&before, &at->part.pos),
          "%s %s: options do not restore the position", at->game->name, at->text);
    CHECK(!o.outside, "%s %s: a move does not name what it changes", at->game->name,
          at->text);
    for (size_t i = 0; i < o.n; i++) {
        bt_text text;
        bt_text_init(&text, at->ctx);
        rules->print(at->game, &o.pos[i], &text);
        CHECK(names_add(&targets, bt_text_chars(&text)), "%s %s: option %s comes twice",
              at->game->name, at->text, bt_text_chars(&text));
        if (names_add(seen, bt_text_chars(&text)))
            names_add(todo, bt_text_chars(&text));
        bt_text_free(&text);
    }
    check_text(at);
    check_rank(at, &o);
    if (box)
        check_box(at, box, &o);
    bt_sum sum = {.part = &at->part, .n = 1};
    check_same_answer(at, &sum, at->any, "theorem", "");
    check_same_answer(at, &sum, at->search, "search", "");
    if (seen->n < 300)
        check_sums(at, nim);
    options_free(&o);
    names_free(&targets);
    bt_pos_free(&before);
}

static void solve_below(bt_context *ctx, const bt_game *game, bt_game *nim,
                        const char *root)
{
    struct names seen = {0}, todo = {0};
    bt_box box;
    bool has_box = false;
    struct place at = {.ctx = ctx, .game = game, .part.game = game};
    bt_pos_init(&at.part.pos, ctx);
    CHECK(bt_solver_new(ctx, BT_BY_ANY, &at.any) == BT_OK &&
              bt_solver_new(ctx, BT_BY_SEARCH, &at.search) == BT_OK &&
              bt_solver_new(ctx, BT_BY_PLAIN, &at.plain) == BT_OK,
          "out of memory");
    names_add(&seen, root);
    names_add(&todo, root);
    while (todo.n > 0 && seen.n < MAX_POSITIONS) {
        struct names now = todo;
        todo = (struct names){0};
        for (size_t i = 0; i < now.cap; i++) {
            if (!now.name[i])
                continue;
            at.text = now.name[i];
            bt_status status =
                game->rules->parse(ctx, game, bt_span_of(at.text), &at.part.pos);
            CHECK(status == BT_OK, "%s %s: %s", game->name, at.text, bt_message(ctx));
            if (seen.n == 1)
                has_box = game->rules->box && game->rules->box_options &&
                          game->rules->box(game, &at.part.pos, &box);
            check_position(&at, has_box ? &box : NULL, nim, &seen, &todo);
        }
        names_free(&now);
    }
    CHECK(todo.n == 0, "%s %s: too large a root", game->name, root);
    names_free(&seen);
    names_free(&todo);
    bt_pos_free(&at.part.pos);
    bt_solver_free(at.any);
    bt_solver_free(at.search);
    bt_solver_free(at.plain);
}

/* Boxes of .game files are used where they are large, so they are looked at apart from
 * the small roots: the options of vectors in them, small ones and any. */
struct indices {
    bt_visit visit;
    const bt_box *box;
    uint64_t *out;
    size_t n;
};

static bool keep_index(bt_visit *visit, const bt_move *move)
{
    struct indices *o = (struct indices *)visit;
    o->out[o->n++] = index_in(o->box, move->to);
    return o->n < o->box->options_max;
}

static bool same_indices(uint64_t *a, size_t na, uint64_t *b, size_t nb)
{
    qsort(a, na, sizeof *a, compare_u64);
    qsort(b, nb, sizeof *b, compare_u64);
    return na == nb && memcmp(a, b, na * sizeof *a) == 0;
}

static bool check_large_box(bt_context *ctx, const char *rules, const char *root)
{
    bt_game *game = NULL;
    bt_pos pos;
    bt_box box = {0};
    bt_pos_init(&pos, ctx);
    bt_status status = bt_game_new(ctx, &bt_builtin, bt_span_of(rules), &game);
    CHECK(status == BT_OK, "%s: %s", rules, bt_message(ctx));
    bool has_box = status == BT_OK &&
                   game->rules->parse(ctx, game, bt_span_of(root), &pos) == BT_OK &&
                   game->rules->box(game, &pos, &box);
    uint64_t *here = malloc((box.options_max + 1) * sizeof *here);
    uint64_t *there = malloc((box.options_max + 1) * sizeof *there);
    uint64_t random = 1;
    for (size_t k = 0; k < 600 && has_box && here && there; k++) {
        for (size_t i = 0; i < box.n; i++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            pos.x[i] = (random >> 33) % (k % 3 == 0 ? box.radix[i] : 9);
        }
        struct indices o = {.visit.option = keep_index, .box = &box, .out = here};
        status = bt_options(game, &pos, &o.visit);
        uint64_t index = index_in(&box, &pos);
        size_t n = game->rules->box_options(game, &box, pos.x, index, there);
        CHECK(status == BT_OK && n <= box.options_max &&
                  same_indices(here, o.n, there, n) && (n == 0 || there[n - 1] < index),
              "%s: the box of %s differs at vector %zu of this test", rules, root, k);
    }
    free(here);
    free(there);
    bt_pos_free(&pos);
    bt_game_free(game);
    return has_box;
}

static void check_large_boxes(bt_context *ctx)
{
    static const char *const root[] = {"70000", "300,290", "45,44,43"};
    glob_t files;
    size_t boxes = 0;
    if (glob("../games/*.game", 0, NULL, &files) == 0)
        for (size_t i = 0; i < files.gl_pathc; i++)
            for (size_t k = 0; k < sizeof root / sizeof *root; k++)
                boxes += check_large_box(ctx, files.gl_pathv[i], root[k]);
    globfree(&files);
    CHECK(boxes >= 15, "only %zu of the games have a box", boxes);
}

static void check_root(struct row *row, void *arg)
{
    bt_context *ctx = arg;
    for (bt_play play = BT_NORMAL; play <= BT_MISERE; play++) {
        char rules[256];
        bt_game *game = NULL, *nim = NULL;
        snprintf(rules, sizeof rules, "%s%s", row->field[0],
                 play == BT_MISERE ? "/misere" : "");
        bt_status status = bt_game_new(ctx, &bt_builtin, bt_span_of(rules), &game);
        if (status == BT_OK)
            status =
                bt_game_new(ctx, &bt_builtin,
                            bt_span_of(play == BT_MISERE ? "nim/misere" : "nim"), &nim);
        CHECK(status == BT_OK, "%s:%d: %s", row->file, row->line, bt_message(ctx));
        if (status == BT_OK) {
            roots_of[number_of(game->rules)]++;
            solve_below(ctx, game, nim, row->field[1]);
        }
        bt_game_free(game);
        bt_game_free(nim);
    }
}

static void count_row(struct row *row, void *arg)
{
    bt_span name = {row->field[0], strcspn(row->field[0], ":/")};
    const bt_rules *rules = bt_registry_find(&bt_builtin, name);
    (void)arg;
    for (size_t i = 0; i < bt_builtin.count && !rules; i++)
        if (bt_builtin.rules[i]->suffix &&
            strstr(row->field[0], bt_builtin.rules[i]->suffix))
            rules = bt_builtin.rules[i];
    if (rules && strlen(row->field[2]) <= 32)
        rows_of[number_of(rules)]++;
}

static void count_pages(void)
{
    for (size_t i = 0; i < bt_builtin.count; i++) {
        char path[256];
        snprintf(path, sizeof path, "../docs/games/%s.md", bt_builtin.rules[i]->name);
        FILE *page = fopen(path, "r");
        if (page) {
            pages_of[i] = 1;
            fclose(page);
        }
    }
}

/* What people read, and that the examples are positions. */
static void check_words(bt_context *ctx, const bt_rules *rules)
{
    size_t number = number_of(rules);
    CHECK(
        rules->name && rules->usage && rules->summary && rules->help &&
            rules->examples && rules->examples[0].position &&
            (rules->theorem_note || !rules->theorem),
        "%s: name, usage, summary, help and examples are required, and with a theorem "
        "theorem_note",
        rules->name);
    CHECK(rules->bind && rules->parse && rules->print && rules->options && rules->say,
          "%s: bind, parse, print, options and say are required", rules->name);
    CHECK(strlen(rules->help) > 100, "%s: the help page is short", rules->name);
    CHECK(rules->param == BT_PARAM_OPTIONAL ||
              (rules->param == BT_PARAM_NONE) == !rules->example_param,
          "%s: a parameter wants example_param", rules->name);
    CHECK(roots_of[number] > 0, "%s: add a line to tests/roots.t", rules->name);
    CHECK(rows_of[number] >= 10, "%s: tests/rows has only %u rows", rules->name,
          rows_of[number]);
    CHECK(pages_of[number] > 0, "%s: docs/games/%s.md is missing: run make docs",
          rules->name, rules->name);
    for (const bt_example *e = rules->examples; e->position; e++) {
        char text[256];
        bt_game *game = NULL;
        bt_pos pos;
        bt_pos_init(&pos, ctx);
        snprintf(text, sizeof text, "%s%s%s", rules->name,
                 rules->example_param ? ":" : "",
                 rules->example_param ? rules->example_param : "");
        bt_status status = bt_game_new(ctx, &bt_builtin, bt_span_of(text), &game);
        if (status == BT_OK)
            status = rules->parse(ctx, game, bt_span_of(e->position), &pos);
        CHECK(status == BT_OK && e->note, "%s: the example %s: %s", text, e->position,
              bt_message(ctx));
        bt_pos_free(&pos);
        bt_game_free(game);
    }
}

/* Euclid's law with the golden ratio, in both plays: x > phi y says that x (x - y) is
 * more than y y. */
static void check_golden_ratio(bt_context *ctx)
{
    for (bt_play play = BT_NORMAL; play <= BT_MISERE; play++) {
        bt_game *game = NULL;
        bt_solver *plain = NULL;
        const char *rules = play == BT_NORMAL ? "euclid" : "euclid/misere";
        CHECK(bt_game_new(ctx, &bt_builtin, bt_span_of(rules), &game) == BT_OK &&
                  bt_solver_new(ctx, BT_BY_PLAIN, &plain) == BT_OK,
              "out of memory");
        for (uint64_t x = 0; x < 60 && game && plain; x++)
            for (uint64_t y = 0; y <= x; y++) {
                uint64_t word[2] = {y, x};
                bt_part part = {game, {word, 2, 2, ctx}};
                bt_sum sum = {.part = &part, .n = 1};
                bt_verdict v = {.outcome = BT_UNKNOWN};
                bool n = y > 0 && x * (x - y) > y * y;
                n = n || (play == BT_NORMAL ? x == y && y > 0 : y == 0);
                CHECK(bt_solve(plain, &sum, &v) == BT_OK &&
                          v.outcome == (n ? BT_N : BT_P),
                      "%s %d,%d", rules, (int)y, (int)x);
            }
        bt_solver_free(plain);
        bt_game_free(game);
    }
}

int main(void)
{
    struct failing_host host;
    failing_host_init(&host, 0);
    bt_context *ctx = bt_context_new(&host.host, 0);
    CHECK(rows_read("roots.t", check_root, ctx) > 0, "roots.t has no rows");
    glob_t files;
    if (glob("rows/*.t", 0, NULL, &files) == 0)
        for (size_t i = 0; i < files.gl_pathc; i++)
            rows_read(files.gl_pathv[i], count_row, NULL);
    globfree(&files);
    count_pages();
    for (size_t i = 0; i < bt_builtin.count; i++)
        check_words(ctx, bt_builtin.rules[i]);
    check_golden_ratio(ctx);
    check_large_boxes(ctx);
    bt_context_free(ctx);
    CHECK(host.live_bytes == 0, "%llu bytes were not given back",
          (unsigned long long)host.live_bytes);
    return check_close();
}
