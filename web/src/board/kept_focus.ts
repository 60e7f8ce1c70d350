// SPDX-License-Identifier: MIT
// Who plays by keys must not be thrown out: if the button that had the focus is gone after a
// move, the focus goes to the board, or at the end to what can be done next.
import { useLayoutEffect, useRef } from "preact/hooks";

const BOARD = ".boards [role=slider][tabindex='0'], .boards button[tabindex='0']";
const NEXT = ".play-buttons .primary";

export function focusBoard(): void {
    const first =
        document.querySelector<HTMLElement>(BOARD) ?? document.querySelector<HTMLElement>(NEXT);
    first?.focus();
}

/** `place` changes whenever something may be gone. */
export function useKeptFocus(place: string): void {
    const inside = useRef(false);
    useLayoutEffect(() => {
        const onFocus = (event: FocusEvent) => {
            inside.current =
                event.target instanceof Element && event.target.closest(".table") !== null;
        };
        document.addEventListener("focusin", onFocus);
        return () => document.removeEventListener("focusin", onFocus);
    }, []);
    useLayoutEffect(() => {
        if (inside.current && document.activeElement === document.body) focusBoard();
    }, [place]);
}
