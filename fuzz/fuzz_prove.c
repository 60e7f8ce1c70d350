/* SPDX-License-Identifier: MIT
 * The bytes choose a small game, which goes the whole way: `discover` finds its theorem
 * and writes a certificate, a reader of ten lines runs the automaton of it on all small
 * positions beside the plain search, and `check` has to say yes. Then one number or
 * sign of the certificate is changed, and what `check` still calls right has to be
 * right: it is compared with the plain search again, on the rules that the changed
 * certificate has. */
#include "world.h"

#include <stdarg.h>
#include <stdlib.h>

enum {
    MEMORY_BYTES = 48 << 20,
    LEARNING = 2000, /* the patience for it: it asks often */
    PATIENCE = 500,
    MOST_VARS = 3,
    MOST_NAMES = MOST_VARS + 1, /* the value of a position is read like a variable */
    MOST_VALUE = 12,
    DIGITS = 6, /* 0..63: larger than all that is compared */
    DAMAGES = 6,
};

/* --- A game out of bytes --- */

struct choice {
    const uint8_t *at;
    size_t left;
};

static unsigned choose(struct choice *c, unsigned below)
{
    unsigned byte = c->left > 0 ? *c->at : 0;
    if (c->left > 0) {
        c->at++;
        c->left--;
    }
    return byte % below;
}

static const char *const names[MOST_VARS] = {"x", "y", "z"};

__attribute__((format(printf, 2, 3))) static void put(struct world_bytes *to,
                                                      const char *format, ...)
{
    char line[256];
    va_list args;
    va_start(args, format);
    int len = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    insist(len >= 0 && (size_t)len < sizeof line);
    world_append(to, line, (size_t)len);
}

/* A condition on a move that changes v. */
static void put_condition(struct choice *c, unsigned vars, const char *v,
                          struct world_bytes *to)
{
    const char *w = names[choose(c, vars)];
    unsigned k = 1 + choose(c, 4);
    switch (choose(c, 8)) {
    case 0:
        put(to, " & %s >= %u", v, k);
        break;
    case 1:
        put(to, " & (%u | %s - %s')", 1 + k, v, v);
        break;
    case 2:
        put(to, " & %s + %s >= %u", v, w, k);
        break;
    case 3:
        put(to, " & %s mod %u = %u", v, k + 1, choose(c, k + 1));
        break;
    case 4:
        put(to, " & %s' <= %s", v, w);
        break;
    case 5:
        put(to, " & and(%s, %u) = %u", v, k, choose(c, 2) ? 0 : k & -k);
        break;
    case 6:
        put(to, " & pow2(%s - %s')", v, v);
        break;
    default:
        put(to, " & (%s <= %u | %s > %s)", v, k, w, v);
        break;
    }
}

/* A move of two variables if v and w are two. */
static void put_move(struct choice *c, unsigned vars, struct world_bytes *to)
{
    const char *v = names[choose(c, vars)], *w = names[choose(c, vars)];
    unsigned k = 1 + choose(c, 6), kind = choose(c, 6);
    put(to, "move ");
    if (kind == 0)
        put(to, "%s' < %s & %s - %s' <= %u", v, v, v, v, k);
    else if (kind == 1)
        put(to, "%s - %s' in {%u, %u}", v, v, k, k + 1 + choose(c, 3));
    else if (kind == 2)
        put(to, "ex t: pow2(t) & %s = %s' + t", v, v);
    else if (kind == 3 && v != w)
        put(to, "%s' < %s & %s - %s' = %s - %s'", v, v, v, v, w, w);
    else if (kind == 4 && v != w)
        put(to, "%s' < %s & %s' <= %s + %u", v, v, w, w, choose(c, 2));
    else if (kind == 5 && v != w)
        put(to, "%s = %s' + %u & %s = %s' + %u", v, v, k, w, w, 1 + choose(c, 3));
    else if (kind == 5)
        put(to, "2%s' <= %s & %s' < %s", v, v, v, v);
    else
        put(to, "%s' < %s", v, v);
    if (choose(c, 3) == 0)
        put_condition(c, vars, v, to);
    put(to, "\n");
}

/* Whether it is played misère. */
static bool put_game(struct choice *c, struct world_bytes *to)
{
    unsigned vars = 1 + choose(c, 5) / 2, moves = 1 + choose(c, 4);
    put(to, "vars");
    for (unsigned i = 0; i < vars; i++)
        put(to, " %s", names[i]);
    bool misere = choose(c, 4) == 3;
    put(to, "\n%s", misere ? "misere\n" : "");
    for (unsigned i = 0; i < moves; i++)
        put_move(c, vars, to);
    return misere;
}

