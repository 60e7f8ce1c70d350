// SPDX-License-Identifier: MIT
// What the engine knows of a board: its shapes, and the legal moves with the handles that
// they touch. It needs no solving, so it is quick.
import { useMemo } from "preact/hooks";
import type { BoardAnswer, Drawing, SessionState } from "../engine/answers";
import { onTheWay, useFollowing, type Question } from "../engine/follow";
import type { BoardMove } from "./marks";

/** With more moves than this the board lets the engine judge what is chosen. */
const LISTED = 1000;
/** Shapes can be chosen only where the moves are known. */
const LISTED_SHAPES = 10_000;

/** Looks of which shapes are chosen; of the others numbers are. */
const drawn = new Set(["row", "coins", "grid", "plane"]);

export interface KnownMoves {
    /** null: not known (yet). */
    moves: BoardMove[] | null;
    busy: boolean;
}

const boardOf: Question = (position) => ["board", ...position];
const wholeBoardOf: Question = (position) => ["board", ...position, "--all-moves"];

onTheWay.add(boardOf).add(wholeBoardOf);

const few = (state: SessionState, most: number) =>
    state.moves_total !== null && state.moves_total <= most;

/** The board command of this game: all moves, where shapes are clicked and there are not too
 * many. */
function questionOf(state: SessionState): Question {
    const clicked = state.parts.some((part) => drawn.has(part.look));
    return clicked && few(state, LISTED_SHAPES) ? wholeBoardOf : boardOf;
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

export function useMoves(state: SessionState, words: string[], wanted: boolean): KnownMoves {
    const listed = wanted && (questionOf(state) === wholeBoardOf || few(state, LISTED));
    const { answer, error } = useBoard(state, listed ? words : null);
    const moves = useMemo(
        () => (listed && answer ? read(answer, state) : null),
        [listed, answer, state],
    );
    return { moves, busy: listed && moves === null && error === null };
}

export interface Drawings {
    /** The shapes of each part; the last ones until the new ones are there. */
    parts: Drawing[] | null;
    busy: boolean;
}

/** Rules and signs without the positions: drawings of another game are not shown. */
const rulesIn = (words: string[] | null) => JSON.stringify(words?.filter((_, i) => i % 3 !== 2));

export function useDrawings(state: SessionState, words: string[]): Drawings {
    const wanted = state.parts.some((part) => part.look !== "nodes");
    const asked = useBoard(state, wanted ? words : null);
    const same = rulesIn(asked.words) === rulesIn(questionOf(state)(words));
    const parts = asked.answer?.parts ?? (same ? asked.latest?.parts : null) ?? null;
    return {
        parts: wanted && parts?.length === state.parts.length ? parts : null,
        busy: wanted && asked.answer === null && asked.error === null && !asked.stopped,
    };
}
