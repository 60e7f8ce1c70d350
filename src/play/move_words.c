/* SPDX-License-Identifier: MIT */
#include "play/move_words.h"

#include "core/piece.h"
#include "play/move_number.h"
#include "play/move_target.h"
#include "play/move_ways.h"

#include <string.h>

enum { READ_MOVES = 50000 };

bt_span bti_trim(bt_span text)
{
    bt_take_blanks(&text);
    while (text.len > 0 && strchr(" \t\r\n", text.at[text.len - 1]))
        text.len--;
    return text;
}

/* Compares the typed words with the sentence of every move. */
struct reader {
    bt_visit visit;
    bt_context *ctx;
    bt_sum *sum;
    const bti_phrase *typed;
    bt_text say, ways, first_say, second_say;
    bti_kept *move;
    size_t looked, best, ties;
};

/* With piles in no order, the same change of another pile is the same move. */
static bool is_same(const struct reader *r, const bt_move *move)
{
    const bti_kept *kept = r->move;
    return r->sum->part[move->part].game->rules->flags & BT_UNORDERED &&
           move->part == kept->part && move->was == 1 && kept->before.n == 1 &&
           kept->before.x[0] == move->before[0] && kept->after.n == move->now &&
           memcmp(kept->after.x, bt_move_words(move),
                  move->now * sizeof *kept->after.x) == 0;
}

/* "take 3" is no part of "x: 3 to 1", which rules of one's own say of a move. */
static bool is_amount(const bt_game *game, const bti_phrase *typed)
{
    bool to = false;
    for (size_t i = 0; i < typed->n; i++)
        to = to || bti_is_word(typed, i, "to");
    return game->rules->param == BT_PARAM_FILE && typed->verbs & BTI_TAKES && !to;
}

/* The least distance of what the rules say of the move, and of its other ways. */
static size_t distance(struct reader *r, const bt_game *game, const bt_move *move)
{
    size_t least = is_amount(game, r->typed)
                       ? SIZE_MAX
                       : bti_phrase_distance(r->typed, bt_text_span(&r->say));
    bt_text_clear(&r->ways);
    bti_put_ways(game, move, &r->ways);
    bt_span rest = bt_text_span(&r->ways);
    while (rest.len > 0) {
        const char *end = memchr(rest.at, '\n', rest.len);
        size_t len = end ? (size_t)(end - rest.at) : rest.len;
        size_t far = bti_phrase_distance(r->typed, (bt_span){rest.at, len});
        least = far < least ? far : least;
        rest = end ? (bt_span){end + 1, rest.len - len - 1} : (bt_span){end, 0};
    }
    return least;
}

/* "in part 2: take 1 from pile 1" */
static void put_in_part(bt_text *out, const bt_sum *sum, size_t part, bt_span move)
{
    if (sum->n > 1)
        bt_say(out, "in part {part}: {move}",
               BT_ARGS(BT_NUM("part", part + 1), BT_SPAN("move", move)));
    else
        bt_text_put_span(out, move);
}

static bt_status compare(struct reader *r, const bt_move *move)
{
    const bt_game *game = r->sum->part[move->part].game;
    if (r->looked % 1024 == 0 && bt_stopped(r->ctx))
        return BT_STOPPED;
    if (!bti_may_mean(r->sum, r->typed, move->part))
        return BT_OK;
    bt_text_clear(&r->say);
    game->rules->say(game, move, &r->say);
    BT_TRY(bt_text_status(&r->say));
    size_t far = distance(r, game, move);
    BT_TRY(bt_text_status(&r->ways));
    if (far < r->best) {
        r->best = far;
        r->ties = 1;
        BT_TRY(bti_kept_set(r->move, move));
        bt_text_clear(&r->first_say);
        bt_text_put_span(&r->first_say, bt_text_span(&r->say));
    } else if (far == r->best && far != SIZE_MAX && !is_same(r, move)) {
        if (r->ties++ == 1) {
            bt_text_clear(&r->second_say);
            put_in_part(&r->second_say, r->sum, move->part, bt_text_span(&r->say));
        }
    }
    return BT_OK;
}

static bool read_move(bt_visit *visit, const bt_move *move)
{
    struct reader *r = (struct reader *)visit;
    r->looked++;
    visit->status = compare(r, move);
    return visit->status == BT_OK && r->looked < READ_MOVES;
}

