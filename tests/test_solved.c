/* SPDX-License-Identifier: MIT
 * Solved tables: right on everything below the roots of roots.t, in memory, written and
 * read again; refused when a byte is changed, lost or added; looked up by a solver as
 * the plain search would answer. */
#include "check.h"
#include "failing_host.h"
#include "reachable.h"
#include "rowfile.h"

#include "solve/memo.h"
#include "solve/solved_table.h"

#include <bouton/all.h>

/* Files in memory. */
struct bytes {
    bt_store store;
    bt_source source;
    unsigned char *at;
    size_t len, cap, read, piece;
    bool full; /* the disk is */
};

static bt_status write_bytes(bt_store *store, bt_context *ctx, const void *bytes,
                             size_t len)
{
    struct bytes *b = (struct bytes *)store;
    if (b->full)
        return bt_fail(ctx, BT_IO, "no room", BT_NO_ARGS);
    if (b->len + len > b->cap) {
        b->cap = 2 * (b->len + len);
        b->at = realloc(b->at, b->cap);
    }
    memcpy(b->at + b->len, bytes, len);
    b->len += len;
    return BT_OK;
}

static bt_status read_bytes(bt_source *source, bt_context *ctx, char *buffer,
                            size_t cap, size_t *got)
{
    struct bytes *b =
        (struct bytes *)(void *)((char *)source - offsetof(struct bytes, source));
    (void)ctx;
    *got = b->len - b->read < cap ? b->len - b->read : cap;
    if (b->piece > 0 && *got > b->piece)
        *got = b->piece;
    memcpy(buffer, b->at + b->read, *got);
    b->read += *got;
    return BT_OK;
}

static struct bytes no_bytes(void)
{
    return (struct bytes){.store.write = write_bytes, .source.read = read_bytes};
}

struct question {
    bt_context *ctx;
    bt_game *game;
    bt_pos pos;
};

static bool ask(struct question *q, bt_context *ctx, const char *rules,
                const char *position)
{
    *q = (struct question){.ctx = ctx};
    bt_pos_init(&q->pos, ctx);
    return bt_game_new(ctx, &bt_builtin, bt_span_of(rules), &q->game) == BT_OK &&
           q->game->rules->parse(ctx, q->game, bt_span_of(position), &q->pos) == BT_OK;
}

static void unask(struct question *q)
{
    bt_pos_free(&q->pos);
    bt_game_free(q->game);
}

static bt_status read_again(struct question *q, struct bytes *file, bt_solved **out)
{
    *out = NULL;
    file->read = 0;
    return bt_solved_read(q->ctx, q->game, &file->source, out);
}

static unsigned long wrong_values(struct question *q, const struct reachable *all,
                                  bti_memo *memo, bt_solved *solved)
{
    unsigned long wrong = 0;
    for (size_t i = 0; i < all->n; i++) {
        uint64_t right = 0, value = 0;
        bt_part part = {q->game, reachable_at(all, i, q->ctx)};
        wrong += bti_memo_value(memo, &part, UINT64_MAX, &right) != BT_OK ||
                 bt_solved_value(solved, &part.pos, &value) != BT_OK || value != right;
    }
    return wrong;
}

struct counter {
    bt_visit visit;
    unsigned moves;
};

static bool count_p(bt_visit *v, const bt_move *move)
{
    (void)move;
    ((struct counter *)v)->moves++;
    return true;
}

