/* SPDX-License-Identifier: MIT */
#include "core/json_members.h"

void bti_put_member(bt_json_writer *w, const char *key, const char *text)
{
    bt_json_key(w, key);
    if (text)
        bt_json_put_string(w, bt_span_of(text));
    else
        bt_json_put_null(w);
}

void bti_put_span_member(bt_json_writer *w, const char *key, bt_span text)
{
    bt_json_key(w, key);
    bt_json_put_string(w, text);
}

void bti_put_count(bt_json_writer *w, const char *key, uint64_t number)
{
    bt_json_key(w, key);
    bt_json_put_u64(w, number);
}

void bti_put_known(bt_json_writer *w, const char *key, bool known, uint64_t number)
{
    bt_json_key(w, key);
    if (known)
        bt_json_put_u64(w, number);
    else
        bt_json_put_null(w);
}

void bti_put_flag(bt_json_writer *w, const char *key, bool flag)
{
    bt_json_key(w, key);
    bt_json_put_bool(w, flag);
}

void bti_put_list(bt_json_writer *w, const char *key, const char *const *text,
                  size_t count)
{
    bt_json_key(w, key);
    bt_json_open(w, '[');
    for (size_t i = 0; i < count; i++)
        bt_json_put_string(w, bt_span_of(text[i]));
    bt_json_close(w, ']');
}
