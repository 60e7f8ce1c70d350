/* SPDX-License-Identifier: MIT
 * From the words of a command line to an exit code. */
#include "commands/advice.h"

#include "core/arith.h"
#include "core/excerpt.h"
#include "core/json_members.h"
#include "core/nearest.h"
#include "core/quote.h"
#include "core/say_into.h"
#include "core/tame.h"
#include "rules/rules_text.h"

#include <string.h>

bt_status bti_flush(bti_call *call)
{
    BT_TRY(bt_text_status(&call->out));
    bti_text_tame(&call->out); /* the one door to standard output */
    bt_span bytes = bt_text_span(&call->out);
    bt_status status = BT_OK;
    if (bytes.len > 0)
        status =
            call->io->write(call->io->self, call->ctx, BT_STDOUT, bytes.at, bytes.len);
    call->write_failed = status != BT_OK;
    call->flushed += bytes.len;
    bt_text_clear(&call->out);
    return status;
}

/* Without allocation, so that even a lack of memory can be said. One line: a line end
 * in it would let a name begin a sentence of its own. */
bt_status bti_talk(bti_call *call, const char *sentence)
{
    char line[BTI_SENTENCE_BYTES + 16] = "bouton: ";
    size_t len = strlen(line), most = sizeof line - 2;
    for (; *sentence && len < most; sentence++)
        line[len++] = *sentence;
    len = bti_tame_line(line, len);
    line[len++] = '\n';
    return call->io->write(call->io->self, call->ctx, BT_STDERR, line, len);
}

bt_status bti_warn(bti_call *call, const bt_game *game)
{
    for (size_t i = 0; i < game->warnings && !bti_given(call, BTI_JSON); i++) {
        bt_text line;
        bt_text_init(&line, call->ctx);
        bt_say(&line, "warning: {sentence}",
               BT_ARGS(BT_STR("sentence", game->warning[i].message)));
        bt_status status = bt_text_status(&line);
        if (status == BT_OK)
            status = bti_talk(call, bt_text_chars(&line));
        bt_text_free(&line);
        BT_TRY(status);
    }
    return BT_OK;
}

bool bti_ends_in(bt_span name, const char *ending)
{
    bt_span end = bt_span_of(ending);
    return name.len >= end.len &&
           bt_span_equal((bt_span){name.at + name.len - end.len, end.len}, end);
}

bt_status bti_call_write(bti_call *call, bt_span name, bt_span bytes)
{
    return bt_write_file(call->ctx, name, bytes);
}

static int exit_code_of(bt_status status)
{
    switch (status) {
    case BT_OK:
        return 0;
    case BT_SYNTAX:
    case BT_DOMAIN:
        return 2;
    case BT_IO:
        return 4;
    case BT_UNABLE:
    case BT_NOMEM:
    case BT_STOPPED:
        break;
    }
    return 3;
}

/* Options may stand anywhere; -1 is a position (a wrong one), - is standard input. */
static bool looks_like_option(bt_span word)
{
    return word.len >= 2 && word.at[0] == '-' &&
           !(word.at[1] >= '0' && word.at[1] <= '9');
}

static bool find_option(bt_span name, bti_option_id *id)
{
    if (bt_span_equal(name, bt_span_of("-h"))) {
        *id = BTI_HELP;
        return true;
    }
    for (unsigned i = 0; i < BTI_OPTIONS; i++)
        if (bt_span_equal(name, bt_span_of(bti_command_options[i].name))) {
            *id = (bti_option_id)i;
            return true;
        }
    return false;
}

static uint64_t allowed_options(const bti_call *call)
{
    uint64_t always = BTI_BIT(BTI_COMMON_END) - BTI_BIT(BTI_COMMON_FIRST);
    return call->command ? call->command->options | always : always;
}

static const char *program_of(const bti_call *call)
{
    return call->command ? call->command->name : "bouton";
}

