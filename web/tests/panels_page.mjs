// SPDX-License-Identifier: MIT
// Grid, moves, why and table beside the board, compared with what the command says in a
// terminal about the same position.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { check, openGame, root, run, same, sizes } from "./harness.mjs";

const axe = readFileSync(join(root, "web/node_modules/axe-core/axe.min.js"), "utf8");

// What the notes do on the blackboard, and a game of every other kind.
const examples = [
    "nim 14,9,7,5,2",
    "nim 3,4,6",
    "nim 1,2,3",
    "nim 0,0",
    "nim/misere 1,1,2",
    "nim/misere 3,4,6",
    "moore:2 1,2,2,4",
    "staircase 2,0,5,1",
    "cheating 3,4,6:5",
    "nimble 0,1,0,2",
    "subtraction:1,3,4 10",
    "subtraction:1,3,4 10,7,4",
    "subtraction:squares 10",
    "dynamic 44:43",
    "dynamic:2 40:4",
    "games/wythoff.game 4,4",
    "graph:examples/teaser.dot D",
    "graph:examples/teaser.dot H",
    "nim 3,4 + subtraction:1,2 8",
];

async function said(command, words, ...more) {
    return JSON.parse((await run([command, ...words.split(" "), ...more, "--json"])).out);
}

const panel = (page, name) => page.locator(`#panel-${name} .panel-body`);

async function open(page, address, words) {
    await openGame(page, address, words);
    for (const name of ["grid", "moves", "why"])
        await page.waitForSelector(`#panel-${name} [data-position]`);
}

/** Panels stay open from one game to the next. */
async function openTable(page) {
    if (!(await page.getAttribute("#panel-table", "open").then((o) => o !== null)))
        await page.click("#panel-table > summary");
    await page.waitForSelector("#panel-table table");
}

/** Waits until the three panels show this position. */
async function shows(page, position) {
    await page.waitForFunction(
        (want) =>
            ["grid", "moves", "why"].every(
                (name) =>
                    document.querySelector(`#panel-${name} [data-position]`)?.dataset.position === want,
            ),
        position,
    );
}

/** A grid in the page as the engine has it: numbers, digits and sums; what is unseen is
 * left out. */
function readGrid(table) {
    const text = (cell) => {
        const copy = cell.cloneNode(true);
        copy.querySelectorAll(".unseen, .place").forEach((e) => e.remove());
        return copy.textContent.trim();
    };
    const digits = (row) => [...row.querySelectorAll("td")].map((c) => Number(text(c)));
    const lead = [...table.querySelectorAll("thead th")].findIndex((c) => c.classList.contains("lit"));
    return {
        rows: [...table.querySelectorAll("tbody tr")].map((row) => ({
            number: text(row.querySelector("th")),
            digits: digits(row),
        })),
        sum: digits(table.querySelector("tfoot tr")),
        lead,
    };
}

function wantedGrid(grid) {
    return {
        rows: grid.rows.map((r) => ({ number: String(r.number), digits: r.digits })),
        sum: grid.sum,
        lead: grid.sum.findIndex((s) => s !== 0),
    };
}

async function checkWhy(page, words, explained) {
    const steps = await page.$$eval("#panel-why [data-step]", (all) =>
        all.map((p) => (p.querySelector(".label") ? p.querySelector(".label + span") : p).textContent),
    );
    same(steps, explained.steps.map((s) => s.text.trim()), `${words}: the reason`);
    // The text of the terminal is the same, only broken into lines and with its grids.
    const plain = (await run(["explain", ...words.split(" ")])).out.replace(/\s+/g, " ");
    for (const step of steps)
        check(plain.includes(step.replace(/\s+/g, " ")), `${words}: the terminal says '${step}'`);
    const grids = await page.$$eval("#panel-why table.binary", (all) => all.length);
    same(grids, explained.steps.filter((s) => s.grid).length, `${words}: grids in the reason`);
}

