// SPDX-License-Identifier: MIT
// A panel is drawn anew only when its answer changes; what its buttons do when they are
// clicked is looked up then. So the panels cost nothing while the game goes on elsewhere.
import { useRef } from "preact/hooks";

export function useLatest<T>(value: T): { readonly current: T } {
    const latest = useRef(value);
    latest.current = value;
    return latest;
}
