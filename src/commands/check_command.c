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
        bt_text_format(out, "positions %s\n", c->rest);
    for (size_t i = 0; i < c->claims; i++)
        bt_text_format(out, "claim     %s\n", c->claim[i]);
    for (size_t i = 0; i < c->grundys; i++)
        bt_text_format(out, "values    %s: %s\n", c->value, c->grundy[i]);
    bt_text_put(out, "automaton ");
    bt_say(out,
           "{states, plural, one {1 state} other {{states} states}}, {nodes, plural, "
           "one {1 node} other {{nodes} nodes}}\n",
           BT_ARGS(BT_NUM("states", c->states), BT_NUM("nodes", c->nodes)));
    for (size_t i = 0; i < c->measures; i++)
        bt_text_format(out, "measure   %s\n", c->measure[i]);
}

/* Parts after one that is wrong were not looked at. */
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
    bt_text_put(out, "a sum of  ");
    bt_say(out, "{parts} parts\n", BT_ARGS(BT_NUM("parts", c->parts)));
    for (size_t i = 0; i < c->parts && c->part[i].vars > 0; i++) {
        put_variables(out, "\npart     ", &c->part[i]);
        put_statement(out, &c->part[i]);
    }
}

/* Grundy values, g for short. */
static void put_value_steps(bt_text *out, const bt_checked *c)
{
    const bt_args args = BT_ARGS(BT_STR("value", c->value));
    bti_say_step(
        out, "1  ",
        c->grundys > 0
            ? BT_TEXT("The formula gives the values {value} that the automaton "
                      "accepts.")
            : BT_TEXT("There is no formula: the values {value} are what the "
                      "automaton accepts."),
        args);
    if (c->claims > 0)
        bti_say_step(out, "   ", BT_TEXT("The claim is true where {value} = 0."), args);
    bti_say_step(out, "2  ",
                 BT_TEXT("Every position has a value {value}; no option has the same "
                         "value; every smaller number is the value of some option."),
                 args);
}

static void put_position_steps(bt_text *out, const bt_checked *c)
{
    bti_say_step(
        out, "1  ",
        c->claims > 0
            ? BT_TEXT("The claim is true exactly in the set P that the automaton "
                      "accepts.")
            : BT_TEXT("There is no claim: P is the set that the automaton accepts."),
        BT_NO_ARGS);
    bti_say_step(
        out, "2  ",
        c->misere ? BT_TEXT("No terminal position is in P; from every other position "
                            "outside P some move leads into P; no move leads from P to "
                            "P.")
                  : BT_TEXT("Terminal positions are in P; from every position outside "
                            "P some move leads into P; no move leads from P to P."),
        BT_NO_ARGS);
}

/* Step 0, in one line or two. */
static void put_first_step(bt_text *out, const bt_checked *c)
{
    bti_say_step(out, "0  ",
                 BT_TEXT("The automaton is well formed; more zeros change nothing."),
                 BT_NO_ARGS);
    if (c->version >= 5)
        bti_say_step(out, "   ", BT_TEXT("Every line is defined at every position."),
                     BT_NO_ARGS);
}

static void put_last_step(bt_text *out)
{
    bti_say_step(out, "3  ", BT_TEXT("Every move lowers the measure, so play ends."),
                 BT_NO_ARGS);
}

static void put_steps(bt_text *out, const bt_checked *c)
{
    put_first_step(out, c);
    (c->value ? put_value_steps : put_position_steps)(out, c);
    put_last_step(out);
}

static void put_sum_steps(bt_text *out, const bt_checked *c)
{
    size_t formulas = 0;
    for (size_t i = 0; i < c->parts; i++)
        formulas += c->part[i].grundys + c->part[i].claims;
    bt_say(out, "In every part:\n", BT_NO_ARGS);
    put_first_step(out, c);
    bti_say_step(
        out, "1  ",
        formulas > 0
            ? BT_TEXT("The values are what the automaton accepts, and the formulas say "
                      "the same.")
            : BT_TEXT("There is no formula: the values are what the automaton "
                      "accepts."),
        BT_NO_ARGS);
    bti_say_step(out, "2  ",
                 BT_TEXT("Every position has a value; no option has the same value; "
                         "every smaller number is the value of some option."),
                 BT_NO_ARGS);
    put_last_step(out);
    if (c->misere)
        bti_say_step(
            out, "4  ",
            BT_TEXT("From every position of value 0 that has a move, some move "
                    "leads to value 1."),
            BT_NO_ARGS);
    bti_say_paragraph(
        out, 0,
        c->misere
            ? BT_TEXT("So misère play is that of Nim with heaps of these sizes.")
            : BT_TEXT("A move is made in one part, so the Grundy value of the sum is "
                      "the nim-sum of the parts' values (Sprague, Grundy)."),
        BT_NO_ARGS);
}

static const char *verdict_of(const bt_checked *c)
{
    if (c->parts > 0 && c->misere)
        return BT_TEXT(
            "VERIFIED for all positions with {variables, plural, one {1 "
            "variable} other {{variables} variables}}: P is where the values "
            "have nim-sum 0 if one is above 1, and nim-sum 1 if none is.");
    if (c->parts > 0)
        return BT_TEXT(
            "VERIFIED for all positions with {variables, plural, one {1 "
            "variable} other {{variables} variables}}: P is where the values "
            "have nim-sum 0.");
    if (c->value)
        return BT_TEXT(
            "VERIFIED for all positions with {variables, plural, one {1 "
            "variable} other {{variables} variables}}: {value} is the Grundy "
            "value.");
    return BT_TEXT("VERIFIED for all positions with {variables, plural, one {1 "
                   "variable} other {{variables} variables}}: P is the set of "
                   "P-positions.");
}

static void put_result(bt_text *out, const bt_checked *c)
{
    static const char about_nothing[] =
        BT_TEXT("VERIFIED, but about nothing: the line 'position' is never true, so "
                "this game has no positions.");
    bt_text_put_char(out, '\n');
    if (bti_put_vacuous_verdict(out, vacuous_of(c), about_nothing))
        return;
    bti_say_paragraph(out, 0, verdict_of(c),
                      BT_ARGS(BT_NUM("variables", c->vars), BT_STR("value", c->value)));
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
    bt_say(out,
           c->position ? BT_TEXT("WRONG: {reason}: {position}.\n")
                       : BT_TEXT("WRONG: {reason}.\n"),
           BT_ARGS(BT_STR("reason", c->why_not), BT_STR("position", c->position)));
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
        "it; 2: it cannot be read; 3: a limit was reached before it was decided.",
    .options = BTI_BIT(BTI_JSON) | BTI_BIT(BTI_MEMORY) | BTI_BIT(BTI_PROGRESS),
    .examples = (const char *const[]){NULL},
    .run = run_check,
};
