/* SPDX-License-Identifier: MIT
 * No command shows a control character that came from a file, an argument or standard
 * input: not the ones of terminals, not marks for the direction of writing, and nothing
 * that is not UTF-8. Every trial below is a command line with its files; '@' stands for
 * the poison, which is tried in many forms. Whatever a command then writes to standard
 * output or standard error is looked at byte by byte. */
#include "check.h"
#include "commands/call.h"
#include "core/tame.h"
#include "core/utf8.h"

#include <bouton/all.h>

#include <stdlib.h>
#include <string.h>

enum { FILES = 2, WORDS = 8, TEXT = 4096 };

struct trial {
    const char *words; /* of the command line, between bars */
    const char *input; /* standard input, or NULL */
    const char *file[FILES][2];
    bool shows; /* the place of the poison is shown as ?, in the answer or the error */
};

#define GAME "vars n\nmove n' < n & n - n' <= 3\nclaim 4 | n\n"
#define TITLED "game ti@tle\n" GAME
#define RECORD "bouton record 1\nrules nim\nposition 2,1\nplayer I pe@rson\n"

static const struct trial trials[] = {
    {.words = "so@lve|nim|3", .shows = true},
    {.words = "solve|ni@m|3", .shows = true},
    {.words = "solve|nim/mis@ere|3", .shows = true},
    {.words = "solve|subtraction:1,@|3", .shows = true},
    {.words = "solve|nim|3,@", .shows = true},
    {.words = "solve|nim|--position|3,@", .shows = true},
    {.words = "solve|nim|3|+|@|4", .shows = true},
    {.words = "solve|nim|3|--ro@tten", .shows = true},
    {.words = "solve|nim|3|--by|@", .shows = true},
    {.words = "solve|nim|3|--memory=@", .shows = true},
    {.words = "solve|nim|3|--threads|@", .shows = true},
    {.words = "solve|nim|3|--json|--by|@"},
    {.words = "solve|nim|@no@where", .shows = true},
    {.words = "solve|nim|@here", .file = {{"here", "3,@"}}, .shows = true},
    {.words = "solve|nim|-", .input = "3,@", .shows = true},
    {.words = "solve|nim|3|--from|no@where", .shows = true},
    {.words = "solve|nim|3|--table|ta@ble", .shows = true},
    {.words = "solve|nim|3|--from|t", .file = {{"t", "%@"}}, .shows = true},
    {.words = "solve|nim|3|--from|t", .file = {{"t", "@"}}},
    {.words = "solve|nim|--batch", .input = "3,@4\n@\n1,2\t@\n", .shows = true},
    {.words = "solve|nim|--batch|--json", .input = "3,@4\n@\n"},
    {.words = "solve|nim|--batch|no@where", .shows = true},
    {.words = "solve|nim|--batch|in", .file = {{"in", "@ 3\n"}}, .shows = true},
    {.words = "solve|a@b.game|5", .file = {{"a@b.game", GAME}}, .shows = true},
    {.words = "solve|game:a@b|5|--json", .file = {{"a@b", GAME}}},
    {.words = "solve|a@b.game|5|--batch", .input = "5\n", .shows = true},
    {.words = "solve|a.game|5",
     .file = {{"a.game", GAME "move n' @ n\n"}},
     .shows = true},
    {.words = "solve|a.game|5",
     .file = {{"a.game", "vars n@\nmove n' < n\n"}},
     .shows = true},
    {.words = "solve|a.game|5", .file = {{"a.game", "@ n\n"}}, .shows = true},
    {.words = "moves|a@b.game|5", .file = {{"a@b.game", TITLED}}, .shows = true},
    {.words = "moves|a.game|5|--json", .file = {{"a.game", TITLED}}},
    {.words = "explain|a@b.game|5", .file = {{"a@b.game", TITLED}}, .shows = true},
    {.words = "explain|a.game|5|--json", .file = {{"a.game", TITLED}}},
    {.words = "table|a@b.game|0..9", .file = {{"a@b.game", TITLED}}, .shows = true},
    {.words = "table|a@b.game|0..9|--tsv", .file = {{"a@b.game", TITLED}}},
    {.words = "table|nim|0..@", .shows = true},
    {.words = "graph|a@b.game|5", .file = {{"a@b.game", TITLED}}, .shows = true},
    {.words = "graph|a@b.game|5|--steps",
     .file = {{"a@b.game", TITLED}},
     .shows = true},
    {.words = "graph|a.game|5|--json", .file = {{"a.game", TITLED}}},
    {.words = "graph|nim|2|-o|pic@ture.bad", .shows = true},
    {.words = "graph|nim|2|--labels|@", .shows = true},
    {.words = "graph|g.dot",
     .file = {{"g.dot", "digraph { \"a@b\" -> c }"}},
     .shows = true},
    {.words = "graph|g.dot|--steps",
     .file = {{"g.dot", "digraph { \"a@b\" -> c }"}},
     .shows = true},
    {.words = "graph|g.dot|--json", .file = {{"g.dot", "digraph { \"a@b\" -> c }"}}},
    {.words = "moves|g.dot|b",
     .file = {{"g.dot", "digraph { b -> \"a@\" }"}},
     .shows = true},
    {.words = "solve|g.dot|b@",
     .file = {{"g.dot", "digraph { b -> c }"}},
     .shows = true},
    {.words = "solve|graph:g@|b", .file = {{"g@", "a b\n"}}, .shows = true},
    {.words = "label|g", .file = {{"g", "a@b c\n"}}, .shows = true},
    {.words = "label|g", .file = {{"g", "digraph { \"a@b\" -> c }"}}, .shows = true},
    {.words = "label|g",
     .file = {{"g", "{\"edges\":[[\"a@b\",\"c\"]]}"}},
     .shows = true},
    {.words = "label|g", .file = {{"g", "a b c@\n"}}, .shows = true},
    {.words = "label|g", .file = {{"g", "digraph { a @ b }"}}},
    {.words = "label|-|--json", .input = "a@b c\n"},
    {.words = "label|no@where", .shows = true},
    {.words = "label|g|-o|o@ut", .file = {{"g", "a b\n"}}, .shows = true},
    {.words = "prove|a@b.game", .file = {{"a@b.game", GAME}}, .shows = true},
    {.words = "prove|a.game", .file = {{"a.game", TITLED}}},
    {.words = "prove|a.game|--json", .file = {{"a.game", TITLED}}},
    {.words = "prove|a.game|--claim|4 | n@", .file = {{"a.game", GAME}}, .shows = true},
    {.words = "prove|a.game|--certificate|c@", .file = {{"a.game", TITLED}}},
    {.words = "discover|a@b.game", .file = {{"a@b.game", TITLED}}, .shows = true},
    {.words = "check|c",
     .file = {{"c", "bouton certificate 1\ngame a@b\n%c"}},
     .shows = true},
    {.words = "check|c|--json", .file = {{"c", "bouton certificate 1\ngame a@b\n%c"}}},
    {.words = "check|c", .file = {{"c", "bouton certificate @\n"}}},
    {.words = "check|c", .file = {{"c", "bouton certificate 1\ngame a\nva@rs n\n"}}},
    {.words = "check|c", .file = {{"c", "bouton certificate 1\ngame a\nvars @\n"}}},
    {.words = "check|no@where", .shows = true},
    {.words = "demo|a@b.game|5", .file = {{"a@b.game", TITLED}}, .shows = true},
    {.words = "demo|nim|@", .shows = true},
    {.words = "play|a.game|5",
     .input = "help\nrules\nboard\n2\nmoves\n",
     .file = {{"a.game", TITLED}},
     .shows = true},
    {.words = "play|nim|2,1",
     .input = "@\ntake a@b\nnote a@b\nhint\nsave s@\nload @\n",
     .shows = true},
    {.words = "play|nim|2,1|--json", .input = "@\ntake @\nnote a@b\nload @\n"},
    {.words = "play|nim|2,1",
     .input = "load r\nboard\nreview\nvariations\nredo\n",
     .file = {{"r", RECORD "moves\n# no@te\nto 1,1\n# an@other\nend\n"}}},
    {.words = "play|nim|2,1|--json",
     .input = "load r\nreview\n",
     .file = {{"r", RECORD "moves\n# no@te\nto 1,1\n# an@other\nend\n"}}},
    {.words = "play|nim|2,1",
     .input = "load r\n",
     .file = {{"r", RECORD "moves\nto 1,@\nend\n"}},
     .shows = true},
    {.words = "play|nim|2,1",
     .input = "load r\n",
     .file = {{"r", "bouton record @\n"}},
     .shows = true},
    {.words = "play|nim|--level|@", .shows = true},
    {.words = "serve|--port|@", .shows = true},
    {.words = "serve|--page|@"},
    {.words = "games|@", .shows = true},
    {.words = "nim-product|3|@", .shows = true},
    {.words = "board|nim|@", .shows = true},
    {.words = "tour|@"},
    {.words = "help|@", .shows = true},
};