async function checkGrid(page, words, explained) {
    const before = explained.steps.find((s) => s.grid && s.kind !== "after")?.grid;
    const after = explained.steps.find((s) => s.kind === "after")?.grid;
    const tables = page.locator("#panel-grid table.binary");
    if (!before) {
        same(await tables.count(), 0, `${words}: no grid`);
        const text = await panel(page, "grid").textContent();
        const rests = explained.steps.find((s) => !["verdict", "labels", "options", "option"].includes(s.kind));
        check(rests && text.includes(rests.text), `${words}: instead of the grid: ${rests?.text}`);
        return;
    }
    same(await tables.first().evaluate(readGrid), wantedGrid(before), `${words}: grid`);
    if (!after) return;
    const shown = await tables.nth(1).evaluate(readGrid);
    // The engine may leave out columns that became empty.
    const wanted = wantedGrid(after);
    const more = shown.sum.length - wanted.sum.length;
    const pad = (digits) => [...Array(more).fill(0), ...digits];
    wanted.rows.forEach((r) => (r.digits = pad(r.digits)));
    wanted.sum = pad(wanted.sum);
    same(shown, wanted, `${words}: grid after the move`);
    const framed = await tables.nth(1).locator(".changed").count();
    const differ = shown.rows.flatMap((r, i) => r.digits.filter((d, k) => d !== before.rows[i].digits[k]));
    same(framed, differ.length, `${words}: framed digits`);
}

async function checkMoves(page, words, listed) {
    const rows = await page.$$eval("#panel-moves tbody tr", (all) =>
        all.map((row) => ({
            wins: row.querySelector(".tick").textContent.includes("✓"),
            text: row.cells[1].textContent,
            to: row.cells[2].textContent,
            outcome: row.cells[3].textContent,
        })),
    );
    const want = listed.options.map((o) => ({
        wins: o.outcome === "P",
        text: o.text,
        to: o.to,
        outcome: o.outcome,
    }));
    const winning = want.filter((o) => o.wins);
    same(rows, [...winning, ...want.filter((o) => !o.wins)], `${words}: moves`);
    const sentence = await page.textContent("#panel-moves .who-wins");
    if (listed.terminal) check(/No move/.test(sentence), `${words}: ${sentence}`);
    else if (winning.length > 0 && want.length > 1)
        check(sentence.includes(`${winning.length} of ${want.length} moves`), `${words}: ${sentence}`);
}

export async function panelsSayWhatTheTerminalSays({ page, address }) {
    await open(page, address, "nim 1");
    for (const words of examples) {
        const explained = await said("explain", words);
        // By the address alone, as a link inside the page would.
        await page.evaluate((hash) => (location.hash = hash), encodeURI(words));
        await shows(page, explained.position);
        await checkGrid(page, words, explained);
        await checkWhy(page, words, explained);
        await checkMoves(page, words, await said("moves", words));
    }
}

export async function candidatesShowTheirChange({ page, address }) {
    await open(page, address, "nim 14,9,7,5,2");
    const after = page.locator("#panel-grid table.binary").nth(1);
    const buttons = page.locator("#panel-grid .choices button");
    same(await buttons.count(), 3, "piles that can be used");
    const numbers = async () => (await after.evaluate(readGrid)).rows.map((r) => r.number);
    same(await numbers(), ["9", "9", "7", "5", "2"], "the first at first");
    await buttons.nth(1).focus();
    same(await numbers(), ["14", "9", "0", "5", "2"], "the second with the focus");
    await buttons.nth(2).hover();
    same(await numbers(), ["14", "9", "7", "2", "2"], "the third under the mouse");
    await page.mouse.move(0, 0);
    await page.locator("#panel-grid tbody tr").nth(2).hover();
    same(await numbers(), ["14", "9", "0", "5", "2"], "a row under the mouse");
    await page.mouse.move(0, 0);
    await buttons.nth(2).click();
    await page.mouse.move(0, 0);
    await page.evaluate(() => document.activeElement.blur());
    same(await numbers(), ["14", "9", "7", "2", "2"], "the clicked one stays");
}

