/* SPDX-License-Identifier: MIT
 * bouton serve without a network: what the command tells the server, the table of
 * files, and the answers to requests. tests/serve_run.mjs has the network. */
#include "check.h"
#include "failing_host.h"

#include "serve/answer.h"

#include <bouton/all.h>

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* The command: a server that notes what it is told. */

typedef struct {
    char out[1000], err[2000];
    bt_serve_how how;
    char folder[100];
    bt_status status; /* that it gives back */
    bool terminal;
} world;

static bt_status keep(void *self, bt_context *ctx, bt_stream stream, const char *bytes,
                      size_t len)
{
    world *w = self;
    char *to = stream == BT_STDOUT ? w->out : w->err;
    size_t size = stream == BT_STDOUT ? sizeof w->out : sizeof w->err;
    size_t used = strlen(to);
    (void)ctx;
    if (used + len >= size)
        return bt_fail(ctx, BT_IO, "too much was said", BT_NO_ARGS);
    memcpy(to + used, bytes, len);
    to[used + len] = 0;
    return BT_OK;
}

static bt_status note(void *self, bt_context *ctx, const bt_serve_how *how)
{
    world *w = self;
    w->how = *how;
    if (how->folder.at)
        snprintf(w->folder, sizeof w->folder, "%.*s", (int)how->folder.len,
                 how->folder.at);
    if (w->status != BT_OK)
        return bt_fail(ctx, w->status, "no port for you", BT_NO_ARGS);
    return how->listening(how->arg, how->port);
}

enum { WITHOUT_SERVER, WITH_SERVER };

static int run(world *w, uint64_t *fail_at, int server, const char *line)
{
    char words[256];
    bt_span argv[16];
    size_t argc = 0;
    struct failing_host f;
    failing_host_init(&f, *fail_at);
    snprintf(words, sizeof words, "%s", line);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
        argv[argc++] = bt_span_of(word);
    w->out[0] = w->err[0] = w->folder[0] = 0;
    bt_context *ctx = bt_context_new(&f.host, 0);
    int code = -1;
    if (ctx) {
        bt_io io = {.size = sizeof(bt_io),
                    .self = w,
                    .write = keep,
                    .terminal = w->terminal,
                    .serve = server == WITH_SERVER ? note : NULL};
        code = bt_command_run(ctx, &bt_builtin, &io, argc, argv);
        CHECK(bt_memory_used(ctx) == 0, "%s: memory is still used", line);
    }
    bt_context_free(ctx);
    CHECK(f.live_bytes == 0, "%s: bytes were not given back", line);
    if (f.calls < *fail_at)
        *fail_at = 0; /* there was no such allocation */
    return code;
}

static void check_command(void)
{
    world w = {.status = BT_OK};
    uint64_t none = 0;
    CHECK(run(&w, &none, WITH_SERVER, "serve") == 0, "serve: %s", w.err);
    CHECK(w.how.port == 1901 && !w.how.folder.at && w.how.patience_seconds == 10 &&
              strcmp(w.out, "http://127.0.0.1:1901/\n") == 0 && w.err[0] == 0,
          "serve by itself: port %u, %s%s", w.how.port, w.out, w.err);
    CHECK(run(&w, &none, WITH_SERVER, "serve --port 0 --page a/b --timeout 3") == 0 &&
              w.how.port == 0 && strcmp(w.folder, "a/b") == 0 &&
              w.how.patience_seconds == 3,
          "serve with everything: %s", w.err);
    w.terminal = true;
    CHECK(run(&w, &none, WITH_SERVER, "serve") == 0 &&
              strcmp(w.out, "http://127.0.0.1:1901/\n") == 0 &&
              strcmp(w.err, "bouton: Ctrl-C ends it\n") == 0,
          "at a terminal: %s%s", w.out, w.err);
    w.terminal = false;
    w.status = BT_UNABLE;
    CHECK(run(&w, &none, WITH_SERVER, "serve") == 3 && w.out[0] == 0 &&
              strcmp(w.err, "bouton: no port for you\n") == 0,
          "a server that cannot: %s%s", w.out, w.err);
    CHECK(run(&w, &none, WITHOUT_SERVER, "serve") == 3 && w.out[0] == 0 &&
              strncmp(w.err, "bouton: there is no server here: ", 33) == 0,
          "without a server: %s%s", w.out, w.err);
    CHECK(run(&w, &none, WITHOUT_SERVER, "serve --port 65536") == 2,
          "a bad port, without a server: %s", w.err);
    w.status = BT_OK;
    for (uint64_t k = 1, fail = k; fail == k; fail = ++k) {
        int code = run(&w, &fail, WITH_SERVER, "serve --port 80 --page x");
        CHECK(code == -1 || code == (fail ? 3 : 0), "allocation %llu: %d, %s",
              (unsigned long long)k, code, w.err);
        if (!fail)
            break;
    }
}

