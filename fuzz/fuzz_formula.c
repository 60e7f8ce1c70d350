/* SPDX-License-Identifier: MIT
 * Any bytes as a `.game` file: read or refused with a place; what was read is printed
 * as text that reads as the same. Then it is bound, which compiles every move. */
#include "fuzz.h"

#include "core/excerpt.h"
#include "formula/game_file.h"
#include "prove/oracle.h"

static void print_again(struct fuzz *f, const bti_game_file *file)
{
    bt_text first, second;
    bt_arena arena;
    bti_game_file again;
    bt_text_init(&first, f->ctx);
    bt_text_init(&second, f->ctx);
    bt_arena_init(&arena, f->ctx);
    bti_game_file_print(file, &first);
    bti_formula_text from = {"again", true, bt_text_span(&first)};
    bt_status status = bti_game_file_parse(&arena, &from, &again);
    /* written out, it may pass a limit of length or depth */
    insist(status == BT_OK || status == BT_UNABLE);
    if (status == BT_OK) {
        bti_game_file_print(&again, &second);
        insist(strcmp(bt_text_chars(&first), bt_text_chars(&second)) == 0);
        insist(again.moves == file->moves && again.claims == file->claims);
        for (size_t i = 0; i < file->moves; i++)
            insist(bti_formula_equal(again.move[i].formula, file->move[i].formula));
        for (size_t i = 0; i < file->claims; i++)
            insist(bti_formula_equal(again.claim[i].formula, file->claim[i].formula));
    }
    bt_text_free(&first);
    bt_text_free(&second);
    bt_arena_free(&arena);
}

static void read_file(struct fuzz *f, bt_span bytes)
{
    bt_arena arena;
    bti_game_file file;
    size_t caret;
    bti_formula_text from = {"f.game", true, bytes};
    bt_arena_init(&arena, f->ctx);
    bt_status status = bti_game_file_parse(&arena, &from, &file);
    if (status == BT_OK) {
        print_again(f, &file);
    } else {
        insist_failed(f, status);
        insist(bti_excerpt(f->ctx, &caret) ||
               (status != BT_SYNTAX && status != BT_DOMAIN));
    }
    bt_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz f;
    bt_span bytes = {size > 0 ? (const char *)data : "", size};
    bt_game *game = NULL;
    fuzz_begin(&f, UINT64_C(16) << 20);
    read_file(&f, bytes);
    bt_status status = bti_game_of_text(f.ctx, "f.game", bytes, &game);
    if (status != BT_OK)
        insist_failed(&f, status);
    else
        bt_game_free(game);
    fuzz_end(&f);
    return 0;
}
