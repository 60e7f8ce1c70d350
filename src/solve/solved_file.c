/* SPDX-License-Identifier: MIT
 * Solved tables as files; docs/table-files.md describes them. All numbers are little
 * endian. A checksum over all that stands before it ends the file.
 *
 * The reader believes nothing: what the head says is compared with the game and with
 * itself before any of it is used, and memory grows with what was really read. */
#include "core/grow.h"
#include "rules/boxes.h"
#include "solve/solved_table.h"

#include "core/arith.h"
#include "core/checksum.h"
#include "core/quote.h"
#include "rules/rules_hash.h"

#include <string.h>

enum {
    VERSION = 2,
    NO_HASH = 1, /* this version knows the rules by name only */
    MAGIC = 8,
    BUFFER = 1 << 15,
    MOST_NAME = 1 << 16,
    MOST_ROOT = 1 << 20,
    MOST_VARINT = 19 /* bytes for 128 bits, seven in each */
};

static const unsigned char magic[MAGIC] = {0x89, 'B', 'T', 'T', 'A', 'B', '\r', '\n'};

/* Writing. */

typedef struct {
    bt_context *ctx;
    bt_store *store;
    bti_checksum64 check;
    size_t len;
    unsigned char byte[BUFFER];
} writer;

static bt_status flush(writer *w)
{
    size_t len = w->len;
    w->len = 0;
    return len > 0 ? w->store->write(w->store, w->ctx, w->byte, len) : BT_OK;
}

static bt_status put_byte(writer *w, unsigned char byte)
{
    if (w->len == BUFFER) {
        if (bt_stopped(w->ctx))
            return BT_STOPPED;
        BT_TRY(flush(w));
    }
    bti_checksum64_add(&w->check, byte);
    w->byte[w->len++] = byte;
    return BT_OK;
}

static bt_status put_number(writer *w, uint64_t number, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        BT_TRY(put_byte(w, (unsigned char)(number >> 8 * i)));
    return BT_OK;
}

static bt_status put_numbers(writer *w, const uint64_t *number, size_t n)
{
    for (size_t i = 0; i < n; i++)
        BT_TRY(put_number(w, number[i], 8));
    return BT_OK;
}

/* Seven bits to a byte, the lowest first. */
static bt_status put_varint(writer *w, bti_key number)
{
    while (number.w[1] > 0 || number.w[0] >= 128) {
        BT_TRY(put_byte(w, (unsigned char)(number.w[0] | 128)));
        number.w[0] = number.w[0] >> 7 | number.w[1] << 57;
        number.w[1] >>= 7;
    }
    return put_byte(w, (unsigned char)number.w[0]);
}

static bti_key key_of(const bt_solved *t, uint64_t i)
{
    const uint64_t *k = t->key + i * t->shape.words;
    return t->shape.words == 2 ? (bti_key){{k[1], k[0]}} : (bti_key){{k[0], 0}};
}

static bti_key minus(bti_key a, bti_key b)
{
    return (bti_key){{a.w[0] - b.w[0], a.w[1] - b.w[1] - (a.w[0] < b.w[0])}};
}

static bt_status put_keys(writer *w, const bt_solved *t)
{
    bti_key last = {{0, 0}};
    for (uint64_t i = 0; i < t->count; i++) {
        bti_key key = key_of(t, i);
        BT_TRY(put_varint(w, minus(key, last)));
        last = key;
    }
    return BT_OK;
}

static bt_status put_head(writer *w, const bt_solved *t)
{
    size_t len = strlen(t->game->name);
    for (size_t i = 0; i < MAGIC; i++)
        BT_TRY(put_byte(w, magic[i]));
    BT_TRY(put_number(w, VERSION, 4));
    BT_TRY(put_number(w, t->kind, 4));
    BT_TRY(put_number(w, t->game->play == BT_MISERE, 4));
    BT_TRY(put_number(w, t->value_bits, 4));
    BT_TRY(put_number(w, len, 4));
    for (size_t i = 0; i < len; i++)
        BT_TRY(put_byte(w, (unsigned char)t->game->name[i]));
    BT_TRY(put_number(w, t->rules_hash, 8));
    BT_TRY(put_number(w, t->root.n, 4));
    return put_numbers(w, t->root.x, t->root.n);
}

static bt_status put_body(writer *w, const bt_solved *t)
{
    if (t->kind == BTI_SOLVED_BOX) {
        BT_TRY(put_number(w, t->box.n, 4));
        BT_TRY(put_numbers(w, t->box.radix, t->box.n));
        BT_TRY(put_numbers(w, t->box.stride, t->box.n));
    } else {
        BT_TRY(put_number(w, t->shape.slots, 4));
        BT_TRY(put_number(w, t->shape.bits, 4));
        BT_TRY(put_number(w, t->shape.words, 4));
    }
    BT_TRY(put_number(w, t->count, 8));
    if (t->kind == BTI_SOLVED_KEYS)
        BT_TRY(put_keys(w, t));
    return put_numbers(w, t->value, t->value_words);
}

