// SPDX-License-Identifier: MIT
// The game that is being played: it lives in the engine, and this is what the page knows of
// it. A refused line changes nothing. If the engine is lost or stopped in the middle, the
// game is opened again from its record.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { engineFor, EngineError, parse, Stopped } from "../engine/engine";
import type { Engine, Progress } from "../engine/engine";
import type { PlayAnswer, PlayNode, SessionState } from "../engine/answers";
import { allGames } from "../engine/all_games";
import { askAhead } from "../engine/follow";
import type { Answer, Call } from "../engine/protocol";
import { isCutOff } from "../link";
import { texts } from "../texts";

/** What was asked of the engine last, so that a refusal can stand beside its field. */
export type Asked = "open" | "line" | "load" | "setup";

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
    line(text: string, asked?: Asked): Promise<boolean>;
    /** A line, unless the one before is still being answered: the board that it means may be
     * gone by then. */
    move(text: string): void;
    /** Play goes on at this node. */
    goTo(node: number): void;
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

/** The position after the person's move, if the computer has answered it. */
function passedIn(state: SessionState): string[] | null {
    const { by, parent } = state.nodes[state.node]!;
    return by === "II" && !state.neighbour && parent !== null
        ? wordsOf(state, state.nodes[parent]!)
        : null;
}

/** Where a node of one state is in another state of the same game, which may number its nodes
 * otherwise; as far along the way as that has been played. */
function sameNode(before: SessionState, node: number, after: SessionState): number {
    if (before === after) return node;
    const { parent, position } = before.nodes[node]!;
    if (parent === null) return 0;
    const from = sameNode(before, parent, after);
    const same = after.nodes[from]!.children.find((c) => after.nodes[c]!.position === position);
    return same ?? from;
}

/** Who is to move at a node. */
export function moverAt(state: SessionState, node: PlayNode): "I" | "II" {
    if (node.by === null) return state.first;
    return node.by === "I" ? "II" : "I";
}

/** Games differ where the computer leaves something to chance. */
function seedFor(words: string[]): string[] {
    const chance = words.includes("--level") && !words.includes("--seed");
    return chance ? ["--seed", String(Math.floor(Math.random() * 1e6))] : [];
}

// An answer that comes sooner is drawn without a word about the wait.
const MOMENT_MS = 100;

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
const questions = /^(?:moves|list|board|variations|review|score|note|save|load|help|draw)\b/;

function toldBy(answer: PlayAnswer, call: Call): string {
    if (call.kind !== "line" || answer.refused || answer.state.over) return "";
    return questions.test(call.text) ? answer.said.trimEnd() : "";
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

/** A game that was opened again, as the engine has it now: what is looked at stays. */
function backAgain(before: Known, state: SessionState): Known {
    const looking = before.looking === null ? null : sameNode(before.state!, before.looking, state);
    return { ...before, state, hints: [], looking: looking === state.node ? null : looking };
}

function asError(error: unknown): EngineError {
    if (error instanceof EngineError) return error;
    return new EngineError(error instanceof Error ? error.message : String(error), "crash");
}

/** A call, when it is known what the engine has: nodes may have got other numbers. */
type Asking = (now: SessionState | null) => Call;

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
    return { ...state, score: sum(state.score, earlier) };
}

/** The session in its Worker; it comes back after a loss. */
function useSession() {
    const engine = engineFor("play");
    const score = useRef(noScore); // as it is shown
    const earlier = useRef(noScore);
    const saved = useRef<Saved | null>(null);
    const lost = useRef(false);
    const coming = useRef<Promise<SessionState> | null>(null);
    const now = useRef<SessionState | null>(null); // as the engine has it
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
                    return (now.current = withScore(state, earlier.current));
                })
                .finally(() => {
                    coming.current = null;
                });
        }
        return coming.current;
    }, [engine]);

    const save = useCallback((record: Answer | null, state: SessionState) => {
        if (record?.code !== 0 || !saved.current) return;
        saved.current.record = record.out;
        saved.current.moves = state.over ? null : state.line.indexOf(state.node);
    }, []);

    const ask = useCallback(
        async (asking: Asking, onProgress: (p: Progress) => void) => {
            // Nothing may come between the calls of a game that is being opened again.
            if (asking(now.current).kind === "play") await coming.current?.catch(() => null);
            else if (lost.current || coming.current) await restore();
            const call = asking(now.current);
            const asked = engine.call(call, { onProgress });
            // A Worker that is lost takes its game along; the record brings it back.
            const written = engine.call({ kind: "record" }).catch(() => null);
            const answer = parse<PlayAnswer>(await asked);
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
            // A record may bring other players, and then the score is theirs.
            if (now.current?.neighbour !== answer.state.neighbour) earlier.current = noScore;
            const state = withScore(answer.state, earlier.current);
            score.current = state.score;
            now.current = state;
            if (!answer.refused) void written.then((record) => save(record, state));
            return { call, answer: { ...answer, state } };
        },
        [engine, restore, save],
    );
    const record = useCallback(async () => {
        await restore();
        return (await engine.call({ kind: "record" })).out;
    }, [engine, restore]);
    return { engine, ask, record, restore };
}

export function useGame(): Game {
    const [known, set] = useState<Known>(nothing);
    const { engine, ask, record, restore } = useSession();
    const last = useRef<Asking | null>(null);
    const asking = useRef(0);

    const make = useCallback(
        async (asks: Asking, asked: Asked): Promise<boolean> => {
            last.current = asks;
            asking.current++;
            const late = setTimeout(
                () => set((k) => ({ ...k, asked, busy: true, progress: null, stopped: false })),
                MOMENT_MS,
            );
            try {
                const { call, answer } = await ask(asks, (progress) =>
                    set((k) => ({ ...k, progress })),
                );
                await allGames().catch(() => []); // board and panels look at their texts
                await askAhead(wordsOf(answer.state, answer.state), passedIn(answer.state));
                set((k) => learned({ ...k, asked }, answer, call));
                return !answer.refused;
            } catch (error) {
                const stopped = error instanceof Stopped;
                const refused = stopped ? null : asError(error);
                set((k) => ({
                    ...k,
                    asked,
                    refused,
                    stopped,
                    busy: false,
                    progress: null,
                    round: k.round + 1,
                }));
                restore().then(
                    (state) => {
                        if (state && asking.current === 0) set((k) => backAgain(k, state));
                    },
                    () => {}, // it is tried again before the next line
                );
                return false;
            } finally {
                clearTimeout(late);
                asking.current--;
            }
        },
        [ask, restore],
    );

    const open = useCallback(
        (asked: string[]) => {
            const words = [...asked, ...seedFor(asked)];
            return make(() => {
                if (isCutOff(asked)) throw new EngineError(texts.engine.cutOff, "syntax");
                return { kind: "play", words };
            }, "open");
        },
        [make],
    );
    const line = useCallback(
        (text: string, asked: Asked = "line") => make(() => ({ kind: "line", text }), asked),
        [make],
    );
    const move = useCallback((text: string) => void (asking.current === 0 && line(text)), [line]);
    const load = useCallback((text: string) => make(() => ({ kind: "load", text }), "load"), [make]);
    const seen = known.state;
    const goTo = useCallback(
        (node: number) => {
            const at = (now: SessionState | null) => (seen && now ? sameNode(seen, node, now) : node);
            void make((now) => ({ kind: "line", text: `node ${at(now)}` }), "line");
        },
        [make, seen],
    );
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
        move,
        goTo,
        look,
        record,
        load,
        clearRefusal,
        stop,
        again,
    };
}
