/* SPDX-License-Identifier: MIT
 * Pictures of game graphs of many shapes are read back: the SVG is well-formed, boxes
 * do not overlap and hold their texts, arrows begin and end at the borders of the right
 * boxes, run through no box, and go down unless there is a way back; a position stands
 * at the height of the longest play, which is counted again here. A label stands on its
 * own arrow, and nothing else comes near to it. */
#include "check.h"
#include "failing_host.h"
#include "random.h"

#include "draw/graph_layout.h"

#include <bouton/all.h>

#include <ctype.h>
#include <sys/wait.h>
#include <unistd.h>

static uint64_t seed = 1;

static uint64_t any(void)
{
    return random_next(&seed);
}

static uint32_t below(uint64_t bound)
{
    return (uint32_t)(any() % bound);
}

/* The graph that is drawn. */
enum { MAX_NODES = 5000, MAX_ARROWS = 20000, MAX_NAME = 400 };

static bt_graph_node node[MAX_NODES];
static bt_graph_arrow arrow[MAX_ARROWS];
static char name[MAX_NODES][MAX_NAME];
static size_t nodes, arrows;

static void begin(size_t count)
{
    nodes = count;
    arrows = 0;
    for (size_t v = 0; v < nodes; v++) {
        snprintf(name[v], MAX_NAME, "%zu", v);
        node[v] = (bt_graph_node){.name = name[v], .outcome = ' '};
    }
}

static void join(uint32_t from, uint32_t to)
{
    if (arrows < MAX_ARROWS)
        arrow[arrows++] = (bt_graph_arrow){from, to, false, NULL};
}

/* Marks without meaning, all kinds of them. */
static void mark(void)
{
    static const char *const value[] = {NULL, "0", "17", "\xE2\x88\x9E{0,2}"};
    for (size_t v = 0; v < nodes; v++) {
        node[v].outcome = "NPD? "[below(5)];
        node[v].value = value[below(4)];
        node[v].fresh = below(4) == 0;
        node[v].more = below(4) == 0;
    }
    for (size_t a = 0; a < arrows; a++)
        arrow[a].winning = below(3) == 0;
}

/* What is read. Places are in units. */
struct point {
    double x, y;
};
struct box {
    double left, top, right, bottom;
};
enum { MAX_POINTS = 400000, MAX_DEPTH = 8 };

static char shown[MAX_NODES + 1][2][MAX_NAME]; /* name and label */
static char said[MAX_ARROWS][MAX_NAME];        /* at arrows */
static char full_name[MAX_NODES + 1][MAX_NAME];
static struct point curve[MAX_POINTS];
static struct {
    double width, height;
    struct box box[MAX_NODES];
    char kind[MAX_NODES]; /* N, P, D or 0 */
    bool fresh[MAX_NODES], inner[MAX_NODES];
    size_t boxes, stubs, wins, lines; /* wins: arrows in the group of winning ones */
    size_t points, first[MAX_ARROWS + 1], paths;
    struct point tip[MAX_ARROWS], foot[MAX_ARROWS][2];
    size_t heads, outside, labels;
    struct box label[MAX_ARROWS];
    char heading[MAX_NAME], wrong[200];
} drawn;

static void refuse(const char *why, const char *at)
{
    if (!drawn.wrong[0])
        snprintf(drawn.wrong, sizeof drawn.wrong, "%s at: %.60s", why, at);
}

/* Text up to `end`, with its entities resolved and its UTF-8 checked. */
static const char *read_text(const char *at, char end, char *to)
{
    static const char *const entity[][2] = {
        {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}};
    size_t len = 0;
    while (*at && *at != end && len + 5 < MAX_NAME) {
        unsigned char c = (unsigned char)*at;
        if (c == '&') {
            size_t i = 0;
            while (i < 4 && strncmp(at, entity[i][0], strlen(entity[i][0])) != 0)
                i++;
            if (i == 4) {
                refuse("an unknown entity", at);
                break;
            }
            to[len++] = entity[i][1][0];
            at += strlen(entity[i][0]);
            continue;
        }
        if (c == '<' || c == '>' || c == '"' || (c < ' ' && c != '\n') || c == 127)
            refuse("a character that may not stand there", at);
        size_t more = c < 0x80 ? 0 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
        if (c >= 0x80 && (c < 0xC2 || c > 0xF4))
            refuse("no UTF-8", at);
        to[len++] = *at++;
        for (; more > 0 && ((unsigned char)*at & 0xC0) == 0x80; more--)
            to[len++] = *at++;
        if (more > 0)
            refuse("no UTF-8", at);
    }
    to[len] = 0;
    if (*at != end)
        refuse("a text does not end", at);
    return at;
}

/* Where the value of an attribute of the tag that begins here begins, or NULL. */
static const char *find_value(const char *tag, const char *wanted)
{
    size_t len = strlen(wanted);
    for (; *tag && *tag != '>'; tag++)
        if (*tag == ' ' && strncmp(tag + 1, wanted, len) == 0 &&
            strncmp(tag + 1 + len, "=\"", 2) == 0)
            return tag + len + 3;
    return NULL;
}

/* The value itself, or "". */
static const char *attribute(const char *tag, const char *wanted)
{
    static char value[MAX_NAME];
    const char *at = find_value(tag, wanted);
    value[0] = 0;
    if (at)
        read_text(at, '"', value);
    return value;
}

static double number(const char *tag, const char *wanted)
{
    const char *value = attribute(tag, wanted);
    char *end;
    double x = strtod(value, &end);
    if (end == value || *end)
        refuse("a number is missing", tag);
    return x;
}

static void keep_inside(double x, double y)
{
    drawn.outside += x < 0 || y < 0 || x > drawn.width || y > drawn.height;
}

/* "M1,2 C3,4 5,6 7,8": all points. */
static size_t read_points(const char *at, struct point *to, size_t room)
{
    size_t count = 0;
    while (*at != '"' && count < room) {
        char *end;
        if (*at == 'M' || *at == 'C' || *at == 'L' || *at == ' ') {
            at++;
            continue;
        }
        to[count].x = strtod(at, &end);
        if (end == at || *end != ',') {
            refuse("bad points", at);
            break;
        }
        at = end + 1;
        to[count].y = strtod(at, &end);
        if (end == at)
            refuse("bad points", at);
        at = end;
        count++;
    }
    return count;
}