bt_status bt_solved_write(const bt_solved *t, bt_store *store)
{
    writer *w;
    BT_TRY(BTI_NEW(t->ctx, w, 1));
    *w = (writer){.ctx = t->ctx, .store = store};
    bt_status status = put_head(w, t);
    if (status == BT_OK)
        status = put_body(w, t);
    if (status == BT_OK)
        status = put_number(w, bti_checksum64_end(&w->check), 8);
    if (status == BT_OK)
        status = flush(w);
    bt_release(t->ctx, w, sizeof *w);
    return status;
}

/* Reading. */

typedef struct {
    bt_context *ctx;
    bt_source *source;
    bti_checksum64 check;
    size_t at, len;
    bool end;
    char byte[BUFFER];
} reader;

static bt_status fill(reader *r)
{
    if (bt_stopped(r->ctx))
        return BT_STOPPED;
    r->at = r->len = 0;
    BT_TRY(r->source->read(r->source, r->ctx, r->byte, BUFFER, &r->len));
    r->end = r->len == 0;
    return BT_OK;
}

static bt_status damaged(bt_context *ctx)
{
    return bt_fail(ctx, BT_DOMAIN, "the table is damaged", BT_NO_ARGS);
}

static bt_status take_byte(reader *r, unsigned char *byte)
{
    if (r->at == r->len && !r->end)
        BT_TRY(fill(r));
    if (r->end)
        return bt_fail(r->ctx, BT_DOMAIN, "the table ends too soon: it is truncated",
                       BT_NO_ARGS);
    *byte = (unsigned char)r->byte[r->at++];
    bti_checksum64_add(&r->check, *byte);
    return BT_OK;
}

static bt_status take_number(reader *r, unsigned bytes, uint64_t *number)
{
    unsigned char byte = 0;
    *number = 0;
    for (unsigned i = 0; i < bytes; i++) {
        BT_TRY(take_byte(r, &byte));
        *number |= (uint64_t)byte << 8 * i;
    }
    return BT_OK;
}

/* The least form only: a file says everything in one way. */
static bt_status take_varint(reader *r, bti_key *number)
{
    unsigned char byte = 128;
    *number = (bti_key){{0, 0}};
    for (unsigned i = 0; byte >= 128; i++) {
        BT_TRY(take_byte(r, &byte));
        uint64_t bits = byte & 127;
        unsigned shift = 7 * i;
        if (i == MOST_VARINT || (i > 0 && byte == 0) || (shift == 126 && bits > 3))
            return damaged(r->ctx);
        if (shift < 64)
            number->w[0] |= bits << shift;
        if (shift >= 64)
            number->w[1] |= bits << (shift - 64);
        else if (shift > 57)
            number->w[1] |= bits >> (64 - shift);
    }
    return BT_OK;
}

/* Room for one more in an array that grows as it is read, up to `most`. */
static bt_status make_room(bt_context *ctx, uint64_t **array, size_t *cap, size_t used,
                           size_t more, uint64_t most)
{
    if (used + more <= *cap)
        return BT_OK;
    uint64_t wanted = *cap < 1024 ? 1024 : 2 * (uint64_t)*cap;
    wanted = bti_min(wanted > used + more ? wanted : used + more, most);
    uint64_t *grown = wanted > SIZE_MAX
                          ? NULL
                          : bt_resize_array(ctx, *array, *cap, (size_t)wanted, 8);
    if (!grown)
        return wanted > SIZE_MAX
                   ? bt_fail(ctx, BT_UNABLE, "the table is too large", BT_NO_ARGS)
                   : bt_last_status(ctx);
    *array = grown;
    *cap = (size_t)wanted;
    return BT_OK;
}

static bt_status take_magic(reader *r, uint64_t *version)
{
    unsigned char byte = 0;
    for (size_t i = 0; i < MAGIC; i++) {
        if (take_byte(r, &byte) != BT_OK && bt_last_status(r->ctx) != BT_DOMAIN)
            return bt_last_status(r->ctx);
        if (r->end || byte != magic[i])
            return bt_fail(r->ctx, BT_DOMAIN, "that is not a table of solved positions",
                           BT_NO_ARGS);
    }
    BT_TRY(take_number(r, 4, version));
    if (*version != VERSION && *version != NO_HASH)
        return bt_fail(r->ctx, BT_DOMAIN,
                       "the table has version {version}, and this Bouton reads "
                       "versions {no_hash} and {version2}; write it again",
                       BT_ARGS(BT_NUM("version", *version), BT_NUM("no_hash", NO_HASH),
                               BT_NUM("version2", VERSION)));
    return BT_OK;
}

