// SPDX-License-Identifier: MIT
// A Grundy value in few signs: a number, infinity with its set, or a dash if there is none.
import type { Whole } from "../engine/answers";

export interface Valued {
    grundy: Whole | null;
    loopy?: { infinity: Whole[] };
}

export function valueText(of: Valued): string {
    if (!of.loopy) return of.grundy === null ? "–" : String(of.grundy);
    return `∞{${of.loopy.infinity.join(",")}}`;
}
