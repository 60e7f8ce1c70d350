/* SPDX-License-Identifier: MIT
 * The heap kit: what is said about one heap, made into rules for lists of heaps. A
 * position is the sum of its heaps, so in normal play its value is the nim-sum of
 * theirs. */
#include <bouton/kit.h>
#include <bouton/number_kit.h>

#include "core/arith.h"
#include "rules/kit_code.h"
#include "rules/said.h"

static bool options_of(const bt_game *g, uint64_t heap, bt_heap_visit *visit)
{
    const bt_heap_kit *kit = g->rules->heaps;
    return kit->options ? kit->options(g, heap, visit)
                        : bti_code_options(&bti_kit_code(g)->code, heap, visit);
}

/* The value of a heap, if a law gives it. */
static bool value_of(const bt_game *g, uint64_t heap, uint64_t *value)
{
    const bt_heap_kit *kit = g->rules->heaps;
    return kit->value ? kit->value(g, heap, value)
                      : !kit->options && bti_kit_code_value(g, heap, value);
}

bt_status bt_heap_parse(bt_context *ctx, const bt_game *g, bt_span text, bt_pos *pos)
{
    const bt_rules *rules = g->rules;
    if (rules->heaps->expects)
        return bt_parse_list(ctx, rules->heaps->expects, text, pos);
    bt_text expects;
    bt_text_init(&expects, ctx);
    bt_say(
        &expects, "{name} expects {heaps} like 7 or 5,3,3",
        BT_ARGS(BT_STR("name", rules->name), BT_STR("heaps", bti_heap_words(rules))));
    bt_status status = bt_text_status(&expects);
    if (status == BT_OK)
        status = bt_parse_list(ctx, bt_text_chars(&expects), text, pos);
    bt_text_free(&expects);
    return status;
}

void bt_heap_print(const bt_game *g, const bt_pos *pos, bt_text *text)
{
    bt_print_list(g, pos, text);
}

/* Heap i of a position becomes several heaps, and what stands after it moves along. A
 * heap of which nothing is left stays as 0, so that the others keep their numbers. */
struct splice {
    bt_heap_visit visit;
    bt_pos *p;
    size_t i, now; /* as many heaps stand in its place */
    uint64_t heap;
    const bt_game *game;
    bt_visit *show;
};

/* There is no room for more heaps than the rules have said. */
static bool refuse_growth(const struct splice *s, size_t parts)
{
    const bt_rules *rules = s->game->rules;
    s->show->status =
        bt_fail(s->p->ctx, BT_DOMAIN,
                "a move of '{name}' leaves {parts} heaps, so the field 'grows' of its "
                "rules must be at least {least}, and it is {grows}",
                BT_ARGS(BT_STR("name", rules->name), BT_NUM("parts", parts),
                        BT_NUM("least", parts - 1), BT_NUM("grows", rules->grows)));
    return false;
}

static bool show_option(bt_heap_visit *visit, const uint64_t *part, size_t parts)
{
    static const uint64_t nothing = 0;
    struct splice *s = (struct splice *)visit;
    size_t now = parts > 0 ? parts : 1;
    if (now > 1 + s->game->rules->grows)
        return refuse_growth(s, parts);
    bt_pos_splice(s->p, s->i, s->now, parts > 0 ? part : &nothing, now);
    s->now = now;
    return bt_show_splice(s->show, s->p, s->i, 1, now, &s->heap);
}

static struct splice begin(const bt_game *g, bt_pos *p, size_t i, bt_visit *show)
{
    return (struct splice){.visit.option = show_option,
                           .p = p,
                           .i = i,
                           .now = 1,
                           .heap = p->x[i],
                           .game = g,
                           .show = show};
}

static void end(struct splice *s)
{
    bt_pos_splice(s->p, s->i, s->now, &s->heap, 1);
}

