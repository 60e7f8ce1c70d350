// SPDX-License-Identifier: MIT
// A command's answer for a component: asked for when the words change, dropped when they
// change again, and the last one stays until the new one is there.
import { useCallback, useLayoutEffect, useRef, useState } from "preact/hooks";
import {
    engineFor,
    EngineError,
    filesChanged,
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

const nothing = {
    answer: null,
    words: null,
    error: null,
    busy: false,
    progress: null,
    stopped: false,
};

/** `words` without --json, or null: nothing to ask. `ask` for answers that are no JSON or
 * take more than one call; `known` gives an answer that is there already, or undefined: it
 * is shown at once. */
export function useAnswer<T>(
    name: EngineName,
    words: string[] | null,
    ask?: Ask<T>,
    known?: (words: string[]) => unknown,
): Asked<T> {
    const state = useRef<State<T>>(nothing);
    const [round, setRound] = useState(0);
    const [, redraw] = useState(0);
    const key = words === null ? null : JSON.stringify([words, filesChanged()]);
    const there = words === null ? undefined : (known?.(words) as T | undefined);
    if (there !== undefined && state.current.answer !== there)
        state.current = { ...nothing, answer: there, words };
    // Asked at once and not after the next frame: the panels follow a move without delay.
    useLayoutEffect(() => {
        if (key === null) return;
        const [asked] = JSON.parse(key) as [string[]];
        const abort = new AbortController();
        const set = (change: Partial<State<T>>) => {
            if (abort.signal.aborted) return;
            state.current = { ...state.current, ...change };
            redraw((n) => n + 1);
        };
        const options: CallOptions = {
            signal: abort.signal,
            onProgress: (progress) => set({ progress }),
        };
        const engine = engineFor(name);
        const answer = ask ? ask(engine, asked, options) : engine.json<T>(asked, options);
        if (there === undefined) {
            set({ busy: true, progress: null, stopped: false });
            answer.then(
                (answer) => set({ ...nothing, answer, words: asked }),
                (error: Error) =>
                    set({
                        error: error instanceof EngineError ? error : null,
                        busy: false,
                        progress: null,
                        stopped: error instanceof Stopped,
                    }),
            );
        }
        return () => abort.abort();
    }, [name, key, round, ask]);
    const stop = useCallback(() => engineFor(name).stop(), [name]);
    const again = useCallback(() => setRound((n) => n + 1), []);
    return { ...state.current, stop, again };
}
