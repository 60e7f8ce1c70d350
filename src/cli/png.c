/* SPDX-License-Identifier: MIT
 * SVG to PNG with librsvg and cairo. They bring some fifty libraries with them, which
 * would make every start of the command ten times slower: so they are loaded when the
 * first picture is made, and not linked. Their headers tell the types. */
#include "png.h"

#include <cairo.h>
#include <dlfcn.h>
#include <librsvg/rsvg.h>
#include <string.h>

enum { SHARPNESS = 2, MOST_PIXELS = 30000 /* a side; cairo's own limit is 32767 */ };

#ifdef __APPLE__
static const char library[] = "librsvg-2.2.dylib";
#else
static const char library[] = "librsvg-2.so.2";
#endif

#define FUNCTIONS(X)                                                                   \
    X(cairo_create)                                                                    \
    X(cairo_destroy)                                                                   \
    X(cairo_image_surface_create)                                                      \
    X(cairo_scale)                                                                     \
    X(cairo_status)                                                                    \
    X(cairo_status_to_string)                                                          \
    X(cairo_surface_destroy)                                                           \
    X(cairo_surface_status)                                                            \
    X(cairo_surface_write_to_png_stream)                                               \
    X(g_error_free)                                                                    \
    X(g_object_unref)                                                                  \
    X(rsvg_handle_get_intrinsic_size_in_pixels)                                        \
    X(rsvg_handle_new_from_data)                                                       \
    X(rsvg_handle_render_document)

/* The functions, with a mark behind their names: some of the names are macros. */
typedef struct {
#define MEMBER(name) __typeof__(name) *name##_;
    FUNCTIONS(MEMBER)
#undef MEMBER
} functions;

