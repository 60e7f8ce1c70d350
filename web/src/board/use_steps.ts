// SPDX-License-Identifier: MIT
// After a move the board shows first the person's, then, after a pause, the computer's. All
// other changes, such as taking back, are shown at once, and so is everything for people who
// want no motion.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";
import type { PlayNode, SessionState } from "../engine/answers";
import { arrive, depart, withMotion } from "./flight";

const PAUSE_MS = 650;
const NONE: PlayNode[] = [];

/** The nodes from `from` (without) down to `to`; empty if it is not below, or far. */
function wayDown(state: SessionState, from: number, to: number): PlayNode[] {
    const way: PlayNode[] = [];
    for (let n: number | null = to; n !== null && n !== from; n = state.nodes[n]!.parent) {
        way.unshift(state.nodes[n]!);
        if (way.length > 2 || state.nodes[n]!.parent === null) return NONE;
    }
    return way;
}

export interface Steps {
    /** What is to be drawn now. */
    node: PlayNode;
    /** More is to come. */
    moving: boolean;
    /** Shows the end at once. */
    skip(): void;
}

export function useSteps(
    board: RefObject<HTMLElement | null>,
    state: SessionState,
    shown: PlayNode,
    game: string,
): Steps {
    const before = useRef({ game, node: shown.node });
    const [pending, setPending] = useState(NONE);
    const arriving = useRef<PlayNode | null>(null);

    // Before the new state is drawn: is it a move from what is drawn now?
    let steps = pending;
    if (before.current.game !== game || before.current.node !== shown.node) {
        const way =
            before.current.game === game && shown.node === state.node && withMotion()
                ? wayDown(state, before.current.node, shown.node)
                : NONE;
        before.current = { game, node: shown.node };
        steps = way;
    }
    const node = steps.length > 1 ? state.nodes[steps[0]!.node]! : shown;

    // The chips that leave are copied while the old board is still there.
    if (steps !== pending && steps.length > 0) {
        if (board.current) depart(board.current, steps[0]!);
        arriving.current = steps[0]!;
    }
    useLayoutEffect(() => {
        if (arriving.current && board.current) arrive(board.current, arriving.current);
        arriving.current = null;
        if (steps !== pending) setPending(steps);
    });
    useEffect(() => {
        if (pending.length < 2) return;
        const timer = setTimeout(() => {
            if (board.current) depart(board.current, pending[1]!);
            arriving.current = pending[1]!;
            setPending(pending.slice(1));
        }, PAUSE_MS);
        return () => clearTimeout(timer);
    }, [pending, board]);
    const skip = useCallback(() => setPending(NONE), []);
    return { node, moving: steps.length > 1, skip };
}
