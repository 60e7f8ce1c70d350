// SPDX-License-Identifier: MIT
// A heap of chips: circles in rows, the lowest row first, so that taking from the top is
// taking the last ones. A heap of very many is drawn as a stack in proportion.
import type { Whole } from "../engine/answers";

export const MOST_CHIPS = 60;

export interface ChipLook {
    columns: number;
    size: number; // pixels
}

const drawable = (words: Whole[]) => words.map(Number).filter((n) => n <= MOST_CHIPS);

/** One look for all heaps of a board, so that they can be compared. */
export function lookFor(words: Whole[], heaps: number, tall: boolean): ChipLook {
    const most = Math.max(0, ...drawable(words));
    const many = heaps > 12;
    if (most <= (tall ? 7 : 4)) return { columns: 1, size: many ? 32 : 40 };
    if (most <= (tall ? 10 : 5)) return { columns: 1, size: 32 };
    if (most <= 20) return { columns: tall ? 2 : 3, size: many ? 20 : 30 };
    return { columns: 5, size: many ? 14 : 20 };
}

/** How high the highest of these heaps is drawn, in pixels. */
export function tallest(words: Whole[], look: ChipLook): number {
    return Math.ceil(Math.max(0, ...drawable(words)) / look.columns) * look.size;
}

export interface ChipsProps {
    value: number;
    /** What the heap would become by the marked move; the same if nothing is marked. */
    to: number;
    look: ChipLook;
    /** The legal values; null: all below are legal, and nothing needs to be said. */
    may: ReadonlySet<number> | null;
    /** A hint: what it should become. */
    lit: number | null;
}

function chipClass(i: number, props: ChipsProps): string {
    const { value, to, may, lit } = props;
    const names = ["chip"];
    if (i >= to) names.push("leaving");
    if (i >= value) names.push("coming");
    if (may !== null && i < value) names.push(may.has(i) ? "free" : "bound");
    if (lit !== null && i >= Math.min(lit, value)) names.push("lit");
    return names.join(" ");
}

/** A stack for a heap with too many chips to be drawn one by one. */
function Stack(props: ChipsProps) {
    const most = Math.max(props.value, props.to);
    const share = (n: number) => `${(100 * n) / most}%`;
    return (
        <div class="stack" data-stack={props.value} aria-hidden="true">
            <div class="stack-rest" style={{ height: share(Math.min(props.to, props.value)) }} />
            {props.lit !== null && <div class="stack-lit" style={{ bottom: share(props.lit) }} />}
        </div>
    );
}

export function Chips(props: ChipsProps) {
    const { look } = props;
    if (props.value > MOST_CHIPS) return <Stack {...props} />;
    const drawn = Math.max(props.value, Math.min(props.to, MOST_CHIPS));
    const lit = props.lit !== null ? Math.min(props.lit, MOST_CHIPS) : 0;
    const style = { "--chip-size": `${look.size}px`, "--columns": look.columns };
    return (
        <div class="chips" style={style} aria-hidden="true">
            {Array.from({ length: Math.max(drawn, lit) }, (_, i) => (
                <span
                    key={i}
                    class={chipClass(i, props)}
                    data-chip={i < props.value ? i : undefined}
                />
            ))}
        </div>
    );
}

/** Which value a pointer means: the chip under it and all above it go. */
export function valueAt(event: MouseEvent): number | null {
    const target = event.target as Element;
    const chip = target.closest<HTMLElement>("[data-chip]");
    if (chip) return Number(chip.dataset["chip"]);
    const stack = target.closest<HTMLElement>("[data-stack]");
    if (!stack) return null;
    const value = Number(stack.dataset["stack"]);
    const box = stack.getBoundingClientRect();
    const share = (box.bottom - event.clientY) / box.height;
    return Math.min(value - 1, Math.max(0, Math.floor(share * value)));
}
