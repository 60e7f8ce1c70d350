// SPDX-License-Identifier: MIT
// Where the states and arrows of a small automaton go. The states stand on a circle in the
// order in which they are reached, the start on the left: no chord of a circle runs through
// a third state. All digits from one state to another share an arrow, and * stands for both
// digits. The state from which nothing is accepted any more is left out with its arrows:
// nearly every state has one to it, and the picture would be of them.
import type { State } from "./theorem_reading";

export interface Point {
    x: number;
    y: number;
}
export interface Node extends Point {
    name: string;
    accepts: boolean;
}
export interface Arrow {
    from: Node;
    to: Node;
    path: string;
    head: string;
    labels: string[];
    at: Point;
}
export interface Picture {
    nodes: Node[];
    arrows: Arrow[];
    left: number;
    top: number;
    width: number;
    height: number;
    /** The state that was left out. */
    dead: string | null;
}

export const MOST_STATES = 12;
export const STATE_RADIUS = 19;
export const LABEL_LINE = 13;
const HEAD = 8;
const MOST_LABELS = 4;

function deadState(states: State[]): string | null {
    const dead = states.find(
        (s, i) => i > 0 && !s.accepts && s.arrows.every(([, to]) => to === s.name),
    );
    return dead?.name ?? null;
}

/** Covers digits such as 010 and 011 by patterns such as 01*. */
export function patterns(letters: string[]): string[] {
    const all = new Set(letters);
    const covered = new Set<string>();
    const found: string[] = [];
    const spread = (pattern: string): string[] =>
        pattern.includes("*")
            ? ["0", "1"].flatMap((d) => spread(pattern.replace("*", d)))
            : [pattern];
    for (const letter of [...letters].sort()) {
        if (covered.has(letter)) continue;
        let pattern = letter;
        for (let i = 0; i < letter.length; i++) {
            const wider = `${pattern.slice(0, i)}*${pattern.slice(i + 1)}`;
            if (spread(wider).every((l) => all.has(l))) pattern = wider;
        }
        for (const l of spread(pattern)) covered.add(l);
        found.push(pattern);
    }
    return found;
}

function reachedInOrder(states: State[], dead: string | null): State[] {
    const byName = new Map(states.map((s) => [s.name, s]));
    const order = states.slice(0, 1);
    for (const state of order)
        for (const [, to] of state.arrows) {
            const next = byName.get(to);
            if (next && to !== dead && !order.includes(next)) order.push(next);
        }
    return order;
}

const round = (x: number) => Math.round(10 * x) / 10;
const pair = (p: Point) => `${round(p.x)},${round(p.y)}`;
const along = (p: Point, angle: number, length: number): Point => ({
    x: p.x + length * Math.cos(angle),
    y: p.y + length * Math.sin(angle),
});

function headAt(tip: Point, angle: number): string {
    return [tip, along(tip, angle + 2.7, HEAD), along(tip, angle - 2.7, HEAD)].map(pair).join(" ");
}

/** Two patterns share a line. */
export function labelLines(labels: string[]): string[] {
    const lines: string[] = [];
    for (let i = 0; i < labels.length; i += 2) lines.push(labels.slice(i, i + 2).join(" "));
    return lines;
}

// Half the room that the label takes.
function labelRoom(labels: string[]): Point {
    const lines = labelLines(labels);
    return {
        x: 3.8 * Math.max(...lines.map((line) => line.length)),
        y: (LABEL_LINE * lines.length) / 2,
    };
}

// A loop on the far side of the circle, its label beyond it.
function loop(node: Node, centre: Point, labels: string[]): Arrow {
    const out = Math.atan2(node.y - centre.y, node.x - centre.x);
    const room = labelRoom(labels);
    const beyond = Math.abs(Math.cos(out)) * room.x + Math.abs(Math.sin(out)) * room.y;
    const begin = along(node, out - 0.6, STATE_RADIUS + 1);
    const end = along(node, out + 0.6, STATE_RADIUS + 1);
    const pulls = [along(begin, out - 0.5, 34), along(end, out + 0.5, 34)];
    const path = `M${pair(begin)} C${pulls.map(pair).join(" ")} ${pair(end)}`;
    const head = headAt(end, out + Math.PI + 0.55);
    return { from: node, to: node, path, head, labels, at: along(node, out, 49 + beyond) };
}

