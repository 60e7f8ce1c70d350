/* SPDX-License-Identifier: MIT
 * A table is written while its bytes are counted, for the talk on standard error. */
#include "commands/table_file.h"

#include "core/quote.h"
#include "solve/solved_table.h"

bt_status bti_table_usage(bti_call *call)
{
    bool table = bti_given(call, BTI_TABLE), from = bti_given(call, BTI_FROM);
    const char *name = table ? "--table" : "--from";
    if (table && from)
        return bt_fail(call->ctx, BT_SYNTAX,
                       "--table writes a table and --from reads one: give one of them",
                       BT_NO_ARGS);
    if (table && bti_given(call, BTI_BATCH))
        return bt_fail(call->ctx, BT_SYNTAX,
                       "--table takes one position, the root of the table; it does not "
                       "go with --batch",
                       BT_NO_ARGS);
    if ((table || from) && bti_given(call, BTI_BY))
        return bt_fail(call->ctx, BT_SYNTAX,
                       "{name} is a way of its own; --by does not go with it",
                       BT_ARGS(BT_STR("name", name)));
    return BT_OK;
}

struct counting_store {
    bt_store store;
    bt_store *inner;
    uint64_t bytes;
};

static bt_status write_counted(bt_store *store, bt_context *ctx, const void *bytes,
                               size_t len)
{
    struct counting_store *c = (struct counting_store *)store;
    c->bytes += len;
    return c->inner->write(c->inner, ctx, bytes, len);
}

static bt_status say_written(bti_call *call, const bt_solved *solved, uint64_t bytes)
{
    bt_text line;
    bt_text_init(&line, call->ctx);
    bt_say(&line,
           "wrote {count} {count, plural, one {position} other {positions}} to "
           "{table}, {bytes} bytes",
           BT_ARGS(BT_NUM("count", solved->count), BT_SPAN("table", call->table),
                   BT_NUM("bytes", bytes)));
    bt_status status = bt_text_status(&line);
    if (status == BT_OK)
        status = bti_talk(call, bt_text_chars(&line));
    bt_text_free(&line);
    return status;
}

static bt_status write_table(bti_call *call, const bt_solved *solved)
{
    struct counting_store counting = {.store.write = write_counted};
    BT_TRY(bt_open_store(call->ctx, call->table, &counting.inner));
    bt_status status = bt_solved_write(solved, &counting.store);
    if (status == BT_OK)
        status = counting.inner->commit(counting.inner, call->ctx);
    else
        counting.inner->abandon(counting.inner);
    return status == BT_OK ? say_written(call, solved, counting.bytes) : status;
}

bt_status bti_table_make(bti_call *call, const bt_sum *sum, bt_solver *solver,
                         bt_solved **out)
{
    *out = NULL;
    if (!bti_given(call, BTI_TABLE))
        return BT_OK;
    if (sum->n != 1)
        return bt_fail(call->ctx, BT_DOMAIN,
                       "a table holds one game, not a sum; make a table for each part",
                       BT_NO_ARGS);
    BT_TRY(bt_solved_new(call->ctx, sum->part[0].game, &sum->part[0].pos, out));
    bt_solver_use(solver, *out);
    return write_table(call, *out);
}

static bt_status say_which(bti_call *call, bt_status status)
{
    char sentence[800];
    size_t len = 0;
    for (const char *c = bt_message(call->ctx); *c && len + 1 < sizeof sentence; c++)
        sentence[len++] = *c;
    sentence[len] = 0;
    return bt_fail(call->ctx, status, "{from}: {sentence}",
                   BT_ARGS(BT_QUOTE("from", call->from), BT_STR("sentence", sentence)));
}

bt_status bti_table_read(bti_call *call, const bt_game *game, size_t parts,
                         bt_solver *solver, bt_solved **out)
{
    bt_source *source = NULL;
    *out = NULL;
    if (!bti_given(call, BTI_FROM))
        return BT_OK;
    if (parts > 1 && game->play == BT_MISERE)
        return bt_fail(call->ctx, BT_DOMAIN,
                       "--from answers a sum only in normal play: in misère play the "
                       "parts do not decide who wins the sum",
                       BT_NO_ARGS);
    BT_TRY(bt_open_source(call->ctx, call->from, &source));
    bt_status status = bt_solved_read(call->ctx, game, source, out);
    source->close(source);
    if (status == BT_DOMAIN)
        return say_which(call, status);
    if (status == BT_OK)
        bt_solver_use(solver, *out);
    return status;
}
