/* SPDX-License-Identifier: MIT
 * bouton play: lines from standard input go to a session, what it says goes to standard
 * output. Everything is written before a line is waited for. With --json every line is
 * answered by one line of JSON. A page keeps the game instead and answers itself. */
#include "commands/parts.h"

#include "core/quote.h"
#include "play/session.h"

#include <string.h>

enum { PIECE = 4096, LONGEST_LINE = 1 << 24 };

/* Standard input, line by line. */
struct lines {
    bti_call *call;
    bt_text bytes; /* read and not yet used up */
    size_t used;
    bool ended;
};

static bt_status read_more(struct lines *l)
{
    size_t got = 0;
    bt_text *bytes = &l->bytes;
    if (l->used > 0) {
        memmove(bytes->at, bytes->at + l->used, bytes->len - l->used);
        bytes->len -= l->used;
        l->used = 0;
    }
    if (bytes->len > LONGEST_LINE)
        return bt_fail(l->call->ctx, BT_UNABLE,
                       "a line is longer than {most} MB, and no move is",
                       BT_ARGS(BT_NUM("most", (uint64_t)(LONGEST_LINE >> 20))));
    char *at = bt_text_reserve(bytes, PIECE);
    if (!at)
        return bt_text_status(bytes);
    bt_source *input = l->call->io->input;
    BT_TRY(input->read(input, l->call->ctx, at, PIECE, &got));
    bytes->len += got;
    bytes->at[bytes->len] = 0;
    l->ended = got == 0;
    return BT_OK;
}

/* *line is valid until the next call; *more is false at the end of the input. */
static bt_status next_line(struct lines *l, bt_span *line, bool *more)
{
    for (;;) {
        bt_span rest = {bt_text_chars(&l->bytes) + l->used, l->bytes.len - l->used};
        const char *end = rest.len ? memchr(rest.at, '\n', rest.len) : NULL;
        if (end || l->ended) {
            size_t len = end ? (size_t)(end - rest.at) : rest.len;
            *line = (bt_span){rest.at, len};
            *more = end || len > 0;
            l->used += len + (end != NULL);
            return BT_OK;
        }
        if (bt_stopped(l->call->ctx))
            return BT_STOPPED;
        BT_TRY(read_more(l));
    }
}

/* Whoever sits at a terminal meets another game every time, with a number below a
 * million that can be typed after --seed; through a pipe all games are the same. */
static bt_status draw_seed(bti_call *call, uint64_t *seed)
{
    bt_source *source = NULL;
    unsigned char bytes[4] = {0};
    size_t got = 0;
    bt_status status = bt_open_source(call->ctx, bt_span_of("/dev/urandom"), &source);
    if (status == BT_OK) {
        status = source->read(source, call->ctx, (char *)bytes, sizeof bytes, &got);
        source->close(source);
    }
    *seed = 0;
    for (size_t i = 0; i < got && status == BT_OK; i++)
        *seed = *seed << 8 | bytes[i];
    *seed %= 1000000;
    return status == BT_NOMEM || status == BT_STOPPED ? status : BT_OK;
}

/* Whether the seed is drawn, and the person has to be told. */
static bool draws_seed(const bti_call *call)
{
    return call->io->terminal && !bti_given(call, BTI_SEED) &&
           !bti_given(call, BTI_NEIGHBOUR) && !bti_given(call, BTI_JSON);
}

static bt_status read_how(bti_call *call, bt_session_how *how)
{
    static const char *const levels[] = {"perfect", "slips", "random"};
    *how = (bt_session_how){.neighbour = bti_given(call, BTI_NEIGHBOUR),
                            .seed = call->seed,
                            .by = call->by,
                            .quiet = bti_given(call, BTI_JSON),
                            .colour = call->io->colour && !bti_given(call, BTI_JSON)};
    bool known = !bti_given(call, BTI_LEVEL);
    for (unsigned i = 0; i < 3 && !known; i++) {
        known = bt_span_equal(call->level, bt_span_of(levels[i]));
        how->level = (bt_level)i;
    }
    if (!known)
        return bt_fail(call->ctx, BT_SYNTAX,
                       "--level takes perfect, slips or random, not {level}",
                       BT_ARGS(BT_QUOTE("level", call->level)));
    if (how->neighbour && bti_given(call, BTI_LEVEL))
        return bt_fail(
            call->ctx, BT_SYNTAX,
            "--level is for the computer, which does not play against a neighbour",
            BT_NO_ARGS);
    return draws_seed(call) ? draw_seed(call, &how->seed) : BT_OK;
}

static bt_status read_first(bti_call *call, bt_session_how *how)
{
    bt_span first = call->first;
    if (!bti_given(call, BTI_FIRST) || bt_span_equal(first, bt_span_of("I")) ||
        (how->neighbour && bt_span_equal(first, bt_span_of("1"))) ||
        (!how->neighbour && bt_span_equal(first, bt_span_of("me"))))
        return BT_OK;
    how->first = BT_PLAYER_II;
    if (bt_span_equal(first, bt_span_of("II")) ||
        (how->neighbour && bt_span_equal(first, bt_span_of("2"))) ||
        (!how->neighbour && bt_span_equal(first, bt_span_of("computer"))))
        return BT_OK;
    return bt_fail(call->ctx, BT_SYNTAX,
                   how->neighbour
                       ? BT_TEXT("--first takes 1 or 2, not {first}")
                       : BT_TEXT("--first takes me or computer, not {first}"),
                   BT_ARGS(BT_QUOTE("first", first)));
}

