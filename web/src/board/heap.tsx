// SPDX-License-Identifier: MIT
// A heap on the board. To the keyboard and to screen readers it is a slider: its value is
// what the heap shall become, and Enter makes the move. The pointer chooses a chip.
import { texts } from "../texts";
import { Floor, HeapPicture, valueAt } from "./heap_picture";
import type { HeapShapes, Size } from "./heap_shapes";
import type { PartBoardProps } from "./heaps_board";

export interface HeapProps extends PartBoardProps {
    heap: HeapShapes;
    size: Size;
    tabIndex: number;
    onFocus(): void;
    class?: string;
}

/** What the heap would become by what is marked or under the pointer. */
export function becomes(props: HeapProps, value: number): number {
    const { chooser, view } = props;
    const { word } = props.heap;
    const { seen, move } = chooser;
    if (seen?.part !== view.index) return value;
    const own = seen.values.get(word);
    if (own !== undefined) return own;
    const change = move?.part === view.index && move.changes.find(([w]) => w === word);
    return change ? Number(change[2]) : value;
}

const stepKeys: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

/** The legal value that a key asks for; the value itself clears the mark. */
function keyTarget(key: string, legal: number[], value: number, now: number): number | null {
    const all = [...new Set([...legal, value])].sort((a, b) => a - b);
    if (key === "Home") return all[0]!;
    if (key === "End") return all[all.length - 1]!;
    const step = stepKeys[key];
    if (step === undefined) return null;
    const at = all.indexOf(now) < 0 ? all.indexOf(value) : all.indexOf(now);
    return all[Math.min(all.length - 1, Math.max(0, at + step))]!;
}

function allBelow(value: number): number[] {
    return Array.from({ length: Math.min(value, 100000) }, (_, i) => i);
}

/** What is said of the heap: how many it holds, or the move that is marked. */
function valueText(props: HeapProps, value: number, to: number): string {
    const { chooser } = props;
    if (to === value || !chooser.seen) return texts.board.holds(String(props.heap.value));
    return chooser.move?.text ?? texts.board.becomes(String(value), String(to));
}

export function Heap(props: HeapProps) {
    const { view, heap, chooser, light } = props;
    const { word } = heap;
    const lit = light?.words.includes(word) ?? false;
    const big = typeof heap.value === "string";
    const value = big ? 0 : Number(heap.value);
    const legal = big ? [] : (chooser.targetsOf(view, word) ?? allBelow(value));
    const to = becomes(props, value);
    const below = legal.filter((v) => v < value);
    const may = chooser.active && below.length < value ? new Set(below) : null;

    const onKeyDown = (event: KeyboardEvent) => {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        if (event.key === "Enter" || event.key === " ") {
            if (chooser.move && chooser.marks) chooser.make();
            else if (legal.length === 1 && chooser.marks)
                chooser.pick(view, word, legal[0]!, false);
        } else if (event.key === "Escape") {
            chooser.clear();
        } else {
            const marks = chooser.marks?.part === view.index ? chooser.marks.values : null;
            const target = keyTarget(event.key, legal, value, marks?.get(word) ?? value);
            if (target === null) return;
            chooser.mark(view, word, target);
        }
        event.preventDefault();
        event.stopPropagation();
    };
    // Beside a mark elsewhere there may be only one way to use this heap.
    const meant = (event: MouseEvent) =>
        chooser.marks && legal.length === 1 && view.kind !== "stairs" ? legal[0]! : valueAt(event);
    const onPointerMove = (event: PointerEvent) => {
        if (event.pointerType === "touch") return;
        const at = meant(event);
        chooser.hover(view, word, at !== null && legal.includes(at) ? at : null);
    };
    const onClick = (event: MouseEvent) => {
        const at = meant(event);
        const touch = (event as PointerEvent).pointerType === "touch";
        if (at !== null) chooser.pick(view, word, at, touch || heap.stack !== null);
    };
    return (
        <div
            class={`heap ${props.class ?? ""} ${lit ? "heap-lit" : ""}`}
            data-heap={`${view.index}-${word}`}
            role="slider"
            tabIndex={props.tabIndex}
            aria-label={heap.name}
            aria-orientation="vertical"
            aria-valuemin={0}
            aria-valuemax={Math.max(value, ...legal.slice(-1))}
            aria-valuenow={to}
            aria-valuetext={valueText(props, value, to)}
            aria-disabled={!chooser.active}
            onKeyDown={onKeyDown}
            onFocus={props.onFocus}
            onPointerMove={onPointerMove}
            onPointerLeave={() => chooser.hover(view, word, null)}
            onClick={onClick}
        >
            {lit && (
                <span class="look-here" aria-hidden="true">
                    {texts.board.lookHere}
                </span>
            )}
            <HeapPicture {...props} to={to} may={may} lit={light?.values.get(word) ?? null} />
            <Floor heap={heap} class={view.kind === "stairs" ? "riser" : "edge"} />
            <span class="heap-foot" aria-hidden="true">
                <span class="heap-name">{heap.name}</span>
                <span>
                    <b class="heap-count">{String(heap.value)}</b>
                    {to !== value && <span class="heap-to">{` → ${to}`}</span>}
                </span>
            </span>
        </div>
    );
}
