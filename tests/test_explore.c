/* SPDX-License-Identifier: MIT
 * The game graph below every root of roots.t: arrows are the options, positions are
 * found again, merging changes no label, labels are those of every solver, and
 * colouring by rounds ends in them. Then mazes with cycles, made at random, against a
 * colouring by the definition; cuts; and the command with memory that fails. */
#include "check.h"
#include "failing_host.h"
#include "rowfile.h"
#include "rules/registry.h"

#include "commands/graph_steps.h"
#include "commands/report.h"

#include <bouton/all.h>
#include <bouton/explore.h>

enum { MOST_NODES = 5000, MAZE = 9 };

static const bt_explore_how whole = {.depth = UINT64_MAX};

static bt_explored *explore(bt_context *ctx, bt_sum *sum, bt_explore_how how)
{
    bt_explored *e = NULL;
    bt_status status = bt_explore(ctx, sum, how, &e);
    CHECK(status == BT_OK, "%s: %s", sum->part[0].game->name, bt_message(ctx));
    return e;
}

static bt_sum like(bt_context *ctx, const bt_sum *sum)
{
    bt_sum copy = {.n = sum->n, .cap = sum->n};
    copy.part = bt_resize_array(ctx, NULL, 0, sum->n, sizeof *copy.part);
    for (size_t i = 0; i < sum->n; i++) {
        copy.part[i].game = sum->part[i].game;
        bt_pos_init(&copy.part[i].pos, ctx);
    }
    return copy;
}

/* The targets of a node by the moves of its position. */
struct row_of {
    bt_visit visit;
    bt_explored *explored;
    const bt_sum *sum;
    uint32_t *target;
    size_t n;
    bool missing;
};

static bool add_target(bt_visit *visit, const bt_move *move)
{
    struct row_of *r = (struct row_of *)visit;
    uint32_t node;
    (void)move;
    visit->status = bt_explored_find(r->explored, r->sum, &node);
    if (visit->status != BT_OK || node == UINT32_MAX) {
        r->missing = true;
        return visit->status == BT_OK;
    }
    for (size_t i = 0; i < r->n; i++)
        if (r->target[i] == node)
            return true;
    r->target[r->n++] = node;
    return true;
}

/* Each row is the options in their order, and nodes are numbered as they are met. */
static void check_rows(bt_context *ctx, bt_explored *e, bt_sum *at, const char *name)
{
    const bt_csr *csr = bt_explored_csr(e);
    uint32_t *target = malloc((size_t)(csr->nodes + 1) * sizeof *target), met = 0;
    uint64_t bad = 0;
    bool cut = false;
    CHECK(csr->start[0] == 0 && csr->start[csr->nodes] == csr->edges, "%s: the ends",
          name);
    for (uint32_t v = 0; v < csr->nodes; v++) {
        struct row_of row = {{.option = add_target}, e, at, target, 0, false};
        uint32_t again = UINT32_MAX;
        const uint32_t *mine = csr->target + csr->start[v];
        bad += bt_explored_position(e, v, at) != BT_OK ||
               bt_explored_find(e, at, &again) != BT_OK || again != v;
        bad += bt_walk_moves(at, &row.visit) != 0;
        bad += row.n != csr->start[v + 1] - csr->start[v] ||
               (row.n > 0 && memcmp(mine, target, row.n * sizeof *target) != 0);
        bad += row.missing != bt_explored_has_more(e, v);
        cut = cut || row.missing;
        for (size_t i = 0; i < row.n; i++) {
            bad += mine[i] > met + 1;
            met = mine[i] > met ? mine[i] : met;
        }
    }
    CHECK(bad == 0, "%s: %llu nodes are wrong", name, (unsigned long long)bad);
    CHECK(met + 1 == csr->nodes, "%s: nodes that nothing leads to", name);
    CHECK(cut == bt_explored_is_cut(e), "%s: is_cut", name);
    free(target);
    (void)ctx;
}

