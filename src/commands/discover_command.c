/* SPDX-License-Identifier: MIT
 * bouton discover: which positions are P-positions, found and proved. */
#include "commands/automaton_view.h"
#include "commands/picture_file.h"
#include "commands/proof_game.h"
#include "commands/sum_report.h"
#include "core/piece.h"
#include "prove/discover.h"

#include <string.h>

enum { SMALL_TABLE = 64 }; /* the most arrows of an automaton that are printed */

struct discover {
    bti_call *call;
    bti_proof_game game;
    bt_arena arena;
    bti_discovery found;
    bool values;
    bti_graph_file picture; /* of -o */
};

static const char *track_name(const struct discover *d, uint32_t var)
{
    return var < d->game.file->scope.vars ? d->game.file->scope.var[var] : "g";
}

static void put_automaton_head(const struct discover *d)
{
    bt_text *out = &d->call->out;
    const bti_dfa *a = d->found.set;
    bt_text tracks;
    bt_text_init(&tracks, d->call->ctx);
    for (unsigned i = 0; i < a->tracks; i++)
        bt_text_format(&tracks, "%s%s", i ? ", " : "", track_name(d, a->track[i]));
    bt_text_put(out, "automaton ");
    bti_say_paragraph(
        out, strlen("automaton "),
        a->tracks > 0
            ? BT_TEXT("{states, plural, one {1 state} other {{states} states}}; it "
                      "reads the digits of {tracks}, least digit first")
            : BT_TEXT("{states, plural, one {1 state} other {{states} states}}; it "
                      "reads nothing, because all positions are alike"),
        BT_ARGS(BT_NUM("states", a->states), BT_STR("tracks", bt_text_chars(&tracks))));
    bti_piece_end(&tracks, out);
}

/* Every state with its arrows: the digits of all numbers that lead on. */
static void put_automaton(const struct discover *d)
{
    bt_text *out = &d->call->out;
    const bti_dfa *a = d->found.set;
    if (!a) {
        bt_say(out, "(one automaton for all of them would be large)\n", BT_NO_ARGS);
        return;
    }
    put_automaton_head(d);
    if (a->tracks > 0 && a->states << a->tracks > SMALL_TABLE)
        bt_say(out,
               a->states <= BTI_STATES_DRAWN
                   ? BT_TEXT("  (its table is too large to be printed; -o draws it)\n")
                   : BT_TEXT("  (its table is too large to be printed)\n"),
               BT_NO_ARGS);
    if (a->tracks == 0 || a->states << a->tracks > SMALL_TABLE)
        return;
    for (size_t s = 0; s < a->states; s++) {
        bt_text_format(out, "  %zu %s", s, a->accept[s] ? "in " : "out");
        for (uint32_t l = 0; l < UINT32_C(1) << a->tracks; l++) {
            bt_text_put(out, "  ");
            for (unsigned i = 0; i < a->tracks; i++)
                bt_text_put_char(out, l >> i & 1 ? '1' : '0');
            bt_text_format(out, ":%u", (unsigned)a->next[s << a->tracks | l]);
        }
        bt_text_put_char(out, '\n');
    }
}

static void put_how(const struct discover *d)
{
    const bti_discovery *f = &d->found;
    const char *words =
        f->by_table
            ? BT_TEXT("Read off a table after {guesses, plural, one {1 guess} other "
                      "{{guesses} guesses}} and {questions, plural, one {1 question} "
                      "other {{questions} questions}} about positions with numbers up "
                      "to {largest}.")
        : f->answer == BTI_PROVED
            ? BT_TEXT("Learned after {guesses, plural, one {1 guess} other {{guesses} "
                      "guesses}} and {questions, plural, one {1 question} other "
                      "{{questions} questions}} about positions with numbers up to "
                      "{largest}.")
            : BT_TEXT("Nothing was found after {guesses, plural, one {1 guess} other "
                      "{{guesses} guesses}} and {questions, plural, one {1 question} "
                      "other {{questions} questions}} about positions with numbers up "
                      "to {largest}.");
    bti_say_paragraph(&d->call->out, 0, words,
                      BT_ARGS(BT_NUM("guesses", f->rounds),
                              BT_NUM("questions", f->asked),
                              BT_NUM("largest", f->largest)));
}

