/* SPDX-License-Identifier: MIT
 * bouton prove: is a claim true, for all positions at once? */
#include "commands/proof_game.h"
#include "commands/sum_report.h"
#include "core/piece.h"
#include "rules/said.h"

enum { NEAR = 200000, MOST_OPTIONS = 5000000, OPTIONS_SHOWN = 12 };

struct prove {
    bti_call *call;
    bti_proof_game game;
    bt_arena arena;
    const bti_node **claim;
    bti_proof *proof;
    size_t claims;
    const bti_node *values; /* NULL: no formula for values */
    bti_proof value_proof;
    bti_why why; /* why not even the rules could be made into automata */
};

/* Where a formula was written. */
static bti_formula_text source_of(const struct prove *p, bool values)
{
    if (!bti_given(p->call, BTI_CLAIM) && !bti_given(p->call, BTI_VALUES))
        return p->game.file->source;
    return (bti_formula_text){.name = values ? "the formula" : "the claim",
                              .text = values ? p->call->values : p->call->claim};
}

static bt_status read_formula(struct prove *p, bool value, bt_span text,
                              const bti_node **out)
{
    bti_scope scope = p->game.file->scope;
    bti_formula_text from = source_of(p, value);
    scope.value = value;
    scope.what = value ? "a formula for values" : "a claim";
    return bti_formula_parse(&p->arena, &scope, &from, text, out);
}

/* A line 'grundy' is refused beside a variable g when the file is read. */
static bt_status read_values(struct prove *p)
{
    const bti_scope *scope = &p->game.file->scope;
    for (size_t i = 0; i < scope->vars; i++)
        if (bt_span_equal(bt_span_of(scope->var[i]), bt_span_of("g")))
            return bt_fail(p->call->ctx, BT_DOMAIN,
                           "in --values g is the Grundy value; the variable g of "
                           "{game} needs another name",
                           BT_ARGS(BT_STR("game", p->game.name)));
    return read_formula(p, true, p->call->values, &p->values);
}

/* Which claims: those of the command line, or else those of the file. */
static bt_status gather_claims(struct prove *p)
{
    const bti_game_file *file = p->game.file;
    bti_call *call = p->call;
    bool own = bti_given(call, BTI_CLAIM) || bti_given(call, BTI_VALUES);
    size_t room = file->claims + 1;
    p->claim = bt_arena_alloc(&p->arena, room, sizeof *p->claim);
    p->proof = bt_arena_alloc(&p->arena, room, sizeof *p->proof);
    if (!p->claim || !p->proof)
        return bt_last_status(call->ctx);
    if (bti_given(call, BTI_CLAIM))
        BT_TRY(read_formula(p, false, call->claim, &p->claim[p->claims++]));
    if (bti_given(call, BTI_VALUES))
        BT_TRY(read_values(p));
    for (size_t i = 0; i < file->claims && !own; i++)
        p->claim[p->claims++] = file->claim[i].formula;
    if (!own && p->game.game->play == BT_NORMAL)
        p->values = file->grundy.formula;
    if ((p->values || (p->claims == 0 && file->grundy.formula)) &&
        p->game.game->play == BT_MISERE)
        return bt_fail(call->ctx, BT_DOMAIN,
                       "Grundy values belong to normal play; in misère play only a "
                       "claim about P-positions can be proved: give a line 'claim' or "
                       "--claim, or leave out 'misere'",
                       BT_NO_ARGS);
    if (p->claims > 0 || p->values)
        return BT_OK;
    if (p->game.game == p->game.asked)
        return bt_fail(call->ctx, BT_DOMAIN,
                       "{game} claims nothing; add a line 'claim', or give --claim, or "
                       "let 'bouton discover' find the P-positions",
                       BT_ARGS(BT_STR("game", p->game.name)));
    return bt_fail(
        call->ctx, BT_DOMAIN,
        "Bouton knows no theorem about {game} with {heaps, plural, one {1 heap} other "
        "{{heaps} heaps}} that can be written as a short claim; give --claim, or let "
        "'bouton discover' find the P-positions",
        BT_ARGS(BT_STR("game", p->game.name), BT_NUM("heaps", p->game.heaps)));
}

/* Two claims that are proved are the same set, because there is only one. */
static bool are_same(const bti_proof *a, const bti_proof *b)
{
    return (a->answer == BTI_PROVED && b->answer == BTI_PROVED) ||
           (a->set && b->set && bti_dfa_equal(a->set, b->set));
}

