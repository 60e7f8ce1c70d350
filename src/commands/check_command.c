/* SPDX-License-Identifier: MIT
 * bouton check: is what a certificate states true? */
#include "commands/vacuous.h"
#include "core/json_members.h"

#include "core/utf8.h"
#include "rules/said.h"

#include <bouton/certificate.h>

#include <string.h>

enum { CERTIFICATE_BYTES = 16 << 20 }; /* as docs/formats/certificate.md has it */

/* What stands in the file about the rules and values of a game or of one part. */
static void put_members(bt_json_writer *w, const bt_checked *c)
{
    bti_put_member(w, "digits", c->digits);
    bti_put_list(w, "vars", c->var, c->vars);
    bti_put_member(w, "positions", c->rest);
    bti_put_list(w, "claims", c->claim, c->claims);
    bti_put_member(w, "value", c->value);
    bti_put_list(w, "grundy", c->grundy, c->grundys);
    bti_put_list(w, "measure", c->measure, c->measures);
    bti_put_count(w, "moves", c->moves);
    bti_put_count(w, "states", c->states);
    bti_put_count(w, "nodes", c->nodes);
    bti_put_count(w, "searched", c->searched);
}

static void put_parts(bt_json_writer *w, const bt_checked *c)
{
    bti_put_list(w, "vars", c->var, c->vars);
    bt_json_key(w, "parts");
    bt_json_open(w, '[');
    for (size_t i = 0; i < c->parts && c->part[i].vars > 0; i++) {
        bt_json_open(w, '{');
        put_members(w, &c->part[i]);
        bt_json_close(w, '}');
    }
    bt_json_close(w, ']');
}

static bti_vacuous vacuous_of(const bt_checked *c)
{
    return c->no_positions ? BTI_NO_POSITIONS
           : c->no_moves   ? BTI_NO_MOVES
                           : BTI_NOT_VACUOUS;
}

static void put_json(bt_text *out, const bt_checked *c)
{
    bt_json_writer w;
    bt_json_begin(&w, out);
    bt_json_open(&w, '{');
    bti_put_member(&w, "result", c->yes ? "yes" : "no");
    bti_put_vacuous_json(&w, vacuous_of(c));
    bti_put_member(&w, "why_not", c->why_not);
    bti_put_member(&w, "position", c->position);
    bti_put_member(&w, "game", c->game);
    bti_put_member(&w, "play", bti_play_name(c->misere ? BT_MISERE : BT_NORMAL));
    (c->parts > 0 ? put_parts : put_members)(&w, c);
    bt_json_close(&w, '}');
    bt_text_put_char(out, '\n');
}

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

static const char *digits_of(const bt_checked *c)
{
    return strcmp(c->digits, "fib") == 0 ? "Fibonacci (Zeckendorf)" : c->digits;
}

static void put_variables(bt_text *out, const char *word, const bt_checked *c)
{
    bt_text_put(out, word);
    for (size_t i = 0; i < c->vars; i++)
        bt_text_format(out, " %s", c->var[i]);
    bt_text_put_char(out, '\n');
}

/* What is stated, of a game or of one part. */
static void put_statement(bt_text *out, const bt_checked *c)
{
    bt_text_format(out, "digits    %s\n", digits_of(c));
    if (c->rest)
        bt_say(out, "positions {rest}\n", BT_ARGS(BT_STR("rest", c->rest)));
    for (size_t i = 0; i < c->claims; i++)
        bt_text_format(out, "claim     %s\n", c->claim[i]);
    for (size_t i = 0; i < c->grundys; i++)
        bt_text_format(out, "values    %s: %s\n", c->value, c->grundy[i]);
    bt_say(out, "automaton {states} state{plural}, {nodes} node{plural2}\n",
           BT_ARGS(BT_NUM("states", c->states), BT_STR("plural", plural(c->states)),
                   BT_NUM("nodes", c->nodes), BT_STR("plural2", plural(c->nodes))));
    for (size_t i = 0; i < c->measures; i++)
        bt_text_format(out, "measure   %s\n", c->measure[i]);
}

