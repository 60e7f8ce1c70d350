/* SPDX-License-Identifier: MIT
 * From layers to curves. An arrow leaves its box at the border, passes each layer
 * between its ends straight through its bend, and crosses to the next one only in the
 * gap between two layers: so it never runs through a box. All its tangents at these
 * places are vertical, which makes the curve smooth.
 *
 * Where every layer has one node, as in a subtraction game, the nodes stand in a column
 * and longer moves are arcs beside it.
 *
 * When there would be too many bends, the longest arrows go without: plain curves,
 * behind the boxes. A narrow drawing of a dense graph has few bends, for it is they
 * that make it wide: it is for a screen, where an arrow can be followed by pointing at
 * it.
 *
 * Where arrows have labels, there is a low layer between any two layers of boxes. Every
 * arrow passes one of them next to where it begins, through a bend as wide as its
 * label: so nothing comes near to a label but its own arrow. */
#include "draw/graph_layout.h"

#include "core/grow.h"
#include "core/parallel.h"

enum {
    MOST_BENDS = 50000,
    NARROW_BENDS = 4, /* for each node, where the drawing is to be narrow */
    FEW_BENDS = 40,
    LEAST_GAP = 46, /* between layers */
    LABEL_GAP = 30, /* between a layer and labels; a head must have room */
    MORE_GAP = 90,  /* at most so much more, where arrows go far to the side */
    DENSE_GAP = 24,
    PORT_STEP = 14,   /* between arrows at a border */
    PORT_MARGIN = 10, /* between arrows and the corner */
    MOST_PORTS = 10,  /* that a box is made wider for */
    COLUMN_GAP = 38,
    SIDE_STEP = 7,
    ARC = 26, /* how far an arc is drawn out, and how much more a layer */
    ARC_STEP = 18,
    ARC_MOST = 60 /* layers */
};

typedef struct {
    bt_arena *arena;
    const bti_graph_shape *shape;
    bti_graph_layout *out;
    bti_layered g;
    uint32_t longest; /* arrows over more layers have no bends */
    bool dense;       /* nothing is made wide for arrows */
    uint32_t *bend;   /* the uppermost bend of each arrow; the others follow */
    int64_t *top;     /* y of each layer */
    /* Where the arrows end at the borders, 2 * arrow for the upper end and the next for
     * the lower one: x, or y at the sides of a column. */
    int64_t *port;
    size_t points;
} plan;

static bool is_loop(const bt_graph_arrow *arrow)
{
    return arrow->from == arrow->to;
}

static bool goes_up(const plan *p, const bt_graph_arrow *arrow)
{
    return p->g.layer[arrow->from] < p->g.layer[arrow->to];
}

static uint32_t upper_end(const plan *p, const bt_graph_arrow *arrow)
{
    return goes_up(p, arrow) ? arrow->to : arrow->from;
}

static uint32_t lower_end(const plan *p, const bt_graph_arrow *arrow)
{
    return goes_up(p, arrow) ? arrow->from : arrow->to;
}

static uint32_t span_of(const plan *p, const bt_graph_arrow *arrow)
{
    return p->g.layer[upper_end(p, arrow)] - p->g.layer[lower_end(p, arrow)];
}

static uint32_t bends_of(const plan *p, const bt_graph_arrow *arrow)
{
    uint32_t span = span_of(p, arrow);
    return span > 1 && span <= p->longest ? span - 1 : 0;
}

static bool has_label(const plan *p, size_t a)
{
    return p->shape->label && p->shape->label[a] > 0;
}

/* The bend that has the label of an arrow with bends. */
static uint32_t labelled_bend(const plan *p, size_t a)
{
    const bt_graph_arrow *arrow = &p->shape->arrow[a];
    return p->bend[a] + (goes_up(p, arrow) ? bends_of(p, arrow) - 1 : 0);
}

static int64_t height_of(const plan *p, uint32_t layer)
{
    return p->shape->label && layer % 2 == 1 ? BTI_LABEL_HEIGHT : BTI_BOX_HEIGHT;
}

