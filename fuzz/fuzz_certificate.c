/* SPDX-License-Identifier: MIT
 * Any bytes as a certificate: refused with a sentence, or checked. A "no" says why.
 * Every way of checking gives the same answer. */
#include "fuzz.h"

#include "check/check_effort.h"

static void check_otherwise(struct fuzz *f, bt_span bytes, bti_check_effort effort,
                            bool yes)
{
    bt_arena arena;
    bt_checked checked;
    f->patience = 20;
    bt_arena_init(&arena, f->ctx);
    bt_status status = bti_check_with_effort(&arena, bytes, &effort, &checked);
    insist(status == BT_OK ? checked.yes == yes
                           : status == BT_STOPPED || status == BT_UNABLE);
    bt_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz f;
    bt_arena arena;
    bt_checked checked;
    bt_span bytes = {(const char *)data, size};

    fuzz_begin(&f, UINT64_C(16) << 20);
    f.patience = 20;
    bt_arena_init(&arena, f.ctx);
    bt_status status = bt_check_certificate(&arena, bytes, &checked);
    if (status == BT_OK) {
        bti_check_effort unite = {.pairs = 1, .states = SIZE_MAX};
        bti_check_effort play = {.pairs = 1, .states = 1, .nodes = 10000};
        insist(checked.yes == (checked.why_not == NULL));
        insist(!checked.yes || checked.position == NULL);
        insist(checked.value || checked.grundys == 0);
        insist(!checked.value || !checked.misere);
        insist(checked.vars > 0 && checked.moves > 0 && checked.states > 0);
        check_otherwise(&f, bytes, unite, checked.yes);
        check_otherwise(&f, bytes, play, checked.yes);
    } else {
        insist_failed(&f, status);
        insist(!checked.yes);
    }
    bt_arena_free(&arena);
    fuzz_end(&f);
    return 0;
}