export async function sumsShowWhatAMoveMakesOfTheValues({ page, address }) {
    await open(page, address, "nim 3,4 + subtraction:1,2 8");
    const after = page.locator("#panel-grid table.binary").nth(1);
    const grid = (await said("explain", "nim 3,1 + subtraction:1,2 8")).steps.find((s) => s.grid).grid;
    same(await after.evaluate(readGrid), wantedGrid(grid), "values after the winning move");
}

export async function subtractionShowsItsPeriod({ page, address }) {
    await open(page, address, "subtraction:1,3,4 10");
    const steps = (await said("explain", "subtraction:1,3,4 10")).steps;
    const labels = steps.find((s) => s.kind === "labels").labels;
    const cells = page.locator("#panel-grid .pile-labels td[class*=cell]");
    same((await cells.allTextContents()).join(""), labels, "labels");
    const begins = await page.$$eval("#panel-grid .pile-labels th[scope=col]", (all) =>
        all.filter((c) => c.classList.contains("begins")).map((c) => c.textContent),
    );
    same(begins, ["0", "7"], "where the pattern begins");
    same(await page.textContent("#panel-grid .pile-labels th.here"), "10", "the pile on the board");
}

export async function largeNumbersScrollInside({ page, address }) {
    await open(page, address, "nim 18446744073709551615,3");
    const grid = page.locator("#panel-grid table.binary").first();
    same((await grid.evaluate(readGrid)).sum.length, 64, "columns");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    same(wide, sizes.phone.width, "width of the page");
    const box = page.locator("#panel-grid .wide[tabindex='0']").first();
    check(await box.evaluate((b) => b.scrollWidth > b.clientWidth), "the box scrolls");
    // The winning move is far down the list, and comes a moment later.
    const winning = page.locator("#panel-moves tbody tr.winning .move");
    check(/to 3\)$/.test(await winning.textContent()), await winning.textContent());
}
largeNumbersScrollInside.options = { size: sizes.phone };

export async function aGridOfManyRowsIsLeftOut({ page, address }) {
    const said = "The grid is left out: it has more than 24 rows.";
    for (const game of ["nim", "moore:2", "nim/misere"]) {
        const piles = Array.from({ length: 30 }, (_, i) => i + 1).join(",");
        await open(page, address, `${game} ${piles}`);
        const text = await panel(page, "grid").textContent();
        check(text.startsWith(said), `${game}: ${text}`);
    }
    await open(page, address, "graph:examples/teaser.dot A");
    const text = await panel(page, "grid").textContent();
    check(text.startsWith("There is no binary grid here."), text);
}

export async function aClickPlaysTheMove({ page, address }) {
    await open(page, address, "nim 14,9,7,5,2 --neighbour");
    await page.locator("#panel-moves .move").nth(1).click();
    await shows(page, "14,9,0,5,2");
    same(await page.textContent("#panel-moves .who-wins .label"), "P", "label after a winning move");
    await page.locator("#panel-moves .move", { hasText: "take 1 from pile 1 (14 to 13)" }).click();
    await shows(page, "13,9,0,5,2");
    const move = (await said("solve", "nim 13,9,0,5,2")).winning_moves[0];
    await page.locator("#panel-why .inline", { hasText: move.text }).click();
    await shows(page, move.to);
}

export async function anEarlierPositionIsOnlyLookedAt({ page, address }) {
    await open(page, address, "nim 3,4,6 --neighbour");
    await page.locator("#panel-moves .move").first().click();
    await shows(page, "2,4,6");
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("p"); // the position before
    await shows(page, "3,4,6");
    same(await page.locator("#panel-moves .move").count(), 0, "moves that can be clicked");
    same(await page.locator("#panel-moves tbody tr").count(), 13, "moves that are shown");
    check(/only looked at/.test(await panel(page, "moves").textContent()), "and the reason");
    await page.locator("#panel-why .inline").first().click();
    await shows(page, "2,4,6");
    check((await page.locator("#panel-moves .move").count()) > 0, "which is a new game");
}

export async function sumsArePlayedFromThePanels({ page, address }) {
    await open(page, address, "nim 3,4 + subtraction:1,2 8 --neighbour");
    await page.locator("#panel-moves .move").first().click();
    await shows(page, "3,1 + 8");
}

