/* SPDX-License-Identifier: MIT
 * Completion for bash and zsh, from the tables. Both scripts walk over the words before
 * the cursor in the same way, because the same lines run in both shells: options take
 * their values along, the first other word is the command, and its usage says what
 * comes then: RULES, the NAME of a game, a COMMAND, or a file. Rules come again after a
 * plus. What can stand at the cursor is a `list` of words, `files` of some kind, or
 * both, after a `lead` that is already typed, such as graph: or --from=. Only how the
 * words before the cursor are found and how the choice is handed over differs between
 * the shells. */
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
            bt_text_format(out, "%s%s", first ? "" : " ", bti_command_options[i].name);
            first = false;
        }
}

static bool usage_has(const bti_command *c, const char *word)
{
    for (size_t k = 0; c->usage[k]; k++)
        if (strstr(c->usage[k], word))
            return true;
    return false;
}

/* What the first word after a command is. */
static const char *first_place(const bti_command *c)
{
    static const char *const place[][2] = {
        {"RULES", "rules"}, {"NAME", "names"},        {"COMMAND", "commands"},
        {"FILE", "files"},  {"CERTIFICATE", "files"},
    };
    for (size_t i = 0; i < sizeof place / sizeof *place; i++)
        if (usage_has(c, place[i][0]))
            return place[i][1];
    return "nothing";
}

static void put_names(bt_text *out, const bt_registry *registry)
{
    bt_text_put(out, "    local -a rules=(");
    put_rules(out, registry, false);
    bt_text_put(out, ") names=(");
    put_rules(out, registry, true);
    bt_text_put(out, ")\n    local -a verbs=(");
    put_commands(out);
    bt_text_put(out, ") flags=(--help --version) list=()\n    local valued='");
    for (unsigned i = 0; i < BTI_OPTIONS; i++)
        if (bti_command_options[i].argument)
            bt_text_format(out, " %s", bti_command_options[i].name);
    bt_text_put(out, " '\n"
                     "    local place=command option='' ended='' batch=''\n"
                     "    local files='' lead='' stem word\n");
}

static void put_walk(bt_text *out)
{
    bt_text_put(out, "    for word in \"${before[@]}\"; do\n"
                     "        if [[ -n $option ]]; then\n"
                     "            [[ $option == --position ]] && place=position\n"
                     "            option=''\n"
                     "        elif [[ -z $ended && $word == -- ]]; then\n"
                     "            ended=yes\n"
                     "        elif [[ -z $ended && $word == -[!0-9]* ]]; then\n"
                     "            [[ $word == --batch ]] && batch=yes\n"
                     "            [[ $valued == *\" $word \"* ]] && option=$word\n"
                     "        elif [[ $place == command ]]; then\n"
                     "            case $word in\n");
    for (size_t i = 0; bti_commands[i]; i++) {
        const bti_command *c = bti_commands[i];
        bt_text_format(out, "            %s) place=%s flags=(", c->name,
                       first_place(c));
        put_options(out, c->options | BTI_BIT(BTI_WORDS));
        bt_text_put_char(out, ')');
        if (c->options & BTI_BIT(BTI_VALUES)) /* --grundy FORMULA */
            bt_text_put(out, " valued=\"$valued--grundy \"");
        bt_text_put(out, " ;;\n");
    }
    bt_text_put(out, "            *) place=nothing flags=() ;;\n"
                     "            esac\n"
                     "        elif [[ $place == position ]]; then\n"
                     "            [[ $word == + ]] && place=rules\n"
                     "        elif [[ $place == rules ]]; then\n"
                     "            place=position\n"
                     "        else\n"
                     "            place=nothing\n"
                     "        fi\n"
                     "    done\n");
}

/* What an option takes. */
static void put_values(bt_text *out)
{
    static const char *const words[BTI_OPTIONS] = {
        [BTI_BY] = "theorem search plain", [BTI_LABELS] = "np grundy both none",
        [BTI_PLAY] = "normal misere",      [BTI_LEVEL] = "perfect slips random",
        [BTI_FIRST] = "me computer 1 2",   [BTI_WORDS] = "np winning",
    };
    bt_text_put(out, "    if [[ -z $option$ended && $cur == --*=* ]]; then\n"
                     "        option=${cur%%=*}\n"
                     "        lead=$option=\n"
                     "    fi\n"
                     "    if [[ -n $option ]]; then\n"
                     "        case $option in\n");
    for (unsigned i = 0; i < BTI_OPTIONS; i++) {
        const bti_option *o = &bti_command_options[i];
        if (words[i])
            bt_text_format(out, "        %s) list=(%s) ;;\n", o->name, words[i]);
        else if (o->argument && strcmp(o->argument, "FILE") == 0)
            bt_text_format(out, "        %s) files=all ;;\n", o->name);
        else if (o->argument && strcmp(o->argument, "FOLDER") == 0)
            bt_text_format(out, "        %s) files=folders ;;\n", o->name);
    }
    bt_text_put(out, "        esac\n");
}

/* Rules: a name, a file with rules, a file after the name, and at the end of each
 * /misere or /normal. */
