// SPDX-License-Identifier: MIT
// The graph panel: the same nodes, arrows and letters as the command, and everything that can
// be done with them by mouse and by keyboard.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { check, newPage, openGame, root, run, same, sizes } from "./harness.mjs";

const axe = readFileSync(join(root, "web/node_modules/axe-core/axe.min.js"), "utf8");

async function openGraph(page, address, words) {
    await openGame(page, address, words);
    if (!(await page.$("#panel-graph[open]"))) await page.click("#panel-graph > summary");
    await page.waitForSelector("#panel-graph .graph-node");
}

async function graphOf(...words) {
    return JSON.parse((await run(["graph", ...words, "--json"])).out);
}

/** The boxes of the page: position, letter and value, and what a screen reader says. */
function boxes(page) {
    return page.$$eval("#panel-graph .graph-node", (all) =>
        all.map((g) => [
            g.querySelector("text").textContent,
            g.querySelector(".graph-letter")?.textContent ?? "",
            g.getAttribute("aria-label"),
        ]),
    );
}

const pathCount = (page, kind) =>
    page.$eval(
        `#panel-graph .${kind} .graph-line`,
        (p) => p.getAttribute("d").split("M").length - 1,
    );

const ready = (page, count) =>
    page.waitForFunction(
        (n) => document.querySelectorAll("#panel-graph .graph-node").length === n,
        count,
    );

async function sameAsCommand(page, words) {
    const graph = await graphOf(...words);
    await ready(page, graph.nodes.length);
    const value = (n) => (n.loopy ? `∞{${n.loopy.infinity.join(",")}}` : n.grundy);
    same(
        (await boxes(page)).map(([position, letter]) => [position, letter]),
        graph.nodes.map((n) => [
            n.position,
            graph.play === "normal" ? `${n.outcome} ${value(n)}` : n.outcome,
        ]),
        `the boxes of ${words.join(" ")}`,
    );
    const wins = graph.edges.filter((e) => e.winning).length;
    const plain = graph.edges.length - wins;
    if (wins > 0) same(await pathCount(page, "graph-wins"), wins, "bold arrows");
    if (plain > 0) same(await pathCount(page, "graph-plain"), plain, "other arrows");
}

export async function nodes_arrows_letters({ page, address }) {
    await openGraph(page, address, "nim 1,2");
    await sameAsCommand(page, ["nim", "1,2", "--merge"]);
    await page.uncheck("#panel-graph >> text=Draw positions once");
    await sameAsCommand(page, ["nim", "1,2"]);
    await page.uncheck("#panel-graph >> text=Grundy values");
    same((await boxes(page))[0].slice(0, 2), ["1,2", "N"], "without values");
}

export async function merged_345({ page, address }) {
    await openGraph(page, address, "nim 3,4,5");
    await sameAsCommand(page, ["nim", "3,4,5", "--merge"]);
    same((await boxes(page)).length, 48, "boxes of nim 3,4,5");
    const told = await page.textContent("#panel-graph .graph-count");
    check(told.includes("drawn once"), `says that equal positions are drawn once: ${told}`);
}

export async function other_rules({ page, address }) {
    for (const words of [
        ["graph:examples/teaser.dot", "A"],
        ["graph:examples/teaser.dot", "H"],
        ["nim", "1", "+", "subtraction:1,2", "2"],
        ["nim/misere", "1,2"],
        ["games/wythoff.game", "2,1"],
        ["staircase", "1,1"],
    ]) {
        await openGraph(page, address, words.join(" "));
        await page.waitForFunction(
            (label) =>
                document
                    .querySelector("#panel-graph .graph-box")
                    .getAttribute("aria-label")
                    .endsWith(label),
            words.filter((_, i) => i % 3 === 1).join(" + "),
        );
        await sameAsCommand(page, [...words, "--merge"]);
    }
}

