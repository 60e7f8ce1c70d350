// SPDX-License-Identifier: MIT
// The legal moves of the position on the board, from the engine. First only by theorems,
// which is quick, since the board needs no Grundy values; else as the panel of moves asks.
import { useMemo } from "preact/hooks";
import type { MovesAnswer, SessionState } from "../engine/answers";
import { useFollowing, type Question } from "../engine/follow";
import { movesFrom } from "../panels/known_moves";
import type { BoardMove } from "./marks";

/** With more moves than this the board lets the engine judge what is chosen. */
const LISTED = 1000;

export interface KnownMoves {
    /** null: not known (yet). */
    moves: BoardMove[] | null;
    busy: boolean;
}

const byTheorem: Question = (position) => [...movesFrom(position), "--by", "theorem"];

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
    const quick = useFollowing<MovesAnswer>(byTheorem, few ? words : null);
    const unable = quick.error?.kind === "unable";
    const slow = useFollowing<MovesAnswer>(movesFrom, few && unable ? words : null);
    const asked = unable ? slow : quick;
    const question = (unable ? movesFrom : byTheorem)(words);
    const fits = few && JSON.stringify(asked.words) === JSON.stringify(question);
    const moves = useMemo(
        () => (fits && asked.answer ? read(asked.answer) : null),
        [fits, asked.answer],
    );
    return { moves, busy: few && moves === null && asked.error === null };
}
