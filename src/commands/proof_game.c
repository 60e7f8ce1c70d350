/* SPDX-License-Identifier: MIT
 * The game that prove and discover work on. */
#include "commands/proof_game.h"

#include "commands/advice.h"

#include "core/piece.h"
#include "formula/digits_line.h"
#include "rules/game_rules.h"
#include "rules/said.h"
#include "solve/warnings.h"

#include <string.h>

static bt_status write_text(bti_call *call, bti_proof_game *p)
{
    const bt_rules *rules = p->asked->rules;
    if (!rules->game_text && rules->grows > 0)
        return bt_fail(call->ctx, BT_DOMAIN,
                       "Bouton proves claims for a fixed number of heaps, but a move "
                       "of {game} can make new heaps; 'bouton explain {rules} "
                       "{position}' says what is proved about its values",
                       BT_ARGS(BT_STR("game", rules->name),
                               BT_STR("rules", p->asked->name),
                               BT_STR("position", rules->examples[0].position)));
    if (!rules->game_text)
        return bt_fail(call->ctx, BT_DOMAIN,
                       "Bouton has no .game text for {game}, and a proof for all "
                       "positions needs one",
                       BT_ARGS(BT_STR("game", rules->name)));
    bt_status status =
        rules->game_text(call->ctx, p->asked, (size_t)call->heaps, &p->text);
    if (status != BT_SYNTAX || call->heaps > 0)
        return status;
    /* only the number of heaps is missing */
    return bt_fail(call->ctx, status,
                   "a proof about {game} needs the number of heaps; give it with "
                   "--heaps, such as --heaps 3",
                   BT_ARGS(BT_STR("game", p->asked->name)));
}

static bt_status open_rules(bti_call *call, bti_proof_game *p)
{
    const char *name = p->asked->name;
    BT_TRY(write_text(call, p));
    BT_TRY(bti_game_of_text(call->ctx, name, bt_text_span(&p->text), &p->game));
    p->name = name;
    p->file = bti_game_file_of(p->game);
    p->heaps = call->heaps ? call->heaps
                           : p->file->scope.vars - (p->asked->rules->last_word != NULL);
    p->fixed = !call->heaps && p->heaps > 1;
    return BT_OK;
}

bt_status bti_proof_game_open(bti_call *call, bti_proof_game *p)
{
    *p = (bti_proof_game){.game = NULL};
    bt_text_init(&p->text, call->ctx);
    if (call->words != 1)
        return bt_fail(call->ctx, BT_SYNTAX,
                       "{command} needs one game: a .game file, or rules and --heaps, "
                       "such as nim --heaps 3",
                       BT_ARGS(BT_STR("command", call->command->name)));
    BT_TRY(bt_game_new(call->ctx, call->registry, call->word[0].text, &p->asked));
    BT_TRY(bti_warn(call, p->asked));
    p->file = bti_game_file_of(p->asked);
    if (!p->file)
        return open_rules(call, p);
    if (bti_given(call, BTI_HEAPS))
        return bt_fail(
            call->ctx, BT_SYNTAX,
            "a .game file already says how many heaps there are; leave out --heaps",
            BT_NO_ARGS);
    p->game = p->asked;
    p->name = p->game->name;
    p->heaps = p->file->scope.vars;
    return BT_OK;
}

bt_status bti_proof_game_begin(bti_call *call, bti_proof_game *p, bti_why *why,
                               bool *ready)
{
    p->begun = true;
    bt_status status = bti_theory_begin(&p->theory, call->ctx, p->game);
    if (status == BT_OK)
        status = bti_measure_find(&p->theory, &p->measure);
    *ready = status == BT_OK;
    return bti_as_result(call->ctx, status, why);
}

bti_vacuous bti_proof_game_vacuous(const bti_proof_game *p)
{
    if (bti_dfa_is_empty(p->theory.position))
        return BTI_NO_POSITIONS;
    return bti_dfa_is_empty(p->theory.movable) ? BTI_NO_MOVES : BTI_NOT_VACUOUS;
}

static bool is_certificate_on_stdout(const bti_call *call)
{
    return bti_given(call, BTI_CERTIFICATE) &&
           bt_span_equal(call->certificate, bt_span_of("-"));
}

