/* SPDX-License-Identifier: MIT
 * A game with its session, for tests of playing. Include check.h before. */
#ifndef BOUTON_TESTS_MATCH_H
#define BOUTON_TESTS_MATCH_H

#include "random.h"
#include <bouton/all.h>

static uint64_t random_state = 20260;

static inline uint64_t next_random(void)
{
    return random_next(&random_state);
}

/* A game with its start. */
struct match {
    bt_context *ctx;
    bt_game *game[2];
    bt_sum start;
    bt_session *session;
    bt_text out;
    bool quit;
};

/* Rules and positions, up to two of each. */
static inline bt_status match_add(struct match *m, const char *rules,
                                  const char *position)
{
    bt_game **game = &m->game[m->start.n];
    BT_TRY(bt_game_new(m->ctx, &bt_builtin, bt_span_of(rules), game));
    return bt_sum_add(m->ctx, &m->start, *game, bt_span_of(position));
}

static inline bool match_begin(struct match *m, bt_session_how how)
{
    bt_session_free(m->session);
    m->session = NULL;
    bt_text_clear(&m->out);
    bt_status status = bt_session_new(m->ctx, &bt_builtin, &m->start, how, &m->session);
    if (status == BT_OK)
        status = bt_session_begin(m->session, &m->out);
    CHECK(status == BT_OK, "%s", bt_message(m->ctx));
    return status == BT_OK;
}

static inline bool match_open(struct match *m, bt_context *ctx, const char *rules,
                              const char *position, bt_session_how how)
{
    *m = (struct match){.ctx = ctx};
    bt_text_init(&m->out, ctx);
    bt_status status = match_add(m, rules, position);
    CHECK(status == BT_OK, "%s %s: %s", rules, position, bt_message(ctx));
    return status == BT_OK && match_begin(m, how);
}

static inline void match_close(struct match *m)
{
    bt_session_free(m->session);
    bt_sum_free(m->ctx, &m->start);
    bt_game_free(m->game[0]);
    bt_game_free(m->game[1]);
    bt_text_free(&m->out);
}

/* Types a line; what is answered stands in m->out. */
static inline const char *type(struct match *m, const char *line)
{
    bt_text_clear(&m->out);
    bt_status status = bt_session_line(m->session, bt_span_of(line), &m->out, &m->quit);
    CHECK(status == BT_OK, "%s: %s", line, bt_message(m->ctx));
    return bt_text_chars(&m->out);
}

static inline void put_position(bt_text *out, const bt_sum *sum)
{
    bt_text_clear(out);
    for (size_t i = 0; i < sum->n; i++) {
        bt_text_put(out, i > 0 ? " + " : "");
        sum->part[i].game->rules->print(sum->part[i].game, &sum->part[i].pos, out);
    }
}

static inline bool stands_at(struct match *m, const char *position)
{
    bt_text text;
    bt_text_init(&text, m->ctx);
    put_position(&text, bt_session_position(m->session));
    bool same = strcmp(bt_text_chars(&text), position) == 0;
    if (!same)
        fprintf(stderr, "the board has %s, not %s\n", bt_text_chars(&text), position);
    bt_text_free(&text);
    return same;
}

static inline bt_outcome outcome_of(bt_solver *solver, bt_sum *sum)
{
    bt_verdict verdict = {.outcome = BT_UNKNOWN};
    (void)!bt_solve(solver, sum, &verdict);
    return verdict.outcome;
}

struct counter {
    bt_visit visit;
    uint64_t count;
};

static inline bool count_one(bt_visit *visit, const bt_move *move)
{
    (void)move;
    return ++((struct counter *)visit)->count < 40000;
}

static inline void play_random_move(struct match *m)
{
    char line[32];
    struct counter c = {{.option = count_one}, 0};
    (void)!bt_walk_moves(bt_session_position(m->session), &c.visit);
    snprintf(line, sizeof line, "move %llu",
             (unsigned long long)(1 + next_random() % (c.count ? c.count : 1)));
    /* Where the number could mean something else, too, it is asked for. */
    if (strstr(type(m, line + 5), " in the list: "))
        type(m, line);
}

#endif
