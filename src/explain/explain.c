/* SPDX-License-Identifier: MIT
 * The reason for an answer. A rule set gives the reason of its theorem; here it is
 * framed: the verdict before it, the move (or, where every move loses, the opponent's
 * answers) after it. Sums are explained by the values of their parts, and what was
 * searched by the labels of the options and the lemma that every course begins with. */
#include <bouton/explain.h>

#include "explain/copycat.h"
#include "solve/sum_words.h"

#include <string.h>

enum { TOLD_OPTIONS = 24, ANSWERED_OPTIONS = 12, TOLD_MOVES = 8, COMPARED_MOVES = 256 };

typedef struct {
    bt_solver *solver;
    bt_sum *sum;
    bt_steps *steps;
    bt_verdict verdict;
    bti_copycat copycat;
    bool copies; /* the opponent can answer every move by its copy */
} story;

static bt_context *context_of(const story *s)
{
    return s->steps->arena.ctx;
}

static void say_verdict(story *s, bool terminal)
{
    bt_play play = s->sum->part[0].game->play;
    bt_outcome outcome = s->verdict.outcome;
    const char *letter = bti_outcome_letter(outcome);
    if (terminal)
        bt_step_say(s->steps, "terminal",
                    play == BT_MISERE
                        ? "N-position: no move is left, and in misère play the player "
                          "who cannot move wins."
                        : "P-position: no move is left, and in normal play the player "
                          "who cannot move loses.",
                    BT_NO_ARGS);
    else
        bt_step_say(s->steps, "verdict",
                    "{outcome, select, N {N-position: the player to move wins.} P "
                    "{P-position: the player to move loses.} other {A draw: neither "
                    "player can force a win.}}",
                    BT_ARGS(BT_STR("outcome", letter)));
    bt_step_words(s->steps, "outcome", bt_span_of(letter));
}

/* The set is the solver's and gone when it is asked again, so this comes first. */
static bt_status say_infinity(story *s)
{
    const bt_verdict *v = &s->verdict;
    if (!v->infinite)
        return BT_OK;
    if (v->infinity_count == 0)
        bt_step_say(s->steps, "infinity",
                    "The Grundy value is infinity, and no option has a number as its "
                    "value: play need not end here. Together with games whose values "
                    "are numbers it is a draw.",
                    BT_NO_ARGS);
    else
        bt_step_say(
            s->steps, "infinity",
            "The Grundy value is infinity, because play need not end here. {numbers, "
            "plural, one {The only number among the values of its options is "
            "{numbers}. Together with games whose values are numbers it is an "
            "N-position if their nim-sum is {numbers}, and otherwise a draw.} other "
            "{The numbers among the values of its options are {numbers}. Together with "
            "games whose values are numbers it is an N-position if their nim-sum is "
            "one "
            "of these, and otherwise a draw.}}",
            BT_ARGS(BT_LIST("numbers", v->infinity, v->infinity_count)));
    bt_step_numbers(s->steps, "infinity", v->infinity, v->infinity_count);
    return bt_steps_status(s->steps);
}

/* The winning moves, said with where they lead, as many as a board holds. */
struct winning_moves {
    bt_visit visit;
    story *story;
    size_t told, seen;
    size_t said; /* which one was said before the others */
    bool draws;  /* the moves that keep a draw instead */
};

/* `nth`: which of the winning moves it is, from 0, in the order of their walk. */
static bt_status say_one_winning(struct winning_moves *w, const bt_move *made,
                                 size_t nth)
{
    story *s = w->story;
    bt_text move, target;
    bt_text_init(&move, context_of(s));
    bt_text_init(&target, context_of(s));
    bt_say_move(&move, s->sum, made);
    bti_put_short_position(&target, s->sum);
    bt_status status = bt_text_status(&move);
    if (status == BT_OK)
        status = bt_text_status(&target);
    if (status == BT_OK) {
        bt_args args = BT_ARGS(BT_TRUE("first", w->told == 0),
                               BT_STR("move", bt_text_chars(&move)),
                               BT_STR("target", bt_text_chars(&target)));
        if (w->draws)
            bt_step_say(s->steps, "move",
                        "{first, select, yes {A move that keeps the draw} other "
                        "{Another}}: {move}. That leaves {target}, which is also a "
                        "draw.",
                        args);
        else
            bt_step_say(
                s->steps, "move",
                "{first, select, yes {A winning move} other {Another}}: {move}. "
                "That leaves {target}, where the opponent loses.",
                args);
        bt_step_words(s->steps, "to", bt_text_span(&target));
        bt_step_words(s->steps, "move", bt_text_span(&move));
        bt_step_number(s->steps, "nth", nth);
        status = bt_steps_status(s->steps);
    }
    w->told++;
    bt_text_free(&move);
    bt_text_free(&target);
    return status;
}

