/* SPDX-License-Identifier: MIT */
#include "play/phrase.h"

#include <string.h>

typedef enum {
    WEAK,  /* may be there or not */
    KEPT,  /* matters */
    OPENS, /* matters, and numbers that follow may stand in any order */
    TAKES, /* verbs that may be there or not */
    MOVES,
    CHIP,  /* what a number that follows is */
    CHIPS, /* the same of several, in any order */
    HEAP,
    HEAPS,
    SQUARE,
    SQUARES,
} word_kind;

/* Words that mean the same, in their usual form. */
static const struct {
    const char *word, *means;
    word_kind kind;
} known[] = {
    {"the", "the", WEAK},
    {"a", "a", WEAK},
    {"and", "and", WEAK},
    {"spare", "spare", WEAK},
    {"arrow", "arrow", WEAK},
    {"follow", "follow", WEAK},
    {"down", "down", WEAK},
    {"take", "take", TAKES},
    {"remove", "take", TAKES},
    {"knock", "take", TAKES},
    {"move", "move", MOVES},
    {"slide", "move", MOVES},
    {"push", "move", MOVES},
    {"turn", "turn", KEPT},
    {"flip", "turn", KEPT},
    {"break", "break", KEPT},
    {"split", "break", KEPT},
    {"divide", "break", KEPT},
    {"add", "add", KEPT},
    {"put", "add", KEPT},
    {"choose", "choose", KEPT},
    {"both", "both", KEPT},
    {"each", "both", KEPT},
    {"all", "all", KEPT},
    {"whole", "all", KEPT},
    {"from", "from", KEPT},
    {"of", "from", KEPT},
    {"to", "to", KEPT},
    {"on", "to", KEPT},
    {"onto", "to", KEPT},
    {"into", "into", OPENS},
    {"column", "column", KEPT},
    {"columns", "column", OPENS},
    {"chip", "chip", CHIP},
    {"chips", "chip", CHIPS},
    {"coin", "coin", CHIP},
    {"coins", "coin", CHIPS},
    {"pin", "pin", CHIP},
    {"pins", "pin", CHIPS},
    {"place", "place", CHIP},
    {"places", "place", CHIPS},
    {"pile", "pile", HEAP},
    {"piles", "pile", HEAPS},
    {"heap", "heap", HEAP},
    {"heaps", "heap", HEAPS},
    {"row", "row", HEAP},
    {"rows", "row", HEAPS},
    {"step", "step", HEAP},
    {"steps", "step", HEAPS},
    {"square", "square", SQUARE},
    {"squares", "square", SQUARES},
    {"number", "number", HEAP},
    {"numbers", "number", HEAPS},
    {"one", "1", KEPT},
    {"two", "2", KEPT},
    {"three", "3", KEPT},
    {"four", "4", KEPT},
    {"five", "5", KEPT},
    {"six", "6", KEPT},
    {"seven", "7", KEPT},
    {"eight", "8", KEPT},
    {"nine", "9", KEPT},
    {"ten", "10", KEPT},
    {"off", "from", KEPT},
    {"->", "to", KEPT},
    {"in", "in", KEPT},
    {"part", "part", KEPT},
    {"leaving", "leaving", KEPT},
    {"times", "times", KEPT},
    {"second", "second", KEPT},
    {"ground", "ground", KEPT},
};
enum { KNOWN = sizeof known / sizeof known[0] };

static bool same_letters(bt_span a, const char *b)
{
    for (size_t i = 0; i < a.len; i++) {
        bool large = a.at[i] >= 'A' && a.at[i] <= 'Z';
        if ((large ? (char)(a.at[i] - 'A' + 'a') : a.at[i]) != b[i])
            return false;
    }
    return b[a.len] == 0;
}

/* The usual form of a word, and its kind. */
static word_kind look_up(bt_span *word)
{
    for (size_t i = 0; i < KNOWN && word->len <= 7; i++)
        if (same_letters(*word, known[i].word)) {
            *word = bt_span_of(known[i].means);
            return known[i].kind;
        }
    return KEPT;
}

bool bti_number_of(bt_span word, uint64_t *number)
{
    return bt_take_u64(&word, number) == BT_NUMBER_OK && word.len == 0;
}