/* The files. */

static const char index_text[] = "<p>Nim</p>", index_gz[] = "gz of it",
                  index_br[] = "br of it", alone_text[] = "alone",
                  style_text[] = "p {}";
#define PIECE(name, text)                                                              \
    {                                                                                  \
        name, text, text + sizeof text - 1                                             \
    }
const page_piece page_pieces[] = {
    PIECE("alone.gz", alone_text),    PIECE("bouton.html", index_text),
    PIECE("index.html.br", index_br), PIECE("index.html", index_text),
    PIECE("index.html.gz", index_gz), PIECE("index.html.gz.gz", alone_text),
    PIECE("style.css", style_text),   {NULL, NULL, NULL},
};

static const page_file *find(const page *p, const char *name)
{
    return page_find(p, bt_span_of(name));
}

static void check_program(const page *p)
{
    const page_file *file = find(p, "index.html");
    CHECK(p->files == 4, "%zu files", p->files);
    CHECK(find(p, "alone.gz") && !find(p, "alone"), "a .gz without its file stays");
    CHECK(!find(p, "index.html.gz") && !find(p, "index.html.br"), "encodings are none");
    CHECK(!find(p, "") && !find(p, "index") && !find(p, "index.htmlx"), "exact names");
    CHECK(file && bt_span_equal(file->bytes[PAGE_PLAIN], bt_span_of(index_text)) &&
              bt_span_equal(file->bytes[PAGE_GZIP], bt_span_of(index_gz)) &&
              bt_span_equal(file->bytes[PAGE_BROTLI], bt_span_of(index_br)),
          "index.html has its encodings");
    file = find(p, "style.css");
    CHECK(file && strcmp(file->media_type, "text/css; charset=utf-8") == 0 &&
              !file->bytes[PAGE_GZIP].at && !file->bytes[PAGE_BROTLI].at,
          "style.css has none");
    CHECK(file && strcmp(file->tag[0], find(p, "index.html")->tag[0]) != 0 &&
              strcmp(find(p, "bouton.html")->tag[0], find(p, "index.html")->tag[0]) ==
                  0,
          "tags are about bytes");
}

static void put_file(const char *folder, const char *name, const char *text)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    CHECK(f && fputs(text, f) >= 0, "%s is written", path);
    if (f)
        fclose(f);
}

static void remove_file(const char *folder, const char *name)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    remove(path);
}

/* With every allocation failing once. */
static void check_folder(void)
{
    char folder[] = "/tmp/bouton-page-XXXXXX", inner[100];
    static const char *const names[] = {"index.html", "a.js",    "a.js.gz",
                                        ".hidden",    "b c.txt", "empty.css"};
    if (!mkdtemp(folder))
        return;
    for (size_t i = 0; i < 6; i++)
        put_file(folder, names[i], i == 5 ? "" : names[i]);
    snprintf(inner, sizeof inner, "%s/inner", folder);
    CHECK(mkdir(inner, 0700) == 0, "a folder within");
    for (uint64_t k = 0;; k++) {
        struct failing_host f;
        failing_host_init(&f, k);
        bt_context *ctx = bt_context_new(&f.host, 0);
        page p = {.files = 0};
        bt_status status = ctx ? page_of_folder(ctx, bt_span_of(folder), &p) : BT_NOMEM;
        CHECK(status == (k > 0 && f.calls >= k ? BT_NOMEM : BT_OK),
              "allocation %llu: %s", (unsigned long long)k, bt_status_name(status));
        if (status == BT_OK)
            CHECK(p.files == 3 && find(&p, "empty.css") && find(&p, "a.js") &&
                      bt_span_equal(find(&p, "a.js")->bytes[PAGE_GZIP],
                                    bt_span_of("a.js.gz")),
                  "%zu files", p.files);
        page_free(&p);
        bt_context_free(ctx);
        CHECK(f.live_bytes == 0, "bytes were not given back");
        if (k > 0 && f.calls < k)
            break;
    }
    rmdir(inner);
    for (size_t i = 0; i < 6; i++)
        remove_file(folder, names[i]);
    CHECK(rmdir(folder) == 0, "nothing else was there");
}

