/* SPDX-License-Identifier: MIT
 * The session behind `bouton play --json` and behind a page: a line goes in, one JSON
 * object comes out. */
#include "commands/played.h"

#include "core/grow.h"
#include "play/session.h"

struct bt_played {
    bt_context *ctx;
    bti_parts parts; /* the games of the session, if it was begun and not loaded */
    bt_session *session;
};

bt_status bti_put_answer(bt_session *session, bt_span said, bool quit, bt_text *out)
{
    bt_json_writer w;
    bt_json_begin(&w, out);
    bt_json_open(&w, '{');
    bt_json_key(&w, "said");
    bt_json_put_string(&w, said);
    bt_json_key(&w, "refused");
    bt_json_put_bool(&w, bt_session_refused(session));
    bt_json_key(&w, "quit");
    bt_json_put_bool(&w, quit);
    bt_text_put(out, ",\"state\":"); /* an object that another writer makes */
    BT_TRY(bt_session_json(session, out));
    bt_json_close(&w, '}');
    bt_text_put_char(out, '\n');
    return bt_text_status(out);
}

static bt_status answer(bt_session *session, const bt_span *line, bt_text *said,
                        bt_text *out, bool *quit)
{
    if (line)
        BT_TRY(bt_session_line(session, *line, said, quit));
    else
        BT_TRY(bt_session_begin(session, said));
    if (*quit)
        BT_TRY(bt_session_end(session, said));
    BT_TRY(bt_text_status(said));
    return bti_put_answer(session, bt_text_span(said), *quit, out);
}

static bt_status answer_with_text(bt_session *session, const bt_span *line,
                                  bt_text *out, bool *quit)
{
    bt_text said;
    const bti_place before = bti_session_place(session);
    bt_text_init(&said, out->ctx);
    *quit = false;
    bt_status status = answer(session, line, &said, out, quit);
    if (status != BT_OK)
        bti_session_back(session, &before);
    bt_text_free(&said);
    return status;
}

bt_status bti_answer_line(bt_session *session, bt_span line, bt_text *out, bool *quit)
{
    return answer_with_text(session, &line, out, quit);
}

bt_status bti_answer_begin(bt_session *session, bt_text *out)
{
    bool quit;
    return answer_with_text(session, NULL, out, &quit);
}

bt_status bti_played_new(bt_context *ctx, const bti_parts *parts, bt_session *session,
                         bt_played **out)
{
    bt_played *played;
    BT_TRY(BTI_NEW(ctx, played, 1));
    *played = (bt_played){.ctx = ctx, .parts = *parts, .session = session};
    *out = played;
    return BT_OK;
}

void bt_played_free(bt_played *played)
{
    if (!played)
        return;
    bti_call call = {.ctx = played->ctx};
    bt_session_free(played->session);
    bti_parts_free(&call, &played->parts);
    bt_release(call.ctx, played, sizeof *played);
}

static int code_of(bt_status status)
{
    return status == BT_OK                              ? 0
           : status == BT_SYNTAX || status == BT_DOMAIN ? 2
           : status == BT_IO                            ? 4
                                                        : 3;
}

/* Leaves the answer, or instead of a part of it the error. */
static int finish(bt_context *ctx, bt_status status, bt_text *out)
{
    if (status == BT_OK)
        return 0;
    bt_json_writer w;
    bt_text_clear(out);
    bt_json_begin(&w, out);
    bt_json_open(&w, '{');
    bti_put_error(&w, status, bt_message(ctx));
    bt_json_close(&w, '}');
    bt_text_put_char(out, '\n');
    return code_of(status);
}

int bt_played_line(bt_played *played, bt_span line, bt_text *out)
{
    bool quit;
    return finish(played->ctx, bti_answer_line(played->session, line, out, &quit), out);
}

int bt_played_record(bt_played *played, bt_text *out)
{
    return finish(played->ctx, bt_session_record(played->session, out), out);
}

static bt_status open_record(bt_context *ctx, const bt_registry *registry,
                             bt_span record, bt_played **out)
{
    const bti_parts none = {.cap = 0};
    bt_session *session = NULL;
    bt_session_how how = {.quiet = true};
    BT_TRY(bt_session_open(ctx, registry, record, how, &session));
    bt_status status = bti_played_new(ctx, &none, session, out);
    if (status != BT_OK)
        bt_session_free(session);
    return status;
}

static bt_status load_and_answer(bt_session *session, bt_span record, bt_text *out)
{
    bt_session before;
    BT_TRY(bti_session_exchange(session, record, &before));
    bt_status status = bti_answer_begin(session, out);
    bti_session_exchanged(session, &before, status != BT_OK);
    return status;
}

static bt_status open_and_answer(bt_context *ctx, const bt_registry *registry,
                                 bt_span record, bt_played **played, bt_text *out)
{
    BT_TRY(open_record(ctx, registry, record, played));
    bt_status status = bti_answer_begin((*played)->session, out);
    if (status != BT_OK) {
        bt_played_free(*played);
        *played = NULL;
    }
    return status;
}

int bt_played_load(bt_context *ctx, const bt_registry *registry, bt_span record,
                   bt_played **played, bt_text *out)
{
    bt_status status = *played ? load_and_answer((*played)->session, record, out)
                               : open_and_answer(ctx, registry, record, played, out);
    return finish(ctx, status, out);
}