/* The solver answers from the table as it does by plain search. */
static void check_solver(struct question *q, const struct reachable *all,
                         bt_solved *solved)
{
    bt_solver *plain = NULL, *table = NULL;
    unsigned long wrong = 0;
    bt_by by = solved->searched ? BT_BY_SEARCH : BT_BY_TABLE;
    CHECK(bt_solver_new(q->ctx, BT_BY_PLAIN, &plain) == BT_OK &&
              bt_solver_new(q->ctx, BT_BY_ANY, &table) == BT_OK,
          "memory");
    bt_solver_use(table, solved);
    for (size_t i = 0; i < all->n; i += 1 + all->n / 100) {
        bt_part part = {q->game, reachable_at(all, i, q->ctx)};
        bt_sum sum = {.part = &part, .n = 1};
        bt_verdict right, given;
        struct counter a = {{.option = count_p}, 0}, b = {{.option = count_p}, 0};
        wrong += bt_solve(plain, &sum, &right) != BT_OK ||
                 bt_walk_winning(plain, &sum, &a.visit) != 0 ||
                 bt_solve_and_walk(table, &sum, &given, &b.visit) != 0;
        wrong += right.outcome != given.outcome || given.by != by ||
                 right.has_grundy != given.has_grundy ||
                 (right.has_grundy && right.grundy != given.grundy) ||
                 a.moves != b.moves;
    }
    CHECK(wrong == 0, "%s: %lu answers from the table are wrong", q->game->name, wrong);
    bt_solver_free(plain);
    bt_solver_free(table);
}

static void check_tables(struct question *q)
{
    struct reachable all;
    struct bytes file = no_bytes(), again = no_bytes();
    bt_part part = {q->game, q->pos};
    bt_solved *solved = NULL, *copy = NULL;
    bti_memo *memo = NULL;
    reachable_find(&all, q->game, &q->pos);
    CHECK(bti_memo_new(q->ctx, &part, 1, &memo) == BT_OK, "memory");
    bt_status status = bt_solved_new(q->ctx, q->game, &q->pos, &solved);
    CHECK(status == BT_OK, "%s: %s", q->game->name, bt_message(q->ctx));
    CHECK(wrong_values(q, &all, memo, solved) == 0, "%s: a new table is wrong",
          q->game->name);
    CHECK(bt_solved_game(solved) == q->game, "the game");
    CHECK(bt_solved_write(solved, &file.store) == BT_OK, "%s", bt_message(q->ctx));
    file.piece = 7;
    status = read_again(q, &file, &copy);
    CHECK(status == BT_OK, "%s: reading again: %s", q->game->name, bt_message(q->ctx));
    if (status == BT_OK) {
        CHECK(wrong_values(q, &all, memo, copy) == 0, "%s: a table read is wrong",
              q->game->name);
        CHECK(bt_solved_write(copy, &again.store) == BT_OK && again.len == file.len &&
                  memcmp(again.at, file.at, file.len) == 0,
              "%s: written again it is another file", q->game->name);
        check_solver(q, &all, copy);
    }
    check_solver(q, &all, solved);
    bt_solved_free(solved);
    bt_solved_free(copy);
    bti_memo_free(memo);
    reachable_free(&all);
    free(file.at);
    free(again.at);
}

static void check_root(struct row *row, void *arg)
{
    for (int misere = 0; misere < 2; misere++) {
        char rules[256];
        struct question q;
        snprintf(rules, sizeof rules, "%s%s", row->field[0], misere ? "/misere" : "");
        bool good = ask(&q, arg, rules, row->field[1]);
        CHECK(good, "%s:%d: %s", row->file, row->line, bt_message(arg));
        bool loopy = good && (strstr(row->field[0], "ring.game") ||
                              strstr(row->field[0], "poker-nim") ||
                              strstr(row->field[0], "northcott"));
        if (loopy) {
            bt_solved *solved = NULL;
            CHECK(bt_solved_new(q.ctx, q.game, &q.pos, &solved) == BT_UNABLE,
                  "%s: a table of endless play", rules);
        }
        if (good && !loopy && !q.game->rules->graph && q.game->rules->grows == 0)
            check_tables(&q);
        unask(&q);
    }
}

/* A file that is not what was written is refused, with a sentence. */
static void check_refused(struct question *q, struct bytes *file, const char *how,
                          size_t at)
{
    bt_solved *solved = NULL;
    bt_status status = read_again(q, file, &solved);
    CHECK(status == BT_DOMAIN && !solved && bt_message(q->ctx)[0],
          "%s: %s at byte %zu: %s", q->game->name, how, at, bt_status_name(status));
    bt_solved_free(solved);
}

/* The checksum is made right again, so that all the other checks are met: then the
 * table is refused or answers something for every position that it holds. */