static bt_status unknown_option(bti_call *call, bt_span word)
{
    bti_nearest near;
    const bti_command *c = call->command;
    bti_nearest_begin(&near, word);
    for (unsigned i = 0; i < BTI_OPTIONS; i++)
        if (allowed_options(call) >> i & 1)
            bti_nearest_try(&near, bti_command_options[i].name);
    if (near.best)
        return bt_fail(call->ctx, BT_SYNTAX,
                       "{command} has no option {option}; did you mean '{best}'?",
                       BT_ARGS(BT_STR("command", program_of(call)),
                               BT_QUOTE("option", word), BT_STR("best", near.best)));
    if (!c)
        return bt_fail(call->ctx, BT_SYNTAX,
                       "bouton has no option {option}; without a command it takes "
                       "--help and --version",
                       BT_ARGS(BT_QUOTE("option", word)));
    if (c->options == 0)
        return bt_fail(call->ctx, BT_SYNTAX,
                       "{command} has no option {option}; it takes only --words and "
                       "--help",
                       BT_ARGS(BT_STR("command", c->name), BT_QUOTE("option", word)));
    return bt_fail(call->ctx, BT_SYNTAX,
                   "{command} has no option {option}; 'bouton help {command}' lists "
                   "its options",
                   BT_ARGS(BT_STR("command", c->name), BT_QUOTE("option", word)));
}

static bt_status set_by(bti_call *call, bt_span value)
{
    if (bt_span_equal(value, bt_span_of("theorem")))
        call->by = BT_BY_THEOREM;
    else if (bt_span_equal(value, bt_span_of("search")))
        call->by = BT_BY_SEARCH;
    else if (bt_span_equal(value, bt_span_of("plain")))
        call->by = BT_BY_PLAIN;
    else
        return bt_fail(call->ctx, BT_SYNTAX,
                       "--by takes theorem, search or plain, not {value}",
                       BT_ARGS(BT_QUOTE("value", value)));
    return BT_OK;
}

static bt_status set_memory(bti_call *call, bt_span value)
{
    static const char units[] = "KkMmGgTt";
    uint64_t bytes = 0;
    bt_span rest = value;
    bool good = bt_take_u64(&rest, &bytes) == BT_NUMBER_OK && bytes > 0;
    for (size_t i = 0; good && rest.len > 0 && units[i]; i += 2) {
        good = bti_mul(bytes, 1024, &bytes);
        if (bt_take_char(&rest, units[i]) || bt_take_char(&rest, units[i + 1]))
            break;
    }
    if (!good || rest.len > 0)
        return bt_fail(call->ctx, BT_SYNTAX,
                       "--memory takes a size such as 500M or 8G, not {value}",
                       BT_ARGS(BT_QUOTE("value", value)));
    bt_set_memory_limit(call->ctx, bytes);
    bt_set_growth_limit(call->ctx, 0); /* memory that is given may be used */
    return BT_OK;
}

static bt_status set_number(bti_call *call, bti_option_id id, bt_span value,
                            uint64_t *out)
{
    bt_span rest = value;
    bt_number kind = bt_take_u64(&rest, out);
    if (kind == BT_NUMBER_TOO_LARGE)
        return bt_fail(call->ctx, BT_DOMAIN,
                       "{option} takes a number up to 18446744073709551615, not "
                       "{value}",
                       BT_ARGS(BT_STR("option", bti_command_options[id].name),
                               BT_QUOTE("value", value)));
    if (kind != BT_NUMBER_OK || rest.len > 0)
        return bt_fail(call->ctx, BT_SYNTAX, "{option} takes a number, not {value}",
                       BT_ARGS(BT_STR("option", bti_command_options[id].name),
                               BT_QUOTE("value", value)));
    return BT_OK;
}

static bt_status set_threads(bti_call *call, bt_span value)
{
    enum { MOST = 256 };
    uint64_t threads = 0;
    BT_TRY(set_number(call, BTI_THREADS, value, &threads));
    if (threads == 0 || threads > MOST)
        return bt_fail(call->ctx, BT_DOMAIN,
                       "--threads takes a number from 1 to {most}",
                       BT_ARGS(BT_NUM("most", MOST)));
    bt_set_threads(call->ctx, (unsigned)threads);
    return BT_OK;
}

