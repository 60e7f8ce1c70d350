// SPDX-License-Identifier: MIT
// The JSON of the engine's answers, as far as the page uses it. docs/play.md and the pages
// of the commands say what each means.

export type Outcome = "N" | "P" | "D";
/** Numbers beyond 2^53-1 come as decimal strings. */
export type Whole = number | string;

export interface GameInfo {
    name: string;
    usage: string;
    summary: string;
    help: string;
    theorem: string | null;
    examples: { rules: string; position: string; note: string }[];
    heap_word: string | null;
    last_word: string | null;
    heaps_from: number;
    param: "none" | "optional" | "text" | "file";
    suffix: string | null;
    example_rules: string | null;
    start: string | null;
    proves: boolean;
    /** Of a game that comes as a text: its variables and the text. */
    vars?: string[];
    text?: string;
}

export interface Move {
    to: string | null;
    text: string;
    part?: number; // in sums
    changes?: [number, Whole, Whole][] | null;
}

export interface Solved {
    rules: string;
    play: "normal" | "misere";
    position: string;
    outcome: Outcome | null;
    terminal: boolean;
    grundy: Whole | null;
    grundy_note?: string;
    by: string;
    remoteness?: number | null;
    parts?: { rules: string; position: string }[];
}

export interface SolveAnswer extends Solved {
    winning_moves: Move[];
    winning_moves_total: number | null;
}

export interface Option extends Move {
    outcome: Outcome | null;
    grundy: Whole | null;
}

export interface MovesAnswer extends Solved {
    options: Option[];
    options_total: number | null;
}

export interface Grid {
    modulus: number;
    /** Given: the last row has no sums, but a 1 where so many rows have a 1. */
    at_least?: number;
    columns: Whole[];
    rows: { place: number; number: Whole; digits: number[] }[];
    sum: number[];
}

export interface Step {
    kind: string;
    text: string;
    grid?: Grid;
    [more: string]: unknown;
}

export interface ExplainAnswer extends Solved {
    steps: Step[];
}

export type Look =
    | "text"
    | "piles"
    | "stairs"
    | "strip"
    | "row"
    | "coins"
    | "grid"
    | "nodes"
    | "plane";

/** A shape of a drawing; what can be chosen has a handle. */
export interface Shape {
    kind: "disc" | "square" | "line" | "loop" | "label";
    tone: "chip" | "other" | "place" | "table" | "name" | "count" | "note" | "tick";
    x: number;
    y: number;
    r?: number;
    x2?: number;
    y2?: number;
    anchor?: "start" | "middle" | "end";
    handle?: number;
    /** The number of the position that it belongs to, and what that becomes if this is chosen;
     * of what chips stand on, what it is. */
    word?: number;
    value?: Whole;
    text?: string;
}

export interface Drawing {
    look: Look;
    width: number;
    height: number;
    shapes: Shape[];
}

export interface BoardAnswer {
    parts: Drawing[];
    /** `handles`: a list for each way to choose the move. */
    options: (Move & { handles: number[][] })[];
    options_total: number | null;
}

export interface SessionPart {
    rules: string;
    summary: string;
    own_rules: string | null;
    position: string;
    words: Whole[] | null;
    heap_word: string | null;
    last_word: string | null;
    heaps_from: number;
    look: Look;
    /** What the last number is. */
    last: "heap" | "limit" | "spare";
    /** The position is seen by the player to move: chips are theirs. */
    sides: boolean;
    /** The names of the numbers, in rules from a file. */
    vars: string[] | null;
}

/** What is odd about rules that work all the same, such as a move that changes nothing. */
export interface Warning {
    rules: string;
    line: number;
    position: string;
    message: string;
}

export type Player = "I" | "II";

export interface PlayNode {
    node: number;
    parent: number | null;
    children: number[];
    by: Player | null;
    text: string | null;
    position: string;
    outcome: Outcome | null;
    verdict: string | null;
    mark: string | null;
    better: { text: string; to: string } | null;
    comment: string | null;
    /** Part, word, before, after; null where numbers came or went: then there is a splice. */
    changes: [number, number, Whole, Whole][] | null;
    splice?: [number, number, Whole[], Whole[]]; // part, first word, before, after
}

export interface SessionState {
    rules: string;
    play: "normal" | "misere";
    summary: string;
    ending: string;
    start: string;
    warnings?: Warning[];
    position: string;
    outcome: Outcome | null;
    terminal: boolean;
    moves_total: number | null;
    parts: SessionPart[];
    neighbour: boolean;
    level: "perfect" | "slips" | "random";
    first: Player;
    turn: Player | null;
    over: boolean;
    winner: Player | "draw" | null;
    names: [string, string];
    result: string | null;
    score: { I: number; II: number; draws: number };
    hints: {
        given: number;
        most: number;
        next: string | null;
        /** What the hints so far point at; from the third on the move. */
        light?: { part: number; words: number[]; handles: number[]; to: string | null };
    };
    node: number;
    can_undo: boolean;
    can_redo: boolean;
    line: number[];
    nodes: PlayNode[];
}

export interface PlayAnswer {
    said: string;
    refused: boolean;
    quit: boolean;
    state: SessionState;
}
