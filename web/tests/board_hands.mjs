// SPDX-License-Identifier: MIT
// What a person does at the board, for the tests: reads it, asks for hints, and makes the
// move that they light, by mouse or by keys alone.
import { check } from "./harness.mjs";

export const position = (page) => page.locator(".position-now").innerText();
export const turn = (page) => page.locator(".turn").innerText();
export const spoken = (page) => page.locator(".spoken").textContent();
export const chip = (word, index, part = 0) =>
    `[data-heap="${part}-${word}"] [data-chip="${index}"]`;

/** Goes to another game on the same page, and waits until its start is on the board. */
export async function goTo(page, address, words) {
    if (!page.url().startsWith(address)) {
        await page.goto(address + "#" + encodeURI(words));
    } else {
        await answered(page, () =>
            page.evaluate(
                (hash) => {
                    location.hash = hash;
                },
                "#" + encodeURI(words),
            ),
        );
    }
    await ready(page);
}

const round = (page) => page.evaluate(() => document.querySelector(".game")?.dataset.round ?? null);

/** Until the engine has answered (after this round) and the moves are known. */
export async function ready(page, after = null) {
    await page.waitForFunction((old) => {
        const board = document.querySelector(".board");
        if (!board || board.dataset.state !== "ready") return false;
        return document.querySelector(".game").dataset.round !== old;
    }, after);
}

/** Does something that makes the engine answer, and waits for the answer. */
export async function answered(page, act) {
    const before = await round(page);
    await act();
    await ready(page, before);
}

/** What the hints light: the number of each heap, what it holds, and what it shall become. */
function lights(page) {
    return page.evaluate(() =>
        [...document.querySelectorAll("[data-heap].heap-lit")].map((heap) => {
            const lit = [...heap.querySelectorAll("[data-chip].lit")].map((c) =>
                Number(c.dataset.chip),
            );
            const now = heap.querySelectorAll("[data-chip]").length;
            const to = lit.length > 0 ? Math.min(...lit) : heap.querySelectorAll(".chip").length;
            return { heap: heap.dataset.heap, now, to };
        }),
    );
}

/** On a board of shapes: the handles that the hints light. */
function litHandles(page) {
    return page.evaluate(() =>
        [...document.querySelectorAll("[data-handle].heap-lit")].map((g) => g.dataset.handle),
    );
}

/** Chooses the handles one after the other with `choose`; if that is not yet the move, `end`
 * makes what is marked. */
async function chooseAll(page, handles, choose, end) {
    const before = await round(page);
    for (const handle of handles) {
        const shape = `[data-handle="${handle}"]`;
        await choose(shape);
        // The shape itself is asked: the buttons may still be there from the one before.
        if (!(await marked(page, before, `${shape}[aria-pressed="true"]`)))
            return ready(page, before);
    }
    await end();
    await ready(page, before);
}

const litButton = ".move-buttons button.heap-lit, .arrows button.heap-lit";

/** Asks three times, and waits for the third hint, which names the move. */
async function threeHints(page, ask) {
    for (let i = 0; i < 3; i++) await ask();
    await page.waitForSelector(".hints li:nth-child(3)");
    await ready(page);
}

/** After choosing something: true if it is marked, false if it was a move already. */
async function marked(page, before, sign = ".mark-buttons") {
    const handle = await page.waitForFunction(
        ([old, seen]) => {
            if (document.querySelector(".game").dataset.round !== old) return "moved";
            return document.querySelector(seen) ? "marked" : null;
        },
        [before, sign],
    );
    return (await handle.jsonValue()) === "marked";
}