static bt_status set_limit(bti_call *call, bt_span value)
{
    BT_TRY(set_number(call, BTI_LIMIT, value, &call->limit));
    if (call->limit == 0)
        return bt_fail(call->ctx, BT_DOMAIN,
                       "--limit takes a number that is at least 1", BT_NO_ARGS);
    return BT_OK;
}

static bt_status set_heaps(bti_call *call, bt_span value)
{
    if (call->heaps > 0)
        return bt_fail(call->ctx, BT_SYNTAX,
                       "--heaps was given twice; a proof is for one number of heaps",
                       BT_NO_ARGS);
    BT_TRY(set_number(call, BTI_HEAPS, value, &call->heaps));
    if (call->heaps == 0)
        return bt_fail(call->ctx, BT_DOMAIN,
                       "--heaps takes a number that is at least 1", BT_NO_ARGS);
    return BT_OK;
}

static bt_status set_port(bti_call *call, bt_span value)
{
    enum { MOST = 65535 };
    BT_TRY(set_number(call, BTI_PORT, value, &call->port));
    if (call->port > MOST)
        return bt_fail(call->ctx, BT_DOMAIN, "--port takes a number from 0 to {most}",
                       BT_ARGS(BT_NUM("most", MOST)));
    return BT_OK;
}

static bt_status set_timeout(bti_call *call, bt_span value)
{
    enum { MOST = 3600 };
    BT_TRY(set_number(call, BTI_TIMEOUT, value, &call->timeout));
    if (call->timeout == 0 || call->timeout > MOST)
        return bt_fail(call->ctx, BT_DOMAIN,
                       "--timeout takes a number of seconds from 1 to {most}",
                       BT_ARGS(BT_NUM("most", MOST)));
    return BT_OK;
}

static bt_status set_play(bti_call *call, bt_span value)
{
    if (!bti_play_word(value, &call->play))
        return bt_fail(call->ctx, BT_SYNTAX,
                       "--play takes normal or misere, not {value}",
                       BT_ARGS(BT_QUOTE("value", value)));
    return BT_OK;
}

static bt_status set_words(bti_call *call, bt_span value)
{
    const bt_catalogue *words = bt_find_catalogue(value);
    if (!words && !bt_span_equal(value, bt_span_of("np")))
        return bt_fail(call->ctx, BT_SYNTAX, "--words takes np or winning, not {value}",
                       BT_ARGS(BT_QUOTE("value", value)));
    bt_set_catalogue(call->ctx, words);
    return BT_OK;
}

static bt_status set_option(bti_call *call, bti_option_id id, bt_span value)
{
    call->given |= BTI_BIT(id);
    switch (id) {
    case BTI_BY:
        return set_by(call, value);
    case BTI_MEMORY:
        return set_memory(call, value);
    case BTI_OUTPUT:
        call->output = value;
        return BT_OK;
    case BTI_SEED:
        return set_number(call, id, value, &call->seed);
    case BTI_THREADS:
        return set_threads(call, value);
    case BTI_PROGRESS:
        if (call->io->show_progress)
            call->io->show_progress(call->io->self);
        return BT_OK;
    case BTI_TABLE:
        call->table = value;
        return BT_OK;
    case BTI_FROM:
        call->from = value;
        return BT_OK;
    case BTI_LABELS:
        call->labels = value;
        return BT_OK;
    case BTI_CLAIM:
        if (call->claim.at)
            return bt_fail(call->ctx, BT_SYNTAX,
                           "--claim was given twice; a file can hold several claims",
                           BT_NO_ARGS);
        call->claim = value;
        return BT_OK;
    case BTI_VALUES:
        call->values = value;
        return BT_OK;
    case BTI_CERTIFICATE:
        call->certificate = value;
        return BT_OK;
    case BTI_LEVEL:
        call->level = value;
        return BT_OK;
    case BTI_FIRST:
        call->first = value;
        return BT_OK;
    case BTI_PORT:
        return set_port(call, value);
    case BTI_PAGE:
        call->page = value;
        return BT_OK;
    case BTI_TIMEOUT:
        return set_timeout(call, value);
    case BTI_HEAPS:
        return set_heaps(call, value);
    case BTI_DEPTH:
        return set_number(call, id, value, &call->depth);
    case BTI_LIMIT:
        return set_limit(call, value);
    case BTI_PLAY:
        return set_play(call, value);
    case BTI_WORDS:
        return set_words(call, value);
    case BTI_POSITION:
        call->word[call->words++] = (bti_word){value, true};
        return BT_OK;
    default:
        return BT_OK;
    }
}

