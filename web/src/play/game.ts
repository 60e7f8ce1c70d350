// SPDX-License-Identifier: MIT
// The game that is being played: it lives in the engine, and this is what the page knows of
// it. A refused line changes nothing. If the engine is lost or stopped in the middle, the
// game is opened again from its record.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { engineFor, EngineError, parse, Stopped } from "../engine/engine";
import type { Engine, Progress } from "../engine/engine";
import type { PlayAnswer, PlayNode, SessionState } from "../engine/answers";
import type { Call } from "../engine/protocol";
import { texts } from "../texts";

/** What was asked of the engine last, so that a refusal can stand beside its field. */
export type Asked = "open" | "line" | "load";

interface Known {
    /** null until the first game is open. */
    state: SessionState | null;
    /** What the engine said to the last line. */
    said: string;
    /** The hints that were given where play stands, first to last. */
    hints: string[];
    /** The answer to a line that is neither a move nor a hint, such as `moves`. */
    told: string;
    /** Why the last line was refused, or the game could not be opened. */
    refused: EngineError | null;
    asked: Asked;
    /** Counts the answers: tells two equal ones apart. */
    round: number;
    busy: boolean;
    progress: Progress | null;
    /** What was asked last was stopped by the person. */
    stopped: boolean;
    /** The node that is looked at; null: where play stands. */
    looking: number | null;
}

