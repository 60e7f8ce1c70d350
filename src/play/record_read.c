/* SPDX-License-Identifier: MIT
 * Records are read line by line and every move is checked: docs/formats/record.md. */
#include "play/session.h"

#include "core/grow.h"
#include "core/utf8.h"
#include "play/move_words.h"
#include "rules/rules_hash.h"

#include <string.h>

enum { SENTENCE_BYTES = 600 };

struct record {
    bt_context *ctx;
    const bt_registry *registry;
    bti_tree *tree;
    bti_judge *judge;
    bt_by by;
    bt_span rest, line;
    size_t number;        /* of the line, from 1 */
    const bt_game *rules; /* waiting for their position, or NULL */
    bool hashed;          /* it is version 2, where rules in files have a hash */
    bool has_hash;        /* of the rules that wait */
    bool has_play, has_first, has_result;
    bt_play play;
    size_t play_line, result_line;
    bool over;
    bt_player winner;
    uint32_t *open; /* the moves whose variations are being read */
    size_t opens, cap;
    size_t since; /* moves since the line or the variation began */
    uint32_t end; /* where the game ended though moves follow, or BTI_NO_NODE */
    size_t end_line;
};

static bool next_line(struct record *r)
{
    if (r->rest.len == 0)
        return false;
    const char *end = memchr(r->rest.at, '\n', r->rest.len);
    size_t len = end ? (size_t)(end - r->rest.at) : r->rest.len;
    r->line = (bt_span){r->rest.at, len};
    r->rest.at += len + (end != NULL);
    r->rest.len -= len + (end != NULL);
    if (r->line.len > 0 && r->line.at[r->line.len - 1] == '\r')
        r->line.len--;
    r->number++;
    return true;
}

static bool is_line(const struct record *r, const char *word)
{
    return bt_span_equal(r->line, bt_span_of(word));
}

/* The text after a word and a blank. */
static bool take_word(const struct record *r, const char *word, bt_span *after)
{
    size_t len = strlen(word);
    if (r->line.len <= len || r->line.at[len] != ' ' ||
        memcmp(r->line.at, word, len) != 0)
        return false;
    *after = (bt_span){r->line.at + len + 1, r->line.len - len - 1};
    return true;
}

/* The sentence of a failure, after the number of the line. */
static bt_status at_line(struct record *r, size_t line, bt_status status)
{
    char sentence[SENTENCE_BYTES] = "";
    bool of_the_line =
        status == BT_SYNTAX || status == BT_DOMAIN || status == BT_UNABLE;
    if (!of_the_line || bt_last_limit(r->ctx) != BT_LIMIT_NONE)
        return status;
    strncat(sentence, bt_message(r->ctx), sizeof sentence - 1);
    return bt_fail(r->ctx, status, "line {line} of the record: {sentence}",
                   BT_ARGS(BT_NUM("line", line), BT_STR("sentence", sentence)));
}

/* Fails by a message that has the line. */
static bt_status fail(struct record *r, bt_status status, const char *sentence)
{
    return bt_fail(r->ctx, status, sentence, BT_ARGS(BT_NUM("line", r->number)));
}

static bt_status read_rules(struct record *r, bt_span text)
{
    bti_tree *tree = r->tree;
    BT_TRY(BTI_RESERVE(r->ctx, tree->own, tree->own_cap, tree->owned + 1));
    bt_game **game = &tree->own[tree->owned];
    BT_TRY(bt_game_new(r->ctx, r->registry, text, game));
    tree->owned++;
    r->rules = *game;
    r->has_hash = false;
    return BT_OK;
}

static bool take_hash(bt_span text, uint64_t *hash)
{
    static const char hex[] = "0123456789abcdef";
    *hash = 0;
    for (size_t i = 0; i < text.len; i++) {
        const char *digit = memchr(hex, text.at[i], 16);
        if (!digit)
            return false;
        *hash = *hash << 4 | (uint64_t)(digit - hex);
    }
    return text.len == 16;
}

/* The game goes on with the rules as they are now, and whoever loads it hears of it.
 */
static bt_status read_hash(struct record *r, bt_span text)
{
    uint64_t written, now = 0;
    if (!r->rules || r->has_hash || !bti_rules_from_file(r->rules) ||
        !take_hash(text, &written))
        return fail(r, BT_SYNTAX,
                    BT_TEXT("line {line} of the record: 'hash' with 16 hexadecimal "
                            "digits stands once after rules from a file"));
    r->has_hash = true;
    BT_TRY(bti_rules_hash(r->ctx, r->rules, &now));
    if (now != written && !r->tree->changed)
        r->tree->changed = r->rules->name;
    return BT_OK;
}

