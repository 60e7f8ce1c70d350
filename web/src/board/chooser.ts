// SPDX-License-Identifier: MIT
// Choosing a move on the board: marks that stay, a preview under the pointer, and what a
// click, a touch or a key does to them.
import { useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { Game } from "../play/game";
import {
    candidates,
    guess,
    simplest,
    targets,
    withMark,
    withoutMark,
    type BoardMove,
    type Marks,
} from "./marks";
import type { PartView } from "./part_view";

export interface Chooser {
    /** Whether moves can be made here and now. */
    active: boolean;
    marks: Marks | null;
    /** The marks, or what the pointer would mark. */
    seen: Marks | null;
    /** The moves that agree with what is seen; null: not known. */
    found: BoardMove[] | null;
    /** The one that would be made. */
    move: BoardMove | null;
    /** The legal values of a number, increasing; null: not known. */
    targetsOf(view: PartView, word: number): number[] | null;
    hover(view: PartView, word: number, value: number | null): void;
    /** A click: makes the move if there is only one that it can mean, or marks it. What is
     * `rough`, such as a touch, marks first, since there was no good preview. */
    pick(view: PartView, word: number, value: number, rough: boolean): void;
    mark(view: PartView, word: number, value: number): void;
    clear(): void;
    make(move?: BoardMove): void;
}

const isMarked = (marks: Marks | null, part: number, word: number, value: number) =>
    marks?.part === part && marks.values.get(word) === value;

/** On a strip: a coin is chosen, but not yet where it goes. */
const coinOnly = (view: PartView, marks: Marks) => view.kind === "strip" && marks.values.size < 2;

export function useChooser(
    game: Game,
    parts: PartView[],
    moves: BoardMove[] | null,
    active: boolean,
    node: number,
): Chooser {
    const [marks, setMarks] = useState<Marks | null>(null);
    const [hovered, setHovered] = useState<Marks | null>(null);
    // At once: what is chosen before the next frame counts already.
    const clear = () => {
        setMarks(null);
        setHovered(null);
    };
    useLayoutEffect(clear, [node]);
    // What was refused can be mended.
    useLayoutEffect(() => {
        if (!game.refused) clear();
    }, [game.round]);

    const known = moves ?? [];
    const seen = active ? (hovered ?? marks) : null;
    const { found, move } = useMemo(() => {
        if (!seen) return { found: null, move: null };
        const view = parts[seen.part];
        if (moves === null) {
            const whole = view?.words && view.kind !== "shapes" && !coinOnly(view, seen);
            return { found: null, move: whole ? guess(parts, seen) : null };
        }
        const list = candidates(moves, seen);
        return { found: list, move: simplest(list, seen) };
    }, [seen, moves, parts]);

    const add = (view: PartView, word: number, value: number): Marks | null => {
        if (view.kind === "shapes") return withMark(known, marks, view.index, word, value);
        const now = Number(view.words?.[word]);
        if (value === now) return withoutMark(marks, word);
        // Where the engine will judge, marks are simply put together. So they are if there is
        // one pile too many: several marks are not given up for one.
        const several = marks !== null && marks.values.size > 1 && !marks.values.has(word);
        const judged = view.kind === "strip" ? value > now : moves === null || several;
        if (judged && marks?.part === view.index)
            return { part: view.index, values: new Map(marks.values).set(word, value) };
        return withMark(known, marks, view.index, word, value);
    };
    const agreeing = (some: Marks) =>
        moves === null ? [guess(parts, some)] : candidates(moves, some);
    const make = (one: BoardMove) => {
        game.move(one.line);
        setHovered(null);
    };

    return {
        active,
        marks,
        seen,
        found,
        move,
        targetsOf: (view, word) =>
            // On a staircase one mark says all: another step is another move.
            moves && targets(moves, view.kind === "stairs" ? null : marks, view.index, word),
        hover: (view, word, value) => {
            // The pointer moves much more often than it comes to another chip.
            const same = value !== null && isMarked(hovered, view.index, word, value);
            if (active && !same) setHovered(value === null ? null : add(view, word, value));
        },
        mark: (view, word, value) => {
            setHovered(null);
            if (!active) return;
            const next = add(view, word, value);
            const many = next !== null && next.values.size > 1;
            if (many && agreeing(next).length === 0) make(guess(parts, next));
            else setMarks(next);
        },
        pick: (view, word, value, rough) => {
            if (!active) return;
            const next = add(view, word, value);
            setHovered(null);
            if (!next || (moves === null && coinOnly(view, next))) return setMarks(next);
            const list = agreeing(next);
            if (list.length === 0 && view.kind === "shapes") return setMarks(null);
            // What is no move is given to the engine, which says why.
            if (list.length === 0) return make(guess(parts, next));
            const again = isMarked(marks, view.index, word, value);
            // Marks that are a move already wait for the button: more may be added.
            const adding =
                view.kind !== "strip" &&
                next.values.size > 1 &&
                marks !== null &&
                simplest(agreeing(marks), marks) !== null;
            const one = again || (list.length === 1 && !rough && !adding) ? simplest(list, next) : null;
            if (one) make(one);
            else setMarks(next);
        },
        clear,
        make: (one) => {
            const chosen = one ?? move;
            if (active && chosen) make(chosen);
        },
    };
}
