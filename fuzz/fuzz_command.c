/* SPDX-License-Identifier: MIT
 * Command lines in a world of memory. Each line is a word, a line ';' begins another
 * command, and an empty line ends the words: the bytes after it are standard input and
 * the content of every file that no command before wrote. "fail 17" as the first line
 * lets the 17th allocation fail.
 *
 * Whatever is typed: the exit code is one of those of docs/design.md, a failure has a
 * sentence, nothing that controls a terminal is shown, and what --json answers is one
 * object or array on each line. */
#include "world.h"

#include "core/tame.h"

enum { MEMORY_BYTES = 16 << 20, MOST_WORDS = 32, MOST_COMMANDS = 4, PATIENCE = 100 };

static bool is_there(const bt_span *word, size_t words, const char *name)
{
    for (size_t i = 0; i < words; i++)
        if (bt_span_equal(word[i], bt_span_of(name)))
            return true;
    return false;
}

static void insist_tame(bt_span text)
{
    char *copy = malloc(text.len + 1);
    insist(copy != NULL);
    memcpy(copy, text.at, text.len);
    insist(bti_tame(copy, text.len) == text.len);
    insist(memcmp(copy, text.at, text.len) == 0);
    free(copy);
}

static void insist_objects(struct world *w, bt_span text)
{
    bt_arena arena;
    const bt_json *node;
    bt_arena_init(&arena, w->fuzz.ctx);
    while (text.len > 0) {
        bt_span line = fuzz_first_line((const uint8_t *)text.at, text.len, &text);
        bt_status status = bt_json_read(&arena, line, &node);
        insist(status == BT_OK || status == BT_UNABLE); /* the memory limit */
    }
    bt_arena_free(&arena);
}

static void run(struct world *w, size_t words, const bt_span *word, bool fails)
{
    w->fuzz.patience = PATIENCE;
    w->refused = false;
    int code = world_run(w, w->any, words, word);
    bt_span out = world_span(&w->out), err = world_span(&w->err);
    insist(code != 4 || w->refused);
    insist(code < 2 || out.len + err.len > 0);
    insist_tame(out);
    insist_tame(err);
    /* one that was stopped may have written half a line */
    if (code < 2 && is_there(word, words, "--json") &&
        !is_there(word, words, "--certificate") && !fails)
        insist_objects(w, out);
}

/* The words of one command; false when there are none. */
static bool take_command(bt_span *rest, bt_span *word, size_t *words)
{
    *words = 0;
    while (rest->len > 0) {
        bt_span behind,
            line = fuzz_first_line((const uint8_t *)rest->at, rest->len, &behind);
        if (line.len == 0)
            break;
        *rest = behind;
        if (bt_span_equal(line, bt_span_of(";")) || *words == MOST_WORDS)
            break;
        word[(*words)++] = line;
    }
    return *words > 0;
}

static uint64_t take_failure(bt_span *text)
{
    bt_span behind,
        line = fuzz_first_line((const uint8_t *)text->at, text->len, &behind);
    uint64_t at = 0;
    if (line.len <= 5 || memcmp(line.at, "fail ", 5) != 0)
        return 0;
    *text = behind;
    line = (bt_span){line.at + 5, line.len - 5};
    return bt_take_u64(&line, &at) == BT_NUMBER_OK ? at : 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct world w;
    bt_span word[MOST_WORDS], rest = {size > 0 ? (const char *)data : "", size};
    size_t words;
    uint64_t fail_at = take_failure(&rest);
    const char *blank = NULL;
    for (size_t i = 0; i + 1 < rest.len && !blank; i++)
        if (rest.at[i] == '\n' && rest.at[i + 1] == '\n')
            blank = rest.at + i + 2;
    world_begin(&w, MEMORY_BYTES);
    w.any = blank ? (bt_span){blank, (size_t)(rest.at + rest.len - blank)}
                  : (bt_span){"", 0};
    w.fuzz.memory.fail_at = fail_at > 0 ? w.fuzz.memory.calls + fail_at : 0;
    for (int i = 0; i < MOST_COMMANDS && take_command(&rest, word, &words); i++)
        run(&w, words, word, fail_at > 0);
    world_end(&w);
    return 0;
}