static bt_status read_position(struct record *r, bt_span text)
{
    const bt_game *rules = r->rules;
    if (r->hashed && bti_rules_from_file(rules) && !r->has_hash)
        return bt_fail(r->ctx, BT_SYNTAX,
                       "the line 'hash' is missing after the rules from a file",
                       BT_NO_ARGS);
    r->rules = NULL;
    return bt_sum_add(r->ctx, &r->tree->sum, rules, text);
}

static bool player_of(bt_span word, bt_player *player)
{
    *player = bt_span_equal(word, bt_span_of("II")) ? BT_PLAYER_II : BT_PLAYER_I;
    return *player == BT_PLAYER_II || bt_span_equal(word, bt_span_of("I"));
}

static bt_status read_player(struct record *r, bt_span text)
{
    bt_player player = BT_PLAYER_I;
    const char *blank = text.len ? memchr(text.at, ' ', text.len) : NULL;
    size_t len = blank ? (size_t)(blank - text.at) : 0;
    if (!blank || !player_of((bt_span){text.at, len}, &player) || text.len == len + 1)
        return fail(
            r, BT_SYNTAX,
            BT_TEXT(
                "line {line} of the record: a player is I or II, followed by a name"));
    if (r->tree->player[player])
        return fail(
            r, BT_SYNTAX,
            BT_TEXT("line {line} of the record: this player already has a line"));
    if (memchr(text.at, 0, text.len))
        return fail(
            r, BT_SYNTAX,
            BT_TEXT("line {line} of the record: a name cannot contain a zero byte"));
    r->tree->player[player] = bt_arena_copy(
        &r->tree->arena, (bt_span){text.at + len + 1, text.len - len - 1});
    return r->tree->player[player] ? BT_OK : bt_last_status(r->ctx);
}

static bt_status read_play(struct record *r, bt_span text)
{
    r->play = bt_span_equal(text, bt_span_of("misere")) ? BT_MISERE : BT_NORMAL;
    if (r->has_play ||
        (r->play == BT_NORMAL && !bt_span_equal(text, bt_span_of("normal"))))
        return fail(r, BT_SYNTAX,
                    BT_TEXT("line {line} of the record: exactly one line 'play normal' "
                            "or 'play misere' is expected"));
    r->has_play = true;
    r->play_line = r->number;
    return BT_OK;
}

static bt_status read_first(struct record *r, bt_span text)
{
    if (r->has_first || !player_of(text, &r->tree->first))
        return fail(r, BT_SYNTAX,
                    BT_TEXT("line {line} of the record: exactly one line 'first I' or "
                            "'first II' is expected"));
    r->has_first = true;
    return BT_OK;
}

static bt_status read_result(struct record *r, bt_span text)
{
    bool draw = bt_span_equal(text, bt_span_of("draw"));
    r->over = !bt_span_equal(text, bt_span_of("open"));
    if (r->has_result || (r->over && !draw && !player_of(text, &r->winner)))
        return fail(r, BT_SYNTAX,
                    BT_TEXT("line {line} of the record: exactly one line 'result' is "
                            "expected, with I, II, draw or open"));
    if (draw)
        r->winner = BT_NO_PLAYER;
    r->has_result = true;
    r->result_line = r->number;
    return BT_OK;
}

static bt_status read_header(struct record *r)
{
    bt_span text;
    if (take_word(r, "rules", &text))
        return r->rules ? fail(r, BT_SYNTAX,
                               BT_TEXT("line {line} of the record: the position for "
                                       "the rules above is missing"))
                        : at_line(r, r->number, read_rules(r, text));
    if (r->hashed && take_word(r, "hash", &text))
        return read_hash(r, text);
    if (take_word(r, "position", &text))
        return r->rules ? at_line(r, r->number, read_position(r, text))
                        : fail(r, BT_SYNTAX,
                               BT_TEXT("line {line} of the record: the line "
                                       "'position' must come after the line 'rules'"));
    if (take_word(r, "play", &text))
        return read_play(r, text);
    if (take_word(r, "player", &text))
        return read_player(r, text);
    if (take_word(r, "first", &text))
        return read_first(r, text);
    if (take_word(r, "result", &text))
        return read_result(r, text);
    return bt_fail(r->ctx, BT_SYNTAX,
                   "line {line} of the record: {text} is neither a header (rules, "
                   "position, play, player, first, result) nor the line 'moves'",
                   BT_ARGS(BT_NUM("line", r->number), BT_QUOTE("text", r->line)));
}

