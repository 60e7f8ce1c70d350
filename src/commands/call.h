/* SPDX-License-Identifier: MIT
 * One command line on its way: the table of commands and options, the words and options
 * that were given, and where the answer goes.
 *
 * run.c fills a bti_call from the words and runs its command. A command is a const
 * struct in a file of its own, such as solve_command.c, and is listed in table.c.
 * Commands write into call->out and never to a stream, so that terminal, page and
 * bt_ask get the same bytes. */
#ifndef BOUTON_COMMANDS_CALL_H
#define BOUTON_COMMANDS_CALL_H

#include <bouton/command.h>
#include <bouton/json.h>
#include <bouton/solve.h>

typedef enum {
    BTI_JSON,
    BTI_BATCH,
    BTI_POSITION,
    BTI_BY,
    BTI_MEMORY,
    BTI_ALL_MOVES,
    BTI_THREADS,
    BTI_PROGRESS,
    BTI_OUTPUT,
    BTI_TABLE,
    BTI_FROM,
    BTI_MERGE,
    BTI_DEPTH,
    BTI_LIMIT,
    BTI_LABELS,
    BTI_STEPS,
    BTI_PLACES,
    BTI_PLAY,
    BTI_GRUNDY,
    BTI_TSV,
    BTI_SEED,
    BTI_HEAPS,
    BTI_CLAIM,
    BTI_VALUES,
    BTI_SHOW,
    BTI_CERTIFICATE,
    BTI_LEVEL,
    BTI_FIRST,
    BTI_NEIGHBOUR,
    BTI_PORT,
    BTI_PAGE,
    BTI_TIMEOUT,
    BTI_MARKDOWN,
    BTI_MAN,
    BTI_BASH,
    BTI_ZSH,
    BTI_WORDS,
    BTI_HELP,
    BTI_VERSION,
    BTI_OPTIONS
} bti_option_id;

#define BTI_BIT(id) (UINT64_C(1) << (id))

typedef struct {
    const char *name;     /* with its dashes */
    const char *argument; /* what follows it, or NULL */
    const char *help;
} bti_option;

extern const bti_option bti_command_options[BTI_OPTIONS];

/* What every command takes, and `bouton` without one. */
enum { BTI_COMMON_FIRST = BTI_WORDS, BTI_COMMON_END = BTI_OPTIONS };

typedef struct bti_call bti_call;

typedef struct {
    const char *name;
    const char *const *usage; /* lines after "bouton ", ends with NULL */
    const char *summary;
    const char *help;            /* paragraphs, lines up to 78 wide */
    uint64_t options;            /* bits BTI_BIT(bti_option_id) */
    const char *const *examples; /* lines after "bouton ", ends with NULL */
    bt_status (*run)(bti_call *);
} bti_command;

extern const bti_command *const bti_commands[]; /* ends with NULL */

typedef struct {
    bt_span text;
    bool literal; /* given by --position: no @file, no + */
} bti_word;

struct bti_call {
    bt_context *ctx;
    const bt_registry *registry;
    const bt_io *io;
    const bti_command *command; /* NULL while none is known */
    bti_word *word;             /* what is neither command nor option */
    size_t words;
    uint64_t given; /* bits BTI_BIT(bti_option_id) */
    bt_by by;
    bt_span output;        /* the file of -o */
    bt_span table, from;   /* the files of --table and --from */
    bt_span labels;        /* of --labels */
    uint64_t depth, limit; /* UINT64_MAX and 0 unless given */
    bt_play play;          /* of label */
    uint64_t seed;
    uint64_t heaps;        /* 0 unless given */
    bt_span claim, values; /* of --claim and --values */
    bt_span certificate;   /* the file of --certificate */
    bt_span level, first;  /* of --level and --first */
    uint64_t port;         /* of --port */
    uint64_t timeout;      /* seconds, of --timeout */
    bt_span page;          /* the folder of --page */
    bt_text out;           /* standard output, flushed when it is long */
    uint64_t flushed;      /* bytes of it */
    int exit_code;         /* of a command that ends well */
    bool write_failed;
};

static inline bool bti_given(const bti_call *call, bti_option_id id)
{
    return call->given >> id & 1;
}

const bti_command *bti_find_command(bt_span name);

/* Writes out what has gathered in call->out. */
bt_status bti_flush(bti_call *call);

bool bti_ends_in(bt_span name, const char *ending);

/* Writes a whole file, or leaves none. */
bt_status bti_call_write(bti_call *call, bt_span name, bt_span bytes);

/* The member "error" of a JSON answer; the limit is that of bt_last_limit. */
void bti_put_error(bt_json_writer *w, bt_status failure, const char *sentence,
                   bt_limit limit);

/* Fails with a sentence and, if one is near, a suggestion. */
bt_status bti_unknown_command(bti_call *call, bt_span name);

/* Talk for standard error: "bouton: " and the sentence. */
bt_status bti_talk(bti_call *call, const char *sentence);

/* Says on standard error what is odd in the rules; JSON answers have it as data. */
bt_status bti_warn(bti_call *call, const bt_game *game);

/* The commands, one file each. */
extern const bti_command bti_command_solve, bti_command_moves, bti_command_explain,
    bti_command_table, bti_command_graph, bti_command_label, bti_command_demo,
    bti_command_games, bti_command_prove, bti_command_discover, bti_command_check,
    bti_command_tour, bti_command_play, bti_command_board, bti_command_serve,
    bti_command_nim_product, bti_command_help;

/* help_command.c: the rest of a line that stands at `column` already. It stays one line
 * if it fits the width of the context's lines, and goes on below itself if not. */
void bti_put_line(bt_text *out, const char *words, size_t column);

/* sentences.c: a message as such a line. */
void bti_say_paragraph(bt_text *out, size_t column, const char *key, bt_args args);
/* sentences.c: "2  No option has the same value.", the number in front of it. */
void bti_say_step(bt_text *out, const char *number, const char *key, bt_args args);
/* sentences.c: text of a table, such as help, in the words of the catalogue. It is a
 * page with line ends of its own, or a line from `column` on. */
void bti_put_table_page(bt_text *out, const char *words);
void bti_put_table_line(bt_text *out, const char *words, size_t column);

/* help_command.c: what --help says. */
void bti_write_help(bt_text *out);
/* manual.c: the manual page. */
void bti_write_man(bt_text *out, const bt_registry *registry);
/* completion.c: scripts for the shells. */
void bti_write_bash(bt_text *out, const bt_registry *registry);
void bti_write_zsh(bt_text *out, const bt_registry *registry);

/* games_command.c: what is proved about a game. */
const char *bti_theorem_note(const bt_rules *rules);

void bti_write_command_help(bt_text *out, const bti_command *command);

/* bt_command_run, with the status beside the exit code: 3 can be an answer, too. */
bt_status bti_run_line(bt_context *ctx, const bt_registry *registry, const bt_io *io,
                       size_t argc, const bt_span *argv, int *exit_code);

#endif