/* The answers. */

static void check_hosts(void)
{
    static const char *const good[] = {"127.0.0.1",   "127.0.0.1:1901", "localhost",
                                       "LOCALHOST:1", "[::1]",          "[::1]:80"};
    static const char *const bad[] = {"",
                                      "127.0.0.1.example.com",
                                      "localhost:80.example.com",
                                      "example.com",
                                      "127.0.0.2",
                                      "localhost.",
                                      "::1",
                                      "[::1]x",
                                      "localhost:x"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        CHECK(answer_is_local(good[i]), "%s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK(!answer_is_local(bad[i]), "%s", bad[i]);
}

static void check_answers(const page *p)
{
    const struct {
        request asked;
        unsigned code;
    } rows[] = {
        {{"GET", "/", true, false, false, NULL, NULL}, 200},
        {{"HEAD", "/index.html", true, false, false, NULL, NULL}, 200},
        {{"GET", "/nowhere", true, false, false, NULL, NULL}, 404},
        {{"GET", "index.html", true, false, false, NULL, NULL}, 404},
        {{"GET", "", true, false, false, NULL, NULL}, 404},
        {{"GET", "//", true, false, false, NULL, NULL}, 404},
        {{"GET", "/", true, false, true, NULL, NULL}, 413},
        {{"POST", "/", true, false, true, NULL, NULL}, 405},
        {{"get", "/", true, false, false, NULL, NULL}, 405},
        {{"GET", "/", false, false, false, NULL, NULL}, 421},
        {{"POST", "/", true, true, true, NULL, NULL}, 421},
        {{"GET", "/", true, false, false, NULL, "*"}, 304},
        {{"GET", "/", true, false, false, NULL, "\"x\""}, 200},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        answer a = answer_to(p, &rows[i].asked);
        const answer_refusal *r = answer_refusals;
        while (r->code && r->code != a.code)
            r++;
        CHECK(a.code == rows[i].code, "row %zu: %u", i, a.code);
        CHECK((a.file == NULL) == (r->code != 0), "row %zu: a file or a sentence", i);
    }
    CHECK(strcmp(answer_policy(find(p, "bouton.html")), answer_policy(NULL)) != 0 &&
              answer_policy(find(p, "index.html")) == answer_policy(NULL),
          "only the single file has scripts inside");
}

/* Lists of every shape: whatever stands there, an answer comes, from inside the file.
 */
static void check_odd_headers(const page *p)
{
    static const char marks[] = "gzip,br;q=0.1 \t\"*W/";
    char text[24];
    uint64_t x = 1;
    for (int round = 0; round < 100000; round++) {
        size_t len = 0;
        for (x = x * UINT64_C(6364136223846793005) + 1; len < (x >> 33) % 20; len++)
            text[len] = marks[(x >> (len + 10)) % (sizeof marks - 1)];
        text[len] = 0;
        request r = {"GET", "/", true, false, false, text, text};
        answer a = answer_to(p, &r);
        bool right =
            (a.code == 200 || a.code == 304) && a.file && a.file->bytes[a.encoding].at;
        if (!right || round == 0)
            CHECK(right, "Accept-Encoding: %s", text);
    }
}

int main(void)
{
    page p = {.files = 0};
    bt_context *ctx = bt_context_new(bt_host_posix(), 0);
    check_command();
    check_folder();
    check_hosts();
    CHECK(ctx && page_of_program(ctx, &p) == BT_OK, "the page of the program");
    check_program(&p);
    check_answers(&p);
    check_odd_headers(&p);
    page_free(&p);
    bt_context_free(ctx);
    return check_close();
}
