/* SPDX-License-Identifier: MIT
 * Answers of a session in JSON, for `bouton play --json` and for a page: a line or a
 * record goes in, one object comes out. If that fails the game is where it was. */
#include "core/json_members.h"
#include "play/session.h"

#include <bouton/json.h>

static bt_status put_answer(bt_session *s, bt_span said, bool quit, bt_text *out)
{
    bt_json_writer w;
    bt_json_begin(&w, out);
    bt_json_open(&w, '{');
    bti_put_span_member(&w, "said", said);
    bti_put_flag(&w, "refused", bt_session_refused(s));
    bti_put_flag(&w, "quit", quit);
    bt_text_put(out, ",\"state\":"); /* an object that another writer makes */
    BT_TRY(bt_session_json(s, out));
    bt_json_close(&w, '}');
    bt_text_put_char(out, '\n');
    return bt_text_status(out);
}

static bt_status answer(bt_session *s, const bt_span *line, bt_text *said, bt_text *out,
                        bool *quit)
{
    if (line)
        BT_TRY(bt_session_line(s, *line, said, quit));
    else
        BT_TRY(bt_session_begin(s, said));
    if (*quit)
        BT_TRY(bt_session_end(s, said));
    BT_TRY(bt_text_status(said));
    return put_answer(s, bt_text_span(said), *quit, out);
}

bt_status bt_session_answer(bt_session *s, const bt_span *line, bt_text *out,
                            bool *quit)
{
    bt_text said;
    const bti_place before = bti_session_place(s);
    bt_text_init(&said, s->ctx);
    *quit = false;
    bt_status status = answer(s, line, &said, out, quit);
    if (status != BT_OK)
        bti_session_back(s, &before);
    bt_text_free(&said);
    return status;
}

bt_status bt_session_answer_record(bt_session *s, bt_span record, bt_text *out)
{
    bt_session before;
    bool quit;
    BT_TRY(bti_session_exchange(s, record, &before));
    bt_status status = bt_session_answer(s, NULL, out, &quit);
    bti_session_exchanged(s, &before, status != BT_OK);
    return status;
}