bool bti_is_word(const bti_phrase *phrase, size_t i, const char *word)
{
    return i < phrase->n && bt_span_equal(phrase->word[i].text, bt_span_of(word));
}

bool bti_number_at(const bti_phrase *phrase, size_t i, uint64_t *number)
{
    return i < phrase->n && bti_number_of(phrase->word[i].text, number);
}

/* What is known of the numbers to come. */
struct reading {
    bti_phrase *phrase;
    bti_role role;
    bool many;     /* `role` is of more than one number, and they may be in any order */
    bti_word *set; /* the first of them */
    bool led;      /* by a word that does not matter */
    bool led_from; /* which was "from" */
    bool numbered; /* the last word was a number */
};

/* "from 8 to 6", "on 8 to 6": the first of these words does not matter. */
static bool leads(bt_span word)
{
    return bt_span_equal(word, bt_span_of("from")) ||
           bt_span_equal(word, bt_span_of("to"));
}

/* "2 pins": the number before the word is an amount. "2 squares" is how far, which no
 * sentence says. A number that has a name, as in "pile 2 chips", keeps it. */
static void count_last(struct reading *r, bool chips)
{
    bti_word *last = &r->phrase->word[r->phrase->n - 1];
    if (r->phrase->n > 0 && last->is_number && last->role == BTI_NUMBER &&
        last->set == 0)
        last->role = chips ? BTI_COUNT : BTI_NOTHING;
}

static void add_word(struct reading *r, bt_span text, bool last)
{
    bti_phrase *phrase = r->phrase;
    uint64_t number;
    word_kind kind = look_up(&text);
    if (kind == WEAK && !last) /* at the end it may be the name of a node */
        return;
    bti_word word = {.text = text, .is_number = bti_number_of(text, &number)};
    bool after_number = r->numbered;
    r->numbered = word.is_number;
    if (!word.is_number) {
        bool chip = kind == CHIP || kind == CHIPS,
             square = kind == SQUARE || kind == SQUARES;
        bool heap = kind == HEAP || kind == HEAPS || square;
        if (after_number && (chip || kind == HEAPS || kind == SQUARES))
            count_last(r, chip);
        r->role = chip ? BTI_CHIP : square ? BTI_SQUARE : heap ? BTI_HEAP : BTI_NUMBER;
        r->many = kind == CHIPS || kind == HEAPS || kind == SQUARES || kind == OPENS;
        r->set = NULL;
        phrase->verbs |= kind == TAKES ? BTI_TAKES : kind == MOVES ? BTI_MOVES : 0u;
        bool led = phrase->n == 0 && leads(text);
        r->led = r->led || led;
        r->led_from = r->led_from || (led && bt_span_equal(text, bt_span_of("from")));
        if (heap)
            phrase->heap = text;
        if (chip || heap || led || kind == TAKES || kind == MOVES)
            return;
    }
    if (phrase->n == BTI_PHRASE_WORDS) {
        phrase->too_long = true;
        return;
    }
    word.role = word.is_number ? r->role : BTI_NUMBER;
    word.bare =
        phrase->n == 0 && !r->led && (word.role == BTI_HEAP || word.role == BTI_SQUARE);
    phrase->word[phrase->n] = word;
    if (word.is_number && r->many) {
        phrase->word[phrase->n].in_set = r->set != NULL;
        r->set = r->set ? r->set : &phrase->word[phrase->n];
        r->set->set++;
    } else if (word.is_number) {
        r->role = BTI_NUMBER;
    }
    phrase->n++;
}

/* Which words of a sentence make a phrase: those outside brackets, inside, or both. */
enum { OUTSIDE = 1, INSIDE = 2 };

