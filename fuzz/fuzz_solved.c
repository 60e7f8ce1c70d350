/* SPDX-License-Identifier: MIT
 * RULES on the first line, then any bytes as a table file: read or refused. A '!'
 * before the rules makes the checksum right first, so that what lies behind it is
 * reached, too. What is accepted answers for its root and all that can be reached in
 * two moves, writes itself, and is the same file again. */
#include "fuzz.h"

#include "solve/solved_table.h"

enum { MOST_RULES = 32 }; /* long ones are slow to bind: fuzz_rules has those */

struct file {
    bt_source source; /* first */
    bt_store store;
    unsigned char *at;
    size_t len, read, written;
    bool same;
};

static bt_status read_file(bt_source *source, bt_context *ctx, char *buffer, size_t cap,
                           size_t *got)
{
    struct file *f = (struct file *)source;
    (void)ctx;
    *got = f->len - f->read < cap ? f->len - f->read : cap;
    if (*got > 0)
        memcpy(buffer, f->at + f->read, *got);
    f->read += *got;
    return BT_OK;
}

static bt_status compare_file(bt_store *store, bt_context *ctx, const void *bytes,
                              size_t len)
{
    struct file *f =
        (struct file *)(void *)((char *)store - offsetof(struct file, store));
    (void)ctx;
    f->same = f->same && len <= f->len - f->written &&
              memcmp(f->at + f->written, bytes, len) == 0;
    f->written += len;
    return BT_OK;
}

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* docs/table-files.md describes it. */
static void seal(struct file *f)
{
    uint64_t sum = 0, word = 0;
    if (f->len < 8)
        return;
    size_t len = f->len - 8;
    for (size_t i = 0; i < len; i++) {
        word |= (uint64_t)f->at[i] << 8 * (i % 8);
        if (i % 8 == 7) {
            sum = mix(sum ^ word) + 0x9e3779b97f4a7c15u;
            word = 0;
        }
    }
    sum = mix(mix(sum ^ word) ^ len);
    for (size_t i = 0; i < 8; i++)
        f->at[len + i] = (unsigned char)(sum >> 8 * i);
}

struct probe {
    bt_visit visit;
    struct fuzz *fuzz;
    bt_solved *solved;
    const bt_game *game;
    unsigned depth, left;
};

static bt_status probe_from(struct probe *probe, const bt_pos *p)
{
    uint64_t value = 0;
    bt_pos copy;
    probe->left--;
    bt_status status = bt_solved_value(probe->solved, p, &value);
    if (status != BT_OK)
        insist_failed(probe->fuzz, status);
    insist(status != BT_OK || value <= UINT32_MAX);
    if (probe->depth == 0)
        return BT_OK;
    bt_pos_init(&copy, p->ctx);
    status = bt_pos_copy(&copy, p);
    probe->depth--;
    if (status == BT_OK)
        status = bt_options(probe->game, &copy, &probe->visit);
    probe->depth++;
    bt_pos_free(&copy);
    return status;
}

static bool probe_option(bt_visit *visit, const bt_move *move)
{
    struct probe *probe = (struct probe *)visit;
    if (probe->left > 0)
        visit->status = probe_from(probe, move->to);
    return visit->status == BT_OK && probe->left > 0;
}

/* The root came out of the file: no rules have seen it, so only its words are looked
 * up; what the rules read themselves is walked from. */
static void ask(struct fuzz *f, const bt_game *game, bt_solved *solved)
{
    static const char *const roots[] = {"1",     "3,2",   "2,1,1",  "5:3",
                                        "2,1:4", "0,0,0", "7,7,7,7"};
    uint64_t value = 0;
    insist(bt_solved_value(solved, &solved->root, &value) == BT_OK ||
           bt_last_status(f->ctx) == BT_UNABLE);
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        bt_pos pos;
        struct probe probe = {{.option = probe_option}, f, solved, game, 2, 500};
        bt_pos_init(&pos, f->ctx);
        if (game->rules->parse(f->ctx, game, bt_span_of(roots[i]), &pos) == BT_OK) {
            bt_status status = probe_from(&probe, &pos);
            insist(status == BT_OK || status == BT_UNABLE || status == BT_STOPPED);
        }
        bt_pos_free(&pos);
    }
}

static void read_table(struct fuzz *f, const bt_game *game, struct file *file)
{
    bt_solved *solved = NULL;
    bt_status status = bt_solved_read(f->ctx, game, &file->source, &solved);
    if (status != BT_OK) {
        insist_failed(f, status);
        insist(!solved);
        return;
    }
    ask(f, game, solved);
    file->same = true;
    bool old = file->at[8] == 1; /* it is written as a newer version */
    if (bt_solved_write(solved, &file->store) == BT_OK && !old)
        insist(file->same && file->written == file->len);
    bt_solved_free(solved);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz f;
    bt_span rest, rules = fuzz_first_line(data, size, &rest);
    bool sealed = bt_take_char(&rules, '!');
    bt_game *game = NULL;
    struct file file = {.source.read = read_file, .store.write = compare_file};

    fuzz_begin(&f, UINT64_C(64) << 20);
    file.len = rest.len;
    file.at = malloc(rest.len + 1);
    insist(file.at != NULL);
    memcpy(file.at, rest.at, rest.len);
    if (sealed)
        seal(&file);
    bt_status status = rules.len > MOST_RULES
                           ? BT_SYNTAX
                           : bt_game_new(f.ctx, &bt_builtin, rules, &game);
    if (status == BT_OK && !game->rules->graph)
        read_table(&f, game, &file);
    bt_game_free(game);
    free(file.at);
    fuzz_end(&f);
    return 0;
}
