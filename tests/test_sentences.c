/* SPDX-License-Identifier: MIT
 * The sentences of prove and discover: whatever the width of the lines, they have the
 * same words and no line of prose is wider; and each allocation may fail once. */
#include "check.h"
#include "failing_host.h"
#include "run_line.h"

#include <bouton/all.h>

/* Whether both have the same words between blanks and line ends. */
static bool has_same_words(const char *a, const char *b)
{
    for (;;) {
        a += strspn(a, " \n");
        b += strspn(b, " \n");
        size_t len = strcspn(a, " \n");
        if (len != strcspn(b, " \n") || memcmp(a, b, len) != 0)
            return false;
        if (len == 0)
            return true;
        a += len;
        b += len;
    }
}

/* A formula or a table stays as it is, and so does a word that is too long. */
static bool is_prose(const char *line, size_t len)
{
    static const char *const kept[] = {"claim ", "values ", "automaton ",
                                       "  ",     "game ",   "variables "};
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        if (strncmp(line, kept[i], strlen(kept[i])) == 0 &&
            strncmp(line, "   ", 3) != 0)
            return false;
    return memchr(line + strspn(line, " "), ' ', len - strspn(line, " ")) != NULL;
}

static void check_width(const char *line, const char *text, size_t width)
{
    for (const char *at = text; *at;) {
        size_t len = strcspn(at, "\n");
        CHECK(len <= width || !is_prose(at, len), "%s, %zu columns: %.*s", line, width,
              (int)len, at);
        at += len + (at[len] == '\n');
    }
}

static void check_widths(const char *line, int wanted)
{
    static struct sink usual, other;
    struct failing_host host;
    failing_host_init(&host, 0);
    bt_context *ctx = bt_context_new(&host.host, 0);
    CHECK(run_line(ctx, &usual, line) == wanted, "%s: %s", line, bt_message(ctx));
    check_width(line, usual.out, 80);
    for (size_t width = 30; width <= 200; width += 17) {
        bt_set_line_width(ctx, width);
        CHECK(run_line(ctx, &other, line) == wanted, "%s: %s", line, bt_message(ctx));
        CHECK(has_same_words(usual.out, other.out), "%s, %zu columns:\n%s", line, width,
              other.out);
        check_width(line, other.out, width);
    }
    bt_context_free(ctx);
}

static void check_memory(const char *line, int wanted)
{
    static struct sink sink;
    for (uint64_t k = 1;; k++) {
        struct failing_host host;
        failing_host_init(&host, k);
        bt_context *ctx = bt_context_new(&host.host, 0);
        int code = ctx ? run_line(ctx, &sink, line) : 3;
        bt_context_free(ctx);
        CHECK(code == (host.calls < k ? wanted : 3),
              "%s: allocation %llu: exit code %d", line, (unsigned long long)k, code);
        CHECK(host.live_bytes == 0, "%s: allocation %llu: memory is lost", line,
              (unsigned long long)k);
        if (host.calls < k)
            break;
    }
}

int main(void)
{
    static const struct {
        const char *line;
        int code;
    } lines[] = {
        {"prove nim --heaps 2", 0},
        {"prove nim --heaps 2 --claim x=0&y=0", 1},
        {"prove nim --heaps 1 --claim n<2", 1},
        {"prove nim --heaps 1 --values g=0", 1},
        {"prove subtraction:1,2/misere --heaps 2", 0},
        {"prove cheating --heaps 2", 0},
        {"discover nim --heaps 1", 0},
        {"discover subtraction:1,2 --heaps 2", 0},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        check_widths(lines[i].line, lines[i].code);
        check_memory(lines[i].line, lines[i].code);
    }
    return check_close();
}
