/* SPDX-License-Identifier: MIT
 * Learning an automaton by questions: Angluin's L* (1987), with one new experiment for
 * each counterexample (Rivest and Schapire 1993).
 *
 * A state is a word that leads to it; its row tells for each experiment (a suffix)
 * whether word and suffix together are in the set. Rows of states differ. The words one
 * letter longer must have the row of a state, otherwise they become states. A
 * counterexample w is cut at the place where replacing its beginning by the word of the
 * state that the guess reaches changes the answer: the rest of w tells two words apart
 * that the guess takes for the same.
 *
 * A word and the same word with zeros behind it are one tuple. If the guess tells
 * them apart, that is a counterexample without asking anybody. Where digits are
 * not binary, words that are not greedy are in no set. */
#include "prove/learn.h"
#include "core/grow.h"
#include "formula/formula.h"

#include <string.h>

enum { WORD = 2 * BTI_LEARN_DIGITS + 2 };

struct suffix {
    unsigned length;
    uint32_t letter[WORD];
};

struct bti_learner {
    bti_automata *m;
    bti_teacher *teacher;
    unsigned tracks;
    uint32_t track[BTI_DFA_MOST_TRACKS];
    uint64_t weight[BTI_MOST_DIGITS], most_states;
    size_t letters;
    struct suffix *suffix;
    size_t suffixes, suffix_room;
    size_t states, state_room;
    struct suffix *word; /* of each state */
    /* Rows of bits: the row of state s at s * (letters + 1), behind it those of the
     * words one letter longer. */
    uint64_t *row;
    size_t row_words; /* of one row */
    uint32_t *next;   /* next[s * letters + letter] */
    unsigned char *accept;
};

static size_t rows_size(const bti_learner *l)
{
    return l->state_room * (l->letters + 1) * l->row_words;
}

void bti_learner_free(bti_learner *l)
{
    if (!l)
        return;
    bt_context *ctx = l->m->ctx;
    bt_release(ctx, l->suffix, l->suffix_room * sizeof *l->suffix);
    bt_release(ctx, l->word, l->state_room * sizeof *l->word);
    bt_release(ctx, l->row, rows_size(l) * sizeof *l->row);
    bt_release(ctx, l->next, l->state_room * l->letters * sizeof *l->next);
    bt_release(ctx, l->accept, l->state_room);
    bt_release(ctx, l, sizeof *l);
}

/* The states of the tracks' words behind a letter; false when one is not greedy. */
static bool follow(const bti_learner *l, uint32_t letter, unsigned char *word)
{
    for (unsigned t = 0; t < l->tracks && l->m->digits != BTI_BINARY; t++) {
        word[t] = l->m->digits->up[word[t]][letter >> t & 1];
        if (word[t] == BTI_NO_WORD)
            return false;
    }
    return true;
}

/* Is the word, `first` and then `second`, in the set? */
static bt_status ask(bti_learner *l, const struct suffix *first, const uint32_t *letter,
                     const uint32_t *rest, unsigned rest_length, bool *in)
{
    uint64_t value[BTI_DFA_MOST_TRACKS] = {0};
    unsigned length = 0, total = first->length + (letter != NULL) + rest_length;
    unsigned char word[BTI_DFA_MOST_TRACKS] = {0};
    *in = false;
    for (unsigned i = 0; i < total; i++) {
        uint32_t a = i < first->length              ? first->letter[i]
                     : letter && i == first->length ? *letter
                                                    : rest[i - (total - rest_length)];
        if (!follow(l, a, word))
            return BT_OK; /* no tuple */
        length = a ? i + 1 : length;
        for (unsigned t = 0; t < l->tracks && i < BTI_LEARN_DIGITS; t++)
            value[t] += a >> t & 1 ? l->weight[i] : 0;
    }
    for (unsigned t = 0; t < l->tracks && l->m->digits != BTI_BINARY; t++)
        if (!l->m->digits->up_ends[word[t]])
            return BT_OK;
    if (length > BTI_LEARN_DIGITS)
        return bt_fail(l->m->ctx, BT_UNABLE,
                       "numbers of more than {most} digits would have to be looked at",
                       BT_ARGS(BT_NUM("most", BTI_LEARN_DIGITS)));
    return l->teacher->ask(l->teacher, value, in);
}

static uint64_t *row_of(const bti_learner *l, size_t state, size_t which)
{
    return l->row + (state * (l->letters + 1) + which) * l->row_words;
}

