/* SPDX-License-Identifier: MIT
 * bouton discover: which positions are P-positions, found and proved. */
#include "commands/proof_game.h"

static bt_status run_discover(bti_call *call)
{
    return bt_fail(call->ctx, BT_UNABLE, "not yet");
}

const bti_command bti_command_discover = {
    .name = "discover",
    .usage = (const char *const[]){"discover FILE.game",
                                   "discover RULES --heaps NUMBER", NULL},
    .summary = "find and prove which positions are P-positions",
    .help = "",
    .options = 1u << BTI_JSON,
    .examples = (const char *const[]){NULL},
    .run = run_discover,
};
