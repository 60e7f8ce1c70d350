/* SPDX-License-Identifier: MIT
 * The one table of commands and options: dispatch, --help, man page and completions all
 * read it. */
#include "commands/call.h"

const bti_option bti_command_options[BTI_OPTIONS] = {
    [BTI_JSON] = {"--json", NULL, "answer as JSON"},
    [BTI_BATCH] =
        {"--batch", NULL,
         "one position a line from FILE or standard input, one answer a line"},
    [BTI_POSITION] = {"--position", "TEXT",
                      "a position that is taken as it stands, even if it begins with - "
                      "or @ or is a +"},
    [BTI_BY] = {"--by", "WAY",
                "theorem: only by theorems; search: without theorems about the rules; "
                "plain: one memo search that splits nothing, the reference"},
    [BTI_MEMORY] = {"--memory", "SIZE",
                    "the most memory to use, such as 500M or 8G; half of the machine's "
                    "unless given"},
    [BTI_ALL_MOVES] = {"--all-moves", NULL, "list all moves, not just the first 1000"},
    [BTI_THREADS] = {"--threads", "NUMBER",
                     "how many threads may work; as many as the machine has unless "
                     "given"},
    [BTI_PROGRESS] = {"--progress", NULL,
                      "show on standard error how far long work has come, even if that "
                      "is not a terminal"},
    [BTI_OUTPUT] = {"-o", "FILE",
                    "write into FILE, in the format that its ending names"},
    [BTI_TABLE] = {"--table", "FILE",
                   "write the values of all positions that can be reached into FILE"},
    [BTI_FROM] = {"--from", "FILE", "look values up in FILE, written by --table"},
    [BTI_MERGE] = {"--merge", NULL, "positions that differ only in order are one"},
    [BTI_DEPTH] = {"--depth", "NUMBER", "only what this many moves can reach"},
    [BTI_LIMIT] = {"--limit", "NUMBER", "at most this many positions"},
    [BTI_LABELS] = {"--labels", "WHAT",
                    "what stands at a position: np, grundy, both, or none, to be "
                    "coloured by hand"},
    [BTI_STEPS] = {"--steps", NULL, "the colouring, round by round"},
    [BTI_PLACES] = {"--places", NULL, "where boxes and arrows go, for a program"},
    [BTI_PLAY] = {"--play", "PLAY", "normal or misere"},
    [BTI_GRUNDY] = {"--grundy", NULL, "Grundy values instead of labels"},
    [BTI_TSV] = {"--tsv", NULL, "answer separated by tabs"},
    [BTI_SEED] = {"--seed", "NUMBER", "which of the possible games is played"},
    [BTI_HEAPS] = {"--heaps", "NUMBER", "for this many heaps"},
    [BTI_CLAIM] = {"--claim", "FORMULA",
                   "the P-positions are those where FORMULA is true; it replaces "
                   "the claims of the file"},
    [BTI_VALUES] = {"--values", "FORMULA",
                    "the Grundy value is the g for which FORMULA is true, such as "
                    "'x ^ y = g'; --grundy FORMULA means the same"},
    [BTI_SHOW] = {"--show", NULL, "print the rules as a .game file and do nothing"},
    [BTI_CERTIFICATE] = {"--certificate", "FILE",
                         "write the proof into FILE, for 'bouton check'; - is standard "
                         "output, instead of the answer"},
    [BTI_LEVEL] = {"--level", "LEVEL",
                   "how the computer plays: perfect, slips (sometimes it lets the win "
                   "go), or random"},
    [BTI_FIRST] = {"--first", "WHO",
                   "who moves first: me or computer; with --neighbour 1 or 2"},
    [BTI_NEIGHBOUR] = {"--neighbour", NULL, "two people play"},
    [BTI_PORT] = {"--port", "NUMBER",
                  "which port of 127.0.0.1; 1901 unless given, 0 takes a free one"},
    [BTI_PAGE] = {"--page", "FOLDER",
                  "serve the files of FOLDER, as they are now, instead of the page "
                  "inside the program"},
    [BTI_TIMEOUT] = {"--timeout", "SECONDS",
                     "close connections that are silent or slow for this long; 10 "
                     "unless given"},
    [BTI_MARKDOWN] = {"--markdown", NULL,
                      "the page of the manual, with worked examples"},
    [BTI_MAN] = {"--man", NULL, "the manual page bouton(1)"},
    [BTI_BASH] = {"--bash", NULL, "completion for bash"},
    [BTI_ZSH] = {"--zsh", NULL, "completion for zsh"},
    [BTI_WORDS] = {"--words", "WORDS",
                   "np, or winning to speak of winning and losing positions instead of "
                   "N- and P-positions. Data for programs (--json, --tsv, .csv, "
                   "--batch, label) keeps N, P and D"},
    [BTI_HELP] = {"--help", NULL, "this help"},
    [BTI_VERSION] = {"--version", NULL, "the version"},
};

const bti_command *const bti_commands[] = {
    &bti_command_solve, &bti_command_moves,       &bti_command_explain,
    &bti_command_table, &bti_command_graph,       &bti_command_label,
    &bti_command_prove, &bti_command_discover,    &bti_command_check,
    &bti_command_demo,  &bti_command_play,        &bti_command_board,
    &bti_command_serve, &bti_command_nim_product, &bti_command_games,
    &bti_command_tour,  &bti_command_help,        NULL,
};

const bti_command *bti_find_command(bt_span name)
{
    for (size_t i = 0; bti_commands[i]; i++)
        if (bt_span_equal(name, bt_span_of(bti_commands[i]->name)))
            return bti_commands[i];
    return NULL;
}
