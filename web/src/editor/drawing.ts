// SPDX-License-Identifier: MIT
// A graph as it is drawn by hand: nodes with names and places, and arrows between them.
// Nothing here changes a drawing; every function gives a new one.

export interface Spot {
    id: number;
    name: string;
    /** The middle of its box. */
    x: number;
    y: number;
}

export interface Arrow {
    from: number;
    to: number;
}

export interface Drawing {
    spots: Spot[];
    arrows: Arrow[];
}

export const empty: Drawing = { spots: [], arrows: [] };

/** What can be drawn and moved fluently. */
export const MOST_NODES = 300;
export const MOST_ARROWS = 2000;

/** The paper is no wider than the screen, so that nodes keep their size on a phone. */
export const PAPER_WIDTH = Math.min(640, Math.max(280, innerWidth - 82));
export const HEIGHT = 44;
export const widthOf = (spot: Spot) => Math.max(52, 10 * Math.min(spot.name.length, 40) + 28);

const EDGE = 30;
const inside = (at: number) => Math.max(EDGE, Math.round(at));

export function find(drawing: Drawing, id: number | null): Spot | undefined {
    return drawing.spots.find((s) => s.id === id);
}

export function leads(drawing: Drawing, from: number, to: number): boolean {
    return drawing.arrows.some((a) => a.from === from && a.to === to);
}

/** A, B, ... Z, A2, B2, ... : the first that is free. */
export function freeName(drawing: Drawing): string {
    const taken = new Set(drawing.spots.map((s) => s.name));
    for (let i = 0; ; i++) {
        const name = String.fromCharCode(65 + (i % 26)) + (i < 26 ? "" : Math.floor(i / 26) + 1);
        if (!taken.has(name)) return name;
    }
}

/** A place where nothing stands yet: rows of a few, from the top. */
export function freePlace(drawing: Drawing): { x: number; y: number } {
    for (let i = 0; ; i++) {
        const x = 70 + 120 * (i % 5);
        const y = 60 + 100 * Math.floor(i / 5);
        if (drawing.spots.every((s) => Math.abs(s.x - x) > 70 || Math.abs(s.y - y) > 50))
            return { x, y };
    }
}

export function addSpot(drawing: Drawing, x: number, y: number): { drawing: Drawing; spot: Spot } {
    const id = 1 + drawing.spots.reduce((most, s) => Math.max(most, s.id), 0);
    const spot = { id, name: freeName(drawing), x: inside(x), y: inside(y) };
    return { drawing: { ...drawing, spots: [...drawing.spots, spot] }, spot };
}

export function change(drawing: Drawing, id: number, some: Partial<Spot>): Drawing {
    return { ...drawing, spots: drawing.spots.map((s) => (s.id === id ? { ...s, ...some } : s)) };
}

export function moveSpot(drawing: Drawing, id: number, x: number, y: number): Drawing {
    return change(drawing, id, { x: inside(x), y: inside(y) });
}

export function connect(drawing: Drawing, from: number, to: number): Drawing {
    if (leads(drawing, from, to)) return drawing;
    return { ...drawing, arrows: [...drawing.arrows, { from, to }] };
}

export function disconnect(drawing: Drawing, from: number, to: number): Drawing {
    return { ...drawing, arrows: drawing.arrows.filter((a) => a.from !== from || a.to !== to) };
}

export function removeSpot(drawing: Drawing, id: number): Drawing {
    return {
        spots: drawing.spots.filter((s) => s.id !== id),
        arrows: drawing.arrows.filter((a) => a.from !== id && a.to !== id),
    };
}

export function spotAt(drawing: Drawing, x: number, y: number, but: number): Spot | undefined {
    return drawing.spots.find(
        (s) =>
            s.id !== but && Math.abs(s.x - x) <= widthOf(s) / 2 && Math.abs(s.y - y) <= HEIGHT / 2,
    );
}

/** How large the paper must be. */
export function extentOf(drawing: Drawing): { width: number; height: number } {
    let [width, height] = [PAPER_WIDTH, 420];
    for (const s of drawing.spots) {
        width = Math.max(width, s.x + widthOf(s) / 2 + 60);
        height = Math.max(height, s.y + HEIGHT / 2 + 40);
    }
    return { width, height };
}

const keyword = /^(?:node|edge|graph|digraph|subgraph|strict)$/i;

function dotName(name: string): string {
    if (/^[A-Za-z_]\w*$/.test(name) && !keyword.test(name)) return name;
    return `"${name.replaceAll('"', '\\"')}"`; // a backslash means itself in DOT
}

/** DOT with the places, which Graphviz's neato -n keeps; its y grows upwards. */
export function toDot(drawing: Drawing): string {
    const name = new Map(drawing.spots.map((s) => [s.id, dotName(s.name)]));
    const lines = [
        ...drawing.spots.map((s) => `    ${name.get(s.id)} [pos="${s.x},${-s.y}!"];`),
        ...drawing.arrows.map((a) => `    ${name.get(a.from)} -> ${name.get(a.to)};`),
    ];
    return `digraph {\n${lines.map((l) => l + "\n").join("")}}\n`;
}

/** The places that toDot has written, by name as it stands in the text. */
export function placesIn(text: string): Map<string, { x: number; y: number }> {
    const places = new Map<string, { x: number; y: number }>();
    const line = /^ *("(?:[^"\\]|\\.)*"|\w+) \[pos="(-?\d+),(-?\d+)!"\];$/gm;
    for (const [, name, x, y] of text.matchAll(line))
        places.set(name!, { x: Number(x), y: -Number(y) });
    return places;
}

export const placeOf = (places: Map<string, { x: number; y: number }>, name: string) =>
    places.get(dotName(name));