export async function click_goes_there({ page, address }) {
    await openGraph(page, address, "nim 2,0,1 --neighbour");
    await ready(page, 5);
    // 1,1 is an option: it is played, as the option that the rules know
    await page.click('#panel-graph .graph-node[data-node="2"]');
    await page.waitForFunction(() => decodeURI(location.hash).startsWith("#nim 1,0,1"));
    await ready(page, 3);
    check(await page.isVisible("#panel-graph .graph-here"), "the current position is framed");
    same((await boxes(page))[0][0], "1,1", "the graph begins where play stands");
    // what is further down is put on the board
    await openGraph(page, address, "nim 1,2 --neighbour");
    await ready(page, 5);
    await page.click('#panel-graph .graph-node[data-node="4"]');
    await page.waitForFunction(() => decodeURI(location.hash).startsWith("#nim 0"));
    await ready(page, 1);
}

export async function against_the_computer_a_click_goes_there_too({ page, address }) {
    for (const options of ["", " --level slips --first computer"]) {
        await openGraph(page, address, `nim 1,2,3${options}`);
        const names = await page.$$eval("#panel-graph .graph-node", (all) =>
            all.map((g) => [g.querySelector("text").textContent, g.dataset.node]),
        );
        // the first is an option of the position
        const [to, node] = names[1];
        await page.click(`#panel-graph .graph-node[data-node="${node}"]`);
        await page.waitForFunction(
            (name) => document.querySelector("#panel-graph .graph-node text").textContent === name,
            to,
        );
        const hash = decodeURI(await page.evaluate(() => location.hash));
        check(!/--first|--neighbour/.test(hash), `the person is to move: ${hash}`);
        same(/--level slips/.test(hash), options !== "", `the same opponent: ${hash}`);
    }
}

export async function hover_shows_moves({ page, address }) {
    await openGraph(page, address, "nim 1,2");
    await ready(page, 5);
    await page.hover('#panel-graph .graph-node[data-node="0"]');
    same(await pathCount(page, "graph-shown"), 3, "arrows of the box under the pointer");
    const told = await page.textContent("#panel-graph .graph-told");
    check(told.includes("Winning: 1,1") && told.includes("Leads to 2; 1,1; 1"), `told: ${told}`);
}

export async function keyboard_walk({ page, address }) {
    await openGraph(page, address, "nim 1,2 --neighbour");
    await ready(page, 5);
    const tabs = await page.$$eval(
        "#panel-graph .graph-node",
        (all) => all.filter((g) => g.tabIndex === 0).length,
    );
    same(tabs, 1, "boxes that the Tab key stops at");
    const here = () =>
        page.evaluate(() => document.activeElement.querySelector("text")?.textContent ?? null);
    await page.focus("#panel-graph .graph-box");
    await page.keyboard.press("Tab");
    same(await here(), "1,2", "the first box");
    await page.keyboard.press("ArrowDown");
    same(await here(), "1,1", "down goes along the winning arrow");
    await page.keyboard.press("ArrowLeft");
    same(await here(), "2", "left in the row");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    same(await here(), "1", "down again");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Home");
    same(await here(), "1,2", "Home is the start");
    const label = await page.evaluate(() => document.activeElement.getAttribute("aria-label"));
    check(/1,2 N 3.*Where you are.*N-position.*Winning: 1,1/.test(label), `spoken: ${label}`);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => decodeURI(location.hash).startsWith("#nim 1,1"));
}

