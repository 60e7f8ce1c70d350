/* SPDX-License-Identifier: MIT
 * The state of a session as JSON: it says what the review says, every node follows from
 * its parent, walking over the tree does what a plain model does, refused lines change
 * nothing, and every allocation may fail. */
#include "check.h"
#include "effort.h"
#include "failing_host.h"
#include "match.h"
#include "rowfile.h"

enum { MODEL_NODES = 600, MODEL_MOVES = 200, POSITION_BYTES = 64 };

/* The state after the last line, read again. */
struct seen {
    bt_text text;
    bt_arena arena;
    const bt_json *state;
};

static void look(struct match *m, struct seen *s)
{
    bt_text_init(&s->text, m->ctx);
    bt_arena_init(&s->arena, m->ctx);
    s->state = NULL;
    bt_status status = bt_session_json(m->session, &s->text);
    if (status == BT_OK)
        status = bt_json_read(&s->arena, bt_text_span(&s->text), &s->state);
    CHECK(status == BT_OK, "%s in %s", bt_message(m->ctx), bt_text_chars(&s->text));
}

static void look_away(struct seen *s)
{
    bt_arena_free(&s->arena);
    bt_text_free(&s->text);
}

static uint64_t number_of(const bt_json *object, const char *key)
{
    uint64_t number = UINT64_MAX;
    const bt_json *value = bt_json_get(object, key);
    return value && bt_json_u64(value, &number) ? number : UINT64_MAX;
}

/* The text of a string, or "" for null. */
static bt_span string_of(const bt_json *object, const char *key)
{
    const bt_json *value = bt_json_get(object, key);
    return value && value->kind == BT_JSON_STRING ? value->text : (bt_span){"", 0};
}

static bool is(const bt_json *object, const char *key, const char *text)
{
    return bt_span_equal(string_of(object, key), bt_span_of(text));
}

static bool is_true(const bt_json *object, const char *key)
{
    const bt_json *value = bt_json_get(object, key);
    return value && value->kind == BT_JSON_TRUE;
}

static const bt_json *at(const bt_json *array, uint64_t index)
{
    const bt_json *item = array ? array->child : NULL;
    while (item && index-- > 0)
        item = item->next;
    return item;
}

/* What the words of `better` are called in the review. */
static void put_better(bt_text *out, const bt_json *state, const bt_json *node,
                       unsigned number)
{
    const bt_json *better = bt_json_get(node, "better");
    const bt_json *names = bt_json_get(state, "names");
    if (!better || better->kind != BT_JSON_OBJECT)
        return;
    bt_text_format(out, "At move %u ", number);
    bt_text_put_span(out, at(names, is(node, "by", "II"))->text);
    bt_text_put(out, is(node, "mark", "gives-draw-away") ? " could have kept the draw"
                                                         : " could have won");
    bt_text_put(out, ": ");
    bt_text_put_span(out, string_of(better, "text"));
    bt_text_put(out, ".\n");
}

static void put_node(bt_text *out, const bt_json *state, const bt_json *node,
                     unsigned number)
{
    if (number == 0) {
        bt_text_put(out, "  start: ");
    } else {
        bt_text_format(out, "  %u  ", number);
        bool second = is(node, "by", "II");
        if (is_true(state, "neighbour"))
            bt_text_put_span(out, at(bt_json_get(state, "names"), second)->text);
        else
            bt_text_put(out, second ? "Computer" : "You");
        bt_text_put(out, ": ");
        bt_text_put_span(out, string_of(node, "text"));
        bt_text_put(out, ", leaving ");
    }
    bt_text_put_span(out, string_of(node, "position"));
    bt_span outcome = string_of(node, "outcome"), verdict = string_of(node, "verdict");
    bt_text_put(out, " (");
    bt_text_put_span(out, outcome.len ? outcome : bt_span_of("?"));
    bt_text_put(out, verdict.len ? "): " : ")");
    bt_text_put_span(out, verdict);
    bt_text_put(out, "\n");
}

/* The review, written from the JSON, stands at the beginning of the review's text. */
static void check_review(struct match *m, const struct seen *s)
{
    const bt_json *nodes = bt_json_get(s->state, "nodes");
    const bt_json *line = bt_json_get(s->state, "line");
    uint64_t here = number_of(s->state, "node");
    bt_text wanted, told;
    bt_text_init(&wanted, m->ctx);
    bt_text_init(&told, m->ctx);
    unsigned number = 0, slips = 0;
    for (const bt_json *n = line->child; n; n = n->next, number++) {
        uint64_t index = UINT64_MAX;
        (void)bt_json_u64(n, &index);
        const bt_json *node = at(nodes, index);
        put_node(&wanted, s->state, node, number);
        size_t before = told.len;
        if (slips < 8)
            put_better(&told, s->state, node, number);
        slips += told.len > before;
        if (index == here)
            break;
    }
    bt_text_put_span(&wanted, bt_text_span(&told));
    const char *review = type(m, "review");
    CHECK(number == 0 ? strcmp(review, "No move has been made yet.\n") == 0
                      : strncmp(review, bt_text_chars(&wanted), wanted.len) == 0,
          "the review is\n%s\nand the JSON says\n%s", review, bt_text_chars(&wanted));
    bt_text_free(&wanted);
    bt_text_free(&told);
}