static bool say_winning(bt_visit *visit, const bt_move *move)
{
    struct winning_moves *w = (struct winning_moves *)visit;
    size_t nth = w->seen++;
    if (nth == w->said)
        return true;
    if (w->told == TOLD_MOVES) {
        bt_step_say(w->story->steps, "more",
                    w->draws ? "More moves keep the draw."
                             : "There are more winning moves.",
                    BT_NO_ARGS);
        return false;
    }
    visit->status = say_one_winning(w, move, nth);
    return visit->status == BT_OK;
}

/* The numbers of the first step of this kind, or NULL. */
static const bt_fact *find_numbers(const bt_steps *steps, const char *kind)
{
    const bt_step *step = steps->first;
    while (step && strcmp(step->kind, kind) != 0)
        step = step->next;
    const bt_fact *fact = step ? step->facts : NULL;
    while (fact && strcmp(fact->key, "numbers") != 0)
        fact = fact->next;
    return fact;
}

/* The reason has shown the numbers after one move. That move is said first: the one
 * to a position whose own reason begins with these numbers. */
struct shown_move {
    bt_visit visit;
    struct winning_moves *winning;
    const bt_fact *after;
    size_t seen;
};

static bt_status leads_there(story *s, const bt_fact *after, bool *yes)
{
    const bt_part *part = &s->sum->part[0];
    bt_steps steps;
    bt_steps_init(&steps, context_of(s));
    part->game->rules->reason(part->game, &part->pos, &steps);
    bt_status status = bt_steps_status(&steps);
    const bt_fact *grid = find_numbers(&steps, "grid");
    *yes = status == BT_OK && grid && grid->numbers == after->numbers &&
           memcmp(grid->number, after->number,
                  after->numbers * sizeof *after->number) == 0;
    bt_steps_free(&steps);
    return status;
}

static bool say_if_shown(bt_visit *visit, const bt_move *move)
{
    struct shown_move *m = (struct shown_move *)visit;
    bool yes = false;
    visit->status = leads_there(m->winning->story, m->after, &yes);
    if (visit->status == BT_OK && yes) {
        m->winning->said = m->seen;
        visit->status = say_one_winning(m->winning, move, m->seen);
    }
    return visit->status == BT_OK && !yes && ++m->seen < COMPARED_MOVES;
}

static bt_status say_shown_move(story *s, struct winning_moves *w)
{
    struct shown_move m = {
        {.option = say_if_shown}, w, find_numbers(s->steps, "after"), 0};
    if (w->draws || s->sum->n > 1 || !m.after)
        return BT_OK;
    return bt_walk_winning(s->solver, s->sum, &m.visit);
}

static bt_status say_winning_moves(story *s)
{
    struct winning_moves w = {.visit.option = say_winning,
                              .story = s,
                              .said = SIZE_MAX,
                              .draws = s->verdict.outcome == BT_D};
    BT_TRY(say_shown_move(s, &w));
    BT_TRY(w.draws ? bt_walk_drawing(s->solver, s->sum, &w.visit)
                   : bt_walk_winning(s->solver, s->sum, &w.visit));
    return bt_steps_status(s->steps);
}

/* Counts options up to one more than is wanted. */
struct counter {
    bt_visit visit;
    size_t count, most;
};

static bool count_one(bt_visit *visit, const bt_move *move)
{
    struct counter *c = (struct counter *)visit;
    (void)move;
    return ++c->count <= c->most;
}