static void find_same(struct prove *p, size_t i)
{
    for (size_t j = 0; j < i && p->proof[i].same_as == SIZE_MAX; j++)
        if (are_same(&p->proof[i], &p->proof[j]))
            p->proof[i].same_as = j;
}

static bt_status prove_one(struct prove *p, const bti_node *formula, bool values,
                           bti_proof *proof)
{
    bti_proof_game *game = &p->game;
    bool found = false;
    bti_formula_text from = source_of(p, values);
    bt_status status = bti_theory_check(&game->theory, formula, &from);
    if (status != BT_OK)
        return bti_as_result(p->call->ctx, status, &proof->check.why);
    if (game->measure.found) /* otherwise values are not unique */
        BT_TRY(bti_prove_sum(&game->theory, formula, values, &p->arena, proof, &found));
    if (found)
        return BT_OK;
    return (values ? bti_prove_values : bti_prove_claim)(&game->theory, &game->measure,
                                                         formula, proof);
}

static bt_status prove_all(struct prove *p)
{
    bool ready;
    for (size_t i = 0; i < p->claims; i++)
        p->proof[i].same_as = SIZE_MAX;
    p->value_proof.same_as = SIZE_MAX;
    BT_TRY(bti_proof_game_begin(p->call, &p->game, &p->why, &ready));
    for (size_t i = 0; i < p->claims; i++) {
        p->proof[i].answer = BTI_UNDECIDED;
        if (!ready)
            continue;
        BT_TRY(prove_one(p, p->claim[i], false, &p->proof[i]));
        find_same(p, i);
    }
    p->value_proof.answer = BTI_UNDECIDED;
    if (p->values && ready)
        BT_TRY(prove_one(p, p->values, true, &p->value_proof));
    return BT_OK;
}

/* A refutation outweighs everything, then what is open. */
static bti_proof_answer overall(const struct prove *p)
{
    static const bti_proof_answer order[] = {BTI_REFUTED, BTI_UNDECIDED,
                                             BTI_NOT_PROVED};
    for (size_t k = 0; k < 3; k++) {
        for (size_t i = 0; i < p->claims; i++)
            if (p->proof[i].answer == order[k])
                return order[k];
        if (p->values && p->value_proof.answer == order[k])
            return order[k];
    }
    return BTI_PROVED;
}

/* A position by search, if that is short: BT_UNKNOWN otherwise. */
static bt_status search_for(const struct prove *p, const uint64_t *x, bt_verdict *out)
{
    size_t vars = p->game.file->scope.vars;
    bti_oracle oracle;
    bt_verdict verdict;
    *out = (bt_verdict){.outcome = BT_UNKNOWN};
    if (!p->game.measure.found || !bti_oracle_is_near(x, vars, NEAR))
        return BT_OK;
    bt_status status = bti_oracle_begin(&oracle, p->call->ctx, p->game.game, vars);
    oracle.most = MOST_OPTIONS; /* other numbers may grow */
    if (status == BT_OK)
        status = bti_oracle_solve(&oracle, x, &verdict);
    if (status == BT_OK && verdict.outcome != BT_D)
        *out = verdict;
    bti_oracle_end(&oracle);
    return status == BT_UNABLE ? BT_OK : status;
}

struct listing {
    bt_text *out;
    size_t vars, shown;
};

static int list_option(void *arg, const uint64_t *option)
{
    struct listing *l = arg;
    if (l->shown == OPTIONS_SHOWN) {
        bt_text_put(l->out, ", ...");
        return 1;
    }
    bt_text_put(l->out, l->shown++ ? ", " : "");
    bt_text_put(l->out, l->vars > 1 ? "(" : "");
    bti_put_position(l->out, option, l->vars);
    bt_text_put(l->out, l->vars > 1 ? ")" : "");
    return 0;
}

/* The options of a position, the first of them. */
static bt_status list_options(const struct prove *p, const uint64_t *x, bt_text *out)
{
    size_t vars = p->game.file->scope.vars;
    struct listing listing = {out, vars, 0};
    bti_oracle oracle;
    bt_status status = bti_oracle_begin(&oracle, p->call->ctx, p->game.game, vars);
    if (status == BT_OK) {
        int stop = bti_oracle_options(&oracle, x, list_option, &listing);
        status = stop < 0 ? (bt_status)stop : BT_OK;
    }
    bti_oracle_end(&oracle);
    return status == BT_UNABLE ? BT_OK : status;
}