/* [part, first word, words before, words after] */
static void follow_splice(const bt_json *splice, bt_pos *pos)
{
    uint64_t words[2][64], where[2] = {9, 0};
    size_t count[2] = {0, 0};
    if (!splice) {
        CHECK(false, "the splice is missing");
        return;
    }
    (void)bt_json_u64(at(splice, 0), &where[0]);
    (void)bt_json_u64(at(splice, 1), &where[1]);
    for (size_t k = 0; k < 2; k++)
        for (const bt_json *w = at(splice, 2 + k)->child; w && count[k] < 64;
             w = w->next)
            (void)bt_json_u64(w, &words[k][count[k]++]);
    size_t first = (size_t)where[1];
    bool fits = where[0] == 0 && first + count[0] <= pos->n &&
                memcmp(pos->x + first, words[0], count[0] * sizeof **words) == 0 &&
                bt_pos_reserve(pos, pos->n + count[1]) == BT_OK;
    CHECK(fits, "the splice does not fit");
    if (fits)
        bt_pos_splice(pos, first, count[0], words[1], count[1]);
}

/* Makes the position of a node out of its parent's by its changes. */
static void check_changes(struct match *m, const bt_json *parent, const bt_json *node)
{
    bt_sum sum = {0}, to = {0};
    bool good =
        bt_sum_add(m->ctx, &sum, m->game[0], string_of(parent, "position")) == BT_OK &&
        bt_sum_add(m->ctx, &to, m->game[0], string_of(node, "position")) == BT_OK;
    CHECK(good, "%s", bt_message(m->ctx));
    const bt_json *changes = bt_json_get(node, "changes");
    bool spliced = changes->kind == BT_JSON_NULL; /* words came or went */
    CHECK(spliced == (good && sum.part[0].pos.n != to.part[0].pos.n),
          "changes are null");
    if (spliced && good)
        follow_splice(bt_json_get(node, "splice"), &sum.part[0].pos);
    for (const bt_json *c = changes->child; c && good; c = c->next) {
        uint64_t part = 1, word = 0, before = 0, after = 0;
        (void)bt_json_u64(at(c, 0), &part);
        (void)bt_json_u64(at(c, 1), &word);
        (void)bt_json_u64(at(c, 2), &before);
        (void)bt_json_u64(at(c, 3), &after);
        bt_pos *pos = &sum.part[0].pos;
        CHECK(part == 0 && word < pos->n && pos->x[word] == before && before != after,
              "a change from %llu to %llu", (unsigned long long)before,
              (unsigned long long)after);
        if (word < pos->n)
            pos->x[word] = after;
    }
    CHECK(good && sum.part[0].pos.n == to.part[0].pos.n &&
              memcmp(sum.part[0].pos.x, to.part[0].pos.x,
                     to.part[0].pos.n * sizeof(uint64_t)) == 0,
          "the changes do not lead to the position");
    bt_sum_free(m->ctx, &sum);
    bt_sum_free(m->ctx, &to);
}

static const char *const marks[][3] = {
    {"NP", "wins", "a winning move"},
    {"NN", "gives-away", "gives the win away"},
    {"ND", "gives-away-for-draw", "gives the win away for a draw"},
    {"DD", "keeps-draw", "keeps the draw"},
    {"DN", "gives-draw-away", "gives the draw away"},
    {"PN", "lost", "every move loses"},
};

static unsigned seen_marks[6];

/* Label and mark of every node, by a search that shares nothing with the session. */
static void check_nodes(struct match *m, const struct seen *s, bt_solver *solver)
{
    static const char letter[] = "?NPD";
    const bt_json *nodes = bt_json_get(s->state, "nodes");
    for (const bt_json *n = nodes->child; n; n = n->next) {
        bt_sum sum = {0};
        CHECK(bt_sum_add(m->ctx, &sum, m->game[0], string_of(n, "position")) == BT_OK,
              "%s", bt_message(m->ctx));
        char outcome[2] = {letter[outcome_of(solver, &sum)], 0};
        CHECK(is(n, "outcome", outcome), "%s: %.*s is %s", m->game[0]->name,
              (int)string_of(n, "position").len, string_of(n, "position").at, outcome);
        bt_sum_free(m->ctx, &sum);
        const bt_json *parent = at(nodes, number_of(n, "parent"));
        if (number_of(n, "node") == 0)
            continue;
        char both[3] = {string_of(parent, "outcome").at[0], outcome[0], 0};
        bool known = false;
        for (size_t i = 0; i < 6; i++)
            if (strcmp(both, marks[i][0]) == 0) {
                known = is(n, "mark", marks[i][1]) && is(n, "verdict", marks[i][2]);
                seen_marks[i] += known;
                bool slip = i == 1 || i == 2 || i == 4;
                CHECK((bt_json_get(n, "better")->kind == BT_JSON_OBJECT) == slip,
                      "a better move is told or not after %s", both);
            }
        CHECK(known, "the mark of %s", both);
        check_changes(m, parent, n);
    }
}

