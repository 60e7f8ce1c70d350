/* SPDX-License-Identifier: MIT
 * Members of JSON objects, a key and its value at once. */
#ifndef BOUTON_COMMANDS_JSON_MEMBERS_H
#define BOUTON_COMMANDS_JSON_MEMBERS_H

#include <bouton/json.h>

/* NULL is written as null. */
void bti_put_member(bt_json_writer *w, const char *key, const char *text);
void bti_put_count(bt_json_writer *w, const char *key, uint64_t number);
void bti_put_flag(bt_json_writer *w, const char *key, bool flag);
void bti_put_list(bt_json_writer *w, const char *key, const char *const *text,
                  size_t count);

#endif
