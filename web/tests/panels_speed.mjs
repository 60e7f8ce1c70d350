// SPDX-License-Identifier: MIT
// node panels_speed.mjs [ROUNDS]: how long it takes from a click on a move in the Moves panel
// until grid, moves and why show the next position. A figure to look at, not a test.
import { launch, newPage, openGame, serveFolder } from "./harness.mjs";

const rounds = Number(process.argv[2] ?? 10);

// In the page: clicks the i-th move and waits for all three panels, and for the next frame.
function clickAndWait(i) {
    const shown = (panel) => document.querySelector(`#panel-${panel} [data-position]`)?.dataset.position;
    const all = () => ["grid", "moves", "why"].map(shown);
    const before = shown("moves");
    return new Promise((resolve) => {
        const watch = new MutationObserver(() => {
            const now = all();
            if (now[0] === before || now.some((p) => p !== now[0])) return;
            watch.disconnect();
            const changed = performance.now() - begun;
            requestAnimationFrame(() => resolve({ changed, painted: performance.now() - begun }));
        });
        watch.observe(document.querySelector(".panels"), {
            subtree: true,
            childList: true,
            attributes: true,
            characterData: true,
        });
        const begun = performance.now();
        document.querySelectorAll("#panel-moves button.move")[i].click();
    });
}

const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];

const browser = await launch();
const server = await serveFolder();
for (const against of ["--neighbour", "--level perfect"]) {
    const changed = [];
    const painted = [];
    for (let round = 0; round < rounds; round++) {
        const page = await newPage(browser, server.address);
        await openGame(page, server.address, `nim 14,9,7,5,2 ${against}`);
        await page.waitForSelector("#panel-why [data-position]");
        await page.waitForSelector("#panel-moves button.move");
        for (let move = 0; move < 4; move++) {
            const took = await page.evaluate(clickAndWait, 3 + move);
            changed.push(took.changed);
            painted.push(took.painted);
            await page.waitForTimeout(50);
        }
        await page.close();
    }
    const ms = (list) => `${median(list).toFixed(1)} ms median, ${Math.max(...list).toFixed(1)} most`;
    console.log(`${against}: changed ${ms(changed)}; next frame ${ms(painted)}; ${changed.length} clicks`);
}
await browser.close();
server.close();
