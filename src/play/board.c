/* SPDX-License-Identifier: MIT */
#include "play/board.h"

#include "core/tame.h"

enum { SHOWN_CHIPS = 32, SHOWN_HEAPS = 24 };

static const char blue[] = "\033[34m", plain[] = "\033[0m";

static void put_chips(bt_text *out, uint64_t chips, bool colour)
{
    if (chips > 0 && colour)
        bti_text_put_own(out, blue);
    for (uint64_t i = 0; i < chips && i < SHOWN_CHIPS; i++)
        bt_text_put(out, "●");
    if (chips > SHOWN_CHIPS)
        bt_text_put(out, "…");
    if (chips > 0 && colour)
        bti_text_put_own(out, plain);
    bt_text_put(out, chips > 0 ? " " : "");
}

static void put_heaps(bt_text *out, const bt_part *part, bool colour)
{
    const bt_rules *rules = part->game->rules;
    size_t heaps = part->pos.n - (rules->last_word != NULL);
    size_t shown = heaps < SHOWN_HEAPS ? heaps : SHOWN_HEAPS;
    for (size_t i = 0; i < shown; i++) {
        size_t number = i + rules->heaps_from;
        bt_text_format(out, "  %s %s%zu  ", rules->heap_word,
                       number < 10 && heaps + rules->heaps_from > 10 ? " " : "",
                       number);
        put_chips(out, part->pos.x[i], colour);
        bt_text_format(out, "%llu\n", (unsigned long long)part->pos.x[i]);
    }
    if (shown < heaps)
        bt_text_format(out, "  and %zu more\n", heaps - shown);
    if (rules->last_word)
        bt_text_format(out, "  %s: %llu\n", rules->last_word,
                       (unsigned long long)part->pos.x[heaps]);
}

void bti_put_board(bt_text *out, const bt_sum *sum, bool colour)
{
    enum { TOLD_WORDS = 64 };
    for (size_t i = 0; i < sum->n; i++) {
        const bt_part *part = &sum->part[i];
        if (sum->n > 1)
            bt_text_format(out, "part %zu, %s:\n", i + 1, part->game->name);
        if (part->game->rules->heap_word) {
            put_heaps(out, part, colour);
            continue;
        }
        bt_text_put(out, "  ");
        if (part->pos.n <= TOLD_WORDS)
            part->game->rules->print(part->game, &part->pos, out);
        else
            bt_text_format(out, "(%zu numbers)", part->pos.n);
        bt_text_put_char(out, '\n');
    }
}
