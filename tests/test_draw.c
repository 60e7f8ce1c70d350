/* SPDX-License-Identifier: MIT
 * Pictures of many shapes are read back: an SVG is well-formed XML, everything lies in
 * its viewBox, no two texts and no text and line meet, and it shows what it should; in
 * TeX braces, environments and columns balance. `test_draw --update` draws the pictures
 * in docs/pictures anew. */
#include "check.h"
#include "failing_host.h"
#include "random.h"

#include <bouton/all.h>

#include <ctype.h>
#include <sys/wait.h>
#include <unistd.h>

static uint64_t seed = 1;

static uint64_t any(void)
{
    return random_next(&seed);
}

static uint64_t below(uint64_t bound)
{
    return any() % bound;
}

/* A strict reader of the XML that is needed: elements, attributes in double quotes,
 * the five entities, no comments, no declarations. */
enum { MAX_DEPTH = 16, MAX_ATTRIBUTES = 12, MAX_NAME = 32, MAX_VALUE = 256 };

struct attribute {
    char name[MAX_NAME], value[MAX_VALUE];
};

struct element {
    char name[MAX_NAME];
    struct attribute attribute[MAX_ATTRIBUTES];
    size_t attributes;
    char text[2000]; /* its own, without that of its children */
    size_t len;
};

struct xml {
    const char *at, *wrong;
    struct element stack[MAX_DEPTH];
    size_t depth;
    unsigned long elements;
    void (*closed)(struct xml *); /* the innermost element is complete */
    void *self;
};

static void refuse(struct xml *x, const char *why)
{
    if (!x->wrong)
        x->wrong = why;
}

static void read_name(struct xml *x, char *name)
{
    size_t len = 0;
    while ((isalnum((unsigned char)*x->at) || *x->at == '-') && len < MAX_NAME - 1)
        name[len++] = *x->at++;
    name[len] = 0;
    if (len == 0 || !isalpha((unsigned char)name[0]))
        refuse(x, "a name is missing");
}

/* One character of text, decoded, into `to` (4 bytes at most); returns how many. */
static size_t read_character(struct xml *x, char *to)
{
    static const char *const entity[][2] = {{"&amp;", "&"},
                                            {"&lt;", "<"},
                                            {"&gt;", ">"},
                                            {"&quot;", "\""},
                                            {"&apos;", "'"}};
    unsigned char c = (unsigned char)*x->at;
    if (c == '&') {
        for (size_t i = 0; i < 5; i++)
            if (strncmp(x->at, entity[i][0], strlen(entity[i][0])) == 0) {
                x->at += strlen(entity[i][0]);
                *to = entity[i][1][0];
                return 1;
            }
        refuse(x, "an unknown entity");
    }
    if (c == '>' || (c < ' ' && c != '\n') || c == 127)
        refuse(x, "a character that may not stand there");
    size_t len = c < 0x80 ? 1 : c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : 2;
    if (c >= 0x80 && (c < 0xC2 || c > 0xF4))
        refuse(x, "no UTF-8");
    for (size_t i = 0; i < len; i++) {
        to[i] = x->at[i];
        if (i > 0 && ((unsigned char)x->at[i] & 0xC0) != 0x80)
            refuse(x, "no UTF-8");
        if (!x->at[i])
            len = i;
    }
    x->at += len;
    return len;
}

static void read_attribute(struct xml *x, struct element *e)
{
    if (e->attributes == MAX_ATTRIBUTES) {
        refuse(x, "too many attributes");
        return;
    }
    struct attribute *a = &e->attribute[e->attributes++];
    size_t len = 0;
    read_name(x, a->name);
    for (struct attribute *b = e->attribute; b < a; b++)
        if (strcmp(a->name, b->name) == 0)
            refuse(x, "an attribute twice");
    if (x->at[0] != '=' || x->at[1] != '"') {
        refuse(x, "an attribute without its value");
        return;
    }
    x->at += 2;
    while (*x->at && *x->at != '"' && *x->at != '<' && len < MAX_VALUE - 5 && !x->wrong)
        len += read_character(x, a->value + len);
    a->value[len] = 0;
    if (*x->at != '"')
        refuse(x, "an attribute does not end");
    else
        x->at++;
}

static void open_element(struct xml *x)
{
    if (x->depth == MAX_DEPTH || (x->depth == 0 && x->elements > 0)) {
        refuse(x, x->depth ? "too deep" : "a second root");
        return;
    }
    struct element *e = &x->stack[x->depth++];
    e->attributes = e->len = 0;
    x->elements++;
    read_name(x, e->name);
    for (;;) {
        const char *before = x->at;
        while (*x->at == ' ' || *x->at == '\n')
            x->at++;
        if (x->wrong || *x->at == '>' || *x->at == '/')
            break;
        if (x->at == before)
            refuse(x, "no blank before an attribute");
        read_attribute(x, e);
    }
    bool empty = *x->at == '/';
    x->at += empty;
    if (*x->at != '>')
        refuse(x, "a tag does not end");
    else
        x->at++;
    if (empty && !x->wrong) {
        e->text[0] = 0;
        x->closed(x);
        x->depth--;
    }
}