static bt_status has_at_most(story *s, size_t most, bool *yes)
{
    struct counter c = {{.option = count_one}, 0, most};
    bt_status status = bt_walk_moves(s->sum, &c.visit);
    *yes = c.count <= most;
    return status;
}

/* Every option of a lost position, with what the opponent answers. */
struct answers {
    bt_visit visit;
    story *story;
};

struct answer {
    bt_visit visit;
    story *story;
    bt_text *target;
};

static bool keep_answer(bt_visit *visit, const bt_move *move)
{
    struct answer *a = (struct answer *)visit;
    (void)move;
    bti_put_short_position(a->target, a->story->sum);
    visit->status = bt_text_status(a->target);
    return false;
}

static bt_status find_answer(story *s, bt_text *target, const bt_move *move)
{
    const bti_twin *moved = s->copies ? bti_copycat_moved(&s->copycat, move) : NULL;
    if (moved) {
        bti_copycat_put(&s->copycat, moved, move, bt_move_words(move), s->sum);
        bti_put_short_position(target, s->sum);
        bti_copycat_put(&s->copycat, moved, move, move->before, s->sum);
        return bt_text_status(target);
    }
    struct answer a = {{.option = keep_answer}, s, target};
    return bt_walk_winning(s->solver, s->sum, &a.visit);
}

static bt_status say_one_answer(story *s, bt_text *option, bt_text *target,
                                const bt_move *move)
{
    bool terminal = false;
    bti_put_short_position(option, s->sum);
    BT_TRY(bt_text_status(option));
    BT_TRY(bt_terminal(s->sum, &terminal));
    if (terminal) { /* only in misere play can that be lost for us */
        bt_step_say(s->steps, "answer",
                    "After a move to {option} the opponent cannot move and so wins.",
                    BT_ARGS(BT_STR("option", bt_text_chars(option))));
        bt_step_words(s->steps, "option", bt_text_span(option));
        return bt_steps_status(s->steps);
    }
    BT_TRY(find_answer(s, target, move));
    bt_step_say(s->steps, "answer",
                "After a move to {option} the opponent can move to {target}.",
                BT_ARGS(BT_STR("option", bt_text_chars(option)),
                        BT_STR("target", bt_text_chars(target))));
    bt_step_words(s->steps, "option", bt_text_span(option));
    bt_step_words(s->steps, "to", bt_text_span(target));
    return bt_steps_status(s->steps);
}

static bool say_answer(bt_visit *visit, const bt_move *move)
{
    story *s = ((struct answers *)visit)->story;
    bt_text option, target;
    bt_text_init(&option, context_of(s));
    bt_text_init(&target, context_of(s));
    visit->status = say_one_answer(s, &option, &target, move);
    bt_text_free(&option);
    bt_text_free(&target);
    return visit->status == BT_OK;
}

static bt_status say_answers(story *s)
{
    bool few = false;
    BT_TRY(has_at_most(s, ANSWERED_OPTIONS, &few));
    if (!few)
        return BT_OK;
    struct answers a = {{.option = say_answer}, s};
    return bt_walk_moves(s->sum, &a.visit);
}

/* By search: the labels of the options, and what follows from them. */
static bt_status say_label(story *s)
{
    bt_verdict verdict;
    bt_text option;
    bt_status status = bt_solve(s->solver, s->sum, &verdict);
    bt_text_init(&option, context_of(s));
    bti_put_short_position(&option, s->sum);
    if (status == BT_OK)
        status = bt_text_status(&option);
    const char *letter = status == BT_OK ? bti_outcome_letter(verdict.outcome) : "";
    if (status == BT_OK) {
        bt_args args =
            BT_ARGS(BT_STR("option", bt_text_chars(&option)), BT_STR("outcome", letter),
                    BT_NUM("grundy", verdict.grundy));
        if (verdict.has_grundy)
            bt_step_say(s->steps, "option",
                        "  {option}, {outcome, select, N {an N-position} other {a "
                        "P-position}} with Grundy value {grundy}",
                        args);
        else
            bt_step_say(s->steps, "option",
                        "  {option}, {outcome, select, N {an N-position} P {a "
                        "P-position} other {a draw}}",
                        args);
        bt_step_words(s->steps, "to", bt_text_span(&option));
        bt_step_words(s->steps, "outcome", bt_span_of(letter));
        if (verdict.has_grundy)
            bt_step_number(s->steps, "grundy", verdict.grundy);
        status = bt_steps_status(s->steps);
    }
    bt_text_free(&option);
    return status;
}