static void check_solvers(bt_context *ctx, bt_explored *e, bt_sum *at,
                          const bt_label *label, const char *name)
{
    static const bt_by ways[] = {BT_BY_ANY, BT_BY_SEARCH, BT_BY_PLAIN};
    const bt_csr *csr = bt_explored_csr(e);
    bt_play play = at->part[0].game->play;
    for (size_t w = 0; w < sizeof ways / sizeof ways[0]; w++) {
        bt_solver *solver = NULL;
        uint64_t bad = 0;
        CHECK(bt_solver_new(ctx, ways[w], &solver) == BT_OK, "out of memory");
        for (uint32_t v = 0; v < csr->nodes; v++) {
            bt_verdict verdict;
            bad +=
                bt_explored_position(e, v, at) != BT_OK ||
                bt_solve(solver, at, &verdict) != BT_OK ||
                verdict.outcome != bt_label_outcome(play, label[v]) ||
                (verdict.has_grundy && verdict.grundy != label[v].grundy) ||
                (verdict.has_remoteness && verdict.remoteness != label[v].remoteness);
        }
        CHECK(bad == 0, "%s: %llu labels differ from way %d", name,
              (unsigned long long)bad, ways[w]);
        bt_solver_free(solver);
    }
}

static void check_colouring(bt_context *ctx, const bt_csr *csr, bt_play play,
                            const bt_label *label, const char *name)
{
    bt_arena arena;
    bti_colouring c;
    uint64_t bad = 0;
    bt_arena_init(&arena, ctx);
    CHECK(bti_colour_graph(&arena, csr, play, &c) == BT_OK, "out of memory");
    for (uint32_t v = 0; v < csr->nodes; v++) {
        bad +=
            bti_round_outcome(&c, play, c.round[v]) != bt_label_outcome(play, label[v]);
        bad += label[v].remoteness != BT_NEVER && c.round[v] != label[v].remoteness + 1;
        if (v > 0) {
            uint32_t a = c.order[v - 1], b = c.order[v];
            bad += c.round[a] > c.round[b] || (c.round[a] == c.round[b] && a >= b);
        }
    }
    CHECK(bad == 0, "%s: colouring ends elsewhere %llu times", name,
          (unsigned long long)bad);
    bt_arena_free(&arena);
}

static bt_label *labels_of(bt_context *ctx, const bt_csr *csr, bt_play play)
{
    bt_label *label = malloc((size_t)csr->nodes * sizeof *label);
    CHECK(bt_label_graph(ctx, csr, play, label) == BT_OK, "%s", bt_message(ctx));
    return label;
}

/* A cut graph is the beginning of the whole one. `keep` nodes of it are there. */
static void check_cut(bt_context *ctx, bt_sum *sum, bt_sum *at, const bt_csr *all,
                      bt_explore_how how, uint64_t keep, const char *name)
{
    bt_explored *e = explore(ctx, sum, how);
    const bt_csr *csr = bt_explored_csr(e);
    uint64_t k = 0, bad = 0;
    CHECK(csr->nodes == keep, "%s: %llu nodes and not %llu", name,
          (unsigned long long)csr->nodes, (unsigned long long)keep);
    CHECK(bt_explored_is_cut(e) == (keep < all->nodes), "%s: is_cut", name);
    for (uint32_t v = 0; v < csr->nodes; v++) {
        bool more = false;
        for (uint64_t j = all->start[v]; j < all->start[v + 1]; j++)
            if (all->target[j] >= keep)
                more = true;
            else
                bad += k >= csr->start[v + 1] || csr->target[k++] != all->target[j];
        bad += more != bt_explored_has_more(e, v) || k != csr->start[v + 1];
    }
    CHECK(bad == 0, "%s: cut at %llu, %llu arrows are wrong", name,
          (unsigned long long)keep, (unsigned long long)bad);
    check_rows(ctx, e, at, name);
    bt_explored_free(e);
}

static uint64_t within(const bt_csr *csr, uint64_t depth)
{
    uint64_t *far = malloc((size_t)csr->nodes * sizeof *far), count = 0;
    for (uint64_t v = 0; v < csr->nodes; v++)
        far[v] = v == 0 ? 0 : UINT64_MAX;
    for (uint64_t v = 0; v < csr->nodes; v++)
        for (uint64_t k = csr->start[v]; k < csr->start[v + 1]; k++)
            if (far[csr->target[k]] > far[v] + 1)
                far[csr->target[k]] = far[v] + 1;
    for (uint64_t v = 0; v < csr->nodes; v++)
        count += far[v] <= depth;
    free(far);
    return count;
}

