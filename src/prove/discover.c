/* SPDX-License-Identifier: MIT
 * Finding the theorem. If play ends, exactly one set passes the three steps, so the
 * check of a guess is an exact answer to "is this the set of P-positions?". A learner
 * (learn.h) makes guesses from single positions, which are solved by search
 * (outcomes.h). If a guess fails at a position, then the guess is wrong about this
 * position or about one of its options, and search tells about which. So the learner
 * ends with a proved theorem exactly if the set can be read by an automaton in these
 * digits at all, and otherwise at a limit.
 *
 * With one heap the set is often periodic, and automata that read the least digit first
 * are large for periods: there period and preperiod are guessed from a table first.
 * With several heaps, when the first guess was wrong, the game may be a sum
 * (discover_sum.c) or periodic (box_periods.h). */
#include "prove/discover.h"

#include "core/grow.h"
#include "formula/formula_compile.h"
#include "prove/box_periods.h"
#include "prove/learn.h"
#include "prove/outcomes.h"
#include "prove/periods.h"

#include <string.h>

enum {
    MOST_ROUNDS = 300,
    NEAR = 1 << 20,          /* positions below one whose value is wanted */
    LEAST_MEMBERS = 1 << 16, /* of the sets of a subset construction */
    MOST_MEMBERS = 1 << 20,
    SAMPLE = 400, /* positions with which a guess is compared before a proof */
    LONGEST_PERIOD = 1000
};

const bti_discover_limits bti_discover_usual = {.options = 5000000, .states = 500};

static const bti_effort guess_effort = {
    .tuples = 200000, .letters = 800000, .least = false, .eager = true};

/* The teacher of the learner: a tuple is in the set if it is a position and P; for
 * values, if the last number is the value. */
struct pupil {
    bti_teacher teacher;
    bti_theory *t;
    bti_oracle oracle;
    bti_proof_box *box; /* NULL: this game has no boxes */
    bti_outcomes *outcomes;
    bti_learner *learner;
    bti_discovery *out;
    bti_discover_limits limits;
    bool values;
    size_t tracks;
    uint64_t wrong[BTI_VARS_MAX + 1]; /* a tuple about which the guess is wrong */
    bool has_wrong;
    const bti_dfa *guess;
    uint64_t hint[2]; /* values that a failed check spoke of */
};

static void note(struct pupil *p, const uint64_t *x)
{
    p->out->asked++;
    for (size_t i = 0; i < p->t->vars; i++)
        p->out->largest = x[i] > p->out->largest ? x[i] : p->out->largest;
}

static bt_status solve(struct pupil *p, const uint64_t *x, bt_verdict *verdict)
{
    note(p, x);
    if (!bti_oracle_is_near(x, p->t->vars, NEAR))
        return bt_fail(p->t->ctx, BT_UNABLE,
                       "positions with numbers up to {largest} would have to be solved",
                       BT_ARGS(BT_NUM("largest", p->out->largest)));
    return bti_oracle_solve(&p->oracle, x, verdict);
}

/* At its limit the box is given up, and what it does not know is searched for. */
static bt_status ask_box(struct pupil *p, const uint64_t *x, bti_box_label *label)
{
    *label = BTI_BEYOND;
    if (!p->box)
        return BT_OK;
    bt_status status = bti_box_ask(p->box, x, label);
    if (status != BT_UNABLE)
        return status;
    bti_box_free(p->box);
    p->box = NULL;
    return BT_OK;
}

static bt_status ask(bti_teacher *teacher, const uint64_t *value, bool *in)
{
    struct pupil *p = (struct pupil *)teacher;
    bt_verdict verdict;
    *in = false;
    if (!bti_dfa_accepts(p->t->position, value))
        return BT_OK;
    if (!p->values) {
        bti_box_label label = BTI_BEYOND;
        note(p, value);
        BT_TRY(ask_box(p, value, &label));
        *in = label == BTI_BOX_P;
        return label == BTI_BEYOND ? bti_outcomes_ask(p->outcomes, value, in) : BT_OK;
    }
    BT_TRY(solve(p, value, &verdict));
    *in = verdict.grundy == value[p->t->vars];
    return BT_OK;
}