static void take_path(const char *tag, const char *group)
{
    const char *d = find_value(tag, "d");
    struct point stub[2];
    if (!d) {
        refuse("a path without points", tag);
    } else if (strcmp(attribute(tag, "class"), "stub") == 0) {
        drawn.stubs++;
        if (read_points(d, stub, 2) != 2 || stub[0].x != stub[1].x)
            refuse("a bad stub", tag);
        keep_inside(stub[1].x, stub[1].y);
    } else if (drawn.paths < MAX_ARROWS) {
        size_t count = read_points(d, curve + drawn.points, MAX_POINTS - drawn.points);
        if (count < 4 || count % 3 != 1)
            refuse("a curve without its points", tag);
        drawn.first[drawn.paths++] = drawn.points;
        drawn.points += count;
        drawn.first[drawn.paths] = drawn.points;
        drawn.wins += strcmp(group, "wins") == 0;
    }
}

static void take_head(const char *tag)
{
    const char *points = find_value(tag, "points");
    struct point p[3];
    if (!points || read_points(points, p, 3) != 3 || drawn.heads >= MAX_ARROWS) {
        refuse("a head without three points", tag);
        return;
    }
    for (size_t i = 0; i < 3; i++)
        keep_inside(p[i].x, p[i].y);
    drawn.foot[drawn.heads][0] = p[1];
    drawn.foot[drawn.heads][1] = p[2];
    drawn.tip[drawn.heads++] = p[0];
}

static void take_box(const char *tag, const char *group)
{
    struct box b = {number(tag, "x"), number(tag, "y"), 0, 0};
    b.right = b.left + number(tag, "width");
    b.bottom = b.top + number(tag, "height");
    const char *kind = attribute(tag, "class");
    keep_inside(b.left, b.top);
    keep_inside(b.right, b.bottom);
    if (strcmp(kind, "paper") == 0 || drawn.boxes == MAX_NODES)
        return;
    if (strncmp(group, "node", 4) != 0)
        refuse("a box that is no node", tag);
    if (strcmp(kind, "fresh") == 0) {
        drawn.fresh[drawn.boxes] = true;
    } else if (strcmp(kind, "inner") == 0) {
        drawn.inner[drawn.boxes - 1] = true;
    } else {
        drawn.kind[drawn.boxes] = group[4] ? group[5] : 0;
        shown[drawn.boxes][0][0] = shown[drawn.boxes][1][0] = 0;
        drawn.box[drawn.boxes++] = b;
    }
}

/* Room by the rule of the pictures: 12 for a letter, twice that for wide ones. */
static double room(const char *text)
{
    double width = 0;
    for (; *text; text++)
        if (((unsigned char)*text & 0xC0) != 0x80)
            width += (unsigned char)*text >= 0xE1 ? 24 : 12;
    return width;
}

/* A label has letters of 13 units, for which 10 are room. */
static void take_label(const char *tag, const char *words, double x, double y)
{
    double wide = room(words) * 10 / 12;
    double left = strcmp(attribute(tag, "class"), "beside") == 0 ? x : x - wide / 2;
    if (drawn.labels == MAX_ARROWS)
        return;
    strcpy(said[drawn.labels], words);
    drawn.label[drawn.labels++] = (struct box){left, y - 12, left + wide, y + 3};
    keep_inside(left, y - 12);
    keep_inside(left + wide, y + 3);
}

static void take_words(const char *tag, const char *group)
{
    char words[MAX_NAME];
    double x = number(tag, "x"), y = number(tag, "y");
    bool is_label = strcmp(attribute(tag, "class"), "label") == 0;
    read_text(strchr(tag, '>') + 1, '<', words);
    if (strcmp(group, "says") == 0) {
        take_label(tag, words, x, y);
        return;
    }
    if (strncmp(group, "node", 4) != 0) {
        drawn.lines++;
        keep_inside(x + room(words), y + 4);
        return;
    }
    struct box b = drawn.box[drawn.boxes - 1];
    double half = room(words) / 2;
    drawn.outside +=
        x - half < b.left || x + half > b.right || y - 16 < b.top || y + 4 > b.bottom;
    strcpy(shown[drawn.boxes - 1][is_label], words);
}

static void take_title(const char *tag, const char *group)
{
    read_text(strchr(tag, '>') + 1, '<',
              strncmp(group, "node", 4) == 0 ? full_name[drawn.boxes] : drawn.heading);
}

static void take_tag(const char *tag, const char *group)
{
    if (strncmp(tag, "<path ", 6) == 0)
        take_path(tag, group);
    else if (strncmp(tag, "<polygon ", 9) == 0)
        take_head(tag);
    else if (strncmp(tag, "<rect ", 6) == 0)
        take_box(tag, group);
    else if (strncmp(tag, "<text ", 6) == 0)
        take_words(tag, group);
    else if (strncmp(tag, "<title>", 7) == 0)
        take_title(tag, group);
    else if (strncmp(tag, "<g", 2) != 0 && strncmp(tag, "<style>", 7) != 0)
        refuse("an unknown element", tag);
}

/* A tag must be a name, attributes in double quotes, each with a blank before it. */
static const char *check_tag(const char *at)
{
    char value[MAX_NAME];
    for (at++; isalnum((unsigned char)*at); at++)
        ;
    while (*at == ' ' || *at == '\n') {
        while (*at == ' ' || *at == '\n')
            at++;
        while (isalnum((unsigned char)*at) || *at == '-')
            at++;
        if (at[0] != '=' || at[1] != '"') {
            refuse("a bad attribute", at);
            return at;
        }
        if (at[-1] == 'd' || at[-1] == 's') /* long ones, of numbers only */
            at = strchr(at + 2, '"');
        else
            at = read_text(at + 2, '"', value);
        at += at != NULL;
    }
    return at;
}