/* Whether a narrow drawing has no bends at all, to be as narrow as its boxes. */
static bool is_dense(const plan *p, const size_t *arrows)
{
    uint64_t all = 0, few = FEW_BENDS + NARROW_BENDS * (uint64_t)p->g.nodes;
    for (uint32_t span = 2; span < p->g.layers; span++)
        all += (uint64_t)arrows[span] * (span - 1);
    return p->shape->narrow && all > few;
}

/* How long arrows with bends may be, and how many bends that makes. */
static bt_status count_bends(plan *p)
{
    const bti_graph_shape *s = p->shape;
    size_t *arrows = bt_arena_alloc(p->arena, (size_t)p->g.layers + 1, sizeof *arrows);
    uint64_t bends = 0;
    if (!arrows)
        return bt_last_status(p->arena->ctx);
    for (size_t a = 0; a < s->arrows; a++)
        arrows[span_of(p, &s->arrow[a])]++;
    p->dense = is_dense(p, arrows);
    const uint64_t most = p->dense ? 0 : MOST_BENDS;
    for (p->longest = 1; p->longest + 1 < p->g.layers; p->longest++) {
        uint64_t more = (uint64_t)arrows[p->longest + 1] * p->longest;
        if (bends + more > most)
            break;
        bends += more;
    }
    p->g.vertices = p->g.nodes + (uint32_t)bends;
    return BT_OK;
}

/* Calls `use` for each segment of the arrows, from the upper to the lower vertex. */
static void each_segment(plan *p, void (*use)(bti_layered *, uint32_t, uint32_t))
{
    for (size_t a = 0; a < p->shape->arrows; a++) {
        const bt_graph_arrow *arrow = &p->shape->arrow[a];
        uint32_t v = upper_end(p, arrow), bends = bends_of(p, arrow);
        if (is_loop(arrow) || span_of(p, arrow) > p->longest)
            continue;
        for (uint32_t i = 0; i < bends; i++) {
            use(&p->g, v, p->bend[a] + i);
            v = p->bend[a] + i;
        }
        use(&p->g, v, lower_end(p, arrow));
    }
}

static void count_segment(bti_layered *g, uint32_t upper, uint32_t lower)
{
    g->down_start[upper + 2]++;
    g->up_start[lower + 2]++;
}

static void take_segment(bti_layered *g, uint32_t upper, uint32_t lower)
{
    g->down[g->down_start[upper + 1]++] = lower;
    g->up[g->up_start[lower + 1]++] = upper;
}

static bool take_room(plan *p)
{
    bti_layered *g = &p->g;
    uint32_t **wide[] = {&g->down_start, &g->up_start, &g->row, &g->rank};
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        if (!(*wide[i] =
                  bt_arena_alloc(p->arena, (size_t)g->vertices + 2, sizeof **wide[i])))
            return false;
    g->row_start =
        bt_arena_alloc(p->arena, (size_t)g->layers + 1, sizeof *g->row_start);
    g->half = bt_arena_alloc(p->arena, g->vertices, sizeof *g->half);
    g->x = bt_arena_alloc(p->arena, g->vertices, sizeof *g->x);
    p->bend = bt_arena_alloc(p->arena, p->shape->arrows, sizeof *p->bend);
    return g->row_start && g->half && g->x && p->bend;
}

/* The layers of the nodes are known; those of the bends follow. */
static void place_bends(plan *p)
{
    bti_layered *g = &p->g;
    uint32_t next = g->nodes;
    for (size_t a = 0; a < p->shape->arrows; a++) {
        const bt_graph_arrow *arrow = &p->shape->arrow[a];
        uint32_t top = g->layer[upper_end(p, arrow)], bends = bends_of(p, arrow);
        p->bend[a] = next;
        for (uint32_t i = 0; i < bends; i++)
            g->layer[next++] = top - 1 - i;
        int64_t label = has_label(p, a) ? p->shape->label[a] + BTI_LABEL_SPACE : 0;
        if (is_loop(arrow) && g->half[arrow->from] < BTI_LOOP_WIDTH + label)
            g->half[arrow->from] = BTI_LOOP_WIDTH + label;
        if (bends > 0)
            g->half[labelled_bend(p, a)] = label / 2;
    }
    for (uint32_t v = 0; v < g->nodes; v++)
        g->half[v] += p->shape->width[v] / 2;
    for (uint32_t v = 0; v < g->vertices; v++)
        g->row_start[g->layer[v] + 1]++;
    bti_starts(g->row_start, g->layers);
}

