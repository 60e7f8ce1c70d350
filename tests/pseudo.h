/* SPDX-License-Identifier: MIT
 * A language for tests: every message stands in brackets, and its own vowels have
 * accents. What comes out without them is English that no catalogue can reach, and a
 * bracket that closes in the middle of a sentence shows where it was glued. */
#ifndef BOUTON_TESTS_PSEUDO_H
#define BOUTON_TESTS_PSEUDO_H

#include <bouton/all.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PSEUDO_OPEN "\u27e6"
#define PSEUDO_CLOSE "\u27e7"

static inline const char *pseudo_accented(char c)
{
    static const char plain[] = "aeiouAEIOU";
    static const char *const accented[] = {"\u00e1", "\u00e9", "\u00ed", "\u00f3",
                                           "\u00fa", "\u00c1", "\u00c9", "\u00cd",
                                           "\u00d3", "\u00da"};
    const char *at = strchr(plain, c);
    return c && at ? accented[at - plain] : NULL;
}

/* Copies {name} or {name, plural, label {text} ...}; texts are accented, the rest is
 * not. Returns where it ends. */
static inline const char *pseudo_argument(const char *at, char **out);

static inline const char *pseudo_words(const char *at, char **out, bool inside)
{
    for (; *at && !(inside && *at == '}' && at[1] != '\''); at++) {
        bool quoted = at[0] == '\'' && (at[1] == '{' || at[1] == '}') && at[2] == '\'';
        const char *accented = pseudo_accented(*at);
        if (quoted) {
            *out += sprintf(*out, "%.3s", at);
            at += 2;
        } else if (*at == '{') {
            at = pseudo_argument(at, out) - 1;
        } else if (accented) {
            *out += sprintf(*out, "%s", accented);
        } else {
            *(*out)++ = *at;
        }
    }
    return at;
}

static inline const char *pseudo_argument(const char *at, char **out)
{
    *(*out)++ = *at++;
    while (*at && *at != '}') {
        bool opens = *at == '{';
        *(*out)++ = *at++;
        if (opens) {
            at = pseudo_words(at, out, true);
            if (*at)
                *(*out)++ = *at++;
        }
    }
    if (*at)
        *(*out)++ = *at++;
    return at;
}

/* The text for a key; it lives as long as the program. */
static inline const char *pseudo_find(const char *key)
{
    enum { SLOTS = 4096 };
    static struct {
        char *key, *text;
    } slot[SLOTS];
    size_t hash = 5381;
    for (const char *c = key; *c; c++)
        hash = hash * 33 + (unsigned char)*c;
    size_t i = hash % SLOTS;
    while (slot[i].key && strcmp(slot[i].key, key) != 0)
        i = (i + 1) % SLOTS;
    if (!slot[i].key) {
        size_t ends = strlen(key);
        while (ends > 0 && key[ends - 1] == '\n')
            ends--;
        char *copy = strdup(key), *text = malloc(2 * strlen(key) + 16), *out = text;
        if (!copy || !text)
            abort();
        copy[ends] = 0;
        out += sprintf(out, "%s", PSEUDO_OPEN);
        pseudo_words(copy, &out, false);
        out += sprintf(out, "%s%s", PSEUDO_CLOSE, key + ends);
        *out = 0;
        memcpy(copy, key, strlen(key) + 1);
        slot[i].key = copy;
        slot[i].text = text;
    }
    return slot[i].text;
}

static const bt_catalogue pseudo = {sizeof(bt_catalogue), "pseudo", NULL, 0, NULL,
                                    pseudo_find};

#endif