static bt_status answer_lines(bti_call *call, struct lines *lines, bt_session *session)
{
    bool more = true, quit = false;
    bt_span line;
    BT_TRY(bt_session_answer(session, NULL, &call->out, &quit));
    while (!quit) {
        BT_TRY(bti_flush(call));
        BT_TRY(next_line(lines, &line, &more));
        if (!more)
            break;
        BT_TRY(bt_session_answer(session, &line, &call->out, &quit));
    }
    return BT_OK;
}

static bt_status prompt(bti_call *call)
{
    if (call->io->terminal)
        bt_text_put(&call->out, "> ");
    return bti_flush(call);
}

static bt_status play_lines(bti_call *call, struct lines *lines, bt_session *session,
                            uint64_t seed)
{
    bool more = true, quit = false;
    bt_span line;
    BT_TRY(bt_session_begin(session, &call->out));
    for (;;) {
        BT_TRY(prompt(call));
        BT_TRY(next_line(lines, &line, &more));
        if (!more) {
            bt_text_put(&call->out, call->io->terminal ? "\n" : "");
            break;
        }
        BT_TRY(bt_session_line(session, line, &call->out, &quit));
        if (quit)
            break;
    }
    BT_TRY(bt_session_end(session, &call->out));
    if (draws_seed(call))
        bt_say(&call->out,
               "With --seed {seed} and the same moves the computer plays like this "
               "again.\n",
               BT_ARGS(BT_NUM("seed", seed)));
    return bt_text_status(&call->out);
}

static bt_status check_words(bti_call *call)
{
    for (size_t i = 0; i < call->words; i++)
        if (!call->word[i].literal &&
            bt_span_equal(call->word[i].text, bt_span_of("-")))
            return bt_fail(call->ctx, BT_SYNTAX,
                           "play reads moves from standard input, so the position "
                           "cannot come from there; write it, or @FILE",
                           BT_NO_ARGS);
    return BT_OK;
}

static bt_status play(bti_call *call, bt_session *session, uint64_t seed)
{
    struct lines lines = {.call = call};
    if (!call->io->input)
        return bt_fail(call->ctx, BT_UNABLE,
                       "there is no standard input here from which moves could be read",
                       BT_NO_ARGS);
    bt_text_init(&lines.bytes, call->ctx);
    bt_status status = bti_given(call, BTI_JSON)
                           ? answer_lines(call, &lines, session)
                           : play_lines(call, &lines, session, seed);
    bt_text_free(&lines.bytes);
    return status;
}

/* The session goes over to the caller, with the games that it was made from. */
static bt_status hand_over(bti_call *call, bti_parts *parts, bt_session **session)
{
    bool quit;
    BT_TRY(bti_session_own(*session, parts->game, parts->games));
    parts->games = 0;
    BT_TRY(bt_session_answer(*session, NULL, &call->out, &quit));
    BT_TRY(bti_flush(call));
    call->io->keep_game(call->io->self, *session);
    *session = NULL;
    return BT_OK;
}

static bt_status run_play(bti_call *call)
{
    bti_parts parts;
    bt_session_how how;
    bt_session *session = NULL;
    BT_TRY(read_how(call, &how));
    BT_TRY(read_first(call, &how));
    BT_TRY(check_words(call));
    BT_TRY(bti_parts_read_start(call, &parts));
    bt_status status =
        bt_session_new(call->ctx, call->registry, &parts.sum, how, &session);
    if (status == BT_OK && parts.games == 1 && parts.chosen)
        status = bti_better_start(session);
    if (status == BT_OK && call->io->keep_game && bti_given(call, BTI_JSON))
        status = hand_over(call, &parts, &session);
    else if (status == BT_OK)
        status = play(call, session, how.seed);
    bt_session_free(session);
    bti_parts_free(call, &parts);
    return status;
}

static const char *const usage[] = {
    "play RULES [POSITION] [+ RULES [POSITION]]...",
    NULL,
};

static const char *const examples[] = {
    "play nim",
    "play nim 14,9,7,5,2 --level slips --first computer",
    "play nim 1,4,4 --neighbour",
    NULL,
};

const bti_command bti_command_play = {
    .name = "play",
    .usage = usage,
    .summary = "against the computer or a neighbour, in the terminal",
    .help =
        "Plays one game after another and keeps the score. Without a position the "
        "game\n"
        "begins with the first example of its rules, or beside it if whoever begins\n"
        "would lose. Moves are typed as they are said (take 5 from 1, 14 to 9), as "
        "the\n"
        "position that they leave (9,9,7,5,2), or as their number in the list of "
        "moves.\n"
        "'help' lists the commands: hints in steps, undo with variations, a review of\n"
        "the game, records of games in files.\n"
        "\n"
        "The computer wins what can be won, keeps a draw, and resists where it is "
        "lost;\n"
        "with --level slips it lets the win go sometimes. With the same --seed and "
        "the\n"
        "same lines the same game is played; without it a terminal draws one and "
        "says\n"
        "it at the end. Moves may come through a pipe, one a line; the end of the "
        "input\n"
        "ends the game. With --json every line is answered by one line of JSON with "
        "all\n"
        "there is to know about the game.",
    .options = BTI_BIT(BTI_LEVEL) | BTI_BIT(BTI_FIRST) | BTI_BIT(BTI_NEIGHBOUR) |
               BTI_BIT(BTI_SEED) | BTI_BIT(BTI_POSITION) | BTI_BIT(BTI_BY) |
               BTI_BIT(BTI_MEMORY) | BTI_BIT(BTI_JSON),
    .examples = examples,
    .run = run_play,
};
