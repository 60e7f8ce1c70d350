/* SPDX-License-Identifier: MIT
 * bouton serve: the web page on this machine. The server belongs to the world, so it
 * is reached through bt_io; here is what it is told, and what it says. */
#include "commands/call.h"

#include "core/quote.h"

enum { USUAL_PORT = 1901, USUAL_SECONDS = 10 };

/* The one line of output: programs wait for it. People may want to know how it ends. */
static bt_status say_where(void *arg, unsigned port)
{
    bti_call *call = arg;
    bt_text_format(&call->out, "http://127.0.0.1:%u/\n", port);
    BT_TRY(bti_flush(call));
    return call->io->terminal
               ? bti_talk(call, bt_words_for(call->ctx, BT_TEXT("Ctrl-C ends it")))
               : BT_OK;
}

static bt_status run_serve(bti_call *call)
{
    if (call->words > 0)
        return bt_fail(call->ctx, BT_SYNTAX,
                       "serve takes nothing but options, not {word}; a folder of files "
                       "comes after --page",
                       BT_ARGS(BT_QUOTE("word", call->word[0].text)));
    if (!call->io->serve)
        return bt_fail(
            call->ctx, BT_UNABLE,
            "there is no server here: it takes a bouton command that was built with "
            "libmicrohttpd. The page does without one: any web server can hand out its "
            "files, and bouton.html among them opens by itself",
            BT_NO_ARGS);
    bt_serve_how how = {
        .folder = call->page,
        .port = bti_given(call, BTI_PORT) ? (unsigned)call->port : USUAL_PORT,
        .patience_seconds =
            bti_given(call, BTI_TIMEOUT) ? (unsigned)call->timeout : USUAL_SECONDS,
        .listening = say_where,
        .arg = call,
    };
    return call->io->serve(call->io->self, call->ctx, &how);
}

static const char *const usage[] = {
    "serve [--port NUMBER] [--page FOLDER]",
    NULL,
};

static const char *const examples[] = {
    "serve",
    "serve --port 8000",
    "serve --page build/page",
    NULL,
};

const bti_command bti_command_serve = {
    .name = "serve",
    .usage = usage,
    .summary = "the web page, at http://127.0.0.1:1901/",
    .help =
        "Hands out the web page to browsers on this machine, and to nobody else, "
        "until\n"
        "it is ended with Ctrl-C. When it listens it prints the address. The page "
        "runs\n"
        "the engine itself: positions that are typed there never leave the browser.\n"
        "\n"
        "The files of the page are inside the program if it was built with them\n"
        "('make run' does that). With --page they are read once from a folder: its\n"
        "files, not those of folders within or whose names begin with a dot. NAME.gz\n"
        "and NAME.br beside NAME are sent to browsers that take compressed files.",
    .options = BTI_BIT(BTI_PORT) | BTI_BIT(BTI_PAGE) | BTI_BIT(BTI_TIMEOUT),
    .examples = examples,
    .run = run_serve,
};