/* --- A certificate, read as docs/formats/certificate.md tells, by other code than
 * ours. The automaton may be nonsense: a number that leads nowhere rejects. --- */

struct numbers {
    unsigned *at;
    size_t n;
};

struct reading {
    unsigned vars;  /* of the game */
    unsigned names; /* one more where the automaton tells values */
    struct numbers accept, states, track[MOST_NAMES];
    unsigned tracks;
    struct world_bytes rules; /* as a .game file */
    bool other;               /* a sum, or other digits */
};

static void read_numbers(const char *text, struct numbers *out)
{
    char *end;
    free(out->at);
    out->at = malloc((strlen(text) + 1) * sizeof *out->at);
    insist(out->at != NULL);
    out->n = 0;
    for (unsigned long x = strtoul(text, &end, 10); end != text;
         text = end, x = strtoul(text, &end, 10))
        out->at[out->n++] = (unsigned)x;
}

static const char *after(const char *line, const char *word)
{
    size_t len = strlen(word);
    return strncmp(line, word, len) == 0 && (line[len] == ' ' || line[len] == 0)
               ? line + len
               : NULL;
}

static void read_line(struct reading *r, const char *line)
{
    const char *rest;
    if ((rest = after(line, "vars"))) {
        for (const char *at = rest; *at; at++)
            r->vars += *at == ' ';
        r->names += r->vars;
    } else if (after(line, "value")) {
        r->names++;
    } else if ((rest = after(line, "accept"))) {
        read_numbers(rest, &r->accept);
    } else if ((rest = after(line, "states"))) {
        read_numbers(rest, &r->states);
    } else if ((rest = after(line, "track")) && r->tracks < MOST_NAMES) {
        rest += strcspn(rest + 1, " ") + 1;
        read_numbers(rest, &r->track[r->tracks++]);
    } else if (after(line, "sum") ||
               (after(line, "digits") && strcmp(line, "digits binary") != 0)) {
        r->other = true;
    }
    if (after(line, "vars") || after(line, "misere") || after(line, "position") ||
        after(line, "move")) {
        world_append(&r->rules, line, strlen(line));
        world_append(&r->rules, "\n", 1);
    }
}

/* False where the theorem is of a kind that is not compared. */
static bool read_certificate(bt_span text, struct reading *r)
{
    char *copy = malloc(text.len + 1);
    insist(copy != NULL);
    memcpy(copy, text.at, text.len);
    copy[text.len] = 0;
    *r = (struct reading){0};
    for (size_t i = 0; i + 1 < text.len; i++)
        if (copy[i] == '\n' && copy[i + 1] == ' ')
            copy[i] = ' '; /* a line goes on */
    for (char *line = strtok(copy, "\n"); line; line = strtok(NULL, "\n"))
        read_line(r, line);
    free(copy);
    return !r->other && r->vars > 0 && r->vars <= MOST_VARS && r->names <= MOST_NAMES &&
           r->tracks == r->names;
}

static void free_reading(struct reading *r)
{
    free(r->accept.at);
    free(r->states.at);
    for (unsigned i = 0; i < MOST_NAMES; i++)
        free(r->track[i].at);
    free(r->rules.at);
}

static bool step(const struct numbers *list, size_t i, unsigned *out)
{
    if (i >= list->n)
        return false;
    *out = list->at[i];
    return true;
}

static bool accepts(const struct reading *r, const unsigned *x)
{
    unsigned state = 0, node;
    for (unsigned digit = 0; digit < DIGITS; digit++) {
        if (!step(&r->states, state, &node))
            return false;
        for (unsigned i = 0; i < r->names; i++) /* the last track comes first */
            if (!step(&r->track[r->names - 1 - i],
                      2 * (size_t)node + (x[i] >> digit & 1), &node))
                return false;
        state = node;
    }
    for (size_t i = 0; i < r->accept.n; i++)
        if (r->accept.at[i] == state)
            return true;
    return false;
}

/* --- Beside the plain search --- */

/* A find is read by people: they want the text, not the bytes that chose it. */
static void insist_of(bool kept, const char *promise, bt_span text)
{
    if (!kept)
        fprintf(stderr, "%s\n%.*s", promise, (int)text.len, text.at);
    insist(kept);
}

static unsigned bound(unsigned vars)
{
    return vars == 1 ? 40 : vars == 2 ? 10 : 5;
}

