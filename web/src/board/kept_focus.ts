// SPDX-License-Identifier: MIT
// Who plays by keys must not be thrown out: if the button that had the focus is gone after a
// move, the focus goes to the board, or at the end to what can be done next.
import { useLayoutEffect, useRef } from "preact/hooks";

const STOP = "[role=slider][tabindex='0'], [role=button][tabindex='0'], button[tabindex='0']";
const NEXT = ".play-buttons .primary";

/** Goes to the board; from a part of it to the next one that can be played in. */
export function focusBoard(): void {
    const parts = [...document.querySelectorAll(".boards .part")];
    const at = 1 + parts.findIndex((part) => part.contains(document.activeElement));
    const stops = [...parts.slice(at), ...parts.slice(0, at)].map((part) =>
        part.querySelector<HTMLElement>(STOP),
    );
    const next = stops.find((stop) => stop !== null) ?? document.querySelector<HTMLElement>(NEXT);
    next?.focus();
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