static void play_and_check(bt_context *ctx, const char *rules, const char *position)
{
    struct match m;
    bt_solver *solver = NULL;
    CHECK(bt_solver_new(ctx, BT_BY_SEARCH, &solver) == BT_OK, "%s", bt_message(ctx));
    bt_session_how how = {.neighbour = next_random() % 2,
                          .level = (bt_level)(next_random() % 3),
                          .seed = next_random()};
    if (match_open(&m, ctx, rules, position, how)) {
        for (int i = 0; i < 12; i++) {
            if (next_random() % 4 == 0)
                type(&m, "undo");
            else
                play_random_move(&m);
        }
        struct seen s;
        look(&m, &s);
        if (s.state) {
            check_nodes(&m, &s, solver);
            check_review(&m, &s);
        }
        look_away(&s);
    }
    bt_solver_free(solver); /* before its games */
    match_close(&m);
}

static void check_row(struct row *row, void *arg)
{
    char rules[256];
    snprintf(rules, sizeof rules, "%s/misere", row->field[0]);
    play_and_check(arg, row->field[0], row->field[1]);
    play_and_check(arg, rules, row->field[1]);
}

/* A plain model of the tree: what a person would draw on paper. */
struct model {
    struct {
        int parent, main, children, child[40];
        char position[POSITION_BYTES];
        int depth;
    } node[MODEL_NODES];
    int nodes, at;
};

static int add_node(struct model *model, int parent, const char *position)
{
    for (int i = 0; parent >= 0 && i < model->node[parent].children; i++)
        if (strcmp(model->node[model->node[parent].child[i]].position, position) == 0)
            return model->node[parent].child[i];
    int n = model->nodes++;
    model->node[n].parent = parent;
    model->node[n].main = -1;
    model->node[n].children = 0;
    model->node[n].depth = parent < 0 ? 0 : model->node[parent].depth + 1;
    snprintf(model->node[n].position, POSITION_BYTES, "%.60s", position);
    if (parent >= 0)
        model->node[parent].child[model->node[parent].children++] = n;
    return n;
}

static void go_to(struct model *model, int node)
{
    model->at = node;
    for (; model->node[node].parent >= 0; node = model->node[node].parent)
        model->node[model->node[node].parent].main = node;
}

/* The node after so many moves of the line, or -1. */
static int on_line(const struct model *model, int moves)
{
    int node = 0;
    while (node >= 0 && moves-- > 0)
        node = model->node[node].main;
    return node;
}

/* Keeps the position that one move of many leads to. */
struct option {
    bt_visit visit;
    struct match *match;
    bt_text text;
    uint64_t left;
};

static bool keep_option(bt_visit *visit, const bt_move *move)
{
    struct option *o = (struct option *)visit;
    (void)move;
    if (o->left-- > 0)
        return true;
    put_position(&o->text, bt_session_position(o->match->session));
    return false;
}

/* Types a random line, does the same in the model; returns whether the model knows that
 * the line must be refused. */
static bool random_line(struct match *m, struct model *model)
{
    char line[POSITION_BYTES + 16];
    int here = model->at, parent = model->node[here].parent;
    int number = (int)(next_random() % 9), to = -1;
    switch (next_random() % 8) {
    case 0:
        snprintf(line, sizeof line, "undo");
        to = parent;
        break;
    case 1:
        snprintf(line, sizeof line, "redo");
        to = model->node[here].main;
        break;
    case 2:
        snprintf(line, sizeof line, "redo %d", number);
        if (number > 0 && number <= model->node[here].children)
            to = model->node[here].child[number - 1];
        break;
    case 3:
        snprintf(line, sizeof line, "go %d", number);
        to = on_line(model, number);
        break;
    case 4:
        number = (int)(next_random() % (unsigned)(model->nodes + 2));
        snprintf(line, sizeof line, "node %d", number);
        to = number < model->nodes ? number : -1;
        break;
    default: {
        struct counter c = {{.option = count_one}, 0};
        (void)!bt_walk_moves(bt_session_position(m->session), &c.visit);
        struct option o = {
            {.option = keep_option}, m, {0}, c.count ? next_random() % c.count : 0};
        bt_text_init(&o.text, m->ctx);
        (void)!bt_walk_moves(bt_session_position(m->session), &o.visit);
        bool any = o.visit.ended;
        snprintf(line, sizeof line, "to %.60s", any ? bt_text_chars(&o.text) : "?");
        bt_text_free(&o.text);
        if (any)
            to = add_node(model, here, line + 3);
        break;
    }
    }
    type(m, line);
    if (to >= 0)
        go_to(model, to);
    CHECK(bt_session_refused(m->session) == (to < 0), "'%s' is %srefused: %s", line,
          to < 0 ? "not " : "", bt_text_chars(&m->out));
    return to < 0;
}

static bool same_list(const bt_json *list, const int *wanted, int n)
{
    bool same = list && list->count == (size_t)n;
    const bt_json *item = list ? list->child : NULL;
    for (int i = 0; i < n && same; i++, item = item->next) {
        uint64_t number = UINT64_MAX;
        same = bt_json_u64(item, &number) && number == (uint64_t)wanted[i];
    }
    return same;
}