static void close_element(struct xml *x)
{
    char name[MAX_NAME];
    read_name(x, name);
    if (x->depth == 0 || strcmp(name, x->stack[x->depth - 1].name) != 0)
        refuse(x, "an end without its beginning");
    else if (*x->at != '>')
        refuse(x, "an end tag does not end");
    if (x->wrong)
        return;
    x->at++;
    x->stack[x->depth - 1].text[x->stack[x->depth - 1].len] = 0;
    x->closed(x);
    x->depth--;
}

static void read_xml(struct xml *x)
{
    while (*x->at && !x->wrong) {
        if (x->at[0] == '<' && x->at[1] == '/') {
            x->at += 2;
            close_element(x);
        } else if (x->at[0] == '<') {
            x->at++;
            open_element(x);
        } else {
            struct element *e = x->depth ? &x->stack[x->depth - 1] : NULL;
            char c[4];
            size_t len = read_character(x, c);
            if (!e && (len != 1 || *c != '\n'))
                refuse(x, "text outside the root");
            if (e && e->len + len < sizeof e->text) {
                memcpy(e->text + e->len, c, len);
                e->len += len;
            }
        }
    }
    if (x->depth > 0 || x->elements == 0)
        refuse(x, "the root does not end");
}

/* The value of an attribute, of the element or of one around it; or NULL. */
static const char *inherited(const struct xml *x, const char *name)
{
    for (size_t i = x->depth; i-- > 0;)
        for (size_t k = 0; k < x->stack[i].attributes; k++)
            if (strcmp(x->stack[i].attribute[k].name, name) == 0)
                return x->stack[i].attribute[k].value;
    return NULL;
}

static const char *own(const struct xml *x, const char *name)
{
    const struct element *e = &x->stack[x->depth - 1];
    for (size_t k = 0; k < e->attributes; k++)
        if (strcmp(e->attribute[k].name, name) == 0)
            return e->attribute[k].value;
    return NULL;
}

static bool is_class(const struct xml *x, const char *name)
{
    const char *value = inherited(x, "class");
    return value && strcmp(value, name) == 0;
}

/* What is in a picture. */
struct box {
    double left, top, right, bottom;
};

enum { MAX_TEXTS = 4000, MAX_STROKES = 4000 };

struct picture {
    struct box view, text[MAX_TEXTS], stroke[MAX_STROKES];
    size_t texts, strokes, outside, brackets, leads, marks, cells[2], strong;
    char title[2000];
    char seen[20000]; /* all texts, with a line end behind each */
    size_t seen_len;
    bool framed;
};

static struct picture drawn; /* of the last read_svg */

static double coordinate(struct xml *x, const char *name)
{
    const char *value = own(x, name);
    char *end = NULL;
    double number = value ? strtod(value, &end) : 0;
    if (!value || end == value || *end)
        refuse(x, "a coordinate is missing");
    return number;
}

/* Letters are about so wide and high in the usual fonts. */
static void take_text(struct xml *x)
{
    struct element *e = &x->stack[x->depth - 1];
    const char *size = inherited(x, "font-size"), *anchor = inherited(x, "text-anchor");
    double em = size ? atof(size) : 0, width = 0, left = coordinate(x, "x");
    double y = coordinate(x, "y");
    for (size_t i = 0; i < e->len; i++)
        width += ((unsigned char)e->text[i] & 0xC0) != 0x80 ? 0.62 * em : 0;
    if (!anchor || !size)
        refuse(x, "a text without anchor or size");
    else if (strcmp(anchor, "middle") == 0)
        left -= width / 2;
    else if (strcmp(anchor, "end") == 0)
        left -= width;
    if (drawn.texts < MAX_TEXTS)
        drawn.text[drawn.texts++] =
            (struct box){left, y - 0.8 * em, left + width, y + 0.22 * em};
    drawn.strong += is_class(x, "strong");
    if (drawn.seen_len + e->len + 2 < sizeof drawn.seen) {
        memcpy(drawn.seen + drawn.seen_len, e->text, e->len);
        drawn.seen_len += e->len;
        drawn.seen[drawn.seen_len++] = '\n';
        drawn.seen[drawn.seen_len] = 0;
    }
}

static void take_stroke(struct box box)
{
    if (drawn.strokes < MAX_STROKES)
        drawn.stroke[drawn.strokes++] = box;
}

/* Each piece of a line as a box without area; of a polygon the box around it. */
static void take_points(struct xml *x, bool closed)
{
    const char *at = own(x, "points");
    struct box around = {1e9, 1e9, -1, -1};
    double last_x = 0, last_y = 0;
    size_t points = 0;
    for (char *end; at && *at; points++) {
        double px = strtod(at, &end), py;
        if (end == at || *end != ',') {
            refuse(x, "bad points");
            return;
        }
        at = end + 1;
        py = strtod(at, &end);
        if (points > 0 && !closed)
            take_stroke(
                (struct box){px < last_x ? px : last_x, py < last_y ? py : last_y,
                             px > last_x ? px : last_x, py > last_y ? py : last_y});
        around.left = px < around.left ? px : around.left;
        around.right = px > around.right ? px : around.right;
        around.top = py < around.top ? py : around.top;
        around.bottom = py > around.bottom ? py : around.bottom;
        last_x = px;
        last_y = py;
        at = end;
    }
    if (closed)
        take_stroke(around);
    if (points < 2)
        refuse(x, "too few points");
}

