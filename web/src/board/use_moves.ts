// SPDX-License-Identifier: MIT
// The legal moves of the position on the board, from the engine. First only by theorems,
// which is quick, since the board needs no Grundy values; else as the panel of moves asks.
import { useMemo } from "preact/hooks";
import type { MovesAnswer, SessionState } from "../engine/answers";
import { useAnswer } from "../engine/use_answer";
import type { BoardMove } from "./marks";

/** With more moves than this the board lets the engine judge what is chosen. */
const LISTED = 1000;

export interface KnownMoves {
    /** null: not known (yet). */
    moves: BoardMove[] | null;
    busy: boolean;
}

function read(answer: MovesAnswer): BoardMove[] {
    return answer.options.map((option) => ({
        text: option.text,
        line: option.to !== null ? `to ${option.to}` : option.text,
        part: option.part ?? 0,
        changes: option.changes ?? [],
    }));
}

export function useMoves(state: SessionState, words: string[], wanted: boolean): KnownMoves {
    const few = wanted && state.moves_total !== null && state.moves_total <= LISTED;
    const theorem = few ? ["moves", ...words, "--by", "theorem"] : null;
    const quick = useAnswer<MovesAnswer>("quick", theorem);
    const failed = quick.error !== null && !quick.busy;
    const search = useAnswer<MovesAnswer>("quick", few && failed ? ["moves", ...words] : null);
    const key = JSON.stringify(words);
    return useMemo(() => {
        const fits = (asked: string[] | null) =>
            asked !== null && JSON.stringify(asked.slice(1, 1 + words.length)) === key;
        const found = [quick, search].find((a) => a.answer !== null && fits(a.words));
        const moves = few && found?.answer ? read(found.answer) : null;
        return { moves, busy: few && moves === null && (quick.busy || search.busy) };
    }, [quick.answer, quick.busy, search.answer, search.busy, few, key]);
}
