// SPDX-License-Identifier: MIT
// What the rows of a grid are called: piles, steps, coins, or the parts of a sum.
import type { ExplainAnswer } from "../engine/answers";
import { texts } from "../texts";
import { rowWord } from "./grid_digits";
import { numbersOf } from "./number_words";
import type { PanelProps } from "./panel";

export function rowsAre(panel: PanelProps, answer: ExplainAnswer): string | null {
    if (answer.steps.some((s) => s.kind === "sum")) return texts.panels.grid.part;
    const { parts } = panel.state;
    if (parts.length !== 1) return null;
    return rowWord(answer.steps, numbersOf(answer.position), parts[0]!.heap_word);
}