/* What a refutation is said with. */
struct refutation {
    const struct prove *p;
    const bti_proof *proof;
    bt_text position, to; /* a position, and an option or several */
};

/* Says which step fails, where, and why. `least` and `other` are the same sentence of
 * the least such position and of one that may not be it. */
static void put_refutation(const struct refutation *r, const char *least,
                           const char *other)
{
    const bti_steps_check *c = &r->proof->check;
    bti_say_paragraph(&r->p->call->out, 0, c->least ? least : other,
                      BT_ARGS(BT_NUM("step", c->step),
                              BT_STR("position", bt_text_chars(&r->position)),
                              BT_STR("to", bt_text_chars(&r->to)),
                              BT_NUM("line", r->p->game.file->move[c->rule].line),
                              BT_NUM("value", r->proof->value),
                              BT_NUM("other", r->proof->other_value)));
}

/* The four ways in which a claim can be wrong. */
static void put_wrong_claim(const struct refutation *r)
{
    unsigned step = r->proof->check.step;
    if (step == 3)
        put_refutation(
            r,
            BT_TEXT("Step {step} fails at {position}, the least position where a step "
                    "fails: it is in P, and so is {to}, to which a move leads (line "
                    "{line} of the rules)."),
            BT_TEXT("Step {step} fails at {position} (perhaps not the least such "
                    "position): it is in P, and so is {to}, to which a move leads "
                    "(line {line} of the rules)."));
    else if (step == 2)
        put_refutation(
            r,
            BT_TEXT("Step {step} fails at {position}, the least position where a step "
                    "fails: it is not in P, and none of its options is: {to}."),
            BT_TEXT("Step {step} fails at {position} (perhaps not the least such "
                    "position): it is not in P, and none of its options is: {to}."));
    else if (r->p->game.theory.misere)
        put_refutation(
            r,
            BT_TEXT("Step {step} fails at {position}, the least position where a step "
                    "fails: nobody can move there, and it is in P."),
            BT_TEXT("Step {step} fails at {position} (perhaps not the least such "
                    "position): nobody can move there, and it is in P."));
    else
        put_refutation(
            r,
            BT_TEXT("Step {step} fails at {position}, the least position where a step "
                    "fails: nobody can move there, and it is not in P."),
            BT_TEXT("Step {step} fails at {position} (perhaps not the least such "
                    "position): nobody can move there, and it is not in P."));
}

/* The four ways in which a formula for values can be wrong. */
static void put_wrong_value(const struct refutation *r)
{
    unsigned step = r->proof->check.step;
    if (step == 1 && r->proof->value == r->proof->other_value)
        put_refutation(
            r,
            BT_TEXT("Step {step} fails at {position}, the least position where a step "
                    "fails: the formula gives it no value."),
            BT_TEXT("Step {step} fails at {position} (perhaps not the least such "
                    "position): the formula gives it no value."));
    else if (step == 1)
        put_refutation(
            r,
            BT_TEXT("Step {step} fails at {position}, the least position where a step "
                    "fails: the formula gives it two values, {value} and {other}."),
            BT_TEXT("Step {step} fails at {position} (perhaps not the least such "
                    "position): the formula gives it two values, {value} and "
                    "{other}."));
    else if (step == 2)
        put_refutation(
            r,
            BT_TEXT("Step {step} fails at {position}, the least position where a step "
                    "fails: its value would be {value}, and so would that of an "
                    "option."),
            BT_TEXT("Step {step} fails at {position} (perhaps not the least such "
                    "position): its value would be {value}, and so would that of an "
                    "option."));
    else
        put_refutation(
            r,
            BT_TEXT("Step {step} fails at {position}, the least position where a step "
                    "fails: its value would be {other}, but no option has the value "
                    "{value}."),
            BT_TEXT("Step {step} fails at {position} (perhaps not the least such "
                    "position): its value would be {other}, but no option has the "
                    "value {value}."));
}