static void split(bt_span text, int which, bti_phrase *phrase)
{
    static const char apart[] = " \t\r\n,:;().+";
    int where = OUTSIDE;
    struct reading r = {.phrase = phrase};
    phrase->n = 0;
    phrase->too_long = phrase->has_part = false;
    phrase->verbs = 0;
    phrase->heap = (bt_span){"", 0};
    for (size_t i = 0; i < text.len;) {
        size_t start = i;
        while (i < text.len && text.at[i] && !strchr(apart, text.at[i]))
            i++;
        if (i > start && (which & where))
            add_word(&r, (bt_span){text.at + start, i - start}, i == text.len);
        if (i < text.len && (text.at[i] == '(' || text.at[i] == ')')) {
            where = text.at[i] == '(' ? INSIDE : OUTSIDE;
            r = (struct reading){.phrase = phrase};
        }
        i += i < text.len;
    }
    /* "from 2 take 1": what stands after "from" is a heap. */
    if (r.led_from && phrase->verbs & BTI_TAKES && phrase->n > 0 &&
        phrase->word[0].is_number && phrase->word[0].role == BTI_NUMBER)
        phrase->word[0].role = BTI_HEAP;
}

/* "in part 2: ..." says which part of a sum is meant. */
static void take_part(bti_phrase *typed)
{
    uint64_t number = 0;
    size_t skip = bti_is_word(typed, 0, "in");
    if (!bti_is_word(typed, skip, "part") || !bti_number_at(typed, skip + 1, &number) ||
        number == 0)
        return;
    typed->has_part = true;
    typed->part = (size_t)number - 1;
    skip += 2;
    skip += skip < typed->n && leads(typed->word[skip].text);
    typed->n -= skip;
    memmove(typed->word, typed->word + skip, typed->n * sizeof *typed->word);
}

void bti_phrase_of(bt_span line, bti_phrase *phrase)
{
    split(line, OUTSIDE | INSIDE, phrase);
    take_part(phrase);
}

static bool turns(const bti_phrase *whole)
{
    return bti_is_word(whole, 0, "turn");
}

/* "take 4" is an amount, "pin 4" is none, and a heap is a heap. */
static bool fits_role(const bti_phrase *typed, const bti_word *a,
                      const bti_phrase *whole, bti_role role)
{
    bool heap = role == BTI_HEAP || role == BTI_SQUARE;
    switch (a->role) {
    case BTI_CHIP: /* a coin on a square is called by its square */
        return role == BTI_CHIP || (heap && whole->verbs & BTI_MOVES);
    case BTI_HEAP:
        return role == BTI_HEAP;
    case BTI_SQUARE:
        return role == BTI_SQUARE;
    case BTI_COUNT:
        return role == BTI_COUNT || (role == BTI_NUMBER && !turns(whole));
    case BTI_NOTHING:
        return false;
    default:
        return role == BTI_NUMBER || role == BTI_COUNT || !(typed->verbs & BTI_TAKES) ||
               (heap && a > typed->word);
    }
}

static bool fits(const bti_phrase *typed, const bti_word *a, const bti_phrase *whole,
                 const bti_word *b)
{
    return a->is_number == b->is_number && bt_span_equal(a->text, b->text) &&
           (!a->is_number || fits_role(typed, a, whole, b->role)) &&
           (!b->bare || a->role == BTI_HEAP);
}

/* How many numbers from word t on are the set at word w, in any order; 0 if they are
 * not. What a heap is broken into is clear from one of two parts, if nothing is taken.
 */
static size_t fits_set(const bti_phrase *typed, size_t t, const bti_phrase *whole,
                       size_t w)
{
    bool taken[BTI_PHRASE_WORDS] = {false};
    size_t set = whole->word[w].set, n = 0;
    for (; t + n < typed->n && typed->word[t + n].is_number; n++) {
        size_t k = 0;
        while (k < set && (taken[k] || !fits(typed, &typed->word[t + n], whole,
                                             &whole->word[w + k])))
            k++;
        if (k == set)
            return 0;
        taken[k] = true;
    }
    bool clear = t + n == typed->n && set == 2 && bti_is_word(whole, 0, "break") &&
                 w > 0 && bti_is_word(whole, w - 1, "into");
    return n == set || clear ? n : 0;
}

/* A verb that says what is done cannot be left out in the middle. */
static bool is_verb(const bti_phrase *whole, size_t w)
{
    return bti_is_word(whole, w, "add") || bti_is_word(whole, w, "turn") ||
           bti_is_word(whole, w, "break") || bti_is_word(whole, w, "choose");
}