static bool say_option(bt_visit *visit, const bt_move *move)
{
    (void)move;
    visit->status = say_label(((struct answers *)visit)->story);
    return visit->status == BT_OK;
}

static bt_status say_search(story *s)
{
    bool few = false;
    BT_TRY(has_at_most(s, TOLD_OPTIONS, &few));
    if (few) {
        struct answers a = {{.option = say_option}, s};
        bt_step_say(s->steps, "options", "The moves from here lead to:", BT_NO_ARGS);
        BT_TRY(bt_walk_moves(s->sum, &a.visit));
    }
    bt_step_say(
        s->steps, "lemma",
        "{outcome, select, N {Some move leads to a P-position, so this is an "
        "N-position. The labels were found by search, working back from the positions "
        "without moves.} P {Every move leads to an N-position, so this is a "
        "P-position. The labels were found by search, working back from the positions "
        "without moves.} other {No move leads to a P-position, so the player to move "
        "cannot force a win. But some move leads to a draw again, so neither player "
        "has "
        "to lose: play can go on for ever.}}",
        BT_ARGS(BT_STR("outcome", bti_outcome_letter(s->verdict.outcome))));
    if (s->verdict.has_grundy) {
        bt_step_say(s->steps, "mex",
                    "The Grundy value is {grundy}, the least number that is not the "
                    "value of any option.",
                    BT_ARGS(BT_NUM("grundy", s->verdict.grundy)));
        bt_step_number(s->steps, "grundy", s->verdict.grundy);
    }
    if (s->verdict.has_remoteness) {
        bt_step_say(
            s->steps, "remoteness",
            "With best play the game ends after {remoteness, plural, one {one move} "
            "other {{remoteness} moves}}: the winner hurries and the loser delays.",
            BT_ARGS(BT_NUM("remoteness", s->verdict.remoteness)));
        bt_step_number(s->steps, "remoteness", s->verdict.remoteness);
    }
    return bt_steps_status(s->steps);
}

/* One part of a sum in normal play, with its value. */
static bt_status say_part(story *s, size_t i, bt_verdict *verdict)
{
    bt_sum one = {.part = &s->sum->part[i], .n = 1};
    BT_TRY(bt_solve(s->solver, &one, verdict));
    if (!verdict->has_grundy)
        return BT_OK;
    bt_text text;
    bt_text_init(&text, context_of(s));
    bti_put_short_position(&text, &one);
    bt_status status = bt_text_status(&text);
    if (status == BT_OK) {
        bt_step_say(s->steps, "part",
                    "Part {part}, {game} {position}, has Grundy value {grundy}.",
                    BT_ARGS(BT_NUM("part", i + 1), BT_STR("game", one.part->game->name),
                            BT_STR("position", bt_text_chars(&text)),
                            BT_NUM("grundy", verdict->grundy)));
        bt_step_number(s->steps, "part", i + 1);
        bt_step_number(s->steps, "grundy", verdict->grundy);
    }
    bt_text_free(&text);
    return status;
}

static bt_status say_nim_sum(story *s, const uint64_t *value, size_t n)
{
    bt_step_say(s->steps, "sum",
                "A sum is a P-position exactly when the nim-sum of the values is 0 "
                "(Sprague, Grundy). Here it is {grundy}:",
                BT_ARGS(BT_NUM("grundy", s->verdict.grundy)));
    bt_step_number(s->steps, "nim_sum", s->verdict.grundy);
    bt_step_numbers(s->steps, "numbers", value, n);
    if (n <= TOLD_OPTIONS)
        bt_step_grid(s->steps, value, NULL, n, 2);
    if (s->verdict.outcome == BT_P)
        bt_step_say(s->steps, "balanced",
                    "Any move changes one value, so the nim-sum is no longer 0, and "
                    "the opponent can make it 0 again.",
                    BT_NO_ARGS);
    return bt_steps_status(s->steps);
}