/* Splits --name=value. */
static bool take_value(bt_span *name, bt_span *value)
{
    for (size_t i = 0; i < name->len; i++)
        if (name->at[i] == '=') {
            *value = (bt_span){name->at + i + 1, name->len - i - 1};
            name->len = i;
            return true;
        }
    return false;
}

bt_status bti_unknown_command(bti_call *call, bt_span name)
{
    bti_nearest near;
    bti_nearest_begin(&near, name);
    for (size_t i = 0; bti_commands[i]; i++)
        bti_nearest_try(&near, bti_commands[i]->name);
    if (near.best)
        return bt_fail(call->ctx, BT_SYNTAX,
                       "no command is called {name}; did you mean '{best}'?",
                       BT_ARGS(BT_QUOTE("name", name), BT_STR("best", near.best)));
    return bt_fail(call->ctx, BT_SYNTAX,
                   "no command is called {name}; 'bouton help' lists the commands",
                   BT_ARGS(BT_QUOTE("name", name)));
}

/* The first word is the command. It is looked for before options are judged, so that
 * they may stand before it; and --json is noted, so that even bad usage is answered in
 * JSON if that was asked for. */
static bt_status find_the_command(bti_call *call, size_t argc, const bt_span *argv,
                                  size_t *command_at)
{
    bti_option_id id;
    bool options_end = false;
    *command_at = argc;
    for (size_t i = 0; i < argc; i++) {
        if (!options_end && bt_span_equal(argv[i], bt_span_of("--")))
            options_end = true;
        else if (options_end || !looks_like_option(argv[i]))
            *command_at = *command_at == argc ? i : *command_at;
        else if (find_option(argv[i], &id)) {
            call->given |= id == BTI_JSON ? BTI_BIT(id) : 0;
            i += bti_command_options[id].argument != NULL;
        }
    }
    if (*command_at == argc)
        return BT_OK;
    call->command = bti_find_command(argv[*command_at]);
    return call->command ? BT_OK : bti_unknown_command(call, argv[*command_at]);
}

static bt_status value_is_missing(bti_call *call, bti_option_id id)
{
    const char *name = bti_command_options[id].name;
    if (id == BTI_WORDS)
        return bt_fail(call->ctx, BT_SYNTAX, "--words takes np or winning", BT_NO_ARGS);
    if (!call->command || (int)id >= (int)BTI_COMMON_FIRST)
        return bt_fail(call->ctx, BT_SYNTAX,
                       "{option} needs a value after it; 'bouton help' says which",
                       BT_ARGS(BT_STR("option", name)));
    return bt_fail(
        call->ctx, BT_SYNTAX,
        "{option} needs a value after it; 'bouton help {command}' says which",
        BT_ARGS(BT_STR("option", name), BT_STR("command", call->command->name)));
}

