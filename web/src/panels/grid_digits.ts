// SPDX-License-Identifier: MIT
// Binary grids as the engine gives them: which column leads, which digits two grids differ
// in, and which moves the explanation offers to look at.
import type { Grid, Step, Whole } from "../engine/answers";

/** The leftmost column whose sum is not 0; -1 if all are. */
export function leadingColumn(grid: Grid): number {
    return grid.sum.findIndex((s) => s !== 0);
}

/** The digit of a row in the column with this power; 0 where the grid has no such column. */
export function digitAt(grid: Grid, place: number, column: Whole): number | null {
    const row = grid.rows.find((r) => r.place === place);
    if (!row) return null;
    const at = grid.columns.findIndex((c) => String(c) === String(column));
    return at < 0 ? 0 : row.digits[at]!;
}

function digitsOf(number: Whole, columns: Whole[]): number[] {
    return columns.map((c) => Number((BigInt(number) / BigInt(c)) % 2n));
}

/** The grid when some rows have other numbers. */
export function withRows(grid: Grid, numbers: Map<number, Whole>): Grid {
    const rows = grid.rows.map((row) => {
        const number = numbers.get(row.place);
        if (number === undefined) return row;
        return { ...row, number, digits: digitsOf(number, grid.columns) };
    });
    const sum = grid.columns.map((_, k) => {
        const ones = rows.reduce((s, row) => s + row.digits[k]!, 0);
        return grid.at_least === undefined ? ones % grid.modulus : Number(ones >= grid.at_least);
    });
    return { ...grid, rows, sum };
}

/** A move whose effect on the grid can be shown: its rows, or the position it leaves. */
export interface Choice {
    place: number | null;
    from: Whole | null;
    to: Whole | null;
    text: string;
    rows: Map<number, Whole> | null;
    leaves: string | null;
}

// A step about a heap has its place under the heap's own word: pile, step, coin.
const known = new Set(["kind", "text", "key", "args", "from", "to"]);
const wordIn = (step: Step) => Object.keys(step).find((k) => !known.has(k));

function placeOf(step: Step): number {
    const key = wordIn(step);
    return Number(key === undefined ? 0 : step[key]);
}

/** What a row of the grid is called: by the word of the explanation if it has one, by the
 * word for heaps if the rows are the heaps or their values; otherwise it is only a number. */
export function rowWord(steps: Step[], heaps: string[] | null, heapWord: string | null): string | null {
    const candidate = steps.find((s) => s.kind === "candidate");
    if (candidate) return wordIn(candidate) ?? heapWord;
    const step = steps.find((s) => s.grid && s.kind !== "after");
    if (!step?.grid || step.kind === "value") return heapWord;
    const same = step.grid.rows.every((row) => heaps?.[row.place - 1] === String(row.number));
    return same ? heapWord : null;
}

function rowChoice(step: Step): Choice {
    const place = placeOf(step);
    const to = step["to"] as Whole;
    const from = step["from"] as Whole;
    return { place, from, to, text: step.text, rows: new Map([[place, to]]), leaves: null };
}

/** The rows of a Moore move are changed together; elsewhere each candidate by itself; and
 * where the grid is one of values, the engine knows what a move makes of it. */
export function choicesOf(steps: Step[]): Choice[] {
    const candidates = steps.filter((s) => s.kind === "candidate");
    if (candidates.length > 0) return candidates.map(rowChoice);
    const rows = steps.filter((s) => s.kind === "row");
    const moves = steps.filter((s) => s.kind === "move" && typeof s["to"] === "string");
    if (rows.length > 0) {
        const together = new Map(rows.map((s) => [placeOf(s), s["to"] as Whole]));
        const text = String(moves[0]?.["move"] ?? rows[0]!.text);
        return [{ place: null, from: null, to: null, text, rows: together, leaves: null }];
    }
    return moves.map((s) => ({
        place: null,
        from: null,
        to: null,
        text: String(s["move"] ?? s.text),
        rows: null,
        leaves: s["to"] as string,
    }));
}

/** The grid of the position itself, not the one after a move. */
export function gridOf(steps: Step[]): Grid | null {
    return steps.find((s) => s.grid && s.kind !== "after")?.grid ?? null;
}