/* The part in which the first winning move is made. */
struct first_part {
    bt_visit visit;
    size_t part;
};

static bool keep_part(bt_visit *visit, const bt_move *move)
{
    ((struct first_part *)visit)->part = move->part;
    return false;
}

static bt_status say_part_to_change(story *s, const uint64_t *value)
{
    struct first_part f = {{.option = keep_part}, 0};
    BT_TRY(bt_walk_winning(s->solver, s->sum, &f.visit));
    uint64_t from = value[f.part], to = from ^ s->verdict.grundy;
    bt_step_say(s->steps, "change",
                "Part {part} has value {value} and must get the value {value} xor "
                "{nim_sum} = {to}.",
                BT_ARGS(BT_NUM("part", f.part + 1), BT_NUM("value", from),
                        BT_NUM("nim_sum", s->verdict.grundy), BT_NUM("to", to)));
    bt_step_number(s->steps, "part", f.part + 1);
    bt_step_number(s->steps, "from", from);
    bt_step_number(s->steps, "to", to);
    return bt_steps_status(s->steps);
}

/* A sum in normal play: the value of each part, and the nim-sum of the values. */
static bt_status say_normal_sum(story *s)
{
    uint64_t *value = bt_steps_room(s->steps, s->sum->n);
    for (size_t i = 0; i < s->sum->n && value; i++) {
        bt_verdict verdict;
        BT_TRY(say_part(s, i, &verdict));
        if (!verdict.has_grundy)
            return say_search(s);
        value[i] = verdict.grundy;
    }
    if (value)
        BT_TRY(say_nim_sum(s, value, s->sum->n));
    BT_TRY(bt_steps_status(s->steps));
    return s->verdict.outcome == BT_N ? say_part_to_change(s, value) : BT_OK;
}

/* The value of summand i of a position, and its text. */
static bt_status find_summand(story *s, const bt_summands *all, size_t i, bt_text *text,
                              bt_verdict *verdict)
{
    bt_part one = {.game = s->sum->part[0].game};
    bt_sum sum = {.part = &one, .n = 1};
    const bt_pos words = bt_summand(all, i);
    bt_pos_init(&one.pos, context_of(s));
    bt_status status = bt_pos_copy(&one.pos, &words);
    if (status == BT_OK)
        status = bt_solve(s->solver, &sum, verdict);
    bt_text_clear(text);
    bti_put_short_position(text, &sum);
    bt_pos_free(&one.pos);
    return status == BT_OK ? bt_text_status(text) : status;
}

static bt_status say_summands(story *s, const bt_summands *all)
{
    uint64_t *value = bt_steps_room(s->steps, all->end.n);
    bt_status status = value ? BT_OK : bt_steps_status(s->steps);
    bt_text text;
    bt_text_init(&text, context_of(s));
    bt_step_say(s->steps, "apart",
                "The position falls apart into {parts} independent parts, and its "
                "Grundy value is the nim-sum of theirs:",
                BT_ARGS(BT_NUM("parts", all->end.n)));
    bt_step_number(s->steps, "parts", all->end.n);
    for (size_t i = 0; i < all->end.n && status == BT_OK; i++) {
        bt_verdict verdict;
        status = find_summand(s, all, i, &text, &verdict);
        if (status != BT_OK)
            break;
        value[i] = verdict.grundy;
        bt_step_say(s->steps, "summand", "  {position} has Grundy value {grundy}",
                    BT_ARGS(BT_STR("position", bt_text_chars(&text)),
                            BT_NUM("grundy", verdict.grundy)));
        bt_step_words(s->steps, "position", bt_text_span(&text));
        bt_step_number(s->steps, "grundy", verdict.grundy);
        status = bt_steps_status(s->steps);
    }
    bt_text_free(&text);
    return status == BT_OK ? say_nim_sum(s, value, all->end.n) : status;
}

