/* SPDX-License-Identifier: MIT
 * Automata as graphs: the patterns at the arrows are written out again and give the
 * automaton back, letter by letter. */
#include "check.h"
#include "failing_host.h"
#include "random.h"

#include "commands/automaton_view.h"

#include <bouton/all.h>

enum { MOST_STATES = 130, MOST_LETTERS = 32 };

static uint64_t seed = 1;

static uint32_t below(uint32_t bound)
{
    random_next(&seed);
    return (uint32_t)(seed % bound);
}

static uint32_t next[MOST_STATES * MOST_LETTERS];
static unsigned char accept[MOST_STATES];
static bti_dfa dfa = {.digits = BTI_BINARY, .next = next, .accept = accept};
static const char *const track[] = {"x", "y", "z", "u", "v"};
static const bti_automaton_about about = {"title", track, false};
static const bti_automaton_about about_values = {"title", track, true};

/* One state of a few is where a letter leads, so that patterns grow. `dead`: this state
 * is one without a way out; 0: none. */
static void make(unsigned tracks, size_t states, uint32_t few, uint32_t dead)
{
    dfa.tracks = tracks;
    dfa.states = states;
    for (uint32_t s = 0; s < states; s++) {
        uint32_t base = below((uint32_t)states);
        accept[s] = (unsigned char)(s == dead && dead > 0 ? 0 : below(2));
        for (uint32_t l = 0; l < UINT32_C(1) << tracks; l++)
            next[s << tracks | l] =
                s == dead && dead > 0 ? s : (base + below(few)) % (uint32_t)states;
    }
    for (uint32_t s = 0; s < states && states > 1; s++) /* no other one by chance */
        if (s != dead || dead == 0)
            next[s << tracks] = (s + 1) % (uint32_t)states;
}

static bool fits(const char *pattern, uint32_t letter)
{
    for (unsigned i = 0; i < dfa.tracks; i++)
        if (pattern[i] != '*' && pattern[i] - '0' != (int)(letter >> i & 1))
            return false;
    return true;
}

/* Whether one of the patterns fits; *cut: the list ends in dots. */
static bool says(const char *label, uint32_t letter, bool *cut)
{
    *cut = strstr(label, "\xE2\x80\xA6") != NULL;
    for (const char *at = label; *at && (unsigned char)*at < 128;) {
        if (fits(at, letter))
            return true;
        at += dfa.tracks;
        at += *at == ' ';
    }
    return false;
}

static uint32_t state_of(const bt_graph_node *node)
{
    const char *digits =
        strncmp(node->name, "start ", 6) == 0 ? node->name + 6 : node->name;
    return (uint32_t)strtoul(digits, NULL, 10);
}

/* Every letter is at the arrow to where it leads and at no other; perhaps behind the
 * dots. */
static void check_letters(const bt_graph_view *view, uint32_t dead, const char *what)
{
    size_t wrong = 0, twice = 0;
    for (size_t v = 0; v < view->nodes; v++) {
        uint32_t s = state_of(&view->node[v]);
        for (uint32_t l = 0; l < UINT32_C(1) << dfa.tracks; l++) {
            uint32_t to = next[s << dfa.tracks | l];
            size_t found = 0;
            for (size_t a = 0; a < view->arrows; a++) {
                const bt_graph_arrow *arrow = &view->arrow[a];
                bool cut = false, here = false;
                if (arrow->from != v)
                    continue;
                here = says(arrow->label, l, &cut);
                bool right = state_of(&view->node[arrow->to]) == to;
                wrong += here && !right;
                found += right && (here || cut);
            }
            wrong += found != (to == dead && dead > 0 ? 0 : 1);
        }
    }
    for (size_t a = 0; a < view->arrows; a++)
        for (size_t b = 0; b < a; b++)
            twice += view->arrow[a].from == view->arrow[b].from &&
                     view->arrow[a].to == view->arrow[b].to;
    CHECK(wrong == 0, "%s: %zu letters are wrong", what, wrong);
    CHECK(twice == 0, "%s: %zu arrows twice", what, twice);
}