static void put_rules_place(bt_text *out, const bt_registry *registry)
{
    bt_text_put(out, "        rules)\n"
                     "            list=(\"${rules[@]}\") files=rules stem=${cur%/*}\n"
                     "            case $cur in\n");
    for (size_t i = 0; i < registry->count; i++)
        if (registry->rules[i]->param == BT_PARAM_FILE)
            bt_text_format(out, "            %s:*) list=() files=all lead=%s: ;;\n",
                           registry->rules[i]->name, registry->rules[i]->name);
    bt_text_put(
        out,
        "            esac\n"
        "            if [[ $cur == */* && -f ${stem#\"$lead\"} ]] ||\n"
        "                [[ -z $lead && $cur == */* &&\n"
        "                \" ${names[*]} \" == *\" ${cur%%[:/]*} \"* ]]; then\n"
        "                list=(\"$stem/misere\" \"$stem/normal\") files='' lead=''\n"
        "            fi ;;\n");
}

static void put_choice(bt_text *out, const bt_registry *registry)
{
    put_values(out);
    bt_text_put(out, "    elif [[ -z $ended && $cur == -* ]]; then\n"
                     "        list=(\"${flags[@]}\")\n"
                     "    else\n"
                     "        case $place in\n"
                     "        command) list=(\"${verbs[@]}\" \"${flags[@]}\") ;;\n"
                     "        commands) list=(\"${verbs[@]}\") ;;\n"
                     "        names) list=(\"${names[@]}\") ;;\n"
                     "        files) files=all ;;\n"
                     "        position)\n"
                     "            [[ -n $batch ]] && files=all\n"
                     "            [[ $cur == @* ]] && files=all lead=@ ;;\n");
    put_rules_place(out, registry);
    bt_text_put(out, "        esac\n"
                     "    fi\n");
}

/* The endings by which files with rules are known, each in between the two texts. */
static void put_suffixes(bt_text *out, const bt_registry *registry, const char *before,
                         const char *after)
{
    for (size_t i = 0; i < registry->count; i++)
        if (registry->rules[i]->suffix)
            bt_text_format(out, "%s%s%s", before, registry->rules[i]->suffix, after);
}

/* bash takes a word apart at : and = and @; here it is put together again. $2 is the
 * part that an offer replaces, so that what stands before it is left out of the offer.
 */
void bti_write_bash(bt_text *out, const bt_registry *registry)
{
    bt_text_put(out, "# bash completion for bouton\n"
                     "_bouton_files()\n{\n"
                     "    case $1 in\n"
                     "    all) compgen -f -- \"$2\" ;;\n"
                     "    folders) compgen -d -- \"$2\" ;;\n"
                     "    rules)\n"
                     "        compgen -d -- \"$2\"\n");
    put_suffixes(out, registry, "        compgen -f -X '!*", "' -- \"$2\"\n");
    bt_text_put(out, "        ;;\n"
                     "    esac\n"
                     "}\n"
                     "_bouton()\n{\n"
                     "    local -a before=()\n"
                     "    local cur='' kept line=$COMP_LINE i\n");
    put_names(out, registry);
    bt_text_put(out, "    COMPREPLY=()\n"
                     "    for ((i = 0; i <= COMP_CWORD; i++)); do\n"
                     "        word=${COMP_WORDS[i]}\n"
                     "        if [[ $i -gt 0 && $line != [[:space:]]* ]]; then\n"
                     "            cur+=$word\n"
                     "        else\n"
                     "            [[ $i -gt 1 ]] && before+=(\"$cur\")\n"
                     "            cur=$word\n"
                     "        fi\n"
                     "        line=${line#\"${line%%[![:space:]]*}\"}\n"
                     "        line=${line#\"$word\"}\n"
                     "    done\n"
                     "    kept=${cur%\"$2\"}\n");
    put_walk(out);
    put_choice(out, registry);
    bt_text_put(
        out, "    for word in \"${list[@]}\"; do\n"
             "        word=$lead$word\n"
             "        [[ $word == \"$cur\"* ]] && COMPREPLY+=(\"${word#\"$kept\"}\")\n"
             "    done\n"
             "    [[ ${COMPREPLY[0]} == *: ]] && compopt -o nospace\n"
             "    while IFS= read -r word; do\n"
             "        word=$lead$word\n"
             "        COMPREPLY+=(\"${word#\"$kept\"}\")\n"
             "        [[ -z ${lead#\"$kept\"} ]] && compopt -o filenames\n"
             "    done < <(_bouton_files \"$files\" \"${cur#\"$lead\"}\")\n"
             "}\n"
             "complete -F _bouton bouton\n");
}

void bti_write_zsh(bt_text *out, const bt_registry *registry)
{
    bt_text_put(out, "#compdef bouton\n"
                     "# zsh completion for bouton\n"
                     "_bouton()\n{\n"
                     "    local cur=$words[CURRENT]\n"
                     "    local -a before=(\"${(@)words[2,CURRENT-1]}\")\n");
    put_names(out, registry);
    put_walk(out);
    put_choice(out, registry);
    bt_text_put(out, "    [[ -n $lead ]] && compset -P \"$lead\"\n"
                     "    if [[ $files == rules ]]; then\n"
                     "        compadd -S '' -a list\n"
                     "    else\n"
                     "        compadd -a list\n"
                     "    fi\n"
                     "    case $files in\n"
                     "    all) _files ;;\n"
                     "    folders) _files -/ ;;\n"
                     "    rules) _files -g '");
    put_suffixes(out, registry, " *", "");
    bt_text_put(out, "' ;;\n"
                     "    esac\n"
                     "}\n"
                     "_bouton \"$@\"\n");
}
