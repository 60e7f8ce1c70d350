/* SPDX-License-Identifier: MIT
 * Lists of shapes, and of the handles that a move touches. */
#include <bouton/shapes.h>

#include "core/grow.h"
#include "core/utf8.h"

#include <stdarg.h>

void bt_shapes_init(bt_shapes *shapes, bt_context *ctx)
{
    *shapes = (bt_shapes){.status = BT_OK};
    bt_arena_init(&shapes->arena, ctx);
}

void bt_shapes_free(bt_shapes *shapes)
{
    bt_arena_free(&shapes->arena);
    shapes->first = shapes->last = NULL;
    shapes->count = 0;
}

bt_status bt_shapes_status(const bt_shapes *shapes)
{
    return shapes->status;
}

void bt_shape_add(bt_shapes *shapes, bt_shape shape)
{
    if (shapes->status != BT_OK)
        return;
    bt_shape *copy = bt_arena_alloc(&shapes->arena, 1, sizeof *copy);
    if (copy) {
        *copy = shape;
        copy->next = NULL;
        if (shape.text)
            copy->text = bt_arena_copy(&shapes->arena, bt_span_of(shape.text));
    }
    if (!copy || (shape.text && !copy->text)) {
        shapes->status = bt_last_status(shapes->arena.ctx);
        return;
    }
    if (shapes->last)
        shapes->last->next = copy;
    else
        shapes->first = copy;
    shapes->last = copy;
    shapes->count++;
}

void bt_shape_label(bt_shapes *shapes, bt_shape shape, const char *format, ...)
{
    bt_text text;
    va_list args;
    if (shapes->status != BT_OK)
        return;
    bt_text_init(&text, shapes->arena.ctx);
    va_start(args, format);
    bt_text_vformat(&text, format, args);
    va_end(args);
    shapes->status = bt_text_status(&text);
    shape.kind = BT_LABEL;
    if (shapes->status == BT_OK) {
        shape.text = bt_text_chars(&text);
        bt_shape_add(shapes, shape);
    }
    bt_text_free(&text);
}

static int32_t letters(const char *text)
{
    bt_span rest = bt_span_of(text);
    int32_t n = 0;
    bool good;
    for (size_t i = 0; i < rest.len; n++)
        i += bti_utf8_step(rest.at + i, rest.len - i, &good);
    return n;
}

static void box_of(const bt_shape *s, int32_t letter, int32_t box[4])
{
    box[0] = s->x < s->x2 ? s->x : s->x2;
    box[1] = s->y < s->y2 ? s->y : s->y2;
    box[2] = s->x < s->x2 ? s->x2 : s->x;
    box[3] = s->y < s->y2 ? s->y2 : s->y;
    if (s->kind == BT_DISC) {
        box[0] = s->x - s->x2;
        box[1] = s->y - s->x2;
        box[2] = s->x + s->x2;
        box[3] = s->y + s->x2;
    } else if (s->kind == BT_LABEL) {
        int32_t wide = letters(s->text) * letter;
        box[0] = s->x2 > 0 ? s->x : s->x2 < 0 ? s->x - wide : s->x - wide / 2;
        box[1] = s->y - BT_SHAPE_UNIT / 2;
        box[2] = box[0] + wide;
        box[3] = s->y + BT_SHAPE_UNIT / 2;
    }
}

void bt_shapes_box(const bt_shapes *shapes, int32_t letter, int32_t box[4])
{
    for (int i = 0; i < 4; i++)
        box[i] = 0;
    for (const bt_shape *s = shapes->first; s; s = s->next) {
        int32_t own[4];
        box_of(s, letter, own);
        for (int i = 0; i < 4; i++)
            if (s == shapes->first || (i < 2 ? own[i] < box[i] : own[i] > box[i]))
                box[i] = own[i];
    }
}

void bt_touches_init(bt_touches *touches, bt_context *ctx)
{
    *touches = (bt_touches){.ctx = ctx};
}

void bt_touches_free(bt_touches *touches)
{
    bt_release(touches->ctx, touches->handle, touches->cap * sizeof *touches->handle);
    bt_touches_init(touches, touches->ctx);
}

static void push(bt_touches *touches, uint32_t handle)
{
    if (touches->status != BT_OK)
        return;
    touches->status =
        BTI_RESERVE(touches->ctx, touches->handle, touches->cap, touches->n + 1);
    if (touches->status == BT_OK)
        touches->handle[touches->n++] = handle;
}

void bt_touch(bt_touches *touches, uint32_t handle)
{
    if (handle != 0)
        push(touches, handle);
}

void bt_touch_or(bt_touches *touches)
{
    if (touches->n > 0 && touches->handle[touches->n - 1] != 0)
        push(touches, 0);
}