/* Parts behind one that is wrong were not looked at. */
static void put_game(bt_text *out, const bt_checked *c)
{
    bt_text_format(out, "game      %s\n", c->game[0] ? c->game : "(no name)");
    put_variables(out, "variables", c);
    bt_text_format(out, "play      %s\n",
                   bti_play_name(c->misere ? BT_MISERE : BT_NORMAL));
    if (c->parts == 0) {
        put_statement(out, c);
        return;
    }
    bt_say(out, "a sum of  {parts} parts\n", BT_ARGS(BT_NUM("parts", c->parts)));
    for (size_t i = 0; i < c->parts && c->part[i].vars > 0; i++) {
        put_variables(out, "\npart     ", &c->part[i]);
        put_statement(out, &c->part[i]);
    }
}

/* A step with the name of the value in place of each @. */
static void put_step_about(bt_text *out, const char *number, const char *words,
                           const char *value)
{
    bt_text_put(out, number);
    size_t begin = out->len;
    for (; *words; words++)
        if (*words == '@')
            bt_text_put(out, value);
        else
            bt_text_put_char(out, *words);
    bti_end_sentence(out, begin, strlen(number));
}

/* The same for Grundy values, g for short. */
static void put_value_steps(bt_text *out, const bt_checked *c)
{
    const char *g = c->value;
    put_step_about(out, "1  ",
                   c->grundys > 0
                       ? "The formula gives the values @ that the automaton accepts."
                       : "There is no formula: the values @ are what the automaton "
                         "accepts.",
                   g);
    if (c->claims > 0)
        put_step_about(out, "   ", "The claim is where @ = 0.", g);
    put_step_about(out, "2  ",
                   "Every position has a value @; no option has the same; every "
                   "smaller number is the value of some option.",
                   g);
}

static void put_position_steps(bt_text *out, const bt_checked *c)
{
    bti_put_step(out, "1  ",
                 c->claims > 0 ? "The claim is the set P that the automaton accepts."
                               : "There is no claim: P is what the automaton accepts.");
    bti_put_step(out, "2  ",
                 c->misere
                     ? "No terminal position is in P; from every other one outside "
                       "P some move leads into P; no move leads from P to P."
                     : "Terminal positions are in P; from every position outside P "
                       "some move leads into P; no move leads from P to P.");
}

/* Step 0, in one line or two. */
static void put_first_step(bt_text *out, const bt_checked *c)
{
    bti_put_step(out, "0  ",
                 "The automaton is well formed; more zeros change nothing.");
    if (c->version >= 5)
        bti_put_step(out, "   ", "Every line is defined at every position.");
}

static void put_steps(bt_text *out, const bt_checked *c)
{
    put_first_step(out, c);
    (c->value ? put_value_steps : put_position_steps)(out, c);
    bti_put_step(out, "3  ", "Every move lowers the measure, so play ends.");
}

static void put_sum_steps(bt_text *out, const bt_checked *c)
{
    size_t formulas = 0;
    for (size_t i = 0; i < c->parts; i++)
        formulas += c->part[i].grundys + c->part[i].claims;
    bt_say(out, "In every part:\n", BT_NO_ARGS);
    put_first_step(out, c);
    bti_put_step(out, "1  ",
                 formulas > 0
                     ? "Values are what the automaton accepts, and so say the formulas."
                     : "There is no formula: values are what the automaton accepts.");
    bti_put_step(out, "2  ",
                 "Every position has a value; no option has the same; every smaller "
                 "number is the value of some option.");
    bti_put_step(out, "3  ", "Every move lowers the measure, so play ends.");
    if (c->misere)
        bti_put_step(
            out, "4  ",
            "From every position of value 0 that has a move, some move leads to "
            "value 1.");
    bti_put_line(out,
                 c->misere
                     ? "So misere play is that of Nim with heaps of these values."
                     : "A move is made in one part, so the Grundy value of the sum "
                       "is the nim-sum of the parts' values (Sprague, Grundy).",
                 0);
}

