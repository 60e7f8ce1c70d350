/* SPDX-License-Identifier: MIT
 * --help, from the tables. */
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

static size_t option_length(const bti_option *o)
{
    return strlen(o->name) + (o->argument ? strlen(o->argument) + 1 : 0);
}

static void put_options(bt_text *out, uint64_t options)
{
    size_t column = 19;
    for (unsigned i = 0; i < BTI_OPTIONS; i++)
        if ((options >> i & 1) && option_length(&bti_command_options[i]) + 4 > column)
            column = option_length(&bti_command_options[i]) + 4;
    for (unsigned i = 0; i < BTI_OPTIONS; i++) {
        const bti_option *o = &bti_command_options[i];
        if (!(options >> i & 1))
            continue;
        bt_text_format(out, "  %s%s%s", o->name, o->argument ? " " : "",
                       o->argument ? o->argument : "");
        pad(out, option_length(o) + 2, column);
        bt_text_put_wrapped(out, bt_words_for(out->ctx, o->help), column);
    }
}

void bti_write_help(bt_text *out)
{
    bti_say_paragraph(out, 0, "Bouton solves impartial combinatorial games.",
                      BT_NO_ARGS);
    for (size_t i = 0; bti_commands[i]; i++) {
        const bti_command *c = bti_commands[i];
        bt_text_format(out, "\n  %s", c->name);
        pad(out, strlen(c->name), 13);
        bti_put_table_line(out, c->summary, 15);
        for (size_t k = 0; c->usage[k]; k++)
            put_usage(out, "                ", c->usage[k]);
    }
    bt_text_put_char(out, '\n');
    bt_say(out, "Options of every command:\n", BT_NO_ARGS);
    put_options(out, BTI_BIT(BTI_COMMON_END) - BTI_BIT(BTI_COMMON_FIRST));
    bt_text_put_char(out, '\n');
    bti_say_paragraph(
        out, 0,
        "'bouton help COMMAND' says more about one command, 'bouton games' "
        "lists the rules.",
        BT_NO_ARGS);
    bt_say(out, "Start with: bouton solve nim 3,4,6\n", BT_NO_ARGS);
}

void bti_write_command_help(bt_text *out, const bti_command *c)
{
    for (size_t k = 0; c->usage[k]; k++)
        put_usage(out, k == 0 ? "usage: " : "       ", c->usage[k]);
    bt_text_put_char(out, '\n');
    bti_put_table_page(out, c->help);
    bt_text_put_char(out, '\n');
    if (c->options) {
        bt_text_put_char(out, '\n');
        bt_say(out, "options:\n", BT_NO_ARGS);
    }
    put_options(out, c->options);
    if (c->examples[0]) {
        bt_text_put_char(out, '\n');
        bt_say(out, "examples:\n", BT_NO_ARGS);
    }
    for (size_t k = 0; c->examples[k]; k++) /* to be copied whole */
        bt_text_format(out, "  bouton %s\n", c->examples[k]);
}

static bt_status run_help(bti_call *call)
{
    bt_text *out = &call->out;
    if (call->words > 1)
        return bt_fail(call->ctx, BT_SYNTAX, "help takes one command at most",
                       BT_NO_ARGS);
    if (bti_given(call, BTI_MAN)) {
        bti_write_man(out, call->registry);
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
        "Says what a command does and which options it has; without a command, lists\n"
        "all of them.",
    .options = BTI_BIT(BTI_MAN) | BTI_BIT(BTI_BASH) | BTI_BIT(BTI_ZSH),
    .examples = examples,
    .run = run_help,
};