/* Rules that stand in a file are known by their hash: the file may have changed, or be
 * called by another path. All others are known by their name. */
static bt_status check_rules(reader *r, const bt_solved *t, uint64_t version,
                             bt_span name, uint64_t hash)
{
    bool same_name = bt_span_equal(name, bt_span_of(t->game->name));
    bool same_hash = version == NO_HASH || hash == t->rules_hash;
    if (bti_rules_from_file(t->game) && version == NO_HASH)
        return bt_fail(r->ctx, BT_DOMAIN,
                       "the table has version {no_hash}, which does not say what stood "
                       "in the file with the rules; write it again",
                       BT_ARGS(BT_NUM("no_hash", NO_HASH)));
    if (bti_rules_from_file(t->game) ? same_hash : same_name && same_hash)
        return BT_OK;
    if (same_name && bti_rules_from_file(t->game))
        return bt_fail(
            r->ctx, BT_DOMAIN,
            "the rules in {name} have changed since the table was made; write it again",
            BT_ARGS(BT_STR("name", t->game->name)));
    return same_name ? damaged(r->ctx)
                     : bt_fail(r->ctx, BT_DOMAIN,
                               "the table was made for {name}, not for {name2}",
                               BT_ARGS(BT_QUOTE("name", name),
                                       BT_STR("name2", t->game->name)));
}

static bt_status take_rules(reader *r, const bt_solved *t, uint64_t version)
{
    uint64_t len, hash = 0;
    unsigned char byte = 0;
    bt_text name;
    BT_TRY(take_number(r, 4, &len));
    if (len > MOST_NAME)
        return damaged(r->ctx);
    bt_text_init(&name, r->ctx);
    bt_status status = BT_OK;
    for (uint64_t i = 0; i < len && status == BT_OK; i++) {
        status = take_byte(r, &byte);
        bt_text_put_char(&name, (char)byte);
    }
    if (status == BT_OK)
        status = bt_text_status(&name);
    if (status == BT_OK && version != NO_HASH)
        status = take_number(r, 8, &hash);
    if (status == BT_OK)
        status = check_rules(r, t, version, bt_text_span(&name), hash);
    bt_text_free(&name);
    return status;
}

static bool are_bits(uint64_t bits)
{
    return bits > 0 && bits <= 32 && (bits & (bits - 1)) == 0;
}

static bt_status take_head(reader *r, bt_solved *t)
{
    uint64_t version = 0, kind, misere, bits, n, word;
    BT_TRY(take_magic(r, &version));
    BT_TRY(take_number(r, 4, &kind));
    BT_TRY(take_number(r, 4, &misere));
    BT_TRY(take_number(r, 4, &bits));
    BT_TRY(take_rules(r, t, version));
    BT_TRY(take_number(r, 4, &n));
    if ((kind != BTI_SOLVED_BOX && kind != BTI_SOLVED_KEYS) ||
        misere != (t->game->play == BT_MISERE) || !are_bits(bits) ||
        (misere && bits != 1) || n > MOST_ROOT)
        return damaged(r->ctx);
    t->kind = (bti_solved_kind)kind;
    t->value_bits = (unsigned)bits;
    for (uint64_t i = 0; i < n; i++) {
        BT_TRY(take_number(r, 8, &word));
        BT_TRY(bt_pos_push(&t->root, word));
    }
    return BT_OK;
}

/* The strides are those of some order of the words: each is the product of the radices
 * of all faster words. */
static bool is_numbering(bt_box *box)
{
    uint64_t size = 1;
    bool used[BTI_BOX_WORDS] = {false};
    for (size_t left = box->n; left > 0; left--) {
        size_t at = 0;
        while (at < box->n && (used[at] || box->stride[at] != size))
            at++;
        /* A radix of 1 has the stride of the next one: it comes first. */
        for (size_t i = at; i < box->n; i++)
            if (!used[i] && box->stride[i] == size && box->radix[i] == 1)
                at = i;
        if (at == box->n || box->radix[at] == 0 ||
            !bti_mul(size, box->radix[at], &size))
            return false;
        used[at] = true;
    }
    box->size = size;
    return true;
}

