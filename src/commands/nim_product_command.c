/* SPDX-License-Identifier: MIT
 * bouton nim-product: nim multiplication. */
#include "commands/call.h"

#include "core/json_members.h"
#include "core/quote.h"

#include <bouton/kernels.h>

static bt_status read_number(bti_call *call, bt_span text, uint64_t *number)
{
    bt_span rest = text;
    bt_number kind = bt_take_u64(&rest, number);
    if (kind == BT_NUMBER_TOO_LARGE)
        return bt_fail(call->ctx, BT_DOMAIN,
                       "{text} is too large: numbers go up to 18446744073709551615",
                       BT_ARGS(BT_QUOTE("text", text)));
    if (kind != BT_NUMBER_OK || rest.len > 0)
        return bt_fail(
            call->ctx, BT_SYNTAX,
            "{text} is not a number; nim-product expects numbers like 6 and 13",
            BT_ARGS(BT_QUOTE("text", text)));
    return BT_OK;
}

static void write_json(bti_call *call, const uint64_t *factor, uint64_t product)
{
    bt_json_writer w;
    bt_json_begin(&w, &call->out);
    bt_json_open(&w, '{');
    bt_json_key(&w, "factors");
    bt_json_open(&w, '[');
    for (size_t i = 0; i < call->words; i++)
        bt_json_put_u64(&w, factor[i]);
    bt_json_close(&w, ']');
    bti_put_count(&w, "product", product);
    bt_json_close(&w, '}');
    bt_text_put_char(&call->out, '\n');
}

/* "6 * 13 = 15 (nim-product)" */
static void write_text(bti_call *call, const uint64_t *factor, uint64_t product)
{
    for (size_t i = 0; i < call->words; i++)
        bt_text_format(&call->out, "%s%llu", i > 0 ? " * " : "",
                       (unsigned long long)factor[i]);
    bt_text_format(&call->out, " = %llu (nim-product)\n", (unsigned long long)product);
}

static bt_status run_nim_product(bti_call *call)
{
    enum { MOST = 64 };
    uint64_t factor[MOST], product = 1;
    if (call->words < 2 || call->words > MOST)
        return bt_fail(call->ctx, BT_SYNTAX,
                       "nim-product expects two numbers, or up to {most}, such as "
                       "'bouton nim-product 6 13'",
                       BT_ARGS(BT_NUM("most", MOST)));
    for (size_t i = 0; i < call->words; i++) {
        BT_TRY(read_number(call, call->word[i].text, &factor[i]));
        product = bt_nim_product(product, factor[i]);
    }
    if (bti_given(call, BTI_JSON))
        write_json(call, factor, product);
    else
        write_text(call, factor, product);
    return BT_OK;
}

static const char *const usage[] = {"nim-product A B...", NULL};
static const char *const examples[] = {"nim-product 6 13", "nim-product 2 2", NULL};

const bti_command bti_command_nim_product = {
    .name = "nim-product",
    .usage = usage,
    .summary = "nim multiplication",
    .help =
        "The nim-product of numbers below 2^64 (Conway). With the nim-sum as addition\n"
        "they are a field: you can divide by every number but 0. A product of coin\n"
        "turning games has nim-products of their values as its own (the tartan\n"
        "theorem).",
    .options = BTI_BIT(BTI_JSON),
    .examples = examples,
    .run = run_nim_product,
};