/* A box where many arrows end is made wider, so that their heads have room. */
static bt_status widen_boxes(plan *p)
{
    const bti_graph_shape *s = p->shape;
    int64_t *ends;
    BT_TRY(BTI_ARENA_NEW(p->arena, ends, 2 * s->nodes));
    for (size_t a = 0; a < s->arrows; a++)
        if (!is_loop(&s->arrow[a])) {
            ends[2 * upper_end(p, &s->arrow[a])]++;
            ends[2 * lower_end(p, &s->arrow[a]) + 1]++;
        }
    for (size_t v = 0; v < s->nodes; v++) {
        int64_t most = ends[2 * v] > ends[2 * v + 1] ? ends[2 * v] : ends[2 * v + 1];
        most = most < MOST_PORTS ? most : MOST_PORTS;
        if (s->width[v] < most * PORT_STEP + 2 * PORT_MARGIN - PORT_STEP)
            s->width[v] = most * PORT_STEP + 2 * PORT_MARGIN - PORT_STEP;
    }
    return BT_OK;
}

static bt_status build_layers(plan *p)
{
    bti_layered *g = &p->g;
    uint32_t *nodes_only = g->layer;
    BT_TRY(count_bends(p));
    if (!p->dense)
        BT_TRY(widen_boxes(p));
    g->layer = bt_arena_alloc(p->arena, g->vertices, sizeof *g->layer);
    if (!g->layer || !take_room(p))
        return bt_last_status(p->arena->ctx);
    for (uint32_t v = 0; v < g->nodes; v++)
        g->layer[v] = nodes_only[v];
    place_bends(p);
    if (bt_stopped(p->arena->ctx))
        return BT_STOPPED;
    each_segment(p, count_segment);
    bti_starts(g->down_start + 1, g->vertices);
    bti_starts(g->up_start + 1, g->vertices);
    size_t segments = g->down_start[g->vertices + 1];
    g->down = bt_arena_alloc(p->arena, segments, sizeof *g->down);
    g->up = bt_arena_alloc(p->arena, segments, sizeof *g->up);
    if (!g->down || !g->up)
        return bt_last_status(p->arena->ctx);
    each_segment(p, take_segment);
    return BT_OK;
}

/* The ends of arrows, put together by the border where they end, and in the order in
 * which they stand there. */
typedef struct {
    uint32_t *start;
    bti_keyed *end; /* item: 2 * arrow, and 1 more for the lower end */
} borders;

typedef bool placing(const plan *p, uint32_t end, uint32_t *border, int64_t *key);

static bt_status sort_ends(const plan *p, size_t count, placing *placed, borders *b)
{
    size_t ends = 2 * p->shape->arrows;
    bti_keyed *spare = bt_arena_alloc(p->arena, ends, sizeof *spare);
    uint32_t border;
    int64_t key;
    b->start = bt_arena_alloc(p->arena, count + 2, sizeof *b->start);
    b->end = bt_arena_alloc(p->arena, ends, sizeof *b->end);
    if (!spare || !b->start || !b->end)
        return bt_last_status(p->arena->ctx);
    for (uint32_t end = 0; end < ends; end++) {
        if (placed(p, end, &border, &key))
            b->start[border + 2]++;
        if (bti_worked(p->arena->ctx, 8))
            return BT_STOPPED;
    }
    bti_starts(b->start + 1, count);
    for (uint32_t end = 0; end < ends; end++) {
        if (placed(p, end, &border, &key))
            b->end[b->start[border + 1]++] = (bti_keyed){key, end};
        if (bti_worked(p->arena->ctx, 8))
            return BT_STOPPED;
    }
    for (size_t i = 0; i < count; i++) {
        size_t here = b->start[i + 1] - b->start[i];
        if (bti_worked(p->arena->ctx, 16 + 64 * here))
            return BT_STOPPED;
        bti_sort_keyed(b->end + b->start[i], spare, here);
    }
    return BT_OK;
}

