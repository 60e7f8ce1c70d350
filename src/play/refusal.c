/* SPDX-License-Identifier: MIT */
#include "play/refusal.h"

#include "core/quote.h"

#include <string.h>

bool bti_number_of(bt_span word, uint64_t *number)
{
    return bt_take_u64(&word, number) == BT_NUMBER_OK && word.len == 0;
}

bool bti_amounts_of(const bti_phrase *typed, bti_amounts *out)
{
    uint64_t a = 0, b = 0;
    *out = (bti_amounts){.takes = false};
    if (typed->n != 3 || !bti_number_of(typed->word[0], &a) ||
        !bti_number_of(typed->word[2], &b))
        return false;
    out->takes = bt_span_equal(typed->word[1], bt_span_of("from"));
    if (!out->takes && !bt_span_equal(typed->word[1], bt_span_of("to")))
        return false;
    *out = (bti_amounts){out->takes, a, b, a, b};
    return true;
}

static void put_rules(bt_text *why, const bt_sum *sum, size_t part, bti_asker asker)
{
    const bt_game *game = sum->part[part].game;
    if (game->rules->param != BT_PARAM_FILE)
        bt_text_format(why, " The rules of %s: %s.", game->name, game->summary);
    bt_text_put(why, asker == BTI_AT_BOARD ? " 'moves' lists the moves." : "");
}

/* The part that the line speaks of; false if that is not clear. */
static bool part_of(const bt_sum *sum, const bti_phrase *typed, size_t *part)
{
    *part = typed->has_part ? typed->part : 0;
    return *part < sum->n && (typed->has_part || sum->n == 1);
}

/* Piles are taken from; steps and squares have other moves. */
static bool has_piles(const bt_rules *rules)
{
    return rules->heap_word &&
           (rules->look == BT_LOOK_PILES || rules->look == BT_LOOK_GRID ||
            rules->look == BT_LOOK_ROW);
}

/* "take 50" says enough where there is one pile. */
static bool amounts_in(const bt_part *part, const bti_phrase *typed, bti_amounts *a)
{
    if (bti_amounts_of(typed, a))
        return true;
    *a = (bti_amounts){.takes = true, .place = 1};
    return typed->takes && typed->n == 1 && bt_heaps_of(part->game, &part->pos) == 1 &&
           bti_number_of(typed->word[0], &a->amount);
}

static void put_large(bt_text *out, const char *word)
{
    bool small = *word >= 'a' && *word <= 'z';
    bt_text_put_char(out, small ? (char)(*word - 'a' + 'A') : *word);
    bt_text_put(out, word + 1);
}

static bool refuse_taking(bt_text *why, const bt_part *part, const bti_amounts *a)
{
    const char *heap = part->game->rules->heap_word;
    size_t heaps = bt_heaps_of(part->game, &part->pos);
    unsigned long long place = a->place;
    if (a->place == 0 || a->place > heaps) {
        bt_text_format(why, "There is no %s %llu: ", heap, place);
        if (heaps == 1)
            bt_text_put(why, "there is only one.");
        else
            bt_text_format(why, "the %ss are 1 to %zu.", heap, heaps);
        return true;
    }
    uint64_t x = part->pos.x[a->place - 1];
    if (a->amount == 0) {
        bt_text_put(why, "Taking nothing is no move.");
    } else if (x == 0) {
        put_large(why, heap);
        bt_text_format(why, " %llu is empty.", place);
    } else if (part->game->rules->last == BT_LAST_LIMIT && part->pos.x[heaps] < x &&
               a->amount > part->pos.x[heaps]) {
        bt_text_format(why, "That is too many: at most %llu may be taken now.",
                       (unsigned long long)part->pos.x[heaps]);
    } else if (a->amount > x) {
        bt_text_format(why, "That is too many: %s %llu has only %llu %s.", heap, place,
                       (unsigned long long)x, x == 1 ? "chip" : "chips");
    } else {
        return false;
    }
    return true;
}

