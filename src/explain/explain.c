/* SPDX-License-Identifier: MIT
 * The reason for an answer. A rule set tells the reason of its theorem; here it is
 * framed: the verdict before it, the move (or, where every move loses, the opponent's
 * answers) behind it. Sums are explained by the values of their parts, and what was
 * searched by the labels of the options and the lemma that every course begins with. */
#include <bouton/explain.h>

#include "explain/copycat.h"
#include "solve/sum_words.h"

#include <string.h>

enum { TOLD_OPTIONS = 24, ANSWERED_OPTIONS = 12, TOLD_MOVES = 8 };

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
    const char *why = outcome == BT_N   ? "the player to move wins"
                      : outcome == BT_P ? "the player to move loses"
                                        : "neither player can force a win";
    if (terminal)
        bt_step_say(
            s->steps, "terminal",
            "No move is left. In {said} play the player who cannot move {player}.",
            BT_ARGS(BT_STR("said", bti_play_said(play)),
                    BT_STR("player", bti_stuck_player(play))));
    else
        bt_step_say(
            s->steps, "verdict", "{name}: {why}.",
            BT_ARGS(BT_STR("name", bti_outcome_name(outcome)), BT_STR("why", why)));
    bt_step_words(s->steps, "outcome", bt_span_of(bti_outcome_letter(outcome)));
}

/* The set is the solver's and gone when it is asked again, so this comes first. */
static bt_status say_infinity(story *s)
{
    const bt_verdict *v = &s->verdict;
    if (!v->infinite)
        return BT_OK;
    bt_text set;
    bt_text_init(&set, context_of(s));
    for (size_t i = 0; i < v->infinity_count; i++)
        bt_text_format(&set, "%s%llu", i > 0 ? "," : "",
                       (unsigned long long)v->infinity[i]);
    bt_status status = bt_text_status(&set);
    if (status == BT_OK) {
        if (v->infinity_count == 0)
            bt_step_say(s->steps, "infinity",
                        "The Grundy value is infinity, and no option has a number as "
                        "its value: play need not end here. Beside games whose values "
                        "are numbers it is a draw.",
                        BT_NO_ARGS);
        else
            bt_step_say(s->steps, "infinity",
                        "The Grundy value is infinity with '{'{set}'}', the numbers "
                        "among the values of its options: play need not end here. "
                        "Beside games whose values are numbers it is N if their "
                        "nim-sum is {infinity_count, plural, one {that number} other "
                        "{one of these numbers}}, otherwise a draw.",
                        BT_ARGS(BT_STR("set", bt_text_chars(&set)),
                                BT_NUM("infinity_count", v->infinity_count)));
        bt_step_numbers(s->steps, "infinity", v->infinity, v->infinity_count);
    }
    bt_text_free(&set);
    return status;
}

/* The winning moves, said with where they lead, as many as a board holds. */
struct winning_moves {
    bt_visit visit;
    story *story;
    size_t told;
    bool draws; /* the moves that keep a draw instead */
};

static bt_status say_one_winning(struct winning_moves *w, const bt_move *made)
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
        bt_step_say(
            s->steps, "move",
            "{told, select, yes {Another} other {{draws, select, yes {A move that "
            "keeps the draw} other {A winning move}}}}: {move}. That leaves {target}, "
            "{draws, select, yes {a draw as well} other {where the opponent loses}}.",
            BT_ARGS(BT_TRUE("draws", w->draws), BT_TRUE("told", w->told > 0),
                    BT_STR("move", bt_text_chars(&move)),
                    BT_STR("target", bt_text_chars(&target))));
        bt_step_words(s->steps, "to", bt_text_span(&target));
        bt_step_words(s->steps, "move", bt_text_span(&move));
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
    if (w->told == TOLD_MOVES) {
        bt_step_say(w->story->steps, "more",
                    "There are more {draws, select, yes {drawing} other {winning}} "
                    "moves; 'bouton solve' lists them.",
                    BT_ARGS(BT_TRUE("draws", w->draws)));
        return false;
    }
    visit->status = say_one_winning(w, move);
    return visit->status == BT_OK;
}

