/* SPDX-License-Identifier: MIT */
#include "play/move_words.h"

#include "core/quote.h"
#include "play/move_target.h"

#include <string.h>

enum { READ_MOVES = 50000 };

bt_span bti_trim(bt_span text)
{
    bt_take_blanks(&text);
    while (text.len > 0 && strchr(" \t\r\n", text.at[text.len - 1]))
        text.len--;
    return text;
}

/* Words that may be there or not. */
static bool is_weak(bt_span word)
{
    static const char *const weak[] = {
        "take",  "move",  "follow", "the",  "a",      "chip",  "chips",
        "coin",  "coins", "pile",   "heap", "square", "step",  "spare",
        "arrow", "and",   "row",    "pin",  "pins",   "place", "places"};
    for (size_t i = 0; i < sizeof weak / sizeof weak[0]; i++)
        if (bt_span_equal(word, bt_span_of(weak[i])))
            return true;
    return false;
}

static void add_word(bti_phrase *phrase, bt_span word)
{
    phrase->takes |= bt_span_equal(word, bt_span_of("take"));
    if (is_weak(word) || (phrase->n == 0 && bt_span_equal(word, bt_span_of("from"))))
        return;
    if (phrase->n < BTI_PHRASE_WORDS)
        phrase->word[phrase->n++] = word;
    else
        phrase->too_long = true;
}

/* Which words of a sentence make a phrase: those outside brackets, inside, or both. */
enum { OUTSIDE = 1, INSIDE = 2 };

static void split(bt_span text, int which, bti_phrase *phrase)
{
    static const char apart[] = " \t\r\n,:;().";
    int where = OUTSIDE;
    phrase->n = 0;
    phrase->too_long = phrase->takes = false;
    for (size_t i = 0; i < text.len;) {
        size_t start = i;
        while (i < text.len && text.at[i] && !strchr(apart, text.at[i]))
            i++;
        if (i > start && (which & where))
            add_word(phrase, (bt_span){text.at + start, i - start});
        if (i < text.len && text.at[i] == '(')
            where = INSIDE;
        if (i < text.len && text.at[i] == ')')
            where = OUTSIDE;
        i += i < text.len && (!text.at[i] || strchr(apart, text.at[i]));
    }
}

/* How many words are left behind the typed ones, or SIZE_MAX. */
static size_t words_behind(const bti_phrase *typed, const bti_phrase *whole)
{
    if (typed->n > whole->n)
        return SIZE_MAX;
    for (size_t i = 0; i < typed->n; i++)
        if (!bt_span_equal(typed->word[i], whole->word[i]))
            return SIZE_MAX;
    return whole->n - typed->n;
}

/* "x: 5 to 3" is also meant by "5 to 3". */
static bool skip_name(bt_span *sentence)
{
    for (size_t i = 0; i + 1 < sentence->len; i++)
        if (sentence->at[i] == ':' && sentence->at[i + 1] == ' ') {
            *sentence = (bt_span){sentence->at + i + 2, sentence->len - i - 2};
            return true;
        }
    return false;
}

/* A quick look before the exact one. */
static bool mentions(bt_span sentence, bt_span word)
{
    while (sentence.len >= word.len && word.len > 0) {
        const char *at = memchr(sentence.at, word.at[0], sentence.len - word.len + 1);
        if (!at)
            return false;
        if (memcmp(at, word.at, word.len) == 0)
            return true;
        sentence.len -= (size_t)(at + 1 - sentence.at);
        sentence.at = at + 1;
    }
    return false;
}

static size_t distance(const bti_phrase *typed, bt_span sentence)
{
    for (size_t i = 0; i < typed->n; i++)
        if (!mentions(sentence, typed->word[i]))
            return SIZE_MAX;
    static const int variant[] = {OUTSIDE | INSIDE, OUTSIDE, INSIDE, OUTSIDE};
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < 4; i++) {
        bti_phrase whole;
        if (i == 3 && !skip_name(&sentence))
            break;
        split(sentence, variant[i], &whole);
        size_t behind = words_behind(typed, &whole);
        if (variant[i] == INSIDE && typed->takes && behind < SIZE_MAX)
            behind++; /* "take 3" means an amount before it means "(3 to 0)" */
        least = behind < least ? behind : least;
    }
    return least;
}