static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* From docs/table-files.md, not from the code. */
static uint64_t checksum(const unsigned char *at, size_t len)
{
    uint64_t sum = 0, word = 0;
    for (size_t i = 0; i < len; i++) {
        word |= (uint64_t)at[i] << 8 * (i % 8);
        if (i % 8 == 7) {
            sum = mix(sum ^ word) + 0x9e3779b97f4a7c15u;
            word = 0;
        }
    }
    return mix(mix(sum ^ word) ^ len);
}

static bool checksum_is_right(const struct bytes *file)
{
    uint64_t wanted = checksum(file->at, file->len - 8), found = 0;
    for (size_t i = 0; i < 8; i++)
        found |= (uint64_t)file->at[file->len - 8 + i] << 8 * i;
    return wanted == found;
}

static void seal(struct bytes *file)
{
    uint64_t sum = checksum(file->at, file->len - 8);
    for (size_t i = 0; i < 8; i++)
        file->at[file->len - 8 + i] = (unsigned char)(sum >> 8 * i);
}

static unsigned long accepted;

static void check_sealed(struct question *q, struct bytes *file,
                         const struct reachable *all)
{
    bt_solved *solved = NULL;
    seal(file);
    bt_status status = read_again(q, file, &solved);
    CHECK(status == BT_OK || status == BT_DOMAIN || status == BT_UNABLE, "%s",
          bt_status_name(status));
    accepted += status == BT_OK;
    for (size_t i = 0; status == BT_OK && i < all->n; i++) {
        uint64_t value;
        bt_pos pos = reachable_at(all, i, q->ctx);
        bt_status found = bt_solved_value(solved, &pos, &value);
        CHECK(found == BT_OK || found == BT_DOMAIN, "a sealed file: %s",
              bt_status_name(found));
    }
    bt_solved_free(solved);
}

static void check_damage(bt_context *ctx, const char *rules, const char *position)
{
    static const unsigned char flips[] = {0x01, 0x80, 0xFF, 0x10};
    struct question q;
    struct reachable all;
    struct bytes file = no_bytes();
    bt_solved *solved = NULL;
    CHECK(ask(&q, ctx, rules, position) &&
              bt_solved_new(ctx, q.game, &q.pos, &solved) == BT_OK &&
              bt_solved_write(solved, &file.store) == BT_OK,
          "%s", bt_message(ctx));
    bt_solved_free(solved);
    reachable_find(&all, q.game, &q.pos);
    CHECK(checksum_is_right(&file), "%s: the checksum is another one", rules);
    size_t whole = file.len;
    for (file.len = 0; file.len < whole; file.len++)
        check_refused(&q, &file, "cut", file.len);
    for (size_t i = 0; i < whole; i++)
        for (size_t k = 0; k < sizeof flips; k++) {
            unsigned char last[8];
            memcpy(last, file.at + whole - 8, 8);
            file.at[i] ^= flips[k];
            check_refused(&q, &file, "changed", i);
            check_sealed(&q, &file, &all);
            memcpy(file.at + whole - 8, last, 8);
            if (i < whole - 8)
                file.at[i] ^= flips[k];
        }
    CHECK(file.store.write(&file.store, ctx, "x", 1) == BT_OK, "memory");
    check_refused(&q, &file, "longer", whole);
    reachable_free(&all);
    free(file.at);
    unask(&q);
}

/* Another game, another version, no table at all: the sentence says so. */
static void check_foreign(bt_context *ctx)
{
    struct question q, other;
    struct bytes file = no_bytes();
    bt_solved *solved = NULL;
    CHECK(ask(&q, ctx, "moore:2", "2,2,2") && ask(&other, ctx, "moore:3", "2,2") &&
              bt_solved_new(ctx, q.game, &q.pos, &solved) == BT_OK &&
              bt_solved_write(solved, &file.store) == BT_OK,
          "%s", bt_message(ctx));
    check_refused(&other, &file, "another game", 0);
    CHECK(strstr(bt_message(ctx), "made for 'moore:2', not for moore:3"), "%s",
          bt_message(ctx));
    uint64_t value;
    uint64_t far[] = {3, 1};
    bt_pos outside = {far, 2, 2, ctx};
    CHECK(bt_solved_value(solved, &outside, &value) == BT_DOMAIN &&
              strstr(bt_message(ctx), "reached from 2,2,2"),
          "%s", bt_message(ctx));
    bt_solved_free(solved);
    file.at[8] = 3;
    check_refused(&q, &file, "another version", 8);
    CHECK(strstr(bt_message(ctx), "version 3"), "%s", bt_message(ctx));
    memcpy(file.at, "3,4,6\n", 6);
    check_refused(&q, &file, "foreign", 0);
    CHECK(strstr(bt_message(ctx), "not a table"), "%s", bt_message(ctx));
    unask(&q);
    unask(&other);
    free(file.at);
}