static bool guessed(const struct pupil *p, const uint64_t *tuple)
{
    uint64_t value[2 * BTI_VARS_MAX + 1] = {0};
    memcpy(value, tuple, p->t->vars * sizeof *tuple);
    if (p->values)
        value[bti_value_var(p->t->vars)] = tuple[p->t->vars];
    return bti_dfa_accepts(p->guess, value);
}

/* Compares the guess with the truth at a tuple. */
static bt_status compare(struct pupil *p, const uint64_t *tuple)
{
    bool in;
    BT_TRY(ask(&p->teacher, tuple, &in));
    if (in != guessed(p, tuple)) {
        p->has_wrong = true;
        memcpy(p->wrong, tuple, p->tracks * sizeof *tuple);
    }
    return BT_OK;
}

/* At a position: with its value and with those that the check spoke of. */
static bt_status compare_position(struct pupil *p, const uint64_t *x)
{
    uint64_t tuple[BTI_VARS_MAX + 1];
    bt_verdict verdict;
    memcpy(tuple, x, p->t->vars * sizeof *x);
    if (!p->values)
        return compare(p, tuple);
    BT_TRY(solve(p, x, &verdict));
    uint64_t candidate[] = {verdict.grundy, p->hint[0], p->hint[1]};
    for (size_t i = 0; i < 3 && !p->has_wrong; i++) {
        tuple[p->t->vars] = candidate[i];
        BT_TRY(compare(p, tuple));
    }
    return BT_OK;
}

struct options {
    uint64_t *x;
    size_t vars, count, room;
    bt_context *ctx;
};

static bt_status keep_option(void *arg, const uint64_t *option)
{
    struct options *o = arg;
    BT_TRY(BTI_RESERVE(o->ctx, o->x, o->room, (o->count + 1) * o->vars));
    memcpy(o->x + o->count++ * o->vars, option, o->vars * sizeof *option);
    return BT_OK;
}

/* The check failed at x: the guess is wrong there or at an option. */
static bt_status find_wrong(struct pupil *p, const uint64_t *x)
{
    struct options o = {.vars = p->t->vars, .ctx = p->t->ctx};
    p->has_wrong = false;
    BT_TRY(compare_position(p, x));
    if (p->has_wrong)
        return BT_OK;
    bt_status status = bti_oracle_options(&p->oracle, x, keep_option, &o);
    for (size_t i = 0; i < o.count && status == BT_OK && !p->has_wrong; i++)
        status = compare_position(p, o.x + i * o.vars);
    BTI_RELEASE(o.ctx, o.x, o.room);
    BT_TRY(status);
    if (!p->has_wrong)
        return bt_fail(p->t->ctx, BT_UNABLE,
                       "the proof and the search disagree, which must not happen",
                       BT_NO_ARGS);
    return BT_OK;
}

/* Small positions are cheap to compare, a proof is not. Goes on behind the `done`
 * positions that were compared before. */
static bt_status try_sample(struct pupil *p, size_t done, size_t most)
{
    uint64_t x[BTI_VARS_MAX] = {0};
    size_t tried = 0;
    p->has_wrong = false;
    p->hint[0] = p->hint[1] = 0;
    for (uint64_t total = 0; tried < most; total++) {
        memset(x, 0, sizeof x);
        x[p->t->vars - 1] = total;
        do {
            if (tried++ < done || !bti_dfa_accepts(p->t->position, x))
                continue;
            BT_TRY(compare_position(p, x));
            if (p->has_wrong)
                return BT_OK;
        } while (tried < most && bti_next_tuple(x, p->t->vars));
    }
    return BT_OK;
}

static bt_status check_guess(struct pupil *p, uint64_t members, bti_proof *proof)
{
    bti_dfa_limits limits = p->t->m.limits;
    bti_effort effort = guess_effort;
    if (p->guess->states > bti_effort_tuples(p->t, effort))
        effort.letters = 0; /* the search would meet every state of the guess */
    if (p->t->m.limits.members > members)
        p->t->m.limits.members = members;
    bt_status status = p->values
                           ? bti_check_values(p->t, p->guess, effort, proof)
                           : bti_check_steps(p->t, p->guess, effort, &proof->check);
    p->t->m.limits = limits;
    return status;
}

/* Is the guess right? If not, p->wrong says where. Wrong guesses can make large
 * automata: the check is first tried with little room, and when that does not do, more
 * positions are compared before it gets more. */