export interface Game extends Omit<Known, "looking"> {
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
    /** Asks again what was stopped. */
    again(): void;
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

/** Who is to move at a node. */
export function moverAt(state: SessionState, node: PlayNode): "I" | "II" {
    if (node.by === null) return state.first;
    return node.by === "I" ? "II" : "I";
}

const nothing: Known = {
    state: null,
    said: "",
    hints: [],
    told: "",
    refused: null,
    asked: "open",
    round: 0,
    busy: false,
    progress: null,
    stopped: false,
    looking: null,
};

/** The hints of a node stay as long as play stands there. */
function hintsAfter(before: Known, answer: PlayAnswer, call: Call): string[] {
    const { given } = answer.state.hints;
    const stays = call.kind === "line" && answer.state.node === before.state?.node;
    const hints = stays ? before.hints.slice(0, given) : [];
    const isHint = call.kind === "line" && call.text === "hint" && !answer.refused;
    return isHint ? [...hints.slice(0, given - 1), answer.said.trim()] : hints;
}

/** Words that ask for something to read; `draw` may be refused by the computer. */
const asks = /^(?:moves|list|board|variations|review|score|note|save|load|help|draw)\b/;

function toldBy(answer: PlayAnswer, call: Call): string {
    if (call.kind !== "line" || answer.refused || answer.state.over) return "";
    return asks.test(call.text) ? answer.said.trimEnd() : "";
}

function learned(before: Known, answer: PlayAnswer, call: Call): Known {
    return {
        ...nothing,
        state: answer.state,
        said: answer.said,
        hints: hintsAfter(before, answer, call),
        told: toldBy(answer, call),
        refused: answer.refused ? new EngineError(answer.said.trim(), "move") : null,
        asked: before.asked,
        round: before.round + 1,
        looking: answer.refused ? before.looking : null,
    };
}

/** A game that was opened again, as the engine has it now. */
const atOnce = (state: SessionState) => ({ state, hints: [], looking: null });

function asError(error: unknown): EngineError {
    if (error instanceof EngineError) return error;
    return new EngineError(error instanceof Error ? error.message : String(error), "crash");
}

/** What brings a game back: how it was opened, its record, and after how many moves of its
 * line play stands (null: where the record ends). */
interface Saved {
    words: string[];
    record: string | null;
    moves: number | null;
}

async function reopen(engine: Engine, saved: Saved): Promise<SessionState> {
    const ask = async (call: Call) => parse<PlayAnswer>(await engine.call(call)).state;
    let state = await ask({ kind: "play", words: saved.words });
    if (saved.record === null) return state;
    try {
        state = await ask({ kind: "load", text: saved.record });
        if (saved.moves !== null && state.line.indexOf(state.node) !== saved.moves)
            state = await ask({ kind: "line", text: `go ${saved.moves}` });
    } catch (error) {
        if (error instanceof Stopped) throw error;
    }
    return state;
}

type Score = SessionState["score"];
const noScore: Score = { I: 0, II: 0, draws: 0 };
const sum = (a: Score, b: Score, sign = 1): Score => ({
    I: a.I + sign * b.I,
    II: a.II + sign * b.II,
    draws: a.draws + sign * b.draws,
});

/** A state with games that an engine before this one has counted. */
function withScore(state: SessionState, earlier: Score): SessionState {
    const score = sum(state.score, earlier);
    const numbers = [score.I, score.II, score.draws];
    return { ...state, score, score_text: state.score_text.replace(/\d+/g, () => `${numbers.shift()}`) };
}

/** The session in its Worker; it comes back after a loss. */
function useSession() {
    const engine = engineFor("play");
    const score = useRef(noScore); // as it is shown
    const earlier = useRef(noScore);
    const saved = useRef<Saved | null>(null);
    const lost = useRef(false);
    const coming = useRef<Promise<SessionState> | null>(null);
    useEffect(() => {
        engine.onLost = () => {
            lost.current = true;
        };
    }, [engine]);

    // The state of a game that had to be opened again: its nodes may have other numbers, and
    // the games before it are counted here only.
    const restore = useCallback(async (): Promise<SessionState | null> => {
        if (lost.current && saved.current && !coming.current) {
            lost.current = false;
            coming.current = reopen(engine, saved.current)
                .then((state) => {
                    earlier.current = sum(score.current, state.score, -1);
                    return withScore(state, earlier.current);
                })
                .finally(() => {
                    coming.current = null;
                });
        }
        return coming.current;
    }, [engine]);

    const ask = useCallback(
        async (call: Call, onProgress: (p: Progress) => void): Promise<PlayAnswer> => {
            // Nothing may come between the calls of a game that is being opened again.
            if (call.kind !== "play") await restore();
            else await coming.current?.catch(() => null);
            const answer = parse<PlayAnswer>(await engine.call(call, { onProgress }));
            // Board, panels and address name a position by its text, and a very long one is
            // left out. The game before is still the one that is shown.
            if ((answer.state.position as string | null) === null) {
                lost.current = true;
                throw new EngineError(texts.engine.tooLong, "domain");
            }
            if (call.kind === "play") {
                saved.current = { words: call.words, record: null, moves: null };
                lost.current = false;
                earlier.current = noScore;
            }
            const state = withScore(answer.state, earlier.current);
            score.current = state.score;
            return { ...answer, state };
        },
        [engine, restore],
    );
    const record = useCallback(async () => {
        await restore();
        return (await engine.call({ kind: "record" })).out;
    }, [engine, restore]);
    const save = useCallback(
        async (state: SessionState) => {
            const { code, out } = await engine.call({ kind: "record" });
            if (code !== 0 || !saved.current) return;
            saved.current.record = out;
            saved.current.moves = state.over ? null : state.line.indexOf(state.node);
        },
        [engine],
    );
    return { engine, ask, record, save, restore };
}

export function useGame(): Game {
    const [known, set] = useState<Known>(nothing);
    const { engine, ask, record, save, restore } = useSession();
    const last = useRef<Call | null>(null);

    const make = useCallback(
        async (call: Call, asked: Asked): Promise<boolean> => {
            last.current = call;
            set((k) => ({ ...k, asked, busy: true, progress: null, stopped: false }));
            try {
                const answer = await ask(call, (progress) => set((k) => ({ ...k, progress })));
                set((k) => learned(k, answer, call));
                if (!answer.refused) await save(answer.state);
                return !answer.refused;
            } catch (error) {
                const stopped = error instanceof Stopped;
                const refused = stopped ? null : asError(error);
                set((k) => ({
                    ...k,
                    refused,
                    stopped,
                    busy: false,
                    progress: null,
                    round: k.round + 1,
                }));
                restore().then(
                    (state) => set((k) => (state && !k.busy ? { ...k, ...atOnce(state) } : k)),
                    () => {}, // it is tried again before the next line
                );
                return false;
            }
        },
        [ask, save, restore],
    );

    const open = useCallback((words: string[]) => make({ kind: "play", words }, "open"), [make]);
    const line = useCallback((text: string) => make({ kind: "line", text }, "line"), [make]);
    const load = useCallback((text: string) => make({ kind: "load", text }, "load"), [make]);
    const look = useCallback((node: number | null) => set((k) => ({ ...k, looking: node })), []);
    const clearRefusal = useCallback(() => set((k) => ({ ...k, refused: null })), []);
    const stop = useCallback(() => engine.stop(), [engine]);
    const again = useCallback(() => {
        if (last.current) void make(last.current, known.asked);
    }, [make, known.asked]);

    const { state, looking, ...rest } = known;
    const shownNumber = looking ?? state?.node ?? null;
    const shown = state?.nodes.find((n) => n.node === shownNumber) ?? null;
    const live = state !== null && shownNumber === state.node;
    return {
        ...rest,
        state,
        shown,
        live,
        open,
        line,
        look,
        record,
        load,
        clearRefusal,
        stop,
        again,
    };
}
