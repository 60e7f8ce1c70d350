// SPDX-License-Identifier: MIT
// The game that is being played: it lives in the engine, and this is what the page knows of
// it. A refused line changes nothing. If the engine is lost or stopped in the middle, the
// game is opened again from its record.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { engineFor, EngineError, parse, Stopped } from "../engine/engine";
import type { PlayAnswer, PlayNode, SessionState } from "../engine/answers";

export interface Game {
    /** null until the first game is open. */
    state: SessionState | null;
    /** What the engine said to the last line. */
    said: string;
    /** Why the last line was refused, or the game could not be opened. */
    refused: EngineError | null;
    busy: boolean;
    /** The node that board and panels show; usually the one where play stands. */
    shown: PlayNode | null;
    live: boolean;
    /** Opens a game by the words behind `bouton play`; false: refused, the old one stays. */
    open(words: string[]): Promise<boolean>;
    /** A line as typed in the terminal: a move, hint, undo, new ... */
    line(text: string): Promise<boolean>;
    /** Looks at another node without going there; null: back to where play stands. */
    look(node: number | null): void;
    record(): Promise<string>;
    load(record: string): Promise<boolean>;
    clearRefusal(): void;
    stop(): void;
}

/** The command words that name the position of a node: rules and position, with + between
 * the parts of a sum. */
export function wordsOf(state: SessionState, node: Pick<PlayNode, "position">): string[] {
    if (state.parts.length === 1) return [state.parts[0]!.rules, node.position];
    const positions = node.position.split(" + ");
    return state.parts.flatMap((part, i) => [
        ...(i > 0 ? ["+"] : []),
        part.rules,
        positions[i] ?? part.position,
    ]);
}

interface Known {
    state: SessionState | null;
    said: string;
    refused: EngineError | null;
    busy: boolean;
    looking: number | null;
}

export function useGame(): Game {
    const [known, set] = useState<Known>({
        state: null,
        said: "",
        refused: null,
        busy: false,
        looking: null,
    });
    // What is needed to open the game again.
    const saved = useRef<{ words: string[]; record: string | null } | null>(null);
    const lost = useRef(false);
    const engine = engineFor("play");

    useEffect(() => {
        engine.onLost = () => {
            lost.current = true;
        };
    }, [engine]);

    const restore = useCallback(async () => {
        if (!lost.current || !saved.current) return;
        lost.current = false;
        await engine.call({ kind: "play", words: saved.current.words });
        if (saved.current.record !== null)
            await engine.call({ kind: "load", text: saved.current.record });
    }, [engine]);

    const make = useCallback(
        async (ask: () => Promise<PlayAnswer>): Promise<boolean> => {
            set((k) => ({ ...k, busy: true }));
            try {
                const answer = await ask();
                const refused = answer.refused ? new EngineError(answer.said.trim(), "move") : null;
                set({
                    state: answer.state,
                    said: answer.said,
                    refused,
                    busy: false,
                    looking: null,
                });
                if (!answer.refused && saved.current) {
                    const record = await engine.call({ kind: "record" });
                    if (record.code === 0) saved.current.record = record.out;
                }
                return !answer.refused;
            } catch (error) {
                const refused =
                    error instanceof EngineError
                        ? error
                        : new EngineError(error instanceof Error ? error.message : String(error), "crash");
                set((k) => ({ ...k, busy: false, refused: error instanceof Stopped ? null : refused }));
                return false;
            }
        },
        [engine],
    );

    const open = useCallback(
        (words: string[]) =>
            make(async () => {
                const answer = parse<PlayAnswer>(await engine.call({ kind: "play", words }));
                saved.current = { words, record: null };
                lost.current = false;
                return answer;
            }),
        [engine, make],
    );
    const line = useCallback(
        (text: string) =>
            make(async () => {
                await restore();
                return parse<PlayAnswer>(await engine.call({ kind: "line", text }));
            }),
        [engine, make, restore],
    );
    const load = useCallback(
        (record: string) =>
            make(async () => {
                await restore();
                return parse<PlayAnswer>(await engine.call({ kind: "load", text: record }));
            }),
        [engine, make, restore],
    );
    const record = useCallback(async () => {
        await restore();
        return (await engine.call({ kind: "record" })).out;
    }, [engine, restore]);
    const look = useCallback((node: number | null) => set((k) => ({ ...k, looking: node })), []);
    const clearRefusal = useCallback(() => set((k) => ({ ...k, refused: null })), []);
    const stop = useCallback(() => engine.stop(), [engine]);

    const { state } = known;
    const shownNumber = known.looking ?? state?.node ?? null;
    const shown = state?.nodes.find((n) => n.node === shownNumber) ?? null;
    return {
        state,
        said: known.said,
        refused: known.refused,
        busy: known.busy,
        shown,
        live: state !== null && shownNumber === state.node,
        open,
        line,
        look,
        record,
        load,
        clearRefusal,
        stop,
    };
}