/* A head that promises more than there is takes no memory for it. */
static void check_promises(bt_context *ctx)
{
    struct question q;
    struct bytes file = no_bytes();
    bt_solved *solved = NULL;
    CHECK(ask(&q, ctx, "staircase", "2,2") &&
              bt_solved_new(ctx, q.game, &q.pos, &solved) == BT_OK &&
              bt_solved_write(solved, &file.store) == BT_OK,
          "%s", bt_message(ctx));
    bt_solved_free(solved);
    size_t count_at = 28 + strlen("staircase") + 8 + 4 + 16 + 12;
    CHECK(file.at[count_at] == 15 || file.at[count_at] > 0, "where the count stands");
    file.at[count_at + 5] = 1; /* 2^40 positions more */
    seal(&file);
    uint64_t before = bt_memory_limit(ctx);
    bt_set_memory_limit(ctx, bt_memory_used(ctx) + 200000);
    check_refused(&q, &file, "promises", count_at);
    bt_set_memory_limit(ctx, before);
    unask(&q);
    free(file.at);
}

static struct bytes kept_file(const char *name)
{
    struct bytes kept = no_bytes();
    FILE *in = fopen(name, "rb");
    kept.at = malloc(1 << 16);
    kept.len = in ? fread(kept.at, 1, 1 << 16, in) : 0;
    if (in)
        fclose(in);
    CHECK(kept.len > 0, "%s is missing", name);
    return kept;
}

/* Files of both versions that are kept: formats do not change unnoticed, and what was
 * written once is still read, with the same values. */
static void check_kept(bt_context *ctx, const char *old_name, const char *name,
                       const char *rules, const char *position)
{
    struct question q;
    struct bytes old = kept_file(old_name), kept = kept_file(name), now = no_bytes();
    struct bytes again = no_bytes();
    bt_solved *solved = NULL;
    CHECK(ask(&q, ctx, rules, position) &&
              bt_solved_new(ctx, q.game, &q.pos, &solved) == BT_OK &&
              bt_solved_write(solved, &now.store) == BT_OK,
          "%s", bt_message(ctx));
    bt_solved_free(solved);
    CHECK(now.len == kept.len && memcmp(now.at, kept.at, now.len) == 0,
          "the table of %s %s is not what it was in %s: a new version?", rules,
          position, name);
    CHECK(old.at[8] == 1 && read_again(&q, &old, &solved) == BT_OK &&
              bt_solved_write(solved, &again.store) == BT_OK,
          "%s", bt_message(ctx));
    bt_solved_free(solved);
    CHECK(again.len == now.len && memcmp(again.at, now.at, now.len) == 0,
          "%s: what was read is not what is there now", old_name);
    unask(&q);
    free(old.at);
    free(kept.at);
    free(now.at);
    free(again.at);
}

static void put_file(const char *name, const char *text)
{
    FILE *out = fopen(name, "wb");
    CHECK(out && fputs(text, out) >= 0 && fclose(out) == 0, "cannot write %s", name);
}