static void check_cuts(bt_context *ctx, bt_sum *sum, bt_sum *at, const bt_csr *all,
                       const char *name)
{
    for (uint64_t depth = 0; depth < 4; depth++) {
        bt_explore_how how = {.depth = depth};
        check_cut(ctx, sum, at, all, how, within(all, depth), name);
    }
    for (uint64_t limit = 1; limit < 2 * all->nodes; limit = 3 * limit + 1) {
        bt_explore_how how = {.depth = UINT64_MAX, .limit = limit};
        check_cut(ctx, sum, at, all, how, limit < all->nodes ? limit : all->nodes,
                  name);
    }
}

/* Every node has the label of the node that it is merged into. */
static void check_merged(bt_context *ctx, bt_explored *e, bt_sum *sum, bt_sum *at,
                         const bt_label *label, const char *name)
{
    bt_explore_how how = {.merge = true, .depth = UINT64_MAX};
    bt_explored *m = explore(ctx, sum, how);
    const bt_csr *csr = bt_explored_csr(m);
    bt_label *merged = labels_of(ctx, csr, sum->part[0].game->play);
    uint64_t bad = 0;
    CHECK(csr->nodes <= bt_explored_csr(e)->nodes, "%s: merging adds nodes", name);
    for (uint32_t v = 0; v < bt_explored_csr(e)->nodes; v++) {
        uint32_t into = UINT32_MAX;
        bad += bt_explored_position(e, v, at) != BT_OK ||
               bt_explored_find(m, at, &into) != BT_OK || into >= csr->nodes ||
               merged[into].grundy != label[v].grundy ||
               merged[into].remoteness != label[v].remoteness;
    }
    CHECK(bad == 0, "%s: %llu labels change by merging", name, (unsigned long long)bad);
    check_rows(ctx, m, at, name);
    free(merged);
    bt_explored_free(m);
}

/* Everything about a sum. Returns false if its graph is too large for this test. */
static bool check_sum(bt_context *ctx, bt_sum *sum, const char *name)
{
    bt_explored *e =
        explore(ctx, sum, (bt_explore_how){.depth = UINT64_MAX, .limit = MOST_NODES});
    bt_sum at = like(ctx, sum);
    bool small = !bt_explored_is_cut(e);
    if (small) {
        const bt_csr *csr = bt_explored_csr(e);
        bt_play play = sum->part[0].game->play;
        bt_label *label = labels_of(ctx, csr, play);
        check_rows(ctx, e, &at, name);
        check_solvers(ctx, e, &at, label, name);
        check_colouring(ctx, csr, play, label, name);
        check_merged(ctx, e, sum, &at, label, name);
        check_cuts(ctx, sum, &at, csr, name);
        free(label);
    }
    bt_sum_free(ctx, &at);
    bt_explored_free(e);
    return small;
}

static unsigned small_roots;

static bt_sum sum_of(bt_context *ctx, bt_game **game, size_t parts,
                     const char *const *words)
{
    bt_sum sum = {0};
    for (size_t i = 0; i < parts; i++) {
        bt_status status =
            bt_game_new(ctx, &bt_builtin, bt_span_of(words[2 * i]), &game[i]);
        if (status == BT_OK)
            status = bt_sum_add(ctx, &sum, game[i], bt_span_of(words[2 * i + 1]));
        CHECK(status == BT_OK, "%s: %s", words[2 * i], bt_message(ctx));
    }
    return sum;
}

static void check_root(struct row *row, void *arg)
{
    bt_context *ctx = arg;
    for (bt_play play = BT_NORMAL; play <= BT_MISERE; play++) {
        char rules[256], name[600];
        bt_game *game = NULL;
        snprintf(rules, sizeof rules, "%s%s", row->field[0],
                 play == BT_MISERE ? "/misere" : "");
        snprintf(name, sizeof name, "%s %s", rules, row->field[1]);
        bt_sum sum = sum_of(ctx, &game, 1, (const char *[]){rules, row->field[1]});
        small_roots += check_sum(ctx, &sum, name);
        bt_sum_free(ctx, &sum);
        bt_game_free(game);
    }
}