bt_status bti_no_certificate(bti_call *call, bti_proof_answer answer)
{
    static const char *const why[] = {
        [BTI_UNDECIDED] =
            BT_TEXT("{to_file, select, yes {no certificate was written to {file}: a "
                    "limit was reached, and nothing is proved} other {no certificate "
                    "was written: a limit was reached, and nothing is proved}}"),
        [BTI_REFUTED] =
            BT_TEXT("{to_file, select, yes {no certificate was written to {file}: what "
                    "was claimed is false} other {no certificate was written: what was "
                    "claimed is false}}"),
        [BTI_NOT_PROVED] =
            BT_TEXT("{to_file, select, yes {no certificate was written to {file}: "
                    "Bouton could not show that play ends} other {no certificate was "
                    "written: Bouton could not show that play ends}}"),
    };
    bt_text line;
    if (!bti_given(call, BTI_CERTIFICATE) || answer == BTI_PROVED)
        return BT_OK;
    bt_text_init(&line, call->ctx);
    bt_say(&line, why[answer],
           BT_ARGS(BT_TRUE("to_file", !is_certificate_on_stdout(call)),
                   BT_QUOTE("file", call->certificate)));
    bt_status status = bt_text_status(&line);
    if (status == BT_OK)
        status = bti_flush(call);
    if (status == BT_OK)
        status = bti_talk(call, bt_text_chars(&line));
    bt_text_free(&line);
    return status;
}

void bti_put_gave_up(const bti_call *call, bt_text *out, const bti_why *why)
{
    bt_text advised;
    bt_text_init(&advised, call->ctx);
    bti_put_advised(&advised, call, why->limit, why->words);
    bti_say_paragraph(out, 0, "GAVE UP: {reason}.",
                      BT_ARGS(BT_STR("reason", bt_text_chars(&advised))));
    bti_piece_end(&advised, out);
}

/* The limit binds the work, not the answer. */
bt_status bti_gave_up(bti_call *call, bt_status status)
{
    bti_why why;
    bt_json_writer w;
    if (status != BT_UNABLE)
        return status;
    BT_TRY(bti_as_result(call->ctx, status, &why));
    bt_set_memory_limit(call->ctx, 0);
    call->exit_code = 3;
    if (!bti_given(call, BTI_JSON)) {
        bti_put_gave_up(call, &call->out, &why);
        return bti_no_certificate(call, BTI_UNDECIDED);
    }
    bt_json_begin(&w, &call->out);
    bt_json_open(&w, '{');
    bti_put_span_member(&w, "rules", call->word[0].text);
    bti_put_member(&w, "result", bti_answer_name(BTI_UNDECIDED));
    bti_put_member(&w, "limit", why.words);
    bt_json_close(&w, '}');
    bt_text_put_char(&call->out, '\n');
    return bti_no_certificate(call, BTI_UNDECIDED);
}

bt_status bti_certificate_alone(bti_call *call)
{
    if (!is_certificate_on_stdout(call) || !bti_given(call, BTI_JSON))
        return BT_OK;
    return bt_fail(call->ctx, BT_SYNTAX,
                   "standard output has room for the certificate or for the answer as "
                   "JSON; give --certificate the name of a file",
                   BT_NO_ARGS);
}

bt_status bti_put_certificate(bti_call *call, const bt_text *bytes)
{
    if (!is_certificate_on_stdout(call))
        return bti_call_write(call, call->certificate, bt_text_span(bytes));
    bt_text_clear(&call->out);
    bt_text_put_span(&call->out, bt_text_span(bytes));
    return bt_text_status(&call->out);
}

void bti_proof_game_close(bti_call *call, bti_proof_game *p)
{
    (void)call;
    if (p->begun) {
        bti_measure_free(&p->theory, &p->measure);
        bti_theory_end(&p->theory);
    }
    if (p->game != p->asked)
        bt_game_free(p->game);
    bt_game_free(p->asked);
    bt_text_free(&p->text);
}

static void show_json(bti_call *call, const bti_proof_game *p)
{
    bt_json_writer w;
    bt_json_begin(&w, &call->out);
    bt_json_open(&w, '{');
    bti_put_member(&w, "rules", p->name);
    bti_put_count(&w, "heaps", p->heaps);
    bti_put_span_member(&w, "text", bt_text_span(&p->text));
    bt_json_close(&w, '}');
    bt_text_put_char(&call->out, '\n');
}

bt_status bti_proof_game_show(bti_call *call, bti_proof_game *p)
{
    if (p->game == p->asked)
        bti_game_file_print(p->file, &p->text);
    BT_TRY(bt_text_status(&p->text));
    if (bti_given(call, BTI_JSON))
        show_json(call, p);
    else
        bt_text_put_span(&call->out, bt_text_span(&p->text));
    return bt_text_status(&call->out);
}