static void read_svg(const char *text)
{
    static char open[MAX_DEPTH][20], group[MAX_DEPTH][40];
    size_t depth = 0, roots = 0;
    memset(&drawn, 0, sizeof drawn);
    for (const char *at = text; *at && !drawn.wrong[0];) {
        char tag_name[20];
        size_t len = strspn(at + 1, "abcdefghijklmnopqrstuvwxyz");
        if (*at != '<') {
            if (depth == 0 && *at != '\n')
                refuse("text outside", at);
            at++;
            continue;
        }
        if (at[1] == '/') {
            len = depth > 0 ? strlen(open[depth - 1]) : 0;
            if (depth == 0 || strncmp(at + 2, open[depth - 1], len) != 0 ||
                at[2 + len] != '>')
                refuse("an end without its beginning", at);
            depth--;
            at += 3 + len;
            continue;
        }
        snprintf(tag_name, sizeof tag_name, "%.*s", (int)len, at + 1);
        const char *end = check_tag(at);
        if (drawn.wrong[0])
            break;
        if (depth == 0) {
            roots++;
            drawn.width = number(at, "width");
            drawn.height = number(at, "height");
            char view[100];
            snprintf(view, sizeof view, "0 0 %.0f %.0f", drawn.width, drawn.height);
            if (strcmp(view, attribute(at, "viewBox")) != 0 ||
                strcmp(tag_name, "svg") != 0)
                refuse("a bad root", at);
        } else {
            take_tag(at, group[depth - 1]);
        }
        bool empty = *end == '/';
        if (end[empty] != '>' || depth == MAX_DEPTH)
            refuse("a tag does not end", at);
        if (!empty && depth < MAX_DEPTH) {
            strcpy(open[depth], tag_name);
            snprintf(group[depth], sizeof *group, "%s",
                     strcmp(tag_name, "g") == 0 ? attribute(at, "class") : "");
            depth++;
        }
        at = end + empty + 1;
    }
    if (depth > 0 || roots != 1)
        refuse("the root does not end", "");
}

static bool inside(struct box b, struct point p)
{
    return p.x > b.left + 0.01 && p.x < b.right - 0.01 && p.y > b.top + 0.01 &&
           p.y < b.bottom - 0.01;
}

static bool on_border(struct box b, struct point p)
{
    bool across = p.x >= b.left && p.x <= b.right,
         along = p.y >= b.top && p.y <= b.bottom;
    return (across && (p.y == b.top || p.y == b.bottom)) ||
           (along && (p.x == b.left || p.x == b.right));
}

static struct point on_curve(const struct point *p, double t)
{
    double s = 1 - t, a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t,
           d = t * t * t;
    return (struct point){a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
                          a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y};
}

enum { SAMPLES = 16 };

/* Arrows as they are drawn: those that do not win first. */
static size_t drawn_order(size_t *order)
{
    size_t count = 0;
    for (int winning = 0; winning < 2; winning++)
        for (size_t a = 0; a < arrows; a++)
            if (arrow[a].winning == (winning == 1))
                order[count++] = a;
    return count;
}

/* Does a box meet the box around four points? A curve does not leave that. */
static bool is_near(struct box b, const struct point *p)
{
    struct box around = {p->x, p->y, p->x, p->y};
    for (size_t i = 1; i < 4; i++) {
        around.left = p[i].x < around.left ? p[i].x : around.left;
        around.right = p[i].x > around.right ? p[i].x : around.right;
        around.top = p[i].y < around.top ? p[i].y : around.top;
        around.bottom = p[i].y > around.bottom ? p[i].y : around.bottom;
    }
    return around.left <= b.right && b.left <= around.right && around.top <= b.bottom &&
           b.top <= around.bottom;
}

/* How many points of the curves lie in boxes. */
static size_t count_hits(void)
{
    size_t hits = 0;
    for (size_t i = 0; i < drawn.paths; i++)
        for (size_t k = drawn.first[i]; k + 3 < drawn.first[i + 1]; k += 3) {
            struct point p[SAMPLES + 1];
            for (int s = 0; s <= SAMPLES; s++) {
                p[s] = on_curve(curve + k, (double)s / SAMPLES);
                keep_inside(p[s].x, p[s].y);
            }
            for (size_t v = 0; v < drawn.boxes; v++)
                if (is_near(drawn.box[v], curve + k))
                    for (int s = 0; s <= SAMPLES; s++)
                        hits += inside(drawn.box[v], p[s]);
        }
    return hits;
}

/* The way of an arrow's end: along one axis, with the head around it. */
static bool head_fits(size_t i)
{
    const struct point *last = &curve[drawn.first[i + 1] - 1];
    struct point tip = drawn.tip[i], *foot = drawn.foot[i];
    double dx = tip.x - last->x, dy = tip.y - last->y;
    bool vertical = dx == 0 && last[-1].x == last->x && foot[0].y == foot[1].y &&
                    foot[0].x + foot[1].x == 2 * tip.x;
    bool level = dy == 0 && last[-1].y == last->y && foot[0].x == foot[1].x &&
                 foot[0].y + foot[1].y == 2 * tip.y;
    double length = dx * dx + dy * dy;
    return vertical != level && length > 0 && length <= 15 * 15 &&
           (last->x - last[-1].x) * dx >= 0 && (last->y - last[-1].y) * dy >= 0;
}

static void check_arrows(const char *what, size_t most_hits)
{
    static size_t order[MAX_ARROWS];
    size_t count = drawn_order(order), wins = 0, bad_begin = 0, bad_end = 0, heads = 0;
    CHECK(drawn.paths == arrows && drawn.heads == arrows, "%s: %zu arrows, %zu heads",
          what, drawn.paths, drawn.heads);
    if (drawn.paths != arrows || drawn.heads != arrows)
        return;
    for (size_t i = 0; i < count; i++) {
        const bt_graph_arrow *a = &arrow[order[i]];
        wins += a->winning;
        bad_begin += !on_border(drawn.box[a->from], curve[drawn.first[i]]);
        bad_end += !on_border(drawn.box[a->to], drawn.tip[i]);
        heads += !head_fits(i);
    }
    CHECK(wins == drawn.wins, "%s: %zu winning arrows", what, drawn.wins);
    CHECK(bad_begin == 0, "%s: %zu arrows begin elsewhere", what, bad_begin);
    CHECK(bad_end == 0, "%s: %zu arrows end elsewhere", what, bad_end);
    CHECK(heads == 0, "%s: %zu heads do not fit", what, heads);
    size_t hits = count_hits();
    CHECK(hits <= most_hits, "%s: arrows run through boxes, %zu times", what, hits);
    if (most_hits > 0)
        printf("%s: %zu of the points on its arrows lie in boxes\n", what, hits);
}