static void check_model(const struct seen *s, const struct model *model)
{
    const bt_json *nodes = bt_json_get(s->state, "nodes");
    int line[MODEL_MOVES], length = 0;
    for (int n = 0; n >= 0; n = model->node[n].main)
        line[length++] = n;
    CHECK(number_of(s->state, "node") == (uint64_t)model->at &&
              is(s->state, "position", model->node[model->at].position),
          "the board stands elsewhere: %s", bt_text_chars(&s->text));
    CHECK(same_list(bt_json_get(s->state, "line"), line, length), "another line");
    CHECK(is_true(s->state, "can_undo") == (model->node[model->at].parent >= 0) &&
              is_true(s->state, "can_redo") == (model->node[model->at].main >= 0),
          "what can be taken back or played again");
    CHECK(nodes->count == (size_t)model->nodes, "%zu nodes", nodes->count);
    const bt_json *node = nodes->child;
    for (int i = 0; i < model->nodes && node; i++, node = node->next)
        CHECK(number_of(node, "node") == (uint64_t)i &&
                  (i == 0 ||
                   number_of(node, "parent") == (uint64_t)model->node[i].parent) &&
                  is(node, "position", model->node[i].position) &&
                  same_list(bt_json_get(node, "children"), model->node[i].child,
                            model->node[i].children),
              "node %d", i);
}

static void check_walks(bt_context *ctx)
{
    static const char *const row[][2] = {{"nim", "3,4"},
                                         {"graph:examples/teaser.dot", "A"},
                                         {"games/wythoff.game", "4,3"},
                                         {"subtraction:1,3,4/misere", "11"}};
    static struct model model;
    unsigned refused = 0, walks = 0;
    for (unsigned i = 0; i < 24; i++) {
        struct match m;
        bt_session_how how = {.neighbour = true};
        if (match_open(&m, ctx, row[i % 4][0], row[i % 4][1], how)) {
            model.nodes = 0;
            model.at = add_node(&model, -1, row[i % 4][1]);
            for (int k = 0; k < 120 && model.nodes < MODEL_NODES - 1; k++) {
                struct seen before, after;
                look(&m, &before);
                bool no = random_line(&m, &model);
                look(&m, &after);
                CHECK(!no || strcmp(bt_text_chars(&before.text),
                                    bt_text_chars(&after.text)) == 0,
                      "a refused line changes the state");
                check_model(&after, &model);
                refused += no;
                walks++;
                look_away(&before);
                look_away(&after);
            }
        }
        match_close(&m);
    }
    CHECK(refused > 50 && walks - refused > 500, "%u of %u lines were refused", refused,
          walks);
}

/* Against the computer it is never its turn, and walking makes no new moves where it
 * has answered before. */
static void check_computer(bt_context *ctx)
{
    for (unsigned i = 0; i < 40; i++) {
        struct match m;
        bt_session_how how = {.level = (bt_level)(i % 3),
                              .first = i % 2 ? BT_PLAYER_II : BT_PLAYER_I,
                              .seed = i};
        bool open = match_open(&m, ctx, "nim", "3,4,5", how);
        for (unsigned k = 0; k < 40 && open; k++) {
            char line[40];
            struct seen before, after;
            look(&m, &before);
            uint64_t nodes = bt_json_get(before.state, "nodes")->count;
            uint64_t number = next_random() % (nodes + 1);
            const char *word = next_random() % 2 ? "node" : "go";
            bool walk = next_random() % 2;
            snprintf(line, sizeof line, "%s %llu", word, (unsigned long long)number);
            if (walk)
                type(&m, line);
            else
                play_random_move(&m);
            look(&m, &after);
            uint64_t now = bt_json_get(after.state, "nodes")->count;
            CHECK(!is(after.state, "turn", "II"), "it is the computer's turn after %s",
                  line);
            CHECK(now >= nodes && now <= nodes + (walk ? 0 : 2),
                  "%s leaves %llu nodes of %llu", line, (unsigned long long)now,
                  (unsigned long long)nodes);
            CHECK(number_of(bt_json_get(after.state, "score"), "I") +
                          number_of(bt_json_get(after.state, "score"), "II") ==
                      is_true(after.state, "over"),
                  "the score is %.*s", (int)string_of(after.state, "score_text").len,
                  string_of(after.state, "score_text").at);
            look_away(&before);
            look_away(&after);
        }
        match_close(&m);
    }
}

/* rules, position, line, member of the state, what it is then. */
static const char *const members[][5] = {
    {"nim", "3,4,6", "", "rules", "nim"},
    {"nim/misere", "3,4,6", "", "rules", "nim/misere"},
    {"nim/misere", "3,4,6", "", "play", "misere"},
    {"nim/misere", "3,4,6", "", "ending", "Whoever cannot move wins (misère play)."},
    {"nim", "3,4,6", "3,4,0", "start", "3,4,6"},
    {"nim", "3,4,6", "3,4,0", "position", "3,4,0"},
    {"nim", "3,4,6", "3,4,0", "turn", "II"},
    {"nim", "2", "to 0", "result", "Player 1 has won: Player 2 cannot move."},
    {"nim", "2", "to 0", "winner", "I"},
    {"nim", "2", "to 0", "score_text", "Games won: Player 1 has 1, Player 2 has 0."},
    {"nim", "2", "resign", "result", "Player 2 has won: Player 1 resigned."},
    {"nim", "2", "draw", "winner", "draw"},
    {"nim", "2", "draw", "result", "The game is a draw."},
    {"games/wythoff.game", "2,1", "", "summary", "Wythoff's game"},
};