bool bt_heap_options(const bt_game *g, bt_pos *p, bt_visit *visit)
{
    bool go_on = true;
    for (size_t i = 0; i < p->n && go_on; i++) {
        struct splice s = begin(g, p, i, visit);
        go_on = options_of(g, s.heap, &s.visit);
        end(&s);
    }
    return go_on;
}

void bt_heap_say(const bt_game *g, const bt_move *move, bt_text *text)
{
    const bt_heap_kit *kit = g->rules->heaps;
    const uint64_t *now = bt_move_words(move);
    uint64_t left = 0;
    for (size_t i = 0; i < move->now; i++)
        left += now[i];
    uint64_t taken = move->before[0] - left;
    bt_args args =
        BT_ARGS(BT_NUM("taken", taken), BT_STR("chip", kit->chip),
                BT_STR("chips", kit->chips ? kit->chips : "chips"),
                BT_STR("heap", g->rules->heap_word), BT_NUM("number", move->at + 1),
                BT_NUM("before", move->before[0]), BT_LIST("left", now, move->now));
    if (taken == 0)
        bt_say(text,
               "break {heap} {number} ({left, plural, one {{before} to {left}} other "
               "{{before} into {left}}})",
               args);
    else if (kit->chip)
        bt_say(text,
               "take {taken} {taken, plural, one {{chip}} other {{chips}}} from {heap} "
               "{number} ({left, plural, one {{before} to {left}} other {{before} into "
               "{left}}})",
               args);
    else
        bt_say(text,
               "take {taken} from {heap} {number} ({left, plural, one {{before} to "
               "{left}} other {{before} into {left}}})",
               args);
}

/* The values of the heaps together. */
struct total {
    uint64_t nim_sum;
    size_t firm; /* how many are 2 or more */
};

static bool add_up(const bt_game *g, const bt_pos *p, struct total *t)
{
    uint64_t value = 0;
    *t = (struct total){0};
    for (size_t i = 0; i < p->n; i++) {
        if (!value_of(g, p->x[i], &value))
            return false;
        t->nim_sum ^= value;
        t->firm += value >= 2;
    }
    return true;
}

/* The only heap that is not empty, or 0 if all are; false if there are several. */
static bool only_heap(const bt_pos *p, uint64_t *heap)
{
    size_t heaps = 0;
    *heap = 0;
    for (size_t i = 0; i < p->n; i++)
        if (p->x[i] > 0) {
            *heap = p->x[i];
            heaps++;
        }
    return heaps <= 1;
}

/* Misere play that follows misere Nim is never inferred where heaps can break. */
static bool is_tame(const bt_game *g)
{
    return g->rules->flags & BT_TAME && g->rules->grows == 0;
}

void bt_heap_theorem(const bt_game *g, const bt_pos *p, bt_answer *out)
{
    const bt_heap_kit *kit = g->rules->heaps;
    struct total t;
    uint64_t heap;
    *out = (bt_answer){.outcome = BT_UNKNOWN};
    if (g->play == BT_MISERE && !is_tame(g)) {
        if (kit->misere && only_heap(p, &heap))
            out->outcome = kit->misere(g, heap);
    } else if (add_up(g, p, &t)) {
        bt_tame_answer(g->play, t.nim_sum, t.firm > 0, out);
        out->tame = is_tame(g);
    }
}

/* Shows those options of a heap that have the wanted value, or outcome. */
struct filter {
    bt_heap_visit visit;
    const bt_game *game;
    uint64_t wanted;
    bt_heap_visit *show;
};

static bool show_value(bt_heap_visit *visit, const uint64_t *part, size_t parts)
{
    struct filter *f = (struct filter *)visit;
    uint64_t sum = 0, value = 0;
    for (size_t i = 0; i < parts; i++, sum ^= value)
        if (!value_of(f->game, part[i], &value))
            return true;
    return sum != f->wanted || f->show->option(f->show, part, parts);
}

