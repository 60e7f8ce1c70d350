/* SPDX-License-Identifier: MIT
 * RULES text is
 *     name[:param][/misere|/normal]
 * The play counts only at the very end, the name ends at the first colon, and what
 * stands between belongs to the rule set, whatever it contains. A name is that of a
 * rule set; otherwise of a game that is known by name; otherwise the text may end as
 * the name of a file does, such as my.game. */
#include "rules/rules_text.h"
#include "rules/registry.h"

#include <string.h>

static char small(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool equal_but_for_case(bt_span a, const char *b)
{
    size_t i = 0;
    while (i < a.len && b[i] && small(a.at[i]) == small(b[i]))
        i++;
    return i == a.len && !b[i];
}

/* Takes an e with or without a grave accent, which may be a character of its own. */
static bool take_e(bt_span *word)
{
    static const char *const forms[] = {"e\u0300", "E\u0300", "\u00e8",
                                        "\u00c8",  "e",       "E"};
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        size_t len = strlen(forms[i]);
        if (word->len >= len && memcmp(word->at, forms[i], len) == 0) {
            *word = (bt_span){word->at + len, word->len - len};
            return true;
        }
    }
    return false;
}

bool bti_play_word(bt_span word, bt_play *play)
{
    *play = BT_NORMAL;
    if (equal_but_for_case(word, "normal"))
        return true;
    if (word.len < 3 || !equal_but_for_case((bt_span){word.at, 3}, "mis"))
        return false;
    word = (bt_span){word.at + 3, word.len - 3};
    *play = BT_MISERE;
    return take_e(&word) && equal_but_for_case(word, "re");
}

bool bti_take_play(bt_span *text, bt_play *play)
{
    size_t slash = text->len;
    while (slash > 0 && text->at[slash - 1] != '/')
        slash--;
    if (slash == 0 ||
        !bti_play_word((bt_span){text->at + slash, text->len - slash}, play))
        return false;
    text->len = slash - 1;
    return true;
}

/* Names that differ only in capital letters are told apart where both are there. */
const bt_rules *bt_registry_find(const bt_registry *registry, bt_span name)
{
    for (size_t i = 0; i < registry->count; i++)
        if (bt_span_equal(name, bt_span_of(registry->rules[i]->name)))
            return registry->rules[i];
    for (size_t i = 0; i < registry->count; i++)
        if (equal_but_for_case(name, registry->rules[i]->name))
            return registry->rules[i];
    return NULL;
}

const bt_named_game *bt_registry_find_game(const bt_registry *registry, bt_span name)
{
    for (const bt_named_game *g = registry->games; g && g->name; g++)
        if (equal_but_for_case(name, g->name))
            return g;
    return NULL;
}

static bool ends_in(bt_span text, const char *end)
{
    size_t len = strlen(end);
    return text.len > len && memcmp(text.at + text.len - len, end, len) == 0;
}

/* An argument like wythoff.game means game:wythoff.game, unless it names its rules. */
static const bt_rules *find_by_suffix(const bt_registry *registry, bt_span text)
{
    for (size_t i = 0; i < registry->count; i++) {
        const char *suffix = registry->rules[i]->suffix;
        if (suffix && ends_in(text, suffix))
            return registry->rules[i];
    }
    return NULL;
}

bti_rules_text bti_rules_text_read(const bt_registry *registry, bt_span whole)
{
    bti_rules_text r = {.play = BT_NORMAL};
    r.play_given = bti_take_play(&whole, &r.play);
    const char *colon = whole.len ? memchr(whole.at, ':', whole.len) : NULL;
    r.has_param = colon != NULL;
    r.name = (bt_span){whole.at, colon ? (size_t)(colon - whole.at) : whole.len};
    if (colon)
        r.param = (bt_span){colon + 1, whole.len - r.name.len - 1};
    r.rules = bt_registry_find(registry, r.name);
    if (!r.rules)
        r.named = bt_registry_find_game(registry, r.name);
    if (r.named)
        r.rules = r.named->rules;
    if (!r.rules && (r.rules = find_by_suffix(registry, whole)) != NULL) {
        r.has_param = true;
        r.param = whole;
    }
    return r;
}

/* Where rules end and a position begins: at a bracket or a blank, but not inside of
 * braces or after a comma, where a set of amounts goes on. */
static size_t end_of_rules(bt_span text)
{
    size_t depth = 0;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        depth += c == '{';
        depth -= c == '}' && depth > 0;
        bool blank = c == ' ' || c == '\t';
        if (depth == 0 &&
            (c == '(' || (blank && i > 0 && text.at[i - 1] != ',' &&
                          text.at[i - 1] != ';' && text.at[i - 1] != ':')))
            return i;
    }
    return text.len;
}

bool bti_call_text_read(const bt_registry *registry, bt_span word, bti_call_text *out)
{
    bt_span text = word;
    *out = (bti_call_text){.play = BT_NORMAL};
    if (find_by_suffix(registry, text))
        return false;
    out->play_given = bti_take_play(&text, &out->play);
    size_t end = end_of_rules(text);
    out->rules = (bt_span){text.at, end};
    out->position = (bt_span){text.at + end, text.len - end};
    bt_take_blanks(&out->position);
    if (out->position.len == 0)
        return false;
    bti_rules_text r = bti_rules_text_read(registry, out->rules);
    bool is_file = r.has_param && r.rules && r.rules->param == BT_PARAM_FILE &&
                   r.param.at != out->rules.at; /* game:FILE, but not FILE.game */
    return r.rules && !is_file && !find_by_suffix(registry, text);
}