/* At the bottom (even) and the top (odd) of a box arrows stand in the order of where
 * they come from or go to. */
static bool at_top_or_bottom(const plan *p, uint32_t end, uint32_t *border,
                             int64_t *key)
{
    const bt_graph_arrow *arrow = &p->shape->arrow[end / 2];
    uint32_t upper = upper_end(p, arrow), lower = lower_end(p, arrow);
    uint32_t bends = bends_of(p, arrow), first = p->bend[end / 2];
    if (is_loop(arrow))
        return false;
    if (end % 2 == 0) {
        *border = 2 * upper;
        *key = p->g.x[bends > 0 ? first : lower];
    } else {
        *border = 2 * lower + 1;
        *key = p->g.x[bends > 0 ? first + bends - 1 : upper];
    }
    return true;
}

/* The i-th of `count` places at a border of this width with its middle at x. */
static int64_t port_at(int64_t x, int64_t width, int64_t i, int64_t count)
{
    int64_t room = width - 2 * PORT_MARGIN;
    if (count < 2)
        return x;
    if (room > (count - 1) * PORT_STEP)
        room = (count - 1) * PORT_STEP;
    return x - room / 2 + i * room / (count - 1);
}

static bt_status find_ports(plan *p)
{
    const bti_graph_shape *s = p->shape;
    borders b;
    BT_TRY(sort_ends(p, 2 * s->nodes, at_top_or_bottom, &b));
    for (uint32_t border = 0; border < 2 * s->nodes; border++) {
        uint32_t v = border / 2;
        int64_t found = b.start[border + 1] - b.start[border];
        int64_t count = found + (border % 2 == 0 && s->node[v].more);
        for (int64_t i = 0; i < found; i++)
            p->port[b.end[b.start[border] + i].item] =
                port_at(p->g.x[v], s->width[v], i, count);
        if (border % 2 == 0)
            p->out->stub[v] = port_at(p->g.x[v], s->width[v], count - 1, count);
    }
    return BT_OK;
}

/* A gap is as high as it is wide what arrows have to go to the side in it. */
static bt_status find_heights(plan *p)
{
    bti_layered *g = &p->g;
    int64_t *far = bt_arena_alloc(p->arena, g->layers, sizeof *far), y = 0;
    int64_t gap = p->shape->label ? LABEL_GAP : LEAST_GAP;
    int64_t most = p->dense ? DENSE_GAP : MORE_GAP;
    if (!far)
        return bt_last_status(p->arena->ctx);
    for (uint32_t v = 0; v < g->vertices; v++)
        for (uint32_t k = g->down_start[v]; k < g->down_start[v + 1]; k++) {
            int64_t aside = g->x[v] - g->x[g->down[k]];
            aside = aside < 0 ? -aside : aside;
            far[g->layer[v]] = aside > far[g->layer[v]] ? aside : far[g->layer[v]];
        }
    for (uint32_t layer = g->layers; layer-- > 0;) {
        int64_t more = far[layer] / 6;
        p->top[layer] = y;
        y += height_of(p, layer) + gap + (more < most ? more : most);
    }
    p->out->height = (p->g.layers > 0 ? p->top[0] : 0) + BTI_BOX_HEIGHT;
    return BT_OK;
}

static void begin_at(plan *p, int64_t x, int64_t y)
{
    p->out->point[p->points++] = (bti_point){x, y};
}

static void curve_to(plan *p, bti_point first, bti_point second, bti_point end)
{
    bti_point *to = p->out->point + p->points;
    to[0] = first;
    to[1] = second;
    to[2] = end;
    p->points += 3;
}

/* Down to x, y with vertical tangents; a straight line goes on if there is one. */
static void run_down(plan *p, size_t begin, int64_t x, int64_t y)
{
    bti_point *last = p->out->point + p->points - 1;
    if (p->points - begin > 3 && last[0].x == x && last[-3].x == x) {
        p->points -= 3;
        last -= 3;
    }
    int64_t pull = (y - last->y) * 2 / 5;
    curve_to(p, (bti_point){last->x, last->y + pull}, (bti_point){x, y - pull},
             (bti_point){x, y});
}

