// SPDX-License-Identifier: MIT
// The heaps in a drawing: the shapes that belong to one number of the position. Where they
// are is the engine's; how large a chip is on the screen is decided here, once for a board.
import type { Drawing, Look, Shape, Whole } from "../engine/answers";

/** Units of the engine for a chip. */
export const UNIT = 16;

export interface HeapShapes {
    word: number;
    value: Whole;
    /** What the engine writes below it, or of a last number that is no heap. */
    name: string;
    /** What the chips stand on or in; null: the number is only written. */
    floor: Shape | null;
    chips: Shape[];
    /** Where chips can come. */
    places: Shape[];
    stack: Shape | null;
}

/** The heaps, in the order of their numbers. */
export function heapsOf(drawing: Drawing): HeapShapes[] {
    const heaps: HeapShapes[] = [];
    for (const shape of drawing.shapes) {
        const { word, kind, tone } = shape;
        if (word === undefined) continue;
        const none = { value: 0, name: "", floor: null, chips: [], places: [], stack: null };
        const heap = (heaps[word] ??= { word, ...none });
        if (kind === "disc") (tone === "chip" ? heap.chips : heap.places).push(shape);
        else if (kind === "square" && tone === "chip") heap.stack = shape;
        else if (kind === "square") Object.assign(heap, { floor: shape, value: shape.value! });
        else if (tone === "name") heap.name = shape.text!.replace(/\s+/g, " ").trim();
    }
    return heaps;
}

/** Where the lowest chip lies. */
export const bottomOf = (heap: HeapShapes) =>
    heap.floor!.tone === "place" ? heap.floor!.y2! : heap.floor!.y;

export const leftOf = (heap: HeapShapes) =>
    heap.stack?.x ?? (heap.chips[0] ?? heap.places[0] ?? heap.floor!).x - UNIT / 2;

export interface Size {
    columns: number;
    rows: number;
}

/** How many chips these are wide and high, all of the heap or some; or a stack. */
export function sizeOf(heap: HeapShapes, discs = heap.chips): Size {
    const { stack } = heap;
    if (stack) return { columns: (stack.x2! - stack.x) / UNIT, rows: (stack.y2! - stack.y) / UNIT };
    const [left, bottom] = [leftOf(heap), bottomOf(heap)];
    return {
        columns: Math.max(0, ...discs.map((s) => (s.x - left) / UNIT + 0.5)),
        rows: Math.max(0, ...discs.map((s) => (bottom - s.y) / UNIT + 0.5)),
    };
}

export const larger = (a: Size, b: Size | null): Size => ({
    columns: Math.max(a.columns, b?.columns ?? 0),
    rows: Math.max(a.rows, b?.rows ?? 0),
});

export interface HeapRoom {
    /** In chips, of each heap: also for what it was at the start of the game, so that nothing
     * shifts while the game lasts. */
    sizes: Size[];
    /** Of the widest and of the highest heap of chips. */
    most: Size;
    /** Pixels of a chip, one size for all heaps, so that they can be compared. */
    pixels: number;
}

/** A stack has a size of its own: its chips cannot be compared with others. */
export const STACK_PIXELS = 18;

function pixelsFor(look: Look, { columns, rows }: Size, many: boolean): number {
    if (columns > 2) return many ? 14 : 20;
    if (columns > 1) return many || look === "strip" ? 20 : 30;
    if (rows <= (look === "strip" ? 4 : 7)) return many ? 32 : 40;
    return look === "strip" && rows > 5 ? 24 : 32;
}

export function roomFor(look: Look, heaps: HeapShapes[], atStart: HeapShapes[]): HeapRoom {
    const before = (heap: HeapShapes) => {
        const same = atStart[heap.word];
        return same?.floor && !same.stack === !heap.stack ? sizeOf(same) : null;
    };
    const sizes = heaps.map((heap) => larger(sizeOf(heap), before(heap)));
    const drawn = [...sizes.filter((_, i) => !heaps[i]!.stack)];
    for (const heap of atStart) if (heap?.floor && !heap.stack) drawn.push(sizeOf(heap));
    const most = drawn.reduce(larger, { columns: 1, rows: 1 });
    return { sizes, most, pixels: pixelsFor(look, most, heaps.length > 12) };
}
