/* SPDX-License-Identifier: MIT
 * The first line as RULES (with --json when it begins with "json "), the rest as the
 * input of `solve RULES --batch`: every line gets one line in answer, which begins with
 * the line itself, as it may be shown, or is an object. A blank line or a comment may
 * come back alone. */
#include "world.h"

#include "core/tame.h"

enum { MEMORY_BYTES = 8 << 20 };

/* Cuts the first line off; false when nothing is left. The last one may lack its end.
 */
static bool take_line(bt_span *text, bt_span *line)
{
    const char *end;
    size_t taken;

    if (text->len == 0)
        return false;
    end = memchr(text->at, '\n', text->len);
    *line = (bt_span){text->at, end ? (size_t)(end - text->at) : text->len};
    taken = line->len + (end != NULL);
    *text = (bt_span){text->at + taken, text->len - taken};
    return true;
}

static bool may_stand_alone(bt_span line)
{
    bool comment = line.len > 0 && line.at[0] == '#';
    bt_take_blanks(&line);
    return comment || line.len == 0;
}

/* The line as it came, but tabs are blanks, carriage returns are dropped, and what
 * controls a terminal is a question mark. Then the fields: outcome, value and move, or
 * the word error and a sentence. */
static void insist_fields(bt_span line, bt_span answer)
{
    size_t tabs = 0, wanted = 3;
    bool alone = may_stand_alone(line);

    char *echo = malloc(line.len + 1);
    size_t len = 0;
    insist(echo != NULL);
    for (size_t i = 0; i < line.len; i++)
        if (line.at[i] != '\r')
            echo[len++] = line.at[i] == '\t' ? ' ' : line.at[i];
    len = bti_tame(echo, len);
    for (size_t i = 0; i < len; i++)
        insist(bt_take_char(&answer, echo[i]));
    free(echo);
    if (alone && answer.len == 0)
        return;
    insist(!alone);
    if (answer.len > 7 && memcmp(answer.at, "\terror\t", 7) == 0)
        wanted = 2;
    else
        insist(bt_take_char(&answer, '\t') &&
               (bt_take_char(&answer, 'N') || bt_take_char(&answer, 'P')) && ++tabs);
    for (size_t i = 0; i < answer.len; i++)
        tabs += answer.at[i] == '\t';
    insist(tabs == wanted);
}

static void insist_object(struct fuzz *f, bt_span line, bt_span answer)
{
    bt_arena arena;
    const bt_json *node = NULL;

    bt_arena_init(&arena, f->ctx);
    insist(bt_json_read(&arena, answer, &node) == BT_OK);
    if (may_stand_alone(line))
        insist(bt_json_get(node, "comment"));
    else
        insist(bt_json_get(node, "outcome") || bt_json_get(node, "error"));
    bt_arena_free(&arena);
}

static void insist_answered(struct fuzz *f, bt_span input, bt_span output, bool json)
{
    bt_span line, answer;

    insist(output.len == 0 || output.at[output.len - 1] == '\n');
    if (input.len >= 3 && memcmp(input.at, "\xEF\xBB\xBF", 3) == 0)
        input = (bt_span){input.at + 3, input.len - 3};
    while (take_line(&input, &line)) {
        insist(take_line(&output, &answer));
        if (json)
            insist_object(f, line, answer);
        else
            insist_fields(line, answer);
    }
    insist(output.len == 0);
}

static void run(struct world *w, bt_span rules, bt_span input, bool json)
{
    const bt_span argv[] = {bt_span_of("solve"), rules, bt_span_of("--batch"),
                            bt_span_of("--json")};
    w->fuzz.patience = 60; /* each piece of input takes one, a long search the rest */
    int code = world_run(w, input, json ? 4 : 3, argv);
    insist(code == 0 || code == 2 || code == 3);
    if (w->fuzz.patience > 0)
        insist_answered(&w->fuzz, input, world_span(&w->out), json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct world w;
    bt_span input, rules = fuzz_first_line(data, size, &input);
    bool json = rules.len >= 5 && memcmp(rules.at, "json ", 5) == 0;
    bt_game *game = NULL;

    if (json)
        rules = (bt_span){rules.at + 5, rules.len - 5};
    world_begin(&w, MEMORY_BYTES);
    if (bt_game_new(w.fuzz.ctx, &bt_builtin, rules, &game) == BT_OK) {
        bt_game_free(game);
        run(&w, rules, input, json);
    }
    world_end(&w);
    return 0;
}