static void take_box(struct xml *x)
{
    double left = coordinate(x, "x"), top = coordinate(x, "y");
    double width = coordinate(x, "width"), height = coordinate(x, "height");
    struct box b = {left, top, left + width, top + height};
    if (is_class(x, "paper"))
        drawn.framed = b.left == 0 && b.top == 0 && b.right == drawn.view.right &&
                       b.bottom == drawn.view.bottom;
    drawn.leads += is_class(x, "lead");
    drawn.cells[0] += is_class(x, "N");
    drawn.cells[1] += is_class(x, "P");
    drawn.outside += width <= 0 || height <= 0 || b.left < 0 || b.top < 0 ||
                     b.right > drawn.view.right || b.bottom > drawn.view.bottom;
}

static void take_root(struct xml *x)
{
    const char *view = own(x, "viewBox"), *role = own(x, "role"), *ns = own(x, "xmlns");
    double width = coordinate(x, "width"), height = coordinate(x, "height");
    char expected[100];
    snprintf(expected, sizeof expected, "0 0 %.0f %.0f", width, height);
    drawn.view = (struct box){0, 0, width, height};
    if (!view || strcmp(view, expected) != 0)
        refuse(x, "the viewBox is not the size");
    if (!role || strcmp(role, "img") != 0)
        refuse(x, "no role");
    if (!ns || strcmp(ns, "http://www.w3.org/2000/svg") != 0)
        refuse(x, "no namespace");
}

static void element_closed(struct xml *x)
{
    struct element *e = &x->stack[x->depth - 1];
    static const char *const known[] = {"svg", "title", "style", "g"};
    if (x->elements > 1 && drawn.view.right == 0) { /* the root has been opened */
        size_t depth = x->depth;
        x->depth = 1;
        take_root(x);
        x->depth = depth;
    }
    if (strcmp(e->name, "text") == 0) {
        take_text(x);
    } else if (strcmp(e->name, "rect") == 0) {
        take_box(x);
    } else if (strcmp(e->name, "line") == 0) {
        take_stroke((struct box){coordinate(x, "x1"), coordinate(x, "y1"),
                                 coordinate(x, "x2"), coordinate(x, "y2")});
    } else if (strcmp(e->name, "polyline") == 0) {
        drawn.brackets++;
        take_points(x, false);
    } else if (strcmp(e->name, "polygon") == 0) {
        drawn.marks++;
        take_points(x, true);
    } else {
        bool good = false;
        for (size_t i = 0; i < 4; i++)
            good = good || strcmp(e->name, known[i]) == 0;
        if (!good)
            refuse(x, "an unknown element");
        if (strcmp(e->name, "title") == 0)
            strcpy(drawn.title, e->text);
    }
}