export async function stepping({ page, address }) {
    await openGraph(page, address, "nim 1,2");
    const { rounds } = await graphOf("nim", "1,2", "--merge", "--steps");
    const said = () => page.textContent("#panel-graph .graph-round [role=status]");
    const letters = async () => (await boxes(page)).filter(([, letter]) => letter !== "").length;
    await page.click("text=Uncoloured");
    await page.waitForFunction(() => !document.querySelector("#panel-graph .graph-letter"));
    same(await letters(), 0, "letters at first");
    let done = 0;
    for (const round of rounds) {
        await page.click("text=Next round");
        await page.waitForSelector(`#panel-graph .graph-round >> text=Round ${round.round}:`);
        done += round.boxes.length;
        check(
            (await said()).includes(round.text),
            `the words of round ${round.round}: ${await said()}`,
        );
        same(await letters(), done, `letters after round ${round.round}`);
        same(
            await page.$$eval(".graph-fresh", (all) => all.length),
            round.boxes.length,
            "framed boxes",
        );
        const reasons = await page.textContent("#panel-graph .graph-reasons");
        for (const box of round.boxes)
            check(reasons.includes(box.reason), `the reason of ${box.position}`);
    }
    check(await page.isDisabled("text=Next round"), "no round behind the last");
    await page.click("text=Round back");
    await page.waitForSelector(`#panel-graph .graph-round >> text=Round ${rounds.length - 1}:`);
    await page.click("text=All coloured");
    await page.waitForFunction(
        () => document.querySelectorAll("#panel-graph .graph-letter").length === 5,
    );
    // a draw is a round of its own
    await openGraph(page, address, "graph:examples/teaser.dot A");
    await page.click("text=Next round");
    await page.waitForSelector("#panel-graph .graph-round >> text=Round 1:");
    const last = (await graphOf("graph:examples/teaser.dot", "A", "--steps")).rounds.at(-1);
    for (let i = 1; i < last.round; i++) await page.click("text=Next round");
    await page.waitForSelector(`#panel-graph .graph-round >> text=Round ${last.round}:`);
    check((await said()).includes(last.text), "the words about draws");
}

export async function stepping_through_values({ page, address }) {
    for (const [rules, position, ...more] of [
        ["nim", "1,2", "--merge"],
        ["graph:examples/teaser.dot", "A"],
    ]) {
        await openGraph(page, address, `${rules} ${position}`);
        await page.check("#panel-graph >> text=Rounds of Grundy values");
        const { rounds } = await graphOf(rules, position, ...more, "--steps", "--labels", "grundy");
        await page.click("text=Uncoloured");
        await page.waitForFunction(() => !document.querySelector("#panel-graph .graph-letter"));
        const values = () => page.$$eval("#panel-graph .graph-letter", (all) => all.map((t) => t.textContent));
        const want = [];
        for (const round of rounds) {
            await page.click("text=Next round");
            await page.waitForSelector(`#panel-graph .graph-round >> text=Round ${round.round}:`);
            const said = await page.textContent("#panel-graph .graph-round");
            check(said.includes(round.text), `the words of round ${round.round}: ${said}`);
            for (const box of round.boxes) {
                check(said.includes(box.reason), `the reason of ${box.position}`);
                want.push(box.loopy ? `∞{${box.loopy.infinity}}` : `${box.grundy}`);
            }
            same((await values()).sort(), [...want].sort(), `values after round ${round.round}`);
        }
        check((await page.textContent("#panel-graph .graph-round")).includes("its value now"), "the end");
        await page.uncheck("#panel-graph >> text=Rounds of Grundy values");
    }
    await openGraph(page, address, "nim/misere 1,2");
    same(await page.locator("text=Rounds of Grundy values").count(), 0, "misère play has no values");
}

export async function cut({ page, address }) {
    await openGraph(page, address, "nim 9,9,9");
    await ready(page, 120);
    const told = await page.textContent("#panel-graph .graph-cut");
    check(told.includes("120 positions, and there are more"), `cut: ${told}`);
    check((await page.$$("#panel-graph .graph-stub")).length > 0, "dots below boxes that go on");
    const above = await page.$eval(
        "#panel-graph .graph-cut",
        (p) => p.compareDocumentPosition(document.querySelector(".graph-box")) & 4,
    );
    check(above, "it is said above the drawing");
    check(told.includes("Only a whole graph"), `why it cannot be stepped: ${told}`);
    check(await page.isDisabled("text=Next round"), "and so the buttons cannot be pressed");
    await page.click("text=Show up to 400");
    await ready(page, 220);
    check((await page.$("#panel-graph .graph-cut")) === null, "then it is whole");
    await page.click("text=Next round");
    await page.waitForSelector("#panel-graph .graph-round >> text=Round 1:");
    // it is cut again in the middle of the rounds
    await page.uncheck("#panel-graph >> text=Draw positions once");
    await page.waitForSelector("#panel-graph .graph-cut");
    same(await page.locator("#panel-graph .refusal").count(), 0, "refusals");
    check(
        (await boxes(page)).every(([, letter]) => letter !== ""),
        "the letters stay",
    );
}