static bool overlap(struct box a, struct box b)
{
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/* Whether a curve, as it is drawn, comes into a box, which may be small. */
static bool meets(size_t path, struct box b)
{
    enum { FINE = 64 * SAMPLES };
    for (size_t k = drawn.first[path]; k + 3 < drawn.first[path + 1]; k += 3)
        for (int s = 0; s <= FINE && is_near(b, curve + k); s++)
            if (inside(b, on_curve(curve + k, (double)s / FINE)))
                return true;
    return false;
}

/* Loops at one node lie on each other. */
static bool parallel(size_t a, size_t b)
{
    return arrow[a].from == arrow[a].to && arrow[b].from == arrow[b].to &&
           arrow[a].from == arrow[b].from;
}

/* Labels are drawn in the order of the arrows. */
static void check_labels(const char *what)
{
    static size_t order[MAX_ARROWS], path[MAX_ARROWS], owner[MAX_ARROWS];
    size_t count = 0, wrong = 0, over = 0, apart = 0, foreign = 0;
    for (size_t i = 0; i < drawn_order(order); i++)
        path[order[i]] = i;
    for (size_t a = 0; a < arrows; a++)
        if (arrow[a].label && arrow[a].label[0])
            owner[count++] = a;
    CHECK(count == drawn.labels, "%s: %zu labels of %zu", what, drawn.labels, count);
    for (size_t i = 0; i < count && count == drawn.labels; i++) {
        struct box b = drawn.label[i];
        const bt_graph_arrow *own = &arrow[owner[i]];
        bool loop = own->from == own->to;
        wrong += strcmp(said[i], own->label) != 0;
        for (size_t v = 0; v < drawn.boxes; v++)
            over += overlap(b, drawn.box[v]);
        for (size_t k = 0; k < i; k++)
            over += overlap(b, drawn.label[k]) && !parallel(owner[i], owner[k]);
        apart += loop ? b.left != drawn.box[own->from].right + BTI_LOOP_WIDTH +
                                      BTI_LABEL_SPACE
                      : !meets(path[owner[i]], b);
        for (size_t a = 0; a < arrows; a++)
            foreign += a != owner[i] && meets(path[a], b);
    }
    CHECK(wrong == 0, "%s: %zu labels say something else", what, wrong);
    CHECK(over == 0, "%s: %zu labels lie over something", what, over);
    CHECK(apart == 0, "%s: %zu labels are not at their arrows", what, apart);
    CHECK(foreign == 0, "%s: %zu arrows run through labels", what, foreign);
}

static void check_boxes(const char *what)
{
    size_t overlaps = 0;
    for (size_t v = 0; v < drawn.boxes; v++)
        for (size_t w = 0; w < v; w++) {
            struct box a = drawn.box[v], b = drawn.box[w];
            overlaps += a.left < b.right + 12 && b.left < a.right + 12 &&
                        a.top < b.bottom + 12 && b.top < a.bottom + 12;
        }
    CHECK(drawn.boxes == nodes, "%s: %zu boxes", what, drawn.boxes);
    CHECK(overlaps == 0, "%s: %zu boxes overlap or touch", what, overlaps);
}

static void check_marks(const char *what)
{
    size_t wrong = 0, more = 0;
    for (size_t v = 0; v < nodes; v++) {
        const bt_graph_node *n = &node[v];
        char kind = n->outcome && strchr("NPD", n->outcome) ? n->outcome : 0;
        char label[MAX_NAME] = "";
        if (kind || n->outcome == '?')
            snprintf(label, sizeof label, "%c", n->outcome);
        if (n->value)
            snprintf(label + strlen(label), 100, "%s%s", label[0] ? " " : "", n->value);
        wrong += drawn.kind[v] != kind || drawn.fresh[v] != n->fresh ||
                 drawn.inner[v] != (kind == 'P') || strcmp(shown[v][1], label) != 0;
        more += n->more;
    }
    CHECK(wrong == 0, "%s: %zu nodes with wrong marks", what, wrong);
    CHECK(more == drawn.stubs, "%s: %zu stubs", what, drawn.stubs);
}

/* Longest plays, by going round until nothing changes; false if there is a cycle. */
static bool longest_plays(size_t *play)
{
    memset(play, 0, nodes * sizeof *play);
    bool changed = true;
    for (size_t round = 0; changed && round <= nodes; round++) {
        changed = false;
        for (size_t a = 0; a < arrows; a++)
            if (play[arrow[a].from] <= play[arrow[a].to]) {
                play[arrow[a].from] = play[arrow[a].to] + 1;
                changed = true;
            }
    }
    return !changed;
}

static bool leads_to(size_t from, size_t to)
{
    static bool seen[MAX_NODES];
    memset(seen, 0, nodes);
    seen[from] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t a = 0; a < arrows; a++)
            if (seen[arrow[a].from] && !seen[arrow[a].to])
                changed = seen[arrow[a].to] = true;
    }
    return seen[to];
}

static void check_heights(const char *what)
{
    static size_t play[MAX_NODES];
    size_t wrong = 0;
    if (longest_plays(play)) {
        for (size_t v = 0; v < nodes; v++)
            for (size_t w = 0; w < v; w++) {
                double higher = drawn.box[w].top - drawn.box[v].top;
                wrong += (play[v] > play[w]) != (higher > 0) ||
                         (play[v] < play[w]) != (higher < 0);
            }
        CHECK(wrong == 0, "%s: %zu pairs at wrong heights", what, wrong);
        return;
    }
    for (size_t a = 0; a < arrows && nodes <= 100; a++) {
        uint32_t from = arrow[a].from, to = arrow[a].to;
        bool down = drawn.box[from].bottom < drawn.box[to].top;
        bool up = drawn.box[to].bottom < drawn.box[from].top;
        wrong += from != to && !down && (!up || !leads_to(to, from));
    }
    CHECK(wrong == 0, "%s: %zu arrows do not go down", what, wrong);
}