/* The body of a certificate that is right, behind its line `game`; and the beginning of
 * a table up to the length of the name, which is 200. */
static const char certificate[] =
    "vars n\ndigits binary\nmove n' < n & n - n' <= 3\nclaim 4 | n\nmeasure n\ndrop 1\n"
    "automaton 4\naccept 0 1 3\ntrack n 1 2 3 2 2 2 3 3\nstates 0 1 2 3\nend\n";
static const char table_head[] = "\x89"
                                 "BTTAB\r\n\1\0\0\0\1\0\0\0\0\0\0\0\1\0\0\0\xC8\0\0\0";

struct bytes {
    char at[TEXT];
    size_t len;
};

static void put(struct bytes *to, const char *at, size_t len)
{
    if (len > sizeof to->at - to->len)
        abort();
    memcpy(to->at + to->len, at, len);
    to->len += len;
}

static struct bytes filled(const char *text, bt_span poison)
{
    struct bytes b = {.len = 0};
    for (; *text; text++) {
        if (*text == '@') {
            put(&b, poison.at, poison.len);
        } else if (*text == '%' && text[1] == 'c') {
            put(&b, certificate, sizeof certificate - 1);
            text++;
        } else if (*text == '%') {
            put(&b, table_head, sizeof table_head - 1);
            for (int i = 0; i < 20; i++)
                put(&b, "a long na.", 10);
            b.len -= 200;
            put(&b, poison.at, poison.len);
            b.len += 200 - poison.len;
            text++;
        } else {
            put(&b, text, 1);
        }
    }
    return b;
}

