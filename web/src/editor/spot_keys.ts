// SPDX-License-Identifier: MIT
// What the keys do at a node. Drawing: arrow keys move it, C begins an arrow and Enter at
// another node ends it, Delete, F2 renames, N makes a node. Colouring: N, P, D and 0 give
// letters, arrow keys walk.
import type { Outcome } from "../engine/answers";
import type { Drawing, Spot } from "./drawing";

export interface KeyActions {
    move(spot: Spot, dx: number, dy: number): void;
    beginArrow(spot: Spot): void;
    tap(spot: Spot): void;
    remove(spot: Spot): void;
    rename(spot: Spot): void;
    add(): void;
    giveUp(): void;
    mark(spot: Spot, letter: Outcome | null): void;
}

const directions: Record<string, [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
};

/** True if the key has been used. */
export function drawKey(event: KeyboardEvent, spot: Spot, act: KeyActions): boolean {
    const direction = directions[event.key];
    if (direction) {
        const far = event.shiftKey ? 4 : 20;
        act.move(spot, far * direction[0], far * direction[1]);
        return true;
    }
    switch (event.key.toLowerCase()) {
        case "c":
            act.beginArrow(spot);
            return true;
        case "enter":
        case " ":
            act.tap(spot);
            return true;
        case "delete":
        case "backspace":
            act.remove(spot);
            return true;
        case "f2":
        case "r":
            act.rename(spot);
            return true;
        case "n":
            act.add();
            return true;
        case "escape":
            act.giveUp();
            return true;
        default:
            return false;
    }
}

/** The nearest node in the direction of an arrow key. */
export function beside(drawing: Drawing, from: Spot, key: string): Spot | null {
    const direction = directions[key];
    if (!direction) return null;
    let best: Spot | null = null;
    let least = Infinity;
    for (const spot of drawing.spots) {
        const [dx, dy] = [spot.x - from.x, spot.y - from.y];
        const along = dx * direction[0] + dy * direction[1];
        const aside = Math.abs(dx * direction[1]) + Math.abs(dy * direction[0]);
        if (along > 0 && along + 2 * aside < least) [best, least] = [spot, along + 2 * aside];
    }
    return best;
}

export function colourKey(event: KeyboardEvent, spot: Spot, act: KeyActions): boolean {
    const letter = event.key.toUpperCase();
    if (letter === "N" || letter === "P" || letter === "D") act.mark(spot, letter);
    else if (event.key === "0" || event.key === "Delete" || event.key === "Backspace")
        act.mark(spot, null);
    else if (event.key === "Enter" || event.key === " ") act.tap(spot);
    else return false;
    return true;
}