/* The move that changes one word of one part, if there is one. */
static bt_status one_word(bti_judge *judge, bt_sum *sum, size_t part, size_t word,
                          uint64_t after, bti_kept *move, bti_found *found)
{
    bti_tree copy; /* for its sum */
    bti_tree_init(&copy, judge->ctx);
    bt_status status = bti_tree_copy_start(&copy, sum);
    if (status == BT_OK) {
        copy.sum.part[part].pos.x[word] = after;
        status = bti_find_move(judge, sum, &copy.sum, move, found);
    }
    bti_tree_free(&copy);
    return status;
}

/* Where there are too many moves to read them all: piles in no order, of which one is
 * named by its number or by what it holds. */
static bt_status by_pile(bti_judge *judge, bt_sum *sum, const bti_phrase *typed,
                         bti_kept *move, bti_found *found)
{
    bti_amounts a;
    if (!bti_amounts_of(typed, &a)) {
        *found = BTI_TOO_MANY_MOVES;
        return BT_OK;
    }
    for (size_t p = 0; p < sum->n; p++) {
        const bt_part *part = &sum->part[p];
        if (!(part->game->rules->flags & BT_UNORDERED) || !bti_may_mean(sum, typed, p))
            continue;
        for (size_t i = 0; i < part->pos.n && *found == BTI_NO_MOVE; i++) {
            uint64_t x = part->pos.x[i];
            if (a.takes && a.place == i + 1 && a.amount <= x)
                BT_TRY(one_word(judge, sum, p, i, x - a.amount, move, found));
            else if (!a.takes && a.from == x)
                BT_TRY(one_word(judge, sum, p, i, a.to, move, found));
        }
    }
    return BT_OK;
}

/* Too many moves to read: the winning ones may be constructed and read, or the words
 * name a pile. */
static bt_status match_few(struct reader *r, bti_judge *judge, bool *found,
                           bt_text *why)
{
    bti_found how = BTI_NO_MOVE;
    r->looked = r->ties = 0;
    r->best = SIZE_MAX;
    bt_status status = bti_walk_good(judge, r->sum, BT_P, &r->visit);
    if (status != BT_OK && status != BT_UNABLE)
        return status;
    *found = r->best == 0;
    if (*found)
        return BT_OK;
    BT_TRY(by_pile(judge, r->sum, r->typed, r->move, &how));
    *found = how == BTI_A_MOVE;
    if (how == BTI_TOO_MANY_MOVES)
        bti_refuse_position(why, NULL, NULL, true, BTI_AT_BOARD);
    return bt_text_status(why);
}

/* What stands in the first brackets of a sentence. */
static bt_span bracket(const bt_text *say)
{
    const char *text = bt_text_chars(say), *open = strchr(text, '(');
    const char *close = open ? strchr(open, ')') : NULL;
    return close ? (bt_span){open + 1, (size_t)(close - open - 1)} : (bt_span){text, 0};
}

/* The shortest words that tell the first of the moves from the second. */
static void put_several(const struct reader *r, bt_text *why)
{
    bt_span one = bracket(&r->first_say), other = bracket(&r->second_say);
    bool brief = r->sum->n == 1 && one.len > 0 && !bt_span_equal(one, other);
    bt_text first;
    bt_text_init(&first, why->ctx);
    put_in_part(&first, r->sum, r->move->part, bt_text_span(&r->first_say));
    const bt_args args =
        BT_ARGS(BT_SPAN("first", bt_text_span(&first)),
                BT_SPAN("second", bt_text_span(&r->second_say)),
                BT_SPAN("example", brief ? one : bt_text_span(&first)));
    if (r->ties > 2)
        bt_say(why,
               "That could be several moves: {first}, or {second}, or another one. Say "
               "which one you mean, for example '{example}'.",
               args);
    else
        bt_say(why,
               "That could be two moves: {first}, or {second}. Say which one you mean, "
               "for example '{example}'.",
               args);
    bti_piece_end(&first, why);
}

static bt_status match(struct reader *r, bti_judge *judge, bool *found, bt_text *why)
{
    BT_TRY(bt_walk_moves(r->sum, &r->visit));
    BT_TRY(bt_text_status(&r->first_say));
    BT_TRY(bt_text_status(&r->second_say));
    bool cut = r->looked == READ_MOVES;
    *found = r->ties == 1 && (!cut || r->best == 0);
    if (*found)
        return BT_OK;
    if (cut)
        return match_few(r, judge, found, why);
    if (r->ties > 1)
        put_several(r, why);
    return bt_text_status(why);
}

