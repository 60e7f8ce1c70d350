// SPDX-License-Identifier: MIT
// The answer of `solve --batch`: a line for each position, separated by tabs.
import type { Outcome } from "../engine/answers";

export interface BatchCell {
    outcome: Outcome;
    grundy: string | null;
}

/** By position, as it was asked; what is no position is left out. */
export function readBatch(text: string): Map<string, BatchCell> {
    const cells = new Map<string, BatchCell>();
    for (const line of text.split("\n")) {
        const [position, outcome, grundy] = line.split("\t");
        if (position && (outcome === "N" || outcome === "P" || outcome === "D"))
            cells.set(position, { outcome, grundy: grundy && grundy !== "-" ? grundy : null });
    }
    return cells;
}