static bt_status read_words(bti_call *call, size_t argc, const bt_span *argv)
{
    size_t command_at;
    BT_TRY(find_the_command(call, argc, argv, &command_at));
    bool options_end = false;
    for (size_t i = 0; i < argc; i++) {
        if (i == command_at)
            continue;
        if (!options_end && bt_span_equal(argv[i], bt_span_of("--"))) {
            options_end = true;
            continue;
        }
        if (options_end || !looks_like_option(argv[i])) {
            call->word[call->words++] = (bti_word){argv[i], false};
            continue;
        }
        bti_option_id id;
        bt_span name = argv[i], value = {"", 0};
        bool has_value = take_value(&name, &value);
        bool known = find_option(name, &id);
        if (known && id == BTI_GRUNDY && allowed_options(call) >> BTI_VALUES & 1)
            id = BTI_VALUES; /* where a formula for Grundy values is meant */
        if (!known || !(allowed_options(call) >> id & 1))
            return unknown_option(call, name);
        if (has_value && !bti_command_options[id].argument)
            return bt_fail(call->ctx, BT_SYNTAX, "{option} takes no value",
                           BT_ARGS(BT_STR("option", bti_command_options[id].name)));
        if (bti_command_options[id].argument && !has_value) {
            if (i + 1 == argc)
                return value_is_missing(call, id);
            value = argv[++i];
        }
        BT_TRY(set_option(call, id, value));
    }
    return BT_OK;
}

static bt_status run(bti_call *call, size_t argc, const bt_span *argv)
{
    BT_TRY(read_words(call, argc, argv));
    if (bti_given(call, BTI_VERSION)) {
        bt_say(&call->out, "bouton {version}\n",
               BT_ARGS(BT_STR("version", bt_version())));
    } else if (!call->command) {
        bti_write_help(&call->out);
    } else if (bti_given(call, BTI_HELP)) {
        bti_write_command_help(&call->out, call->command);
    } else {
        BT_TRY(call->command->run(call));
    }
    return bti_flush(call);
}

/* The line with the mistake, kept because the context may forget it. */
typedef struct {
    bool is;
    char line[BTI_EXCERPT_BYTES];
    size_t caret;
} excerpt;

static void keep_excerpt(const bt_context *ctx, excerpt *e)
{
    const char *line = bti_excerpt(ctx, &e->caret);
    e->is = line != NULL;
    e->line[0] = 0;
    strncat(e->line, line ? line : "", sizeof e->line - 1);
}

/* The line, and a caret under the place. */
static bt_status talk_excerpt(bti_call *call, const excerpt *e)
{
    char lines[2 * BTI_EXCERPT_BYTES + 16];
    size_t len = 0, text = strlen(e->line);
    if (!e->is)
        return BT_OK;
    memcpy(lines, "  ", 2);
    memcpy(lines + 2, e->line, text);
    text = bti_tame_line(lines + 2, text);
    memcpy(lines + 2 + text, "\n  ", 3);
    len = text + 5;
    for (size_t i = 0; i < e->caret && i < BTI_EXCERPT_BYTES; i++)
        lines[len++] = ' ';
    lines[len++] = '^';
    lines[len++] = '\n';
    return call->io->write(call->io->self, call->ctx, BT_STDERR, lines, len);
}

static void put_error(bt_json_writer *w, bt_status failure, const char *sentence,
                      bt_limit limit, const excerpt *e)
{
    bt_json_key(w, "error");
    bt_json_open(w, '{');
    bti_put_member(w, "kind", bt_status_name(failure));
    bti_put_member(w, "message", sentence);
    if (limit != BT_LIMIT_NONE)
        bti_put_member(w, "limit", bt_limit_name(limit));
    if (e->is) {
        bti_put_member(w, "excerpt", e->line);
        bti_put_count(w, "caret", e->caret);
    }
    bt_json_close(w, '}');
}

static bt_status write_json_error(bti_call *call, bt_status failure,
                                  const char *sentence, bt_limit limit,
                                  const excerpt *e)
{
    bt_json_writer w;
    bt_json_begin(&w, &call->out);
    bt_json_open(&w, '{');
    put_error(&w, failure, sentence, limit, e);
    bt_json_close(&w, '}');
    bt_text_put_char(&call->out, '\n');
    return bti_flush(call);
}