/* Nor can a word that says what the numbers around it are. */
static bool is_joint(const bti_phrase *whole, size_t w)
{
    static const char *const joint[] = {"from", "to", "into", "in"};
    for (size_t i = 0; i < sizeof joint / sizeof joint[0]; i++)
        if (bti_is_word(whole, w, joint[i]))
            return true;
    return false;
}

static bool is_plain(const bti_word *word)
{
    return word->is_number && word->role == BTI_NUMBER;
}

/* Whether the typed words follow each other from word w on; *end is where they end.
 * Words that are no numbers may be skipped, if it is said so. */
static bool follow(const bti_phrase *typed, const bti_phrase *whole, size_t w,
                   bool skips, size_t *end)
{
    for (size_t t = 0; t < typed->n;) {
        const bti_word *word = w < whole->n ? &whole->word[w] : NULL;
        size_t set = word && word->set > 1 && typed->word[t].is_number
                         ? fits_set(typed, t, whole, w)
                         : 0;
        if (set > 0) {
            t += set;
            w += word->set;
        } else if (word && word->set <= 1 &&
                   fits(typed, &typed->word[t], whole, word)) {
            t++;
            w++;
        } else if (word && skips && t > 0 && !word->is_number && !is_verb(whole, w) &&
                   !bti_is_word(whole, w, "both") &&
                   !(is_plain(&typed->word[t - 1]) && typed->word[t].is_number &&
                     is_joint(whole, w))) {
            w++;
        } else {
            return false;
        }
    }
    *end = w;
    return true;
}

/* Whether a line may begin at word w though another verb governs what is there: "2 to
 * 3" is not "add 2 to 3", but "move 2 to 3" may be. */
static bool may_begin(const bti_phrase *typed, const bti_phrase *whole, size_t w)
{
    if (typed->verbs & BTI_MOVES)
        return true;
    while (w > 0 && !is_verb(whole, w - 1))
        w--;
    return w == 0 || (!(typed->verbs & BTI_TAKES) && !bti_is_word(whole, w - 1, "add"));
}

/* Whether a line that ends before word `end` leaves out what it must say: where a run
 * of coins ends, or what is taken from a second pile. */
static bool is_half(const bti_phrase *typed, const bti_phrase *whole, size_t end)
{
    size_t numbers = 0;
    for (size_t t = 0; t < typed->n; t++)
        numbers += typed->word[t].is_number;
    return (turns(whole) && bti_is_word(whole, end, "to")) ||
           (numbers > 1 && bti_is_word(whole, end, "from"));
}

static size_t distance_in(const bti_phrase *typed, const bti_phrase *whole, bool inside)
{
    size_t end = 0;
    bool takes = typed->verbs & BTI_TAKES;
    bool lone =
        typed->n == 1 && typed->word[0].is_number && typed->word[0].role == BTI_NUMBER;
    if (inside && takes && lone)
        return SIZE_MAX; /* "take 3" is not "(3 to 0)" */
    if (follow(typed, whole, 0, false, &end))
        return is_half(typed, whole, end) ? SIZE_MAX
                                          : whole->n - end + (inside && takes);
    if (lone) /* it is an amount, and not just any number */
        return SIZE_MAX;
    for (size_t w = 0; w < whole->n; w++)
        if (!whole->word[w].in_set && may_begin(typed, whole, w) &&
            follow(typed, whole, w, true, &end) && !is_half(typed, whole, end))
            return BTI_INSIDE;
    return SIZE_MAX;
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

size_t bti_phrase_distance(const bti_phrase *typed, bt_span sentence)
{
    for (size_t i = 0; i < typed->n; i++) /* a quick look before the exact one */
        if (typed->word[i].is_number && !mentions(sentence, typed->word[i].text))
            return SIZE_MAX;
    static const int variant[] = {OUTSIDE | INSIDE, OUTSIDE, INSIDE, OUTSIDE};
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < 4; i++) {
        bti_phrase whole;
        if (i == 3 && !skip_name(&sentence))
            break;
        split(sentence, variant[i], &whole);
        size_t far = distance_in(typed, &whole, variant[i] == INSIDE);
        least = far < least ? far : least;
    }
    return least;
}
