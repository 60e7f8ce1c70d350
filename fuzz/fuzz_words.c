/* SPDX-License-Identifier: MIT
 * Every line as a word behind `solve --by theorem --json`: what the words are read as
 * is written in the answer, and written so it is read as the same. */
#include "fuzz.h"

enum { MEMORY_BYTES = 8 << 20, MOST_WORDS = 40 };

static bt_status io_write(void *self, bt_context *ctx, bt_stream stream,
                          const char *bytes, size_t len)
{
    bt_text *out = self;
    (void)ctx;
    if (stream == BT_STDOUT)
        bt_text_put_span(out, (bt_span){bytes, len});
    return bt_text_status(out);
}

static int solve(struct fuzz *f, const bt_span *word, size_t words, bt_text *out)
{
    bt_span argv[MOST_WORDS + 4] = {bt_span_of("solve"), bt_span_of("--json"),
                                    bt_span_of("--by=theorem")};
    const bt_io io = {.size = sizeof(bt_io), .self = out, .write = io_write};
    size_t n = 3;
    for (size_t i = 0; i < words; i++)
        argv[n++] = word[i];
    f->patience = 100;
    int code = bt_command_run(f->ctx, &bt_builtin, &io, n, argv);
    insist(code == 0 || code == 2 || code == 3 || bt_text_status(out) != BT_OK);
    return code;
}

/* The words of the answer: rules and position, or those of each part with a plus. */
static size_t canonical_words(const bt_json *answer, bt_span *word)
{
    const bt_json *parts = bt_json_get(answer, "parts");
    size_t n = 0;
    for (const bt_json *p = parts ? parts->child : answer; p; p = p->next) {
        const bt_json *rules = bt_json_get(p, "rules");
        const bt_json *position = bt_json_get(p, "position");
        if (!rules || !position || n + 3 > MOST_WORDS)
            return 0; /* "to" and "position" are null in very long positions */
        if (n > 0)
            word[n++] = bt_span_of("+");
        word[n++] = rules->text;
        word[n++] = position->text;
        if (!parts)
            break;
    }
    return n;
}

static void insist_canonical(struct fuzz *f, bt_span first)
{
    bt_arena arena;
    bt_text again;
    bt_span word[MOST_WORDS];
    const bt_json *answer = NULL;
    bt_arena_init(&arena, f->ctx);
    bt_text_init(&again, f->ctx);
    bt_status status = bt_json_read(&arena, first, &answer);
    insist(status == BT_OK || status == BT_UNABLE);
    size_t words = status == BT_OK ? canonical_words(answer, word) : 0;
    int code = words > 0 ? solve(f, word, words, &again) : 3;
    if (words > 0)
        insist(code == 0 || code == 3);
    if (code == 0)
        insist(bt_span_equal(bt_text_span(&again), first));
    bt_text_free(&again);
    bt_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz f;
    bt_text out;
    bt_span word[MOST_WORDS], rest = {size > 0 ? (const char *)data : "", size};
    size_t words = 0;
    while (rest.len > 0 && words < MOST_WORDS) {
        word[words] = fuzz_first_line((const uint8_t *)rest.at, rest.len, &rest);
        if (word[words].len > 0 && word[words].at[0] == '-')
            return 0; /* options have tests of their own */
        words++;
    }
    fuzz_begin(&f, MEMORY_BYTES);
    bt_text_init(&out, f.ctx);
    if (solve(&f, word, words, &out) == 0)
        insist_canonical(&f, bt_text_span(&out));
    bt_text_free(&out);
    fuzz_end(&f);
    return 0;
}
