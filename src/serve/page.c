/* SPDX-License-Identifier: MIT
 * From a folder, or from what is inside the program, to a table of files. First every
 * file is taken by itself; then NAME.gz and NAME.br become encodings of NAME. */
#include "page.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_FILES = 500, MOST_MEGABYTES = 100, MEGABYTE = 1 << 20 };

static const char no_page[] =
    "<!doctype html>\n"
    "<html lang=\"en\">\n"
    "<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n"
    "<title>Bouton</title>\n"
    "<style>body { font: 1.1em/1.5 sans-serif; margin: 2em auto; max-width: 40em; "
    "padding: 0 1em; color-scheme: light dark }</style>\n"
    "<h1>Bouton</h1>\n"
    "<p>The server works, but this <code>bouton</code> was built without the "
    "page.</p>\n"
    "<p>In the folder of the sources, <code>make run</code> builds the page and serves "
    "it. <code>bouton serve --page FOLDER</code> serves a page that was built "
    "elsewhere.</p>\n"
    "</html>\n";

static const char *media_type_of(bt_span name)
{
    static const char *const types[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".mjs", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".txt", "text/plain; charset=utf-8"},
        {".md", "text/plain; charset=utf-8"},
        {".game", "text/plain; charset=utf-8"},
        {".dot", "text/plain; charset=utf-8"},
        {".json", "application/json"},
        {".map", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".wasm", "application/wasm"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".ico", "image/x-icon"},
        {".woff2", "font/woff2"},
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        size_t len = strlen(types[i][0]);
        if (name.len > len && memcmp(name.at + name.len - len, types[i][0], len) == 0)
            return types[i][1];
    }
    return "application/octet-stream";
}

/* FNV-1a, and the length: not against forgers, who would have to write our files. */
static void make_tag(char *tag, bt_span bytes, page_encoding encoding)
{
    static const char *const mark[PAGE_ENCODINGS] = {"", "-gz", "-br"};
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < bytes.len; i++)
        hash = (hash ^ (unsigned char)bytes.at[i]) * UINT64_C(0x100000001b3);
    snprintf(tag, PAGE_TAG_BYTES, "\"%016llx-%llx%s\"", (unsigned long long)hash,
             (unsigned long long)bytes.len, mark[encoding]);
}

const page_file *page_find(const page *p, bt_span name)
{
    for (size_t i = 0; i < p->files; i++)
        if (bt_span_equal(p->file[i].name, name))
            return &p->file[i];
    return NULL;
}

/* The table has room for MOST_FILES from the beginning. */
static bt_status begin(bt_context *ctx, page *p)
{
    *p = (page){.files = 0};
    bt_arena_init(&p->arena, ctx);
    p->file = bt_arena_alloc(&p->arena, MOST_FILES, sizeof *p->file);
    return p->file ? BT_OK : bt_last_status(ctx);
}

static void add(page *p, bt_span name, bt_span bytes)
{
    page_file *file = &p->file[p->files++];
    *file = (page_file){.name = name, .media_type = media_type_of(name)};
    file->bytes[PAGE_PLAIN] = bytes;
}

/* NAME, if this is the name of its encoding; otherwise an empty span. */
static bt_span base_of(bt_span name, const char *ending)
{
    size_t len = strlen(ending);
    if (name.len <= len || memcmp(name.at + name.len - len, ending, len) != 0)
        return (bt_span){"", 0};
    return (bt_span){name.at, name.len - len};
}

/* Gives the bytes of a compressed neighbour to its file. */
static bool give_to_base(const page *p, const page_file *from)
{
    static const char *const ending[PAGE_ENCODINGS] = {NULL, ".gz", ".br"};
    for (unsigned e = PAGE_GZIP; e < PAGE_ENCODINGS; e++) {
        const page_file *base = page_find(p, base_of(from->name, ending[e]));
        if (!base)
            continue;
        p->file[base - p->file].bytes[e] = from->bytes[PAGE_PLAIN];
        return true;
    }
    return false;
}