static void check_sums(bt_context *ctx)
{
    static const char *const sums[][4] = {
        {"nim", "2,1", "subtraction:1,2", "4"},
        {"nim/misere", "2,1", "subtraction:1,2/misere", "4"},
        {"nim", "2,2", "nim", "1,2"},
        {"cheating", "1,1:1", "moore:2", "1,2,1"},
        {"staircase/misere", "1,2", "dynamic/misere", "5:4"},
    };
    for (size_t i = 0; i < sizeof sums / sizeof sums[0]; i++) {
        bt_game *game[2] = {NULL, NULL};
        bt_sum sum = sum_of(ctx, game, 2, sums[i]);
        CHECK(check_sum(ctx, &sum, sums[i][0]), "a sum is too large");
        bt_sum one = {.part = sum.part, .n = 1};
        bt_explored *e = explore(ctx, &sum, whole);
        uint32_t node;
        bt_explored *none = NULL;
        CHECK(bt_explored_find(e, &one, &node) == BT_DOMAIN &&
                  bt_explored_position(e, 0, &one) == BT_DOMAIN &&
                  bt_explored_position(e, (uint32_t)bt_explored_csr(e)->nodes, &sum) ==
                      BT_DOMAIN,
              "other games and nodes that are not there");
        one.n = 0;
        CHECK(bt_explore(ctx, &one, whole, &none) == BT_DOMAIN, "a sum of nothing");
        bt_explored_free(e);
        bt_sum_free(ctx, &sum);
        bt_game_free(game[0]);
        bt_game_free(game[1]);
    }
}

/* Mazes: positions are the nodes of a small graph that may have cycles. */
static bool arrow[MAZE][MAZE];

static bt_status maze_bind(bt_context *ctx, bt_span param, bt_game *g, bt_text *out)
{
    (void)ctx;
    (void)param;
    (void)g;
    (void)out;
    return BT_OK;
}

static bt_status maze_parse(bt_context *ctx, const bt_game *g, bt_span text,
                            bt_pos *pos)
{
    uint64_t node;
    (void)g;
    pos->n = 0;
    if (bt_take_u64(&text, &node) != BT_NUMBER_OK || text.len > 0 || node >= MAZE)
        return bt_fail(ctx, BT_SYNTAX, "a node from 0 to {maze}",
                       BT_ARGS(BT_NUM("maze", (uint64_t)(MAZE - 1))));
    return bt_pos_push(pos, node);
}

static void maze_print(const bt_game *g, const bt_pos *pos, bt_text *text)
{
    (void)g;
    bt_text_put_u64(text, pos->x[0]);
}

static bool maze_options(const bt_game *g, bt_pos *p, bt_visit *visit)
{
    uint64_t from = p->x[0];
    bool going = true;
    (void)g;
    for (uint64_t to = 0; to < MAZE && going; to++)
        if (arrow[from][to]) {
            p->x[0] = to;
            going = bt_show(visit, p, 0, 1, &from);
        }
    p->x[0] = from;
    return going;
}

static void maze_say(const bt_game *g, const bt_move *move, bt_text *text)
{
    (void)g;
    bt_text_format(text, "go from %llu to %llu", (unsigned long long)move->before[0],
                   (unsigned long long)move->to->x[0]);
}

static const bt_rules rules_maze = {.size = sizeof(bt_rules),
                                    .name = "maze",
                                    .usage = "maze",
                                    .summary = "maze",
                                    .help = "maze",
                                    .bind = maze_bind,
                                    .parse = maze_parse,
                                    .print = maze_print,
                                    .options = maze_options,
                                    .say = maze_say};
static const bt_rules *const maze_list[] = {&rules_maze};
static const bt_registry mazes = {.rules = maze_list, .count = 1};