/* Experiment e with the word of a state (which 0) or one letter behind it. */
static bt_status fill(bti_learner *l, size_t state, size_t which, size_t e)
{
    const struct suffix *s = &l->suffix[e];
    uint32_t letter = (uint32_t)(which - 1);
    bool in;
    BT_TRY(ask(l, &l->word[state], which ? &letter : NULL, s->letter, s->length, &in));
    if (in)
        row_of(l, state, which)[e / 64] |= UINT64_C(1) << e % 64;
    return BT_OK;
}

/* Room for one more state: all arrays grow or none. */
static bt_status more_states(bti_learner *l)
{
    bt_context *ctx = l->m->ctx;
    size_t room = l->state_room ? 2 * l->state_room : 16;
    size_t old_rows = rows_size(l), rows = room * (l->letters + 1) * l->row_words;
    struct suffix *word = bt_resize_array(ctx, NULL, 0, room, sizeof *word);
    uint64_t *row = word ? bt_resize_array(ctx, NULL, 0, rows, sizeof *row) : NULL;
    uint32_t *next =
        row ? bt_resize_array(ctx, NULL, 0, room * l->letters, sizeof *next) : NULL;
    unsigned char *accept = next ? bt_resize(ctx, NULL, 0, room) : NULL;
    if (!accept) {
        bt_status status = bt_last_status(ctx);
        bt_release(ctx, word, word ? room * sizeof *word : 0);
        bt_release(ctx, row, row ? rows * sizeof *row : 0);
        bt_release(ctx, next, next ? room * l->letters * sizeof *next : 0);
        return status;
    }
    memset(row, 0, rows * sizeof *row);
    if (l->state_room) {
        memcpy(word, l->word, l->states * sizeof *word);
        memcpy(row, l->row, old_rows * sizeof *row);
        memcpy(next, l->next, l->states * l->letters * sizeof *next);
        memcpy(accept, l->accept, l->states);
    }
    bt_release(ctx, l->word, l->state_room * sizeof *word);
    bt_release(ctx, l->row, old_rows * sizeof *row);
    bt_release(ctx, l->next, l->state_room * l->letters * sizeof *next);
    bt_release(ctx, l->accept, l->state_room);
    l->word = word;
    l->row = row;
    l->next = next;
    l->accept = accept;
    l->state_room = room;
    return BT_OK;
}

/* A state for the word of `parent` and a letter, or for the empty word. */
static bt_status add_state(bti_learner *l, size_t parent, const uint32_t *letter)
{
    if (l->states >= l->most_states)
        return bt_fail(l->m->ctx, BT_UNABLE,
                       "the automaton would have more than {most} states",
                       BT_ARGS(BT_NUM("most", l->most_states)));
    if (l->states == l->state_room)
        BT_TRY(more_states(l));
    struct suffix *word = &l->word[l->states];
    *word = letter ? l->word[parent] : (struct suffix){.length = 0};
    if (letter && word->length == WORD)
        return bt_fail(l->m->ctx, BT_UNABLE,
                       "words of more than {most} digits are needed",
                       BT_ARGS(BT_NUM("most", WORD)));
    if (letter)
        word->letter[word->length++] = *letter;
    size_t state = l->states++;
    for (size_t which = 0; which <= l->letters; which++)
        for (size_t e = 0; e < l->suffixes; e++)
            BT_TRY(fill(l, state, which, e));
    return BT_OK;
}

static size_t find_row(const bti_learner *l, const uint64_t *row)
{
    for (size_t s = 0; s < l->states; s++)
        if (memcmp(row_of(l, s, 0), row, l->row_words * sizeof *row) == 0)
            return s;
    return SIZE_MAX;
}

/* Until every word one letter longer has the row of a state. */
static bt_status close_table(bti_learner *l)
{
    for (size_t s = 0; s < l->states; s++) {
        if (bt_stopped(l->m->ctx))
            return BT_STOPPED;
        for (uint32_t a = 0; a < l->letters; a++) {
            size_t to = find_row(l, row_of(l, s, a + 1));
            if (to == SIZE_MAX) {
                to = l->states;
                BT_TRY(add_state(l, s, &a));
            }
            l->next[s * l->letters + a] = (uint32_t)to;
        }
    }
    for (size_t s = 0; s < l->states; s++)
        l->accept[s] = row_of(l, s, 0)[0] & 1; /* the first experiment is empty */
    return BT_OK;
}

static bt_status more_experiments(bti_learner *l)
{
    size_t rows = l->state_room * (l->letters + 1), old = l->row_words;
    BT_TRY(BTI_RESERVE(l->m->ctx, l->suffix, l->suffix_room, l->suffixes + 1));
    if (l->suffixes < 64 * old)
        return BT_OK;
    uint64_t *row;
    BT_TRY(BTI_NEW(l->m->ctx, row, rows * (old + 1)));
    memset(row, 0, rows * (old + 1) * sizeof *row);
    for (size_t i = 0; i < rows && old > 0; i++)
        memcpy(row + i * (old + 1), l->row + i * old, old * sizeof *row);
    bt_release(l->m->ctx, l->row, rows * old * sizeof *row);
    l->row = row;
    l->row_words = old + 1;
    return BT_OK;
}