static bool show_misere_p(bt_heap_visit *visit, const uint64_t *part, size_t parts)
{
    struct filter *f = (struct filter *)visit;
    uint64_t heap = parts > 0 ? part[0] : 0;
    return f->game->rules->heaps->misere(f->game, heap) != BT_P ||
           f->show->option(f->show, part, parts);
}

static bool show_wins(const bt_game *g, uint64_t heap, uint64_t wanted,
                      bt_heap_visit *show)
{
    const bt_heap_kit *kit = g->rules->heaps;
    bool misere = g->play == BT_MISERE && !is_tame(g);
    struct filter f = {{misere ? show_misere_p : show_value, false}, g, wanted, show};
    if (misere || (!kit->wins && (kit->options || kit->value)))
        return options_of(g, heap, &f.visit);
    return (kit->wins ? kit->wins : bti_kit_code_wins)(g, heap, wanted, show);
}

bool bt_heap_winning(const bt_game *g, bt_pos *p, bt_rest rest, bt_visit *visit)
{
    struct total t;
    bool go_on = true;
    (void)add_up(g, p, &t);
    for (size_t i = 0; i < p->n && go_on; i++) {
        uint64_t value = 0;
        struct splice s = begin(g, p, i, visit);
        (void)value_of(g, s.heap, &value);
        bool firm = rest.firm || t.firm > (value >= 2);
        uint64_t wanted =
            bt_tame_wanted(g->play, t.nim_sum ^ rest.grundy ^ value, firm);
        go_on = show_wins(g, s.heap, wanted, &s.visit);
        visit->more = visit->more || s.visit.more;
        end(&s);
    }
    return go_on;
}

bool bt_heap_rank(const bt_game *g, const bt_pos *p, uint64_t *moves)
{
    const bt_heap_kit *kit = g->rules->heaps;
    *moves = 0;
    for (size_t i = 0; i < p->n; i++) {
        uint64_t most = 0;
        if (!(kit->rank ? kit->rank : bti_kit_code_rank)(g, p->x[i], &most) ||
            !bti_add(*moves, most, moves))
            return false;
    }
    return true;
}

static void say_heap(const bt_game *g, uint64_t heap, uint64_t value, bt_steps *steps)
{
    const char *word = g->rules->heap_word;
    uint64_t like = g->rules->heaps->value ? heap : bti_kit_code_like(g, heap);
    if (like != heap)
        bt_step_say(steps, "heap",
                    "A {word} of {heap} has the same value as one of {like}, which is "
                    "{value}.",
                    BT_ARGS(BT_STR("word", word), BT_NUM("heap", heap),
                            BT_NUM("like", like), BT_NUM("value", value)));
    else
        bt_step_say(steps, "heap", "A {word} of {heap} has the value {value}.",
                    BT_ARGS(BT_STR("word", word), BT_NUM("heap", heap),
                            BT_NUM("value", value)));
    bt_step_number(steps, "heap", heap);
    bt_step_number(steps, "grundy", value);
}

/* Options of a heap are said, or only counted. */
struct telling {
    bt_heap_visit visit;
    const bt_game *game;
    bt_steps *steps; /* NULL: count */
    size_t count;
};

enum { TOLD_OPTIONS = 24, TOLD_PARTS = 8 };

/* The heaps that a move leaves, with their values: "3 and 3", "3 xor 3 = 0". */
struct left {
    uint64_t part[TOLD_PARTS], value[TOLD_PARTS], sum;
    size_t n;
};

/* The heap that changes, by what it is called and its number, its value, and the
 * nim-sum of all values. */
struct change {
    const char *heap;
    size_t place;
    uint64_t value, nim_sum;
};

static bool look_at(const bt_game *g, const uint64_t *part, size_t parts,
                    struct left *left)
{
    *left = (struct left){.n = parts};
    for (size_t i = 0; i < parts; i++) {
        if (i == TOLD_PARTS || !value_of(g, part[i], &left->value[i]))
            return false;
        left->part[i] = part[i];
        left->sum ^= left->value[i];
    }
    return true;
}

