// SPDX-License-Identifier: MIT
// What the engine knows of a board: its shapes, and the legal moves with the handles that
// they touch. It needs no solving, so it is quick.
import { useMemo } from "preact/hooks";
import type { BoardAnswer, Drawing, SessionState } from "../engine/answers";
import { useFollowing, type Question } from "../engine/follow";
import type { BoardMove } from "./marks";

/** With more moves than this the board lets the engine judge what is chosen. */
const LISTED = 1000;
/** Shapes can be chosen only where the moves are known. */
const LISTED_SHAPES = 10_000;

const drawn = new Set(["row", "coins", "grid", "plane"]);

export interface KnownMoves {
    /** null: not known (yet). */
    moves: BoardMove[] | null;
    busy: boolean;
}

const boardOf: Question = (position) => ["board", ...position];
const wholeBoardOf: Question = (position) => ["board", ...position, "--all-moves"];

/** The board command of this game: all moves, where shapes are clicked. */
function questionOf(state: SessionState): Question {
    return state.parts.some((part) => drawn.has(part.look)) ? wholeBoardOf : boardOf;
}

function read(answer: BoardAnswer, state: SessionState): BoardMove[] {
    return answer.options.map((option) => {
        const part = option.part ?? 0;
        return {
            text: option.text,
            line: option.to !== null ? `to ${option.to}` : option.text,
            part,
            changes: option.changes ?? [],
            ways: drawn.has(state.parts[part]!.look) ? option.handles : null,
        };
    });
}

function useBoard(state: SessionState, words: string[] | null) {
    const question = questionOf(state);
    const asked = useFollowing<BoardAnswer>(question, words);
    const fits = words && JSON.stringify(asked.words) === JSON.stringify(question(words));
    return { ...asked, answer: fits ? asked.answer : null, latest: asked.answer };
}

const fewMoves = (state: SessionState) =>
    state.moves_total !== null &&
    state.moves_total <= (questionOf(state) === boardOf ? LISTED : LISTED_SHAPES);

export function useMoves(state: SessionState, words: string[], wanted: boolean): KnownMoves {
    const few = wanted && fewMoves(state);
    const { answer, error } = useBoard(state, few ? words : null);
    const moves = useMemo(() => (few && answer ? read(answer, state) : null), [few, answer, state]);
    return { moves, busy: few && moves === null && error === null };
}

/** The shapes of each part, if some part is drawn from them; the last ones until the new
 * ones are there. */
export function useDrawings(state: SessionState, words: string[]): Drawing[] | null {
    const wanted = questionOf(state) === wholeBoardOf;
    const { answer, latest } = useBoard(state, wanted ? words : null);
    const parts = (answer ?? latest)?.parts;
    return wanted && parts?.length === state.parts.length ? parts : null;
}
