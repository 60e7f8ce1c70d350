// SPDX-License-Identifier: MIT
// node page_bench.mjs [ROUNDS]: how fast the page is in headless Chromium, beside what it
// shall reach. Medians of several fresh pages; a figure to look at, which decides nothing.
// A time ends with the frame in which the thing is shown.
import { check, counts, launch, newPage, openGame, serveFolder } from "../tests/harness.mjs";

const rounds = Math.max(1, Number(process.argv[2] ?? 7));

// In the page, before anything else: notes when a selector is first there and painted, in ms
// since the navigation began.
function watchFor(selector) {
    window.shownAt = new Promise((resolve) => {
        const look = () => {
            if (!document.querySelector(selector)) return requestAnimationFrame(look);
            return requestAnimationFrame(() => resolve(performance.now()));
        };
        look();
    });
}

/** From the navigation until `selector` is shown at #words. */
async function untilShown(browser, address, words, selector) {
    const page = await newPage(browser, address);
    await page.addInitScript(watchFor, selector);
    await page.goto(address + "#" + encodeURI(words));
    const took = await page.evaluate(() => window.shownAt);
    await page.close();
    return [took];
}

// In the page: takes a chip and waits until grid, moves and why tell of the same new position.
function clickChip(chip) {
    const shown = (panel) =>
        document.querySelector(`#panel-${panel} [data-position]`)?.dataset.position;
    const before = shown("grid");
    return new Promise((resolve) => {
        const look = () => {
            const now = ["grid", "moves", "why"].map(shown);
            const done = now[0] !== before && now.every((p) => p === now[0]);
            if (done) resolve(performance.now() - begun);
            else requestAnimationFrame(look);
        };
        const begun = performance.now();
        document.querySelector(chip).click();
        requestAnimationFrame(look);
    });
}

async function clicks(browser, address) {
    const page = await newPage(browser, address);
    await openGame(page, address, "nim 14,9,7,5,2 --neighbour");
    await page.waitForSelector("#panel-why [data-position]");
    const took = [];
    for (const chip of [12, 11, 9, 6, 4]) {
        await page.waitForSelector('.board[data-state="ready"]');
        took.push(await page.evaluate(clickChip, `[data-heap="0-0"] [data-chip="${chip}"]`));
    }
    await page.close();
    return took;
}

// In the page: opens the graph panel and waits for its arrows.
function openGraph() {
    return new Promise((resolve) => {
        const look = () => {
            if (document.querySelector("#panel-graph svg path")) resolve(performance.now() - begun);
            else requestAnimationFrame(look);
        };
        const begun = performance.now();
        document.querySelector("#panel-graph > summary").click();
        requestAnimationFrame(look);
    });
}

async function graph(browser, address) {
    const page = await newPage(browser, address);
    await openGame(page, address, "nim 3,4,5");
    await page.waitForSelector("#panel-why [data-position]");
    const took = await page.evaluate(openGraph);
    await page.close();
    return [took];
}

const works = [
    ["the start page with its games", 1000, (b, a) => untilShown(b, a, "", ".card svg")],
    [
        "a game: from the link to the board",
        1000,
        (b, a) => untilShown(b, a, "nim 3,4,6", ".board .chip"),
    ],
    ["a click on Nim with 5 piles, until grid, moves and why", 50, clicks],
    ["the graph of nim 3,4,5", 500, graph],
];

const ms = (number) => `${Math.round(number)} ms`.padStart(8);
const middle = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];

const browser = await launch();
const server = await serveFolder();
console.log(`${"the page, in headless Chromium".padEnd(56)}  median     most    asked`);
for (const [what, asked, work] of works) {
    const took = [];
    for (let round = 0; round < rounds; round++)
        try {
            took.push(...(await work(browser, server.address)));
        } catch (error) {
            check(false, `${what}: ${error.message}`);
        }
    const figures = took.length > 0 ? `${ms(middle(took))} ${ms(Math.max(...took))}` : "failed";
    console.log(`${what.padEnd(56)}${figures} ${ms(asked)}`);
}
await browser.close();
server.close();
process.exit(counts().failed > 0 ? 1 : 0);