/* "3 xor 3", for values of which there are two or more. */
static bt_status put_xor(bt_text *out, const struct left *left)
{
    for (size_t i = 0; i < left->n; i++) {
        bt_text_put(out, i > 0 ? " xor " : "");
        bt_text_put_u64(out, left->value[i]);
    }
    return bt_text_status(out);
}

/* What a sentence says about the heaps that are left. */
static void say_left(bt_steps *steps, const char *kind, const char *const key[3],
                     const struct left *left, struct change change)
{
    bt_text values;
    bt_text_init(&values, steps->arena.ctx);
    bt_status status = put_xor(&values, left);
    if (steps->status == BT_OK)
        steps->status = status;
    bt_step_say(steps, kind, key[left->n < 2 ? left->n : 2],
                BT_ARGS(BT_LIST("parts", left->part, left->n),
                        BT_LIST("values", left->value, left->n),
                        BT_STR("values_xor", bt_text_chars(&values)),
                        BT_NUM("sum", left->sum), BT_STR("heap", change.heap),
                        BT_NUM("place", change.place), BT_NUM("value", change.value),
                        BT_NUM("nim_sum", change.nim_sum)));
    bt_text_free(&values);
    bt_step_numbers(steps, "parts", left->part, left->n);
    bt_step_numbers(steps, "values", left->value, left->n);
    bt_step_number(steps, "grundy", left->sum);
}

static bool tell_option(bt_heap_visit *visit, const uint64_t *part, size_t parts)
{
    struct telling *t = (struct telling *)visit;
    struct left left;
    if (++t->count > TOLD_OPTIONS || !t->steps)
        return t->count <= TOLD_OPTIONS;
    if (!look_at(t->game, part, parts, &left))
        return true;
    static const char *const key[3] = {
        BT_TEXT("  nothing, which has value 0"),
        BT_TEXT("  {parts}, which has value {sum}"),
        BT_TEXT("  {parts}, which have {values_xor} = {sum}")};
    say_left(t->steps, "leaves", key, &left, (struct change){.heap = ""});
    return true;
}

/* Where the value of one heap comes from, if its options are few. */
static void say_options(const bt_game *g, uint64_t heap, uint64_t value,
                        bt_steps *steps)
{
    struct telling t = {{tell_option, false}, g, NULL, 0};
    (void)options_of(g, heap, &t.visit);
    if (t.count == 0 || t.count > TOLD_OPTIONS)
        return;
    bt_step_say(steps, "options", "A move can leave:", BT_NO_ARGS);
    t.steps = steps;
    t.count = 0;
    (void)options_of(g, heap, &t.visit);
    bt_step_say(steps, "mex",
                "{value} is the least number that is not the value of any option.",
                BT_ARGS(BT_NUM("value", value)));
    bt_step_number(steps, "grundy", value);
}

/* The first option of a heap that wins. */
struct first {
    bt_heap_visit visit;
    const bt_game *game;
    struct left left;
    bool found;
};

static bool keep_first(bt_heap_visit *visit, const uint64_t *part, size_t parts)
{
    struct first *f = (struct first *)visit;
    f->found = look_at(f->game, part, parts, &f->left);
    return false;
}

/* What to leave of the only heap. */
static const char *const leaving[3] = {
    BT_TEXT("Take it all: that leaves nothing, which has value 0."),
    BT_TEXT("Leave {parts}, which has value {sum}."),
    BT_TEXT("Leave {parts}: they have values {values}, and {values_xor} = {sum}.")};

/* "Row 1 has value 4 and must get the value 4 xor 4 = 0. Leave 2 and 2: 2 xor 2 = 0."
 */
