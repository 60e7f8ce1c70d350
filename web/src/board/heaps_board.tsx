// SPDX-License-Identifier: MIT
// Heaps side by side, drawn from the shapes of the engine: piles on a table, chips under it,
// steps of a staircase, squares of a strip. Each heap is one element, so that a long row can
// go on below where the window is narrow.
import { useMemo } from "preact/hooks";
import type { Drawing } from "../engine/answers";
import type { Chooser } from "./chooser";
import { Heap, type HeapProps } from "./heap";
import {
    heapsOf,
    roomFor,
    STACK_PIXELS,
    UNIT,
    type HeapRoom,
    type HeapShapes,
} from "./heap_shapes";
import type { Light } from "./hint_light";
import type { PartView } from "./part_view";
import { useRoving } from "./roving";
import { Square } from "./square";

export interface PartBoardProps {
    view: PartView;
    chooser: Chooser;
    light: Light | null;
    label: string;
}

/** Very large numbers take several lines, and all heaps stand equally high. */
const digitsOf = (heaps: HeapShapes[]) => Math.max(1, ...heaps.map((h) => String(h.value).length));

/** How wide and high the heap needs to be on the screen. */
function pixelsOf(heap: HeapShapes, i: number, room: HeapRoom) {
    const one = heap.stack ? STACK_PIXELS : room.pixels;
    return { wide: room.sizes[i]!.columns * one, high: room.sizes[i]!.rows * one };
}

function tableStyle(heaps: HeapShapes[], room: HeapRoom) {
    const digits = digitsOf(heaps);
    const pixels = heaps.map((heap, i) => pixelsOf(heap, i, room));
    const wide = Math.max(room.pixels, ...pixels.map((p) => p.wide));
    const tall = heaps.length <= 8 ? Math.max(0, ...pixels.map((p) => p.high)) : 0;
    return {
        "--chip-size": `${room.pixels}px`,
        "--room": `${Math.max(62, wide + 14, Math.min(96, 12 * digits))}px`,
        "--foot": Math.ceil(digits / 7),
        "--tall": `${tall}px`,
    };
}

/** All is measured in chips, so that the whole staircase fits into the view. */
function stairsStyle(heaps: HeapShapes[], room: HeapRoom) {
    const rise = (heap: HeapShapes) => (heap.floor!.y2! - heap.floor!.y) / UNIT;
    return {
        "--most": `${room.pixels}px`,
        "--high": Math.max(1, ...heaps.map((heap, i) => room.sizes[i]!.rows + rise(heap))),
        "--wide": (heaps.length + 1.5) * room.most.columns,
        "--digits": digitsOf(heaps),
    };
}

function stripStyle(heaps: HeapShapes[], room: HeapRoom) {
    const wide = Math.max(0, ...heaps.map((heap, i) => pixelsOf(heap, i, room).wide));
    return {
        "--chip-size": `${room.pixels}px`,
        "--room": `${Math.max(44, wide + 2)}px`,
        "--squares": heaps.length,
    };
}

const looks = {
    piles: { Member: Heap, selector: "[role=slider]", name: "tabletop", style: tableStyle },
    stairs: { Member: Heap, selector: "[role=slider]", name: "stairs", style: stairsStyle },
    strip: { Member: Square, selector: ".square", name: "coin-strip", style: stripStyle },
};

export function HeapsBoard(props: PartBoardProps & { drawing: Drawing }) {
    const { view, drawing } = props;
    const all = useMemo(() => heapsOf(drawing), [drawing]);
    const atStart = useMemo(() => (view.atStart ? heapsOf(view.atStart) : []), [view.atStart]);
    const { look } = drawing;
    const { Member, selector, name, style } = looks[look === "stairs" || look === "strip" ? look : "piles"];
    // The last number may be a limit, which is only written, or chips under the table.
    const last = all[view.heaps];
    const limit = last && !last.floor ? last.name : null;
    const spare = last?.floor ? { ...last, name: view.last?.name ?? "" } : null;
    const heaps = all.slice(0, view.heaps).filter((heap) => heap.floor);
    const room = roomFor(look, heaps, atStart.slice(0, view.heaps));
    const under = spare && roomFor(look, [spare], atStart);
    const roving = useRoving(selector, heaps.length + (spare ? 1 : 0));
    const ground = drawing.shapes.find((s) => s.tone === "tick");
    const member = (heap: HeapShapes, i: number): HeapProps => ({
        ...props,
        heap,
        size: (room.sizes[i] ?? under?.sizes[0])!,
        tabIndex: roving.tabIndex(i),
        onFocus: () => roving.onFocus(i),
    });
    const onKeyDown = (event: KeyboardEvent) => {
        if (event.key === "Escape") props.chooser.clear();
        else roving.onKeyDown(event);
    };
    const names = [name];
    if (spare) names.push("with-legs");
    if (name === "stairs" && heaps.length > 5) names.push("steps-many");
    return (
        <div
            ref={roving.group}
            class="drawn"
            role="group"
            aria-label={props.label}
            onKeyDown={onKeyDown}
            style={style(heaps, room)}
        >
            {limit && <p class="limit">{limit}</p>}
            <div class={names.join(" ")}>
                {ground && (
                    <div class="ground" aria-hidden="true">
                        {ground.text}
                    </div>
                )}
                {heaps.map((heap, i) => (
                    <Member
                        key={heap.word}
                        {...member(heap, i)}
                        class={look === "stairs" ? "step" : ""}
                    />
                ))}
            </div>
            {spare && (
                <div class="under">
                    <Heap {...member(spare, heaps.length)} class="spare" />
                </div>
            )}
        </div>
    );
}