/* One position that was searched. Where it falls apart its value is known from its
 * parts; if it has a value, so have they, for what can go on for ever in one of them
 * does so in all. */
static bt_status say_searched(story *s)
{
    const bt_part *part = &s->sum->part[0];
    bt_summands all;
    if (!s->verdict.has_grundy || bt_solver_by(s->solver) == BT_BY_PLAIN)
        return say_search(s);
    bt_summands_init(&all, context_of(s));
    bt_status status = bt_split(part->game, &part->pos, &all);
    bool apart = all.end.n > 1 && all.end.n <= TOLD_OPTIONS;
    if (status == BT_OK)
        status = apart ? say_summands(s, &all) : say_search(s);
    bt_summands_free(&all);
    return status;
}

static bt_status say_misere_part(story *s, size_t i, const bt_answer *answer)
{
    bt_sum one = {.part = &s->sum->part[i], .n = 1};
    bt_text text;
    bt_text_init(&text, context_of(s));
    bti_put_short_position(&text, &one);
    bt_status status = bt_text_status(&text);
    if (status == BT_OK) {
        bt_step_say(s->steps, "part",
                    "Part {part}, {game} {position}, has Grundy value {grundy} in "
                    "normal play. {firm, select, yes {Some pile or heap in it has a "
                    "value of 2 or more.} other {No pile or heap in it has a value of "
                    "2 or more.}}",
                    BT_ARGS(BT_NUM("part", i + 1), BT_STR("game", one.part->game->name),
                            BT_STR("position", bt_text_chars(&text)),
                            BT_NUM("grundy", answer->grundy),
                            BT_TRUE("firm", answer->firm)));
        bt_step_number(s->steps, "part", i + 1);
        bt_step_number(s->steps, "grundy", answer->grundy);
    }
    bt_text_free(&text);
    return status;
}

/* In misere play a theorem answers only if every part is tame: it knows their values.
 */
static bt_status say_misere_sum(story *s)
{
    uint64_t sum = 0;
    bool firm = false;
    for (size_t i = 0; i < s->sum->n; i++) {
        const bt_part *part = &s->sum->part[i];
        bt_answer answer;
        part->game->rules->theorem(part->game, &part->pos, &answer);
        sum ^= answer.grundy;
        firm = firm || answer.firm;
        BT_TRY(say_misere_part(s, i, &answer));
    }
    bt_step_say(
        s->steps, "sum",
        firm ? "Some pile or heap in the sum has a value of 2 or more, so in misère "
               "play the sum is "
               "a P-position exactly when the nim-sum of these values is 0. Here "
               "it is {sum}."
             : "No pile or heap in the sum has a value of 2 or more, so in misère play "
               "the sum is a "
               "P-position exactly when the nim-sum of these values is 1. Here "
               "it is {sum}.",
        BT_ARGS(BT_NUM("sum", sum)));
    bt_step_number(s->steps, "nim_sum", sum);
    return bt_steps_status(s->steps);
}

/* What comes in pairs: heaps, whole parts, or both. */
static const char *twins(const story *s)
{
    bool heaps = false, wholes = false;
    for (size_t i = 0; i < s->copycat.n; i++) {
        const bti_twin *t = &s->copycat.twin[i];
        heaps = heaps || (t->partner != BTI_NO_PARTNER && t->word != BTI_WHOLE);
        wholes = wholes || (t->partner != BTI_NO_PARTNER && t->word == BTI_WHOLE);
    }
    return !wholes ? "heaps" : heaps ? "both" : "parts";
}

static void say_pairs(story *s)
{
    const bti_copycat *c = &s->copycat;
    s->copies = true;
    if (c->n == 2)
        bt_step_say(
            s->steps, "copycat",
            "Here is another way to see it. There are two equal {twins, select, "
            "heaps {piles} other {parts}}, and whatever a player does to one of "
            "them, the opponent can do to the other.",
            BT_ARGS(BT_STR("twins", twins(s))));
    else
        bt_step_say(
            s->steps, "copycat",
            "Here is another way to see it. The {twins, select, heaps {piles} parts "
            "{parts} other {piles and parts}} come in equal pairs, and whatever a "
            "player does to one of a pair, the opponent can do to the other.",
            BT_ARGS(BT_STR("twins", twins(s))));
    bt_step_number(s->steps, "pairs", c->n / 2);
}