void bti_put_heaps(bt_text *out, const bti_proof_game *p)
{
    const char *word = p->asked->rules->heap_word;
    bt_look look = p->asked->rules->look;
    if (!p->fixed && (!word || (look != BT_LOOK_STAIRS && look != BT_LOOK_STRIP)))
        word = "heap"; /* which is a pile, and what the option is called by */
    bt_say(out,
           "{rules} with {heaps} {heaps, plural, one {{thing}} other {{thing, select, "
           "pile {piles} step {steps} square {squares} number {numbers} row {rows} "
           "other {heaps}}}}",
           BT_ARGS(BT_STR("rules", p->name), BT_NUM("heaps", p->heaps),
                   BT_STR("thing", word)));
}

void bti_proof_game_text(bt_text *out, const bti_proof_game *p)
{
    const bti_game_file *file = p->file;
    bt_text_format(out, "game      %s\nplay      %s\nvariables ",
                   file->title[0] ? file->title : p->name,
                   bti_play_name(p->game->play));
    for (size_t i = 0; i < file->scope.vars; i++)
        bt_text_format(out, "%s%s", i ? ", " : "", file->scope.var[i]);
    if (file->scope.digits != BTI_BINARY) {
        bt_text_put(out, "\ndigits    ");
        if (file->scope.digits == BTI_FIBONACCI)
            bt_text_put(out, "Fibonacci (Zeckendorf)");
        else
            bti_digits_print(file->scope.digits, out);
    }
    bt_text_put_char(out, '\n');
}

void bti_measure_text(bt_text *out, const bti_proof_game *p)
{
    const bti_measure *m = &p->measure;
    bt_text measure;
    if (!m->found) {
        if (m->bad_rank)
            bti_say_paragraph(
                out, 0, "Does play end? {reason}.",
                BT_ARGS(BT_STR("reason", bt_words_for(out->ctx, m->why_bad))));
        else
            bti_say_paragraph(
                out, 0, "Does play end? No measure was found that every move lowers.",
                BT_NO_ARGS);
        return;
    }
    bt_text_init(&measure, out->ctx);
    bti_measure_print(&p->theory, m, &measure);
    bti_say_paragraph(
        out, 0,
        m->components > 1
            ? BT_TEXT("Play ends: every move lowers ({measure}) in dictionary order.")
            : BT_TEXT("Play ends: every move lowers {measure}."),
        BT_ARGS(BT_STR("measure", bt_text_chars(&measure))));
    bti_piece_end(&measure, out);
}

void bti_put_position(bt_text *out, const uint64_t *x, size_t vars)
{
    for (size_t i = 0; i < vars; i++) {
        bt_text_put(out, i ? "," : "");
        bt_text_put_u64(out, x[i]);
    }
}

void bti_put_formula(bti_call *call, bt_json_writer *w, const char *key,
                     const bti_proof_game *p, const bti_node *formula)
{
    bt_text text;
    bti_scope scope = p->file->scope;
    scope.lets = NULL;
    scope.value = true;
    bt_text_init(&text, call->ctx);
    bti_formula_print(formula, &scope, &text);
    if (bt_text_status(&text) != BT_OK)
        w->text->status = text.status;
    bti_put_member(w, key, bt_text_chars(&text));
    bt_text_free(&text);
}

/* A text becomes a string, and is free then. */
static void put_text(bt_json_writer *w, bt_text *text)
{
    if (bt_text_status(text) != BT_OK)
        w->text->status = text->status;
    bt_json_put_string(w, bt_text_span(text));
    bt_text_free(text);
}

void bti_proof_game_json(bt_json_writer *w, const bti_proof_game *p)
{
    bt_text text;
    bti_put_member(w, "rules", p->name);
    bti_put_member(w, "game", p->file->title);
    bti_put_member(w, "play", bti_play_name(p->game->play));
    bti_put_game_warnings(w, p->game);
    bti_put_count(w, "heaps", p->heaps);
    bt_json_key(w, "vars");
    bt_json_open(w, '[');
    for (size_t i = 0; i < p->file->scope.vars; i++)
        bt_json_put_string(w, bt_span_of(p->file->scope.var[i]));
    bt_json_close(w, ']');
    bt_json_key(w, "digits");
    bt_text_init(&text, w->text->ctx);
    bti_digits_print(p->file->scope.digits, &text);
    put_text(w, &text);
    bt_json_key(w, "measure");
    if (!p->measure.found) {
        bt_json_put_null(w);
        return;
    }
    bt_json_open(w, '[');
    for (size_t i = 0; i < p->measure.components; i++) {
        bt_text_init(&text, w->text->ctx);
        bti_component_print(&p->theory, &p->measure.component[i], &text);
        put_text(w, &text);
    }
    bt_json_close(w, ']');
}