export async function playedByKeyboardAlone({ page, address }) {
    await open(page, address, "nim 2,2 --neighbour");
    await page.locator("#panel-moves .move").last().focus();
    await page.keyboard.press("Enter");
    await shows(page, "2,0");
    // The focus stays in the panel though its button is gone.
    await page.waitForFunction(() => document.activeElement.closest("#panel-moves") !== null);
    await page.locator("#panel-why .inline").first().focus();
    await page.keyboard.press("Enter");
    await shows(page, "0,0");
    check(/No move/.test(await page.textContent("#panel-moves .who-wins")), "the game is over");
}

export async function manyMovesAreCutAndFiltered({ page, address }) {
    await open(page, address, "nim 300,250");
    const rows = page.locator("#panel-moves tbody tr");
    same(await rows.count(), 200, "moves at first");
    same(await rows.first().locator(".tick").textContent(), "✓wins", "the winning one first");
    await page.click("#panel-moves .more button");
    same(await rows.count(), 400, "moves after 'show more'");
    await page.fill("#panel-moves input[type=search]", "take 7 from pile 2");
    same(await rows.allTextContents(), ["take 7 from pile 2 (250 to 243)300,243N479"], "filtered");
    await page.fill("#panel-moves input[type=search]", "xyzzy");
    check(/No move/.test(await panel(page, "moves").textContent()), "nothing has these words");
    await page.fill("#panel-moves input[type=search]", "");
    await page.selectOption("#panel-moves select", "value");
    const values = (await rows.locator(".value").allTextContents()).map(Number);
    check(values.every((v, i) => i === 0 || values[i - 1] <= v), "in the order of values");
}

export async function theFilterFindsEveryMove({ page, address }) {
    await open(page, address, "moore:3 5,6,7,8");
    const rows = page.locator("#panel-moves tbody tr");
    await page.fill("#panel-moves input[type=search]", "5,6,7,0");
    await page.waitForFunction(() => document.querySelectorAll("#panel-moves tbody tr").length === 1);
    same(await rows.locator(".leaves").textContent(), "5,6,7,0", "beyond the first 1,000");
    await page.fill("#panel-moves input[type=search]", "xyzzy");
    await page.waitForSelector("#panel-moves >> text=No move has these words.");
    // Too many to be asked for.
    await open(page, address, "moore:3 1000,1000,1000,1000");
    await page.fill("#panel-moves input[type=search]", "1000,1000,1000,0");
    await page.waitForSelector("#panel-moves >> text=None of the 1,000 moves that are listed");
}

const tableCells = (page) =>
    page.$$eval("#panel-table table.labels tbody tr", (rows) =>
        rows.map((row) => [...row.querySelectorAll("td")].map((c) => c.textContent || " ").join("")),
    );

export async function tablesAreThoseOfTheCommand({ page, address }) {
    for (const [words, range] of [
        ["subtraction:1,3,4 10", "0..40"],
        ["nim 3,4", "0..15,0..15"],
        ["dynamic 12:3", "0..15,0..15"],
        ["games/chomp2.game 7,5", "0..15,0..15"],
    ]) {
        await open(page, address, words);
        await openTable(page);
        const rules = words.split(" ")[0];
        const table = JSON.parse((await run(["table", rules, range, "--json"])).out);
        same(await tableCells(page), table.labels, `${words}: cells`);
        const here = await page.getAttribute("#panel-table .here", "data-to");
        same(here, words.split(" ")[1], `${words}: outlined`);
        if (!table.pattern) continue;
        const plain = (await run(["table", rules, range])).out.replace(/\s+/g, " ");
        const sentence = await page.textContent("#panel-table .pattern");
        check(plain.includes(sentence), `${words}: pattern '${sentence}'`);
        const marks = (plain.split(sentence)[0].match(/\^/g) ?? []).length;
        same(await page.locator("#panel-table tfoot td", { hasText: "^" }).count(), marks, "marks");
    }
}