static void join_encodings(page *p)
{
    size_t kept = 0;
    bool given[MOST_FILES];
    for (size_t i = 0; i < p->files; i++)
        given[i] = give_to_base(p, &p->file[i]);
    for (size_t i = 0; i < p->files; i++)
        if (!given[i])
            p->file[kept++] = p->file[i];
    p->files = kept;
    for (size_t i = 0; i < kept; i++)
        for (unsigned e = 0; e < PAGE_ENCODINGS; e++)
            if (p->file[i].bytes[e].at)
                make_tag(p->file[i].tag[e], p->file[i].bytes[e], (page_encoding)e);
}

bt_status page_of_program(bt_context *ctx, page *p)
{
    BT_TRY(begin(ctx, p));
    for (const page_piece *piece = page_pieces; piece->name; piece++)
        if (p->files < MOST_FILES)
            add(p, bt_span_of(piece->name),
                (bt_span){piece->at, (size_t)(piece->end - piece->at)});
    if (p->files == 0)
        add(p, bt_span_of("index.html"), bt_span_of(no_page));
    join_encodings(p);
    return BT_OK;
}

/* Letters, digits and . _ - stand in an address as they are; other names are left out,
 * and so are hidden files. */
static bool has_plain_name(const char *name)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789._-";
    return name[0] != '.' && name[strspn(name, plain)] == 0;
}

static bt_status too_much(bt_context *ctx, const char *folder)
{
    return bt_fail(
        ctx, BT_UNABLE,
        "the folder '{folder}' is not a page: it has more than {most_files} files or "
        "{most_megabytes} MB, and all of them would be read into memory",
        BT_ARGS(BT_STR("folder", folder), BT_NUM("most_files", MOST_FILES),
                BT_NUM("most_megabytes", MOST_MEGABYTES)));
}

static bt_status take_file(bt_context *ctx, page *p, bt_text *bytes, const char *folder,
                           const char *name, size_t *total)
{
    char path[4096 + 256 + 2];
    struct stat info;
    int len = snprintf(path, sizeof path, "%s/%s", folder, name);
    if (!has_plain_name(name) || len < 0 || (size_t)len >= sizeof path ||
        stat(path, &info) != 0 || !S_ISREG(info.st_mode))
        return BT_OK;
    size_t most = (size_t)MOST_MEGABYTES * MEGABYTE;
    if (p->files == MOST_FILES || info.st_size > (off_t)(most - *total))
        return too_much(ctx, folder);
    bt_text_clear(bytes);
    BT_TRY(bt_read_file(bytes, bt_span_of(path)));
    if (bytes->len > most - *total)
        return too_much(ctx, folder);
    *total += bytes->len;
    bt_span read = bt_text_span(bytes);
    const char *kept = bt_arena_copy(&p->arena, read);
    const char *kept_name = bt_arena_copy(&p->arena, bt_span_of(name));
    if (!kept || !kept_name)
        return bt_last_status(ctx);
    add(p, bt_span_of(kept_name), (bt_span){kept, read.len});
    return BT_OK;
}

static bt_status take_all(bt_context *ctx, page *p, const char *folder, DIR *entries)
{
    size_t total = 0;
    bt_text bytes;
    bt_text_init(&bytes, ctx);
    bt_status status = BT_OK;
    const struct dirent *entry;
    while (status == BT_OK && (entry = readdir(entries)))
        status = take_file(ctx, p, &bytes, folder, entry->d_name, &total);
    bt_text_free(&bytes);
    BT_TRY(status);
    join_encodings(p);
    if (!page_find(p, bt_span_of("index.html")))
        return bt_fail(ctx, BT_DOMAIN,
                       "the folder '{folder}' has no index.html: --page takes the "
                       "folder into which the page was built",
                       BT_ARGS(BT_STR("folder", folder)));
    return BT_OK;
}

bt_status page_of_folder(bt_context *ctx, bt_span folder, page *p)
{
    BT_TRY(begin(ctx, p));
    const char *name = bt_arena_copy(&p->arena, folder);
    if (!name)
        return bt_last_status(ctx);
    DIR *entries = opendir(name);
    if (!entries)
        return bt_fail(
            ctx, BT_DOMAIN, "cannot open the folder '{name}': {reason}",
            BT_ARGS(BT_STR("name", name), BT_STR("reason", strerror(errno))));
    bt_status status = take_all(ctx, p, name, entries);
    closedir(entries);
    return status;
}

void page_free(page *p)
{
    bt_arena_free(&p->arena);
}
