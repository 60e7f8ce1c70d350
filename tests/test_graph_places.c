/* SPDX-License-Identifier: MIT
 * graph --json --places: a drawing can be made of what the answer says. Boxes do not
 * touch and lie in the frame; every curve begins at the border of its first box and
 * ends at that of its last, straight towards it. And the whole graph of a file, with
 * each allocation failing in turn. */
#include "check.h"
#include "failing_host.h"
#include "run_line.h"

#include <bouton/all.h>

#include <unistd.h>

enum { MOST_WORDS = 12 };

static int run(bt_context *ctx, struct sink *sink, const char *const *words)
{
    bt_span span[MOST_WORDS];
    size_t count = 0;
    for (; words[count]; count++)
        span[count] = bt_span_of(words[count]);
    bt_io io = {.size = sizeof(bt_io), .self = sink, .write = keep_bytes};
    sink->len = 0;
    sink->out[0] = 0;
    return bt_command_run(ctx, &bt_builtin, &io, count, span);
}

struct box {
    int64_t x, y, width, height;
};

static int64_t number(const bt_json *object, const char *key)
{
    uint64_t value = UINT64_MAX;
    const bt_json *member = bt_json_get(object, key);
    CHECK(member && bt_json_u64(member, &value), "there is no number %s", key);
    return (int64_t)value;
}

static void check_boxes(const bt_json *graph, struct box *box, const char *what)
{
    int64_t width = number(graph, "width"), height = number(graph, "height");
    size_t count = 0;
    for (const bt_json *n = bt_json_get(graph, "nodes")->child; n; n = n->next) {
        struct box b = {number(n, "x"), number(n, "y"), number(n, "width"),
                        number(n, "height")};
        CHECK(b.x + b.width <= width && b.y + b.height <= height,
              "%s: box %zu is not in the frame", what, count);
        for (size_t i = 0; i < count; i++)
            CHECK(b.x >= box[i].x + box[i].width || box[i].x >= b.x + b.width ||
                      b.y >= box[i].y + box[i].height || box[i].y >= b.y + b.height,
                  "%s: boxes %zu and %zu touch", what, i, count);
        box[count++] = b;
    }
}

/* Reads "M1,2 C3,4 5,6 7,8 C..."; gives how many points, 0 if it is something else. */
static size_t read_path(bt_span text, int64_t *x, int64_t *y, size_t most)
{
    char copy[4096], *at = copy;
    size_t count = 0;
    int used;
    if (text.len >= sizeof copy)
        return 0;
    memcpy(copy, text.at, text.len);
    copy[text.len] = 0;
    for (; *at && count < most; at += used, count++) {
        long px, py;
        const char *form = count == 0       ? "M%ld,%ld%n"
                           : count % 3 == 1 ? " C%ld,%ld%n"
                                            : " %ld,%ld%n";
        if (sscanf(at, form, &px, &py, &used) != 2)
            return 0;
        x[count] = px;
        y[count] = py;
    }
    return *at ? 0 : count;
}

static bool on_border(const struct box *b, int64_t x, int64_t y)
{
    bool across = x >= b->x && x <= b->x + b->width;
    bool down = y >= b->y && y <= b->y + b->height;
    return (across && (y == b->y || y == b->y + b->height)) ||
           (down && (x == b->x || x == b->x + b->width));
}

static void check_arrows(const bt_json *graph, const struct box *box, const char *what)
{
    enum { MOST = 256 };
    int64_t x[MOST], y[MOST];
    size_t a = 0;
    for (const bt_json *e = bt_json_get(graph, "edges")->child; e; e = e->next, a++) {
        const bt_json *path = bt_json_get(e, "path");
        size_t n = path ? read_path(path->text, x, y, MOST) : 0;
        CHECK(n >= 4 && n % 3 == 1, "%s: arrow %zu has %zu points", what, a, n);
        if (n < 4)
            continue;
        const struct box *from = &box[number(e, "from")], *to = &box[number(e, "to")];
        CHECK(on_border(from, x[0], y[0]), "%s: arrow %zu begins elsewhere", what, a);
        CHECK(on_border(to, x[n - 1], y[n - 1]), "%s: arrow %zu ends elsewhere", what,
              a);
        CHECK((x[n - 1] == x[n - 2]) != (y[n - 1] == y[n - 2]),
              "%s: arrow %zu does not end straight", what, a);
    }
}

