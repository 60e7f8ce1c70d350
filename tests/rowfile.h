/* SPDX-License-Identifier: MIT
 * Reads tables of rows: fields between semicolons, comments behind #. */
#ifndef BOUTON_TESTS_ROWFILE_H
#define BOUTON_TESTS_ROWFILE_H

#include <stdio.h>
#include <string.h>

enum { ROW_FIELDS = 3 };

struct row {
    const char *file;
    int line;
    char text[1024];
    char *field[ROW_FIELDS]; /* missing ones are "" */
};

static inline char *row_trim(char *text)
{
    text += strspn(text, " \t\r\n");
    size_t len = strlen(text);
    while (len > 0 && strchr(" \t\r\n", text[len - 1]))
        text[--len] = 0;
    return text;
}

/* Calls each(row, arg) for every row; returns how many there were, -1 without a file.
 */
static inline int rows_read(const char *file, void (*each)(struct row *, void *),
                            void *arg)
{
    FILE *in = fopen(file, "r");
    struct row row = {.file = file};
    int rows = 0;
    if (!in)
        return -1;
    while (fgets(row.text, sizeof row.text, in)) {
        row.line++;
        row.text[strcspn(row.text, "#")] = 0;
        char *rest = row.text;
        for (int i = 0; i < ROW_FIELDS; i++) {
            char *end = rest + strcspn(rest, ";");
            char *next = *end ? end + 1 : end;
            *end = 0;
            row.field[i] = row_trim(rest);
            rest = next;
        }
        if (row.field[0][0] == 0 && row.field[1][0] == 0)
            continue;
        rows++;
        each(&row, arg);
    }
    fclose(in);
    return rows;
}

#endif
