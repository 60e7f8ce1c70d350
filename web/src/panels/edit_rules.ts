// SPDX-License-Identifier: MIT
// The way to the text of the rules, which stands in the theorem panel: from the card for own
// rules, and from the rules above the board. The panel may be closed, or not there yet.
let wanted = false;

/** The next text of rules that appears gets the focus, and its panel is open. */
export function wantRules(): void {
    wanted = true;
}

export function rulesWanted(): boolean {
    return wanted;
}

/** The text is there: go to it if somebody wants to. */
export function arriveAtRules(area: HTMLTextAreaElement | null): void {
    if (!wanted || !area) return;
    wanted = false;
    area.focus({ preventScroll: true });
    area.closest(".panel")?.scrollIntoView();
}