static void put_positions(struct world_bytes *to, unsigned vars)
{
    unsigned x[MOST_VARS] = {0}, i = 0;
    do {
        for (i = 0; i < vars; i++)
            put(to, "%s%u", i > 0 ? "," : "", x[i]);
        put(to, "\n");
        for (i = 0; i < vars && ++x[i] == bound(vars); i++)
            x[i] = 0;
    } while (i < vars);
}

/* A line "3,4<tab>N<tab>7<tab>..." of `solve --batch`. */
static bool agrees(const struct reading *r, const char *line)
{
    unsigned x[MOST_NAMES] = {0};
    char *end = (char *)line;
    for (unsigned i = 0; i < r->vars; i++)
        x[i] = (unsigned)strtoul(end + (i > 0), &end, 10);
    if (end[0] != '\t' || !strchr("NP", end[1]) || end[2] != '\t')
        return true; /* no position, or too large for the search */
    if (r->names == r->vars)
        return accepts(r, x) == (end[1] == 'P');
    unsigned value = (unsigned)strtoul(end + 3, NULL, 10);
    for (x[r->vars] = 0; x[r->vars] <= MOST_VALUE; x[r->vars]++)
        if (accepts(r, x) != (x[r->vars] == value))
            return false;
    return true;
}

static void insist_true(struct world *w, bt_span certificate)
{
    struct reading r;
    struct world_bytes positions = {0};
    const bt_span plain[] = {bt_span_of("solve"), bt_span_of("again.game"),
                             bt_span_of("--batch"), bt_span_of("--by"),
                             bt_span_of("plain")};
    if (read_certificate(certificate, &r)) {
        put_positions(&positions, r.vars);
        world_put(w, "again.game", world_span(&r.rules));
        w->fuzz.patience = PATIENCE;
        world_run(w, world_span(&positions), 5, plain);
        world_append(&w->out, "", 1);
        for (char *line = strtok(w->out.at, "\n"); line; line = strtok(NULL, "\n"))
            insist_of(agrees(&r, line), line, certificate);
        free(positions.at);
    }
    free_reading(&r);
}

/* --- The checker --- */

static int check(struct world *w, bt_span certificate)
{
    const bt_span words[] = {bt_span_of("check"), bt_span_of("-")};
    w->fuzz.patience = PATIENCE;
    return world_run(w, certificate, 2, words);
}

/* Another digit, variable, comparison or connective somewhere below `vars`. */
static bool damage(struct choice *c, char *text, size_t len)
{
    static const char from[] = "0123456789xyz<>=&|", to[] = "1234567890yzx><<|&";
    const char *vars = memchr(text, '\n', len);
    size_t begin = vars ? (size_t)(vars - text) : 0;
    size_t high = choose(c, 256), low = choose(c, 256);
    size_t at = begin + (256 * high + low) % (len - begin);
    unsigned turns = 1 + choose(c, 9);
    for (; at < len; at++) {
        const char *sign = memchr(from, text[at], sizeof from - 1);
        if (!sign)
            continue;
        if (*sign >= '0' && *sign <= '9')
            text[at] = (char)('0' + ((unsigned)(*sign - '0') + turns) % 10);
        else
            text[at] = to[sign - from];
        return true;
    }
    return false;
}

static void insist_damage_is_seen(struct world *w, struct choice *c, bt_span right)
{
    char *text = malloc(right.len);
    insist(text != NULL);
    for (int i = 0; i < DAMAGES; i++) {
        memcpy(text, right.at, right.len);
        if (damage(c, text, right.len) && check(w, (bt_span){text, right.len}) == 0)
            insist_true(w, (bt_span){text, right.len});
    }
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct world w;
    struct choice c = {data, size};
    struct world_bytes game = {0}, certificate = {0};
    const bt_span discover[] = {bt_span_of("discover"), bt_span_of("f.game"),
                                bt_span_of("--certificate"), bt_span_of("-"),
                                bt_span_of("--grundy")};
    world_begin(&w, MEMORY_BYTES);
    bool values = !put_game(&c, &game) && choose(&c, 3) == 2;
    world_put(&w, "f.game", world_span(&game));
    w.fuzz.patience = LEARNING;
    int code = world_run(&w, (bt_span){"", 0}, values ? 5 : 4, discover);
    insist_of(code != 2 && code != 4, bt_message(w.fuzz.ctx), world_span(&game));
    if (code == 0) {
        world_append(&certificate, w.out.at, w.out.len);
        bt_span text = world_span(&certificate);
        code = check(&w, text);
        insist_of(code == 0 || code == 3, "'check' has to say yes", text);
        insist_true(&w, text);
        insist_damage_is_seen(&w, &c, text);
    }
    free(game.at);
    free(certificate.at);
    world_end(&w);
    return 0;
}
