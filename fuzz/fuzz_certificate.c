/* SPDX-License-Identifier: MIT
 * Any bytes as a certificate: refused with a sentence, or checked. A "no" says why. */
#include "fuzz.h"

#include <bouton/certificate.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz f;
    bt_arena arena;
    bt_checked checked;

    fuzz_begin(&f, UINT64_C(16) << 20);
    f.patience = 20;
    bt_arena_init(&arena, f.ctx);
    bt_status status =
        bt_check_certificate(&arena, (bt_span){(const char *)data, size}, &checked);
    if (status == BT_OK) {
        insist(checked.yes == (checked.why_not == NULL));
        insist(!checked.yes || checked.position == NULL);
        insist(checked.vars > 0 && checked.moves > 0 && checked.states > 0);
    } else {
        insist_failed(&f, status);
        insist(!checked.yes);
    }
    bt_arena_free(&arena);
    fuzz_end(&f);
    return 0;
}