export async function tableOfSomeNumbersKeepsTheOthers({ page, address }) {
    await open(page, address, "nim 3,4,6");
    await openTable(page);
    const rows = await tableCells(page);
    const want = rows.map((_, m) => Array.from({ length: 16 }, (_, n) => ((n ^ m ^ 6) === 0 ? "P" : "N")).join(""));
    same(rows, want, "piles 1 and 2, with 6 in pile 3");
    await page.selectOption("#panel-table select >> nth=0", "2");
    await page.waitForFunction(() =>
        /pile 3 along/.test(document.querySelector("#panel-table caption").textContent),
    );
    const other = await tableCells(page);
    same(other[4].indexOf("P"), 4 ^ 3, "piles 3 and 2, with 3 in pile 1");
    await page.selectOption("#panel-table select >> nth=2", "values");
    await page.waitForSelector("#panel-table .cell-value");
    const values = await page.$$eval("#panel-table tbody tr:nth-child(1) td", (c) => c.map((d) => d.textContent));
    same(values, Array.from({ length: 16 }, (_, n) => String(n ^ 3)), "Grundy values");
}

export async function aCellGoesOnTheBoard({ page, address }) {
    await open(page, address, "nim 3,4,6");
    await openTable(page);
    await page.click('#panel-table [data-to="5,4,6"]');
    await shows(page, "5,4,6");
    await page.waitForSelector('#panel-table .here[data-to="5,4,6"]');
    await page.focus('#panel-table [data-to="5,4,6"]');
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    const focus = await page.evaluate(() => document.activeElement.dataset.to);
    same(focus, "6,5,6", "the arrows go from cell to cell");
    await page.keyboard.press("Enter");
    await shows(page, "6,5,6");
}

export async function tablesOfGraphsAndSums({ page, address }) {
    await open(page, address, "graph:examples/teaser.dot A");
    await openTable(page);
    const graph = await said("graph", "graph:examples/teaser.dot A");
    const nodes = await page.$$eval("#panel-table tbody tr", (rows) =>
        rows.map((r) => [r.cells[0].textContent, r.cells[1].textContent]),
    );
    same(nodes, graph.nodes.map((n) => [n.position, n.outcome]), "nodes");
    const row = page.locator("#panel-table tbody tr", { hasText: "K" });
    same(await row.locator("td").nth(1).textContent(), "∞{}", "a value as the command writes it");
    const room = await page.$eval("#panel-table [aria-current]", (here) => {
        const { outlineWidth, outlineOffset } = getComputedStyle(here);
        const frame = parseFloat(outlineWidth) + parseFloat(outlineOffset);
        const left = here.closest(".wide").getBoundingClientRect().left;
        return here.getBoundingClientRect().left - left - frame;
    });
    check(room >= 0, `the frame is cut off by ${-room} px`);
    await page.locator("#panel-table .inline", { hasText: "H" }).click();
    await shows(page, "H");

    await open(page, address, "nim 3,4 + subtraction:1,2 8");
    await openTable(page);
    await page.selectOption("#panel-table select >> nth=0", "1");
    await page.waitForSelector('#panel-table .here[data-to="8"]');
    await page.click('#panel-table [data-to="5"]');
    await shows(page, "3,4 + 5");
}

export async function misereHasNoValuesAndSaysSo({ page, address }) {
    await open(page, address, "nim/misere 3,4");
    await openTable(page);
    await page.selectOption("#panel-table select >> nth=2", "values");
    const sentence = await page.textContent("#panel-table .refusal");
    const want = (await run(["table", "nim/misere", "0..15,0..15", "--grundy"])).err;
    same(sentence, want.replace(/^bouton: /, "").trim(), "the engine's sentence");
    check((await tableCells(page))[0].startsWith("NPNN"), "the old table stays");
}

/** In the page, before anything else: keeps what is sent to the engines, a list of command
 * lines, or of what else they are asked, for each message. */
function keepMessages() {
    globalThis.sent = [];
    globalThis.Worker = class extends Worker {
        postMessage(message) {
            const calls = message.calls ?? (message.call ? [message] : null);
            if (calls) sent.push(calls.map(({ call }) => call.words?.join(" ") ?? call.kind));
            super.postMessage(message);
        }
    };
}