/* Compares the typed words with the sentence of every move. */
struct reader {
    bt_visit visit;
    bt_context *ctx;
    bt_sum *sum;
    const bti_phrase *typed;
    bt_text say, first_say, second_say;
    bti_kept *move;
    size_t looked, best, ties;
};

/* With piles in no order, the same change of another pile is the same move. */
static bool is_same(const struct reader *r, const bt_move *move)
{
    const bti_kept *kept = r->move;
    return r->sum->part[move->part].game->rules->flags & BT_UNORDERED &&
           move->part == kept->part && move->now == 1 && kept->after.n == 1 &&
           kept->after.x[0] == bt_move_words(move)[0] &&
           kept->before.x[0] == move->before[0];
}

static bt_status compare(struct reader *r, const bt_move *move)
{
    const bt_game *game = r->sum->part[move->part].game;
    if (r->looked % 1024 == 0 && bt_stopped(r->ctx))
        return BT_STOPPED;
    if (r->typed->has_part && r->typed->part != move->part)
        return BT_OK;
    bt_text_clear(&r->say);
    game->rules->say(game, move, &r->say);
    BT_TRY(bt_text_status(&r->say));
    size_t far = distance(r->typed, bt_text_span(&r->say));
    if (far < r->best) {
        r->best = far;
        r->ties = 1;
        BT_TRY(bti_kept_set(r->move, move));
        bt_text_clear(&r->first_say);
        bt_text_put_span(&r->first_say, bt_text_span(&r->say));
    } else if (far == r->best && far != SIZE_MAX && !is_same(r, move)) {
        if (r->ties++ == 1) {
            bt_text_clear(&r->second_say);
            if (r->sum->n > 1)
                bt_text_format(&r->second_say, "in part %zu: ", move->part + 1);
            bt_text_put_span(&r->second_say, bt_text_span(&r->say));
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
        if (!(part->game->rules->flags & BT_UNORDERED) ||
            (typed->has_part && typed->part != p))
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
    if (r->ties > 1) {
        bt_text_put(why, "That could be several moves: ");
        if (r->sum->n > 1)
            bt_text_format(why, "in part %zu: ", r->move->part + 1);
        bt_text_format(why, "%s, or %s%s. Say more of the one you mean.",
                       bt_text_chars(&r->first_say), bt_text_chars(&r->second_say),
                       r->ties > 2 ? ", or another" : "");
    }
    return bt_text_status(why);
}

static bt_status by_words(bti_judge *judge, bt_sum *sum, const bti_phrase *typed,
                          bti_kept *move, bool *found, bt_text *why)
{
    struct reader r = {.visit.option = read_move,
                       .ctx = judge->ctx,
                       .sum = sum,
                       .typed = typed,
                       .move = move,
                       .best = SIZE_MAX};
    bt_text_init(&r.say, judge->ctx);
    bt_text_init(&r.first_say, judge->ctx);
    bt_text_init(&r.second_say, judge->ctx);
    bt_status status = match(&r, judge, found, why);
    bt_text_free(&r.say);
    bt_text_free(&r.first_say);
    bt_text_free(&r.second_say);
    return status;
}

/* "in part 2: ..." says which part of a sum is meant. */
static void take_part(bti_phrase *typed)
{
    uint64_t number = 0;
    size_t skip = typed->n > 0 && bt_span_equal(typed->word[0], bt_span_of("in"));
    if (typed->n < skip + 2 || !bt_span_equal(typed->word[skip], bt_span_of("part")) ||
        !bti_number_of(typed->word[skip + 1], &number) || number == 0)
        return;
    typed->has_part = true;
    typed->part = (size_t)number - 1;
    typed->n -= skip + 2;
    memmove(typed->word, typed->word + skip + 2, typed->n * sizeof *typed->word);
    if (typed->n > 0 && bt_span_equal(typed->word[0], bt_span_of("from")))
        memmove(typed->word, typed->word + 1, --typed->n * sizeof *typed->word);
}

/* The move with this number in the list. */
struct nth {
    bt_visit visit;
    bti_kept *move;
    uint64_t left;
};

static bool count_down(bt_visit *visit, const bt_move *move)
{
    struct nth *n = (struct nth *)visit;
    if (--n->left > 0)
        return true;
    visit->status = bti_kept_set(n->move, move);
    return false;
}

static bt_status by_number(bt_sum *sum, uint64_t number, bti_asker asker,
                           bti_kept *move, bool *found, bt_text *why)
{
    struct nth n = {{.option = count_down}, move, number};
    if (number > 0 && number <= READ_MOVES)
        BT_TRY(bt_walk_moves(sum, &n.visit));
    *found = number > 0 && n.left == 0;
    if (!*found)
        bt_text_format(why,
                       "The list of moves has no number %llu. A number alone is a move "
                       "from the list%s; a position %s behind 'to', as in: to %llu",
                       (unsigned long long)number,
                       asker == BTI_AT_BOARD ? " ('moves' shows it)" : "",
                       asker == BTI_AT_BOARD ? "is typed" : "stands",
                       (unsigned long long)number);
    return bt_text_status(why);
}

bt_status bti_move_to(bti_judge *judge, bt_sum *sum, bt_span position, bti_asker asker,
                      bti_kept *move)
{
    bt_sum target;
    bti_found how = BTI_NO_MOVE;
    BT_TRY(bti_read_position(judge->ctx, sum, position, &target));
    bt_text why;
    bt_text_init(&why, judge->ctx);
    bt_status status = bti_find_move(judge, sum, &target, move, &how);
    if (status == BT_OK && how != BTI_A_MOVE) {
        bti_refuse_position(&why, sum, &target, how == BTI_TOO_MANY_MOVES, asker);
        status = bt_text_status(&why);
        if (status == BT_OK)
            status = bt_fail(judge->ctx, BT_DOMAIN, "%s", bt_text_chars(&why));
    }
    bt_text_free(&why);
    bt_sum_free(judge->ctx, &target);
    return status;
}

/* "take 2 from 1" where the moves do not name the only pile there is. */
static bool names_only_pile(const bt_sum *sum, const bti_phrase *typed)
{
    bti_amounts a;
    size_t part = typed->has_part ? typed->part : 0;
    return part < sum->n && (typed->has_part || sum->n == 1) &&
           bt_heaps_of(sum->part[part].game, &sum->part[part].pos) == 1 &&
           bti_amounts_of(typed, &a) && a.takes && a.place == 1;
}

/* A failure that is about the line becomes words; others stay. */
static bt_status tell(bt_context *ctx, bt_status status, bt_text *why)
{
    if (status != BT_SYNTAX && status != BT_DOMAIN && status != BT_UNABLE)
        return status;
    bt_text_put(why, bt_message(ctx));
    return bt_text_status(why);
}

bt_status bti_understand(bti_judge *judge, bt_sum *sum, bt_span line, bti_asker asker,
                         bti_kept *move, bool *found, bt_text *why)
{
    uint64_t number = 0;
    *found = false;
    line = bti_trim(line);
    if (bti_number_of(line, &number))
        return by_number(sum, number, asker, move, found, why);
    bool to = line.len > 3 && memcmp(line.at, "to ", 3) == 0;
    bt_span position = to ? bti_trim((bt_span){line.at + 3, line.len - 3}) : line;
    bt_sum target;
    bt_status status = bti_read_position(judge->ctx, sum, position, &target);
    bool readable = status == BT_OK;
    if (readable)
        bt_sum_free(judge->ctx, &target);
    if (readable || (to && status != BT_NOMEM)) {
        status = readable ? bti_move_to(judge, sum, position, asker, move) : status;
        *found = status == BT_OK;
        return tell(judge->ctx, status, why);
    }
    if (status != BT_SYNTAX && status != BT_DOMAIN)
        return tell(judge->ctx, status, why);
    bti_phrase typed = {.n = 0};
    split(line, OUTSIDE | INSIDE, &typed);
    take_part(&typed);
    if (typed.n > 0 && !typed.too_long)
        BT_TRY(by_words(judge, sum, &typed, move, found, why));
    if (!*found && why->len == 0 && names_only_pile(sum, &typed)) {
        bti_phrase amount = typed;
        amount.n = 1;
        BT_TRY(by_words(judge, sum, &amount, move, found, why));
    }
    if (!*found && why->len == 0)
        bti_refuse_words(why, sum, &typed, line, bt_message(judge->ctx),
                         status == BT_DOMAIN, asker);
    return bt_text_status(why);
}
