/* SPDX-License-Identifier: MIT
 * Hints in steps: who should win, where to look, which move, and why. */
#include "play/session.h"

#include "core/piece.h"
#include "rules/game_rules.h"

#include <string.h>

static void put_who(bt_session *s, const bti_view *view, bt_text *out)
{
    const bt_args turn =
        BT_ARGS(BT_STR("turn", bti_player_case(s, bti_tree_turn(&s->tree))));
    if (view->outcome == BT_N)
        bt_say(
            out,
            "{turn, select, you {You can win from here} computer {The computer can "
            "win from here} one {Player 1 can win from here} other {Player 2 can win "
            "from here}}: this is an N-position.",
            turn);
    else if (view->outcome == BT_P)
        bt_say(out,
               "{turn, select, you {The computer can win from here, whatever you do} "
               "computer {You can win from here, whatever the computer does} one "
               "{Player 2 can win from here, whatever Player 1 does} other {Player 1 "
               "can win from here, whatever Player 2 does}}: this is a P-position.",
               turn);
    else if (view->outcome == BT_D)
        bt_say(out,
               "This is a draw: neither player can force a win, and play can go on for "
               "ever.",
               BT_NO_ARGS);
    else
        bt_say(out,
               "Bouton cannot say who can win from here: this position is too large to "
               "work out during a game.",
               BT_NO_ARGS);
}

/* Whether a word of the part is where to look for the move: a heap that loses chips, or
 * one that gains some if none loses any; with rules of one's own, every number that
 * changes. A heap that breaks is such a heap, whatever became of it. */
static bool is_place(const bt_part *part, const bti_kept *move, size_t word)
{
    const uint64_t *from = move->before.x, *to = move->after.x;
    size_t heaps = bt_heaps_of(part->game, &part->pos), n = move->before.n;
    if (word < move->at || word >= move->at + n || word >= heaps)
        return false;
    if (n != move->after.n)
        return true;
    bool lowers = false;
    for (size_t i = 0; i < n && move->at + i < heaps; i++)
        lowers = lowers || to[i] < from[i];
    word -= move->at;
    if (lowers && part->game->rules->heap_word)
        return to[word] < from[word];
    return to[word] != from[word];
}

bool bti_hint_word(const bt_sum *sum, const bti_kept *move, size_t *word)
{
    const bt_part *part = &sum->part[move->part];
    while (*word < part->pos.n && !is_place(part, move, *word))
        ++*word;
    return *word < part->pos.n;
}

/* "pile 1", "pile 1, pile 2 and pile 3", "x and y": the move needs them all. */
static bool put_words(const bt_sum *sum, const bti_kept *move, bt_text *out)
{
    const bt_game *game = sum->part[0].game;
    bt_text some, last;
    size_t word = 0, put = 0;
    bool named = true;
    bt_text_init(&some, out->ctx);
    bt_text_init(&last, out->ctx);
    for (; named && bti_hint_word(sum, move, &word); word++, put++) {
        bt_text_put(&some, put > 1 ? ", " : "");
        bt_text_put_span(&some, bt_text_span(&last));
        bt_text_clear(&last);
        named = bt_put_word_name(game, word, &last);
    }
    if (put > 1)
        bt_say(out, "{some} and {last}",
               BT_ARGS(BT_SPAN("some", bt_text_span(&some)),
                       BT_SPAN("last", bt_text_span(&last))));
    else
        bt_text_put_span(out, bt_text_span(&last));
    bti_piece_end(&some, out);
    bti_piece_end(&last, out);
    return named && put > 0;
}

static void put_place(const bt_sum *sum, const bti_kept *move, bt_text *out)
{
    const bt_part *part = &sum->part[0];
    bt_text names;
    if (sum->n > 1) {
        bt_say(out, "Look at part {part}.", BT_ARGS(BT_NUM("part", move->part + 1)));
        bt_text_put_char(out, ' ');
        return;
    }
    if (!part->game->rules->heap_word && part->pos.n == 1)
        return; /* there is nothing else to look at */
    bt_text_init(&names, out->ctx);
    if (put_words(sum, move, &names)) {
        bt_say(out, "Look at {places}.",
               BT_ARGS(BT_SPAN("places", bt_text_span(&names))));
        bt_text_put_char(out, ' ');
    }
    bti_piece_end(&names, out);
}

enum { COUNTED = 1000 };

/* How many of all moves are good: they win, or they keep the draw. `more`: others may
 * be good, too. */