static bt_status try_guess(struct pupil *p, bool *right)
{
    bti_proof proof = {.answer = BTI_UNDECIDED};
    size_t done = 0, sample = SAMPLE;
    const uint64_t most = p->t->pool ? 16 * MOST_MEMBERS : MOST_MEMBERS; /* dear sums */
    *right = false;
    for (uint64_t members = LEAST_MEMBERS; members <= most; members *= 16) {
        BT_TRY(try_sample(p, done, sample));
        if (p->has_wrong)
            return BT_OK;
        BT_TRY(check_guess(p, members, &proof));
        if (proof.check.result != BTI_GAVE_UP)
            break;
        done = sample;
        sample *= 4;
    }
    if (proof.check.result == BTI_GAVE_UP)
        return bt_fail_at_limit(p->t->ctx, proof.check.why.limit, "{why}",
                                BT_ARGS(BT_STR("why", proof.check.why.words)));
    *right = proof.check.result == BTI_HOLDS;
    if (*right)
        return BT_OK;
    p->hint[0] = proof.value;
    p->hint[1] = proof.other_value;
    return find_wrong(p, proof.check.position);
}

/* A formula read and made an automaton. */
static bt_status set_of_text(bti_theory *t, bool values, bt_arena *arena, bt_span text,
                             bti_dfa **out)
{
    bti_scope scope = t->file->scope;
    bti_formula_text from = {.name = "a guess", .text = text};
    const bti_node *formula;
    *out = NULL;
    scope.lets = NULL;
    scope.value = values;
    BT_TRY(bti_formula_parse(arena, &scope, &from, text, &formula));
    return bti_theory_set(t, formula, out);
}

static bt_status try_periodic(struct pupil *p, bt_arena *arena, const char *sign,
                              size_t n, bool *right)
{
    size_t preperiod = 0, period = bti_find_period(sign, n, &preperiod);
    bt_text text;
    *right = false;
    if (period == 0 || period > LONGEST_PERIOD)
        return BT_OK;
    bt_text_init(&text, p->t->ctx);
    if (p->values)
        bti_put_values(&text, p->t->file->scope.var[0], sign, preperiod, period);
    else
        bti_put_periodic(&text, p->t->file->scope.var[0], sign, 'P', preperiod, period);
    bt_status status = bt_text_status(&text);
    const char *words = NULL;
    if (status == BT_OK && !(words = bt_arena_copy(arena, bt_text_span(&text))))
        status = bt_last_status(p->t->ctx);
    bt_text_free(&text);
    BT_TRY(status);
    bti_dfa_free(p->out->set);
    p->out->set = NULL;
    p->out->rounds++;
    BT_TRY(set_of_text(p->t, p->values, arena, bt_span_of(words), &p->out->set));
    bti_proof proof = {.answer = BTI_UNDECIDED};
    p->guess = p->out->set;
    BT_TRY(check_guess(p, MOST_MEMBERS, &proof));
    *right = proof.check.result == BTI_HOLDS;
    if (*right) {
        p->out->words = words;
        p->out->by_table = true;
    }
    return BT_OK;
}

/* What stands for a number in the table: P or N, or its value. */
static bt_status find_sign(struct pupil *p, uint64_t n, char *sign)
{
    bool in;
    bt_verdict verdict;
    if (!p->values) {
        BT_TRY(ask(&p->teacher, &n, &in));
        *sign = in ? 'P' : 'N';
        return BT_OK;
    }
    *sign = (char)BTI_NO_VALUE;
    if (!bti_dfa_accepts(p->t->position, &n))
        return BT_OK;
    BT_TRY(solve(p, &n, &verdict));
    if (verdict.grundy < BTI_NO_VALUE)
        *sign = (char)verdict.grundy;
    return BT_OK;
}

/* The next table is four or five times as long, and may look at 25 times as many
 * options; what is left is for learning. */
static bool has_time(const struct pupil *p, size_t tables)
{
    enum { PART = 50 };
    uint64_t looked = p->oracle.looked + bti_outcomes_looked(p->outcomes);
    looked += p->box ? bti_box_looked(p->box) : 0;
    return tables == 0 || looked < p->limits.options / PART;
}