static void check_members(bt_context *ctx)
{
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        struct match m;
        const char *const *r = members[i];
        if (match_open(&m, ctx, r[0], r[1], (bt_session_how){.neighbour = true})) {
            struct seen s;
            type(&m, r[2]);
            look(&m, &s);
            CHECK(is(s.state, r[3], r[4]), "%s is %.*s, not %s", r[3],
                  (int)string_of(s.state, r[3]).len, string_of(s.state, r[3]).at, r[4]);
            look_away(&s);
        }
        match_close(&m);
    }
}

/* Numbers beyond 2^53 are strings, and what is too long to be told is null. */
static void check_sizes(bt_context *ctx)
{
    struct match m;
    struct seen s;
    bt_text position;
    bt_text_init(&position, ctx);
    for (int i = 0; i < 1001; i++)
        bt_text_format(&position, "%s%d", i > 0 ? "," : "", i % 7);
    bt_session_how how = {.neighbour = true};
    if (match_open(&m, ctx, "nim", bt_text_chars(&position), how)) {
        look(&m, &s);
        const bt_json *part = at(bt_json_get(s.state, "parts"), 0);
        CHECK(bt_json_get(s.state, "position")->kind == BT_JSON_NULL &&
                  bt_json_get(part, "words")->kind == BT_JSON_NULL,
              "1001 piles are told");
        look_away(&s);
    }
    match_close(&m);
    if (match_open(&m, ctx, "nim", "18446744073709551615,5", how)) {
        type(&m, "5 to 3");
        look(&m, &s);
        const bt_json *part = at(bt_json_get(s.state, "parts"), 0);
        CHECK(is(s.state, "position", "18446744073709551615,3") &&
                  at(bt_json_get(part, "words"), 0)->kind == BT_JSON_STRING &&
                  at(bt_json_get(part, "words"), 1)->kind == BT_JSON_NUMBER &&
                  bt_json_get(s.state, "moves_total")->kind == BT_JSON_NULL,
              "%s", bt_text_chars(&s.text));
        look_away(&s);
    }
    match_close(&m);
    bt_text_free(&position);
}

/* Beyond every bound: nothing is known, all is said, and the computer moves. */
static void check_unknown(bt_context *ctx)
{
    static const char *const row[][2] = {
        {"games/chomp3.game", "100000,100000,90000"},
        {"nim", "100000,99999,77"},
        {"subtraction:primes", "10000000"},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct match m;
        struct seen s;
        bt_session_how how = {.by = BT_BY_SEARCH, .quiet = true};
        if (match_open(&m, ctx, row[i][0], row[i][1], how)) {
            type(&m, "500");
            CHECK(strstr(bt_text_chars(&m.out), "Computer: "), "%s",
                  bt_text_chars(&m.out));
            look(&m, &s);
            const bt_json *node = at(bt_json_get(s.state, "nodes"), 0);
            CHECK(bt_json_get(node, "outcome")->kind == BT_JSON_NULL, "%s",
                  bt_text_chars(&s.text));
            look_away(&s);
            type(&m, "node 0");
            CHECK(strstr(type(&m, "hint"), "cannot say who can win"), "%s",
                  bt_text_chars(&m.out));
            look(&m, &s);
            CHECK(number_of(bt_json_get(s.state, "hints"), "most") == 1, "%s",
                  bt_text_chars(&s.text));
            look_away(&s);
        }
        match_close(&m);
    }
}

/* A resignation where moves were taken back stands in the record, at its place. */
static void check_over(bt_context *ctx)
{
    struct match m, other;
    bt_text first, second;
    bt_text_init(&first, ctx);
    bt_text_init(&second, ctx);
    bt_session_how how = {.neighbour = true};
    static const char *const back[] = {"go 0", "go 1", "go 2", "go 3"};
    for (int i = 0; i < 4; i++)
        if (match_open(&m, ctx, "nim", "3,4,5", how)) {
            type(&m, "3,4,1");
            type(&m, "3,2,1");
            type(&m, "undo");
            type(&m, "0,4,1");
            type(&m, "0,0,1");
            type(&m, back[i]);
            type(&m, "note here");
            type(&m, i % 2 ? "resign" : "draw");
            struct seen s, again;
            look(&m, &s);
            bt_text_clear(&first);
            bt_text_clear(&second);
            CHECK(bt_session_record(m.session, &first) == BT_OK, "memory");
            CHECK(strstr(bt_text_chars(&first), i < 3 ? "\nover\n" : "result I\n"),
                  "%s", bt_text_chars(&first));
            if (match_open(&other, ctx, "nim", "1", how)) {
                CHECK(bt_session_load(other.session, bt_text_span(&first)) == BT_OK,
                      "%s", bt_message(ctx));
                CHECK(bt_session_record(other.session, &second) == BT_OK, "memory");
                CHECK(strcmp(bt_text_chars(&first), bt_text_chars(&second)) == 0,
                      "%s\ncomes back as\n%s", bt_text_chars(&first),
                      bt_text_chars(&second));
                look(&other, &again);
                CHECK(is(again.state, "position",
                         i == 0   ? "3,4,5"
                         : i == 1 ? "3,4,1"
                         : i == 2 ? "0,4,1"
                                  : "0,0,1") &&
                          is_true(again.state, "over") &&
                          bt_span_equal(string_of(again.state, "result"),
                                        string_of(s.state, "result")),
                      "%s", bt_text_chars(&again.text));
                look_away(&again);
            }
            match_close(&other);
            look_away(&s);
            match_close(&m);
        }
    bt_text_free(&first);
    bt_text_free(&second);
}