static bool refuse_change(bt_text *why, const bt_part *part, const bti_amounts *a)
{
    size_t heaps = bt_heaps_of(part->game, &part->pos);
    for (size_t i = 0; i < heaps; i++)
        if (part->pos.x[i] == a->from)
            return false;
    bt_text_format(why, "No %s has %llu %s.", part->game->rules->heap_word,
                   (unsigned long long)a->from, a->from == 1 ? "chip" : "chips");
    return true;
}

static bool has_digit(bt_span line)
{
    for (size_t i = 0; i < line.len; i++)
        if (line.at[i] >= '0' && line.at[i] <= '9')
            return true;
    return false;
}

void bti_refuse_words(bt_text *why, const bt_sum *sum, const bti_phrase *typed,
                      bt_span line, const char *sentence, bool domain, bti_asker asker)
{
    bti_quote quote;
    bti_amounts a;
    size_t part = 0;
    if (domain) { /* it looks like a position, and its sentence says what is wrong */
        bt_text_format(why, "That is no move: %s.", sentence);
        return;
    }
    if (typed->has_part && typed->part >= sum->n) {
        bt_text_format(why, "There is no part %zu: the parts are 1 to %zu.",
                       typed->part + 1, sum->n);
        return;
    }
    bool clear = part_of(sum, typed, &part);
    if (clear && has_piles(sum->part[part].game->rules) &&
        amounts_in(&sum->part[part], typed, &a) &&
        (a.takes ? refuse_taking(why, &sum->part[part], &a)
                 : refuse_change(why, &sum->part[part], &a)))
        return;
    if (asker == BTI_AT_BOARD && !has_digit(line) && typed->n > 0 && !typed->has_part) {
        bt_text_format(why,
                       "%s is neither a move nor a command; 'help' tells what can be "
                       "typed.",
                       bti_quoted(&quote, line));
        return;
    }
    bt_text_format(why, "%s is no move here.", bti_quoted(&quote, line));
    put_rules(why, sum, part, asker);
}

/* What a position would change, as far as it can be said in a few words. */
static void put_changes(bt_text *why, const bt_part *part, const bt_pos *to)
{
    const bt_rules *rules = part->game->rules;
    size_t heaps = bt_heaps_of(part->game, &part->pos), changed = 0, at = 0;
    if (part->pos.n != to->n)
        return;
    for (size_t i = 0; i < heaps; i++)
        if (part->pos.x[i] != to->x[i]) {
            changed++;
            at = i;
        }
    if (changed == 1) {
        bt_text_put_char(why, ' ');
        put_large(why, rules->heap_word);
        bt_text_format(why, " %zu would go from %llu to %llu.", at + rules->heaps_from,
                       (unsigned long long)part->pos.x[at],
                       (unsigned long long)to->x[at]);
    } else if (changed > 1)
        bt_text_format(why, " %zu %ss would change.", changed, rules->heap_word);
}

static bool same_words(const bt_pos *a, const bt_pos *b)
{
    return a->n == b->n && (a->n == 0 || memcmp(a->x, b->x, a->n * sizeof *a->x) == 0);
}

void bti_refuse_position(bt_text *why, const bt_sum *sum, const bt_sum *target,
                         bool too_many, bti_asker asker)
{
    size_t changed = 0, part = 0;
    if (too_many) {
        bt_text_put(why, "There are too many moves here to find out whether that is "
                         "one of them.");
        return;
    }
    for (size_t i = 0; i < sum->n; i++)
        if (!same_words(&sum->part[i].pos, &target->part[i].pos)) {
            changed++;
            part = i;
        }
    if (changed == 0)
        bt_text_put(why, "That is the position as it is: a move has to change it.");
    else if (changed > 1)
        bt_text_put(why, "A move changes one part of a sum, not several.");
    else
        bt_text_put(why, "No move leads there.");
    if (changed == 1 && sum->part[part].game->rules->heap_word)
        put_changes(why, &sum->part[part], &target->part[part].pos);
    put_rules(why, sum, part, asker);
}
