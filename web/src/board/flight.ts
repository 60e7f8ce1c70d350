// SPDX-License-Identifier: MIT
// Chips that move visibly. Those that leave a heap are copied and fly: to the heap that
// grows, or off the table, down for the first player and up for the second. The board itself
// is already drawn as it will be.
import type { PlayNode } from "../engine/answers";

const FLIGHT_MS = 420;
const MOST_CHIPS = 60;
const EMPTY_PX = 36; // above the floor of an empty heap

export function withMotion(): boolean {
    return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function heapOf(board: HTMLElement, part: number, word: number): HTMLElement | null {
    return board.querySelector(`[data-heap="${part}-${word}"]`);
}

function chipsFrom(heap: HTMLElement, first: number): SVGGElement[] {
    return [...heap.querySelectorAll<SVGGElement>("[data-chip]")].filter(
        (chip) => Number(chip.dataset["chip"]) >= first,
    );
}

interface Goal {
    x: number;
    y: number;
}

/** Where the chips of a move go, relative to the window; null: off the table. */
function goalOf(board: HTMLElement, node: PlayNode): Goal | null {
    const changes = node.changes ?? [];
    const [part] = changes[0] ?? [0];
    const grows = changes.find(([, , from, to]) => Number(to) > Number(from));
    const heap = grows && heapOf(board, grows[0], grows[1]);
    if (heap) {
        const top = chipsFrom(heap, 0).pop();
        const floor = heap.querySelector(".riser, .heap-foot") ?? heap;
        const box = (top ?? floor).getBoundingClientRect();
        return { x: box.left + box.width / 2, y: box.top - (top ? 0 : EMPTY_PX) };
    }
    const ground = board.querySelector(`[data-part="${part}"] .ground`);
    if (!ground) return null;
    const box = ground.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.bottom - box.height / 3 };
}

/** A chip by itself, where the window shows it. */
function copyOf(chip: SVGGElement, frame: DOMRect): SVGSVGElement {
    const box = chip.getBoundingClientRect();
    const { x, y, width, height } = chip.getBBox();
    const copy = chip.ownerSVGElement!.cloneNode(false) as SVGSVGElement;
    const one = chip.cloneNode(true) as SVGGElement;
    one.setAttribute("class", "chip");
    one.removeAttribute("data-chip");
    copy.append(one);
    copy.setAttribute("class", "flying drawn");
    copy.setAttribute("viewBox", [x, y, width, height].join(" "));
    copy.style.left = `${box.left - frame.left}px`;
    copy.style.top = `${box.top - frame.top}px`;
    copy.style.width = `${box.width}px`;
    copy.style.height = `${box.height}px`;
    return copy;
}

function launch(board: HTMLElement, chip: SVGGElement, goal: Goal | null, up: boolean): void {
    const frame = board.getBoundingClientRect();
    const box = chip.getBoundingClientRect();
    const copy = copyOf(chip, frame);
    board.querySelector(".air")?.append(copy);
    const x = goal ? goal.x - box.left - box.width / 2 : 0;
    const y = goal ? goal.y - box.top : (up ? -1 : 1) * Math.max(90, frame.height / 3);
    const flight = copy.animate(
        [{ opacity: 1 }, { transform: `translate(${x}px, ${y}px)`, opacity: goal ? 1 : 0 }],
        { duration: FLIGHT_MS, easing: "ease-in-out", fill: "forwards" },
    );
    flight.onfinish = () => copy.remove();
    flight.oncancel = () => copy.remove();
}

/** Called while the board still shows what was before the move. */
export function depart(board: HTMLElement, node: PlayNode): void {
    const goal = goalOf(board, node);
    let left = MOST_CHIPS;
    for (const [part, word, from, to] of node.changes ?? []) {
        if (Number(to) >= Number(from)) continue;
        const heap = heapOf(board, part, word);
        if (!heap) continue;
        for (const chip of chipsFrom(heap, Number(to)))
            if (left-- > 0) launch(board, chip, goal, node.by === "II");
    }
}

/** Called when the new board is drawn: chips that came appear when the flight ends. */
export function arrive(board: HTMLElement, node: PlayNode): void {
    for (const [part, word, from, to] of node.changes ?? []) {
        const heap = Number(to) > Number(from) ? heapOf(board, part, word) : null;
        if (!heap) continue;
        for (const chip of chipsFrom(heap, Number(from)))
            chip.animate([{ opacity: 0 }, { opacity: 0, offset: 0.95 }, { opacity: 1 }], FLIGHT_MS);
    }
}
