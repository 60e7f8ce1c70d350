// SPDX-License-Identifier: MIT
// Grid and Why want the explanation of the same position: it is asked for once, and dropped
// when nobody wants it any more.
import { useAnswer, type Asked } from "../engine/use_answer";
import type { CallOptions, Engine, Progress } from "../engine/engine";
import type { ExplainAnswer } from "../engine/answers";

interface Shared {
    answer: Promise<ExplainAnswer>;
    abort: AbortController;
    users: number;
    listeners: Set<(progress: Progress) => void>;
}

const running = new Map<string, Shared>();

function begin(engine: Engine, key: string, words: string[]): Shared {
    const abort = new AbortController();
    const listeners: Shared["listeners"] = new Set();
    const answer = engine.json<ExplainAnswer>(words, {
        signal: abort.signal,
        onProgress: (progress) => listeners.forEach((tell) => tell(progress)),
    });
    const shared: Shared = { answer, abort, users: 0, listeners };
    running.set(key, shared);
    const forget = () => {
        if (running.get(key) === shared) running.delete(key);
    };
    answer.then(forget, forget);
    return shared;
}

function ask(engine: Engine, words: string[], options: CallOptions): Promise<ExplainAnswer> {
    const key = JSON.stringify(words);
    const shared = running.get(key) ?? begin(engine, key, words);
    shared.users++;
    if (options.onProgress) shared.listeners.add(options.onProgress);
    options.signal?.addEventListener("abort", () => {
        if (options.onProgress) shared.listeners.delete(options.onProgress);
        if (--shared.users > 0) return;
        running.delete(key);
        shared.abort.abort();
    });
    return shared.answer;
}

/** `words` are rules and position; null: nothing to ask. */
export function useExplained(words: string[] | null): Asked<ExplainAnswer> {
    return useAnswer("quick", words && ["explain", ...words], ask);
}
