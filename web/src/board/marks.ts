// SPDX-License-Identifier: MIT
// What is marked on the board, and which moves it can mean. A mark says what a number shall
// become; the moves of the engine that agree with all marks are its candidates. So one way
// of choosing serves every game: one pile in Nim, several in Moore's, a coin and its square.
// On a board of shapes the marks are handles, and a move agrees if it touches them all.
import type { Whole } from "../engine/answers";
import type { PartView } from "./part_view";

export interface BoardMove {
    text: string;
    /** What is typed to make it. */
    line: string;
    part: number;
    changes: [number, Whole, Whole][]; // number, before, after
    /** On a board of shapes: the handles that it touches, for each way to choose it. */
    ways: number[][] | null;
}

export interface Marks {
    part: number;
    values: ReadonlyMap<number, number>;
}

/** The shortest way to choose the move that touches all that is marked. */
export function wayOf(move: BoardMove, values: ReadonlyMap<number, number>): number[] | null {
    const fit = (move.ways ?? []).filter((way) => [...values.keys()].every((h) => way.includes(h)));
    return fit.sort((a, b) => a.length - b.length)[0] ?? null;
}

function agrees(move: BoardMove, part: number, values: ReadonlyMap<number, number>): boolean {
    if (move.part !== part) return false;
    if (move.ways) return wayOf(move, values) !== null;
    for (const [word, value] of values)
        if (!move.changes.some(([w, , after]) => w === word && after === value)) return false;
    return true;
}

export function candidates(moves: BoardMove[], marks: Marks): BoardMove[] {
    return moves.filter((m) => agrees(m, marks.part, marks.values));
}

/** The one that changes least, if there is one. */
export function simplest(moves: BoardMove[], marks: Marks): BoardMove | null {
    const size = (m: BoardMove) => wayOf(m, marks.values)?.length ?? m.changes.length;
    const least = Math.min(...moves.map(size));
    const those = moves.filter((m) => size(m) === least);
    return those.length === 1 ? those[0]! : null;
}

/** The marks with one more; if no move agrees with all of them, the new one alone. */
export function withMark(
    moves: BoardMove[],
    marks: Marks | null,
    part: number,
    word: number,
    value: number,
): Marks {
    const values = new Map(marks?.part === part ? marks.values : []);
    values.set(word, value);
    const all = { part, values };
    if (values.size === 1 || candidates(moves, all).length > 0) return all;
    return { part, values: new Map([[word, value]]) };
}

export function withoutMark(marks: Marks | null, word: number): Marks | null {
    if (!marks) return null;
    const values = new Map(marks.values);
    values.delete(word);
    return values.size > 0 ? { part: marks.part, values } : null;
}

/** What the number can become, beside what is marked elsewhere; if nothing fits to that,
 * beside nothing. Increasing. */
export function targets(
    moves: BoardMove[],
    marks: Marks | null,
    part: number,
    word: number,
): number[] {
    const others = marks?.part === part ? withoutMark(marks, word) : null;
    const find = (m: Marks) => {
        const found = new Set<number>();
        for (const move of candidates(moves, m))
            for (const [w, , after] of move.changes)
                if (w === word && typeof after === "number") found.add(after);
        return [...found].sort((a, b) => a - b);
    };
    const beside = others ? find(others) : [];
    return beside.length > 0 ? beside : find({ part, values: new Map() });
}

/** A move that the page does not know of, since there are too many: the engine will judge
 * it. Its words are numbers only. */
export function guess(parts: PartView[], marks: Marks): BoardMove {
    const view = parts[marks.part]!;
    const words = view.words!;
    const changes = [...marks.values].map(
        ([w, after]) => [w, words[w]!, after] as [number, Whole, Whole],
    );
    const text = changes.map(
        ([w, from, to]) => `${view.names[w] ?? view.last?.name}: ${from} to ${to}`,
    );
    const prefix = parts.length > 1 ? `in part ${view.index + 1}: ` : "";
    const [word, before, after] = changes[0]!;
    const many = Number(before) - Number(after);
    const heap = word + view.heapsFrom;
    let line: string;
    if (changes.length > 1 || view.own) {
        const all = words.map((value, w) => marks.values.get(w) ?? value).join(",");
        line = `to ${parts.map((part) => (part === view ? all : part.position)).join(" + ")}`;
    } else if (many < 0) {
        line = `${prefix}add ${-many} to ${heap}`;
    } else {
        // With a limit there is one pile only, which is not named.
        const limited = view.last !== null && !view.last.under;
        line = `${prefix}take ${many}${limited ? "" : ` from ${heap}`}`;
    }
    return { text: text.join(", "), line, part: view.index, changes, ways: null };
}