static bool draw(bt_context *ctx, const char *title, bt_picture kind, bt_text *out)
{
    bt_graph_view view = {title, "a caption below", node, nodes, arrow, arrows};
    bt_status status = bt_draw_graph(ctx, &view, kind, out);
    CHECK(status == BT_OK, "%s: %s", title, bt_message(ctx));
    return status == BT_OK;
}

/* Draws the graph, reads the picture and checks all of it; `most_hits`: see above. */
static void check_picture(bt_context *ctx, const char *what, size_t most_hits)
{
    bt_text svg, again;
    bt_text_init(&svg, ctx);
    bt_text_init(&again, ctx);
    if (draw(ctx, what, BT_SVG, &svg) && draw(ctx, what, BT_SVG, &again)) {
        CHECK(bt_span_equal(bt_text_span(&svg), bt_text_span(&again)),
              "%s: another picture the second time", what);
        read_svg(bt_text_chars(&svg));
        CHECK(!drawn.wrong[0], "%s: %s", what, drawn.wrong);
        CHECK(strcmp(drawn.heading, what) == 0 && drawn.lines >= 2, "%s: no heading",
              what);
        check_boxes(what);
        check_arrows(what, most_hits);
        check_marks(what);
        check_heights(what);
        if (arrows < 1000)
            check_labels(what);
        CHECK(drawn.outside == 0, "%s: %zu things outside", what, drawn.outside);
    }
    bt_text_free(&svg);
    bt_text_free(&again);
}

/* One heap from which 1 to `most` but `not` may be taken. */
static void make_chain(size_t count, uint32_t most, uint32_t but)
{
    begin(count);
    for (uint32_t v = 0; v < count; v++)
        for (uint32_t take = 1; take <= most && take <= v; take++)
            if (take != but)
                join(v, v - take);
}

static void check_chains(bt_context *ctx)
{
    char what[60];
    for (size_t count = 1; count <= 30; count += count < 4 ? 1 : 3)
        for (uint32_t most = 1; most <= 12; most++) {
            make_chain(count, most, 2);
            mark();
            snprintf(what, sizeof what, "%zu in a chain, jumps to %u", count, most);
            check_picture(ctx, what, 0);
            for (size_t v = 1; v < count; v++) /* one column */
                CHECK(drawn.box[v].left == drawn.box[0].left, "%s: %zu", what, v);
        }
    make_chain(12, 1, 0);
    join(0, 11);
    join(0, 5);
    join(3, 4);
    mark();
    check_picture(ctx, "a chain that goes round", 0);
    make_chain(600, 3, 0);
    check_picture(ctx, "a long chain", 0);
}

static void make_nim(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t deep = c + 1, wide = (b + 1) * deep;
    begin((size_t)(a + 1) * wide);
    for (uint32_t v = 0; v < nodes; v++) {
        uint32_t x = v / wide, y = v / deep % (b + 1), z = v % deep;
        snprintf(name[v], MAX_NAME, "%u,%u,%u", x, y, z);
        for (uint32_t i = 1; i <= x; i++)
            join(v, v - i * wide);
        for (uint32_t i = 1; i <= y; i++)
            join(v, v - i * deep);
        for (uint32_t i = 1; i <= z; i++)
            join(v, v - i);
    }
}

static void check_nim(bt_context *ctx)
{
    char what[60];
    for (uint32_t a = 0; a <= 3; a++)
        for (uint32_t b = 0; b <= 4; b++)
            for (uint32_t c = 0; c <= 4; c++) {
                make_nim(a, b, c);
                mark();
                snprintf(what, sizeof what, "nim %u,%u,%u", a, b, c);
                check_picture(ctx, what, 0);
            }
}

/* Arrows lead to larger numbers, at most `reach` away. */
static void make_dag(size_t count, size_t wanted, uint32_t reach)
{
    begin(count);
    while (arrows < wanted && count > 1) {
        uint32_t from = below(count - 1), to = from + 1 + below(reach);
        if (to < count)
            join(from, to);
    }
}

static void make_any(size_t count, size_t wanted)
{
    begin(count);
    while (arrows < wanted) {
        uint32_t from = below(count);
        join(from, below(count));
    }
}

static void check_random(bt_context *ctx)
{
    char what[60];
    for (size_t round = 0; round < 150; round++) {
        size_t count = 1 + below(round % 10 == 9 ? 300 : 60);
        size_t wanted = below(3 * count);
        make_dag(count, wanted, 1 + below(count));
        mark();
        snprintf(what, sizeof what, "random %zu, %zu positions", round, count);
        check_picture(ctx, what, 0);
        count = 1 + below(40);
        make_any(count, below(3 * count));
        mark();
        snprintf(what, sizeof what, "cycles %zu, %zu positions", round, count);
        check_picture(ctx, what, 0);
    }
    make_dag(2000, 6000, 300);
    mark();
    check_picture(ctx, "2000 positions", 1000000);
    make_any(2000, 5000);
    check_picture(ctx, "2000 positions with cycles", 1000000);
    make_dag(1500, 15000, 1499); /* too many bends: some arrows go without */
    check_picture(ctx, "15000 arrows", 1000000);
    make_dag(5000, 20000, 4999);
    bt_text svg;
    bt_text_init(&svg, ctx);
    draw(ctx, "5000 positions", BT_SVG, &svg);
    bt_text_free(&svg);
}

static bool pieces_cross(struct point a, struct point b, struct point c, struct point d)
{
    double p = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    double q = (b.x - a.x) * (d.y - a.y) - (b.y - a.y) * (d.x - a.x);
    double r = (d.x - c.x) * (a.y - c.y) - (d.y - c.y) * (a.x - c.x);
    double s = (d.x - c.x) * (b.y - c.y) - (d.y - c.y) * (b.x - c.x);
    return ((p < 0 && q > 0) || (p > 0 && q < 0)) &&
           ((r < 0 && s > 0) || (r > 0 && s < 0));
}

