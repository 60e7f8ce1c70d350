// SPDX-License-Identifier: MIT
// Written by tools/texts.mjs from texts/; do not edit.
export const catalogues: Record<string, ReadonlyMap<string, string>> = {
    winning: new Map([
        ["{some} and {last}", "{some} and {last}"],
    ]),
};