static bt_status put_searched(const struct refutation *r, bool values)
{
    bt_text *out = &r->p->call->out;
    const char *position = bt_text_chars(&r->position);
    bt_verdict truth;
    BT_TRY(search_for(r->p, r->proof->check.position, &truth));
    if (values && truth.has_grundy)
        bti_say_paragraph(
            out, 0, "By search, the Grundy value of {position} is {value}.",
            BT_ARGS(BT_STR("position", position), BT_NUM("value", truth.grundy)));
    else if (!values && truth.outcome != BT_UNKNOWN)
        bti_say_paragraph(out, 0,
                          truth.outcome == BT_N
                              ? BT_TEXT("By search, {position} is an N-position.")
                              : BT_TEXT("By search, {position} is a P-position."),
                          BT_ARGS(BT_STR("position", position)));
    return BT_OK;
}

static bt_status put_failure(const struct prove *p, const bti_proof *proof, bool values)
{
    const bti_steps_check *c = &proof->check;
    size_t vars = p->game.file->scope.vars;
    struct refutation r = {.p = p, .proof = proof};
    bt_status status = BT_OK;
    bt_text_init(&r.position, p->call->ctx);
    bt_text_init(&r.to, p->call->ctx);
    bti_put_position(&r.position, c->position, vars);
    if (!values && c->step == 3)
        bti_put_position(&r.to, c->option, vars);
    else if (!values && c->step == 2)
        status = list_options(p, c->position, &r.to);
    if (status == BT_OK) {
        (values ? put_wrong_value : put_wrong_claim)(&r);
        status = put_searched(&r, values);
    }
    bti_piece_end(&r.position, &p->call->out);
    bti_piece_end(&r.to, &p->call->out);
    return status;
}

static void put_steps(bt_text *out, bool misere)
{
    bti_say_step(out, "1  ",
                 misere ? BT_TEXT("No terminal position is in P.")
                        : BT_TEXT("Every terminal position is in P."),
                 BT_NO_ARGS);
    bti_say_step(
        out, "2  ",
        misere ? BT_TEXT("From every other position outside P some move leads into P.")
               : BT_TEXT("From every position outside P some move leads into P."),
        BT_NO_ARGS);
    bti_say_step(out, "3  ", BT_TEXT("No move leads from P to P."), BT_NO_ARGS);
}

static void put_value_steps(bt_text *out)
{
    bti_say_step(out, "1  ", BT_TEXT("Every position has exactly one value g."),
                 BT_NO_ARGS);
    bti_say_step(out, "2  ", BT_TEXT("No option has the same value."), BT_NO_ARGS);
    bti_say_step(out, "3  ",
                 BT_TEXT("Every number below g is the value of some option."),
                 BT_NO_ARGS);
}

static void put_sizes(bt_text *out, const bti_proof *proof)
{
    bt_text words;
    bt_text_init(&words, out->ctx);
    bt_say(&words,
           proof->tracks == 0
               ? BT_TEXT("Checked with {automata, plural, one {1 automaton} other "
                         "{{automata} automata}}; the largest had {states, plural, one "
                         "{1 state} other {{states} states}} ({before} before it was "
                         "made minimal).")
               : BT_TEXT("Checked with {automata, plural, one {1 automaton} other "
                         "{{automata} automata}} on up to {tracks, plural, one {1 "
                         "track} other {{tracks} tracks}}; the largest had {states, "
                         "plural, one {1 state} other {{states} states}} ({before} "
                         "before it was made minimal)."),
           BT_ARGS(BT_NUM("automata", proof->automata), BT_NUM("tracks", proof->tracks),
                   BT_NUM("states", proof->largest),
                   BT_NUM("before", proof->largest_raw)));
    if (proof->set) {
        bt_text_put_char(&words, ' ');
        bt_say(&words,
               "The automaton of the claim has {states, plural, one {1 state} other "
               "{{states} states}}.",
               BT_ARGS(BT_NUM("states", proof->set->states)));
    }
    bti_put_line(out, bt_text_chars(&words), 0);
    bti_piece_end(&words, out);
}

static void put_proved(const struct prove *p, bool values)
{
    bt_text *out = &p->call->out;
    bt_text heaps;
    if (p->game.game == p->game.asked) {
        bti_say_paragraph(
            out, 0,
            values
                ? BT_TEXT("PROVED for all positions with {variables, plural, one {1 "
                          "variable} other {{variables} variables}}: g is the Grundy "
                          "value.")
                : BT_TEXT("PROVED for all positions with {variables, plural, one {1 "
                          "variable} other {{variables} variables}}: P is the set of "
                          "P-positions."),
            BT_ARGS(BT_NUM("variables", p->game.file->scope.vars)));
        return;
    }
    bt_text_init(&heaps, p->call->ctx);
    bti_put_heaps(&heaps, &p->game);
    bti_say_paragraph(
        out, 0,
        values ? BT_TEXT("PROVED for all positions of {game}: g is the Grundy value.")
               : BT_TEXT("PROVED for all positions of {game}: P is the set of "
                         "P-positions."),
        BT_ARGS(BT_STR("game", bt_text_chars(&heaps))));
    bti_piece_end(&heaps, out);
}