static void draw_loop(plan *p, uint32_t v)
{
    int64_t x = p->g.x[v] + p->shape->width[v] / 2, y = p->top[p->g.layer[v]];
    int64_t high = y + BTI_BOX_HEIGHT / 4, low = y + BTI_BOX_HEIGHT * 3 / 4;
    begin_at(p, x, high);
    curve_to(p, (bti_point){x + 34, high - 14}, (bti_point){x + 34, low},
             (bti_point){x, low});
}

static void turn_round(bti_point *point, size_t count)
{
    for (size_t i = 0; i < count / 2; i++) {
        bti_point swap = point[i];
        point[i] = point[count - 1 - i];
        point[count - 1 - i] = swap;
    }
}

static void draw_through(plan *p, size_t a)
{
    const bt_graph_arrow *arrow = &p->shape->arrow[a];
    uint32_t bends = bends_of(p, arrow), lower = p->g.layer[lower_end(p, arrow)];
    size_t begin = p->points;
    begin_at(p, p->port[2 * a],
             p->top[p->g.layer[upper_end(p, arrow)]] + BTI_BOX_HEIGHT);
    for (uint32_t i = 0; i < bends; i++) {
        uint32_t v = p->bend[a] + i;
        int64_t top = p->top[p->g.layer[v]];
        run_down(p, begin, p->g.x[v], top);
        run_down(p, begin, p->g.x[v], top + height_of(p, p->g.layer[v]));
    }
    run_down(p, begin, p->port[2 * a + 1], p->top[lower]);
    if (goes_up(p, arrow))
        turn_round(p->out->point + begin, p->points - begin);
}

/* The room of a box with a loop is the same on both sides; on the left there is nothing
 * in it, which matters when the loop has a label. */
static void cut_left(plan *p)
{
    bti_layered *g = &p->g;
    int64_t left = INT64_MAX;
    for (uint32_t v = 0; v < g->vertices; v++) {
        int64_t half = v < g->nodes ? p->shape->width[v] / 2 : g->half[v];
        left = g->x[v] - half < left ? g->x[v] - half : left;
    }
    for (uint32_t v = 0; v < g->vertices; v++)
        g->x[v] -= left;
}

static void put_boxes(plan *p)
{
    const bti_graph_shape *s = p->shape;
    for (uint32_t v = 0; v < s->nodes; v++) {
        p->out->corner[v].x = p->g.x[v] - s->width[v] / 2;
        p->out->corner[v].y = p->top[p->g.layer[v]];
    }
    for (uint32_t v = 0; v < p->g.vertices; v++)
        if (p->g.x[v] + p->g.half[v] > p->out->width)
            p->out->width = p->g.x[v] + p->g.half[v];
}

/* Beside a loop, on a bend, or on an arrow without bends in its middle. */
static bti_point label_place(const plan *p, size_t a)
{
    const bt_graph_arrow *arrow = &p->shape->arrow[a];
    const bti_point *at = p->out->point + p->out->first[a];
    uint32_t v = arrow->from;
    int64_t half = p->shape->label[a] / 2, most = p->out->width - half;
    if (is_loop(arrow))
        return (bti_point){p->g.x[v] + p->shape->width[v] / 2 + BTI_LOOP_WIDTH +
                               BTI_LABEL_SPACE,
                           p->top[p->g.layer[v]] + BTI_BOX_HEIGHT / 2};
    if (bends_of(p, arrow) > 0) {
        v = labelled_bend(p, a);
        return (bti_point){p->g.x[v], p->top[p->g.layer[v]] + BTI_LABEL_HEIGHT / 2};
    }
    bti_point middle = {(at[0].x + 3 * at[1].x + 3 * at[2].x + at[3].x) / 8,
                        (at[0].y + 3 * at[1].y + 3 * at[2].y + at[3].y) / 8};
    middle.x = middle.x < most ? middle.x : most;
    middle.x = middle.x > half ? middle.x : half;
    return middle;
}

static bt_status put_labels(plan *p)
{
    size_t arrows = p->shape->arrows;
    BT_TRY(BTI_ARENA_NEW(p->arena, p->out->label, arrows));
    for (size_t a = 0; a < arrows; a++)
        p->out->label[a] = label_place(p, a);
    return BT_OK;
}

