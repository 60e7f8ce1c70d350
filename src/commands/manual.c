/* SPDX-License-Identifier: MIT
 * The manual page bouton(1), from the tables. */
#include "commands/call.h"
#include "rules/registry.h"

/* roff: backslashes and hyphens are escaped, and no line begins with a control mark. */
static void put_roff_words(bt_text *out, const char *text)
{
    for (bool fresh = true; *text; text++) {
        if (fresh && (*text == '.' || *text == '\''))
            bt_text_put(out, "\\&");
        fresh = *text == '\n';
        if (fresh && text[1] == '\n') {
            bt_text_put(out, "\n.PP");
            continue;
        }
        if (*text == '\\')
            bt_text_put(out, "\\e");
        else if (*text == '-')
            bt_text_put(out, "\\-");
        else
            bt_text_put_char(out, *text);
    }
}

static void put_roff(bt_text *out, const char *text)
{
    put_roff_words(out, text);
    bt_text_put_char(out, '\n');
}

static void put_roff_options(bt_text *out, uint64_t options)
{
    for (unsigned i = 0; i < BTI_OPTIONS; i++) {
        if (!(options >> i & 1))
            continue;
        bt_text_put(out, ".TP\n.B ");
        put_roff_words(out, bti_command_options[i].name);
        if (bti_command_options[i].argument)
            bt_text_format(out, " \\fI%s\\fP", bti_command_options[i].argument);
        bt_text_put_char(out, '\n');
        put_roff(out, bt_words_for(out->ctx, bti_command_options[i].help));
    }
}

/* What is read, written and asked for apart from the command line. PREFIX, because an
 * installed tree may be moved: the program does not know where it is. */
static void put_surroundings(bt_text *out)
{
    static const char *const installed[][2] = {
        {"bin/bouton", "The command. The web page is inside, if it was built with it; "
                       "otherwise 'bouton serve --page FOLDER' serves a folder."},
        {"share/bouton/games/", "Rules in .game files."},
        {"share/bouton/examples/", "Graphs in files."},
        {"share/man/man1/bouton.1", "This page."},
        {"share/bash-completion/completions/bouton", "Completion for bash."},
        {"share/zsh/site-functions/_bouton", "Completion for zsh."},
        {"share/doc/bouton/", "The licence. The guides are in docs/ of the sources."},
        {"include/bouton/", "The headers of the library."},
    };
    static const char *const variables[][2] = {
        {"NO_COLOR", "If it is set and not empty, no colour is used."},
        {"COLUMNS", "How many columns wide the lines of an answer may be. If it is not "
                    "set, this is the width of the terminal, or 80 if standard output "
                    "is not a terminal."},
        {"TERM", "If it is not set, or is 'dumb', there is no colour, and progress is "
                 "shown only with --progress."},
    };
    bt_text_put(out, ".SH FILES\n");
    put_roff(out,
             "Bouton has no configuration file and keeps nothing between runs. It "
             "reads the\nfiles that are named on the command line, and the records "
             "that a player loads. It\nwrites the files named after -o, --table "
             "and --certificate, and the records that a\nplayer saves. Such a file "
             "is called NAME.new-... until it is complete.\n\n"
             "What is installed is below PREFIX, which is /usr/local unless 'make "
             "install' was\ngiven another one:");
    for (size_t i = 0; i < sizeof installed / sizeof *installed; i++) {
        bt_text_put(out, ".TP\n.I PREFIX/");
        put_roff(out, installed[i][0]);
        put_roff(out, installed[i][1]);
    }
    bt_text_put(out, ".SH ENVIRONMENT\n");
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        bt_text_format(out, ".TP\n.B %s\n", variables[i][0]);
        put_roff(out, variables[i][1]);
    }
}

void bti_write_man(bt_text *out, const bt_registry *registry)
{
    bt_text_format(out, ".TH BOUTON 1 \"\" \"Bouton %s\" \"Bouton\"\n", bt_version());
    bt_text_put(out, ".SH NAME\nbouton \\- solve impartial combinatorial games\n"
                     ".SH SYNOPSIS\n.nf\n");
    for (size_t i = 0; bti_commands[i]; i++)
        for (size_t k = 0; bti_commands[i]->usage[k]; k++) {
            bt_text_put(out, "\\fBbouton\\fP ");
            put_roff(out, bti_commands[i]->usage[k]);
        }
    bt_text_put(out, ".fi\n.SH COMMANDS\n");
    for (size_t i = 0; bti_commands[i]; i++) {
        const bti_command *c = bti_commands[i];
        bt_text_format(out, ".SS %s\n", c->name);
        put_roff(out, bt_words_for(out->ctx, c->help));
        put_roff_options(out, c->options);
    }
    bt_text_put(out, ".SH OPTIONS OF EVERY COMMAND\n");
    put_roff_options(out, BTI_BIT(BTI_COMMON_END) - BTI_BIT(BTI_COMMON_FIRST));
    bt_text_put(out, ".SH RULES\n");
    for (size_t i = 0; i < registry->count; i++) {
        bt_text_format(out, ".SS %s\n", registry->rules[i]->usage);
        put_roff(out, bt_words_for(out->ctx, registry->rules[i]->help));
        bt_text_put(out, ".PP\n");
        put_roff(out, bt_words_for(out->ctx, bti_theorem_note(registry->rules[i])));
    }
    bt_text_put(out,
                ".SH EXIT STATUS\n"
                ".TP\n.B 0\nFine.\n"
                ".TP\n.B 1\nThe answer is no.\n"
                ".TP\n.B 2\nBad usage or bad input; in a batch, some line was bad.\n"
                ".TP\n.B 3\nUnable: a limit was reached, or memory ran out.\n"
                ".TP\n.B 4\nReading or writing failed.\n");
    put_surroundings(out);
    bt_text_put(out, ".SH EXAMPLES\n.nf\n");
    for (size_t i = 0; bti_commands[i]; i++)
        for (size_t k = 0; bti_commands[i]->examples[k]; k++) {
            bt_text_put(out, "bouton ");
            put_roff(out, bti_commands[i]->examples[k]);
        }
    bt_text_put(out, ".fi\n");
}
