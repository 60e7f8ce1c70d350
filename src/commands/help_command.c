/* SPDX-License-Identifier: MIT
 * --help and the manual page, from the tables. */
#include "commands/call.h"

#include <string.h>

static void pad(bt_text *out, size_t from, size_t to)
{
    for (; from < to; from++)
        bt_text_put_char(out, ' ');
}

void bti_put_line(bt_text *out, const char *words, size_t column)
{
    size_t width = column;
    for (const char *at = words; *at; at++)
        width += ((unsigned char)*at & 0xC0) != 0x80; /* characters, not bytes */
    if (width > bt_line_width(out->ctx))
        bt_text_put_wrapped(out, words, column);
    else
        bt_text_format(out, "%s\n", words);
}

/* "usage: bouton solve ..." */
static void put_usage(bt_text *out, const char *head, const char *usage)
{
    bt_text_format(out, "%sbouton ", head);
    bti_put_line(out, usage, strlen(head) + strlen("bouton "));
}

void bti_write_help(bt_text *out)
{
    bti_put_line(out, "Bouton solves impartial combinatorial games.", 0);
    for (size_t i = 0; bti_commands[i]; i++) {
        const bti_command *c = bti_commands[i];
        bt_text_format(out, "\n  %s", c->name);
        pad(out, strlen(c->name), 9);
        bti_put_line(out, c->summary, 11);
        for (size_t k = 0; c->usage[k]; k++)
            put_usage(out, "            ", c->usage[k]);
    }
    bt_text_put_char(out, '\n');
    bt_text_put_page(
        out,
        "'bouton help COMMAND' says more about one command, 'bouton games' lists the\n"
        "rules.\n");
    bt_text_put(out, "Start with: bouton solve nim 3,4,6\n");
}

static size_t option_length(const bti_option *o)
{
    return strlen(o->name) + (o->argument ? strlen(o->argument) + 1 : 0);
}

void bti_write_command_help(bt_text *out, const bti_command *c)
{
    for (size_t k = 0; c->usage[k]; k++)
        put_usage(out, k == 0 ? "usage: " : "       ", c->usage[k]);
    bt_text_put_char(out, '\n');
    bt_text_put_page(out, c->help);
    bt_text_put_char(out, '\n');
    if (c->options)
        bt_text_put(out, "\noptions:\n");
    size_t column = 19;
    for (unsigned i = 0; i < BTI_OPTIONS; i++)
        if ((c->options >> i & 1) && option_length(&bti_options[i]) + 4 > column)
            column = option_length(&bti_options[i]) + 4;
    for (unsigned i = 0; i < BTI_OPTIONS; i++) {
        const bti_option *o = &bti_options[i];
        if (!(c->options >> i & 1))
            continue;
        bt_text_format(out, "  %s%s%s", o->name, o->argument ? " " : "",
                       o->argument ? o->argument : "");
        pad(out, option_length(o) + 2, column);
        bt_text_put_wrapped(out, o->help, column);
    }
    if (c->examples[0])
        bt_text_put(out, "\nexamples:\n");
    for (size_t k = 0; c->examples[k]; k++)
        bt_text_format(out, "  bouton %s\n", c->examples[k]); /* to be copied whole */
}

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
        put_roff_words(out, bti_options[i].name);
        if (bti_options[i].argument)
            bt_text_format(out, " \\fI%s\\fP", bti_options[i].argument);
        bt_text_put_char(out, '\n');
        put_roff(out, bti_options[i].help);
    }
}

static void write_man(bt_text *out, const bt_registry *registry)
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
        put_roff(out, c->help);
        put_roff_options(out, c->options);
    }
    bt_text_put(out, ".SH RULES\n");
    for (size_t i = 0; i < registry->count; i++) {
        bt_text_format(out, ".SS %s\n", registry->rules[i]->usage);
        put_roff(out, registry->rules[i]->help);
        bt_text_put(out, ".PP\n");
        put_roff(out, bti_theorem_note(registry->rules[i]));
    }
    bt_text_put(out,
                ".SH EXIT STATUS\n"
                ".TP\n.B 0\nFine.\n"
                ".TP\n.B 1\nThe answer is no.\n"
                ".TP\n.B 2\nBad usage or bad input; in a batch, some line was bad.\n"
                ".TP\n.B 3\nUnable: a limit was reached, or memory ran out.\n"
                ".TP\n.B 4\nReading or writing failed.\n"
                ".SH ENVIRONMENT\n"
                ".TP\n.B NO_COLOR\nIf set and not empty, colour is never used.\n"
                ".TP\n.B COLUMNS\nHow wide lines are; otherwise as wide as the "
                "terminal, and 80 columns in a pipe.\n"
                ".SH EXAMPLES\n.nf\n");
    for (size_t i = 0; bti_commands[i]; i++)
        for (size_t k = 0; bti_commands[i]->examples[k]; k++) {
            bt_text_put(out, "bouton ");
            put_roff(out, bti_commands[i]->examples[k]);
        }
    bt_text_put(out, ".fi\n");
}

static bt_status run_help(bti_call *call)
{
    bt_text *out = &call->out;
    if (call->words > 1)
        return bt_fail(call->ctx, BT_SYNTAX, "help takes one command at most");
    if (bti_given(call, BTI_MAN)) {
        write_man(out, call->registry);
    } else if (bti_given(call, BTI_BASH)) {
        bti_write_bash(out, call->registry);
    } else if (bti_given(call, BTI_ZSH)) {
        bti_write_zsh(out, call->registry);
    } else if (call->words == 0) {
        bti_write_help(out);
    } else {
        bt_span name = call->word[0].text;
        const bti_command *c = bti_find_command(name);
        if (!c)
            return bti_unknown_command(call, name);
        bti_write_command_help(out, c);
    }
    return BT_OK;
}

static const char *const usage[] = {"help [COMMAND]", NULL};
static const char *const examples[] = {"help solve", NULL};

const bti_command bti_command_help = {
    .name = "help",
    .usage = usage,
    .summary = "what a command does",
    .help =
        "Tells what a command does and which options it has; without a command, lists\n"
        "all of them.",
    .options = BTI_BIT(BTI_MAN) | BTI_BIT(BTI_BASH) | BTI_BIT(BTI_ZSH),
    .examples = examples,
    .run = run_help,
};