/* Can the pile without a partner be taken away as a whole? Then that move wins. */
struct taking_all {
    bt_visit visit;
    bti_twin single;
    bool found;
};

static bool look_for_all(bt_visit *visit, const bt_move *move)
{
    struct taking_all *t = (struct taking_all *)visit;
    t->found = move->part == t->single.part && move->now == 1 &&
               move->at == t->single.word && bt_move_words(move)[0] == 0;
    return !t->found;
}

static bt_status say_single(story *s)
{
    const bti_copycat *c = &s->copycat;
    struct taking_all t = {{.option = look_for_all}, c->twin[c->single], false};
    if (t.single.word == BTI_WHOLE)
        return BT_OK;
    BT_TRY(bt_walk_winning(s->solver, s->sum, &t.visit));
    if (!t.found)
        return BT_OK;
    const bt_part *part = &s->sum->part[t.single.part];
    bt_step_say(
        s->steps, "copycat",
        "Here is another way to see it. Take all of pile {pile}{several, select, yes { "
        "of "
        "part {part}} other {}}. {twins_left, plural, =2 {Then two equal {twins, "
        "select, "
        "heaps {piles} other {parts}} are left, and whatever the opponent does to one "
        "of them} other {Then the {twins, select, heaps {piles} parts {parts} other "
        "{piles and parts}} that are left come in equal pairs, and whatever the "
        "opponent does to one of a pair}} can be done to the other.",
        BT_ARGS(BT_NUM("pile", t.single.word + 1), BT_TRUE("several", s->sum->n > 1),
                BT_NUM("part", t.single.part + 1), BT_NUM("twins_left", c->n - 1),
                BT_STR("twins", twins(s))));
    bt_step_number(s->steps, "part", t.single.part + 1);
    bt_step_number(s->steps, "pile", t.single.word + 1);
    bt_step_number(s->steps, "from", part->pos.x[t.single.word]);
    bt_step_number(s->steps, "to", 0);
    return bt_steps_status(s->steps);
}

static bt_status say_copycat(story *s)
{
    bool valid = false;
    if (s->verdict.outcome == BT_D)
        return BT_OK;
    BT_TRY(bti_copycat_find(context_of(s), s->sum, &s->copycat, &valid));
    if (!valid)
        return BT_OK;
    if (s->copycat.singles > 0)
        return say_single(s);
    say_pairs(s);
    return bt_steps_status(s->steps);
}

static bt_status say_sum(story *s)
{
    if (s->sum->part[0].game->play == BT_NORMAL)
        return say_normal_sum(s);
    return s->verdict.by == BT_BY_THEOREM ? say_misere_sum(s) : say_search(s);
}

static bt_status tell(story *s)
{
    bool terminal = false;
    BT_TRY(bt_solve(s->solver, s->sum, &s->verdict));
    BT_TRY(bt_terminal(s->sum, &terminal));
    say_verdict(s, terminal);
    BT_TRY(say_infinity(s));
    if (terminal)
        return bt_steps_status(s->steps);
    const bt_part *part = &s->sum->part[0];
    if (s->sum->n > 1)
        BT_TRY(say_sum(s));
    else if (s->verdict.by == BT_BY_THEOREM && part->game->rules->reason)
        part->game->rules->reason(part->game, &part->pos, s->steps);
    else
        BT_TRY(say_searched(s));
    BT_TRY(bt_steps_status(s->steps));
    BT_TRY(say_copycat(s));
    return s->verdict.outcome == BT_P ? say_answers(s) : say_winning_moves(s);
}

bt_status bt_explain(bt_solver *solver, bt_sum *sum, bt_steps *steps)
{
    story s = {.solver = solver, .sum = sum, .steps = steps};
    return tell(&s);
}