static void put_verdict(const struct prove *p, const bti_proof *proof, bool values)
{
    bt_text *out = &p->call->out;
    bti_vacuous vacuous;
    switch (proof->answer) {
    case BTI_PROVED:
        vacuous = bti_proof_game_vacuous(&p->game);
        if (bti_put_vacuous_verdict(out, vacuous, bti_proved_about_nothing))
            return;
        put_proved(p, values);
        bti_put_no_moves(out, vacuous, p->game.theory.misere, values);
        break;
    case BTI_REFUTED:
        bti_say_paragraph(out, 0,
                          values ? BT_TEXT("REFUTED: the formula is false.")
                                 : BT_TEXT("REFUTED: the claim is false."),
                          BT_NO_ARGS);
        break;
    case BTI_NOT_PROVED:
        if (proof->check.result == BTI_FAILS)
            bti_say_paragraph(
                out, 0,
                values ? BT_TEXT("NOT PROVED: step {step} fails, but Bouton could not "
                                 "show that play ends, so the formula is not refuted.")
                       : BT_TEXT("NOT PROVED: step {step} fails, but Bouton could not "
                                 "show that play ends, so the claim is not refuted."),
                BT_ARGS(BT_NUM("step", proof->check.step)));
        else
            bti_say_paragraph(out, 0,
                              "NOT PROVED: Bouton could not show that play ends.",
                              BT_NO_ARGS);
        break;
    case BTI_UNDECIDED:
        bti_put_gave_up(p->call, out, p->why.words[0] ? &p->why : &proof->check.why);
    }
}

static bt_status put_proof(const struct prove *p, const bti_proof *proof, bool values)
{
    bt_text *out = &p->call->out;
    if (proof->check.result == BTI_HOLDS) {
        if (proof->parts > 0) {
            bti_sum_text(out, proof->part, proof->parts);
            bti_sum_why(out, p->game.theory.misere);
        } else if (values)
            put_value_steps(out);
        else
            put_steps(out, p->game.theory.misere);
        bti_measure_text(out, &p->game);
        put_sizes(out, proof);
    } else if (proof->check.result == BTI_FAILS) {
        BT_TRY(put_failure(p, proof, values));
        if (!p->game.measure.found)
            bti_measure_text(out, &p->game);
    }
    put_verdict(p, proof, values);
    return BT_OK;
}

static bt_status put_text(const struct prove *p)
{
    bt_text *out = &p->call->out;
    bti_scope scope = p->game.file->scope;
    scope.lets = NULL;
    bti_proof_game_text(out, &p->game);
    for (size_t i = 0; i < p->claims; i++) {
        bt_text_put(out, "\nclaim     P: ");
        bti_formula_print(p->claim[i], &scope, out);
        bt_text_put_char(out, '\n');
        if (p->proof[i].same_as != SIZE_MAX)
            bt_say(out, "This says the same as claim {same_as}.\n",
                   BT_ARGS(BT_NUM("same_as", p->proof[i].same_as + 1)));
        BT_TRY(put_proof(p, &p->proof[i], false));
    }
    if (p->values) {
        scope.value = true;
        bt_text_put(out, "\nvalues    g: ");
        bti_formula_print(p->values, &scope, out);
        bt_text_put_char(out, '\n');
        BT_TRY(put_proof(p, &p->value_proof, true));
    }
    return bt_text_status(out);
}

static void put_position_member(bt_json_writer *w, const char *key, const uint64_t *x,
                                size_t vars)
{
    bt_text text;
    bt_text_init(&text, w->text->ctx);
    bti_put_position(&text, x, vars);
    if (bt_text_status(&text) != BT_OK)
        w->text->status = text.status;
    bti_put_member(w, key, bt_text_chars(&text));
    bt_text_free(&text);
}

