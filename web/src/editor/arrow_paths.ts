// SPDX-License-Identifier: MIT
// The lines of arrows between boxes that stand anywhere: straight where nothing is in the
// way, otherwise bowed to the side; two that lead back and forth are bowed apart.
import { HEIGHT, widthOf, type Arrow, type Drawing, type Spot } from "./drawing";

export interface ArrowPath {
    line: string;
    head: string;
}

interface Point {
    x: number;
    y: number;
}

/** Where the ray from the middle of a box towards a point leaves the box. */
function border(spot: Spot, towards: Point): Point {
    const [dx, dy] = [towards.x - spot.x, towards.y - spot.y];
    const far = Math.max(Math.abs(dx) / (widthOf(spot) / 2), Math.abs(dy) / (HEIGHT / 2));
    return far === 0 ? spot : { x: spot.x + dx / far, y: spot.y + dy / far };
}

/** The point beside the middle of the line that draws the curve out. */
function control(from: Spot, to: Spot, bow: number): Point {
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const long = Math.hypot(dx, dy) || 1;
    return {
        x: (from.x + to.x) / 2 - (2 * bow * dy) / long,
        y: (from.y + to.y) / 2 + (2 * bow * dx) / long,
    };
}

function pointOn(from: Point, by: Point, to: Point, t: number): Point {
    const [a, b, c] = [(1 - t) * (1 - t), 2 * t * (1 - t), t * t];
    return { x: a * from.x + b * by.x + c * to.x, y: a * from.y + b * by.y + c * to.y };
}

const SAMPLES = 16;

/** How many boxes a curve runs through. */
function hits(drawing: Drawing, from: Spot, to: Spot, bow: number): number {
    const by = control(from, to, bow);
    const points = Array.from({ length: SAMPLES }, (_, i) =>
        pointOn(from, by, to, (i + 0.5) / SAMPLES),
    );
    // A curve stays between its three points: most boxes are soon out of the question.
    const [left, right] = [Math.min(from.x, to.x, by.x), Math.max(from.x, to.x, by.x)];
    const [top, bottom] = [Math.min(from.y, to.y, by.y), Math.max(from.y, to.y, by.y)];
    let count = 0;
    for (const s of drawing.spots) {
        if (s === from || s === to) continue;
        const [wide, high] = [widthOf(s) / 2 + 4, HEIGHT / 2 + 4];
        if (s.x + wide < left || s.x - wide > right || s.y + high < top || s.y - high > bottom)
            continue;
        if (points.some((p) => Math.abs(p.x - s.x) < wide && Math.abs(p.y - s.y) < high)) count++;
    }
    return count;
}

function bowOf(drawing: Drawing, from: Spot, to: Spot, back: boolean): number {
    if (back) return 16;
    let [best, least] = [0, Infinity];
    for (const bow of [0, 30, -30, 60, -60, 110, -110]) {
        const now = hits(drawing, from, to, bow);
        if (now < least) [best, least] = [bow, now];
        if (least === 0) break;
    }
    return best;
}

const whole = (p: Point) => `${p.x.toFixed(1)},${p.y.toFixed(1)}`;

export function headAt(tip: Point, from: Point): string {
    const long = Math.hypot(tip.x - from.x, tip.y - from.y) || 1;
    const [dx, dy] = [(tip.x - from.x) / long, (tip.y - from.y) / long];
    const back = { x: tip.x - 12 * dx, y: tip.y - 12 * dy };
    return (
        `M${whole(tip)}L${whole({ x: back.x - 5 * dy, y: back.y + 5 * dx })}` +
        `L${whole({ x: back.x + 5 * dy, y: back.y - 5 * dx })}Z`
    );
}

function loop(spot: Spot): ArrowPath {
    const [x, y] = [spot.x + widthOf(spot) / 2, spot.y];
    const tip = { x, y: y + 12 };
    return {
        line: `M${x},${y - 12}C${x + 36},${y - 28} ${x + 36},${y + 12} ${whole(tip)}`,
        head: headAt(tip, { x: x + 30, y: y + 14 }),
    };
}

function pathOf(drawing: Drawing, from: Spot, to: Spot, back: boolean): ArrowPath {
    if (from === to) return loop(from);
    const by = control(from, to, bowOf(drawing, from, to, back));
    const [begin, tip] = [border(from, by), border(to, by)];
    return { line: `M${whole(begin)}Q${whole(by)} ${whole(tip)}`, head: headAt(tip, by) };
}

/** One for each arrow of the drawing. */
export function arrowPaths(drawing: Drawing): { arrow: Arrow; path: ArrowPath }[] {
    const spots = new Map(drawing.spots.map((s) => [s.id, s]));
    const there = new Set(drawing.arrows.map((a) => `${a.from} ${a.to}`));
    return drawing.arrows.map((arrow) => {
        const back = there.has(`${arrow.to} ${arrow.from}`);
        return { arrow, path: pathOf(drawing, spots.get(arrow.from)!, spots.get(arrow.to)!, back) };
    });
}