static bool meet(struct box a, struct box b)
{
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

static bool inside(struct box a)
{
    return a.left >= 0 && a.top >= 0 && a.right <= drawn.view.right &&
           a.bottom <= drawn.view.bottom && a.left <= a.right && a.top <= a.bottom;
}

/* Reads the picture into `drawn` and checks what holds for every one. */
static bool read_svg(const bt_text *text, const char *what)
{
    static struct xml x;
    memset(&x, 0, sizeof x);
    memset(&drawn, 0, sizeof drawn);
    x.at = bt_text_chars(text);
    x.closed = element_closed;
    read_xml(&x);
    CHECK(!x.wrong, "%s: %s before: %.60s", what, x.wrong, x.at);
    CHECK(strlen(bt_text_chars(text)) == text->len, "%s: a zero byte", what);
    size_t meets = 0, crossed = 0;
    for (size_t i = 0; i < drawn.texts; i++) {
        drawn.outside += !inside(drawn.text[i]);
        for (size_t k = 0; k < i; k++)
            meets += meet(drawn.text[i], drawn.text[k]);
        for (size_t k = 0; k < drawn.strokes; k++)
            crossed += meet(drawn.text[i], drawn.stroke[k]);
    }
    for (size_t k = 0; k < drawn.strokes; k++)
        drawn.outside += !inside(drawn.stroke[k]);
    CHECK(drawn.outside == 0, "%s: %zu things outside", what, drawn.outside);
    CHECK(meets == 0, "%s: %zu texts overlap", what, meets);
    CHECK(crossed == 0, "%s: %zu texts are crossed", what, crossed);
    CHECK(drawn.framed && drawn.title[0], "%s: no paper or no title", what);
    return !x.wrong;
}

static bool shows(const char *line)
{
    size_t len = strlen(line);
    for (const char *at = drawn.seen; (at = strstr(at, line)) != NULL; at++)
        if ((at == drawn.seen || at[-1] == '\n') && at[len] == '\n')
            return true;
    return false;
}

/* TeX: a command's name or one character at a time. */
struct tex {
    const char *at;
    char token[MAX_NAME]; /* "\hline", "\\", "{", "&", "a" */
};

static bool next_token(struct tex *t)
{
    size_t len = 0;
    while (*t->at == '%') {
        t->at += strcspn(t->at, "\n");
        t->at += *t->at == '\n';
    }
    if (!*t->at)
        return false;
    t->token[len++] = *t->at++;
    if (t->token[0] == '\\' && isalpha((unsigned char)*t->at))
        while (isalpha((unsigned char)*t->at) && len < MAX_NAME - 1)
            t->token[len++] = *t->at++;
    else if (t->token[0] == '\\' && *t->at)
        t->token[len++] = *t->at++;
    t->token[len] = 0;
    return true;
}

static bool is_token(const struct tex *t, const char *token)
{
    return strcmp(t->token, token) == 0;
}

/* The letters between the braces that come next, or "" */
static void read_group(struct tex *t, char *group)
{
    size_t len = 0, depth = 0;
    group[0] = 0;
    if (*t->at != '{')
        return;
    do {
        depth += *t->at == '{';
        depth -= *t->at == '}';
        if (len < MAX_VALUE - 1)
            group[len++] = *t->at;
        t->at++;
    } while (depth > 0 && *t->at);
    memmove(group, group + 1, len - 2);
    group[len - 2] = 0;
}

static size_t count_columns(const char *spec)
{
    size_t columns = 0;
    for (; *spec; spec++)
        if (*spec == '@')
            spec += strcspn(spec, "}");
        else
            columns += *spec == 'r' || *spec == 'c' || *spec == 'l';
    return columns;
}

static bool read_tabular(struct tex *t, const char *what, size_t *rows)
{
    char group[MAX_VALUE];
    size_t ampersands = 0, depth = 0, wrong = 0, words = 0;
    read_group(t, group);
    size_t columns = count_columns(group);
    for (*rows = 0; next_token(t);) {
        depth += is_token(t, "{");
        depth -= is_token(t, "}");
        words += t->token[0] > ' ' && !is_token(t, "\\hline");
        ampersands += is_token(t, "&") && depth == 0;
        if (is_token(t, "\\multicolumn")) {
            read_group(t, group);
            ampersands += (size_t)atol(group) - 1;
            read_group(t, group);
        } else if (is_token(t, "\\end")) {
            break;
        } else if (is_token(t, "\\\\")) {
            wrong += ampersands != columns - 1 || depth != 0;
            ampersands = words = 0;
            if (*t->at == '[')
                t->at += strcspn(t->at, "]") + 1;
            ++*rows;
        }
    }
    CHECK(wrong == 0, "%s: %zu rows without %zu columns", what, wrong, columns);
    CHECK(words == 1, "%s: words behind the last row", what); /* the \end */
    read_group(t, group);
    return strcmp(group, "tabular") == 0;
}

/* Returns the number of rows of the tabular, 0 if there is none. */
static size_t read_tex(const bt_text *text, const char *what)
{
    struct tex t = {.at = bt_text_chars(text)};
    char group[MAX_VALUE];
    size_t depth = 0, rows = 0, tables = 0;
    bool document = false, ended = false, good = true;
    while (next_token(&t) && good) {
        depth += is_token(&t, "{");
        good = !is_token(&t, "}") || depth > 0;
        depth -= is_token(&t, "}");
        good = good && !is_token(&t, "&") && !is_token(&t, "_") && !is_token(&t, "^") &&
               !is_token(&t, "#") && !is_token(&t, "~") && !is_token(&t, "$") &&
               (!ended || is_token(&t, "\n"));
        if (is_token(&t, "\\begin")) {
            read_group(&t, group);
            if (strcmp(group, "tabular") == 0) {
                good = document && read_tabular(&t, what, &rows);
                tables++;
            } else {
                good = strcmp(group, "document") == 0 && !document;
                document = true;
            }
        } else if (is_token(&t, "\\end")) {
            read_group(&t, group);
            ended = document && strcmp(group, "document") == 0 && depth == 0;
            good = good && ended;
        }
    }
    CHECK(good, "%s: bad TeX before: %.60s", what, t.at);
    CHECK(depth == 0 && ended, "%s: braces or the document do not end", what);
    CHECK(tables <= 1, "%s: %zu tables", what, tables);
    return tables ? rows : 0;
}

struct place {
    bt_context *ctx;
    bt_text svg, tex;
};

static void draw_grid(struct place *p, const bt_grid *grid)
{
    bt_text_clear(&p->svg);
    bt_text_clear(&p->tex);
    bt_draw_grid(grid, BT_SVG, &p->svg);
    bt_draw_grid(grid, BT_TEX, &p->tex);
    CHECK(bt_text_status(&p->svg) == BT_OK && bt_text_status(&p->tex) == BT_OK, "%s",
          bt_message(p->ctx));
}

static void draw_table(struct place *p, const bt_table *table)
{
    bt_text_clear(&p->svg);
    bt_text_clear(&p->tex);
    bt_draw_table(table, BT_SVG, &p->svg);
    bt_draw_table(table, BT_TEX, &p->tex);
    CHECK(bt_text_status(&p->svg) == BT_OK && bt_text_status(&p->tex) == BT_OK, "%s",
          bt_message(p->ctx));
}

static void check_grid(struct place *p, const uint64_t *number, size_t rows,
                       uint64_t modulus)
{
    char what[100], digits[30];
    bt_steps steps;
    bt_steps_init(&steps, p->ctx);
    bt_step_say(&steps, "grid", "a grid", BT_NO_ARGS);
    bt_step_grid(&steps, number, NULL, rows, modulus);
    CHECK(bt_steps_status(&steps) == BT_OK, "%s", bt_message(p->ctx));
    const bt_grid *g = steps.last->grid;
    snprintf(what, sizeof what, "grid %zu x %u mod %llu", rows, g->columns,
             (unsigned long long)modulus);
    draw_grid(p, g);
    bool heads = g->columns <= 10, lead = g->lead < g->columns;
    if (read_svg(&p->svg, what)) {
        size_t odd = 0;
        for (unsigned c = 0; c < g->columns; c++)
            odd += g->sum[c] > 0;
        CHECK(drawn.texts == (g->columns + 1) * (rows + 1) + (heads ? g->columns : 0),
              "%s: %zu texts", what, drawn.texts);
        CHECK(drawn.strong == odd, "%s: %zu bold", what, drawn.strong);
        CHECK(drawn.leads == lead && drawn.marks == lead, "%s: lead", what);
        CHECK(shows(modulus == 2   ? "sum"
                    : modulus == 3 ? "sum mod 3"
                    : modulus == 4 ? "sum mod 4"
                                   : "sum mod 5"),
              "%s: no sum", what);
        for (size_t i = 0; i < rows; i++) {
            snprintf(digits, sizeof digits, "%llu", (unsigned long long)number[i]);
            CHECK(shows(digits), "%s: no %s", what, digits);
        }
    }
    size_t shown = read_tex(&p->tex, what);
    CHECK(shown == rows + 1 + heads + lead, "%s: %zu rows in TeX", what, shown);
    bt_steps_free(&steps);
}

static void check_grids(struct place *p)
{
    static const uint64_t edge[] = {0,
                                    1,
                                    7,
                                    8,
                                    511,
                                    512,
                                    1023,
                                    1024,
                                    2047,
                                    2048,
                                    UINT32_MAX,
                                    (uint64_t)1 << 63,
                                    UINT64_MAX - 1,
                                    UINT64_MAX};
    enum { EDGES = sizeof edge / sizeof *edge };
    uint64_t number[40];
    for (uint64_t modulus = 2; modulus <= 5; modulus++) {
        for (size_t i = 0; i < EDGES; i++)
            for (size_t k = 0; k < EDGES; k++) {
                number[0] = edge[i];
                number[1] = edge[k];
                check_grid(p, number, 1 + (k > 0), modulus);
            }
        for (size_t rows = 1; rows <= 24; rows++)
            for (unsigned bits = 1; bits <= 64; bits += 3) {
                for (size_t i = 0; i < rows; i++)
                    number[i] = any() >> (64 - bits);
                check_grid(p, number, rows, modulus);
            }
        for (size_t i = 0; i < 24; i++)
            number[i] = UINT64_MAX;
        check_grid(p, number, 24, modulus);
    }
    for (size_t i = 0; i < 40; i++)
        number[i] = UINT64_MAX >> below(64);
    check_grid(p, number, 40, 2);
    check_grid(p, number, 0, 2);
}

static bool is_known(char label)
{
    return label == 'N' || label == 'P';
}

static void check_table(struct place *p, const bt_table *t, const char *what)
{
    size_t cells = (size_t)(t->rows * t->columns), count[2] = {0, 0}, rows;
    draw_table(p, t);
    for (size_t i = 0; i < cells; i++)
        if (is_known(t->label[i]))
            count[t->label[i] == 'P']++;
    if (read_svg(&p->svg, what)) {
        CHECK(drawn.cells[0] == count[0] && drawn.cells[1] == count[1],
              "%s: %zu N, %zu P", what, drawn.cells[0], drawn.cells[1]);
        CHECK(shows("?") == (cells > 0 && memchr(t->label, '?', cells) != NULL) ||
                  drawn.seen_len + 100 > sizeof drawn.seen,
              "%s: what is unknown", what);
        CHECK(drawn.texts >= count[0] + count[1] + t->columns, "%s: heads", what);
        CHECK(t->period > 0 || drawn.brackets == 0, "%s: brackets", what);
        if (count[0] > 0 && !t->value)
            CHECK(shows("N"), "%s: no letter", what);
        if (count[1] > 0 && !t->value)
            CHECK(shows("P"), "%s: no letter", what);
        for (size_t i = 0; i < cells && t->value; i += 7) {
            char digits[30];
            snprintf(digits, sizeof digits, "%llu", (unsigned long long)t->value[i]);
            CHECK(!is_known(t->label[i]) || shows(digits) ||
                      drawn.seen_len + 100 > sizeof drawn.seen,
                  "%s: no %s", what, digits);
        }
    }
    rows = read_tex(&p->tex, what);
    CHECK(t->row_name ? rows == t->rows + 2 : rows >= 2, "%s: %zu rows", what, rows);
}

enum { MAX_SIDE = 300 };
static char label[MAX_SIDE * MAX_SIDE];
static uint64_t value[MAX_SIDE * MAX_SIDE];

static void fill(size_t cells, unsigned blanks, unsigned bits)
{
    for (size_t i = 0; i < cells; i++) {
        label[i] = below(100) < blanks ? " ?"[below(2)] : "NP"[below(2)];
        value[i] = label[i] == 'P' ? 0 : any() >> (64 - bits);
    }
}

static void check_matrices(struct place *p)
{
    char what[100];
    for (size_t side = 1; side <= 40; side += side < 8 ? 1 : 8)
        for (size_t rows = 1; rows <= 40; rows += rows < 4 ? 1 : 12)
            for (unsigned way = 0; way < 4; way++) {
                bt_table t = {.title = way & 1 ? "dynamic:2" : "a",
                              .column_name = way & 2 ? "spare chips" : "n",
                              .row_name = "m",
                              .first_column = way == 3 ? UINT64_MAX - side + 1 : 0,
                              .columns = side,
                              .first_row = way == 2 ? UINT64_MAX - rows + 1 : 1,
                              .rows = rows,
                              .label = label,
                              .value = way & 1 ? value : NULL};
                fill(side * rows, way * 33, way == 1 ? 4 : 64);
                snprintf(what, sizeof what, "matrix %zu x %zu, way %u", rows, side,
                         way);
                check_table(p, &t, what);
            }
}

/* Whole repetitions in lines that can hold them are counted. */
static void check_lines(struct place *p)
{
    static const uint64_t period[] = {0,  1,  2,  3,  7,   11,
                                      19, 20, 21, 33, 300, UINT64_MAX};
    static const uint64_t before[] = {0, 1, 5, 19, 20, 21, 50, 1000, UINT64_MAX};
    char what[100];
    for (size_t columns = 1; columns <= 300; columns += columns < 45 ? 4 : 85)
        for (size_t i = 0; i < sizeof period / sizeof *period; i++)
            for (size_t k = 0; k < sizeof before / sizeof *before; k++) {
                bt_table t = {.title = "subtraction:1,5,6/misere",
                              .column_name = "n",
                              .first_column = k == 2   ? 13
                                              : k == 3 ? UINT64_MAX - columns + 1
                                                       : 0,
                              .columns = columns,
                              .rows = 1,
                              .label = label,
                              .value = k & 1 ? value : NULL,
                              .preperiod = before[k],
                              .period = period[i]};
                fill(columns, k == 4 ? 20 : 0, k == 7 ? 64 : 3);
                snprintf(what, sizeof what, "%zu heaps, period %llu from %llu", columns,
                         (unsigned long long)period[i], (unsigned long long)before[k]);
                check_table(p, &t, what);
                if (t.first_column > 0 || period[i] == 0)
                    continue;
                uint64_t shown = before[k] < columns ? columns - before[k] : 0;
                uint64_t repeats = shown / period[i] + (shown % period[i] > 0);
                CHECK(period[i] > 20 || k == 7 ? drawn.brackets >= repeats
                                               : drawn.brackets == repeats,
                      "%s: %zu brackets", what, drawn.brackets);
            }
}

/* Titles are anybody's text; long ones are broken into lines, none is cut. */
static void check_titles(struct place *p)
{
    static const char *const title[] = {
        "a<b & \"c\" > 'd'",
        "100% #1_{2}^3 ~\\ $x$ --- [*] |",
        "mis\xC3\xA8re",
        "\xE6\xB8\xB8\xE6\x88\x8F \xF0\x9F\x8E\xB2",
        "\xFF\x80 bad \xEF\xBF\xBF",
        "\x01\t\n",
        "",
        "]]>",
        "subtraction:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22",
        "no-blank-and-no-comma-in-a-very-long-name-that-has-to-be-broken-somewhere-"
        "else",
        NULL};
    fill(30, 0, 2);
    for (size_t i = 0; i < sizeof title / sizeof *title; i++)
        for (unsigned way = 0; way < 8; way++) {
            const char *name = way & 1 ? title[i] : "n";
            bt_table t = {.title = title[i],
                          .column_name = name,
                          .row_name = way & 2 ? name : NULL,
                          .columns = way & 4 ? 30 : 1,
                          .rows = 1,
                          .label = label,
                          .preperiod = 2,
                          .period = 3};
            check_table(p, &t, title[i] ? title[i] : "no title");
            CHECK(!title[i] || i > 3 || i == 1 || strstr(drawn.title, title[i]),
                  "the title is %s", drawn.title);
        }
    bt_table shown = {.title = title[0], .columns = 1, .rows = 1, .label = "N"};
    check_table(p, &shown, "one cell");
    CHECK(shows(title[0]), "seen: %s", drawn.seen);
    bt_table none = {.title = "none", .column_name = "n", .rows = 1, .label = ""};
    draw_table(p, &none);
    read_svg(&p->svg, "no columns");
    CHECK(read_tex(&p->tex, "no columns") == 0, "no table");
    bt_table values = {.title = "x", .column_name = "n", .columns = 3, .rows = 1};
    values.value = (const uint64_t[]){0, 1, 0}; /* without labels: 0 is P */
    draw_table(p, &values);
    read_svg(&p->svg, "no labels");
    CHECK(drawn.cells[0] == 1 && drawn.cells[1] == 2, "labels by values");
}

/* The k-th allocation fails: the text says so, and nothing is lost. */
static void check_memory(void)
{
    static const uint64_t number[] = {2, 4, 5}, sum[] = {0, 0, 1, 1};
    static const bt_grid grid = {number, number, 3, 4, 2, sum, 2, 0};
    for (unsigned way = 0; way < 4; way++)
        for (uint64_t k = 2;; k++) {
            struct failing_host f;
            bt_text out;
            bt_table t = {.title = "a", .column_name = "n", .columns = 40, .rows = 1};
            t.label = label;
            t.period = 3;
            fill(40, 10, 3);
            failing_host_init(&f, k);
            bt_context *ctx = bt_context_new(&f.host, 0);
            bt_text_init(&out, ctx);
            if (way < 2)
                bt_draw_grid(&grid, way ? BT_SVG : BT_TEX, &out);
            else
                bt_draw_table(&t, way == 2 ? BT_SVG : BT_TEX, &out);
            CHECK(bt_text_status(&out) == (f.calls < k ? BT_OK : BT_NOMEM), "%u %llu",
                  way, (unsigned long long)k);
            bt_text_free(&out);
            bt_context_free(ctx);
            CHECK(f.live_bytes == 0, "%u: %llu bytes lost", way,
                  (unsigned long long)f.live_bytes);
            if (f.calls < k)
                break;
        }
}

/* A host with one file, for `explain -o`. */
struct one_file {
    struct failing_host memory;
    bt_store store;
    char bytes[20000];
    size_t len;
    unsigned open, committed;
};

static struct one_file *file_of(bt_store *store)
{
    return (struct one_file *)((char *)store - offsetof(struct one_file, store));
}

static bt_status file_write(bt_store *store, bt_context *ctx, const void *bytes,
                            size_t len)
{
    struct one_file *file = file_of(store);
    (void)ctx;
    if (len < sizeof file->bytes - file->len)
        memcpy(file->bytes + file->len, bytes, len);
    file->len += len;
    return BT_OK;
}

static bt_status file_commit(bt_store *store, bt_context *ctx)
{
    (void)ctx;
    file_of(store)->open--;
    file_of(store)->committed++;
    return BT_OK;
}

static void file_abandon(bt_store *store)
{
    file_of(store)->open--;
}

static bt_status file_open(void *self, bt_context *ctx, const char *name,
                           bt_store **out)
{
    struct one_file *file = (struct one_file *)self; /* memory comes first */
    (void)ctx;
    CHECK(strcmp(name, "x.svg") == 0, "%s", name);
    file->open++;
    file->store = (bt_store){file_write, file_commit, file_abandon};
    *out = &file->store;
    return BT_OK;
}

static bt_status swallow(void *self, bt_context *ctx, bt_stream stream,
                         const char *bytes, size_t len)
{
    (void)ctx;
    (void)bytes;
    *(size_t *)self += stream == BT_STDOUT ? len : 0;
    return BT_OK;
}

static void check_command(struct place *p)
{
    bt_span words[] = {bt_span_of("explain"), bt_span_of("nim"), bt_span_of("2,4,5"),
                       bt_span_of("-o"), bt_span_of("x.svg")};
    for (uint64_t k = 2;; k++) {
        static struct one_file file;
        size_t printed = 0;
        memset(&file, 0, sizeof file);
        failing_host_init(&file.memory, k);
        file.memory.host.open_store = file_open;
        bt_context *ctx = bt_context_new(&file.memory.host, 0);
        bt_io io = {.size = sizeof(bt_io), .self = &printed, .write = swallow};
        int code = bt_command_run(ctx, &bt_builtin, &io, 5, words);
        bt_context_free(ctx);
        bool failed = file.memory.calls >= k;
        CHECK(code == (failed ? 3 : 0), "allocation %llu: exit %d",
              (unsigned long long)k, code);
        CHECK(file.open == 0 && file.memory.live_bytes == 0, "allocation %llu",
              (unsigned long long)k);
        CHECK(file.committed == 0 || file.bytes[file.len - 1] == '\n', "half a file");
        CHECK(failed || (file.committed == 1 && printed > 100), "no file or no words");
        if (failed)
            continue;
        bt_text_clear(&p->svg);
        bt_text_put_span(&p->svg, (bt_span){file.bytes, file.len});
        read_svg(&p->svg, "explain -o");
        CHECK(strcmp(drawn.title, "2, 4, 5 in binary; nim-sum 3") == 0, "%s",
              drawn.title);
        break;
    }
}

/* The pictures that the pages show. */
static void draw_nim(struct place *p)
{
    bt_game *game = NULL;
    bt_solver *solver = NULL;
    bt_sum sum = {0};
    bt_steps steps;
    bt_steps_init(&steps, p->ctx);
    bt_status status = bt_game_new(p->ctx, &bt_builtin, bt_span_of("nim"), &game);
    if (status == BT_OK)
        status = bt_sum_add(p->ctx, &sum, game, bt_span_of("2,4,5"));
    if (status == BT_OK)
        status = bt_solver_new(p->ctx, BT_BY_ANY, &solver);
    if (status == BT_OK)
        status = bt_explain(solver, &sum, &steps);
    CHECK(status == BT_OK, "%s", bt_message(p->ctx));
    const bt_step *step = steps.first;
    while (step && !step->grid)
        step = step->next;
    if (step)
        draw_grid(p, step->grid);
    bt_steps_free(&steps);
    bt_solver_free(solver);
    bt_sum_free(p->ctx, &sum);
    bt_game_free(game);
}

/* Question 1 of the notes: PNPNPNNNNNN again and again. */
static void draw_subtraction(struct place *p)
{
    enum { HEAPS = 44 };
    char shown[HEAPS];
    for (size_t n = 0; n < HEAPS; n++)
        shown[n] = (n >= 1 && shown[n - 1] == 'P') || (n >= 5 && shown[n - 5] == 'P') ||
                           (n >= 6 && shown[n - 6] == 'P')
                       ? 'N'
                       : 'P';
    for (size_t n = 0; n < HEAPS; n++)
        CHECK(shown[n] == "PNPNPNNNNNN"[n % 11], "%zu", n);
    bt_table t = {.title = "subtraction:1,5,6",
                  .column_name = "n",
                  .columns = HEAPS,
                  .rows = 1,
                  .label = shown,
                  .period = 11,
                  .proved = true};
    draw_table(p, &t);
}

static void check_kept(struct place *p, const char *name, const bt_text *fresh,
                       bool update)
{
    bt_text kept;
    bt_text_init(&kept, p->ctx);
    if (update) {
        FILE *file = fopen(name, "w");
        CHECK(file && fwrite(fresh->at, 1, fresh->len, file) == fresh->len &&
                  fclose(file) == 0,
              "cannot write %s", name);
    }
    bt_status status = bt_read_file(&kept, bt_span_of(name));
    CHECK(status == BT_OK, "%s", bt_message(p->ctx));
    CHECK(bt_span_equal(bt_text_span(&kept), bt_text_span(fresh)),
          "%s is out of date: test_draw --update in tests/ draws it", name);
    bt_text_free(&kept);
}

/* With a TeX on the machine the documents are compiled, too. */
static void compile(struct place *p, const char *what)
{
    char folder[] = "/tmp/bouton-tex-XXXXXX", command[300];
    if (!mkdtemp(folder)) {
        CHECK(false, "no folder");
        return;
    }
    snprintf(command, sizeof command, "%s/x.tex", folder);
    FILE *file = fopen(command, "w");
    CHECK(file && fwrite(p->tex.at, 1, p->tex.len, file) == p->tex.len &&
              fclose(file) == 0,
          "cannot write %s", command);
    snprintf(command, sizeof command,
             "cd %s && timeout 60 pdflatex -halt-on-error -interaction=batchmode x.tex "
             ">/dev/null </dev/null && grep -q 'Output written on x.pdf (1 page' x.log",
             folder);
    int code = system(command);
    CHECK(WIFEXITED(code) && WEXITSTATUS(code) == 0, "pdflatex refuses %s: see %s",
          what, folder);
    snprintf(command, sizeof command, "rm -r %s", folder);
    if (code == 0 && system(command) != 0)
        CHECK(false, "cannot remove %s", folder);
}

static void check_compiled(struct place *p)
{
    static const uint64_t number[] = {14, 9, 7, 5, 2, UINT64_MAX};
    if (system("command -v pdflatex >/dev/null 2>&1") != 0) {
        printf("no pdflatex here: TeX was not compiled\n");
        return;
    }
    check_grid(p, number, 5, 2);
    compile(p, "a grid");
    check_grid(p, number, 6, 3);
    compile(p, "a wide grid");
    draw_subtraction(p);
    compile(p, "a table of heaps");
    fill(400, 20, 64);
    bt_table t = {
        .title = "100% #1_{2}^3 ~\\ $x$ --- [*] <|> \"mis\xC3\xA8re\"\x01\xE6\xB8\xB8",
        .column_name = "n",
        .row_name = "m_1",
        .columns = 20,
        .rows = 20,
        .label = label,
        .value = value};
    draw_table(p, &t);
    compile(p, "a matrix");
    char latin[200] = "~\"#$%&'*<>[\\]^_`{|}";
    size_t len = strlen(latin);
    for (unsigned c = 0x80; c < 0xC0; c++) { /* U+00C0 to U+00FF */
        latin[len++] = (char)0xC3;
        latin[len++] = (char)c;
    }
    t.title = t.column_name = latin;
    t.row_name = NULL;
    t.rows = 1;
    t.preperiod = 3;
    t.period = 1;
    draw_table(p, &t);
    compile(p, "a table of wide values");
}

int main(int argc, char **argv)
{
    bool update = argc == 2 && strcmp(argv[1], "--update") == 0;
    struct place p = {.ctx = bt_context_new(bt_host_posix(), 0)};
    if (!p.ctx)
        return 2;
    bt_text_init(&p.svg, p.ctx);
    bt_text_init(&p.tex, p.ctx);
    draw_nim(&p);
    check_kept(&p, "../docs/pictures/nim-2-4-5.svg", &p.svg, update);
    check_kept(&p, "../docs/pictures/nim-2-4-5.tex", &p.tex, update);
    draw_subtraction(&p);
    check_kept(&p, "../docs/pictures/subtraction-1-5-6.svg", &p.svg, update);
    check_kept(&p, "../docs/pictures/subtraction-1-5-6.tex", &p.tex, update);
    check_grids(&p);
    check_matrices(&p);
    check_lines(&p);
    check_titles(&p);
    check_memory();
    check_command(&p);
    check_compiled(&p);
    bt_text_free(&p.svg);
    bt_text_free(&p.tex);
    CHECK(bt_memory_used(p.ctx) == 0, "memory is still in use");
    bt_context_free(p.ctx);
    return check_close();
}