static bt_status draw_layers(plan *p)
{
    BT_TRY(build_layers(p));
    BT_TRY(bti_order_layers(p->arena, &p->g));
    BT_TRY(bti_place_layers(p->arena, &p->g));
    if (p->shape->label)
        cut_left(p);
    BT_TRY(find_ports(p));
    BT_TRY(find_heights(p));
    size_t pieces = p->shape->arrows + 2 * (size_t)(p->g.vertices - p->g.nodes);
    p->out->point =
        bt_arena_alloc(p->arena, p->shape->arrows + 3 * pieces, sizeof(bti_point));
    if (!p->out->point)
        return bt_last_status(p->arena->ctx);
    put_boxes(p);
    for (size_t a = 0; a < p->shape->arrows; a++) {
        p->out->first[a] = p->points;
        if (bti_worked(p->arena->ctx, 32 + 16 * bends_of(p, &p->shape->arrow[a])))
            return BT_STOPPED;
        if (is_loop(&p->shape->arrow[a]))
            draw_loop(p, p->shape->arrow[a].from);
        else
            draw_through(p, a);
    }
    p->out->first[p->shape->arrows] = p->points;
    return p->shape->label ? put_labels(p) : BT_OK;
}

static bool is_column(const plan *p)
{
    for (size_t a = 0; a < p->shape->arrows; a++)
        if (is_loop(&p->shape->arrow[a]))
            return false;
    return !p->shape->label && p->g.layers == p->g.nodes;
}

/* In a column a move to the next node goes straight down. */
static bool is_arc(const plan *p, const bt_graph_arrow *arrow)
{
    return span_of(p, arrow) > 1 || goes_up(p, arrow);
}

static bool is_left(const plan *p, const bt_graph_arrow *arrow)
{
    return span_of(p, arrow) % 2 == 1;
}

/* Arcs to nodes below hold on to the lower half of a side, arcs to nodes above to the
 * upper half; longer ones nearer to the middle, so that arcs at one node are nested. */
static bool at_side(const plan *p, uint32_t end, uint32_t *border, int64_t *key)
{
    const bt_graph_arrow *arrow = &p->shape->arrow[end / 2];
    uint32_t v = end % 2 == 0 ? upper_end(p, arrow) : lower_end(p, arrow);
    *border = 4 * v + 2 * is_left(p, arrow) + end % 2;
    *key = -(int64_t)span_of(p, arrow);
    return is_arc(p, arrow);
}

static bt_status find_side_ports(plan *p)
{
    const bti_graph_shape *s = p->shape;
    borders b;
    BT_TRY(sort_ends(p, 4 * s->nodes, at_side, &b));
    for (uint32_t border = 0; border < 4 * s->nodes; border++) {
        int64_t middle = p->top[p->g.layer[border / 4]] + BTI_BOX_HEIGHT / 2;
        int64_t count = b.start[border + 1] - b.start[border];
        int64_t room = BTI_BOX_HEIGHT / 2 - PORT_MARGIN - 4;
        if (room > (count - 1) * SIDE_STEP)
            room = (count - 1) * SIDE_STEP;
        for (int64_t i = 0; i < count; i++) {
            int64_t off = 4 + (count > 1 ? i * room / (count - 1) : 0);
            p->port[b.end[b.start[border] + i].item] =
                border % 2 == 0 ? middle + off : middle - off;
        }
    }
    return BT_OK;
}

static int64_t reach_of(const plan *p, const bt_graph_arrow *arrow)
{
    uint32_t span = span_of(p, arrow);
    return ARC + ARC_STEP * (int64_t)(span < ARC_MOST ? span : ARC_MOST);
}

/* A cubic whose inner control points lie `reach` aside comes 3/4 as far. */
static void find_column_width(plan *p, int64_t *middle)
{
    const bti_graph_shape *s = p->shape;
    int64_t left = 0, right = 0, width = 0;
    for (size_t v = 0; v < s->nodes; v++)
        width = s->width[v] > width ? s->width[v] : width;
    for (size_t v = 0; v < s->nodes; v++)
        s->width[v] = width;
    for (size_t a = 0; a < s->arrows; a++) {
        const bt_graph_arrow *arrow = &s->arrow[a];
        int64_t *side = is_left(p, arrow) ? &left : &right;
        int64_t reach = is_arc(p, arrow) ? reach_of(p, arrow) * 3 / 4 + 2 : 0;
        *side = reach > *side ? reach : *side;
    }
    *middle = left + width / 2;
    p->out->width = left + width + right;
}

