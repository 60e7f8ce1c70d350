/* SPDX-License-Identifier: MIT
 * Any bytes as JSON: read or refused; what was read, written and read again is the same
 * tree. The writer has no way to say fractions and the like: they go out as strings. */
#include "fuzz.h"

static bool has_zero_byte(bt_span text)
{
    return text.len > 0 && memchr(text.at, 0, text.len) != NULL;
}

/* False when a name cannot be given to bt_json_key. */
static bool rewrite(bt_json_writer *w, const bt_json *node)
{
    bool object = node->kind == BT_JSON_OBJECT, good = true;
    uint64_t number;

    switch (node->kind) {
    case BT_JSON_NULL:
        bt_json_put_null(w);
        return true;
    case BT_JSON_FALSE:
    case BT_JSON_TRUE:
        bt_json_put_bool(w, node->kind == BT_JSON_TRUE);
        return true;
    case BT_JSON_NUMBER:
        if (bt_json_u64(node, &number)) {
            bt_json_put_u64(w, number);
            return true;
        }
        bt_json_put_string(w, node->text);
        return true;
    case BT_JSON_STRING:
        bt_json_put_string(w, node->text);
        return true;
    case BT_JSON_ARRAY:
    case BT_JSON_OBJECT:
        break;
    }
    bt_json_open(w, object ? '{' : '[');
    for (const bt_json *m = node->child; m && good; m = m->next) {
        if (object)
            bt_json_key(w, m->key.at);
        good = !has_zero_byte(m->key) && rewrite(w, m);
    }
    bt_json_close(w, object ? '}' : ']');
    return good;
}

static void insist_equal(const bt_json *a, const bt_json *b)
{
    const bt_json *m = a->child, *n = b->child;
    size_t count = 0;

    insist(a->kind == b->kind ||
           (a->kind == BT_JSON_NUMBER && b->kind == BT_JSON_STRING));
    insist(bt_span_equal(a->text, b->text) && bt_span_equal(a->key, b->key));
    insist(a->count == b->count && a->line >= 1 && a->column >= 1);
    for (; m && n; m = m->next, n = n->next, count++) {
        if (a->kind == BT_JSON_OBJECT && !has_zero_byte(m->key))
            insist(bt_json_get(a, m->key.at) == m);
        insist_equal(m, n);
    }
    insist(!m && !n && count == a->count);
}

static void write_and_read_again(struct fuzz *f, bt_arena *arena, const bt_json *node)
{
    bt_text text;
    bt_json_writer w;
    const bt_json *again = NULL;

    bt_text_init(&text, f->ctx);
    bt_json_begin(&w, &text);
    if (rewrite(&w, node) && bt_text_status(&text) == BT_OK) {
        insist(!memchr(bt_text_chars(&text), '\n', text.len));
        bt_status status = bt_json_read(arena, bt_text_span(&text), &again);
        if (status == BT_OK)
            insist_equal(node, again);
        else
            insist(status == BT_UNABLE); /* the memory limit */
    }
    bt_text_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz f;
    bt_arena arena;
    const bt_json *node = NULL;
    bt_status status;

    fuzz_begin(&f, UINT64_C(64) << 20);
    bt_arena_init(&arena, f.ctx);
    status = bt_json_read(&arena, (bt_span){(const char *)data, size}, &node);
    if (status == BT_OK) {
        write_and_read_again(&f, &arena, node);
    } else {
        insist_failed(&f, status);
        insist(!node);
    }
    bt_arena_free(&arena);
    fuzz_end(&f);
    return 0;
}
