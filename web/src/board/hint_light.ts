// SPDX-License-Identifier: MIT
// What a hint lights on the board. The hints are sentences of the engine; the second one
// names a heap by the board's own names, the third one a move in the words of the list.
import type { BoardMove } from "./marks";
import type { PartView } from "./part_view";

export interface Light {
    part: number;
    words: number[];
    values: ReadonlyMap<number, number>;
    /** The move as it would be typed, if it is known. */
    line: string | null;
}

function lightOfMove(move: BoardMove): Light {
    const values = new Map<number, number>();
    for (const [word, , after] of move.changes)
        if (typeof after === "number") values.set(word, after);
    return { part: move.part, words: [...values.keys()], values, line: move.line };
}

/** The longest sentence wins: "take 1 from pile 1" is part of longer ones. */
function namedMove(hint: string, moves: BoardMove[]): BoardMove | null {
    const flat = hint.replace(/\s+/g, " ");
    const found = moves.filter((m) => flat.includes(m.text));
    found.sort((a, b) => b.text.length - a.text.length);
    return found[0] ?? null;
}

function namedHeap(hint: string, view: PartView): number {
    return view.names.findIndex((name) => new RegExp(`\\b${name}\\b`).test(hint));
}

const WHERE = 2;
const WHICH = 3;

export function lightOf(hints: string[], parts: PartView[], moves: BoardMove[] | null): Light | null {
    const which = hints[WHICH - 1];
    const move = which !== undefined && moves ? namedMove(which, moves) : null;
    if (move) return lightOfMove(move);
    const where = hints[WHERE - 1];
    if (where === undefined) return null;
    if (parts.length > 1) {
        const named = /\bpart (\d+)\b/.exec(where);
        return named && { part: Number(named[1]) - 1, words: [], values: new Map(), line: null };
    }
    const word = namedHeap(where.split(". ")[0]!, parts[0]!);
    return word < 0 ? null : { part: 0, words: [word], values: new Map(), line: null };
}