/* *said_so: the sentence of the move begins so and has a verb like "move". */
static bt_status by_words(bti_judge *judge, bt_sum *sum, const bti_phrase *typed,
                          bti_kept *move, bti_meant *meant, bool *said_so, bt_text *why)
{
    bool found = false;
    struct reader r = {.visit.option = read_move,
                       .ctx = judge->ctx,
                       .sum = sum,
                       .typed = typed,
                       .move = move,
                       .best = SIZE_MAX};
    bt_text_init(&r.say, judge->ctx);
    bt_text_init(&r.ways, judge->ctx);
    bt_text_init(&r.first_say, judge->ctx);
    bt_text_init(&r.second_say, judge->ctx);
    bt_status status = match(&r, judge, &found, why);
    *meant = found ? BTI_MEANT_ONE : r.ties > 1 ? BTI_MEANT_SEVERAL : BTI_MEANT_NONE;
    if (*meant != BTI_MEANT_NONE) {
        bti_phrase said;
        bti_phrase_of(bt_text_span(&r.first_say), &said);
        *said_so = said.verbs & BTI_MOVES && r.best < BTI_INSIDE;
    }
    bt_text_free(&r.say);
    bt_text_free(&r.ways);
    bt_text_free(&r.first_say);
    bt_text_free(&r.second_say);
    return status;
}

bt_status bti_move_to(bti_judge *judge, bt_sum *sum, bt_span position, bti_asker asker,
                      bti_kept *move)
{
    bt_sum target;
    bti_found how = BTI_NO_MOVE;
    BT_TRY(bti_read_position(judge->ctx, sum, position, asker, &target));
    bt_text why;
    bt_text_init(&why, judge->ctx);
    bt_status status = bti_find_move(judge, sum, &target, move, &how);
    if (status == BT_OK && how != BTI_A_MOVE) {
        bti_refuse_position(&why, sum, &target, how == BTI_TOO_MANY_MOVES, asker);
        status = bt_text_status(&why);
        if (status == BT_OK)
            status = bt_fail(judge->ctx, BT_DOMAIN, "{why}",
                             BT_ARGS(BT_STR("why", bt_text_chars(&why))));
    }
    bt_text_free(&why);
    bt_sum_free(judge->ctx, &target);
    return status;
}

/* A failure that is about the line becomes words; others stay. */
static bt_status tell(bt_context *ctx, bt_status status, bt_text *why)
{
    if (status != BT_SYNTAX && status != BT_DOMAIN && status != BT_UNABLE)
        return status;
    bt_text_put(why, bt_message(ctx));
    return bt_text_status(why);
}

static bool take_word(bt_span *text, const char *word)
{
    size_t len = strlen(word);
    bt_take_blanks(text);
    for (size_t i = 0; i < len; i++)
        if (i >= text->len || (text->at[i] | 0x20) != word[i])
            return false;
    *text = (bt_span){text->at + len, text->len - len};
    return true;
}

/* "move 5" is a number in the list, unless moves of this game are said so. */
static bool is_listed(bt_span line, const bti_phrase *typed, bti_asker asker,
                      uint64_t *number)
{
    return line.len > 5 && memcmp(line.at + 1, "ove ", 4) == 0 &&
           asker == BTI_AT_BOARD && typed->verbs == BTI_MOVES && typed->n == 1 &&
           !typed->has_part && typed->word[0].role == BTI_NUMBER &&
           bti_number_at(typed, 0, number);
}

static bt_status by_position(bti_judge *judge, bt_sum *sum, bt_span position,
                             bti_asker asker, bti_kept *move, bti_meant *meant,
                             bt_text *why)
{
    bt_status status = bti_move_to(judge, sum, position, asker, move);
    *meant = status == BT_OK ? BTI_MEANT_ONE : BTI_MEANT_NONE;
    return tell(judge->ctx, status, why);
}

/* "in part 2: 1,2" and "part 2 to 1,2" name the position of one part of a sum: the
 * others are put beside it. False: that is not what the line looks like. */