static const char *const scripted[] = {"3 to 1", "hint",    "undo",   "3 to 2",
                                       "note x", "go 0",    "redo 1", "node 3",
                                       "foo",    "new 2,1", "1",      "resign"};
enum { SCRIPTED = sizeof scripted / sizeof scripted[0] };

/* One line of the script, or the state, with an allocation that fails: the board and
 * the score stay, or a new game is there; afterwards all goes on. */
static void fail_line(struct match *m, struct failing_host *host, const char *line)
{
    struct seen before, after;
    bt_text text;
    bt_text_init(&text, m->ctx);
    look(m, &before);
    for (uint64_t k = 1; k < 100000; k++) {
        uint64_t calls = host->calls;
        bt_text_clear(&text);
        host->fail_at = host->calls + k;
        bool quit;
        bt_status status =
            line ? bt_session_line(m->session, bt_span_of(line), &text, &quit)
                 : bt_session_json(m->session, &text);
        host->fail_at = 0;
        bool asked = host->calls - calls >= k;
        CHECK(status == BT_OK || (status == BT_NOMEM && asked), "%s: %s",
              line ? line : "the state", bt_message(m->ctx));
        if (status == BT_OK)
            break;
        look(m, &after);
        bool begun = line && strncmp(line, "new", 3) == 0 &&
                     is(after.state, "position", line + 4);
        CHECK((begun || bt_span_equal(string_of(before.state, "position"),
                                      string_of(after.state, "position"))) &&
                  bt_span_equal(string_of(before.state, "score_text"),
                                string_of(after.state, "score_text")) &&
                  (begun || bt_span_equal(string_of(before.state, "result"),
                                          string_of(after.state, "result"))),
              "%s changes the game when allocation %llu fails",
              line ? line : "the state", (unsigned long long)k);
        CHECK(line ||
                  strcmp(bt_text_chars(&before.text), bt_text_chars(&after.text)) == 0,
              "the state is another one");
        look_away(&after);
    }
    look_away(&before);
    bt_text_free(&text);
}

static void check_failures(void)
{
    struct failing_host host;
    failing_host_init(&host, 0);
    bt_context *ctx = bt_context_new(&host.host, 0);
    struct match m;
    bt_session_how how = {.level = BT_LEVEL_SLIPS, .seed = 3, .quiet = true};
    if (match_open(&m, ctx, "nim", "3,1", how))
        for (int i = 0; i < SCRIPTED; i++) {
            fail_line(&m, &host, scripted[i]);
            fail_line(&m, &host, NULL);
        }
    match_close(&m);
    CHECK(bt_memory_used(ctx) == 0, "memory is lost");
    bt_context_free(ctx);
    CHECK(host.live_bytes == 0, "memory is lost");
}

/* A host that wants to stop from the k-th question on. */
struct stopping {
    struct failing_host host;
    uint64_t asked, stop_at;
};

static bool wants_stop(void *self)
{
    struct stopping *s = self;
    return ++s->asked >= s->stop_at && s->stop_at > 0;
}

static void check_stop(void)
{
    unsigned stopped = 0;
    struct stopping host = {.asked = 0};
    failing_host_init(&host.host, 0);
    host.host.host.self = &host;
    host.host.host.stop = wants_stop;
    bt_context *ctx = bt_context_new(&host.host.host, 0);
    struct match m;
    struct seen s;
    bt_session_how how = {.by = BT_BY_SEARCH, .quiet = true};
    if (match_open(&m, ctx, "nim/misere", "40,41,42,43", how)) {
        look(&m, &s);
        for (uint64_t k = 1; k < 4000; k = 2 * k + 1) {
            bt_text out;
            bool quit;
            bt_text_init(&out, ctx);
            host.stop_at = host.asked + k;
            bt_status status = bt_session_line(m.session, bt_span_of("1"), &out, &quit);
            host.stop_at = 0;
            CHECK(status == BT_OK || status == BT_STOPPED, "%s", bt_message(ctx));
            stopped += status == BT_STOPPED;
            CHECK(stands_at(&m, "40,41,42,43") == (status == BT_STOPPED),
                  "a line that was stopped");
            bt_text_free(&out);
            type(&m, "go 0");
            CHECK(bt_session_turn(m.session) == BT_PLAYER_I, "whose turn is it?");
        }
        look_away(&s);
    }
    CHECK(stopped > 3, "only %u lines were stopped", stopped);
    match_close(&m);
    CHECK(bt_memory_used(ctx) == 0, "memory is lost");
    bt_context_free(ctx);
}

