/* SPDX-License-Identifier: MIT
 * The first line as RULES, the rest as a position: what is printed is read back as the
 * same words, and in small positions theorem, search and the plain reference agree on
 * the outcome, the Grundy value and the list of winning moves. */
#include "fuzz.h"

#include "core/hash.h"

enum { MEMORY_BYTES = 8 << 20, SMALL_WORDS = 6, SMALL_TOTAL = 24, SMALL_HEAP = 400 };

static void insist_same_words(const bt_pos *a, const bt_pos *b)
{
    insist(a->n == b->n);
    insist(a->n == 0 || memcmp(a->x, b->x, a->n * sizeof *a->x) == 0);
}

static void print_and_parse(struct fuzz *f, const bt_game *game, const bt_pos *pos)
{
    bt_text text;
    bt_pos again;

    bt_text_init(&text, f->ctx);
    bt_pos_init(&again, f->ctx);
    game->rules->print(game, pos, &text);
    if (bt_text_status(&text) == BT_OK) {
        bt_status status =
            game->rules->parse(f->ctx, game, bt_text_span(&text), &again);
        if (status == BT_OK)
            insist_same_words(pos, &again);
        else
            insist(status == BT_UNABLE); /* the memory limit */
    }
    bt_pos_free(&again);
    bt_text_free(&text);
}

/* All that one way of solving says; the moves are told by their number and a hash. */
struct says {
    bt_status status;
    bt_verdict verdict;
    uint64_t moves, moves_hash;
};

struct listing {
    bt_visit visit;
    struct says *says;
};

static bool list_move(bt_visit *visit, const bt_move *move)
{
    struct says *says = ((struct listing *)visit)->says;
    const bt_pos *to = move->to;
    insist(move->part == 0 && move->at <= to->n && move->now <= to->n - move->at);
    says->moves++;
    says->moves_hash =
        bti_mix(says->moves_hash ^ bti_hash_bytes(to->x, to->n * sizeof *to->x));
    return true;
}

static struct says solve(struct fuzz *f, bt_sum *sum, bt_by by)
{
    struct says says = {0};
    struct listing listing = {{.option = list_move}, &says};
    bt_solver *solver = NULL;

    says.status = bt_solver_new(f->ctx, by, &solver);
    if (says.status == BT_OK)
        says.status = bt_solve(solver, sum, &says.verdict);
    if (says.status == BT_OK)
        says.status = bt_walk_winning(solver, sum, &listing.visit);
    if (says.status != BT_OK)
        insist_failed(f, says.status);
    bt_solver_free(solver);
    return says;
}

static void insist_agree(const struct says *a, const struct says *b)
{
    if (a->status != BT_OK || b->status != BT_OK)
        return;
    insist(a->verdict.outcome == b->verdict.outcome);
    if (a->verdict.has_grundy && b->verdict.has_grundy)
        insist(a->verdict.grundy == b->verdict.grundy);
    insist(a->moves == b->moves && a->moves_hash == b->moves_hash);
}

static void solve_small(struct fuzz *f, const bt_game *game, bt_pos *pos)
{
    bt_part part = {game, *pos};
    bt_sum sum = {.part = &part, .n = 1};
    struct says theorem = solve(f, &sum, BT_BY_THEOREM);
    struct says search = solve(f, &sum, BT_BY_SEARCH);
    struct says plain = solve(f, &sum, BT_BY_PLAIN);

    insist_agree(&theorem, &search);
    insist_agree(&theorem, &plain);
    insist_agree(&search, &plain);
    if (plain.status == BT_OK && plain.verdict.outcome == BT_P)
        insist(plain.moves == 0);
    *pos = part.pos;
}

static bool is_small(const bt_pos *pos)
{
    uint64_t total = 0;

    if (pos->n == 1)
        return pos->x[0] <= SMALL_HEAP;
    for (size_t i = 0; i < pos->n; i++) {
        if (pos->x[i] > SMALL_TOTAL)
            return false;
        total += pos->x[i];
    }
    return pos->n <= SMALL_WORDS && total <= SMALL_TOTAL;
}

static void one_position(struct fuzz *f, const bt_game *game, bt_span text)
{
    bt_pos pos, before;
    bt_status status;

    bt_pos_init(&pos, f->ctx);
    bt_pos_init(&before, f->ctx);
    status = game->rules->parse(f->ctx, game, text, &pos);
    if (status != BT_OK) {
        insist_failed(f, status);
    } else {
        print_and_parse(f, game, &pos);
        if (is_small(&pos) && bt_pos_copy(&before, &pos) == BT_OK) {
            solve_small(f, game, &pos);
            insist_same_words(&pos, &before);
        }
    }
    bt_pos_free(&before);
    bt_pos_free(&pos);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz f;
    bt_span rest, rules = fuzz_first_line(data, size, &rest);
    bt_game *game = NULL;

    fuzz_begin(&f, MEMORY_BYTES);
    if (bt_game_new(f.ctx, &bt_builtin, rules, &game) == BT_OK)
        one_position(&f, game, rest);
    bt_game_free(game);
    fuzz_end(&f);
    return 0;
}
