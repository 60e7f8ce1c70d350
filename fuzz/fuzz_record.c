/* SPDX-License-Identifier: MIT
 * Any bytes as a record of a game: read, or refused with a sentence and the game as it
 * was. What was read is written as text that reads as the same. If the first line is
 * "type RULES", the other lines are typed at a session instead. */
#include "fuzz.h"

enum { MEMORY_BYTES = 8 << 20, TYPED_LINES = 60, LINE_PATIENCE = 20 };

static void write_record(struct fuzz *f, bt_session *session, bt_text *out)
{
    bt_text_init(out, f->ctx);
    bt_status status = bt_session_record(session, out);
    insist(status == BT_OK || status == BT_UNABLE || status == BT_STOPPED);
}

static void read_again(struct fuzz *f, bt_session *session)
{
    bt_text first, second;
    write_record(f, session, &first);
    if (bt_text_status(&first) == BT_OK && f->patience > 0) {
        bt_status status = bt_session_load(session, bt_text_span(&first));
        insist(status == BT_OK || status == BT_UNABLE || status == BT_STOPPED);
        write_record(f, session, &second);
        if (status == BT_OK && bt_text_status(&second) == BT_OK)
            insist(bt_span_equal(bt_text_span(&first), bt_text_span(&second)));
        bt_text_free(&second);
    }
    bt_text_free(&first);
}

static void read_record(struct fuzz *f, bt_session *session, bt_span bytes)
{
    bt_text before, after;
    write_record(f, session, &before);
    bt_status status = bt_session_load(session, bytes);
    if (status == BT_OK) {
        read_again(f, session);
    } else {
        insist_failed(f, status);
        write_record(f, session, &after);
        insist(bt_span_equal(bt_text_span(&before), bt_text_span(&after)));
        bt_text_free(&after);
    }
    bt_text_free(&before);
}

static void type_lines(struct fuzz *f, bt_session *session, bt_span lines)
{
    bt_text out;
    bool quit = false;
    bt_text_init(&out, f->ctx);
    for (int i = 0; i < TYPED_LINES && lines.len > 0 && !quit; i++) {
        bt_span rest,
            line = fuzz_first_line((const uint8_t *)lines.at, lines.len, &rest);
        f->patience = LINE_PATIENCE;
        bt_text_clear(&out);
        bt_status status = bt_session_line(session, line, &out, &quit);
        insist(status == BT_OK || status == BT_STOPPED || status == BT_UNABLE);
        lines = rest;
    }
    bt_text_free(&out);
    f->patience = LINE_PATIENCE;
    read_again(f, session);
}

static void run(struct fuzz *f, bt_span rules, bt_span position, bt_span bytes,
                bool typed)
{
    bt_game *game = NULL;
    bt_sum start = {0};
    bt_session *session = NULL;
    bt_text out;
    bt_session_how how = {.level = BT_LEVEL_SLIPS, .neighbour = bytes.len % 2 == 0};
    bt_text_init(&out, f->ctx);
    if (bt_game_new(f->ctx, &bt_builtin, rules, &game) == BT_OK &&
        bt_sum_add(f->ctx, &start, game, position) == BT_OK &&
        bt_session_new(f->ctx, &bt_builtin, &start, how, &session) == BT_OK &&
        bt_session_begin(session, &out) == BT_OK) {
        if (typed)
            type_lines(f, session, bytes);
        else
            read_record(f, session, bytes);
    }
    bt_text_free(&out);
    bt_session_free(session);
    bt_sum_free(f->ctx, &start);
    bt_game_free(game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz f;
    bt_span rest, first = fuzz_first_line(data, size, &rest), position;
    bool typed = first.len > 5 && memcmp(first.at, "type ", 5) == 0;
    fuzz_begin(&f, MEMORY_BYTES);
    if (typed) {
        bt_span rules = {first.at + 5, first.len - 5};
        position = fuzz_first_line((const uint8_t *)rest.at, rest.len, &rest);
        run(&f, rules, position, rest, true);
    } else {
        bt_span whole = {size > 0 ? (const char *)data : "", size};
        run(&f, bt_span_of("nim"), bt_span_of("3,4"), whole, false);
    }
    fuzz_end(&f);
    return 0;
}