/* Keeps the whole lines of an output that could not be finished. */
static void drop_half_a_line(bt_text *out)
{
    while (out->len > 0 && out->at[out->len - 1] != '\n')
        out->len--;
    out->safe = out->safe < out->len ? out->safe : out->len;
    out->status = BT_OK;
}

/* The sentence goes to standard error, with what can be done about it; with --json,
 * also as an object where programs look for the answer. Whole lines that were already
 * computed are written first. */
static int report_failure(bti_call *call, bt_status failure)
{
    /* writing may fail and leave another sentence */
    char sentence[BTI_SENTENCE_BYTES] = "", advised[BTI_SENTENCE_BYTES];
    bt_limit limit = bt_last_limit(call->ctx);
    strncat(sentence, bt_message(call->ctx), sizeof sentence - 1);
    bti_say_line(call->ctx, advised, bti_advised(call, limit),
                 BT_ARGS(BT_STR("sentence", sentence)));
    excerpt e;
    keep_excerpt(call->ctx, &e);
    bt_status status = failure;
    if (!call->write_failed) {
        drop_half_a_line(&call->out);
        status = bti_flush(call);
        if (status == BT_OK && bti_given(call, BTI_JSON))
            status = write_json_error(call, failure, sentence, limit, &e);
    }
    if (bti_talk(call, advised) != BT_OK || talk_excerpt(call, &e) != BT_OK ||
        (status == BT_IO && failure != BT_IO &&
         bti_talk(call, bt_message(call->ctx)) != BT_OK)) {
        /* Nobody can be told: the exit code has to do. */
    }
    return exit_code_of(status == BT_OK ? failure : status);
}

void bti_put_error(bt_json_writer *w, bt_status failure, const char *sentence,
                   bt_limit limit)
{
    const excerpt none = {.is = false};
    put_error(w, failure, sentence, limit, &none);
}

int bt_put_failure(bt_context *ctx, bt_status failure, bt_text *out)
{
    bt_json_writer w;
    bt_text_clear(out);
    bt_json_begin(&w, out);
    bt_json_open(&w, '{');
    bti_put_error(&w, failure, bt_message(ctx), bt_last_limit(ctx));
    bt_json_close(&w, '}');
    bt_text_put_char(out, '\n');
    return exit_code_of(failure);
}

bt_status bti_run_line(bt_context *ctx, const bt_registry *registry, const bt_io *io,
                       size_t argc, const bt_span *argv, int *exit_code)
{
    bt_io full = {0}; /* the caller may be older, and its table shorter */
    memcpy(&full, io, io->size < sizeof full ? io->size : sizeof full);
    *exit_code = 2;
    if (!full.write)
        return bt_fail(ctx, BT_DOMAIN, "bt_io needs its fields 'size' and 'write'",
                       BT_NO_ARGS);
    bti_call call = {
        .ctx = ctx, .registry = registry, .io = &full, .depth = UINT64_MAX};
    bt_text_init(&call.out, ctx);
    uint64_t limit = bt_memory_limit(ctx), growth = bt_growth_limit(ctx);
    unsigned threads = bt_threads(ctx);
    const bt_catalogue *words = bti_context_catalogue(ctx);
    call.word = bt_resize_array(ctx, NULL, 0, argc + 1, sizeof *call.word);
    bt_status status = call.word ? run(&call, argc, argv) : bt_last_status(ctx);
    bt_set_memory_limit(ctx, limit); /* --memory binds the work, not the sentence */
    bt_set_growth_limit(ctx, growth);
    bt_set_threads(ctx, threads);
    *exit_code = status == BT_OK ? call.exit_code : report_failure(&call, status);
    bt_set_catalogue(ctx, words);
    bt_release(ctx, call.word, (argc + 1) * sizeof *call.word);
    bt_text_free(&call.out);
    return status;
}

int bt_command_run(bt_context *ctx, const bt_registry *registry, const bt_io *io,
                   size_t argc, const bt_span *argv)
{
    int code = 0;
    (void)bti_run_line(ctx, registry, io, argc, argv, &code);
    return code;
}