static void put_proved(const struct discover *d)
{
    bt_text *out = &d->call->out;
    bt_text heaps;
    if (d->game.game == d->game.asked) {
        bti_say_paragraph(
            out, 0,
            d->values
                ? BT_TEXT("PROVED for all positions: these are the Grundy values.")
                : BT_TEXT("PROVED for all positions: these are the P-positions."),
            BT_NO_ARGS);
        return;
    }
    bt_text_init(&heaps, d->call->ctx);
    bti_put_heaps(&heaps, &d->game);
    bti_say_paragraph(
        out, 0,
        d->values ? BT_TEXT("PROVED for all positions of {game}: these are the Grundy "
                            "values.")
                  : BT_TEXT("PROVED for all positions of {game}: these are the "
                            "P-positions."),
        BT_ARGS(BT_STR("game", bt_text_chars(&heaps))));
    bti_piece_end(&heaps, out);
}

static void put_found(const struct discover *d)
{
    bt_text *out = &d->call->out;
    if (d->found.parts > 0) {
        bti_sum_text(out, d->found.part, d->found.parts);
        bt_text_put_char(out, '\n');
    }
    if (d->found.words)
        bt_text_format(out, "%s %s\n", d->values ? "grundy" : "claim", d->found.words);
    else
        bti_say_paragraph(out, 0,
                          "No short formula was found; the automaton is the answer.",
                          BT_NO_ARGS);
    put_automaton(d);
    put_how(d);
    if (d->found.parts > 0)
        bti_sum_why(out, d->game.game->play == BT_MISERE);
    bti_measure_text(out, &d->game);
    bti_vacuous vacuous = bti_proof_game_vacuous(&d->game);
    if (bti_put_vacuous_verdict(out, vacuous, bti_proved_about_nothing))
        return;
    put_proved(d);
    bti_put_no_moves(out, vacuous, d->game.game->play == BT_MISERE, d->values);
}

static void put_text(const struct discover *d)
{
    bt_text *out = &d->call->out;
    bti_proof_game_text(out, &d->game);
    bt_text_put_char(out, '\n');
    if (d->found.answer == BTI_PROVED) {
        put_found(d);
    } else if (d->found.answer == BTI_NOT_PROVED) {
        bti_measure_text(out, &d->game);
        bt_say(
            out,
            "NOT PROVED: Bouton could not show that play ends, so it did not search.\n",
            BT_NO_ARGS);
    } else {
        if (d->found.rounds > 0)
            put_how(d);
        bti_put_gave_up(d->call, out, &d->found.why);
    }
}

static void put_json(const struct discover *d)
{
    bt_json_writer w;
    const bti_discovery *f = &d->found;
    bt_json_begin(&w, &d->call->out);
    bt_json_open(&w, '{');
    bti_proof_game_json(&w, &d->game);
    bti_put_member(&w, "result", bti_answer_name(f->answer));
    bti_put_vacuous_json(&w, f->answer == BTI_PROVED ? bti_proof_game_vacuous(&d->game)
                                                     : BTI_NOT_VACUOUS);
    bti_put_member(&w, "what", d->values ? "grundy" : "claim");
    bti_put_member(&w, "claim", f->words);
    bt_json_key(&w, "automaton");
    if (f->answer == BTI_PROVED && f->set) {
        bt_json_open(&w, '{');
        bti_put_count(&w, "states", f->set->states);
        bti_put_count(&w, "tracks", f->set->tracks);
        bt_json_close(&w, '}');
    } else {
        bt_json_put_null(&w);
    }
    bti_sum_json(&w, f->part, f->parts);
    bti_put_count(&w, "guesses", f->rounds);
    bti_put_count(&w, "asked", f->asked);
    bti_put_count(&w, "largest", f->largest);
    bti_put_member(&w, "limit", f->answer == BTI_UNDECIDED ? f->why.words : NULL);
    bt_json_close(&w, '}');
    bt_text_put_char(&d->call->out, '\n');
}