/** Plays a move and gives the messages that it took until all is shown. */
async function messagesFor(page, move, panels = ["grid", "moves", "why"]) {
    const before = await page.evaluate(() => {
        sent.length = 0;
        return document.querySelector(".game").dataset.round;
    });
    await move();
    await page.waitForFunction(
        ([old, names]) => {
            if (document.querySelector(".game").dataset.round === old) return false;
            const now = document.querySelector(".position-now").textContent;
            const board = document.querySelector('.board[data-state="ready"]');
            const shown = (name) => document.querySelector(`#panel-${name} [data-position]`);
            return board && names.every((name) => shown(name)?.dataset.position === now);
        },
        [before, panels],
    );
    return page.evaluate(() => sent);
}

async function typeMove(page, text) {
    await page.fill("[data-key=move]", text);
    await page.keyboard.press("Enter");
}

// What is asked one after the other, and twice, is what made a click slow.
export async function aMoveTakesTwoMessages({ page, address }) {
    await page.addInitScript(keepMessages);
    for (const [words, move] of [
        ["nim 14,9,7,5,2 --neighbour", "to 12,9,7,5,2"],
        ["nim 3,4,6", "to 1,4,6"],
        ["nim/misere 3,4 + subtraction:1,3/misere 7 --neighbour", "to 0,4 + 7"],
        ["games/wythoff.game 4,7 --neighbour", "to 4,6"],
        ["graph:examples/teaser.dot A --neighbour", null],
    ]) {
        await open(page, address, words);
        await page.waitForSelector('.board[data-state="ready"]');
        const first = page.locator("#panel-moves button.move").first();
        for (const [what, act] of [
            ["a move", () => (move ? typeMove(page, move) : first.click())],
            ["undo", () => page.getByRole("button", { name: "Undo", exact: true }).click()],
        ]) {
            const messages = await messagesFor(page, act);
            same(messages.length, 2, `${words}: ${what}: ${JSON.stringify(messages)}`);
            const asked = messages[1] ?? [];
            same(asked.length, new Set(asked).size, `${words}: ${what}: each is asked once`);
        }
        const refused = await messagesFor(page, () => typeMove(page, "to 99"));
        same(refused, [["line", "record"]], `${words}: a refused line`);
    }
}

export async function aClosedPanelAsksNothing({ page, address }) {
    await page.addInitScript(keepMessages);
    await open(page, address, "nim 3,4,6 --neighbour");
    await page.click("#panel-grid > summary");
    const asked = async (move, panels) =>
        (await messagesFor(page, () => typeMove(page, move), panels)).flat().join("; ");
    const one = await asked("to 1,4,6", ["moves", "why"]);
    check(/explain/.test(one), `why is open: ${one}`);
    await page.click("#panel-why > summary");
    await page.waitForFunction(() => document.querySelector("#panel-why .why") === null);
    const none = await asked("to 1,4,5", ["moves"]);
    check(/moves/.test(none) && !/explain/.test(none), `grid and why are closed: ${none}`);
}

async function violations(page) {
    await page.evaluate(axe);
    const found = await page.evaluate(async () => {
        const parts = ["grid", "moves", "why", "table"].map((p) => `#panel-${p}`);
        const result = await window.axe.run({ include: parts });
        return result.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join("; ")}`);
    });
    same(found, [], "violations");
}

async function looksRight(page, address, width) {
    for (const words of ["nim 14,9,7,5,2", "subtraction:1,3,4 10,7,4", "dynamic 44:43", "graph:examples/teaser.dot D"]) {
        await open(page, address, words);
        await openTable(page);
        await violations(page);
        same(await page.evaluate(() => document.documentElement.scrollWidth), width, `${words}: width`);
    }
}

export async function accessibleInLight({ page, address }) {
    await looksRight(page, address, sizes.laptop.width);
}

export async function accessibleInDark({ page, address }) {
    await looksRight(page, address, sizes.laptop.width);
}
accessibleInDark.options = { dark: true };

export async function fitsAPhone({ page, address }) {
    await looksRight(page, address, sizes.phone.width);
}
fitsAPhone.options = { size: sizes.phone, touch: true };
