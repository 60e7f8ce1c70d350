// SPDX-License-Identifier: MIT
// What the board draws for one part of the game: the engine says how it looks.
import type { Drawing, Look, PlayNode, SessionPart, SessionState, Whole } from "../engine/answers";
import { moverAt } from "../play/game";

export type Kind = "piles" | "stairs" | "strip" | "node" | "shapes" | "plain";

export interface PartView {
    index: number;
    rules: string;
    kind: Kind;
    position: string;
    /** The numbers of the position; null where they are too many. */
    words: Whole[] | null;
    /** How many of them are heaps, and what each is called. */
    heaps: number;
    names: string[];
    heapsFrom: number;
    /** A number that is no heap, such as the limit; `under`: chips under the table. */
    last: { name: string; value: Whole; under: boolean } | null;
    /** Rules of one's own: the moves are listed as well. */
    own: boolean;
    /** The shapes, once they are known; and those at the start of the game: chips keep their
     * size while it lasts. */
    drawing: Drawing | null;
    atStart: Drawing | null;
    /** The chips are those of the second player. */
    flipped: boolean;
}

const kindOf: Record<Look, Kind> = {
    text: "piles",
    piles: "piles",
    stairs: "stairs",
    strip: "strip",
    row: "shapes",
    coins: "shapes",
    grid: "shapes",
    plane: "shapes",
    nodes: "node",
};

function namesOf(part: SessionPart, heaps: number): string[] {
    return Array.from({ length: heaps }, (_, i) =>
        part.heap_word !== null
            ? `${part.heap_word} ${i + part.heaps_from}`
            : (part.vars?.[i] ?? `${i + 1}`),
    );
}

function viewOf(
    part: SessionPart,
    index: number,
    words: Whole[] | null,
    position: string,
    flipped: boolean,
): PartView {
    const kind = kindOf[part.look];
    const single = part.last === "heap";
    const heaps = words === null ? 0 : words.length - (single ? 0 : 1);
    return {
        index,
        rules: part.rules,
        kind: words === null && kind !== "node" && kind !== "shapes" ? "plain" : kind,
        position,
        words,
        heaps,
        names: namesOf(part, heaps),
        heapsFrom: part.heaps_from,
        last:
            single || words === null
                ? null
                : {
                      name: part.last_word ?? "",
                      value: words[heaps]!,
                      under: part.last === "spare",
                  },
        own: part.look === "text",
        drawing: null,
        atStart: null,
        flipped: part.sides && flipped,
    };
}

/** Numbers of a part that are replaced by others. */
interface Edit {
    part: number;
    at: number;
    remove: number;
    insert: Whole[];
}

/** What a move does to the numbers, or what taking it back does. */
function editsOf(node: PlayNode, back: boolean): Edit[] {
    if (node.splice) {
        const [part, at, before, after] = node.splice;
        const [gone, come] = back ? [after, before] : [before, after];
        return [{ part, at, remove: gone.length, insert: come }];
    }
    return (node.changes ?? []).map(([part, at, before, after]) => ({
        part,
        at,
        remove: 1,
        insert: [back ? before : after],
    }));
}

/** The way from one node up or down to another, as edits to be made one after the other. */
function editsTo(state: SessionState, node: PlayNode): Edit[] {
    const at = (n: number) => state.nodes[n]!;
    const above = (n: PlayNode) => {
        const path = [n];
        while (path[0]!.parent !== null) path.unshift(at(path[0]!.parent));
        return path;
    };
    const from = above(at(state.node));
    const to = above(node);
    let common = 0;
    while (from[common] && from[common]!.node === to[common]?.node) common++;
    return [
        ...from
            .slice(common)
            .reverse()
            .flatMap((n) => editsOf(n, true)),
        ...to.slice(common).flatMap((n) => editsOf(n, false)),
    ];
}

/** The numbers of each part at a node. */
function wordsAt(state: SessionState, node: PlayNode): (Whole[] | null)[] {
    const words = state.parts.map((part) => (part.words === null ? null : [...part.words]));
    for (const { part, at, remove, insert } of editsTo(state, node))
        words[part]?.splice(at, remove, ...insert);
    return words;
}

/** The parts of the game as they are at a node. */
export function partsAt(state: SessionState, node: PlayNode): PartView[] {
    const words = wordsAt(state, node);
    const positions = state.parts.length === 1 ? [node.position] : node.position.split(" + ");
    const second = moverAt(state, node) === "II";
    return state.parts.map((part, i) =>
        viewOf(part, i, words[i] ?? null, positions[i] ?? part.position, second),
    );
}