/* Rules from a file: what the file says counts, not how it is called. */
static void check_own_rules(bt_context *ctx)
{
    static const struct {
        const char *name, *text, *says; /* NULL: it is read */
    } row[] = {
        {"own.game", "vars n\nmove n' < n & n - n' <= 3\n", NULL},
        {"./own.game", "vars n\nmove n' < n & n - n' <= 3\n", NULL},
        {"own2.game",
         "game a title\n# a remark\nlet d = n - n'\nvars n\n"
         "move n'<n &\n  d<=3 # three\nclaim 4 | n\n",
         NULL},
        {"own.game", "vars n\nmove n' < n & n - n' <= 4\n", "have changed"},
        {"own.game", "vars n\nmisere\nmove n' < n & n - n' <= 3\n", "made for"},
        {"own.game", "vars n\nposition n < 9\nmove n' < n & n - n' <= 3\n", "changed"},
        {"own.game", "vars n\ndigits fib\nmove n' < n & n - n' <= 3\n", "changed"},
        {"own2.game", "vars n\nmove n' < n & n - n' <= 4\n", "made for 'game:"},
    };
    char folder[] = "/tmp/bouton-solved-XXXXXX", name[100], old[40];
    struct question q;
    struct bytes file = no_bytes();
    bt_solved *solved = NULL;
    CHECK(mkdtemp(folder), "no folder");
    snprintf(name, sizeof name, "%s/%s", folder, row[0].name);
    put_file(name, row[0].text);
    CHECK(ask(&q, ctx, name, "20") &&
              bt_solved_new(ctx, q.game, &q.pos, &solved) == BT_OK &&
              bt_solved_write(solved, &file.store) == BT_OK,
          "%s", bt_message(ctx));
    bt_solved_free(solved);
    unask(&q);
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        snprintf(name, sizeof name, "%s/%s", folder, row[i].name);
        put_file(name, row[i].text);
        CHECK(ask(&q, ctx, name, "4"), "%s", bt_message(ctx));
        file.read = 0;
        solved = NULL;
        bt_status status = bt_solved_read(ctx, q.game, &file.source, &solved);
        CHECK(row[i].says ? status == BT_DOMAIN && strstr(bt_message(ctx), row[i].says)
                          : status == BT_OK,
              "row %zu: %s", i, bt_message(ctx));
        bt_solved_free(solved);
        unask(&q);
    }
    /* Version 1 had no hash: of such rules it is refused. */
    snprintf(name, sizeof name, "%s/own.game", folder);
    put_file(name, row[0].text);
    size_t hash_at = 28 + strlen("game:") + strlen(name);
    memmove(file.at + hash_at, file.at + hash_at + 8, file.len - hash_at - 8);
    file.len -= 8;
    file.at[8] = 1;
    seal(&file);
    CHECK(ask(&q, ctx, name, "4"), "%s", bt_message(ctx));
    check_refused(&q, &file, "version 1 of a file's rules", 8);
    CHECK(strstr(bt_message(ctx), "has version 1"), "%s", bt_message(ctx));
    unask(&q);
    for (int i = 1; i <= 2; i++) {
        snprintf(old, sizeof old, "%s/own%s.game", folder, i == 1 ? "" : "2");
        remove(old);
    }
    remove(folder);
    free(file.at);
}

struct any_move {
    bt_visit visit;
    bool stops, any;
};

static bool see_move(bt_visit *v, const bt_move *move)
{
    struct any_move *a = (struct any_move *)v;
    (void)move;
    a->any = true;
    return !a->stops;
}

/* All values of a small table are changed in every way, and the checksum is made right:
 * whatever the table then says, an N comes with a move, or is refused. */