export async function zoom_and_table({ page, address }) {
    await openGraph(page, address, "nim 3,4,5");
    await ready(page, 48);
    const width = () =>
        page.$eval("#panel-graph .graph-box svg", (svg) => svg.getBoundingClientRect().width);
    const first = await width();
    await page.click("[aria-label=Larger]");
    check((await width()) > first * 1.2, "larger by the button");
    await page.focus("#panel-graph .graph-box");
    await page.keyboard.press("-");
    check(Math.abs((await width()) - first) < 2, "smaller by the key");
    await page.hover("#panel-graph .graph-box");
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, -200);
    await page.keyboard.up("Control");
    await page.waitForFunction(
        (w) => document.querySelector(".graph-box svg").getBoundingClientRect().width > w * 1.3,
        first,
    );
    await page.click("#panel-graph >> text=Fit");
    const fits = await page.$eval(
        "#panel-graph .graph-box",
        (box) => box.scrollHeight <= box.clientHeight + 1,
    );
    check(fits, "Fit shows the whole drawing");
    await page.click("text=The graph as a table");
    await page.waitForSelector(".graph-list tbody tr");
    const rows = await page.$$eval(".graph-list tbody tr", (all) => all.map((r) => r.textContent));
    same(rows.length, 48, "rows of the table");
    check(rows[0].includes("1,4,5 (wins)"), `the first row: ${rows[0]}`);
}

export async function pinch({ page, address }) {
    await openGraph(page, address, "nim 3,4,5");
    await ready(page, 48);
    const box = await (await page.$("#panel-graph .graph-box")).boundingBox();
    await page.evaluate((y) => scrollBy(0, y - 100), box.y);
    const now = await (await page.$("#panel-graph .graph-box")).boundingBox();
    const width = () =>
        page.$eval("#panel-graph .graph-box svg", (svg) => svg.getBoundingClientRect().width);
    const before = await width();
    const cdp = await page.context().newCDPSession(page);
    const [x, y] = [now.x + now.width / 2, now.y + now.height / 2];
    const fingers = (type, apart) =>
        cdp.send("Input.dispatchTouchEvent", {
            type,
            touchPoints:
                apart === null
                    ? []
                    : [
                          { x: x - apart, y, id: 0 },
                          { x: x + apart, y, id: 1 },
                      ],
        });
    await fingers("touchStart", 30);
    for (const apart of [40, 50, 60]) await fingers("touchMove", apart);
    await fingers("touchEnd", null);
    await page.waitForFunction(
        (w) =>
            document.querySelector("#panel-graph .graph-box svg").getBoundingClientRect().width >
            w * 1.3,
        before,
    );
    check((await width()) > before * 1.3, "two fingers make it larger");
    same(await page.evaluate(() => visualViewport.scale), 1, "the page itself stays as it is");
}
pinch.options = { touch: true, size: sizes.phone };

async function violations(page, inside) {
    await page.evaluate(axe);
    return page.evaluate(
        async (where) =>
            (await globalThis.axe.run(where)).violations.map(
                (v) =>
                    `${v.id}: ${v.nodes
                        .map((n) => n.html)
                        .slice(0, 3)
                        .join(" ")}`,
            ),
        inside,
    );
}

export async function accessible({ browser, address }) {
    for (const dark of [false, true])
        for (const size of [sizes.laptop, sizes.phone]) {
            const other = await newPage(browser, address, { dark, size });
            await openGraph(other, address, "nim 3,4,5");
            await other.click("text=The graph as a table");
            await other.waitForSelector(".graph-list tbody tr");
            same(
                await violations(other, "#panel-graph"),
                [],
                `axe, ${dark ? "dark" : "light"}, ${size.width}`,
            );
            await other.click("text=Next round");
            await other.waitForSelector("#panel-graph .graph-round >> text=Round 1:");
            same(
                await violations(other, "#panel-graph"),
                [],
                `axe in a round, ${dark ? "dark" : "light"}`,
            );
            const wide = await other.evaluate(
                () => document.documentElement.scrollWidth - innerWidth,
            );
            check(wide <= 0, `the page scrolls ${wide} px to the side at ${size.width}`);
            await other.close();
        }
}