static const char *count_words(bool draw, size_t all, size_t good, bool more)
{
    static const char *const words[][2] = {
        {BT_TEXT("There is only one move, and it wins."),
         BT_TEXT("There is only one move, and it keeps the draw.")},
        {BT_TEXT("All {all} moves win."), BT_TEXT("All {all} moves keep the draw.")},
        {BT_TEXT(
             "{good, plural, one {Only 1 of the {all} moves wins.} other {{good} of "
             "the {all} moves win.}}"),
         BT_TEXT("{good, plural, one {Only 1 of the {all} moves keeps the draw.} other "
                 "{{good} of the {all} moves keep the draw.}}")},
        {BT_TEXT("{good, plural, one {At least 1 of the {all} moves wins.} other {At "
                 "least {good} of the {all} moves win.}}"),
         BT_TEXT("{good, plural, one {At least 1 of the {all} moves keeps the draw.} "
                 "other {At least {good} of the {all} moves keep the draw.}}")},
        {BT_TEXT(
             "There are {all} moves or more, and {good, plural, one {only 1 of them "
             "wins} other {{good} of them win}}."),
         BT_TEXT(
             "There are {all} moves or more, and {good, plural, one {only 1 of them "
             "keeps the draw} other {{good} of them keep the draw}}.")},
        {BT_TEXT("There are {all} moves or more, and at least {good, plural, one {1 of "
                 "them wins} other {{good} of them win}}."),
         BT_TEXT("There are {all} moves or more, and at least {good, plural, one {1 of "
                 "them keeps the draw} other {{good} of them keep the draw}}.")},
        {BT_TEXT("Both moves win."), BT_TEXT("Both moves keep the draw.")}};
    size_t row = all >= COUNTED ? 4u + more
                 : more         ? 3
                 : good < all   ? 2
                 : all == 2     ? 6
                                : all > 1;
    return words[row][draw];
}

static bt_status put_where(bt_session *s, const bti_view *view, bti_kept *move,
                           bt_text *out)
{
    size_t all = 0, good = 0;
    bool more = false;
    if (view->outcome == BT_P) {
        bt_say(out,
               "Every move leads to an N-position, so every move loses against best "
               "play. Make the game long: the opponent may still go wrong.",
               BT_NO_ARGS);
        return bt_text_status(out);
    }
    BT_TRY(bti_count_moves(&s->tree.sum, COUNTED, &all));
    bt_status counted =
        bti_count_good(&s->judge, &s->tree.sum, view, COUNTED, &good, &more);
    if (counted != BT_OK && counted != BT_UNABLE)
        return counted;
    good = good > 0 ? good : 1; /* there is `move` */
    put_place(&s->tree.sum, move, out);
    bt_say(out, count_words(view->outcome == BT_D, all, good, more || good >= COUNTED),
           BT_ARGS(BT_NUM("all", all), BT_NUM("good", good)));
    return bt_text_status(out);
}

static bt_status put_which(bt_session *s, const bti_view *view, bti_kept *move,
                           bt_text *out)
{
    bt_text words, position;
    bt_text_init(&words, s->ctx);
    bt_text_init(&position, s->ctx);
    bt_status status = bti_put_move(&words, &s->tree.sum, move);
    bti_kept_swap(&s->tree.sum, move);
    bti_put_short_position(&position, &s->tree.sum);
    bti_kept_swap(&s->tree.sum, move);
    const bt_args args = BT_ARGS(BT_SPAN("move", bt_text_span(&words)),
                                 BT_SPAN("position", bt_text_span(&position)));
    if (view->outcome == BT_N)
        bt_say(out, "A winning move: {move}. It leaves {position}.", args);
    else if (view->outcome == BT_D)
        bt_say(out, "A move that keeps the draw: {move}. It leaves {position}.", args);
    else
        bt_say(out, "A good try: {move}. It leaves {position}.", args);
    bti_piece_end(&words, out);
    bti_piece_end(&position, out);
    return status == BT_OK ? bt_text_status(out) : status;
}

static bt_status put_why(bt_session *s, bt_text *out)
{
    bt_steps steps;
    bt_steps_init(&steps, s->ctx);
    bt_status status = bti_judge_explain(&s->judge, &s->tree.sum, &steps);
    if (status == BT_OK)
        bt_steps_write_text(&steps, out);
    else if (status == BT_UNABLE || status == BT_DOMAIN) {
        bt_text sentence;
        bt_text_init(&sentence, s->ctx);
        bt_say(&sentence, "Bouton cannot say why: {reason}.",
               BT_ARGS(BT_STR("reason", bt_message(s->ctx))));
        bt_text_put_wrapped(out, bt_text_chars(&sentence), 0);
        bti_piece_end(&sentence, out);
        status = BT_OK;
    }
    bt_steps_free(&steps);
    return status == BT_OK ? bt_text_status(out) : status;
}

/* Which of the winning moves, from 0, the last hint explains: the one that its
 * explanation says first. The first, if there is no explanation. */
static bt_status find_explained(bt_session *s, uint64_t *nth)
{
    bt_steps steps;
    bt_steps_init(&steps, s->ctx);
    *nth = 0;
    bt_status status = bti_judge_explain(&s->judge, &s->tree.sum, &steps);
    const bt_step *step = status == BT_OK ? steps.first : NULL;
    while (step && strcmp(step->kind, "move") != 0)
        step = step->next;
    for (const bt_fact *fact = step ? step->facts : NULL; fact; fact = fact->next)
        if (strcmp(fact->key, "nth") == 0)
            *nth = fact->number[0];
    bt_steps_free(&steps);
    return status == BT_UNABLE || status == BT_DOMAIN ? BT_OK : status;
}