/* The world of one trial. */
struct world {
    const struct trial *trial;
    bt_span poison;
    struct bytes input;
    char *out;
    size_t len, cap;
};

struct memory {
    bt_source source;
    struct bytes bytes;
    size_t at;
};

static bt_status read_memory(bt_source *source, bt_context *ctx, char *buffer,
                             size_t cap, size_t *got)
{
    struct memory *m = (struct memory *)source;
    (void)ctx;
    *got = m->bytes.len - m->at < cap ? m->bytes.len - m->at : cap;
    memcpy(buffer, m->bytes.at + m->at, *got);
    m->at += *got;
    return BT_OK;
}

static void close_memory(bt_source *source)
{
    free(source);
}

static bt_source *source_of(struct bytes bytes)
{
    struct memory *m = malloc(sizeof *m);
    if (!m)
        abort();
    *m = (struct memory){{read_memory, close_memory}, bytes, 0};
    return &m->source;
}

static bt_status open_file(void *self, bt_context *ctx, const char *name,
                           bt_source **out)
{
    struct world *w = self;
    for (int i = 0; i < FILES && w->trial->file[i][0]; i++) {
        struct bytes known = filled(w->trial->file[i][0], w->poison);
        if (bt_span_equal(bt_span_of(name), (bt_span){known.at, known.len})) {
            *out = source_of(filled(w->trial->file[i][1], w->poison));
            return BT_OK;
        }
    }
    return bt_fail(ctx, BT_DOMAIN, "cannot open '{name}': it is not there",
                   BT_ARGS(BT_STR("name", name)));
}

static bt_status store_write(bt_store *store, bt_context *ctx, const void *bytes,
                             size_t len)
{
    (void)store;
    (void)ctx;
    (void)bytes;
    (void)len;
    return BT_OK;
}

static bt_status store_commit(bt_store *store, bt_context *ctx)
{
    (void)store;
    (void)ctx;
    return BT_OK;
}

static void store_abandon(bt_store *store)
{
    (void)store;
}

static bt_status open_store(void *self, bt_context *ctx, const char *name,
                            bt_store **out)
{
    static bt_store store = {store_write, store_commit, store_abandon};
    (void)self;
    (void)ctx;
    (void)name;
    *out = &store;
    return BT_OK;
}

static void *resize(void *self, void *old, size_t old_bytes, size_t new_bytes)
{
    return bt_host_posix()->resize(self, old, old_bytes, new_bytes);
}