/* By the definition, again and again until nothing changes. */
static void colour_maze(bt_play play, char letter[MAZE])
{
    memset(letter, 'D', MAZE);
    for (int changed = 1; changed;) {
        changed = 0;
        for (int v = 0; v < MAZE; v++) {
            int out = 0, to_p = 0, to_n = 0;
            for (int t = 0; t < MAZE; t++)
                if (arrow[v][t]) {
                    out++;
                    to_p += letter[t] == 'P';
                    to_n += letter[t] == 'N';
                }
            char now = out == 0      ? (play == BT_NORMAL ? 'P' : 'N')
                       : to_p > 0    ? 'N'
                       : to_n == out ? 'P'
                                     : 'D';
            changed += now != letter[v];
            letter[v] = now;
        }
    }
}

static uint32_t random_state = 20260101;
static uint32_t random_below(uint32_t n)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 16) % n;
}

static void check_maze(bt_context *ctx, bt_game *game)
{
    bt_sum sum = {0};
    char letter[MAZE], name[40] = "maze";
    CHECK(bt_sum_add(ctx, &sum, game, bt_span_of("0")) == BT_OK, "out of memory");
    bt_explored *e = explore(ctx, &sum, whole);
    const bt_csr *csr = bt_explored_csr(e);
    bt_label *label = labels_of(ctx, csr, game->play);
    bt_sum at = like(ctx, &sum);
    colour_maze(game->play, letter);
    check_rows(ctx, e, &at, name);
    check_colouring(ctx, csr, game->play, label, name);
    for (uint32_t v = 0; v < csr->nodes; v++) {
        CHECK(bt_explored_position(e, v, &at) == BT_OK, "out of memory");
        bt_outcome outcome = bt_label_outcome(game->play, label[v]);
        CHECK(letter[at.part[0].pos.x[0]] == bti_outcome_letter(outcome)[0],
              "a node of a maze is %c and not %c", bti_outcome_letter(outcome)[0],
              letter[at.part[0].pos.x[0]]);
    }
    check_cuts(ctx, &sum, &at, csr, name);
    bt_sum_free(ctx, &at);
    free(label);
    bt_explored_free(e);
    bt_sum_free(ctx, &sum);
}

static void check_mazes(bt_context *ctx)
{
    bt_game *normal = NULL, *misere = NULL;
    CHECK(bt_game_new(ctx, &mazes, bt_span_of("maze"), &normal) == BT_OK &&
              bt_game_new(ctx, &mazes, bt_span_of("maze/misere"), &misere) == BT_OK,
          "%s", bt_message(ctx));
    for (int round = 0; round < 400; round++) {
        uint32_t chance = 1 + random_below(10);
        for (int v = 0; v < MAZE; v++)
            for (int t = 0; t < MAZE; t++)
                arrow[v][t] = random_below(30) < chance && v < MAZE - round % 3;
        check_maze(ctx, normal);
        check_maze(ctx, misere);
    }
    bt_game_free(normal);
    bt_game_free(misere);
}

/* A world for commands: what they write is kept. */
struct world {
    struct failing_host memory;
    char out[1 << 16], err[1 << 12], files[256], last_file[1 << 16];
    size_t out_len, err_len, file_len;
    const char *no_file; /* this name cannot be written */
    bt_store store;
    uint64_t asked, stop_at;
    bool colour;
};

static bt_status keep_out(void *self, bt_context *ctx, bt_stream stream,
                          const char *bytes, size_t len)
{
    struct world *w = self;
    char *to = stream == BT_STDOUT ? w->out : w->err;
    size_t *used = stream == BT_STDOUT ? &w->out_len : &w->err_len;
    size_t cap = stream == BT_STDOUT ? sizeof w->out : sizeof w->err;
    (void)ctx;
    if (*used + len < cap) {
        memcpy(to + *used, bytes, len);
        *used += len;
        to[*used] = 0;
    }
    return BT_OK;
}

static bt_status store_write(bt_store *store, bt_context *ctx, const void *bytes,
                             size_t len)
{
    struct world *w = (struct world *)((char *)store - offsetof(struct world, store));
    (void)ctx;
    w->file_len = len < sizeof w->last_file ? len : sizeof w->last_file - 1;
    memcpy(w->last_file, bytes, w->file_len);
    w->last_file[w->file_len] = 0;
    return BT_OK;
}

static bt_status store_commit(bt_store *store, bt_context *ctx)
{
    (void)store;
    (void)ctx;
    return BT_OK;
}

static void store_abandon(bt_store *store)
{
    (void)store;
}

