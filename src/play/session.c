/* SPDX-License-Identifier: MIT
 * A session: one game after another from the same start, with the score. Moves of the
 * computer follow at once, so the person to move is always at the board. */
#include "play/session.h"
#include "core/grow.h"

#include <string.h>

const char *bti_name(const bt_session *s, bt_player player)
{
    static const char *const name[2][2] = {{BT_TEXT("you"), BT_TEXT("the computer")},
                                           {BT_TEXT("Player 1"), BT_TEXT("Player 2")}};
    return bt_words_for(s->ctx, name[s->how.neighbour][player]);
}

const char *bti_player_label(const bt_session *s, bt_player player)
{
    static const char *const label[2] = {BT_TEXT("You"), BT_TEXT("Computer")};
    return s->how.neighbour ? bti_name(s, player) : bt_words_for(s->ctx, label[player]);
}

const char *bti_player_case(const bt_session *s, bt_player player)
{
    static const char *const word[2][2] = {{"you", "computer"}, {"one", "two"}};
    return word[s->how.neighbour][player];
}

bt_status bti_result(bt_session *s, bool *over, bt_player *winner)
{
    bool terminal = false;
    BT_TRY(bt_terminal(&s->tree.sum, &terminal));
    *over = terminal || s->tree.over;
    *winner = terminal ? bti_tree_winner(&s->tree) : s->tree.winner;
    return BT_OK;
}

bt_status bti_view_here(bt_session *s, bti_view *view)
{
    bti_turn *node = &s->tree.node[s->tree.at];
    if (!node->view.final) {
        bti_view fresh;
        BT_TRY(bti_judge_view(&s->judge, &s->tree.sum, &fresh));
        node->view = fresh;
    }
    *view = node->view;
    return BT_OK;
}

bt_status bti_refuse(bt_session *s, bt_text *out, const char *sentence)
{
    s->refused = true;
    bt_say(out, sentence, BT_NO_ARGS);
    return bt_text_status(out);
}

bool bt_session_refused(const bt_session *s)
{
    return s->refused;
}

void bti_uncount(bt_session *s)
{
    if (s->counted)
        s->score[s->tree.winner]--;
    s->counted = false;
    s->tree.over = false;
    s->tree.winner = BT_NO_PLAYER;
}

static const char *const computer[] = {"computer perfect", "computer slips",
                                       "computer random"};

/* Who plays, for records. */
static void name_players(const bt_session *s, bti_tree *tree)
{
    tree->player[0] = s->how.neighbour ? "neighbour" : "person";
    tree->player[1] = s->how.neighbour ? "neighbour" : computer[s->how.level];
}

/* The games that a record brought go over to the new tree. */
static void hand_over(bti_tree *from, bti_tree *to)
{
    to->own = from->own;
    to->owned = from->owned;
    to->own_cap = from->own_cap;
    from->own = NULL;
    from->owned = from->own_cap = 0;
}

bt_status bti_new_game(bt_session *s, const bt_sum *start, bt_player first)
{
    bti_tree tree;
    bti_judge judge;
    bti_tree_init(&tree, s->ctx);
    bt_status status = bti_tree_copy_start(&tree, start);
    if (status == BT_OK)
        status = bti_tree_root(&tree);
    if (status == BT_OK && start != &s->tree.sum)
        status = bti_judge_init(&judge, s->ctx, s->how.by, false, &tree.sum);
    if (status != BT_OK) {
        bti_tree_free(&tree);
        return status;
    }
    if (start != &s->tree.sum) {
        bti_judge_free(&s->judge);
        s->judge = judge;
    }
    hand_over(&s->tree, &tree);
    bti_tree_free(&s->tree);
    s->tree = tree;
    s->tree.first = first;
    name_players(s, &s->tree);
    s->counted = false;
    s->hint_node = BTI_NO_NODE;
    s->games++;
    return BT_OK;
}

bt_status bti_session_own(bt_session *s, bt_game *const *game, size_t games)
{
    bti_tree *tree = &s->tree;
    BT_TRY(BTI_RESERVE(s->ctx, tree->own, tree->own_cap, tree->owned + games));
    for (size_t i = 0; i < games; i++)
        tree->own[tree->owned++] = game[i];
    return BT_OK;
}

bt_status bt_session_new(bt_context *ctx, const bt_registry *registry,
                         const bt_sum *start, bt_session_how how, bt_session **out)
{
    bt_session *s;
    BT_TRY(BTI_NEW(ctx, s, 1));
    *s = (bt_session){.ctx = ctx, .registry = registry, .how = how, .random = how.seed};
    s->judge.ctx = ctx;
    bti_tree_init(&s->tree, ctx);
    bt_status status = bti_new_game(s, start, how.first);
    if (status == BT_OK)
        *out = s;
    else
        bt_session_free(s);
    return status;
}