static bt_status write_out(void *self, bt_context *ctx, bt_stream stream,
                           const char *bytes, size_t len)
{
    struct world *w = self;
    (void)ctx;
    (void)stream;
    if (len > w->cap - w->len) {
        w->cap = 2 * (w->cap + len);
        w->out = realloc(w->out, w->cap);
        if (!w->out)
            abort();
    }
    memcpy(w->out + w->len, bytes, len);
    w->len += len;
    return BT_OK;
}

/* Runs the trial; what it wrote, to either stream, stays in w->out. */
static void run(struct world *w, bool colour)
{
    bt_host host = {.size = sizeof(bt_host),
                    .self = w,
                    .resize = resize,
                    .open_source = open_file,
                    .open_store = open_store};
    bt_context *ctx = bt_context_new(&host, 64 << 20);
    bt_source *input =
        source_of(filled(w->trial->input ? w->trial->input : "", w->poison));
    bt_io io = {.size = sizeof(bt_io),
                .self = w,
                .write = write_out,
                .input = input,
                .colour = colour};
    struct bytes words = {.len = 0};
    bt_span word[WORDS];
    size_t count = 0, from = 0;
    for (const char *at = w->trial->words;; at++)
        if (*at == '@') {
            put(&words, w->poison.at, w->poison.len);
        } else if (*at == '|' && at[1] != ' ') {
            word[count++] = (bt_span){words.at + from, words.len - from};
            from = words.len;
        } else if (*at) {
            put(&words, at, 1);
        } else {
            word[count++] = (bt_span){words.at + from, words.len - from};
            break;
        }
    w->len = 0;
    bt_command_run(ctx, &bt_builtin, &io, count, word);
    input->close(input);
    bt_context_free(ctx);
}

/* What should not be there; the escape of a colour is counted instead. */
static const char *first_bad(const struct world *w, size_t *escapes)
{
    *escapes = 0;
    for (size_t i = 0, step; i < w->len; i += step) {
        bool well_formed;
        step = bti_utf8_step(w->out + i, w->len - i, &well_formed);
        if (!well_formed)
            return "a byte that is not UTF-8";
        if (w->out[i] == 27 && w->len - i > 2 && w->out[i + 1] == '[')
            ++*escapes;
        else if (w->out[i] != '\n' && w->out[i] != '\t' &&
                 bti_controls(w->out + i, step))
            return "a control character";
    }
    return NULL;
}

static bool is_in(const struct world *w, bt_span what)
{
    for (size_t i = 0; i + what.len <= w->len; i++)
        if (memcmp(w->out + i, what.at, what.len) == 0)
            return true;
    return false;
}

#define POISON(text)                                                                   \
    {                                                                                  \
        text, sizeof text - 1                                                          \
    }
static const bt_span poisons[] = {
    POISON("\033[2K\033[1;32mVERIFIED"),
    POISON("\033[0m"),
    POISON("\033]0;title\a"),
    POISON("\r"),
    POISON("\b"),
    POISON("\0"),
    POISON("\x7F"),
    POISON("\x0E"),
    POISON("\xC2\x80"),
    POISON("\xC2\x9B"
           "2J"),
    POISON("\xC2\x9F"),
    POISON("\xD8\x9C"),
    POISON("\xE2\x80\x8E"),
    POISON("\xE2\x80\x8F"),
    POISON("\xE2\x80\xA8"),
    POISON("\xE2\x80\xAA"),
    POISON("\xE2\x80\xAE"),
    POISON("\xE2\x81\xA6"),
    POISON("\xE2\x81\xA9"),
    POISON("\xFF"),
    POISON("\x9B"
           "31m"),
    POISON("\xC0\x9B"),
    POISON("\xED\xA0\x80"),
    POISON("\xE2\x80"),
    POISON("\v"),
};

/* A control character that a name in a graph or of a file must not hold is refused, and
 * then the sentence shows it. Line ends are not among the poisons of one line: in files
 * they end it. */
