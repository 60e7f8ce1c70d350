/* SPDX-License-Identifier: MIT
 * What the module leaves to the command in a terminal, so that it stays small: tables
 * in files, the manual page, completions for shells, the checker of certificates. */
#include <bouton/certificate.h>
#include <bouton/solved.h>

static bt_status fail(bt_context *ctx, const char *what)
{
    return bt_fail(ctx, BT_UNABLE, "{what} only by the command 'bouton' in a terminal",
                   BT_ARGS(BT_STR("what", what)));
}

bt_status bt_solved_write(const bt_solved *solved, bt_store *store)
{
    (void)solved;
    (void)store;
    return BT_UNABLE; /* not reached: there is no store */
}

bt_status bt_solved_read(bt_context *ctx, const bt_game *game, bt_source *source,
                         bt_solved **out)
{
    (void)game;
    (void)source;
    (void)out;
    return fail(ctx, "table files are read");
}

bt_status bt_check_certificate(bt_arena *arena, bt_span bytes, bt_checked *out)
{
    (void)bytes;
    (void)out;
    return fail(arena->ctx, "certificates are checked");
}

/* These are not public, so no header tells them here. */
void bti_write_man(bt_text *out, const bt_registry *registry);
void bti_write_bash(bt_text *out, const bt_registry *registry);
void bti_write_zsh(bt_text *out, const bt_registry *registry);

void bti_write_man(bt_text *out, const bt_registry *registry)
{
    (void)registry;
    out->status = fail(out->ctx, "the manual page is written");
}

void bti_write_bash(bt_text *out, const bt_registry *registry)
{
    (void)registry;
    out->status = fail(out->ctx, "completions are written");
}

void bti_write_zsh(bt_text *out, const bt_registry *registry)
{
    bti_write_bash(out, registry);
}