static bt_status store_open(void *self, bt_context *ctx, const char *name,
                            bt_store **out)
{
    struct failing_host *f = self;
    struct world *w = (struct world *)((char *)f - offsetof(struct world, memory));
    if (w->no_file && strcmp(name, w->no_file) == 0)
        return bt_fail(ctx, BT_IO, "cannot write '{name}'",
                       BT_ARGS(BT_STR("name", name)));
    strncat(w->files, name, sizeof w->files - strlen(w->files) - 2);
    strcat(w->files, " ");
    w->store = (bt_store){store_write, store_commit, store_abandon};
    *out = &w->store;
    return BT_OK;
}

static bool stop_some_time(void *self)
{
    struct failing_host *f = self;
    struct world *w = (struct world *)((char *)f - offsetof(struct world, memory));
    return w->stop_at > 0 && ++w->asked >= w->stop_at;
}

static bt_status fake_png(void *self, bt_context *ctx, bt_span svg, bt_text *png)
{
    (void)self;
    (void)ctx;
    bt_text_format(png, "PNG of %zu bytes", svg.len);
    return bt_text_status(png);
}

enum { PLAIN, WITH_PNG };

/* Runs one command line, its words separated by blanks. */
static int run(struct world *w, uint64_t fail_at, const bt_registry *registry,
               const char *line, int png)
{
    char words[256];
    bt_span argv[16];
    size_t argc = 0;
    failing_host_init(&w->memory, fail_at);
    w->memory.host.open_store = store_open;
    w->memory.host.stop = stop_some_time;
    w->out_len = w->err_len = w->file_len = 0;
    w->out[0] = w->err[0] = w->files[0] = w->last_file[0] = 0;
    w->asked = 0;
    snprintf(words, sizeof words, "%s", line);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
        argv[argc++] = bt_span_of(word);
    bt_context *ctx = bt_context_new(&w->memory.host, 0);
    int code = -1;
    if (ctx) {
        bt_io io = {.size = sizeof(bt_io),
                    .self = w,
                    .write = keep_out,
                    .colour = w->colour,
                    .rasterize = png == WITH_PNG ? fake_png : NULL};
        code = bt_command_run(ctx, registry, &io, argc, argv);
        CHECK(bt_memory_used(ctx) == 0, "%s: memory is still used", line);
    }
    bt_context_free(ctx);
    CHECK(w->memory.live_bytes == 0, "%s: bytes were not given back", line);
    return code;
}

static struct world world;