static void put_result(bt_text *out, const bt_checked *c)
{
    bt_text_put_char(out, '\n');
    if (bti_put_vacuous_verdict(out, vacuous_of(c), "VERIFIED"))
        return;
    size_t begin = out->len;
    bt_say(out, "VERIFIED for all positions with {vars} variable{plural}: ",
           BT_ARGS(BT_NUM("vars", c->vars), BT_STR("plural", plural(c->vars))));
    if (c->parts > 0)
        bt_text_put(out, c->misere ? "P is where the values have nim-sum 0 if one is "
                                     "above 1, and nim-sum 1 if none is."
                                   : "P is where the values have nim-sum 0.");
    else if (c->value)
        bt_say(out, "{value} is the Grundy value.", BT_ARGS(BT_STR("value", c->value)));
    else
        bt_say(out, "P is the set of P-positions.", BT_NO_ARGS);
    bti_end_sentence(out, begin, 0);
    bti_put_no_moves(out, vacuous_of(c), c->misere, c->value != NULL);
}

static void put_text(bt_text *out, const bt_checked *c)
{
    put_game(out, c);
    bt_text_put_char(out, '\n');
    if (c->yes) {
        (c->parts > 0 ? put_sum_steps : put_steps)(out, c);
        put_result(out, c);
        return;
    }
    /* One line, whatever the file calls its variables: no line begins with those. */
    bt_text_format(out, "WRONG: %s", c->why_not);
    if (c->position)
        bt_text_format(out, ": %s", c->position);
    bt_text_put(out, ".\n");
}

static bt_status check_bytes(bti_call *call, bt_span bytes)
{
    bt_arena arena;
    bt_checked checked;
    size_t mark = bti_utf8_mark(bytes.at, bytes.len);
    bytes = (bt_span){bytes.at + mark, bytes.len - mark};
    bt_arena_init(&arena, call->ctx);
    bt_status status = bt_check_certificate(&arena, bytes, &checked);
    if (status == BT_OK) {
        (bti_given(call, BTI_JSON) ? put_json : put_text)(&call->out, &checked);
        call->exit_code = checked.yes ? 0 : 1;
        status = bt_text_status(&call->out);
    }
    bt_arena_free(&arena);
    return status;
}

static bt_status run_check(bti_call *call)
{
    bt_text bytes;
    bt_status status;
    if (call->words != 1)
        return bt_fail(
            call->ctx, BT_SYNTAX,
            "check needs the name of one certificate, or - for standard input",
            BT_NO_ARGS);
    bt_text_init(&bytes, call->ctx);
    if (!bt_span_equal(call->word[0].text, bt_span_of("-")))
        status = bt_read_file_most(&bytes, call->word[0].text, CERTIFICATE_BYTES);
    else if (call->io->input)
        status = bt_read_most(call->io->input, &bytes, CERTIFICATE_BYTES,
                              bt_span_of("standard input"));
    else
        status = bt_fail(call->ctx, BT_UNABLE, "there is no standard input here",
                         BT_NO_ARGS);
    if (status == BT_OK)
        status = check_bytes(call, bt_text_span(&bytes));
    bt_text_free(&bytes);
    return status;
}

const bti_command bti_command_check = {
    .name = "check",
    .usage = (const char *const[]){"check CERTIFICATE", NULL},
    .summary = "verify a certificate with independent code",
    .help =
        "A certificate states the rules of a game, which positions are P-positions\n"
        "or what their Grundy values are, for all positions at once, and why play\n"
        "ends. It is verified without the formulas and automata of the prover that\n"
        "wrote it. Exit code 0: it is right; 1: it is wrong, and a position shows\n"
        "it; 2: it cannot be read; 3: within the limits nobody can tell.",
    .options = BTI_BIT(BTI_JSON) | BTI_BIT(BTI_MEMORY) | BTI_BIT(BTI_PROGRESS),
    .examples = (const char *const[]){NULL},
    .run = run_check,
};