/* What librsvg needs itself is found through it. */
static bt_status load(bt_context *ctx, functions *f)
{
    void *from = dlopen(library, RTLD_NOW), *found;
    if (!from)
        return bt_fail(ctx, BT_UNABLE,
                       "a PNG is made by librsvg, which cannot be loaded here "
                       "({reason}): a file that ends in .svg needs nothing",
                       BT_ARGS(BT_STR("reason", dlerror())));
#define FIND(name)                                                                     \
    found = dlsym(from, #name);                                                        \
    if (!found)                                                                        \
        return bt_fail(ctx, BT_UNABLE,                                                 \
                       "a PNG is made by librsvg 2.52 or later, and there is no "      \
                       "{function} here: a file that ends in .svg needs nothing",      \
                       BT_ARGS(BT_STR("function", #name)));                            \
    memcpy(&f->name##_, &found, sizeof found);
    FUNCTIONS(FIND)
#undef FIND
    return BT_OK;
}

/* fontconfig keeps what it knows until the end of the program. */
#if defined(__SANITIZE_ADDRESS__)
#define WITH_LEAK_CHECK 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WITH_LEAK_CHECK 1
#endif
#endif
#ifdef WITH_LEAK_CHECK
BT_API const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libfontconfig\n";
}
BT_API const char *__lsan_default_options(void);
const char *__lsan_default_options(void)
{
    return "print_suppressions=0";
}
#endif

static cairo_status_t take_bytes(void *self, const unsigned char *bytes, unsigned count)
{
    bt_text *png = self;
    bt_text_put_span(png, (bt_span){(const char *)bytes, count});
    return bt_text_status(png) == BT_OK ? CAIRO_STATUS_SUCCESS
                                        : CAIRO_STATUS_WRITE_ERROR;
}

/* How large it gets, and whether that is too large. */
static bt_status choose_scale(bt_context *ctx, double width, double height, int *scale)
{
    double longer = width > height ? width : height;
    uint64_t limit = bt_memory_limit(ctx), used = bt_memory_used(ctx);
    for (*scale = SHARPNESS; *scale > 1 && longer * *scale > MOST_PIXELS; --*scale)
        ;
    if (longer * *scale > MOST_PIXELS)
        return bt_fail_at_limit(ctx, BT_LIMIT_PICTURE,
                                "the picture is {width} pixels wide and {height} "
                                "pixels high, and a PNG may "
                                "have at most {most} either way; a file that ends in "
                                ".svg has no such limit",
                                BT_ARGS(BT_NUM("width", (uint64_t)width),
                                        BT_NUM("height", (uint64_t)height),
                                        BT_NUM("most", MOST_PIXELS)));
    double bytes = 4 * width * *scale * height * *scale;
    if (limit > 0 && (used >= limit || bytes > (double)(limit - used)))
        return bt_fail(
            ctx, BT_UNABLE,
            "the picture would need {megabytes} MB of memory as PNG, more than "
            "is allowed: a file that ends in .svg needs less",
            BT_ARGS(BT_NUM("megabytes", (uint64_t)(bytes / 1e6) + 1)));
    return BT_OK;
}

/* What librsvg had against it, as a status. */
static bt_status refused(bt_context *ctx, const functions *f, const char *key,
                         GError *error)
{
    bt_status status = bt_fail(
        ctx, BT_UNABLE, key,
        BT_ARGS(BT_STR("reason", error ? error->message
                                       : bt_words_for(ctx, BT_TEXT("unknown error")))));
    if (error)
        f->g_error_free_(error);
    return status;
}

static bt_status check_cairo(bt_context *ctx, const functions *f, cairo_status_t status)
{
    if (status == CAIRO_STATUS_SUCCESS)
        return BT_OK;
    return bt_fail(ctx, BT_UNABLE, "cairo cannot draw the picture: {reason}",
                   BT_ARGS(BT_STR("reason", f->cairo_status_to_string_(status))));
}

static bt_status paint(bt_context *ctx, const functions *f, RsvgHandle *handle,
                       cairo_surface_t *surface, const RsvgRectangle *all, int scale)
{
    GError *error = NULL;
    BT_TRY(check_cairo(ctx, f, f->cairo_surface_status_(surface)));
    cairo_t *cairo = f->cairo_create_(surface);
    f->cairo_scale_(cairo, scale, scale);
    bt_status status =
        f->rsvg_handle_render_document_(handle, cairo, all, &error)
            ? check_cairo(ctx, f, f->cairo_status_(cairo))
            : refused(ctx, f, BT_TEXT("librsvg cannot draw the picture: {reason}"),
                      error);
    f->cairo_destroy_(cairo);
    return status;
}

static bt_status rasterize(bt_context *ctx, const functions *f, RsvgHandle *handle,
                           bt_text *png)
{
    RsvgRectangle all = {0, 0, 0, 0};
    int scale = 1;
    if (!f->rsvg_handle_get_intrinsic_size_in_pixels_(handle, &all.width, &all.height))
        return bt_fail(ctx, BT_UNABLE, "the picture does not say how large it is",
                       BT_NO_ARGS);
    BT_TRY(choose_scale(ctx, all.width, all.height, &scale));
    cairo_surface_t *surface = f->cairo_image_surface_create_(
        CAIRO_FORMAT_RGB24, (int)all.width * scale, (int)all.height * scale);
    bt_status status = paint(ctx, f, handle, surface, &all, scale);
    if (status == BT_OK) {
        cairo_status_t written =
            f->cairo_surface_write_to_png_stream_(surface, take_bytes, png);
        status = bt_text_status(png);
        if (status == BT_OK)
            status = check_cairo(ctx, f, written);
    }
    f->cairo_surface_destroy_(surface);
    return status;
}

bt_status png_from_svg(void *self, bt_context *ctx, bt_span svg, bt_text *png)
{
    functions f = {0};
    GError *error = NULL;
    (void)self;
    BT_TRY(load(ctx, &f));
    RsvgHandle *handle =
        f.rsvg_handle_new_from_data_((const guint8 *)svg.at, svg.len, &error);
    if (!handle)
        return refused(ctx, &f, BT_TEXT("librsvg cannot read the picture: {reason}"),
                       error);
    bt_status status = rasterize(ctx, &f, handle, png);
    f.g_object_unref_(handle);
    return status;
}