static void check_no_false_win(bt_context *ctx, const char *rules, const char *position,
                               bool beside)
{
    struct question q;
    struct bytes file = no_bytes();
    bt_solved *solved = NULL;
    unsigned long refused = 0;
    CHECK(ask(&q, ctx, rules, position) &&
              bt_solved_new(ctx, q.game, &q.pos, &solved) == BT_OK &&
              bt_solved_write(solved, &file.store) == BT_OK,
          "%s", bt_message(ctx));
    size_t bytes = solved->value_words * 8;
    unsigned bits = (unsigned)(solved->count * solved->value_bits);
    CHECK(bits <= 12, "%s %s: %u bits are too many", rules, position, bits);
    bt_solved_free(solved);
    for (unsigned change = 1; change < 1u << bits && bits <= 12; change++) {
        bt_solver *solver = NULL;
        bt_verdict verdict = {.outcome = BT_UNKNOWN};
        uint64_t other[] = {1, 0}; /* not an option of the first part */
        bt_part part[] = {{q.game, q.pos}, {q.game, {other, 2, 2, ctx}}};
        bt_sum sum = {.part = part, .n = beside ? 2 : 1};
        unsigned char *at = file.at + file.len - 8 - bytes;
        at[0] ^= (unsigned char)change;
        at[1] ^= (unsigned char)(change >> 8);
        seal(&file);
        file.read = 0;
        solved = NULL;
        if (bt_solved_read(ctx, q.game, &file.source, &solved) == BT_OK &&
            bt_solver_new(ctx, BT_BY_ANY, &solver) == BT_OK) {
            struct any_move a = {.visit.option = see_move};
            bt_solver_use(solver, solved);
            bt_status walked = bt_solve_and_walk(solver, &sum, &verdict, &a.visit);
            bool good = walked == 0 && (verdict.outcome != BT_N || a.any);
            CHECK(good || walked == BT_DOMAIN, "%s, change %u: N without a move", rules,
                  change);
            bt_status status = bt_solve(solver, &sum, &verdict);
            CHECK(status == (good ? BT_OK : BT_DOMAIN), "%s, change %u: %s", rules,
                  change, bt_message(ctx));
            refused += !good;
        }
        bt_solver_free(solver);
        bt_solved_free(solved);
        at[0] ^= (unsigned char)change;
        at[1] ^= (unsigned char)(change >> 8);
    }
    CHECK(refused > 0, "%s %s: nothing was refused", rules, position);
    unask(&q);
    free(file.at);
}

static bt_status whole_life(bt_context *ctx, const char *rules, const char *position,
                            struct bytes *file)
{
    struct question q;
    bt_solved *solved = NULL, *copy = NULL;
    uint64_t value;
    file->len = 0;
    bt_status status = ask(&q, ctx, rules, position) ? BT_OK : bt_last_status(ctx);
    if (status == BT_OK)
        status = bt_solved_new(ctx, q.game, &q.pos, &solved);
    if (status == BT_OK)
        status = bt_solved_write(solved, &file->store);
    if (status == BT_OK)
        status = read_again(&q, file, &copy);
    if (status == BT_OK)
        status = bt_solved_value(copy, &q.pos, &value);
    bt_solved_free(solved);
    bt_solved_free(copy);
    unask(&q);
    return status;
}

static void check_memory(const char *rules, const char *position)
{
    struct bytes file = no_bytes();
    uint64_t k = 2;
    for (;; k++) {
        struct failing_host f;
        failing_host_init(&f, k);
        bt_context *ctx = bt_context_new(&f.host, 0);
        bt_status status = whole_life(ctx, rules, position, &file);
        CHECK(status == (f.calls < k ? BT_OK : BT_NOMEM), "%s: allocation %llu: %s",
              rules, (unsigned long long)k, bt_status_name(status));
        bt_context_free(ctx);
        CHECK(f.live_bytes == 0, "%s: allocation %llu: memory is lost", rules,
              (unsigned long long)k);
        if (f.calls < k)
            break;
    }
    CHECK(k > 5, "%s: %llu allocations", rules, (unsigned long long)k);
    free(file.at);
}

static void check_full_disk(bt_context *ctx)
{
    struct bytes file = no_bytes();
    file.full = true;
    CHECK(whole_life(ctx, "nim", "3,4", &file) == BT_IO, "a full disk");
    free(file.at);
}

/* Rules with a graph have tables of their own. */
static const bt_csr *no_graph(const bt_game *g)
{
    (void)g;
    return NULL;
}

static void check_graph(bt_context *ctx)
{
    static const bt_rules rules = {
        .size = sizeof(bt_rules), .name = "graph", .graph = no_graph};
    bt_game game = {.rules = &rules, .name = "graph:x"};
    uint64_t x = 0;
    bt_pos root = {&x, 1, 1, ctx};
    bt_solved *solved = NULL;
    CHECK(bt_solved_new(ctx, &game, &root, &solved) == BT_DOMAIN &&
              strstr(bt_message(ctx), "bouton label"),
          "%s", bt_message(ctx));
}