/* One heap: a table of n numbers. Positions that are none count as N. */
static bt_status try_table(struct pupil *p, bt_arena *arena, bool *right)
{
    static const size_t lengths[] = {60, 300, 1500, 6000};
    const size_t steps = sizeof lengths / sizeof lengths[0];
    char *sign = bt_arena_alloc(arena, lengths[steps - 1] + 1, 1);
    size_t known = 0;
    *right = false;
    if (!sign)
        return bt_last_status(p->t->ctx);
    for (size_t i = 0; i < steps && !*right && has_time(p, i); i++) {
        for (; known < lengths[i]; known++)
            BT_TRY(find_sign(p, known, &sign[known]));
        BT_TRY(try_periodic(p, arena, sign, known, right));
    }
    return BT_OK;
}

/* The words that were read off, if they say the same as the set. */
static bt_status take_words(struct pupil *p, bt_arena *arena, const bt_text *words)
{
    bti_dfa *said = NULL;
    const char *copy = bt_arena_copy(arena, bt_text_span(words));
    if (!copy)
        return bt_last_status(p->t->ctx);
    if (copy[0] == '\0')
        return BT_OK;
    BT_TRY(set_of_text(p->t, false, arena, bt_span_of(copy), &said));
    bt_status status =
        bti_dfa_combine(&p->t->m, &p->out->set, p->t->position, BTI_BOTH);
    if (status == BT_OK && bti_dfa_equal(said, p->out->set))
        p->out->words = copy;
    bti_dfa_free(said);
    return status;
}

static bt_status try_period(struct pupil *p, bt_arena *arena, bti_box_period period,
                            bool *right)
{
    bt_text words;
    bti_proof proof = {.answer = BTI_UNDECIDED};
    bti_dfa *guess;
    *right = false;
    bt_text_init(&words, p->t->ctx);
    bt_status status = bti_box_period_set(p->t, p->box, period, &words, &guess);
    if (guess) {
        bti_dfa_free(p->out->set);
        p->guess = p->out->set = guess;
        p->out->rounds++;
    }
    if (status == BT_OK && guess)
        status = check_guess(p, UINT64_MAX, &proof);
    *right = status == BT_OK && guess && proof.check.result == BTI_HOLDS;
    if (*right) {
        p->out->by_table = true;
        status = take_words(p, arena, &words);
    }
    bt_text_free(&words);
    return status;
}

/* Several heaps: the period must be the same when the boxes become wider. One of 1
 * often means no more than that a box was too narrow. */
static bt_status try_boxes(struct pupil *p, bt_arena *arena, bool *right)
{
    enum { WIDEST = 32, MOST_ACROSS = 512 };
    bti_box_period last = {0, 0}, now;
    uint64_t most = 1;
    bool stays = false;
    *right = false;
    if (!p->box || p->values || p->t->vars == 1 || p->t->m.digits != BTI_BINARY)
        return BT_OK;
    for (uint64_t across = 4; across <= WIDEST && !*right; across *= 2) {
        uint64_t cells = 1;
        for (size_t i = 1; i < p->t->vars && cells <= MOST_ACROSS; i++)
            cells *= across;
        if (cells > MOST_ACROSS)
            break;
        BT_TRY(bti_box_period_find(p->t, p->box, across, &now));
        if (now.period == 0)
            return BT_OK;
        most = cells;
        stays = now.period == last.period && now.preperiod == last.preperiod;
        last = now;
        if (stays)
            BT_TRY(try_period(p, arena, now, right));
    }
    if (!stays && last.period > 1)
        BT_TRY(try_period(p, arena, last, right));
    if (*right) {
        p->out->asked += p->t->vars * BTI_BOX_LENGTH * most;
        p->out->largest = BTI_BOX_LENGTH - 1;
    }
    return BT_OK;
}

/* A short cut: at a limit it is left, and learning goes on. */
static bt_status look_for_period(struct pupil *p, bt_arena *arena, bool *right)
{
    bt_status status = try_boxes(p, arena, right);
    if (status != BT_UNABLE)
        return status;
    *right = false;
    return BT_OK;
}

static bt_status look_for_sum(struct pupil *p, bt_arena *arena, bool *right)
{
    return bti_discover_sum(p->t, p->limits, p->values, arena, p->out, right);
}

/* Two periodic heaps are said more plainly by a period than as a sum. */
static bt_status look_elsewhere(struct pupil *p, bt_arena *arena, bool *right)
{
    bool two = p->t->vars == 2;
    BT_TRY((two ? look_for_period : look_for_sum)(p, arena, right));
    return *right ? BT_OK : (two ? look_for_sum : look_for_period)(p, arena, right);
}