static void check_places(const char *const *words)
{
    enum { MOST_BOXES = 1000 };
    static struct sink sink;
    static struct box box[MOST_BOXES];
    bt_context *ctx = bt_context_new(bt_host_posix(), 0);
    bt_arena arena;
    const bt_json *graph = NULL;
    CHECK(run(ctx, &sink, words) == 0, "%s %s: %s", words[1], words[2], sink.out);
    bt_arena_init(&arena, ctx);
    bt_status status = bt_json_read(&arena, bt_span_of(sink.out), &graph);
    CHECK(status == BT_OK, "%s %s: not JSON", words[1], words[2]);
    if (status == BT_OK && bt_json_get(graph, "nodes")) {
        CHECK(bt_json_get(graph, "nodes")->count <= MOST_BOXES, "too many boxes");
        check_boxes(graph, box, words[2]);
        check_arrows(graph, box, words[2]);
    }
    bt_arena_free(&arena);
    bt_context_free(ctx);
}

static void check_failures(const char *const *words)
{
    static struct sink right, sink;
    struct failing_host host;
    failing_host_init(&host, 0);
    bt_context *ctx = bt_context_new(&host.host, 0);
    int code = run(ctx, &right, words);
    bt_context_free(ctx);
    CHECK(code == 0, "%s: exit code %d", words[1], code);
    for (uint64_t k = 1;; k++) {
        failing_host_init(&host, k);
        ctx = bt_context_new(&host.host, 0);
        if (ctx) {
            int got = run(ctx, &sink, words);
            bool same = got == code && strcmp(sink.out, right.out) == 0;
            CHECK(same || (got == 3 && host.calls >= k),
                  "%s: exit code %d when allocation %llu fails", words[1], got,
                  (unsigned long long)k);
            bt_context_free(ctx);
        }
        CHECK(host.live_bytes == 0, "%s: %llu bytes lost when allocation %llu fails",
              words[1], (unsigned long long)host.live_bytes, (unsigned long long)k);
        if (host.calls < k)
            break;
    }
}

int main(void)
{
    static const char *const drawn[][MOST_WORDS] = {
        {"graph", "nim", "1,2", "--json", "--places"},
        {"graph", "nim", "3,4,5", "--json", "--places"},
        {"graph", "nim", "3,4,5", "--json", "--places", "--merge"},
        {"graph", "nim", "9,9,9", "--json", "--places", "--limit", "120"},
        {"graph", "nim", "5,6,7", "--json", "--places", "--merge"},
        {"graph", "subtraction:1,5,6", "20", "--json", "--places"},
        {"graph", "graph:examples/teaser.dot", "--json", "--places"},
        {"graph", "graph:examples/roundabout.txt", "--json", "--places"},
        {"graph", "graph:examples/roundabout.txt", "y", "--json", "--places"},
    };
    static const char *const failing[][MOST_WORDS] = {
        {"graph", "nim", "1,2", "--json", "--places", "--merge"},
        {"graph", "nim", "3", "--json", "--places", "--limit", "2"},
        {"graph", "graph:examples/roundabout.txt", "--json", "--places"},
        {"graph", "graph:examples/roundabout.txt", "--steps"},
        {"graph", "graph:examples/roundabout.txt"},
    };
    if (chdir("..") != 0) /* where the examples are */
        return 1;
    for (size_t i = 0; i < sizeof drawn / sizeof drawn[0]; i++)
        check_places(drawn[i]);
    for (size_t i = 0; i < sizeof failing / sizeof failing[0]; i++)
        check_failures(failing[i]);
    return check_close();
}