static bool put_part_position(const bt_sum *sum, bt_span line, bt_text *whole)
{
    uint64_t number = 0;
    (void)take_word(&line, "in ");
    if (sum->n < 2 || !take_word(&line, "part "))
        return false;
    bt_take_blanks(&line);
    if (bt_take_u64(&line, &number) != BT_NUMBER_OK || number == 0 || number > sum->n)
        return false;
    bool told = bt_take_char(&line, ':');
    told = take_word(&line, "to ") || told;
    for (size_t i = 0; i < sum->n && told; i++) {
        const bt_part *part = &sum->part[i];
        bt_text_put(whole, i > 0 ? " + " : "");
        if (i + 1 == number)
            bt_text_put_span(whole, line);
        else
            part->game->rules->print(part->game, &part->pos, whole);
    }
    return told;
}

/* Numbers and commas alone are a position, but they do not say of which part. */
static bool is_bare_list(bt_span line)
{
    bool comma = false;
    for (size_t i = 0; i < line.len; i++) {
        if (!strchr("0123456789, ", line.at[i]))
            return false;
        comma = comma || line.at[i] == ',';
    }
    return comma;
}

static bt_status by_position_of_part(bti_judge *judge, bt_sum *sum, bt_span line,
                                     bti_asker asker, bti_kept *move, bti_meant *meant,
                                     bool *is, bt_text *why)
{
    bt_text whole;
    bt_sum target;
    bt_text_init(&whole, judge->ctx);
    *is = put_part_position(sum, line, &whole);
    bt_status status = bt_text_status(&whole);
    if (status == BT_OK && *is) {
        status =
            bti_read_position(judge->ctx, sum, bt_text_span(&whole), asker, &target);
        *is = status == BT_OK;
        if (*is) {
            bt_sum_free(judge->ctx, &target);
            status =
                by_position(judge, sum, bt_text_span(&whole), asker, move, meant, why);
        } else if (status == BT_SYNTAX || status == BT_DOMAIN) {
            status = BT_OK; /* then these are words */
        }
    }
    bt_text_free(&whole);
    return status;
}

bt_status bti_understand_words(bti_judge *judge, bt_sum *sum, bt_span line,
                               bti_asker asker, bti_kept *move, bti_meant *meant,
                               bt_text *why)
{
    bool to = line.len > 3 && memcmp(line.at, "to ", 3) == 0;
    bt_span position = to ? bti_trim((bt_span){line.at + 3, line.len - 3}) : line;
    bt_sum target;
    *meant = BTI_MEANT_NONE;
    bt_status status = bti_read_position(judge->ctx, sum, position, asker, &target);
    if (status == BT_OK) {
        bt_sum_free(judge->ctx, &target);
        return by_position(judge, sum, position, asker, move, meant, why);
    }
    if (to || (status != BT_SYNTAX && status != BT_DOMAIN))
        return tell(judge->ctx, status, why);
    bti_phrase typed;
    uint64_t number;
    bool said_so = false, found = false;
    BT_TRY(by_position_of_part(judge, sum, line, asker, move, meant, &found, why));
    if (found)
        return BT_OK;
    bti_phrase_of(line, &typed);
    if (typed.n > 0 && !typed.too_long && !(sum->n > 1 && is_bare_list(line)))
        BT_TRY(by_words(judge, sum, &typed, move, meant, &said_so, why));
    if (is_listed(line, &typed, asker, &number) && !said_so) {
        bt_text_clear(why);
        BT_TRY(bti_listed_move(sum, number, asker, move, &found, why));
        *meant = found ? BTI_MEANT_ONE : BTI_MEANT_NONE;
        return BT_OK;
    }
    if (*meant == BTI_MEANT_NONE && why->len == 0)
        return bti_refuse_words(why, sum, &typed, line, bt_message(judge->ctx),
                                status == BT_DOMAIN, asker);
    return bt_text_status(why);
}

bt_status bti_understand(bti_judge *judge, bt_sum *sum, bt_span line, bti_asker asker,
                         bti_kept *move, bool *found, bt_text *why)
{
    uint64_t number = 0;
    bti_meant meant = BTI_MEANT_NONE;
    line = bti_trim(line);
    *found = false;
    if (bti_number_of(line, &number))
        return asker == BTI_AT_BOARD
                   ? bti_understand_number(judge, sum, number, move, found, why)
                   : bti_listed_move(sum, number, asker, move, found, why);
    BT_TRY(bti_understand_words(judge, sum, line, asker, move, &meant, why));
    *found = meant == BTI_MEANT_ONE;
    return BT_OK;
}