static void draw_arc(plan *p, size_t a, int64_t middle)
{
    const bt_graph_arrow *arrow = &p->shape->arrow[a];
    int64_t side = p->shape->width[0] / 2, reach = side + reach_of(p, arrow);
    int64_t from = p->port[2 * a], to = p->port[2 * a + 1];
    if (is_left(p, arrow)) {
        side = -side;
        reach = -reach;
    }
    begin_at(p, middle + side, from);
    curve_to(p, (bti_point){middle + reach, from}, (bti_point){middle + reach, to},
             (bti_point){middle + side, to});
    if (goes_up(p, arrow))
        turn_round(p->out->point + p->points - 4, 4);
}

static bt_status draw_column(plan *p)
{
    const bti_graph_shape *s = p->shape;
    int64_t middle;
    find_column_width(p, &middle);
    for (uint32_t layer = 0; layer < p->g.layers; layer++)
        p->top[layer] =
            (int64_t)(p->g.layers - 1 - layer) * (BTI_BOX_HEIGHT + COLUMN_GAP);
    BT_TRY(find_side_ports(p));
    p->out->point = bt_arena_alloc(p->arena, 4 * s->arrows, sizeof(bti_point));
    if (!p->out->point)
        return bt_last_status(p->arena->ctx);
    for (size_t v = 0; v < s->nodes; v++) {
        p->out->corner[v] =
            (bti_point){middle - s->width[v] / 2, p->top[p->g.layer[v]]};
        p->out->stub[v] = middle + s->width[v] / 4;
    }
    for (size_t a = 0; a < s->arrows; a++) {
        const bt_graph_arrow *arrow = &s->arrow[a];
        p->out->first[a] = p->points;
        if (bti_worked(p->arena->ctx, 32))
            return BT_STOPPED;
        if (is_arc(p, arrow)) {
            draw_arc(p, a, middle);
            continue;
        }
        begin_at(p, middle, p->top[p->g.layer[arrow->from]] + BTI_BOX_HEIGHT);
        run_down(p, p->points - 1, middle, p->top[p->g.layer[arrow->to]]);
    }
    p->out->first[s->arrows] = p->points;
    p->out->height = (p->g.layers > 0 ? p->top[0] : 0) + BTI_BOX_HEIGHT;
    return BT_OK;
}

bt_status bti_lay_out_graph(bt_arena *arena, const bti_graph_shape *shape,
                            bti_graph_layout *out)
{
    plan p = {.arena = arena, .shape = shape, .out = out};
    *out = (bti_graph_layout){0};
    p.g.nodes = (uint32_t)shape->nodes;
    p.g.layer = bt_arena_alloc(arena, shape->nodes, sizeof *p.g.layer);
    p.port = bt_arena_alloc(arena, 2 * shape->arrows, sizeof *p.port);
    out->corner = bt_arena_alloc(arena, shape->nodes, sizeof *out->corner);
    out->stub = bt_arena_alloc(arena, shape->nodes, sizeof *out->stub);
    out->first = bt_arena_alloc(arena, shape->arrows + 1, sizeof *out->first);
    if (!p.g.layer || !p.port || !out->corner || !out->stub || !out->first)
        return bt_last_status(arena->ctx);
    BT_TRY(bti_find_layers(arena, shape, p.g.layer));
    for (size_t v = 0; v < shape->nodes && shape->label; v++)
        p.g.layer[v] *= 2; /* labels stand between */
    for (size_t v = 0; v < shape->nodes; v++)
        if (p.g.layer[v] >= p.g.layers)
            p.g.layers = p.g.layer[v] + 1;
    BT_TRY(BTI_ARENA_NEW(arena, p.top, p.g.layers));
    return is_column(&p) ? draw_column(&p) : draw_layers(&p);
}