static size_t cross_count(size_t i, size_t k)
{
    size_t count = 0;
    for (size_t p = drawn.first[i]; p + 3 < drawn.first[i + 1]; p += 3)
        for (size_t q = drawn.first[k]; q + 3 < drawn.first[k + 1]; q += 3)
            for (int s = 0; s < SAMPLES; s++)
                for (int t = 0; t < SAMPLES; t++)
                    count += pieces_cross(on_curve(curve + p, (double)s / SAMPLES),
                                          on_curve(curve + p, (s + 1.0) / SAMPLES),
                                          on_curve(curve + q, (double)t / SAMPLES),
                                          on_curve(curve + q, (t + 1.0) / SAMPLES));
    return count;
}

/* Crossings between two layers of SIDE vertices each, given the rank of each vertex. */
enum { SIDE = 5, ORDERS = 120 };
static size_t count_crossings(const uint32_t (*segment)[2], size_t count,
                              const uint32_t *rank)
{
    size_t crossings = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++) {
            uint32_t a = rank[segment[i][0]], b = rank[segment[k][0]];
            uint32_t c = rank[segment[i][1]], d = rank[segment[k][1]];
            crossings += (a < b && c > d) || (a > b && c < d);
        }
    return crossings;
}

static void nth_order(size_t n, uint32_t *rank)
{
    uint32_t left[SIDE] = {0, 1, 2, 3, 4};
    for (size_t i = 0, count = SIDE; i < SIDE; i++, count--) {
        size_t k = n % count;
        n /= count;
        rank[i] = left[k];
        memmove(left + k, left + k + 1, (count - 1 - k) * sizeof *left);
    }
}

static size_t least_crossings(const uint32_t (*segment)[2], size_t count)
{
    uint32_t rank[2 * SIDE];
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < ORDERS; i++) {
        nth_order(i, rank);
        for (size_t k = 0; k < ORDERS; k++) {
            nth_order(k, rank + SIDE);
            size_t crossings = count_crossings(segment, count, rank);
            least = crossings < least ? crossings : least;
        }
    }
    return least;
}

/* The order that the layout finds for the same layers. */
static size_t found_crossings(bt_context *ctx, const uint32_t (*segment)[2],
                              size_t count)
{
    uint32_t layer[2 * SIDE], down_start[2 * SIDE + 2] = {0},
                                                    up_start[2 * SIDE + 2] = {0};
    uint32_t down[30], up[30], row_start[] = {0, SIDE, 2 * SIDE}, row[2 * SIDE];
    uint32_t rank[2 * SIDE];
    bti_layered g = {.nodes = 2 * SIDE,
                     .vertices = 2 * SIDE,
                     .layers = 2,
                     .layer = layer,
                     .down_start = down_start,
                     .down = down,
                     .up_start = up_start,
                     .up = up,
                     .row_start = row_start,
                     .row = row,
                     .rank = rank};
    uint32_t downs = 0, ups = 0;
    for (uint32_t v = 0; v < 2 * SIDE; v++) {
        layer[v] = v < SIDE;
        for (size_t i = 0; i < count; i++) {
            if (segment[i][0] == v)
                down[downs++] = segment[i][1];
            if (segment[i][1] == v)
                up[ups++] = segment[i][0];
        }
        down_start[v + 1] = downs;
        up_start[v + 1] = ups;
    }
    bt_arena arena;
    bt_arena_init(&arena, ctx);
    CHECK(bti_order_layers(&arena, &g) == BT_OK, "%s", bt_message(ctx));
    bt_arena_free(&arena);
    return count_crossings(segment, count, rank);
}

/* All orders of two layers are tried. The layout need not find the best one, but
 * nearly, and never a better one. */
static void check_order(bt_context *ctx)
{
    size_t least = 0, found = 0;
    for (size_t round = 0; round < 60; round++) {
        uint32_t segment[12][2];
        size_t count = 4 + below(9);
        for (size_t i = 0; i < count; i++) {
            segment[i][0] = below(SIDE);
            segment[i][1] = SIDE + below(SIDE);
        }
        size_t best = least_crossings((const uint32_t(*)[2])segment, count);
        size_t ours = found_crossings(ctx, (const uint32_t(*)[2])segment, count);
        CHECK(ours >= best, "%zu crossings, fewer than possible", ours);
        least += best;
        found += ours;
    }
    printf("%zu crossings where %zu are possible\n", found, least);
    CHECK(found <= least + least / 10, "%zu crossings, %zu are possible", found, least);
}

/* No two arrows of a tree cross. */
static void check_trees(bt_context *ctx)
{
    for (size_t round = 0; round < 20; round++) {
        size_t crossings = 0;
        begin(2 + below(30));
        for (uint32_t v = 1; v < nodes; v++)
            join(round % 2 ? below(v) : v - 1 - below(v < 4 ? v : 4), v);
        mark();
        check_picture(ctx, "a tree", 0);
        for (size_t i = 0; i < drawn.paths; i++)
            for (size_t k = 0; k < i; k++)
                crossings += cross_count(i, k);
        CHECK(crossings == 0, "tree %zu: %zu crossings", round, crossings);
    }
}

static void check_few(bt_context *ctx)
{
    begin(0);
    check_picture(ctx, "nothing", 0);
    begin(1);
    check_picture(ctx, "one", 0);
    join(0, 0);
    mark();
    check_picture(ctx, "one with a loop", 0);
    begin(5);
    mark();
    check_picture(ctx, "five apart", 0);
    begin(2);
    join(0, 1);
    join(0, 1);
    join(1, 0);
    join(1, 1);
    mark();
    check_picture(ctx, "two with everything", 0);
    begin(7);
    for (uint32_t v = 0; v < 7; v++)
        for (uint32_t w = 0; w < 7; w++)
            join(v, w);
    mark();
    check_picture(ctx, "everything joined", 0);
    arrow[3].to = 7;
    bt_text svg;
    bt_text_init(&svg, ctx);
    bt_graph_view view = {"wrong", NULL, node, nodes, arrow, arrows};
    CHECK(bt_draw_graph(ctx, &view, BT_SVG, &svg) == BT_DOMAIN && svg.len == 0 &&
              strstr(bt_message(ctx), "7"),
          "an arrow to nowhere: %s", bt_message(ctx));
    bt_text_free(&svg);
}