/* The first guess is often right. If not, sums and periods are worth a look before the
 * next. */
static bt_status learn(struct pupil *p, bt_arena *arena)
{
    uint32_t track[BTI_VARS_MAX + 1];
    for (uint32_t i = 0; i < p->t->vars; i++)
        track[i] = i;
    track[p->t->vars] = bti_value_var(p->t->vars);
    BT_TRY(bti_learner_new(&p->t->m, &p->teacher, track, (unsigned)p->tracks,
                           p->limits.states, &p->learner));
    for (;;) {
        bool right;
        bti_dfa *guess;
        BT_TRY(bti_learner_guess(p->learner, &guess));
        bti_dfa_free(p->out->set);
        p->out->set = guess;
        p->guess = guess;
        p->out->rounds++;
        BT_TRY(try_guess(p, &right));
        if (!right && p->out->rounds == 1)
            BT_TRY(look_elsewhere(p, arena, &right));
        if (right)
            return BT_OK;
        if (p->out->rounds >= MOST_ROUNDS)
            return bt_fail(p->t->ctx, BT_UNABLE, "{guesses} guesses were all wrong",
                           BT_ARGS(BT_NUM("guesses", MOST_ROUNDS)));
        BT_TRY(bti_learner_correct(p->learner, p->wrong));
    }
}

static bt_status find(struct pupil *p, bt_arena *arena)
{
    bool right = false;
    if (p->t->vars == 1)
        BT_TRY(try_table(p, arena, &right));
    if (p->tracks > BTI_LEARN_TRACKS)
        BT_TRY(look_for_sum(p, arena, &right));
    if (!right)
        BT_TRY(learn(p, arena));
    /* what a guess says of tuples that are no positions is of no importance */
    if (p->out->set)
        BT_TRY(bti_dfa_combine(&p->t->m, &p->out->set, p->t->position, BTI_BOTH));
    p->out->answer = BTI_PROVED;
    const char *words = p->out->words, *shape = NULL;
    bool large = !p->out->set || p->out->set->states > p->limits.states;
    bool told = p->out->parts > 0 || (p->out->by_table && !p->values);
    if (told && (p->t->vars == 1 || large))
        return BT_OK;
    /* what a table or the parts of a sum say is right, but a shape is often shorter */
    BT_TRY(bti_say_in_words(p->t, p->out->set, p->values, arena, &shape));
    bool shorter = shape && (!words || strlen(shape) < strlen(words));
    p->out->words = shorter ? shape : words;
    return BT_OK;
}

static bt_status discover(bti_theory *t, const bti_measure *measure,
                          const bt_game *game, bti_discover_limits limits, bool values,
                          bt_arena *arena, bti_discovery *out)
{
    struct pupil p = {
        .teacher = {ask}, .t = t, .out = out, .limits = limits, .values = values};
    *out = (bti_discovery){.answer = BTI_UNDECIDED};
    if (!measure->found) { /* search might never end */
        out->answer = BTI_NOT_PROVED;
        return BT_OK;
    }
    p.tracks = t->vars + values;
    bt_status status = bti_oracle_begin(&p.oracle, t->ctx, game, t->vars);
    p.oracle.most = limits.options;
    if (status == BT_OK)
        status = bti_box_new(t, limits.options, &p.box);
    if (status == BT_OK)
        status = bti_outcomes_new(t->ctx, game, t->vars, limits.options, &p.outcomes);
    if (status == BT_OK)
        status = find(&p, arena);
    bti_box_free(p.box);
    bti_outcomes_free(p.outcomes);
    bti_learner_free(p.learner);
    bti_oracle_end(&p.oracle);
    return bti_as_result(t->ctx, status, &out->why);
}

bt_status bti_discover_set(bti_theory *t, const bti_measure *measure,
                           const bt_game *game, bti_discover_limits limits,
                           bt_arena *arena, bti_discovery *out)
{
    return discover(t, measure, game, limits, false, arena, out);
}

bt_status bti_discover_values(bti_theory *t, const bti_measure *measure,
                              const bt_game *game, bti_discover_limits limits,
                              bt_arena *arena, bti_discovery *out)
{
    return discover(t, measure, game, limits, true, arena, out);
}
