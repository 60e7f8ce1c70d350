/* SPDX-License-Identifier: MIT
 * The command's way from SVG to PNG, where librsvg was found: the picture has the right
 * size and is not empty, and what cannot be drawn is refused with a sentence. */
#include "check.h"
#include "failing_host.h"

#include <bouton/all.h>

#ifdef BOUTON_PNG
#include "cli/png.c"
#else
static bt_status png_from_svg(void *self, bt_context *ctx, bt_span svg, bt_text *png)
{
    (void)self;
    (void)svg;
    (void)png;
    return bt_fail(ctx, BT_UNABLE, "built without librsvg", BT_NO_ARGS);
}
#endif

static const bt_graph_arrow arrow[] = {
    {0, 1, true, NULL}, {0, 2, false, NULL}, {1, 2, false, NULL}};

static bool draw(bt_context *ctx, const char *outcomes, bt_text *svg)
{
    bt_graph_node node[3];
    bt_graph_view view = {"heap of 2", NULL, node, 3, arrow, 3};
    for (size_t v = 0; v < 3; v++)
        node[v] = (bt_graph_node){.name = "a", .outcome = outcomes[v]};
    bt_text_clear(svg);
    return bt_draw_graph(ctx, &view, BT_SVG, svg) == BT_OK;
}

static uint32_t big_endian(const char *at)
{
    uint32_t number = 0;
    for (size_t i = 0; i < 4; i++)
        number = number << 8 | (unsigned char)at[i];
    return number;
}

/* Signature, size, and chunks that fill the file up to its end. */
static void check_png(bt_span png, uint32_t width, uint32_t height, const char *what)
{
    size_t at = 8;
    bool ended = false;
    CHECK(png.len > 100 && memcmp(png.at, "\x89PNG\r\n\x1A\n", 8) == 0, "%s: no PNG",
          what);
    if (png.len <= 100)
        return;
    CHECK(big_endian(png.at + 16) == width && big_endian(png.at + 20) == height,
          "%s: %u x %u", what, big_endian(png.at + 16), big_endian(png.at + 20));
    while (png.len - at >= 12 && big_endian(png.at + at) <= png.len - at - 12) {
        ended = memcmp(png.at + at + 4, "IEND", 4) == 0;
        at += 12 + big_endian(png.at + at);
    }
    CHECK(at == png.len && ended, "%s: chunks", what);
}

static void check_pictures(bt_context *ctx, bt_text *svg, bt_text *png)
{
    bt_text other;
    unsigned width = 0, height = 0;
    bt_text_init(&other, ctx);
    CHECK(draw(ctx, "NPN", svg) &&
              sscanf(strstr(bt_text_chars(svg), "width="), "width=\"%u\" height=\"%u\"",
                     &width, &height) == 2,
          "no SVG");
    CHECK(png_from_svg(NULL, ctx, bt_text_span(svg), png) == BT_OK, "%s",
          bt_message(ctx));
    check_png(bt_text_span(png), 2 * width, 2 * height, "a graph");
    CHECK(draw(ctx, "NNN", svg) &&
              png_from_svg(NULL, ctx, bt_text_span(svg), &other) == BT_OK,
          "%s", bt_message(ctx));
    CHECK(!bt_span_equal(bt_text_span(png), bt_text_span(&other)),
          "P and N look the same");
    bt_text_free(&other);
}

static void check_size(bt_context *ctx, unsigned width, unsigned height,
                       bt_status status, const char *word)
{
    char svg[200];
    bt_text png;
    snprintf(svg, sizeof svg,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\"/>",
             width, height);
    bt_text_init(&png, ctx);
    CHECK(png_from_svg(NULL, ctx, bt_span_of(svg), &png) == status, "%u x %u: %s",
          width, height, bt_message(ctx));
    if (status == BT_OK)
        check_png(bt_text_span(&png), width * (width > 15000 ? 1 : 2),
                  height * (width > 15000 ? 1 : 2), "a rectangle");
    else
        CHECK(strstr(bt_message(ctx), word) && png.len == 0, "%s", bt_message(ctx));
    bt_text_free(&png);
}

static void check_refused(bt_context *ctx, bt_text *png)
{
    check_size(ctx, 15000, 3, BT_OK, "");
    check_size(ctx, 15001, 3, BT_OK, "");
    check_size(ctx, 30001, 3, BT_UNABLE, ".svg");
    check_size(ctx, 3, 40000, BT_UNABLE, "40000");
    bt_set_memory_limit(ctx, 1000000);
    check_size(ctx, 1000, 1000, BT_UNABLE, "17 MB");
    check_size(ctx, 100, 100, BT_OK, "");
    bt_set_memory_limit(ctx, 0);
    bt_text_clear(png);
    CHECK(png_from_svg(NULL, ctx, bt_span_of("no picture"), png) == BT_UNABLE &&
              strstr(bt_message(ctx), "librsvg"),
          "%s", bt_message(ctx));
}

/* Memory of ours that is missing; librsvg takes its own elsewhere. */
static void check_memory(void)
{
    bool failed = true;
    for (uint64_t k = 2; failed; k++) {
        struct failing_host f;
        bt_text svg, png;
        failing_host_init(&f, k);
        bt_context *ctx = bt_context_new(&f.host, 0);
        bt_text_init(&svg, ctx);
        bt_text_init(&png, ctx);
        bt_status status = draw(ctx, "NPN", &svg)
                               ? png_from_svg(NULL, ctx, bt_text_span(&svg), &png)
                               : BT_NOMEM;
        failed = f.calls >= k;
        CHECK(status == (failed ? BT_NOMEM : BT_OK), "allocation %llu: %s",
              (unsigned long long)k, bt_message(ctx));
        bt_text_free(&svg);
        bt_text_free(&png);
        bt_context_free(ctx);
        CHECK(f.live_bytes == 0, "allocation %llu: a leak", (unsigned long long)k);
    }
}

int main(void)
{
    bt_context *ctx = bt_context_new(bt_host_posix(), 0);
    bt_text svg, png;
    if (!ctx)
        return 1;
    bt_text_init(&svg, ctx);
    bt_text_init(&png, ctx);
#ifdef BOUTON_PNG
    check_pictures(ctx, &svg, &png);
    check_refused(ctx, &png);
    check_memory();
#else
    (void)check_pictures;
    (void)check_refused;
    (void)check_memory;
    printf("built without librsvg: PNG was not tested\n");
    CHECK(draw(ctx, "NPN", &svg), "%s", bt_message(ctx));
#endif
    bt_text_free(&svg);
    bt_text_free(&png);
    CHECK(bt_memory_used(ctx) == 0, "memory is still in use");
    bt_context_free(ctx);
    return check_close();
}