static void free_game(bt_session *s)
{
    bti_judge_free(&s->judge);
    bti_tree_free(&s->tree);
}

void bt_session_free(bt_session *s)
{
    if (!s)
        return;
    free_game(s);
    bt_release(s->ctx, s, sizeof *s);
}

bt_sum *bt_session_position(bt_session *s)
{
    return &s->tree.sum;
}

bt_player bt_session_turn(bt_session *s)
{
    bool over = false;
    bt_player winner;
    bool known = bti_result(s, &over, &winner) == BT_OK;
    return known && over ? BT_NO_PLAYER : bti_tree_turn(&s->tree);
}

uint64_t bt_session_score(const bt_session *s, bt_player player)
{
    return s->score[player];
}

/* A resignation or an agreed draw ends the game where the board stands; otherwise the
 * result belongs to the end of the main line, which is below the board if moves were
 * taken back. */
bt_status bt_session_record(bt_session *s, bt_text *out)
{
    uint32_t at = s->tree.at;
    bool over = false;
    bt_player winner = BT_NO_PLAYER;
    while (!s->tree.over && bti_tree_at(&s->tree)->main != BTI_NO_NODE)
        bti_tree_down(&s->tree, bti_tree_at(&s->tree)->main);
    bt_status status = bti_result(s, &over, &winner);
    bti_record_write(&s->tree, over, winner, out);
    while (s->tree.at != at)
        bti_tree_up(&s->tree);
    return status == BT_OK ? bt_text_status(out) : status;
}

bti_place bti_session_place(const bt_session *s)
{
    bti_place place = {.at = s->tree.at,
                       .hint_node = s->hint_node,
                       .hints = s->hints,
                       .over = s->tree.over,
                       .counted = s->counted,
                       .winner = s->tree.winner,
                       .games = s->games};
    memcpy(place.score, s->score, sizeof place.score);
    return place;
}

void bti_session_back(bt_session *s, const bti_place *place)
{
    if (s->games != place->games)
        return;
    bti_tree_go(&s->tree, place->at);
    s->hint_node = place->hint_node;
    s->hints = place->hints;
    s->tree.over = place->over;
    s->counted = place->counted;
    s->tree.winner = place->winner;
    memcpy(s->score, place->score, sizeof s->score);
}

/* What was there is not freed. */
static void take_record(bt_session *s, const bti_tree *tree, const bti_judge *judge)
{
    s->tree = *tree;
    s->judge = *judge;
    s->counted = false;
    s->hint_node = BTI_NO_NODE;
    s->games++;
}

/* Who II is, if the record has it in the words that name_players uses; a person, too,
 * is not a computer. When people play instead of the computer, or the other way round,
 * the score begins anew. */
static void take_players(bt_session *s)
{
    const char *second = s->tree.player[1];
    bool neighbour = s->how.neighbour;
    if (!second)
        return;
    if (bt_span_equal(bt_span_of(second), bt_span_of("neighbour")) ||
        bt_span_equal(bt_span_of(second), bt_span_of("person")))
        s->how.neighbour = true;
    for (unsigned i = 0; i < 3; i++)
        if (bt_span_equal(bt_span_of(second), bt_span_of(computer[i]))) {
            s->how.neighbour = false;
            s->how.level = (bt_level)i;
        }
    if (s->how.neighbour != neighbour)
        memset(s->score, 0, sizeof s->score);
}

bt_status bti_session_exchange(bt_session *s, bt_span record, bt_session *before)
{
    bti_tree tree;
    bti_judge judge;
    BT_TRY(bti_record_read(s->ctx, s->registry, s->how.by, record, &tree, &judge));
    *before = *s;
    take_record(s, &tree, &judge);
    take_players(s);
    return BT_OK;
}

void bti_session_exchanged(bt_session *s, bt_session *before, bool wrong)
{
    free_game(wrong ? s : before);
    if (wrong)
        *s = *before;
}

bt_status bt_session_load(bt_session *s, bt_span record)
{
    bt_session before;
    BT_TRY(bti_session_exchange(s, record, &before));
    bti_session_exchanged(s, &before, false);
    return BT_OK;
}

bt_status bt_session_open(bt_context *ctx, const bt_registry *registry, bt_span record,
                          bt_session_how how, bt_session **out)
{
    bti_tree tree;
    bti_judge judge;
    BT_TRY(bti_record_read(ctx, registry, how.by, record, &tree, &judge));
    bt_session *s = bt_resize(ctx, NULL, 0, sizeof *s);
    if (!s) {
        bti_judge_free(&judge);
        bti_tree_free(&tree);
        return bt_last_status(ctx);
    }
    *s = (bt_session){.ctx = ctx, .registry = registry, .how = how, .random = how.seed};
    take_record(s, &tree, &judge);
    take_players(s);
    *out = s;
    return BT_OK;
}