static const char *const changing[3] = {
    BT_TEXT("{Heap} {place} has value {value} and must get the value {value} xor "
            "{nim_sum} = {sum}. So take all of it."),
    BT_TEXT("{Heap} {place} has value {value} and must get the value {value} xor "
            "{nim_sum} = {sum}. A {heap} of {parts} has that value."),
    BT_TEXT("{Heap} {place} has value {value} and must get the value {value} xor "
            "{nim_sum} = {sum}. Leave {parts}: {values_xor} = {sum}.")};

/* The first move that makes the nim-sum 0; or why none does. */
static void say_why(const bt_game *g, const bt_pos *p, bt_steps *steps)
{
    struct total t;
    struct first f = {.visit.option = keep_first, .game = g};
    uint64_t value = 0;
    size_t i = 0;
    if (!add_up(g, p, &t))
        return;
    if (t.nim_sum == 0 && p->n == 1)
        return; /* the values of the options have said it */
    if (t.nim_sum == 0) {
        bt_step_say(steps, "balanced",
                    "Any move changes one value, so the nim-sum is no longer 0, and "
                    "the opponent can make it 0 again.",
                    BT_NO_ARGS);
        return;
    }
    for (; i < p->n && !f.found; i++) {
        (void)value_of(g, p->x[i], &value);
        (void)show_wins(g, p->x[i], t.nim_sum ^ value, &f.visit);
    }
    if (!f.found)
        return;
    say_left(steps, "leave", p->n == 1 ? leaving : changing, &f.left,
             (struct change){g->rules->heap_word, i, value, t.nim_sum});
    bt_step_number(steps, "place", i);
}

static void say_values(const bt_game *g, const bt_pos *p, bt_steps *steps)
{
    enum { MOST = 16 };
    uint64_t *value = bt_steps_room(steps, p->n);
    struct total t;
    if (!value || !add_up(g, p, &t))
        return;
    for (size_t i = 0; i < p->n; i++)
        (void)value_of(g, p->x[i], &value[i]);
    for (size_t i = 0; i < p->n && p->n <= MOST; i++)
        if (!bti_stands_before(p->x, i))
            say_heap(g, p->x[i], value[i], steps);
    if (p->n == 1) {
        say_options(g, p->x[0], value[0], steps);
        return;
    }
    bt_step_say(steps, "nim-sum",
                p->n <= MOST ? "The nim-sum of the values is {nim_sum}:"
                             : "The nim-sum of the values is {nim_sum}.",
                BT_ARGS(BT_NUM("nim_sum", t.nim_sum)));
    bt_step_number(steps, "nim_sum", t.nim_sum);
    if (p->n <= MOST)
        bt_step_grid(steps, value, NULL, p->n, 2);
}

void bt_heap_reason(const bt_game *g, const bt_pos *p, bt_steps *steps)
{
    const bt_heap_kit *kit = g->rules->heaps;
    if (kit->law)
        kit->law(g, p, steps);
    else if (!kit->options)
        bti_kit_code_law(g, p, steps);
    if (g->play == BT_NORMAL || is_tame(g))
        say_values(g, p, steps);
    if (g->play == BT_NORMAL)
        say_why(g, p, steps);
}

void bt_heap_repeats(const bt_game *g, const bt_pos *p, size_t word,
                     bt_repetition *labels, bt_repetition *values)
{
    if (g->rules->heaps->options)
        return;
    uint64_t others = 0, value = 0;
    const bti_values *known = &bti_kit_code(g)->values;
    if (bti_kit_code(g)->lasker && p->n == 1) {
        *values = (bt_repetition){.preperiod = 1, .period = 4, .saltus = 4};
        if (g->play == BT_NORMAL)
            *labels = (bt_repetition){.preperiod = 1, .period = 1};
        return;
    }
    if (!bti_values_repetition(known, values))
        return;
    for (size_t i = 0; i < p->n; i++)
        if (i != word && value_of(g, p->x[i], &value))
            others ^= value;
    if (g->play == BT_NORMAL)
        (void)bti_labels_repetition(known, others, labels);
}