static bt_status add_experiment(bti_learner *l, const uint32_t *letter, unsigned length)
{
    BT_TRY(more_experiments(l));
    struct suffix *s = &l->suffix[l->suffixes];
    s->length = length;
    if (length > 0)
        memcpy(s->letter, letter, length * sizeof *letter);
    size_t e = l->suffixes++;
    for (size_t state = 0; state < l->states; state++)
        for (size_t which = 0; which <= l->letters; which++)
            BT_TRY(fill(l, state, which, e));
    return close_table(l);
}

/* The word is a counterexample: an experiment comes from its end. */
static bt_status split(bti_learner *l, const struct suffix *w)
{
    size_t state = 0;
    bool whole, in;
    const struct suffix nothing = {.length = 0};
    BT_TRY(ask(l, &nothing, NULL, w->letter, w->length, &whole));
    for (unsigned i = 0; i < w->length; i++) {
        state = l->next[state * l->letters + w->letter[i]];
        BT_TRY(
            ask(l, &l->word[state], NULL, w->letter + i + 1, w->length - i - 1, &in));
        if (in != whole)
            return add_experiment(l, w->letter + i + 1, w->length - i - 1);
    }
    return bt_fail(l->m->ctx, BT_DOMAIN, "the guess is right about this tuple",
                   BT_NO_ARGS);
}

/* A word that the guess tells apart from the same word with a zero behind it. */
static bool find_padding(const bti_learner *l, struct suffix *w)
{
    for (size_t s = 0; s < l->states; s++)
        if (l->accept[s] != l->accept[l->next[s * l->letters]]) {
            *w = l->word[s];
            w->letter[w->length++] = 0;
            return true;
        }
    return false;
}

bt_status bti_learner_guess(bti_learner *l, bti_dfa **out)
{
    struct suffix w;
    *out = NULL;
    while (find_padding(l, &w)) {
        if (w.length >= WORD - 1)
            return bt_fail(l->m->ctx, BT_UNABLE,
                           "words of more than {most} digits are needed",
                           BT_ARGS(BT_NUM("most", WORD)));
        BT_TRY(split(l, &w));
    }
    return bti_dfa_of_tables(l->m, l->track, l->tracks, l->states, l->next, l->accept,
                             out);
}

bt_status bti_learner_correct(bti_learner *l, const uint64_t *value)
{
    struct suffix w = {.length = 0};
    unsigned char digit[BTI_MOST_DIGITS];
    for (unsigned t = 0; t < l->tracks; t++) {
        unsigned digits = bti_digits_of(l->m->digits, value[t], digit);
        if (digits > BTI_LEARN_DIGITS)
            return bt_fail(
                l->m->ctx, BT_UNABLE,
                "numbers of more than {most} digits would have to be looked at",
                BT_ARGS(BT_NUM("most", BTI_LEARN_DIGITS)));
        for (unsigned i = 0; i < digits; i++) {
            for (; w.length <= i; w.length++)
                w.letter[w.length] = 0;
            w.letter[i] |= (uint32_t)digit[i] << t;
        }
    }
    return split(l, &w);
}

bt_status bti_learner_new(bti_automata *m, bti_teacher *teacher, const uint32_t *track,
                          unsigned tracks, uint64_t most_states, bti_learner **out)
{
    *out = NULL;
    if (tracks > BTI_LEARN_TRACKS)
        return bt_fail(
            m->ctx, BT_UNABLE,
            "at most {most} numbers at once can be learned about, not {tracks}",
            BT_ARGS(BT_NUM("most", BTI_LEARN_TRACKS), BT_NUM("tracks", tracks)));
    bti_learner *l;
    BT_TRY(BTI_NEW(m->ctx, l, 1));
    *l = (bti_learner){.m = m,
                       .teacher = teacher,
                       .tracks = tracks,
                       .letters = (size_t)1 << tracks,
                       .row_words = 1,
                       .most_states = most_states};
    memcpy(l->track, track, tracks * sizeof *track);
    bti_digit_weights(m->digits, l->weight);
    bt_status status = more_states(l);
    if (status == BT_OK)
        status = more_experiments(l);
    if (status == BT_OK) {
        l->suffix[l->suffixes++].length = 0;
        status = add_state(l, 0, NULL);
    }
    if (status == BT_OK)
        status = close_table(l);
    if (status == BT_OK)
        *out = l;
    else
        bti_learner_free(l);
    return status;
}