/** Makes the lit move by clicks alone. */
export async function mouseMove(page) {
    await threeHints(page, () => page.click(".hint-button"));
    const button = page.locator(litButton);
    if ((await button.count()) > 0) return answered(page, () => button.first().click());
    const handles = await litHandles(page);
    if (handles.length > 0)
        return chooseAll(
            page,
            handles,
            (selector) => page.click(selector),
            () => page.getByRole("button", { name: "Make the move" }).click(),
        );
    const lit = await lights(page);
    if (!check(lit.length > 0, "the hint lights nothing")) return;
    const before = await round(page);
    const down = lit.filter((l) => l.to < l.now);
    const up = lit.filter((l) => l.to > l.now);
    let more = true; // the first marks may be a move already
    for (const { heap, to } of down) {
        if (more) await page.click(`[data-heap="${heap}"] [data-chip="${to}"]`);
        more = more && (await marked(page, before));
    }
    if (more) {
        const make = page.getByRole("button", { name: "Make the move" });
        if (await make.count()) await make.click();
        else for (const { heap } of up) await page.click(`[data-heap="${heap}"]`);
    }
    await ready(page, before);
}

/** Walks with an arrow key until the focus is where it should be. */
async function walkTo(page, selector, key) {
    for (const direction of [key, key === "ArrowRight" ? "ArrowLeft" : "ArrowUp"])
        for (let i = 0; i < 100; i++) {
            const there = await page.evaluate((s) => document.activeElement?.matches(s), selector);
            if (there) return true;
            await page.keyboard.press(direction);
        }
    return check(false, `the arrow keys do not lead to ${selector}`);
}

/** Marks with the arrow keys until the heap shall become what the hint says. */
async function markByKeys(page, heap, to) {
    const part = `[data-part="${heap.split("-")[0]}"] *`;
    for (let i = 0; i < 9; i++) {
        if (await page.evaluate((s) => document.activeElement?.matches(s), part)) break;
        await page.keyboard.press("b");
    }
    await walkTo(page, `[data-heap="${heap}"]`, "ArrowRight");
    for (let i = 0; i < 80; i++) {
        const now = await page.evaluate(() =>
            Number(document.activeElement.getAttribute("aria-valuenow")),
        );
        if (now === to) return;
        await page.keyboard.press(now > to ? "ArrowDown" : "ArrowUp");
    }
    check(false, `the arrow keys do not mark ${to} at ${heap}`);
}

/** Makes the lit move by keys alone. */
export async function keyMove(page) {
    await threeHints(page, () => page.keyboard.press("h"));
    await page.keyboard.press("b");
    const arrows = await page.locator(".arrows button.heap-lit").count();
    if (arrows > 0) {
        await walkTo(page, ".arrows button.heap-lit", "ArrowDown");
        return answered(page, () => page.keyboard.press("Enter"));
    }
    const handles = await litHandles(page);
    if (handles.length > 0)
        return chooseAll(
            page,
            handles,
            async (selector) => {
                await walkTo(page, selector, "ArrowRight");
                await page.keyboard.press("Enter");
            },
            () => page.keyboard.press("Enter"),
        );
    const lit = await lights(page);
    if (!check(lit.length > 0, "the hint lights nothing")) return;
    const strip = (await page.locator(".coin-strip").count()) > 0;
    const ordered = [...lit].sort((a, b) => a.to - a.now - (b.to - b.now));
    if (strip) {
        const before = await round(page);
        await walkTo(page, `[data-heap="${ordered[0].heap}"]`, "ArrowRight");
        await page.keyboard.press("Enter");
        if (!(await marked(page, before))) return ready(page);
        await walkTo(page, `[data-heap="${ordered[1].heap}"]`, "ArrowRight");
    } else {
        for (const { heap, to } of ordered) await markByKeys(page, heap, to);
    }
    await answered(page, () => page.keyboard.press("Enter"));
}

/** Plays with `move` until the game is over. */
export async function playOut(page, move, most = 60) {
    for (let i = 0; i < most; i++) {
        if ((await page.locator(".turn-over").count()) > 0) return turn(page);
        await move(page);
    }
    check(false, `not over after ${most} moves`);
    return turn(page);
}