static void check_nodes(const bt_graph_view *view, uint32_t dead, const char *what)
{
    size_t wrong = 0;
    CHECK(view->nodes == dfa.states - (dead > 0), "%s: %zu nodes", what, view->nodes);
    CHECK((strstr(view->caption, "not shown") != NULL) == (dead > 0), "%s: %s", what,
          view->caption);
    for (size_t v = 0; v < view->nodes; v++) {
        uint32_t s = state_of(&view->node[v]);
        wrong += (view->node[v].outcome == 'P') != (accept[s] == 1);
        wrong += (s == dead && dead > 0) ||
                 (strchr(view->node[v].name, ' ') != NULL) != (s == 0);
    }
    CHECK(wrong == 0 && state_of(&view->node[0]) == 0, "%s: %zu wrong nodes", what,
          wrong);
}

static void check_random(bt_context *ctx)
{
    char what[60];
    for (size_t round = 0; round < 300; round++) {
        unsigned tracks = 1 + below(5);
        uint32_t states = 2 + below(12), dead = below(2) ? 1 + below(states - 1) : 0;
        bt_arena arena;
        bt_graph_view view;
        make(tracks, states, 1 + below(3), dead);
        snprintf(what, sizeof what, "automaton %zu", round);
        bt_arena_init(&arena, ctx);
        bt_status status = bti_automaton_view(&arena, &dfa, &about, &view);
        CHECK(status == BT_OK, "%s: %s", what, bt_message(ctx));
        if (status == BT_OK) {
            check_nodes(&view, dead, what);
            check_letters(&view, dead, what);
        }
        bt_arena_free(&arena);
    }
}

static void check_few(bt_context *ctx)
{
    bt_arena arena;
    bt_graph_view view;
    bt_arena_init(&arena, ctx);
    make(2, 1, 1, 0);
    accept[0] = 1;
    CHECK(bti_automaton_view(&arena, &dfa, &about, &view) == BT_OK &&
              view.arrows == 1 && strcmp(view.arrow[0].label, "**") == 0,
          "everything");
    accept[0] = 0; /* the start stays, dead or not */
    CHECK(bti_automaton_view(&arena, &dfa, &about, &view) == BT_OK && view.nodes == 1 &&
              view.node[0].outcome == ' ',
          "nothing");
    accept[0] = 1;
    CHECK(bti_automaton_view(&arena, &dfa, &about_values, &view) == BT_OK &&
              view.node[0].outcome == ' ' && strcmp(view.node[0].value, "yes") == 0,
          "values");
    make(0, 1, 1, 0);
    CHECK(bti_automaton_view(&arena, &dfa, &about, &view) == BT_OK &&
              view.arrows == 0 && !view.caption,
          "no digits");
    make(1, 120, 3, 0);
    CHECK(bti_automaton_view(&arena, &dfa, &about, &view) == BT_OK, "120 states");
    make(1, 121, 3, 0);
    CHECK(bti_automaton_view(&arena, &dfa, &about, &view) == BT_UNABLE, "121 states");
    bt_arena_free(&arena);
}

static void check_memory(void)
{
    make(3, 60, 3, 5);
    bool failed = true;
    uint64_t k = 1;
    for (; failed; k++) {
        struct failing_host f;
        failing_host_init(&f, k);
        bt_context *ctx = bt_context_new(&f.host, 0);
        failed = f.calls >= k;
        if (ctx) {
            bt_arena arena;
            bt_graph_view view;
            bt_arena_init(&arena, ctx);
            bt_status status = bti_automaton_view(&arena, &dfa, &about, &view);
            failed = f.calls >= k;
            CHECK(status == (failed ? BT_NOMEM : BT_OK), "allocation %llu: %d",
                  (unsigned long long)k, (int)status);
            bt_arena_free(&arena);
            CHECK(bt_memory_used(ctx) == 0, "a leak");
        }
        bt_context_free(ctx);
        CHECK(f.live_bytes == 0, "allocation %llu: a leak", (unsigned long long)k);
    }
    CHECK(k > 3, "only %llu allocations", (unsigned long long)k);
}

int main(void)
{
    bt_context *ctx = bt_context_new(bt_host_posix(), 0);
    if (!ctx)
        return 1;
    check_few(ctx);
    check_random(ctx);
    check_memory();
    CHECK(bt_memory_used(ctx) == 0, "memory is still in use");
    bt_context_free(ctx);
    return check_close();
}
