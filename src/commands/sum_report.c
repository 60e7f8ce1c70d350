/* SPDX-License-Identifier: MIT
 * What prove and discover say about a sum. */
#include "commands/sum_report.h"
#include "commands/proof_game.h"
#include "core/piece.h"

#include <string.h>

/* "x; y,z": the parts with these values, or all. */
static void put_names(bt_text *out, const bti_found_part *part, size_t parts,
                      const bti_dfa *like)
{
    const char *between = "";
    for (size_t i = 0; i < parts; i++) {
        const bti_scope *scope = &part[i].part.theory.file->scope;
        if (like && !bti_dfa_equal(like, part[i].values))
            continue;
        for (size_t v = 0; v < scope->vars; v++)
            bt_text_format(out, "%s%s", v ? "," : between, scope->var[v]);
        between = "; ";
    }
}

static bool is_first_of_its_kind(const bti_found_part *part, size_t i)
{
    for (size_t j = 0; j < i; j++)
        if (bti_dfa_equal(part[j].values, part[i].values))
            return false;
    return true;
}

/* The values of the parts that have the same as this one. */
static void put_values(bt_text *out, const bti_found_part *part, size_t parts,
                       const bti_found_part *one)
{
    bt_text names;
    bt_text_init(&names, out->ctx);
    put_names(&names, part, parts, one->values);
    bt_text_put(out, "values    ");
    if (one->words)
        bt_say(out, "of {parts}: {formula}\n",
               BT_ARGS(BT_STR("parts", bt_text_chars(&names)),
                       BT_STR("formula", one->words)));
    else
        bt_say(out,
               "of {parts}: an automaton with {states, plural, one {one state} other "
               "{{states} states}}\n",
               BT_ARGS(BT_STR("parts", bt_text_chars(&names)),
                       BT_NUM("states", one->values->states)));
    bti_piece_end(&names, out);
}

void bti_sum_text(bt_text *out, const bti_found_part *part, size_t parts)
{
    bt_text names;
    bt_text_init(&names, out->ctx);
    put_names(&names, part, parts, NULL);
    bt_text_put(out, "a sum of  ");
    bti_say_paragraph(out, strlen("a sum of  "),
                      "{parts}, because no rule connects two of these",
                      BT_ARGS(BT_STR("parts", bt_text_chars(&names))));
    bti_piece_end(&names, out);
    for (size_t i = 0; i < parts; i++)
        if (is_first_of_its_kind(part, i))
            put_values(out, part, parts, &part[i]);
}

void bti_sum_why(bt_text *out, bool misere)
{
    bti_say_paragraph(
        out, 0,
        misere ? BT_TEXT("In every part each position has exactly one value, no option "
                         "has the same value, and every smaller number is the value "
                         "of some option. From every position of value 0 that has a "
                         "move, some move leads to value 1; so misère play is that of "
                         "Nim with heaps of these sizes.")
               : BT_TEXT("In every part each position has exactly one value, no option "
                         "has the same value, and every smaller number is the value "
                         "of some option. The value of a sum is the nim-sum of its "
                         "parts' values (Sprague 1935, Grundy 1939)."),
        BT_NO_ARGS);
}

void bti_sum_json(bt_json_writer *w, const bti_found_part *part, size_t parts)
{
    bt_json_key(w, "parts");
    if (parts == 0) {
        bt_json_put_null(w);
        return;
    }
    bt_json_open(w, '[');
    for (size_t i = 0; i < parts; i++) {
        const bti_scope *scope = &part[i].part.theory.file->scope;
        bt_json_open(w, '{');
        bt_json_key(w, "vars");
        bt_json_open(w, '[');
        for (size_t v = 0; v < scope->vars; v++)
            bt_json_put_string(w, bt_span_of(scope->var[v]));
        bt_json_close(w, ']');
        bti_put_member(w, "grundy", part[i].words);
        bti_put_count(w, "states", part[i].values->states);
        bt_json_close(w, '}');
    }
    bt_json_close(w, ']');
}