static bt_status take_box(reader *r, bt_solved *t)
{
    uint64_t n;
    BT_TRY(take_number(r, 4, &n));
    if (n > BTI_BOX_WORDS || n != t->root.n)
        return damaged(r->ctx);
    t->box.n = (size_t)n;
    for (size_t i = 0; i < t->box.n; i++)
        BT_TRY(take_number(r, 8, &t->box.radix[i]));
    for (size_t i = 0; i < t->box.n; i++)
        BT_TRY(take_number(r, 8, &t->box.stride[i]));
    BT_TRY(take_number(r, 8, &t->count));
    if (!is_numbering(&t->box) || t->box.size != t->count)
        return damaged(r->ctx);
    return BT_OK;
}

static bool is_greater(bti_key a, bti_key b)
{
    return a.w[1] != b.w[1] ? a.w[1] > b.w[1] : a.w[0] > b.w[0];
}

/* The next key is the last one plus a difference, and must be greater. */
static bt_status take_key(reader *r, bt_solved *t, uint64_t i, bti_key *last)
{
    bti_key more;
    size_t words = t->shape.words, used = (size_t)i * words;
    BT_TRY(take_varint(r, &more));
    bti_key key = {{last->w[0] + more.w[0],
                    last->w[1] + more.w[1] + (last->w[0] > UINT64_MAX - more.w[0])}};
    if ((i > 0 && !is_greater(key, *last)) || (words == 1 && key.w[1] != 0))
        return damaged(r->ctx);
    BT_TRY(make_room(r->ctx, &t->key, &t->key_cap, used, words, t->count * words));
    if (words == 2)
        t->key[used++] = key.w[1];
    t->key[used] = key.w[0];
    *last = key;
    return BT_OK;
}

static bt_status take_keys(reader *r, bt_solved *t)
{
    uint64_t slots, bits, words;
    bti_packing shape;
    BT_TRY(take_number(r, 4, &slots));
    BT_TRY(take_number(r, 4, &bits));
    BT_TRY(take_number(r, 4, &words));
    BT_TRY(take_number(r, 8, &t->count));
    if (slots == 0 || slots > BTI_PACKED_SLOTS || bits == 0 || bits > 64 ||
        words == 0 || words > 2 ||
        !bti_shape_for((size_t)slots, (unsigned)bits, (unsigned)words, &shape) ||
        shape.bits != bits || shape.words != words || t->count == 0 ||
        t->count > SIZE_MAX / 32)
        return damaged(r->ctx);
    t->shape = shape;
    bti_key last = {{0, 0}};
    for (uint64_t i = 0; i < t->count; i++)
        BT_TRY(take_key(r, t, i, &last));
    return BT_OK;
}

static bt_status take_values(reader *r, bt_solved *t)
{
    uint64_t words = bti_solved_words(t->count, t->value_bits), word = 0;
    for (uint64_t i = 0; i < words; i++) {
        BT_TRY(take_number(r, 8, &word));
        BT_TRY(make_room(r->ctx, &t->value, &t->value_words, (size_t)i, 1, words));
        t->value[i] = word;
    }
    uint64_t in_word = 64 / t->value_bits, rest = t->count % in_word;
    if (rest > 0 && word >> rest * t->value_bits != 0)
        return damaged(r->ctx);
    return BT_OK;
}

static bt_status take_end(reader *r)
{
    uint64_t wanted = bti_checksum64_end(&r->check), sum;
    BT_TRY(take_number(r, 8, &sum));
    if (sum != wanted)
        return damaged(r->ctx);
    if (r->at == r->len)
        BT_TRY(fill(r));
    return r->end ? BT_OK
                  : bt_fail(r->ctx, BT_DOMAIN,
                            "the file goes on after the end of the table", BT_NO_ARGS);
}

static bt_status take_all(reader *r, bt_solved *t)
{
    BT_TRY(take_head(r, t));
    BT_TRY(t->kind == BTI_SOLVED_BOX ? take_box(r, t) : take_keys(r, t));
    BT_TRY(take_values(r, t));
    BT_TRY(take_end(r));
    bool good = false;
    BT_TRY(bti_solved_check_root(t, &good));
    return good ? BT_OK : damaged(r->ctx);
}

bt_status bt_solved_read(bt_context *ctx, const bt_game *game, bt_source *source,
                         bt_solved **out)
{
    bt_solved *t = NULL;
    BT_TRY(bti_solved_begin(ctx, game, &t));
    reader *r = bt_resize(ctx, NULL, 0, sizeof *r);
    bt_status status = r ? BT_OK : bt_last_status(ctx);
    if (r) {
        *r = (reader){.ctx = ctx, .source = source};
        status = take_all(r, t);
        bt_release(ctx, r, sizeof *r);
    }
    if (status == BT_OK)
        *out = t;
    else
        bt_solved_free(t);
    return status;
}