/* What a page does: a game is begun and kept, lines, records, another game. */
struct page {
    bt_text out;
    bt_session *game;
};

static int finish(bt_context *ctx, bt_status status, bt_text *out)
{
    return status == BT_OK ? 0 : bt_put_failure(ctx, status, out);
}

static int page_line(bt_context *ctx, struct page *page, const char *text)
{
    bt_span line = bt_span_of(text);
    bool quit;
    return finish(ctx, bt_session_answer(page->game, &line, &page->out, &quit),
                  &page->out);
}

static bt_status load(bt_context *ctx, struct page *page, bt_span record)
{
    bt_session_how how = {.quiet = true};
    bool quit;
    if (page->game)
        return bt_session_answer_record(page->game, record, &page->out);
    BT_TRY(bt_session_open(ctx, &bt_builtin, record, how, &page->game));
    bt_status status = bt_session_answer(page->game, NULL, &page->out, &quit);
    if (status != BT_OK) {
        bt_session_free(page->game);
        page->game = NULL;
    }
    return status;
}

static int page_load(bt_context *ctx, struct page *page, bt_span record)
{
    return finish(ctx, load(ctx, page, record), &page->out);
}

static bt_status write_out(void *self, bt_context *ctx, bt_stream stream,
                           const char *bytes, size_t len)
{
    struct page *page = self;
    (void)ctx;
    if (stream == BT_STDOUT)
        bt_text_put_span(&page->out, (bt_span){bytes, len});
    return bt_text_status(&page->out);
}

static void keep_game(void *self, bt_session *game)
{
    struct page *page = self;
    bt_session_free(page->game);
    page->game = game;
}

static int begin_game(bt_context *ctx, struct page *page, const char *rules,
                      const char *position)
{
    bt_span words[] = {bt_span_of("play"), bt_span_of("--json"), bt_span_of(rules),
                       bt_span_of(position)};
    bt_io io = {.size = sizeof(bt_io),
                .self = page,
                .write = write_out,
                .keep_game = keep_game};
    bt_text_clear(&page->out);
    return bt_command_run(ctx, &bt_builtin, &io, 4, words);
}

/* Returns how far it came. */
static int use_page(bt_context *ctx, struct page *page)
{
    bt_text record;
    int done = 0, code = begin_game(ctx, page, "nim", "3,1");
    bt_text_init(&record, ctx);
    if (code == 0 && ++done) {
        bt_text_clear(&page->out);
        code = page_line(ctx, page, "3 to 2");
    }
    if (code == 0 && ++done)
        code = finish(ctx, bt_session_record(page->game, &record), &record);
    if (code == 0 && ++done)
        code = begin_game(ctx, page, "games/wythoff.game", "2,2");
    if (code == 0 && ++done) {
        bt_session_free(page->game);
        page->game = NULL;
        bt_text_clear(&page->out);
        code = page_load(ctx, page, bt_text_span(&record));
        CHECK(code == 0 || !page->game, "a game that was not opened");
    }
    if (code == 0 && ++done) {
        bt_text_clear(&page->out);
        code = page_load(ctx, page, bt_text_span(&record));
    }
    CHECK(code == 0 || code == 3, "exit code %d: %s", code, bt_message(ctx));
    bt_text_free(&record);
    return done + (code == 0);
}

static void check_page(void)
{
    for (uint64_t k = 0;; k++) {
        struct failing_host host;
        failing_host_init(&host, k);
        bt_context *ctx = bt_context_new(&host.host, 0);
        if (ctx) {
            struct page page = {.game = NULL};
            bt_text_init(&page.out, ctx);
            int done = use_page(ctx, &page);
            CHECK(k > 0 || done == 6, "%s", bt_message(ctx));
            if (done == 6)
                CHECK(strncmp(bt_text_chars(&page.out), "{\"said\":\"nim 1,1", 15) ==
                              0 &&
                          strstr(bt_text_chars(&page.out), "\"neighbour\":false"),
                      "%s", bt_text_chars(&page.out));
            if (k == 0) { /* bad input leaves the game, or none */
                bt_text_clear(&page.out);
                CHECK(page_load(ctx, &page, bt_span_of("x")) == 2 &&
                          strstr(bt_text_chars(&page.out), "{\"error\":{"),
                      "%s", bt_text_chars(&page.out));
                bt_session *before = page.game;
                CHECK(begin_game(ctx, &page, "nim", "y") == 2 && page.game == before,
                      "a bad position replaces the game");
                bt_text_clear(&page.out);
                CHECK(page_line(ctx, &page, "1") == 0, "%s", bt_text_chars(&page.out));
            }
            bt_session_free(page.game);
            bt_text_free(&page.out);
            CHECK(bt_memory_used(ctx) == 0, "memory is lost");
            bt_context_free(ctx);
        }
        CHECK(host.live_bytes == 0, "memory is lost when allocation %llu fails",
              (unsigned long long)k);
        if (k > 0 && host.calls < k)
            break;
    }
}