static bt_status say_winning_moves(story *s)
{
    struct winning_moves w = {
        {.option = say_winning}, s, 0, s->verdict.outcome == BT_D};
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
                    "After a move to {option} the opponent cannot move and has won.",
                    BT_ARGS(BT_STR("option", bt_text_chars(option))));
        bt_step_words(s->steps, "option", bt_text_span(option));
        return bt_steps_status(s->steps);
    }
    BT_TRY(find_answer(s, target, move));
    bt_step_say(s->steps, "answer",
                "After a move to {option} the opponent can answer {target}.",
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
        if (verdict.has_grundy)
            bt_step_say(
                s->steps, "option", "  {option} is {letter}, Grundy value {grundy}",
                BT_ARGS(BT_STR("option", bt_text_chars(&option)),
                        BT_STR("letter", letter), BT_NUM("grundy", verdict.grundy)));
        else
            bt_step_say(s->steps, "option", "  {option} is {letter}",
                        BT_ARGS(BT_STR("option", bt_text_chars(&option)),
                                BT_STR("letter", letter)));
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
        "{outcome2, select, yes {No move leads to a P-position, so the player to move "
        "cannot force a win; but some move leads to a draw again, so neither player "
        "has to lose. Play can go on for ever.} other {{outcome, select, yes {A "
        "position is N if some move leads to a P-position. Labels were found by "
        "search, working back from the terminal positions.} other {A position is P if "
        "every move leads to an N-position. Labels were found by search, working back "
        "from the terminal positions.}}}}",
        BT_ARGS(BT_TRUE("outcome", s->verdict.outcome == BT_N),
                BT_TRUE("outcome2", s->verdict.outcome == BT_D)));
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
            "With best play the game ends after {remoteness} {remoteness, plural, one "
            "{move} other {moves}}: the winner hurries and the loser delays.",
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
                    "Part {i}, {name} {text}, has Grundy value {grundy}.",
                    BT_ARGS(BT_NUM("i", i + 1), BT_STR("name", one.part->game->name),
                            BT_STR("text", bt_text_chars(&text)),
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
                "A sum is P exactly when the nim-sum of the values is 0 (Sprague, "
                "Grundy). Here it is {grundy}:",
                BT_ARGS(BT_NUM("grundy", s->verdict.grundy)));
    bt_step_number(s->steps, "nim_sum", s->verdict.grundy);
    bt_step_numbers(s->steps, "numbers", value, n);
    if (n <= TOLD_OPTIONS)
        bt_step_grid(s->steps, value, NULL, n, 2);
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
    return value ? say_nim_sum(s, value, s->sum->n) : bt_steps_status(s->steps);
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
                "The position falls apart into {n} independent parts, and its Grundy "
                "value is the nim-sum of theirs:",
                BT_ARGS(BT_NUM("n", all->end.n)));
    bt_step_number(s->steps, "parts", all->end.n);
    for (size_t i = 0; i < all->end.n && status == BT_OK; i++) {
        bt_verdict verdict;
        status = find_summand(s, all, i, &text, &verdict);
        if (status != BT_OK)
            break;
        value[i] = verdict.grundy;
        bt_step_say(s->steps, "summand", "  {text} has Grundy value {grundy}",
                    BT_ARGS(BT_STR("text", bt_text_chars(&text)),
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
        bt_step_say(s->steps, "part",
                    "Part {i} has Grundy value {grundy} in normal play; {firm, select, "
                    "yes {some} other {no}} heap in it has a value of 2 or more.",
                    BT_ARGS(BT_NUM("i", i + 1), BT_NUM("grundy", answer.grundy),
                            BT_TRUE("firm", answer.firm)));
        bt_step_number(s->steps, "part", i + 1);
        bt_step_number(s->steps, "grundy", answer.grundy);
    }
    bt_step_say(s->steps, "sum",
                "In misère play such a sum is P exactly when the nim-sum of these "
                "values is {firm}, because {firm2, select, yes {some} other {no}} heap "
                "has a value of 2 or more. Here it is {sum}.",
                BT_ARGS(BT_NUM("firm", (uint64_t)(firm ? 0 : 1)),
                        BT_TRUE("firm2", firm), BT_NUM("sum", sum)));
    bt_step_number(s->steps, "nim_sum", sum);
    return bt_steps_status(s->steps);
}

/* What comes in pairs: heaps, whole parts, or both. */
static const char *twins_word(const story *s)
{
    bool heaps = false, wholes = false;
    for (size_t i = 0; i < s->copycat.n; i++) {
        const bti_twin *t = &s->copycat.twin[i];
        heaps = heaps || (t->partner != BTI_NO_PARTNER && t->word != BTI_WHOLE);
        wholes = wholes || (t->partner != BTI_NO_PARTNER && t->word == BTI_WHOLE);
    }
    return !wholes ? "piles" : heaps ? "piles and parts" : "parts";
}

static void say_pairs(story *s)
{
    const bti_copycat *c = &s->copycat;
    s->copies = true;
    if (c->n == 2)
        bt_step_say(
            s->steps, "copycat",
            "It can also be seen by copying: two equal {word} are in play. Whatever is "
            "done to one of them, the opponent can do to the other.",
            BT_ARGS(BT_STR("word", twins_word(s))));
    else
        bt_step_say(
            s->steps, "copycat",
            "It can also be seen by copying: the {word} come in equal pairs. Whatever "
            "is done to one of a pair, the opponent can do to the other.",
            BT_ARGS(BT_STR("word", twins_word(s))));
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
    char of[48] = "";
    if (s->sum->n > 1) {
        memcpy(of, " of part ", 9);
        of[9 + bt_print_u64(of + 9, t.single.part + 1)] = 0;
    }
    bt_step_say(
        s->steps, "copycat",
        "It can also be seen by copying: without pile {word}{of}, {n, select, yes {two "
        "equal} other {the other}} {word2}{n, select, yes { are left} other { come in "
        "equal pairs}}. Take all of it; then whatever the opponent does to one of {n, "
        "select, yes {them} other {a pair}} can be done to the other.",
        BT_ARGS(BT_NUM("word", t.single.word + 1), BT_STR("of", of),
                BT_TRUE("n", c->n == 3), BT_STR("word2", twins_word(s))));
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
