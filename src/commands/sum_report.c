/* SPDX-License-Identifier: MIT
 * What prove and discover tell of a sum. */
#include "commands/sum_report.h"
#include "commands/proof_game.h"

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

void bti_sum_text(bt_text *out, const bti_found_part *part, size_t parts)
{
    bt_say(out, "a sum of  ", BT_NO_ARGS);
    size_t begin = out->len;
    put_names(out, part, parts, NULL);
    bt_say(out, ", because no rule speaks of two of these", BT_NO_ARGS);
    bti_end_sentence(out, begin, strlen("a sum of  "));
    for (size_t i = 0; i < parts; i++) {
        if (!is_first_of_its_kind(part, i))
            continue;
        bt_text_put(out, "values    of ");
        put_names(out, part, parts, part[i].values);
        if (part[i].words)
            bt_text_format(out, ": %s\n", part[i].words);
        else
            bt_say(out,
                   ": an automaton with {states} state{states, plural, one {} other "
                   "{s}}\n",
                   BT_ARGS(BT_NUM("states", part[i].values->states)));
    }
}

void bti_sum_why(bt_text *out, bool misere)
{
    size_t begin = out->len;
    bt_say(out,
           "In every part each position has exactly one value, no option has the same, "
           "and every smaller one is that of some option. ",
           BT_NO_ARGS);
    bt_text_put(out, misere ? "From every position of value 0 that has a move, some "
                              "move leads to value 1; so misere play is that of Nim "
                              "with heaps of these values."
                            : "The value of a sum is the nim-sum of its parts' values "
                              "(Sprague 1935, Grundy 1939).");
    bti_end_sentence(out, begin, 0);
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
