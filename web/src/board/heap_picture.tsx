// SPDX-License-Identifier: MIT
// The shapes of one heap: its chips, or a stack where they are too many, and what they stand
// on. What would go is marked, and what would come is drawn at its place.
import type { Shape } from "../engine/answers";
import { Drawn } from "./drawn";
import {
    bottomOf,
    larger,
    leftOf,
    sizeOf,
    STACK_PIXELS,
    UNIT,
    type HeapShapes,
    type Size,
} from "./heap_shapes";

export interface HeapPictureProps {
    heap: HeapShapes;
    /** What the heap would become by the marked move; the same if nothing is marked. */
    to: number;
    /** How much room there is. */
    size: Size;
    /** The legal values; null: all below are legal, and nothing needs to be said. */
    may: ReadonlySet<number> | null;
    /** A hint: what it should become. */
    lit: number | null;
}

function Chip(props: { shape: Shape; at: number; here: boolean } & HeapPictureProps) {
    const { shape, at, here, to, may, lit } = props;
    const free = here && may?.has(at);
    const names = ["chip"];
    if (at >= to) names.push("leaving");
    if (!here) names.push("coming");
    if (here && may !== null) names.push(free ? "free" : "bound");
    if (lit !== null && at >= Math.min(lit, Number(props.heap.value))) names.push("lit");
    const corner = { x: shape.x - UNIT / 2, y: shape.y - UNIT / 2 };
    return (
        <g class={names.join(" ")} data-chip={here ? at : undefined}>
            <rect class="reach" {...corner} width={UNIT} height={UNIT} />
            <Drawn shape={shape} />
            {free && <circle class="dot" cx={shape.x} cy={shape.y} r={2} />}
        </g>
    );
}

/** A stack in proportion: what stays is full. A number beyond those of JavaScript is not
 * chosen by pointing. */
function Stack(props: HeapPictureProps & { stack: Shape }) {
    const { stack, lit } = props;
    const big = typeof props.heap.value === "string";
    const value = big ? 1 : Number(props.heap.value);
    const to = big ? 1 : props.to;
    const high = (n: number) => ((stack.y2! - stack.y) * n) / Math.max(value, to);
    const rest = { ...stack, y: stack.y2! - high(Math.min(to, value)) };
    const line = lit !== null && stack.y2! - high(lit);
    return (
        <g class="stack" data-stack={big ? undefined : value}>
            <rect class="stack-gone" x={stack.x} y={stack.y} width={stack.x2! - stack.x} height={stack.y2! - stack.y} />
            <g class="stack-rest">
                <Drawn shape={rest} />
            </g>
            {line !== false && (
                <line class="stack-lit" x1={stack.x - 3} x2={stack.x2! + 3} y1={line} y2={line} />
            )}
        </g>
    );
}

export function HeapPicture(props: HeapPictureProps) {
    const { heap, to, lit } = props;
    const coming = heap.places.filter((s) => Number(s.value) <= Math.max(to, lit ?? 0));
    const { columns, rows } = larger(props.size, sizeOf(heap, coming));
    const box = [leftOf(heap), bottomOf(heap) - rows * UNIT, columns * UNIT, rows * UNIT];
    const own = heap.stack ? { "--chip-size": `${STACK_PIXELS}px` } : {};
    return (
        <svg
            class="chips"
            viewBox={box.join(" ")}
            style={{ "--columns": columns, "--rows": rows, ...own }}
            aria-hidden="true"
        >
            {heap.stack && <Stack {...props} stack={heap.stack} />}
            {heap.chips.map((s) => (
                <Chip key={s.value} {...props} shape={s} at={Number(s.value)} here />
            ))}
            {coming.map((s) => (
                <Chip key={s.value} {...props} shape={s} at={Number(s.value) - 1} here={false} />
            ))}
        </svg>
    );
}

/** What the chips stand on, as wide as there is room. */
export function Floor(props: { heap: HeapShapes; class: string }) {
    const { x, y, x2, y2 } = props.heap.floor!;
    const [wide, high] = [x2! - x, y2! - y];
    return (
        <svg
            class={props.class}
            viewBox={[x, y, wide, high].join(" ")}
            preserveAspectRatio="none"
            style={{ "--rows": high / UNIT }}
            aria-hidden="true"
        >
            <Drawn shape={props.heap.floor!} />
        </svg>
    );
}

/** Which value a pointer means: the chip under it and all above it go. */
export function valueAt(event: MouseEvent): number | null {
    const target = event.target as Element;
    const chip = target.closest<SVGElement>("[data-chip]");
    if (chip) return Number(chip.dataset["chip"]);
    const stack = target.closest<SVGElement>("[data-stack]");
    if (!stack) return null;
    const value = Number(stack.dataset["stack"]);
    const box = stack.getBoundingClientRect();
    const share = (box.bottom - event.clientY) / box.height;
    return Math.min(value - 1, Math.max(0, Math.floor(share * value)));
}
