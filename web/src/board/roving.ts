// SPDX-License-Identifier: MIT
// A group with one tab stop: the arrows left and right go from one to the next.
import { useCallback, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";

export interface Roving {
    group: RefObject<HTMLDivElement | null>;
    tabIndex(i: number): number;
    onFocus(i: number): void;
    onKeyDown(event: KeyboardEvent): void;
}

/** `selector` finds the members inside the group, in order. */
export function useRoving(
    selector: string,
    count: number,
    more: Record<string, number> = {},
): Roving {
    const group = useRef<HTMLDivElement>(null);
    const [at, setAt] = useState(0);
    const here = Math.min(at, Math.max(0, count - 1));
    const onKeyDown = useCallback(
        (event: KeyboardEvent) => {
            const keys: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ...more };
            const step = keys[event.key];
            if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
            const members = [...(group.current?.querySelectorAll<HTMLElement>(selector) ?? [])];
            const from = members.indexOf(document.activeElement as HTMLElement);
            members[Math.min(members.length - 1, Math.max(0, from + step))]?.focus();
            event.preventDefault();
            event.stopPropagation();
        },
        [selector],
    );
    return { group, tabIndex: (i) => (i === here ? 0 : -1), onFocus: setAt, onKeyDown };
}