static bt_status read_headers(struct record *r)
{
    bt_span version;
    if (!next_line(r) || !take_word(r, "bouton record", &version))
        return bt_fail(
            r->ctx, BT_SYNTAX,
            "this is not a record of a game: it does not begin with 'bouton record 1'",
            BT_NO_ARGS);
    r->hashed = bt_span_equal(version, bt_span_of("2"));
    if (!r->hashed && !bt_span_equal(version, bt_span_of("1")))
        return bt_fail(r->ctx, BT_UNABLE,
                       "this record has version {version}, and this program reads "
                       "versions 1 and 2",
                       BT_ARGS(BT_QUOTE("version", version)));
    for (;;) {
        if (!next_line(r))
            return fail(r, BT_SYNTAX,
                        BT_TEXT("line {line} of the record: the record ends before the "
                                "line 'moves'"));
        if (is_line(r, "moves"))
            break;
        if (r->line.len > 0 && r->line.at[0] != '#')
            BT_TRY(read_header(r));
    }
    if (r->rules || r->tree->sum.n == 0)
        return fail(r, BT_SYNTAX,
                    BT_TEXT("line {line} of the record: the rules and the "
                            "position must come before the moves"));
    if (r->has_play && r->play != r->tree->sum.part[0].game->play)
        return bt_fail(
            r->ctx, BT_DOMAIN,
            "line {line} of the record: the rules {rules} are not for this play",
            BT_ARGS(BT_NUM("line", r->play_line),
                    BT_STR("rules", r->tree->sum.part[0].game->name)));
    return BT_OK;
}

static bt_status open_variation(struct record *r)
{
    if (r->since == 0)
        return fail(r, BT_SYNTAX,
                    BT_TEXT("line {line} of the record: a variation stands after the "
                            "move that it replaces"));
    BT_TRY(BTI_RESERVE(r->ctx, r->open, r->cap, r->opens + 1));
    r->open[r->opens++] = r->tree->at;
    bti_tree_up(r->tree);
    r->since = 0;
    return BT_OK;
}

static bt_status close_variation(struct record *r)
{
    if (r->opens == 0)
        return fail(
            r, BT_SYNTAX,
            BT_TEXT(
                "line {line} of the record: ']' closes a variation, but none is open"));
    if (r->since == 0)
        return fail(
            r, BT_SYNTAX,
            BT_TEXT("line {line} of the record: a variation has at least one move"));
    bti_tree_go(r->tree, r->open[--r->opens]);
    r->since = 1; /* a variation stands after a move */
    return BT_OK;
}

static bt_status read_move(struct record *r, bt_span text, bool words)
{
    bti_kept move;
    bt_text why;
    bool found = true;
    bti_kept_init(&move, r->ctx);
    bt_text_init(&why, r->ctx);
    bt_status status =
        words ? bti_understand(r->judge, &r->tree->sum, text, BTI_IN_RECORD, &move,
                               &found, &why)
              : bti_move_to(r->judge, &r->tree->sum, text, BTI_IN_RECORD, &move);
    if (status == BT_OK && !found)
        status = bt_fail(r->ctx, BT_DOMAIN, "{why}",
                         BT_ARGS(BT_STR("why", bt_text_chars(&why))));
    status = at_line(r, r->number, status);
    if (status == BT_OK)
        status = bti_tree_play(r->tree, &move);
    r->since++;
    bt_text_free(&why);
    bti_kept_free(&move);
    return status;
}

static bt_status read_comment(struct record *r)
{
    size_t skip = r->line.len > 1 && r->line.at[1] == ' ' ? 2 : 1;
    bt_span text = {r->line.at + skip, r->line.len - skip};
    if (text.len > 0 && memchr(text.at, 0, text.len))
        return fail(
            r, BT_SYNTAX,
            BT_TEXT("line {line} of the record: a comment cannot contain a zero byte"));
    return bti_tree_add_comment(r->tree, text);
}

static bt_status read_over(struct record *r)
{
    if (r->opens > 0)
        return fail(
            r, BT_SYNTAX,
            BT_TEXT("line {line} of the record: 'over' cannot stand in a variation"));
    if (r->end != BTI_NO_NODE)
        return fail(r, BT_SYNTAX,
                    BT_TEXT("line {line} of the record: the game was already over"));
    r->end = r->tree->at;
    r->end_line = r->number;
    return BT_OK;
}

