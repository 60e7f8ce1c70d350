// SPDX-License-Identifier: MIT
// Asks for a proof. The answer is the text of the command, as in a terminal; what a button
// needs (the counterexample) is asked for as JSON, which only a refuted claim has.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Outcome } from "../engine/answers";
import { addFile, engineFor, EngineError, Stopped } from "../engine/engine";
import type { CallOptions, Progress } from "../engine/engine";
import { editedFile } from "./theorem_source";

export interface Counterexample {
    position: string;
    step: number;
    least: boolean;
    outcome: Outcome | null;
    to: string | null;
}

export interface Report {
    words: string[];
    /** The rules that it is about, if they are not those on the board. */
    text: string | null;
    out: string;
    /** One for each claim, the formula for values last. */
    counterexamples: (Counterexample | null)[];
}

interface Claimed {
    counterexample: Counterexample | null;
}
interface ProveAnswer {
    claims?: Claimed[];
    values?: Claimed | null;
}

const REFUTED = 1;

async function ask(words: string[], text: string | null, options: CallOptions): Promise<Report> {
    const engine = engineFor("proof");
    const answer = await engine.run(words, options);
    const report: Report = { words, text, out: answer.out, counterexamples: [] };
    if (answer.out !== "" && answer.code !== REFUTED) return report;
    // A refusal is thrown here, with the line and the caret.
    const told = await engine.json<ProveAnswer>(words, options);
    const claims = [...(told.claims ?? []), ...(told.values ? [told.values] : [])];
    return { ...report, counterexamples: claims.map((c) => c.counterexample) };
}

/** What `bouton check` verifies. */
export async function certificateOf(report: Report): Promise<string> {
    if (report.text !== null) addFile(editedFile, report.text);
    const { code, out, err } = await engineFor("proof").run([...report.words, "--certificate", "-"]);
    if (code !== 0) throw new EngineError(err.trim() || out.trim(), "unable");
    return out;
}

export interface Asking {
    busy: boolean;
    progress: Progress | null;
    error: EngineError | null;
    stopped: boolean;
    start(words: string[], text: string | null): void;
    stop(): void;
    again(): void;
    /** Nothing is wrong any more: the text has been changed. */
    clear(): void;
}

const idle = { busy: false, progress: null, error: null, stopped: false };

/** `done` gets every report; what runs ends when the panel closes or `key` changes. */
export function useAsking(key: string, done: (report: Report) => void): Asking {
    const [state, set] = useState<Omit<Asking, "start" | "stop" | "again" | "clear">>(idle);
    const running = useRef<AbortController | null>(null);
    const last = useRef<[string[], string | null] | null>(null);
    const told = useRef(done);
    told.current = done;

    const start = useCallback((words: string[], text: string | null) => {
        running.current?.abort();
        const abort = new AbortController();
        running.current = abort;
        last.current = [words, text];
        set({ ...idle, busy: true });
        const onProgress = (progress: Progress) => set((s) => ({ ...s, progress }));
        ask(words, text, { signal: abort.signal, onProgress }).then(
            (report) => {
                if (running.current !== abort) return;
                set(idle);
                told.current(report);
            },
            (error: unknown) => {
                if (running.current !== abort) return;
                if (error instanceof Stopped) set({ ...idle, stopped: true });
                else set({ ...idle, error: error instanceof EngineError ? error : null });
            },
        );
    }, []);
    const stop = useCallback(() => engineFor("proof").stop(), []);
    const again = useCallback(() => {
        if (last.current) start(...last.current);
    }, [start]);
    const clear = useCallback(() => set((s) => (s.busy ? s : idle)), []);
    useEffect(
        () => () => {
            const abort = running.current;
            running.current = null;
            abort?.abort();
            set(idle);
        },
        [key],
    );
    return { ...state, start, stop, again, clear };
}