/* As an automaton has them: digits, some arrows without, several ways round. */
static void give_labels(size_t one_of)
{
    static const char *const digits[] = {
        "00",  "01 10", "0* 11 ", "000 011 101 110", "1*0* 0*1* 11** 00** \xE2\x80\xA6",
        "<&>", ""};
    for (size_t a = 0; a < arrows; a++)
        if (below(one_of) == 0)
            arrow[a].label = digits[below(7)];
}

static void check_labelled(bt_context *ctx)
{
    char what[60];
    for (size_t round = 0; round < 120; round++) {
        size_t count = 1 + below(round % 10 == 9 ? 100 : 20);
        if (round % 2)
            make_any(count, below(3 * count));
        else
            make_dag(count, below(3 * count), 1 + below(count));
        mark();
        give_labels(1 + round % 3);
        snprintf(what, sizeof what, "labels %zu, %zu positions", round, count);
        check_picture(ctx, what, 0);
    }
    make_chain(6, 2, 0);
    give_labels(1);
    check_picture(ctx, "a chain with labels", 0);
    begin(1);
    join(0, 0);
    arrow[0].label = "0 & 1 < \"2\"";
    check_picture(ctx, "a loop with a label", 0);
    CHECK(drawn.labels == 1 && strcmp(said[0], arrow[0].label) == 0, "it says %s",
          said[0]);
    arrow[0].label = "";
    check_picture(ctx, "an empty label", 0);
}

static const char *const odd_name[] = {
    "",
    "<&>\"'",
    "]]>",
    "100% #1_{2}^3 ~\\ $x$ --- [*]",
    "mis\xC3\xA8re",
    "\xE6\xB8\xB8\xE6\x88\x8F",
    "\xF0\x9F\x8E\xB2",
    "{\"piles\":[1,2,3],\"of\":\"stones & <b>beans</b>\"}",
    "0123456789012345678901234567890123456789",
    "01234567890123456789012345678901234567890",
    "\xE6\xB8\xB8\xE6\x88\x8F\xE6\xB8\xB8\xE6\x88\x8F\xE6\xB8\xB8\xE6\x88\x8F\xE6\xB8"
    "\xB8\xE6\x88\x8F\xE6\xB8\xB8\xE6\x88\x8F\xE6\xB8\xB8\xE6\x88\x8F\xE6\xB8\xB8\xE6"
    "\x88\x8F\xE6\xB8\xB8\xE6\x88\x8F\xE6\xB8\xB8\xE6\x88\x8F\xE6\xB8\xB8\xE6\x88\x8F"
    "\xE6\xB8\xB8\xE6\x88\x8F",
    "\xFF\x80 no UTF-8 \xC3",
    "a line\nand\tanother",
};
enum { ODD_NAMES = sizeof odd_name / sizeof *odd_name, GOOD_NAMES = ODD_NAMES - 2 };

static void make_odd(void)
{
    begin(ODD_NAMES + 1);
    for (uint32_t v = 0; v < ODD_NAMES; v++) {
        snprintf(name[v], MAX_NAME, "%s", odd_name[v]);
        join(v, v + 1 + below(ODD_NAMES - v));
        join(v, ODD_NAMES);
    }
    memset(name[ODD_NAMES], 'x', MAX_NAME - 10);
    name[ODD_NAMES][MAX_NAME - 10] = 0;
    mark();
}

static void check_names(bt_context *ctx)
{
    make_odd();
    check_picture(ctx, "odd names", 0);
    for (size_t v = 0; v < GOOD_NAMES; v++) {
        const char *text = shown[v][0], *dots = strstr(text, "\xE2\x80\xA6");
        size_t before = dots ? (size_t)(dots - text) : 0, all = strlen(name[v]);
        CHECK(strcmp(full_name[v], name[v]) == 0, "title %s", full_name[v]);
        CHECK((dots != NULL) == (room(name[v]) > 40 * 12), "%s is cut", text);
        CHECK(room(text) <= 40 * 12, "%s is too long", text);
        CHECK(dots ? before > 10 && strncmp(text, name[v], before) == 0 &&
                         strcmp(dots + 3, name[v] + all - strlen(dots + 3)) == 0 &&
                         strlen(dots + 3) > 10
                   : strcmp(text, name[v]) == 0,
              "%s is not %s", text, name[v]);
    }
    CHECK(strlen(shown[ODD_NAMES][0]) == 41, "the longest: %s",
          shown[ODD_NAMES][0]); /* 19 + 19 letters, and 3 bytes of dots */
}

/* A name of a million heaps costs no more than its length. */
static void check_long_name(bt_context *ctx)
{
    static char heaps[2000000];
    for (size_t i = 0; i + 1 < sizeof heaps; i++)
        heaps[i] = i % 2 ? ',' : '1';
    begin(1);
    node[0].name = heaps;
    bt_text svg;
    bt_text_init(&svg, ctx);
    draw(ctx, "a million heaps", BT_SVG, &svg);
    CHECK(svg.len > sizeof heaps && svg.len < sizeof heaps + 10000,
          "a long name: %zu bytes", svg.len);
    bt_text_free(&svg);
}

/* In TeX: braces balance, and nothing stands bare that has a meaning there. */
static void read_tex(const char *text, const char *what)
{
    size_t depth = 0, drawings = 0, texts = 0, bare = 0;
    bool ended = false, good = true;
    for (const char *at = text; *at && good; at++) {
        if (*at == '%') {
            at += strcspn(at, "\n");
            continue;
        }
        if (strncmp(at, "$\\infty$", 8) == 0) {
            at += 7;
            continue;
        }
        if (*at == '\\') {
            drawings += strncmp(at, "\\draw[bouton ", 13) == 0;
            texts += strncmp(at, "\\node[", 6) == 0;
            ended = ended || strncmp(at, "\\end{document}", 14) == 0;
            at++;
            continue;
        }
        depth += *at == '{';
        good = *at != '}' || depth > 0;
        depth -= *at == '}';
        bare += *at != '\n' && strchr("#$&_^~", *at) != NULL;
        bare += (unsigned char)*at < ' ' && *at != '\n';
        bare += (unsigned char)*at >= 0xC4; /* only Latin-1 is sure to be there */
    }
    CHECK(good && depth == 0 && ended, "%s: braces or the end", what);
    CHECK(bare == 0, "%s: %zu bare characters", what, bare);
    CHECK(texts >= nodes && drawings >= nodes + arrows, "%s: %zu texts, %zu drawings",
          what, texts, drawings);
}