static void check_failures(void)
{
    static const char *const lines[] = {
        "graph nim 1,2",
        "graph nim 2,1 --merge --json",
        "graph nim 1 + nim/normal 1 --json",
        "graph nim 3,3 --limit 5",
        "graph nim/misere 1,1 --steps",
        "graph nim 1,1 --steps --json -o r.svg",
        "graph nim 1,2 --steps --labels grundy",
        "graph nim 1,1 --steps --labels grundy --json -o r.svg",
        "graph misère nim(1, 1) --steps",
        "graph Nim 1 1 + subtraction:{1, 2} 2 --json",
        "graph nim 1,1 -o r.svg",
        "graph nim 1,1 -o r.tex --labels none",
        "graph nim 1,1 -o r.png --depth 1",
        "graph nim 1,1 -o r.dot",
        "graph nim 1,1 -o r.json",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        for (uint64_t k = 1;; k++) {
            int code = run(&world, k, &bt_builtin, lines[i], WITH_PNG);
            bool failed = world.memory.calls >= k;
            if (code != -1)
                CHECK(code == (failed ? 3 : 0), "%s: allocation %llu gives %d: %s",
                      lines[i], (unsigned long long)k, code, world.err);
            if (!failed)
                break;
        }
}

static void check_commands(void)
{
    CHECK(run(&world, 0, &bt_builtin, "graph nim 1,2 --steps -o g.svg", PLAIN) == 0 &&
              strcmp(world.files, "g-1.svg g-2.svg g-3.svg g-4.svg ") == 0,
          "steps: files are %s", world.files);
    CHECK(run(&world, 0, &bt_builtin, "graph nim 1,2 --steps -o a.b/g.x.tex", PLAIN) ==
                  0 &&
              strncmp(world.files, "a.b/g.x-1.tex ", 14) == 0,
          "steps: files are %s", world.files);
    world.no_file = "g-3.svg";
    CHECK(run(&world, 0, &bt_builtin, "graph nim 1,2 --steps -o g.svg", PLAIN) == 4 &&
              strcmp(world.files, "g-1.svg g-2.svg ") == 0 &&
              strstr(world.err, "g-3.svg") && world.out_len == 0,
          "steps: the third file fails: %s%s", world.files, world.err);
    world.no_file = NULL;
    CHECK(run(&world, 0, &bt_builtin, "graph nim 1,2 -o g.png", PLAIN) == 3 &&
              strstr(world.err, ".svg works") && world.files[0] == 0,
          "no PNG: %s", world.err);
    CHECK(run(&world, 0, &bt_builtin, "graph nim 1,2 -o g.png", WITH_PNG) == 0 &&
              strncmp(world.last_file, "PNG of ", 7) == 0 && world.out_len == 0,
          "a PNG: %s", world.err);
    CHECK(run(&world, 0, &bt_builtin, "graph nim 9,9,9 --limit 729 --memory 60K",
              PLAIN) == 3 &&
              strstr(world.err, "the game graph reached the memory limit of 61440"),
          "memory: %s", world.err);
    for (world.stop_at = 1; world.stop_at < 5; world.stop_at++)
        CHECK(run(&world, 0, &bt_builtin, "graph nim 90,90 --limit 20000 --json",
                  PLAIN) == 3 &&
                  strstr(world.err, "stopped"),
              "stop %llu: %s", (unsigned long long)world.stop_at, world.err);
    world.stop_at = 0;
    world.colour = true;
    CHECK(run(&world, 0, &bt_builtin, "graph nim 1", PLAIN) == 0 &&
              strstr(world.out, "\033[1;32mN\033[0m 1  1  1 -> *0\n"),
          "colour: %s", world.out);
    world.colour = false;
}

static const char *word(const bt_json *object, const char *key)
{
    static char text[4][64];
    static unsigned turn;
    const bt_json *value = bt_json_get(object, key);
    char *to = text[++turn % 4];
    snprintf(to, sizeof text[0], "%.*s", value ? (int)value->text.len : 0,
             value ? value->text.at : "");
    return to;
}

static const bt_json *element(const bt_json *array, uint64_t i)
{
    const bt_json *at = array->child;
    while (at && i-- > 0)
        at = at->next;
    return at;
}

/* Arrows win exactly from N to P, P is value 0, and an arrow never keeps the value. */
static void check_edges(const bt_json *nodes, const bt_json *edges, bool values,
                        const char *line)
{
    unsigned bad = 0;
    for (const bt_json *e = edges->child; e; e = e->next) {
        uint64_t from = UINT64_MAX, to = UINT64_MAX;
        bad += !bt_json_u64(bt_json_get(e, "from"), &from) ||
               !bt_json_u64(bt_json_get(e, "to"), &to);
        const bt_json *a = element(nodes, from), *b = element(nodes, to);
        if (!a || !b) {
            bad++;
            continue;
        }
        bool wins = word(a, "outcome")[0] == 'N' && word(b, "outcome")[0] == 'P';
        bad += (bt_json_get(e, "winning")->kind == BT_JSON_TRUE) != wins;
        bad += values && strcmp(word(a, "grundy"), word(b, "grundy")) == 0;
        bad += bt_json_get(e, "text")->text.len < 5;
    }
    CHECK(bad == 0, "%s: %u edges are wrong", line, bad);
}

/* The rounds name every node once, with the letter that it has in the graph. */
static void check_rounds(const bt_json *nodes, const bt_json *rounds, const char *line)
{
    size_t boxes = 0, bad = 0;
    for (const bt_json *r = rounds->child; r; r = r->next)
        for (const bt_json *b = bt_json_get(r, "boxes")->child; b; b = b->next) {
            const bt_json *n = nodes->child;
            while (n && strcmp(word(n, "position"), word(b, "position")) != 0)
                n = n->next;
            bad += !n || strcmp(word(n, "outcome"), word(b, "outcome")) != 0;
            boxes++;
        }
    CHECK(bad == 0 && boxes == nodes->count, "%s: rounds of %zu boxes, %zu are wrong",
          line, boxes, bad);
}

static void check_json(void)
{
    static const char *const lines[] = {
        "graph nim 2,3 --json", "graph nim 3,3,1 --merge --json",
        "graph staircase/misere 1,2,1 --json", "graph dynamic:2 7:6 --json",
        "graph nim 2 + subtraction:1,2 4 --json"};
    static struct world graph;
    struct failing_host host;
    failing_host_init(&host, 0);
    bt_context *ctx = bt_context_new(&host.host, 0);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        const bt_json *whole_graph, *steps;
        bt_arena arena;
        char line[100];
        bt_arena_init(&arena, ctx);
        snprintf(line, sizeof line, "%s --steps", lines[i]);
        bool good =
            run(&graph, 0, &bt_builtin, lines[i], PLAIN) == 0 &&
            run(&world, 0, &bt_builtin, line, PLAIN) == 0 &&
            bt_json_read(&arena, (bt_span){graph.out, graph.out_len}, &whole_graph) ==
                BT_OK &&
            bt_json_read(&arena, (bt_span){world.out, world.out_len}, &steps) == BT_OK;
        CHECK(good, "%s: %s%s%s", line, graph.err, world.err, bt_message(ctx));
        if (good) {
            const bt_json *nodes = bt_json_get(whole_graph, "nodes");
            check_edges(nodes, bt_json_get(whole_graph, "edges"),
                        !strstr(lines[i], "misere"), line);
            check_rounds(nodes, bt_json_get(steps, "rounds"), line);
        }
        bt_arena_free(&arena);
    }
    bt_context_free(ctx);
}