/* What the board shows, by the answer to a line that changes nothing. */
static void read_board(bt_context *ctx, struct page *page, char *position, size_t cap)
{
    bt_text_clear(&page->out);
    CHECK(page_line(ctx, page, "score") == 0, "%s", bt_text_chars(&page->out));
    const char *at = strstr(bt_text_chars(&page->out), "\"position\":\"");
    const char *end = at ? strstr(at, "\",") : NULL;
    CHECK(end != NULL, "%s", bt_text_chars(&page->out));
    snprintf(position, cap, "%.*s", end ? (int)(end - at) : 0, at ? at : "");
    const char *score = strstr(bt_text_chars(&page->out), "\"score_text\"");
    strncat(position, score ? score : "", 80 < cap ? 80 : 0);
}

/* A line or a record that fails for lack of memory, wherever that is, leaves the game
 * where it was, and the next line goes on from there. */
static void check_page_failures(void)
{
    static const char record[] = "bouton record 1\nrules nim\nposition 5,6\nplay "
                                 "normal\nfirst I\nresult open\nmoves\nend\n";
    static const char *const lines[] = {"3 to 2", "resign", "go 0", NULL};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        for (uint64_t k = 1;; k++) {
            struct failing_host host;
            struct page page = {.game = NULL};
            char before[400], after[400];
            failing_host_init(&host, 0);
            bt_context *ctx = bt_context_new(&host.host, 0);
            bt_text_init(&page.out, ctx);
            CHECK(begin_game(ctx, &page, "nim", "3,3,1,1") == 0, "%s", bt_message(ctx));
            bt_text_clear(&page.out);
            CHECK(page_line(ctx, &page, "3,3,1") == 0, "%s", bt_message(ctx));
            read_board(ctx, &page, before, sizeof before);
            bt_text_clear(&page.out);
            host.fail_at = host.calls + k;
            int code = lines[i] ? page_line(ctx, &page, lines[i])
                                : page_load(ctx, &page, bt_span_of(record));
            bool failed = host.calls >= host.fail_at;
            host.fail_at = 0;
            read_board(ctx, &page, after, sizeof after);
            CHECK(code == 0 || strcmp(before, after) == 0,
                  "%s, allocation %llu: %s became %s", lines[i] ? lines[i] : "load",
                  (unsigned long long)k, before, after);
            bt_session_free(page.game);
            bt_text_free(&page.out);
            bt_context_free(ctx);
            if (!failed)
                break;
        }
}

/* Records of rules in a file carry a hash of them, which takes memory. */
static void check_hash_failures(void)
{
    static const char *const rules[][2] = {{"games/wythoff.game", "3,4"},
                                           {"examples/teaser.dot", "A"}};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        for (uint64_t k = 1;; k++) {
            struct failing_host host;
            struct page page = {.game = NULL};
            bt_text record;
            failing_host_init(&host, 0);
            bt_context *ctx = bt_context_new(&host.host, 0);
            bt_text_init(&page.out, ctx);
            bt_text_init(&record, ctx);
            CHECK(begin_game(ctx, &page, rules[i][0], rules[i][1]) == 0, "%s",
                  bt_message(ctx));
            host.fail_at = host.calls + k;
            int code = finish(ctx, bt_session_record(page.game, &record), &record);
            bool failed = host.calls >= host.fail_at;
            CHECK(failed ? code == 3 : code == 0 && strstr(record.at, "\nhash "),
                  "%s, allocation %llu: code %d", rules[i][0], (unsigned long long)k,
                  code);
            host.fail_at = 0;
            bt_session_free(page.game);
            bt_text_free(&page.out);
            bt_text_free(&record);
            bt_context_free(ctx);
            CHECK(host.live_bytes == 0, "memory is lost");
            if (!failed)
                break;
        }
}

int main(void)
{
    struct failing_host host;
    failing_host_init(&host, 0);
    bt_context *ctx = bt_context_new(&host.host, 0);
    unsigned rounds = effort_rounds(2, 20);
    for (unsigned i = 0; i < rounds; i++)
        CHECK(rows_read("roots.t", check_row, ctx) > 0, "roots.t has no rows");
    for (int i = 0; i < 20; i++)
        play_and_check(ctx, "graph:examples/teaser.dot", "H");
    for (size_t i = 0; i < 6; i++)
        CHECK(seen_marks[i] > 0 || i == 2 || i == 4, "no move %s", marks[i][2]);
    check_walks(ctx);
    check_computer(ctx);
    check_members(ctx);
    check_sizes(ctx);
    check_unknown(ctx);
    check_over(ctx);
    bt_context_free(ctx);
    CHECK(host.live_bytes == 0, "memory is lost");
    check_failures();
    check_stop();
    check_page();
    check_page_failures();
    check_hash_failures();
    return check_close();
}
