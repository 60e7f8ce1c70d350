// SPDX-License-Identifier: MIT
// What a hint lights on the board. The engine says which part, which numbers and handles, and
// from the third hint on which move; its sentences are for people.
import type { SessionState } from "../engine/answers";
import { wayOf, type BoardMove } from "./marks";

export interface Light {
    part: number;
    words: number[];
    values: ReadonlyMap<number, number>;
    handles: number[];
    /** The move as it would be typed, if it is known. */
    line: string | null;
}

function lightOfMove(move: BoardMove): Light {
    const values = new Map<number, number>();
    for (const [word, , after] of move.changes)
        if (typeof after === "number") values.set(word, after);
    const handles = wayOf(move, new Map()) ?? [];
    return { part: move.part, words: [...values.keys()], values, handles, line: move.line };
}

export function lightOf(state: SessionState, moves: BoardMove[] | null): Light | null {
    const { light } = state.hints;
    if (!light) return null;
    const move = light.to === null ? null : moves?.find((m) => m.line === `to ${light.to}`);
    if (move) return lightOfMove(move);
    // In a sum the part is lit as a whole.
    const some = state.parts.length === 1;
    return {
        part: light.part,
        words: some ? light.words : [],
        values: new Map(),
        handles: some ? light.handles : [],
        line: null,
    };
}
