/* SPDX-License-Identifier: MIT
 * GET and HEAD, exact names, compressed where the browser takes it, nothing twice.
 *
 * The Host header is looked at because of pages from elsewhere: they can give their own
 * name to 127.0.0.1 (DNS rebinding), and the browser would let them read what it gets
 * from here; but it still tells us that name. */
#include "answer.h"

#include <string.h>
#include <strings.h>

const answer_refusal answer_refusals[] = {
    {404, "There is no such file in the page. It begins at /\n"},
    {405, "Files are read here, with GET or HEAD, and nothing else.\n"},
    {413, "A request for a file has no body.\n"},
    {421, "This server answers to 127.0.0.1 and localhost only.\n"},
    {0, NULL},
};

/* The page says the same of itself (web/build.mjs), but for who may show it in a frame,
 * which only a header can say. */
#define POLICY(scripts, styles, connect)                                               \
    "default-src 'none'; script-src " scripts " 'wasm-unsafe-eval'; style-src " styles \
    "; img-src data:; connect-src " connect "; worker-src blob:; base-uri 'none'; "    \
    "form-action 'none'; frame-ancestors 'self'"

/* The page in a single file has script and style inside, and names both by their
 * hashes. The browser obeys both policies, so nothing else runs there. */
const char *answer_policy(const page_file *file)
{
    if (file && bt_span_equal(file->name, bt_span_of("bouton.html")))
        return POLICY("'unsafe-inline'", "'unsafe-inline'", "'none'");
    return POLICY("'self'", "'self'", "'self'");
}

bool answer_is_local(const char *host)
{
    static const char *const names[] = {"127.0.0.1", "localhost", "[::1]"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t len = strlen(names[i]);
        if (strncasecmp(host, names[i], len) != 0)
            continue;
        const char *rest = host + len;
        if (*rest == 0 ||
            (*rest == ':' && rest[1 + strspn(rest + 1, "0123456789")] == 0))
            return true;
    }
    return false;
}

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t");
}

/* Does this end of an item, such as ";q=0.0", say never? */
static bool is_never(bt_span parameters)
{
    bool zero = false;
    for (size_t i = 0; i + 1 < parameters.len; i++)
        if ((parameters.at[i] == 'q' || parameters.at[i] == 'Q') &&
            parameters.at[i + 1] == '=')
            for (zero = true, i += 2; i < parameters.len; i++)
                zero = zero && strchr("0. \t", parameters.at[i]);
    return zero;
}

/* Is the coding in this list, such as "gzip, br;q=0.5"? */
static bool accepts(const char *list, const char *coding)
{
    size_t len = strlen(coding);
    while (list && *list) {
        const char *item = skip_blanks(list), *end = item + strcspn(item, ",");
        const char *rest = skip_blanks(item + strcspn(item, " \t;,"));
        if (strcspn(item, " \t;,") == len && strncasecmp(item, coding, len) == 0)
            return !is_never((bt_span){rest, (size_t)(end - rest)});
        list = *end ? end + 1 : end;
    }
    return false;
}

static page_encoding choose_encoding(const page_file *file, const char *accepted)
{
    if (file->bytes[PAGE_BROTLI].at && accepts(accepted, "br"))
        return PAGE_BROTLI;
    if (file->bytes[PAGE_GZIP].at && accepts(accepted, "gzip"))
        return PAGE_GZIP;
    return PAGE_PLAIN;
}

/* Is the tag in this list, such as "\"a\", W/\"b\"", or is the list a star? */
static bool names_tag(const char *list, const char *tag)
{
    size_t len = strlen(tag);
    if (!list)
        return false;
    if (strcmp(skip_blanks(list), "*") == 0)
        return true;
    for (const char *at = list; (at = strstr(at, tag)); at += len)
        if (at == list || strchr(" \t,/", at[-1]))
            return true;
    return false;
}

answer answer_to(const page *p, const request *r)
{
    if (!r->has_host || r->foreign_host)
        return (answer){.code = 421};
    if (strcmp(r->method, "GET") != 0 && strcmp(r->method, "HEAD") != 0)
        return (answer){.code = 405};
    if (r->body)
        return (answer){.code = 413};
    const char *name = strcmp(r->path, "/") == 0 ? "/index.html" : r->path;
    const page_file *file = name[0] == '/' ? page_find(p, bt_span_of(name + 1)) : NULL;
    if (!file)
        return (answer){.code = 404};
    page_encoding encoding = choose_encoding(file, r->accept_encoding);
    bool known = names_tag(r->if_none_match, file->tag[encoding]);
    return (answer){known ? 304 : 200, file, encoding};
}