static bt_status read_moves(struct record *r)
{
    bt_span text;
    while (next_line(r)) {
        if (bt_stopped(r->ctx))
            return BT_STOPPED;
        if (is_line(r, "end"))
            return r->opens == 0 ? BT_OK
                                 : fail(r, BT_SYNTAX,
                                        BT_TEXT("line {line} of the record: a "
                                                "variation is not closed"));
        if (r->line.len == 0)
            continue;
        if (r->line.at[0] == '#')
            BT_TRY(read_comment(r));
        else if (is_line(r, "["))
            BT_TRY(open_variation(r));
        else if (is_line(r, "]"))
            BT_TRY(close_variation(r));
        else if (is_line(r, "over"))
            BT_TRY(read_over(r));
        else if (take_word(r, "to", &text))
            BT_TRY(read_move(r, text, false));
        else if (take_word(r, "move", &text))
            BT_TRY(read_move(r, text, true));
        else
            return bt_fail(
                r->ctx, BT_SYNTAX,
                "line {line} of the record: {text} is none of 'to POSITION', 'move "
                "WORDS', '[', ']', 'over', '# COMMENT' and 'end'",
                BT_ARGS(BT_NUM("line", r->number), BT_QUOTE("text", r->line)));
    }
    return fail(
        r, BT_SYNTAX,
        BT_TEXT("line {line} of the record: the record ends without the line 'end'"));
}

static bt_status check_end(struct record *r)
{
    bti_tree *tree = r->tree;
    bool terminal = false;
    while (next_line(r))
        if (r->line.len > 0)
            return fail(
                r, BT_SYNTAX,
                BT_TEXT(
                    "line {line} of the record: nothing may follow the line 'end'"));
    if (r->end != BTI_NO_NODE)
        bti_tree_go(tree, r->end);
    BT_TRY(bt_terminal(&tree->sum, &terminal));
    bt_player winner = bti_tree_winner(tree);
    if (r->end != BTI_NO_NODE && (terminal || !r->over))
        return bt_fail(
            r->ctx, BT_DOMAIN,
            terminal
                ? "line {line} of the record: 'over' stands for a resignation or an "
                  "agreed draw, but here no move is left"
                : "line {line} of the record: 'over' stands for a resignation or an "
                  "agreed draw, so the line 'result' must say who won",
            BT_ARGS(BT_NUM("line", r->end_line)));
    if (terminal && r->has_result && (!r->over || r->winner != winner))
        return bt_fail(r->ctx, BT_DOMAIN,
                       "line {line} of the record: after these moves the result is "
                       "{winner, select, "
                       "yes {'I'} other {'II'}}",
                       BT_ARGS(BT_NUM("line", r->result_line),
                               BT_TRUE("winner", winner == BT_PLAYER_I)));
    tree->over = r->over && !terminal;
    tree->winner = r->winner;
    return BT_OK;
}

/* What was legal once need not be so under rules that have changed. */
static bt_status add_changed(struct record *r, bt_status status)
{
    char sentence[SENTENCE_BYTES] = "";
    if (!r->tree->changed || status != BT_DOMAIN)
        return status;
    strncat(sentence, bt_message(r->ctx), sizeof sentence - 1);
    return bt_fail(
        r->ctx, status,
        "{sentence} (the rules in {file} have changed since the record was written)",
        BT_ARGS(BT_STR("sentence", sentence), BT_STR("file", r->tree->changed)));
}

bt_status bti_record_read(bt_context *ctx, const bt_registry *registry, bt_by by,
                          bt_span text, bti_tree *tree, bti_judge *judge)
{
    size_t mark = bti_utf8_mark(text.at, text.len);
    struct record r = {.ctx = ctx,
                       .registry = registry,
                       .tree = tree,
                       .judge = judge,
                       .by = by,
                       .rest = {text.at + mark, text.len - mark},
                       .winner = BT_NO_PLAYER,
                       .end = BTI_NO_NODE};
    bti_tree_init(tree, ctx);
    *judge = (bti_judge){.ctx = ctx};
    bt_status status = read_headers(&r);
    if (status == BT_OK)
        status = bti_tree_root(tree);
    if (status == BT_OK)
        status = bti_judge_init(judge, ctx, by, false, &tree->sum);
    if (status == BT_OK)
        status = read_moves(&r);
    if (status == BT_OK)
        status = check_end(&r);
    bt_release(ctx, r.open, r.cap * sizeof *r.open);
    if (status != BT_OK) {
        status = add_changed(&r, status);
        bti_judge_free(judge);
        bti_tree_free(tree);
    }
    return status;
}
