// SPDX-License-Identifier: MIT
// A command's answer for a component: asked for when the words change, dropped when they
// change again, and the last one stays until the new one is there.
import { useCallback, useLayoutEffect, useState } from "preact/hooks";
import {
    engineFor,
    EngineError,
    Stopped,
    type CallOptions,
    type Engine,
    type EngineName,
    type Progress,
} from "./engine";

export interface Asked<T> {
    answer: T | null;
    /** The words that `answer` belongs to. */
    words: string[] | null;
    error: EngineError | null;
    busy: boolean;
    progress: Progress | null;
    stopped: boolean;
    stop(): void;
    again(): void;
}

type State<T> = Omit<Asked<T>, "stop" | "again">;

/** How the words are put to the engine; must be the same function each time. */
export type Ask<T> = (engine: Engine, words: string[], options: CallOptions) => Promise<T>;

/** `words` without --json, or null: nothing to ask. `ask` for answers that are no JSON or
 * take more than one call. */
export function useAnswer<T>(name: EngineName, words: string[] | null, ask?: Ask<T>): Asked<T> {
    const [state, set] = useState<State<T>>({
        answer: null,
        words: null,
        error: null,
        busy: false,
        progress: null,
        stopped: false,
    });
    const [round, setRound] = useState(0);
    const key = words === null ? null : JSON.stringify(words);
    // Asked at once and not after the next frame: the panels follow a move without delay.
    useLayoutEffect(() => {
        if (key === null) return;
        const asked = JSON.parse(key) as string[];
        const abort = new AbortController();
        set((s) => ({ ...s, busy: true, progress: null, stopped: false }));
        const options: CallOptions = {
            signal: abort.signal,
            onProgress: (progress) => set((s) => ({ ...s, progress })),
        };
        const engine = engineFor(name);
        (ask ? ask(engine, asked, options) : engine.json<T>(asked, options)).then(
            (answer) => {
                if (abort.signal.aborted) return;
                set({ answer, words: asked, error: null, busy: false, progress: null, stopped: false });
            },
            (error: Error) => {
                if (abort.signal.aborted) return;
                const stopped = error instanceof Stopped;
                set((s) => ({
                    ...s,
                    error: error instanceof EngineError ? error : null,
                    busy: false,
                    progress: null,
                    stopped,
                }));
            },
        );
        return () => abort.abort();
    }, [name, key, round, ask]);
    const stop = useCallback(() => engineFor(name).stop(), [name]);
    const again = useCallback(() => setRound((n) => n + 1), []);
    return { ...state, stop, again };
}