struct explained {
    bt_visit visit;
    uint64_t before; /* winning moves that are still passed over */
    bti_kept *move;
    bool *found;
};

static bool keep_explained(bt_visit *visit, const bt_move *move)
{
    struct explained *f = (struct explained *)visit;
    if (f->before-- > 0)
        return true;
    visit->status = bti_kept_set(f->move, move);
    *f->found = visit->status == BT_OK;
    return false;
}

/* Any winning move will do where play ends; elsewhere it has to bring the end near. */
static bool play_ends(const bt_sum *sum)
{
    for (size_t i = 0; i < sum->n; i++) {
        const bt_game *game = sum->part[i].game;
        if (bti_game_file_of(game) ? !bti_game_ends(game) : !game->rules->rank)
            return false;
    }
    return true;
}

/* The move that all hints about a position speak of. */
static bt_status choose(bt_session *s, const bti_view *view, bti_kept *move,
                        bool *found)
{
    bt_sum *sum = &s->tree.sum;
    struct explained explained = {{.option = keep_explained}, 0, move, found};
    *found = false;
    if (view->outcome == BT_N && play_ends(sum)) {
        BT_TRY(find_explained(s, &explained.before));
        bt_status status = bti_walk_good(&s->judge, sum, BT_P, &explained.visit);
        if (*found || (status != BT_OK && status != BT_UNABLE))
            return status;
    }
    return bti_best_move(&s->judge, sum, view, NULL, move, found);
}

/* The sentences of a hint before the last one. */
static bt_status put_sentences(bt_session *s, unsigned step, bti_kept *move,
                               bt_text *out)
{
    bti_view view;
    bool found = false;
    BT_TRY(bti_view_here(s, &view));
    if (step == 1 || view.outcome == BT_UNKNOWN) {
        put_who(s, &view, out);
        return bt_text_status(out);
    }
    BT_TRY(choose(s, &view, move, &found));
    if (!found)
        return BT_OK;
    return step == 2 ? put_where(s, &view, move, out) : put_which(s, &view, move, out);
}

static bt_status put_step(bt_session *s, unsigned step, bti_kept *move, bt_text *out)
{
    bt_text words;
    if (step >= BTI_HINTS)
        return put_why(s, out);
    bt_text_init(&words, s->ctx);
    bt_status status = put_sentences(s, step, move, &words);
    if (status == BT_OK && words.len > 0)
        bt_text_put_wrapped(out, bt_text_chars(&words), 0);
    bti_piece_end(&words, out);
    return status == BT_OK ? bt_text_status(out) : status;
}

bt_status bti_hint_move(bt_session *s, bti_kept *move, bool *found)
{
    bti_view view;
    *found = false;
    if (bti_hints_given(s) < 2)
        return BT_OK;
    BT_TRY(bti_view_here(s, &view));
    /* In a P-position the second hint is that every move loses. */
    if (view.outcome == BT_UNKNOWN || (view.outcome == BT_P && bti_hints_given(s) == 2))
        return BT_OK;
    return choose(s, &view, move, found);
}

unsigned bti_hints_given(const bt_session *s)
{
    return s->hint_node == s->tree.at ? s->hints : 0;
}

bt_status bti_hints_most(bt_session *s, unsigned *most)
{
    bti_view view;
    BT_TRY(bti_view_here(s, &view));
    *most = view.outcome == BT_UNKNOWN ? 1 : BTI_HINTS;
    return BT_OK;
}

const char *bti_next_hint(unsigned given, unsigned most)
{
    static const char *const what[] = {BT_TEXT("who should win"),
                                       BT_TEXT("where to look"), BT_TEXT("which move"),
                                       BT_TEXT("why")};
    return given < most ? what[given] : NULL;
}

/* After the last one it is given again. */
bt_status bti_put_hint(bt_session *s, bt_text *out)
{
    bti_kept move;
    unsigned most = 0;
    BT_TRY(bti_hints_most(s, &most));
    unsigned given = bti_hints_given(s);
    given = given < most ? given + 1 : most;
    bti_kept_init(&move, s->ctx);
    bt_status status = put_step(s, given, &move, out);
    bti_kept_free(&move);
    BT_TRY(status);
    s->hint_node = s->tree.at;
    s->hints = given;
    static const char *const again[] = {BT_TEXT("('hint' again: where to look)\n"),
                                        BT_TEXT("('hint' again: which move)\n"),
                                        BT_TEXT("('hint' again: why)\n")};
    if (given < most && !s->how.quiet)
        bt_say(out, again[given - 1], BT_NO_ARGS);
    return bt_text_status(out);
}