static void compile(const bt_text *tex, const char *what)
{
    char folder[] = "/tmp/bouton_graph_XXXXXX", command[300];
    if (!mkdtemp(folder)) {
        CHECK(false, "no folder for TeX");
        return;
    }
    snprintf(command, sizeof command, "%s/x.tex", folder);
    FILE *file = fopen(command, "w");
    CHECK(file && fwrite(tex->at, 1, tex->len, file) == tex->len, "cannot write");
    if (file)
        fclose(file);
    snprintf(
        command, sizeof command,
        "cd %s && timeout 100 pdflatex -halt-on-error -interaction=batchmode x.tex "
        ">/dev/null </dev/null && grep -q 'Output written on x.pdf (1 page' x.log",
        folder);
    int code = system(command);
    CHECK(WIFEXITED(code) && WEXITSTATUS(code) == 0, "pdflatex refuses %s: see %s",
          what, folder);
    snprintf(command, sizeof command, "rm -r %s", folder);
    if (code == 0 && system(command) != 0)
        CHECK(false, "cannot remove %s", folder);
}

static void check_tex(bt_context *ctx)
{
    bool compiles = system("kpsewhich tikz.sty >/dev/null 2>&1") == 0;
    bt_text tex;
    bt_text_init(&tex, ctx);
    if (!compiles)
        printf("no TikZ here: TeX was not compiled\n");
    make_odd();
    if (draw(ctx, odd_name[3], BT_TEX, &tex)) {
        read_tex(bt_text_chars(&tex), "odd names");
        if (compiles)
            compile(&tex, "odd names");
    }
    for (size_t round = 0; round < 30; round++) {
        size_t count = 1 + below(40);
        make_any(count, below(80));
        mark();
        bt_text_clear(&tex);
        if (draw(ctx, "cycles", BT_TEX, &tex))
            read_tex(bt_text_chars(&tex), "cycles");
        give_labels(1);
        bt_text_clear(&tex);
        if (draw(ctx, "labels", BT_TEX, &tex))
            read_tex(bt_text_chars(&tex), "labels");
    }
    if (compiles)
        compile(&tex, "labels");
    begin(0);
    bt_text_clear(&tex);
    if (draw(ctx, "nothing", BT_TEX, &tex) && compiles)
        compile(&tex, "nothing");
    bt_text_clear(&tex);
    make_chain(2000, 2, 0);
    bt_graph_view view = {"long", NULL, node, nodes, arrow, arrows};
    CHECK(bt_draw_graph(ctx, &view, BT_TEX, &tex) == BT_UNABLE &&
              strstr(bt_message(ctx), ".svg") && tex.len == 0,
          "a picture too large for TeX: %s", bt_message(ctx));
    bt_text_free(&tex);
}

static void check_memory(bt_picture kind, const char *what)
{
    uint64_t k = 1;
    for (bool failed = true; failed; k++) {
        struct failing_host f;
        failing_host_init(&f, k);
        bt_context *ctx = bt_context_new(&f.host, 0);
        failed = f.calls >= k;
        if (ctx) {
            bt_text out;
            bt_text_init(&out, ctx);
            bt_graph_view view = {what, "caption", node, nodes, arrow, arrows};
            bt_status status = bt_draw_graph(ctx, &view, kind, &out);
            failed = f.calls >= k;
            CHECK(status == (failed ? BT_NOMEM : BT_OK), "%s, allocation %llu: %d",
                  what, (unsigned long long)k, (int)status);
            bt_text_free(&out);
            CHECK(bt_memory_used(ctx) == 0, "%s, allocation %llu: a leak", what,
                  (unsigned long long)k);
        }
        bt_context_free(ctx);
        CHECK(f.live_bytes == 0, "%s, allocation %llu: a leak", what,
              (unsigned long long)k);
    }
    CHECK(k > 10, "%s: only %llu allocations", what, (unsigned long long)k);
}

static bool stop_at_once(void *self)
{
    (void)self;
    return true;
}

static void check_failures(void)
{
    make_any(40, 90);
    mark();
    check_memory(BT_SVG, "cycles");
    check_memory(BT_TEX, "cycles");
    give_labels(2);
    check_memory(BT_SVG, "labels");
    check_memory(BT_TEX, "labels");
    make_chain(9, 3, 0);
    check_memory(BT_SVG, "a chain");
    make_dag(100, 900, 99);
    check_memory(BT_SVG, "many arrows");
    struct failing_host f;
    failing_host_init(&f, 0);
    f.host.stop = stop_at_once;
    bt_context *ctx = bt_context_new(&f.host, 0);
    bt_text out;
    bt_text_init(&out, ctx);
    bt_graph_view view = {"stopped", NULL, node, nodes, arrow, arrows};
    CHECK(bt_draw_graph(ctx, &view, BT_SVG, &out) == BT_STOPPED, "it did not stop");
    bt_text_free(&out);
    bt_context_free(ctx);
    CHECK(f.live_bytes == 0, "a leak when stopped");
}

int main(void)
{
    bt_context *ctx = bt_context_new(bt_host_posix(), 0);
    if (!ctx)
        return 1;
    check_few(ctx);
    check_names(ctx);
    check_long_name(ctx);
    check_chains(ctx);
    check_nim(ctx);
    check_order(ctx);
    check_trees(ctx);
    check_random(ctx);
    check_labelled(ctx);
    check_tex(ctx);
    check_failures();
    CHECK(bt_memory_used(ctx) == 0, "memory is still in use");
    bt_context_free(ctx);
    return check_close();
}
