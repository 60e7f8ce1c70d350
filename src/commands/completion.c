/* SPDX-License-Identifier: MIT
 * Completion for bash and zsh, from the tables. The first word behind a command is what
 * its usage says: RULES, the NAME of a game, a COMMAND, or nothing; rules come again
 * behind a plus, and everything else is a file. */
#include "commands/call.h"

#include "rules/registry.h"

#include <string.h>

static void put_rules(bt_text *out, const bt_registry *registry, bool bare)
{
    for (size_t i = 0; i < registry->count; i++)
        bt_text_format(out, "%s%s%s", i > 0 ? " " : "", registry->rules[i]->name,
                       !bare && registry->rules[i]->param >= BT_PARAM_TEXT ? ":" : "");
    for (const bt_named_game *g = registry->games; g && g->name; g++) {
        bt_text_put_char(out, ' ');
        bti_put_game_name(registry, g, out);
    }
}

static void put_commands(bt_text *out)
{
    for (size_t i = 0; bti_commands[i]; i++)
        bt_text_format(out, "%s%s", i > 0 ? " " : "", bti_commands[i]->name);
}

static void put_options(bt_text *out, uint64_t options)
{
    bool first = true;
    for (unsigned i = 0; i < BTI_OPTIONS; i++)
        if ((options | BTI_BIT(BTI_HELP)) >> i & 1) {
            bt_text_format(out, "%s%s", first ? "" : " ", bti_options[i].name);
            first = false;
        }
}

/* What the first word is, as the name of a variable of the scripts. */
static const char *first_word(const bti_command *c)
{
    if (strstr(c->usage[0], "RULES"))
        return "rules";
    if (strstr(c->usage[0], "NAME"))
        return "names";
    return strstr(c->usage[0], "COMMAND") ? "commands" : "nothing";
}

static void put_cases(bt_text *out, const char *open, const char *close)
{
    for (size_t i = 0; bti_commands[i]; i++) {
        const bti_command *c = bti_commands[i];
        bt_text_format(out, "    %s) first=%s options=%s", c->name, first_word(c),
                       open);
        put_options(out, c->options);
        bt_text_format(out, "%s ;;\n", close);
    }
}

void bti_write_bash(bt_text *out, const bt_registry *registry)
{
    bt_text_put(out,
                "# bash completion for bouton\n"
                "_bouton()\n{\n"
                "    local cur=${COMP_WORDS[COMP_CWORD]}\n"
                "    local prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
                "    local words first=nothing options='--help --version' i count=0\n"
                "    local nothing='' rules='");
    put_rules(out, registry, false);
    bt_text_put(out, "' names='");
    put_rules(out, registry, true);
    bt_text_put(out, "' commands='");
    put_commands(out);
    bt_text_put(out, "'\n    COMPREPLY=()\n    case ${COMP_WORDS[1]} in\n");
    put_cases(out, "'", "'");
    bt_text_put(out, "    esac\n"
                     "    for ((i = 2; i < COMP_CWORD; i++)); do\n"
                     "        [[ ${COMP_WORDS[i]} == -* ]] || count=$((count + 1))\n"
                     "    done\n"
                     "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
                     "        words=\"$commands $options\"\n"
                     "    elif [ \"$prev\" = --by ]; then\n"
                     "        words='theorem search plain'\n"
                     "    elif [[ $cur == -* ]]; then\n"
                     "        words=$options\n"
                     "    elif [ \"$prev\" = + ]; then\n"
                     "        words=$rules\n"
                     "    elif [ \"$count\" -eq 0 ]; then\n"
                     "        words=${!first}\n"
                     "    elif [ \"$first\" = rules ]; then\n"
                     "        COMPREPLY=($(compgen -f -- \"$cur\"))\n"
                     "        return\n"
                     "    fi\n"
                     "    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
                     "    if [[ ${COMPREPLY[0]} == *: ]]; then\n"
                     "        compopt -o nospace\n"
                     "    fi\n"
                     "}\n"
                     "complete -F _bouton bouton\n");
}

void bti_write_zsh(bt_text *out, const bt_registry *registry)
{
    bt_text_put(out, "#compdef bouton\n"
                     "# zsh completion for bouton\n"
                     "_bouton()\n{\n"
                     "    local first=nothing word\n"
                     "    local -i count=0\n"
                     "    local -a nothing rules names commands options ways\n"
                     "    ways=(theorem search plain)\n"
                     "    options=(--help --version)\n"
                     "    rules=(");
    put_rules(out, registry, false);
    bt_text_put(out, ")\n    names=(");
    put_rules(out, registry, true);
    bt_text_put(out, ")\n    commands=(");
    put_commands(out);
    bt_text_put(out, ")\n    case $words[2] in\n");
    put_cases(out, "(", ")");
    bt_text_put(out, "    esac\n"
                     "    for word in ${words[3,CURRENT-1]}; do\n"
                     "        [[ $word == -* ]] || (( count += 1 ))\n"
                     "    done\n"
                     "    if (( CURRENT == 2 )); then\n"
                     "        compadd -a commands options\n"
                     "    elif [[ $words[CURRENT-1] == --by ]]; then\n"
                     "        compadd -a ways\n"
                     "    elif [[ $words[CURRENT] == -* ]]; then\n"
                     "        compadd -a options\n"
                     "    elif [[ $words[CURRENT-1] == + ]] ||\n"
                     "        [[ $count -eq 0 && $first == rules ]]; then\n"
                     "        compadd -S '' -a rules\n"
                     "    elif (( count == 0 )); then\n"
                     "        compadd -a $first\n"
                     "    elif [[ $first == rules ]]; then\n"
                     "        _files\n"
                     "    fi\n"
                     "}\n"
                     "_bouton \"$@\"\n");
}
