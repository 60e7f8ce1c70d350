/* SPDX-License-Identifier: MIT
 * Positions are found again in whatever order their heaps stand, few or many, and come
 * back sorted; where words are kept as they are, each order is a position of its own.
 */
#include "check.h"
#include "failing_host.h"
#include "random.h"
#include "solve/position_set.h"

enum { MOST_HEAPS = 200, SHUFFLES = 20 };

static uint64_t state = 1901;

static uint64_t random_below(uint64_t n)
{
    return random_next(&state) % n;
}

/* Heaps of all sizes, some of them equal, some 0. */
static bt_status fill(bt_pos *pos, size_t heaps)
{
    pos->n = 0;
    for (size_t i = 0; i < heaps; i++) {
        uint64_t heap = random_next(&state) >> random_below(64);
        BT_TRY(bt_pos_push(pos, random_below(5) == 0 ? 0 : heap));
    }
    return BT_OK;
}

static void shuffle(bt_pos *pos)
{
    for (size_t i = pos->n; i > 1; i--) {
        size_t k = (size_t)random_below(i);
        uint64_t swap = pos->x[i - 1];
        pos->x[i - 1] = pos->x[k];
        pos->x[k] = swap;
    }
}

static uint32_t intern(bti_position_set *set, const bt_part *part)
{
    uint32_t id = UINT32_MAX;
    bt_status status = bti_position_intern(set, part, BTI_POSITIONS_MAX, &id);
    CHECK(status == BT_OK, "%s", bt_message(set->ctx));
    return id;
}

static size_t count_of(const bt_pos *pos, uint64_t word)
{
    size_t count = 0;
    for (size_t i = 0; i < pos->n; i++)
        count += pos->x[i] == word;
    return count;
}

/* `got` has the words of `given` that are not 0, ascending. */
static bool is_sorted_copy(const bt_pos *got, const bt_pos *given)
{
    bool good = got->n + count_of(given, 0) == given->n && count_of(got, 0) == 0;
    for (size_t i = 0; i < got->n && good; i++)
        good = (i == 0 || got->x[i - 1] <= got->x[i]) &&
               count_of(got, got->x[i]) == count_of(given, got->x[i]);
    return good;
}

static void check_heaps(bti_position_set *set, bt_part *part, bt_part *read,
                        size_t heaps)
{
    CHECK(fill(&part->pos, heaps) == BT_OK, "%zu heaps", heaps);
    part->pos.x[0] = 1;
    uint32_t id = intern(set, part), other;
    CHECK(id + 1 == set->entries, "%zu heaps: not a new position", heaps);
    CHECK(bti_position_get(set, id, read) == BT_OK &&
              is_sorted_copy(&read->pos, &part->pos),
          "%zu heaps: other ones come back", heaps);
    for (int round = 0; round < SHUFFLES; round++) {
        shuffle(&part->pos);
        other = intern(set, part);
        CHECK(other == id, "%zu heaps in another order are %u, not %u", heaps, other,
              id);
    }
    part->pos.x[0] ^= (uint64_t)1 << 63;
    CHECK(bti_position_intern(set, part, 0, &other) == BT_OK && other == UINT32_MAX,
          "%zu heaps: another position was there", heaps);
}

static void check_sorted(bt_context *ctx, const bt_game *game)
{
    bt_part part = {.game = game}, read = {.game = game};
    bti_position_set set;
    bt_pos_init(&part.pos, ctx);
    bt_pos_init(&read.pos, ctx);
    bti_position_set_init(&set, ctx, 1, BTI_SORTED, 0);
    for (size_t heaps = 1; heaps <= MOST_HEAPS; heaps++)
        check_heaps(&set, &part, &read, heaps);
    bti_position_set_free(&set);
    bt_pos_free(&part.pos);
    bt_pos_free(&read.pos);
}

static void check_kept(bt_context *ctx, const bt_game *game)
{
    static const uint64_t orders[][3] = {{1, 2, 0}, {2, 1, 0}, {0, 1, 2}, {1, 2, 0}};
    bt_part part = {.game = game};
    bti_position_set set;
    bt_pos_init(&part.pos, ctx);
    bti_position_set_init(&set, ctx, 1, BTI_KEPT, 0);
    for (uint32_t i = 0; i < 4; i++) {
        part.pos.n = 0;
        for (size_t k = 0; k < 3; k++)
            CHECK(bt_pos_push(&part.pos, orders[i][k]) == BT_OK, "pushing");
        CHECK(intern(&set, &part) == i % 3, "order %u", i);
    }
    bti_position_set_free(&set);
    bt_pos_free(&part.pos);
}

int main(void)
{
    struct failing_host host;
    failing_host_init(&host, 0);
    bt_context *ctx = bt_context_new(&host.host, 0);
    bt_game *game = NULL;
    bt_status status = bt_game_new(ctx, &bt_builtin, bt_span_of("nim"), &game);
    CHECK(status == BT_OK, "nim: %s", bt_message(ctx));
    if (status == BT_OK) {
        check_sorted(ctx, game);
        check_kept(ctx, game);
    }
    bt_game_free(game);
    bt_context_free(ctx);
    CHECK(host.live_bytes == 0, "memory is lost");
    return check_close();
}
