/* SPDX-License-Identifier: MIT
 * Members of JSON objects, a key and its value at once. */
#ifndef BOUTON_CORE_JSON_MEMBERS_H
#define BOUTON_CORE_JSON_MEMBERS_H

#include <bouton/json.h>

/* NULL is written as null. */
void bti_put_member(bt_json_writer *w, const char *key, const char *text);
void bti_put_span_member(bt_json_writer *w, const char *key, bt_span text);
void bti_put_count(bt_json_writer *w, const char *key, uint64_t number);
/* null unless it is known. */
void bti_put_known(bt_json_writer *w, const char *key, bool known, uint64_t number);
void bti_put_flag(bt_json_writer *w, const char *key, bool flag);
void bti_put_list(bt_json_writer *w, const char *key, const char *const *text,
                  size_t count);

#endif
