/* SPDX-License-Identifier: MIT
 * The files of the page, all in memory: what can be asked for is what stands in this
 * table, so no request ever reaches the file system. */
#ifndef BOUTON_SERVE_PAGE_H
#define BOUTON_SERVE_PAGE_H

#include <bouton/bouton.h>

/* How bytes are encoded; a file has itself, and may have a compressed neighbour. */
typedef enum { PAGE_PLAIN, PAGE_GZIP, PAGE_BROTLI, PAGE_ENCODINGS } page_encoding;

enum { PAGE_TAG_BYTES = 40 };

typedef struct {
    bt_span name;
    const char *media_type;
    bt_span bytes[PAGE_ENCODINGS]; /* at == NULL: not there */
    /* Names these bytes: other bytes, another tag. In quotes, as HTTP writes it. */
    char tag[PAGE_ENCODINGS][PAGE_TAG_BYTES];
} page_file;

typedef struct {
    bt_arena arena;
    page_file *file;
    size_t files;
} page;

/* A file inside the program; build/page_table.c has the list, which ends with NULL. */
typedef struct {
    const char *name;
    const char *at, *end;
} page_piece;
extern const page_piece page_pieces[];

/* The files inside the program, or a small page that says that there are none. */
bt_status page_of_program(bt_context *ctx, page *p);
/* All files of a folder, as they are now. */
bt_status page_of_folder(bt_context *ctx, bt_span folder, page *p);
void page_free(page *p);

/* The file of this name, or NULL. */
const page_file *page_find(const page *p, bt_span name);

#endif