static void try_poison(const struct trial *trial, bt_span poison, size_t clean_escapes,
                       bool colour)
{
    struct world w = {.trial = trial, .poison = poison};
    size_t escapes;
    run(&w, colour);
    const char *bad = first_bad(&w, &escapes);
    CHECK(!bad, "%s, poison %02x: %s", trial->words, (unsigned char)poison.at[0],
          bad ? bad : "");
    CHECK(poison.at[0] != 27 || escapes <= clean_escapes,
          "%s, poison %02x: an escape came through", trial->words,
          (unsigned char)poison.at[0]);
    bool dropped = poison.at[0] == '\r'; /* at the end of a line, as some files have */
    bool told = is_in(&w, bt_span_of("?")) || is_in(&w, bt_span_of("zero byte")) ||
                is_in(&w, bt_span_of("control character")) ||
                is_in(&w, bt_span_of("UTF-8"));
    CHECK(!trial->shows || dropped || told, "%s, poison %02x: no ? in\n%.*s",
          trial->words, (unsigned char)poison.at[0], (int)w.len, w.out);
    free(w.out);
}

static void try_trial(const struct trial *trial)
{
    for (int colour = 0; colour < 2; colour++) {
        struct world clean = {.trial = trial, .poison = bt_span_of("x")};
        size_t escapes;
        run(&clean, colour);
        CHECK(!first_bad(&clean, &escapes), "%s", trial->words);
        CHECK(clean.len > 0, "%s: it says nothing", trial->words);
        CHECK(colour || escapes == 0, "%s: colour without a terminal", trial->words);
        for (size_t i = 0; i < sizeof poisons / sizeof poisons[0]; i++)
            try_poison(trial, poisons[i], escapes, colour);
        free(clean.out);
    }
}

/* A name with a line end could begin a line of its own. */
static void try_line_ends(void)
{
    static const struct trial lines[] = {
        {.words = "solve|a@b.game|5", .file = {{"a@b.game", GAME}}},
        {.words = "solve|graph:a@b|5", .file = {{"a@b", "5 4\n"}}},
        {.words = "solve|nim|3|--table|a@b"},
        {.words = "label|g", .file = {{"g", "{\"edges\":[[\"a\\n@b\",\"c\"]]}"}}},
        {.words = "label|g", .file = {{"g", "digraph { \"a@b\" -> c }"}}},
        {.words = "@|nim|3"},
        {.words = "solve|nim|3|--by|@"},
        {.words = "check|@"},
        {.words = "graph|a@b.game|5", .file = {{"a@b.game", GAME}}},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct world w = {.trial = &lines[i], .poison = POISON("\nVERIFIED\n")};
        run(&w, false);
        CHECK(w.len > 0 && !is_in(&w, bt_span_of("\nVERIFIED")), "%s:\n%.*s",
              lines[i].words, (int)w.len, w.out);
        free(w.out);
    }
}

static void covers_every_command(void)
{
    for (size_t c = 0; bti_commands[c]; c++) {
        size_t len = strlen(bti_commands[c]->name), found = 0;
        for (size_t i = 0; i < sizeof trials / sizeof trials[0]; i++)
            found += strncmp(trials[i].words, bti_commands[c]->name, len) == 0 &&
                     trials[i].words[len] == '|';
        CHECK(found > 0, "no trial of the command %s", bti_commands[c]->name);
    }
}

/* The fast way over eight bytes and the slow one agree: every byte at every place. */
static void try_tame(void)
{
    for (unsigned byte = 0; byte < 256; byte++)
        for (size_t place = 0; place < 20; place++) {
            char text[21] = "abcdefgh~ ijklmnopqr";
            text[place] = (char)byte;
            bool keeps = (byte >= 0x20 && byte < 0x7F) || byte == '\n' || byte == '\t';
            size_t len = bti_tame(text, 20);
            CHECK(len == 20 && text[place] == (keeps ? (char)byte : '?'),
                  "byte %02x at %zu", byte, place);
            text[place] = (char)byte;
            bti_tame_line(text, 20);
            CHECK(text[place] == (byte >= 0x20 && byte < 0x7F ? (char)byte : '?'),
                  "byte %02x at %zu of a line", byte, place);
        }
    char kept[] =
        "mis\xC3\xA8re \xE2\x97\x8F\xE2\x80\xA6 \xF0\x9F\x8E\xB2 \xE2\x80\x8D";
    size_t len = strlen(kept);
    char copy[sizeof kept];
    memcpy(copy, kept, sizeof kept);
    CHECK(bti_tame(copy, len) == len && memcmp(copy, kept, len) == 0, "text changes");
}

int main(void)
{
    try_tame();
    covers_every_command();
    for (size_t i = 0; i < sizeof trials / sizeof trials[0]; i++)
        try_trial(&trials[i]);
    try_line_ends();
    return check_close();
}