/* A misere table answers one part; a sum beside it is searched as ever. In normal play
 * parts of the game are looked up in sums, too. */
static void check_sums(bt_context *ctx)
{
    for (int misere = 0; misere < 2; misere++) {
        struct question q;
        bt_solved *solved = NULL;
        bt_solver *solver = NULL;
        uint64_t x[] = {2, 3}, y[] = {1, 0};
        CHECK(ask(&q, ctx, misere ? "moore:2/misere" : "moore:2", "3,3,3") &&
                  bt_solved_new(ctx, q.game, &q.pos, &solved) == BT_OK &&
                  bt_solver_new(ctx, BT_BY_ANY, &solver) == BT_OK,
              "%s", bt_message(ctx));
        solved->searched = false; /* as if it had been read */
        bt_solver_use(solver, solved);
        bt_part part[] = {{q.game, {x, 2, 2, ctx}}, {q.game, {y, 2, 2, ctx}}};
        bt_sum sum = {.part = part, .n = 2};
        bt_verdict verdict;
        CHECK(bt_solve(solver, &sum, &verdict) == BT_OK &&
                  verdict.by == (misere ? BT_BY_SEARCH : BT_BY_TABLE) &&
                  (misere || verdict.grundy == (5 ^ 1)),
              "moore 2,3 + moore 1,0: %s", bt_message(ctx));
        bt_solver_free(solver);
        bt_solved_free(solved);
        unask(&q);
    }
}

/* A sentence about a table names its root, unless that is too long to be read. */
static void check_long_root(bt_context *ctx)
{
    for (size_t squares = 39; squares <= 42; squares++) {
        char coin[100] = "0"; /* on the last square */
        for (size_t i = 1; i < squares; i++)
            strcat(coin, i + 1 < squares ? ",0" : ",1");
        struct question q;
        bt_solved *solved = NULL;
        uint64_t coins[] = {0, 2}, value;
        bt_pos outside = {coins, 2, 2, ctx};
        CHECK(ask(&q, ctx, "nimble", coin) &&
                  bt_solved_new(ctx, q.game, &q.pos, &solved) == BT_OK,
              "%s", bt_message(ctx));
        CHECK(solved && bt_solved_value(solved, &outside, &value) == BT_DOMAIN,
              "%zu squares: %s", squares, bt_message(ctx));
        CHECK(strstr(bt_message(ctx), squares <= 40 ? coin : "from its root,") != NULL,
              "%zu squares: %s", squares, bt_message(ctx));
        bt_solved_free(solved);
        unask(&q);
    }
}

int main(void)
{
    struct failing_host host;
    failing_host_init(&host, 0);
    bt_context *ctx = bt_context_new(&host.host, 0);
    int rows = rows_read("roots.t", check_root, ctx);
    CHECK(rows > 10, "roots.t has %d rows", rows);
    check_damage(ctx, "nim", "3,2");
    check_damage(ctx, "nim/misere", "2,2,2");
    check_damage(ctx, "staircase", "2,1,1");
    check_damage(ctx, "dynamic:4611686018427387904", "5:3");
    CHECK(accepted > 10, "sealed files that were read: %lu", accepted);
    check_foreign(ctx);
    check_long_root(ctx);
    check_promises(ctx);
    check_kept(ctx, "cli/files/moore.table", "cli/files/moore-2.table", "moore:2",
               "4,4,4,4");
    check_kept(ctx, "cli/files/staircase.table", "cli/files/staircase-2.table",
               "staircase/misere", "3,2,2");
    check_own_rules(ctx);
    check_no_false_win(ctx, "nim", "3", false);
    check_no_false_win(ctx, "nim/misere", "2,2", false);
    check_no_false_win(ctx, "staircase", "1,1", true);
    check_no_false_win(ctx, "staircase", "1,1", false);
    check_full_disk(ctx);
    check_graph(ctx);
    check_sums(ctx);
    bt_context_free(ctx);
    CHECK(host.live_bytes == 0, "memory is lost");
    check_memory("nim", "5,6");
    check_memory("staircase", "3,3,3");
    check_memory("cheating/misere", "2,1:4");
    check_memory("games/wythoff.game", "4,3");
    return check_close();
}
