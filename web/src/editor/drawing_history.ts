// SPDX-License-Identifier: MIT
// Undo and redo. Steps with the same tag in a row, such as moving one node by keys, are one.
import { useCallback, useState } from "preact/hooks";
import { empty, type Drawing } from "./drawing";

interface Kept {
    past: Drawing[];
    now: Drawing;
    future: Drawing[];
    tag: string | null;
}

const REMEMBERED = 200;

export interface History {
    drawing: Drawing;
    canUndo: boolean;
    canRedo: boolean;
    put(drawing: Drawing, tag?: string): void;
    undo(): void;
    redo(): void;
}

export function useHistory(): History {
    const [kept, set] = useState<Kept>({ past: [], now: empty, future: [], tag: null });
    const put = useCallback((drawing: Drawing, tag?: string) => {
        set((k) => {
            if (drawing === k.now) return k;
            if (tag !== undefined && tag === k.tag) return { ...k, now: drawing, future: [] };
            const past = [...k.past, k.now].slice(-REMEMBERED);
            return { past, now: drawing, future: [], tag: tag ?? null };
        });
    }, []);
    const undo = useCallback(() => {
        set((k) => {
            const now = k.past.at(-1);
            if (!now) return k;
            return { past: k.past.slice(0, -1), now, future: [k.now, ...k.future], tag: null };
        });
    }, []);
    const redo = useCallback(() => {
        set((k) => {
            const now = k.future[0];
            if (!now) return k;
            return { past: [...k.past, k.now], now, future: k.future.slice(1), tag: null };
        });
    }, []);
    const { past, now, future } = kept;
    return { drawing: now, canUndo: past.length > 0, canRedo: future.length > 0, put, undo, redo };
}