// The place on an arrow that is farthest from states and labels, nearer to where the arrow
// begins if there are several good ones.
function freePlace(at: (share: number) => Point, taken: Point[]): Point {
    const room = (p: Point) =>
        Math.min(26, ...taken.map((q) => Math.hypot(0.8 * (p.x - q.x), 1.2 * (p.y - q.y))));
    const places = [0.4, 0.5, 0.32, 0.6, 0.68].map(at);
    const best = places.reduce((a, b) => (room(b) > room(a) ? b : a));
    taken.push(best);
    return best;
}

// Bent to the right, so that an arrow back has a way of its own.
function bow(from: Node, to: Node, labels: string[], taken: Point[]): Arrow {
    const straight = Math.atan2(to.y - from.y, to.x - from.x);
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const begin = along(from, straight + 0.35, STATE_RADIUS + 1);
    const end = along(to, straight + Math.PI - 0.35, STATE_RADIUS + 2);
    const middle = { x: (begin.x + end.x) / 2, y: (begin.y + end.y) / 2 };
    const bend = 8 + length * 0.1;
    const control = along(middle, straight + Math.PI / 2, bend);
    const into = Math.atan2(end.y - control.y, end.x - control.x);
    const path = `M${pair(begin)} Q${pair(control)} ${pair(along(end, into, -HEAD + 1))}`;
    const at = (share: number): Point => {
        const rest = 1 - share;
        const on = (a: number, b: number, c: number) =>
            rest * rest * a + 2 * rest * share * b + share * share * c;
        return { x: on(begin.x, control.x, end.x), y: on(begin.y, control.y, end.y) };
    };
    return { from, to, path, head: headAt(end, into), labels, at: freePlace(at, taken) };
}

function arrowsOf(
    state: State,
    nodes: Map<string, Node>,
    centre: Point,
    taken: Point[],
): Arrow[] {
    const letters = new Map<string, string[]>();
    for (const [letter, to] of state.arrows) letters.set(to, [...(letters.get(to) ?? []), letter]);
    const from = nodes.get(state.name)!;
    return [...letters].flatMap(([name, read]) => {
        const to = nodes.get(name);
        if (!to) return [];
        const all = patterns(read);
        const labels = all.length > MOST_LABELS ? [...all.slice(0, MOST_LABELS), "…"] : all;
        return [from === to ? loop(from, centre, labels) : bow(from, to, labels, taken)];
    });
}

// What has to be seen: the states, the labels, and the word beside the start.
function frame(nodes: Node[], arrows: Arrow[]): Omit<Picture, "nodes" | "arrows" | "dead"> {
    const boxes = [
        ...nodes.map((n) => ({ at: n, room: { x: STATE_RADIUS + 14, y: STATE_RADIUS + 14 } })),
        ...arrows.map((a) => ({ at: a.at, room: labelRoom(a.labels) })),
        { at: { x: nodes[0]!.x - 48, y: nodes[0]!.y - 34 }, room: { x: 18, y: 10 } },
    ];
    const left = Math.min(...boxes.map((b) => b.at.x - b.room.x)) - 4;
    const top = Math.min(...boxes.map((b) => b.at.y - b.room.y)) - 4;
    const right = Math.max(...boxes.map((b) => b.at.x + b.room.x)) + 4;
    const bottom = Math.max(...boxes.map((b) => b.at.y + b.room.y)) + 4;
    return {
        left: round(left),
        top: round(top),
        width: round(right - left),
        height: round(bottom - top),
    };
}

/** null if there is nothing to draw, or too much. */
export function pictureOf(states: State[]): Picture | null {
    const dead = deadState(states);
    const shown = reachedInOrder(states, dead);
    if (shown.length === 0 || shown.length > MOST_STATES) return null;
    const radius = shown.length === 1 ? 0 : Math.max(60, 21 * shown.length);
    const centre = { x: 0, y: 0 };
    const byName = new Map<string, Node>();
    shown.forEach(({ name, accepts }, i) => {
        const angle = Math.PI + (2 * Math.PI * i) / shown.length;
        byName.set(name, { ...along(centre, angle, radius), name, accepts });
    });
    // A single state has its loop on the right.
    const hub = shown.length === 1 ? { x: -1, y: 0 } : centre;
    const nodes = [...byName.values()];
    const taken: Point[] = [...nodes];
    const arrows = shown.flatMap((s) => arrowsOf(s, byName, hub, taken));
    return { nodes, arrows, dead, ...frame(nodes, arrows) };
}