static bt_status put_counterexample(const struct prove *p, bt_json_writer *w,
                                    const bti_proof *proof)
{
    size_t vars = p->game.file->scope.vars;
    const bti_steps_check *c = &proof->check;
    bt_verdict true_one;
    bt_json_key(w, "counterexample");
    if (c->result != BTI_FAILS) {
        bt_json_put_null(w);
        return BT_OK;
    }
    BT_TRY(search_for(p, c->position, &true_one));
    bt_json_open(w, '{');
    put_position_member(w, "position", c->position, vars);
    bti_put_count(w, "step", c->step);
    bti_put_flag(w, "least", c->least);
    bti_put_member(w, "outcome", bti_known_letter(true_one.outcome));
    bti_put_known(w, "grundy", true_one.has_grundy, true_one.grundy);
    if (c->has_option)
        put_position_member(w, "to", c->option, vars);
    else
        bti_put_member(w, "to", NULL);
    bt_json_close(w, '}');
    return BT_OK;
}

/* null where there is no automaton for all variables */
static void put_count_of(bt_json_writer *w, const char *key, const bti_dfa *set,
                         uint64_t count)
{
    if (set)
        bti_put_count(w, key, count);
    else
        bti_put_member(w, key, NULL);
}

static bt_status put_proof_json(const struct prove *p, bt_json_writer *w,
                                const bti_proof *proof, const bti_node *formula)
{
    bti_put_formula(p->call, w, "claim", &p->game, formula);
    bt_json_key(w, "same_as");
    if (proof->same_as == SIZE_MAX)
        bt_json_put_null(w);
    else
        bt_json_put_u64(w, proof->same_as);
    bt_json_key(w, "automaton");
    if (proof->set || proof->parts > 0) {
        bt_json_open(w, '{');
        put_count_of(w, "states", proof->set, proof->set ? proof->set->states : 0);
        put_count_of(w, "tracks", proof->set, proof->set ? proof->set->tracks : 0);
        bti_put_count(w, "largest_states", proof->largest);
        bti_put_count(w, "largest_states_raw", proof->largest_raw);
        bti_put_count(w, "largest_tracks", proof->tracks);
        bti_put_count(w, "automata", proof->automata);
        bt_json_close(w, '}');
    } else {
        bt_json_put_null(w);
    }
    bti_sum_json(w, proof->part, proof->parts);
    bti_put_member(w, "limit",
                   proof->answer != BTI_UNDECIDED ? NULL
                   : p->why.words[0]              ? p->why.words
                                                  : proof->check.why.words);
    return put_counterexample(p, w, proof);
}

/* The first claim stands at the top, all of them in "claims". */
static bt_status put_json(const struct prove *p)
{
    bt_json_writer w;
    bt_json_begin(&w, &p->call->out);
    bt_json_open(&w, '{');
    bti_proof_game_json(&w, &p->game);
    bti_put_member(&w, "result", bti_answer_name(overall(p)));
    bti_put_vacuous_json(&w, overall(p) == BTI_PROVED ? bti_proof_game_vacuous(&p->game)
                                                      : BTI_NOT_VACUOUS);
    const bti_proof *first = p->claims ? &p->proof[0] : &p->value_proof;
    BT_TRY(put_proof_json(p, &w, first, p->claims ? p->claim[0] : p->values));
    bt_json_key(&w, "claims");
    bt_json_open(&w, '[');
    for (size_t i = 0; i < p->claims; i++) {
        bt_json_open(&w, '{');
        bti_put_member(&w, "result", bti_answer_name(p->proof[i].answer));
        BT_TRY(put_proof_json(p, &w, &p->proof[i], p->claim[i]));
        bt_json_close(&w, '}');
    }
    bt_json_close(&w, ']');
    bt_json_key(&w, "values");
    if (p->values) {
        bt_json_open(&w, '{');
        bti_put_member(&w, "result", bti_answer_name(p->value_proof.answer));
        BT_TRY(put_proof_json(p, &w, &p->value_proof, p->values));
        bt_json_close(&w, '}');
    } else {
        bt_json_put_null(&w);
    }
    bt_json_close(&w, '}');
    bt_text_put_char(&p->call->out, '\n');
    return bt_text_status(&p->call->out);
}

/* What was proved by the values of its parts, if something was. */
static const bti_proof *sum_of(const struct prove *p)
{
    for (size_t i = 0; i < p->claims; i++)
        if (p->proof[i].parts > 0)
            return &p->proof[i];
    return p->value_proof.parts > 0 ? &p->value_proof : NULL;
}

