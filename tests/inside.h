/* SPDX-License-Identifier: MIT
 * Command lines that need no shell, run in this process: under sanitizers starting the
 * command takes longer than most of what it does. */
#ifndef BOUTON_TESTS_INSIDE_H
#define BOUTON_TESTS_INSIDE_H

#include <bouton/all.h>

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { INSIDE_WORDS = 64 };

/* Splits "bouton solve 'nim' 3,4" at blanks, in place; quotes keep them. False where a
 * shell would do more than that, or the command is not `bouton`. */
static inline bool inside_split(char *line, bt_span *word, size_t *words)
{
    char *from = line, *to = line;
    *words = 0;
    while (*from) {
        while (*from == ' ')
            from++;
        if (!*from)
            break;
        if (*words == INSIDE_WORDS)
            return false;
        char *begin = to;
        while (*from && *from != ' ') {
            char quote = *from == '\'' || *from == '"' ? *from++ : 0;
            do {
                bool special = strchr("$`\\", *from) ||
                               (!quote && strchr("|&;<>()*?[]#~=%!{}\n", *from));
                if (!*from || (special && quote != '\''))
                    return false;
                if (*from == quote)
                    break;
                *to++ = *from++;
            } while (quote);
            if (quote)
                from++;
        }
        word[(*words)++] = (bt_span){begin, (size_t)(to - begin)};
    }
    return *words > 0 && bt_span_equal(word[0], bt_span_of("bouton"));
}

/* What the program has and the library has not. */
static inline bool inside_knows(const bt_span *word, size_t words)
{
    for (size_t i = 1; i < words; i++) {
        bool png =
            word[i].len > 4 && memcmp(word[i].at + word[i].len - 4, ".png", 4) == 0;
        if (png || bt_span_equal(word[i], bt_span_of("serve")))
            return false;
    }
    return true;
}

/* Runs it with nothing to read, as the program would, in the words of the catalogue if
 * there is one; `io` has self and write. */
static inline int inside_run(bt_io io, const bt_catalogue *said, size_t words,
                             const bt_span *word)
{
    bt_context *ctx = bt_context_new(bt_host_posix(), bt_host_memory_bytes() / 2);
    if (!ctx || bt_source_of_fd(ctx, open("/dev/null", O_RDONLY), "standard input",
                                &io.input) != BT_OK)
        abort();
    bt_set_threads(ctx, bt_host_processors());
    bt_set_line_width(ctx, 80);
    bt_set_catalogue(ctx, said);
    int code = bt_command_run(ctx, &bt_builtin, &io, words - 1, word + 1);
    io.input->close(io.input);
    bt_context_free(ctx);
    return code;
}

#endif