/* The words that were found, as a formula. */
static bt_status read_words(struct discover *d, const bti_node **formula)
{
    bti_scope scope = d->game.file->scope;
    bt_span text = bt_span_of(d->found.words);
    bti_formula_text from = {.name = "the words", .text = text};
    scope.lets = NULL;
    scope.value = d->values;
    return bti_formula_parse(&d->arena, &scope, &from, text, formula);
}

static bt_status write_theorem(struct discover *d, bt_text *out)
{
    const bti_theory *t = &d->game.theory;
    const bti_measure *measure = &d->game.measure;
    const bti_node *words = NULL;
    size_t count = d->found.words != NULL;
    if (d->found.parts > 0)
        return bti_certificate_write_sum(t, d->found.part, d->found.parts, out);
    if (count > 0)
        BT_TRY(read_words(d, &words));
    if (d->values)
        return bti_certificate_write_values(t, measure, NULL, 0, &words, count,
                                            d->found.set, out);
    return bti_certificate_write(t, measure, &words, count, d->found.set, out);
}

static bt_status write_certificate(struct discover *d)
{
    bt_text bytes;
    if (d->found.answer != BTI_PROVED)
        return bti_no_certificate(d->call, d->found.answer);
    bt_text_init(&bytes, d->call->ctx);
    bt_status status = write_theorem(d, &bytes);
    if (status == BT_OK)
        status = bti_put_certificate(d->call, &bytes);
    bt_text_free(&bytes);
    return status;
}

static bt_status read_picture(struct discover *d)
{
    if (!bti_given(d->call, BTI_OUTPUT))
        return BT_OK;
    bt_status status = bti_graph_file_kind(d->call, &d->picture);
    if (status == BT_SYNTAX || (status == BT_OK && d->picture == BTI_GRAPH_JSON))
        return bt_fail(d->call->ctx, BT_SYNTAX,
                       "-o draws the automaton into a file that ends in .svg, .tex, "
                       ".png or .dot; --json gives an answer as JSON",
                       BT_NO_ARGS);
    return status;
}

static void put_title(const struct discover *d, bt_text *out)
{
    const char *title = d->game.file->title;
    bt_text game;
    bt_text_init(&game, out->ctx);
    if (d->game.game != d->game.asked)
        bti_put_heaps(&game, &d->game);
    else
        bt_say(&game,
               d->game.game->play == BT_MISERE ? BT_TEXT("{game}, misère play")
                                               : BT_TEXT("{game}"),
               BT_ARGS(BT_STR("game", title[0] ? title : d->game.name)));
    bt_say(out, d->values ? BT_TEXT("Grundy values of {game}") : BT_TEXT("{game}"),
           BT_ARGS(BT_STR("game", bt_text_chars(&game))));
    bti_piece_end(&game, out);
}

static bt_status draw_automaton(struct discover *d)
{
    const bti_dfa *a = d->found.set;
    const char *track[BTI_DFA_MOST_TRACKS];
    bt_text title;
    bt_graph_view view;
    if (d->found.answer != BTI_PROVED)
        return BT_OK;
    if (!a)
        return bt_fail(d->call->ctx, BT_UNABLE,
                       "the automaton of the whole sum is too large to draw",
                       BT_NO_ARGS);
    for (unsigned i = 0; i < a->tracks; i++)
        track[i] = track_name(d, a->track[i]);
    bt_text_init(&title, d->call->ctx);
    put_title(d, &title);
    bti_automaton_about about = {bt_text_chars(&title), track, d->values};
    bt_status status = bt_text_status(&title);
    if (status == BT_OK)
        status = bti_automaton_view(&d->arena, a, &about, &view);
    if (status == BT_OK)
        status = bti_draw_graph_file(d->call, d->call->output, d->picture, &view);
    bt_text_free(&title);
    return status;
}