/* All claims that were proved are the same set, by the uniqueness of P; with values it
 * is where they are 0. Those that have an automaton are written beside it. */
static bt_status write_theorem(struct prove *p, bt_text *out)
{
    const bti_theory *t = &p->game.theory;
    const bti_measure *measure = &p->game.measure;
    const bti_dfa *set = NULL;
    size_t claims = 0;
    for (size_t i = 0; i < p->claims; i++)
        if (p->proof[i].set) {
            set = p->proof[i].set;
            p->claim[claims++] = p->claim[i];
        }
    if (p->value_proof.set)
        return bti_certificate_write_values(t, measure, p->claim, claims, &p->values, 1,
                                            p->value_proof.set, out);
    if (set && p->value_proof.parts == 0)
        return bti_certificate_write(t, measure, p->claim, claims, set, out);
    const bti_proof *sum = sum_of(p);
    return bti_certificate_write_sum(t, sum->part, sum->parts, out);
}

static bt_status write_certificate(struct prove *p)
{
    bt_text bytes;
    if (overall(p) != BTI_PROVED)
        return bti_no_certificate(p->call, overall(p));
    bt_text_init(&bytes, p->call->ctx);
    bt_status status = write_theorem(p, &bytes);
    if (status == BT_OK)
        status = bti_put_certificate(p->call, &bytes);
    bt_text_free(&bytes);
    return status;
}

static bt_status prove(struct prove *p)
{
    bti_call *call = p->call;
    bt_status opened = bti_proof_game_open(call, &p->game);
    if (opened != BT_OK)
        return bti_gave_up(call, opened);
    if (bti_given(call, BTI_SHOW))
        return bti_proof_game_show(call, &p->game);
    BT_TRY(bti_certificate_alone(call));
    BT_TRY(gather_claims(p));
    BT_TRY(prove_all(p));
    BT_TRY(bti_given(call, BTI_JSON) ? put_json(p) : put_text(p));
    if (bti_given(call, BTI_CERTIFICATE))
        BT_TRY(write_certificate(p));
    static const int code[] = {3, 0, 1, 3}; /* as bti_proof_answer is numbered */
    call->exit_code = code[overall(p)];
    return BT_OK;
}

static bt_status run_prove(bti_call *call)
{
    struct prove p = {.call = call};
    bt_arena_init(&p.arena, call->ctx);
    bt_status status = prove(&p);
    for (size_t i = 0; i < p.claims; i++)
        bti_proof_free(&p.proof[i]);
    bti_proof_free(&p.value_proof);
    bti_proof_game_close(call, &p.game);
    bt_arena_free(&p.arena);
    return status;
}

const bti_command bti_command_prove = {
    .name = "prove",
    .usage =
        (const char *const[]){"prove FILE.game", "prove RULES --heaps NUMBER", NULL},
    .summary = "prove or refute a claim for all positions at once",
    .help =
        "A claim says which positions are P-positions: 'x ^ y ^ z = 0'. It is true\n"
        "if terminal positions have the property, if from every position without it\n"
        "some move leads to one with it, if no move leads from one with it to\n"
        "another, and if play ends. Numbers are read as digits by finite automata, so\n"
        "this is decided for all positions with a given number of heaps.\n"
        "\n"
        "The claims stand in a .game file ('bouton games game' describes\n"
        "the language), or come from the theorem about the rules: --show prints them "
        "as\n"
        "such a file, with --json as the member \"text\". --claim gives another one,\n"
        "--values a formula for Grundy values.\n"
        "\n"
        "PROVED (exit code 0); REFUTED (1), with the least position that shows it;\n"
        "NOT PROVED (3): Bouton could not show that play ends; GAVE UP (3) at a limit.",
    .options = BTI_BIT(BTI_JSON) | BTI_BIT(BTI_MEMORY) | BTI_BIT(BTI_PROGRESS) |
               BTI_BIT(BTI_HEAPS) | BTI_BIT(BTI_CLAIM) | BTI_BIT(BTI_VALUES) |
               BTI_BIT(BTI_SHOW) | BTI_BIT(BTI_CERTIFICATE),
    .examples = (const char *const[]){"prove nim --heaps 3",
                                      "prove nim --heaps 3 --claim 'x + y = z'",
                                      "prove subtraction:1,3,4 --show", NULL},
    .run = run_prove,
};