/* 0 and 1 lead to each other, 1 also to 2 where no move is left, 3 to 0 and 4; 4 stays.
 */
static void check_draws(void)
{
    memset(arrow, 0, sizeof arrow);
    arrow[3][0] = arrow[3][4] = arrow[4][4] = true;
    arrow[0][1] = arrow[1][0] = arrow[1][2] = arrow[0][4] = true;
    CHECK(run(&world, 0, &mazes, "graph maze 3 --steps", PLAIN) == 0, "%s", world.err);
    CHECK(strstr(world.out, "Round 3: what is left becomes D, a draw.") &&
              strstr(world.out, "  D 3: no arrow leads to a P box, but play can go on "
                                "to 0 and 4\n") &&
              strstr(world.out, "  N 1: its arrow to 2 leads to a P box\n") &&
              strstr(world.out, "The start, 3, is D: neither player can force a"),
          "draws by steps: %s", world.out);
    CHECK(run(&world, 0, &mazes, "graph maze 3", PLAIN) == 0 &&
              strstr(world.out, "  D \u221e{}   -  3 -> 0  4\n") &&
              strstr(world.out, "  N \u221e{0}  1  1 -> 0  *2\n"),
          "draws as text: %s", world.out);
    CHECK(run(&world, 0, &mazes, "graph maze 3 --json", PLAIN) == 0 &&
              strstr(world.out, "{\"position\":\"3\",\"outcome\":\"D\",\"grundy\":null,"
                                "\"loopy\":{\"infinity\":[]},\"remoteness\":null}"),
          "draws as JSON: %s", world.out);
    CHECK(run(&world, 0, &mazes, "graph maze/misere 4 --steps", PLAIN) == 0 &&
              strstr(world.out, "Round 1: what is left becomes D"),
          "only a loop: %s", world.out);
}

int main(void)
{
    struct failing_host host;
    failing_host_init(&host, 0);
    bt_context *ctx = bt_context_new(&host.host, 0);
    CHECK(rows_read("roots.t", check_root, ctx) > 0, "roots.t has no rows");
    CHECK(small_roots > 60, "only %u roots are small enough", small_roots);
    check_sums(ctx);
    check_mazes(ctx);
    bt_context_free(ctx);
    CHECK(host.live_bytes == 0, "%llu bytes were not given back",
          (unsigned long long)host.live_bytes);
    check_commands();
    check_json();
    check_draws();
    check_failures();
    return check_close();
}
