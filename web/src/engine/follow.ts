// SPDX-License-Identifier: MIT
// Questions that follow the position on the board. Several may want the same answer, as grid
// and why do: it is asked for once, and dropped when nobody wants it any more. After a move
// all that are on show are asked together, as soon as the new position is known, so that
// board and panels can be drawn in one go.
import { useLayoutEffect } from "preact/hooks";
import { engineFor, EngineError, filesChanged, type CallOptions, type Engine, type Progress } from "./engine";
import { useAnswer, type Asked } from "./use_answer";

/** The command line about a position; must be the same function each time. */
export type Question = (position: string[]) => string[];

interface Shared {
    answer: Promise<unknown>;
    /** The answer when it is there. */
    known: unknown;
    abort: AbortController;
    users: number;
    listeners: Set<(progress: Progress) => void>;
}

const shared = new Map<string, Shared>();
const onShow = new Map<Question, number>();

const keyOf = (words: string[]) => JSON.stringify([words, filesChanged()]);

function begin(engine: Engine, key: string, words: string[]): Shared {
    const abort = new AbortController();
    const listeners: Shared["listeners"] = new Set();
    const answer = engine.json(words, {
        signal: abort.signal,
        onProgress: (progress) => listeners.forEach((tell) => tell(progress)),
    });
    const one: Shared = { answer, known: undefined, abort, users: 0, listeners };
    shared.set(key, one);
    answer.then(
        (known) => (one.known = known),
        (error: unknown) => {
            // What was stopped or lost may be asked again; what cannot be done stays so.
            if (!(error instanceof EngineError && error.kind === "unable")) forget(key, one);
        },
    );
    return one;
}

function forget(key: string, one: Shared): void {
    if (shared.get(key) === one) shared.delete(key);
}

/** An answer stays known as long as the signals of all who asked are silent. */
function ask<T>(engine: Engine, words: string[], options: CallOptions): Promise<T> {
    const key = keyOf(words);
    const one = shared.get(key) ?? begin(engine, key, words);
    one.users++;
    if (options.onProgress) one.listeners.add(options.onProgress);
    options.signal?.addEventListener("abort", () => {
        if (options.onProgress) one.listeners.delete(options.onProgress);
        if (--one.users > 0) return;
        forget(key, one);
        one.abort.abort();
    });
    return one.answer as Promise<T>;
}

function known(words: string[]): unknown {
    return shared.get(keyOf(words))?.known;
}

/** `position`: rules and position as command words; null: nothing to ask. */
export function useFollowing<T>(question: Question, position: string[] | null): Asked<T> {
    const on = position !== null;
    useLayoutEffect(() => {
        if (!on) return;
        onShow.set(question, (onShow.get(question) ?? 0) + 1);
        return () => {
            const left = onShow.get(question)! - 1;
            if (left > 0) onShow.set(question, left);
            else onShow.delete(question);
        };
    }, [question, on]);
    return useAnswer<T>("quick", position && question(position), ask<T>, known);
}

// The board does not wait longer for the panels.
const A_FRAME_MS = 16;

let before: Promise<unknown> = Promise.resolve();

/** Questions about every position on the way, not only about the last: the board shows each
 * move of an answer for a while. */
export const onTheWay = new Set<Question>();

/** Asks all that is on show about a position that is going to be drawn, and gives the answers
 * a moment. Who asks first can draw first. `passed`: the position before it that is drawn for
 * a while, if there is one. */
export async function askAhead(position: string[], passed: string[] | null): Promise<void> {
    const abort = new AbortController();
    const { signal } = abort;
    const engine = engineFor("quick");
    const questions = [...onShow.keys()];
    const lines = questions.map((question) => question(position));
    if (passed)
        for (const question of questions) if (onTheWay.has(question)) lines.unshift(question(passed));
    const asked = lines.map((line) => ask(engine, line, { signal }));
    const moment = new Promise((resolve) => setTimeout(resolve, A_FRAME_MS));
    const now = Promise.race([Promise.allSettled(asked), moment]);
    before = Promise.all([before, now]).then(() => undefined); // keeps no answer
    await before;
    // By then the position is drawn, and whoever wants the answers has asked for them.
    setTimeout(() => abort.abort());
}
