/* SPDX-License-Identifier: MIT
 * Any bytes as a message: it is said without a look beyond its end, and what has no
 * brace is said as it stands. Said again by a catalogue, it is the same. */
#include "fuzz.h"

static const char *message; /* the text that the catalogue has for "key" */

static const char *find(const char *key)
{
    return strcmp(key, "key") == 0 ? message : NULL;
}

static void say(struct fuzz *f, const char *key, bt_text *out)
{
    static const uint64_t list[] = {1, 2, 3};
    bt_text_init(out, f->ctx);
    bt_say(out, key,
           BT_ARGS(BT_NUM("n", 1), BT_STR("word", "gap"), BT_LIST("list", list, 3),
                   BT_QUOTE("typed", bt_span_of("'{'")), BT_TRUE("yes", true)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const bt_catalogue catalogue = {sizeof(bt_catalogue), "fuzz", NULL, 0, NULL, find};
    struct fuzz f;
    bt_text plain, found;

    if (size > 4096) /* nine levels of choices read a text nine times */
        return 0;
    fuzz_begin(&f, UINT64_C(64) << 20);
    bt_arena arena;
    bt_arena_init(&arena, f.ctx);
    message = bt_arena_copy(&arena, (bt_span){(const char *)data, size});
    insist(message != NULL);
    say(&f, message, &plain);
    bt_set_catalogue(f.ctx, &catalogue);
    if (strcmp(message, "key") != 0)
        say(&f, "key", &found);
    else
        bt_text_init(&found, f.ctx), bt_text_put(&found, bt_text_chars(&plain));
    if (bt_text_status(&plain) == BT_OK && bt_text_status(&found) == BT_OK) {
        insist(bt_span_equal(bt_text_span(&plain), bt_text_span(&found)));
        if (!strpbrk(message, "{}"))
            insist(strcmp(bt_text_chars(&plain), message) == 0);
    }
    bt_text_free(&plain);
    bt_text_free(&found);
    bt_arena_free(&arena);
    fuzz_end(&f);
    return 0;
}