static bt_status discover(struct discover *d)
{
    bti_call *call = d->call;
    bool ready;
    BT_TRY(read_picture(d));
    bt_status opened = bti_proof_game_open(call, &d->game);
    if (opened != BT_OK)
        return bti_gave_up(call, opened);
    d->values = bti_given(call, BTI_GRUNDY);
    if (bti_given(call, BTI_SHOW))
        return bti_proof_game_show(call, &d->game);
    BT_TRY(bti_certificate_alone(call));
    if (d->values && d->game.game->play == BT_MISERE)
        return bt_fail(call->ctx, BT_DOMAIN, "Grundy values belong to normal play",
                       BT_NO_ARGS);
    d->found.answer = BTI_UNDECIDED;
    BT_TRY(bti_proof_game_begin(call, &d->game, &d->found.why, &ready));
    if (ready)
        BT_TRY((d->values ? bti_discover_values : bti_discover_set)(
            &d->game.theory, &d->game.measure, d->game.game, bti_discover_usual,
            &d->arena, &d->found));
    (bti_given(call, BTI_JSON) ? put_json : put_text)(d);
    BT_TRY(bt_text_status(&call->out));
    if (bti_given(call, BTI_CERTIFICATE))
        BT_TRY(write_certificate(d));
    if (bti_given(call, BTI_OUTPUT))
        BT_TRY(draw_automaton(d));
    call->exit_code = d->found.answer == BTI_PROVED ? 0 : 3;
    return BT_OK;
}

static bt_status run_discover(bti_call *call)
{
    struct discover d = {.call = call};
    bt_arena_init(&d.arena, call->ctx);
    bt_status status = discover(&d);
    bti_discovery_free(&d.found);
    bti_proof_game_close(call, &d.game);
    bt_arena_free(&d.arena);
    return status;
}

const bti_command bti_command_discover = {
    .name = "discover",
    .usage = (const char *const[]){"discover FILE.game",
                                   "discover RULES --heaps NUMBER", NULL},
    .summary = "find and prove which positions are P-positions",
    .help =
        "Nothing is claimed: small positions are solved, a finite automaton that\n"
        "agrees with them is guessed, and the guess is checked for all positions as\n"
        "'bouton prove' does it. A position where the check fails shows the guesser\n"
        "what was wrong. Periods are guessed from tables, too: first of all with one\n"
        "heap, after a first wrong guess with several. A game whose variables fall\n"
        "into groups that no rule connects is a sum: the Grundy values of its parts\n"
        "are looked for. If the answer can be said in words, they are printed as a\n"
        "line for a .game file, and are proved to mean the same.\n"
        "\n"
        "-o draws the automaton, with the digits that it reads at its arrows. "
        "--grundy\n"
        "looks for the Grundy values instead. Exit code 0: found and proved; 3: not\n"
        "found within the limits, which says nothing about the game.",
    .options = BTI_BIT(BTI_JSON) | BTI_BIT(BTI_MEMORY) | BTI_BIT(BTI_HEAPS) |
               BTI_BIT(BTI_GRUNDY) | BTI_BIT(BTI_SHOW) | BTI_BIT(BTI_CERTIFICATE) |
               BTI_BIT(BTI_OUTPUT) | BTI_BIT(BTI_PROGRESS),
    .examples =
        (const char *const[]){"discover nim --heaps 3",
                              "discover wythoff -o wythoff.svg",
                              "discover subtraction:1,3,4",
                              "discover subtraction:1,4,10/misere --heaps 4",
                              "discover subtraction:powers-of-2 --grundy", NULL},
    .run = run_discover,
};
