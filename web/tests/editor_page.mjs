// SPDX-License-Identifier: MIT
// The graph editor: the teaser of the notes is built by mouse, by keyboard and in the list,
// goes out to the command and comes back, is coloured wrongly, checked and stepped through.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, newPage, root, run, same, sizes } from "./harness.mjs";

const axe = readFileSync(join(root, "web/node_modules/axe-core/axe.min.js"), "utf8");
const teaser = "examples/teaser.dot";

async function openEditor(page, address, link = "#graph-editor") {
    await page.goto("about:blank");
    await page.goto(address + link);
    await page.waitForSelector(".editor .graph-box");
}

async function openFiles(page) {
    if (!(await page.$(".editor-files[open]"))) await page.click(".editor-files > summary");
}

async function loadExample(page, name, nodes) {
    await openFiles(page);
    await page.click(`text=${name}`);
    await nodesOn(page, nodes);
}

const nodesOn = (page, count) =>
    page.waitForFunction((n) => document.querySelectorAll(".editor .spot").length === n, count);

// What was in focus is gone; a neighbour gets it in the next frame, and keys before that get lost.
const focusInEditor = (page) =>
    page.waitForFunction(() => document.activeElement?.closest(".editor") !== null);

const spot = (name) => `.editor .spot[data-spot="${name}"]`;

async function middleOf(page, name) {
    const box = await (await page.$(`${spot(name)} .graph-shape`)).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
}

async function drag(page, from, to) {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
    await page.mouse.move(...to);
    await page.mouse.up();
}

/** The DOT text that the editor saves. */
async function saved(page) {
    await openFiles(page);
    const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.click("text=Save DOT"),
    ]);
    same(download.suggestedFilename(), "own.dot", "the name of the file");
    return readFileSync(await download.path(), "utf8");
}

/** What `bouton label` says about a graph text, in any order. */
async function labelled(text) {
    const folder = mkdtempSync(join(tmpdir(), "editor-"));
    const file = join(folder, "own.dot");
    writeFileSync(file, text);
    const { out, err } = await run(["label", file]);
    rmSync(folder, { recursive: true });
    return out.split("\n").sort().join("\n") + err;
}

/** The arrows of a text, as the engine reads it. */
async function arrowsOf(text) {
    const folder = mkdtempSync(join(tmpdir(), "editor-"));
    const file = join(folder, "own.dot");
    writeFileSync(file, text);
    const graph = JSON.parse((await run(["graph", file, "--json"])).out);
    rmSync(folder, { recursive: true });
    return graph.edges
        .map((e) => `${graph.nodes[e.from].position} ${graph.nodes[e.to].position}`)
        .sort();
}

const teaserText = () => readFileSync(join(root, teaser), "utf8");

async function sameAsTeaser(page, how) {
    const text = await saved(page);
    same(
        await labelled(text),
        await labelled(teaserText()),
        `labels of the teaser built by ${how}`,
    );
    same(
        await arrowsOf(text),
        await arrowsOf(teaserText()),
        `arrows of the teaser built by ${how}`,
    );
}

export async function built_by_mouse({ page, address }) {
    await openEditor(page, address);
    const paper = await (await page.$(".editor .graph-box")).boundingBox();
    for (let i = 0; i < 12; i++) {
        await page.mouse.dblclick(
            paper.x + 60 + 110 * (i % 4),
            paper.y + 50 + 120 * Math.floor(i / 4),
        );
        await nodesOn(page, i + 1);
    }
    const arrows = await arrowsOf(teaserText());
    for (const arrow of arrows) {
        const [from, to] = arrow.split(" ");
        await drag(page, await middleOf(page, from), await middleOf(page, to));
        await page.waitForFunction(
            (s) => document.querySelector(".editor-said").textContent === s,
            `Arrow from ${from} to ${to} added.`,
        );
    }
    same(
        await page.$$eval(".editor .graph-hit", (all) => all.length),
        arrows.length,
        "arrows on the paper",
    );
    // dropped on the empty paper a node moves
    const before = await middleOf(page, "A");
    await drag(page, before, [before[0] + 50, before[1] + 60]);
    const after = await middleOf(page, "A");
    check(
        Math.abs(after[0] - before[0] - 50) < 3 && Math.abs(after[1] - before[1] - 60) < 3,
        "A has moved",
    );
    await sameAsTeaser(page, "mouse");
}

export async function built_by_keyboard({ page, address }) {
    await openEditor(page, address);
    await page.focus("text=Add node");
    await page.keyboard.press("Enter");
    await nodesOn(page, 1);
    await page.waitForFunction(() => document.activeElement.getAttribute("data-spot") === "A");
    for (let i = 1; i < 12; i++) {
        await page.keyboard.press("n");
        const name = String.fromCharCode(65 + i);
        await page.waitForFunction(
            (n) => document.activeElement.getAttribute("data-spot") === n,
            name,
        );
    }
    const here = () => page.evaluate(() => document.activeElement.getAttribute("data-spot"));
    const walkTo = async (name) => {
        for (let i = 0; i < 30 && (await here()) !== name; i++)
            await page.keyboard.press((await here()) < name ? "Tab" : "Shift+Tab");
        same(await here(), name, "the Tab key reaches");
    };
    for (const arrow of await arrowsOf(teaserText())) {
        const [from, to] = arrow.split(" ");
        await walkTo(from);
        await page.keyboard.press("c");
        await walkTo(to);
        await page.keyboard.press("Enter");
    }
    await sameAsTeaser(page, "keyboard");
    // moved, renamed and deleted by keys
    await page.focus(spot("L"));
    const before = await middleOf(page, "L");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    check((await middleOf(page, "L"))[0] > before[0] + 20, "L has moved to the right");
    await page.keyboard.press("F2");
    await page.waitForFunction(() => document.activeElement.className === "spot-name");
    await page.keyboard.type("the end");
    await page.keyboard.press("Enter");
    await page.waitForSelector(spot("the end"));
    await page.focus(spot("the end"));
    await page.keyboard.press("Delete");
    await nodesOn(page, 11);
    await focusInEditor(page);
    await page.keyboard.press("Control+z");
    await nodesOn(page, 12);
    await page.keyboard.press("Control+z");
    await page.waitForSelector(spot("L"));
    await page.keyboard.press("Control+z"); // both steps to the right are one
    check(Math.abs((await middleOf(page, "L"))[0] - before[0]) < 2, "L is back");
    await page.keyboard.press("Control+Shift+z");
    await page.keyboard.press("Control+y");
    await page.keyboard.press("Control+y");
    await nodesOn(page, 11);
    check(await page.isDisabled("text=Redo"), "nothing more to redo");
}

export async function edited_in_the_list({ page, address }) {
    await openEditor(page, address);
    for (let i = 0; i < 3; i++) await page.click(".spot-list >> text=Add node");
    await nodesOn(page, 3);
    const connect = async (from, to) => {
        await page.selectOption(".spot-connect select >> nth=0", { label: from });
        await page.selectOption(".spot-connect select >> nth=1", { label: to });
        await page.click("text=Add arrow");
    };
    await connect("A", "B");
    await connect("B", "C");
    await connect("C", "C");
    same(await arrowsOf(await saved(page)), ["A B", "B C", "C C"], "arrows of the list");
    await page.click('[aria-label="Delete the arrow from C to C"]');
    await page.fill('[aria-label="Name of B"]', "A");
    await page.keyboard.press("Enter");
    check(
        (await page.textContent(".editor-said")).includes("Another node has the name A"),
        "a name twice is refused",
    );
    same(await page.inputValue('[aria-label="Name of B"]'), "B", "and the old one stays");
    await page.fill('[aria-label="Name of B"]', "x y");
    await page.keyboard.press("Enter");
    await page.waitForSelector(spot("x y"));
    await page.click('[aria-label="Delete node A"]');
    await nodesOn(page, 2);
    same(await arrowsOf(await saved(page)), ["x y C"], "what is left");
    // an arrow is chosen by a click and deleted by the button
    const hit = await page.$(".editor .graph-hit");
    await hit.dispatchEvent("click");
    await page.click("text=Delete arrow");
    same(await page.$$eval(".editor .graph-hit", (all) => all.length), 0, "arrows");
}

export async function round_trip({ page, address }) {
    await openEditor(page, address);
    await loadExample(page, "The brain teaser", 12);
    same(await labelled(await saved(page)), await labelled(teaserText()), "labels of the example");
    // out, through the terminal, and in again: DOT of Bouton, an edge list, JSON
    const dot = await saved(page);
    const folder = mkdtempSync(join(tmpdir(), "editor-"));
    writeFileSync(join(folder, "own.dot"), dot);
    await run(["graph", join(folder, "own.dot"), "-o", join(folder, "back.dot")]);
    const back = readFileSync(join(folder, "back.dot"), "utf8");
    rmSync(folder, { recursive: true });
    const edges = await arrowsOf(dot);
    const json = JSON.stringify({ edges: edges.map((e) => e.split(" ")) });
    for (const text of [back, edges.join("\n") + "\n", json]) {
        await page.fill(".editor-field textarea", "a b");
        await page.click("text=Draw this");
        await nodesOn(page, 2);
        await page.fill(".editor-field textarea", text);
        await page.click("text=Draw this");
        await nodesOn(page, 12);
        same(await arrowsOf(await saved(page)), edges, `read again from ${text.slice(0, 20)}`);
    }
    // a file, and places that the text brings
    await page.setInputFiles(".editor-file input", {
        name: "own.dot",
        mimeType: "text/plain",
        buffer: Buffer.from(dot),
    });
    await page.waitForFunction(() =>
        document.querySelector(".editor-said").textContent.startsWith("own.dot: 12 nodes"),
    );
    same(await saved(page), dot, "places come back");
}

export async function link_and_play({ page, address, browser }) {
    await openEditor(page, address);
    await loadExample(page, "The roundabout", 5);
    const dot = await saved(page);
    await page.waitForFunction(() => location.hash.includes("own.dot="));
    const link = await page.evaluate(() => location.hash);
    const other = await newPage(browser, address);
    await openEditor(other, address, link);
    await nodesOn(other, 5);
    same(await saved(other), dot, "the drawing of the link");
    // without a graph in the link the drawing stays; with one it is replaced, and undone
    await other.evaluate(() => (location.hash = "#graph-editor"));
    await loadExample(other, "The brain teaser", 12);
    await other.evaluate((hash) => (location.hash = hash), link);
    await nodesOn(other, 5);
    await other.click("text=Undo");
    await nodesOn(other, 12);
    await other.close();
    await page.selectOption(".editor-play select", { label: "x" });
    await page.click("text=Play on this graph");
    await page.waitForSelector(".game");
    const words = await page.evaluate(() => decodeURI(location.hash));
    check(words.startsWith("#graph:own.dot x"), `the address of the game: ${words}`);
    check(words.includes("own.dot="), "the address brings the graph along");
    await page.goBack();
    await page.waitForSelector(".editor");
    await nodesOn(page, 5);
}

export async function bad_text({ page, address }) {
    await openEditor(page, address);
    await loadExample(page, "The roundabout", 5);
    await page.fill(".editor-field textarea", "digraph {\n  a -> b;\n  c -> ;\n}");
    await page.click("text=Draw this");
    const told = await page.textContent(".editor-files .refusal p");
    check(/^line 3, column 8: /.test(told), `the sentence: ${told}`);
    const [line, caret] = (await page.textContent(".editor-files .refusal pre")).split("\n");
    same([line, caret], ["  c -> ;", "       ^"], "the line and the caret");
    same(await page.$$eval(".editor .spot", (all) => all.length), 5, "the drawing stays");
    const many = Array.from({ length: 500 }, (_, i) => `n${i} n${i + 1}`).join("\n");
    await page.fill(".editor-field textarea", many);
    await page.click("text=Draw this");
    await page.waitForSelector(".editor-files .refusal >> text=501 nodes and 500 arrows");
    same(await page.$$eval(".editor .spot", (all) => all.length), 5, "the drawing stays");
    await page.fill(".editor-field textarea", "a b");
    await page.click("text=Draw this");
    await nodesOn(page, 2);
    check((await page.$(".editor-files .refusal")) === null, "the sentence goes");
}

const letterOn = (page, name) =>
    page.$eval(spot(name), (g) => g.querySelector(".graph-letter")?.textContent ?? "");
const saidCheck = (page) => page.$$eval(".editor-said p", (all) => all.map((p) => p.textContent));

export async function colour_and_check({ page, address }) {
    await openEditor(page, address);
    await loadExample(page, "The brain teaser", 12);
    await page.click("text=Colour it yourself");
    check(
        (await page.textContent("#editor-question")) === "Is A winning or losing?",
        "the question",
    );
    // a tap goes through the letters
    for (const want of ["N", "P", "D", ""]) {
        await page.click(spot("L"));
        same(await letterOn(page, "L"), want, "the letter after a tap");
    }
    const right = {
        A: "P",
        B: "N",
        C: "N",
        D: "N",
        E: "P",
        F: "P",
        G: "P",
        H: "D",
        I: "N",
        J: "N",
        K: "D",
        L: "P",
    };
    for (const [name, letter] of Object.entries(right)) {
        if (name === "K") continue;
        await page.focus(spot(name));
        await page.keyboard.press(name === "C" || name === "A" ? "d" : letter.toLowerCase());
    }
    await page.click("text=Check");
    await page.waitForSelector(".spot-verdict");
    const said = await saidCheck(page);
    same(said[0], "9 right, 2 wrong, 1 missing.", "the count");
    same(
        said[1],
        "The first wrong one: C is not D but N: its arrows to F and G lead to P boxes.",
        "the first wrong one",
    );
    same(
        await page.$$eval(".spot-verdict", (all) =>
            all
                .map((v) => v.textContent)
                .sort()
                .join(""),
        ),
        ["✓".repeat(9), "✗✗", "?"].join("").split("").sort().join(""),
        "marks at the nodes",
    );
    const label = await page.getAttribute(spot("C"), "aria-label");
    check(label.includes("wrong"), `spoken at C: ${label}`);
    // another letter takes the verdict away until the next check
    await page.selectOption('[aria-label="Letter of C"]', "N");
    await page.waitForFunction(() => !document.querySelector(".spot-verdict"));
    await page.selectOption('[aria-label="Letter of A"]', "P");
    await page.selectOption('[aria-label="Letter of K"]', "D");
    await page.click("text=Check");
    await page.waitForSelector("text=Everything is right.");
    // under the misère rule other letters are right
    await page.selectOption(".editor-bar select", "misere");
    await page.click("text=Check");
    await page.waitForSelector(
        "text=The first wrong one: L is not P but N: no move is left, so the player to move has won.",
    );
}

export async function steps({ page, address }) {
    await openEditor(page, address);
    await loadExample(page, "The brain teaser", 12);
    await page.click("text=Round by round");
    const { rounds } = JSON.parse((await run(["graph", teaser, "--steps", "--json"])).out);
    let done = 0;
    for (const round of rounds) {
        await page.click("text=Next round");
        await page.waitForSelector(`.graph-round >> text=Round ${round.round}:`);
        done += round.boxes.length;
        const letters = await page.$$eval(".editor .graph-letter", (all) => all.length);
        same(letters, done, `letters after round ${round.round}`);
        for (const box of round.boxes)
            same(await letterOn(page, box.position), box.outcome, `the letter of ${box.position}`);
        check(
            (await page.textContent(".graph-round [role=status]")).includes(round.text),
            "the words of the round",
        );
    }
    check(await page.isDisabled("text=Next round"), "no more rounds");
    await page.click("text=Uncoloured");
    await page.waitForFunction(() => !document.querySelector(".editor .graph-letter"));
}

export async function saved_picture({ page, address }) {
    await openEditor(page, address);
    await loadExample(page, "The roundabout", 5);
    const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.click("text=Save SVG"),
    ]);
    const text = readFileSync(await download.path(), "utf8");
    check(text.startsWith("<svg") && text.includes("http://www.w3.org/2000/svg"), "an SVG file");
    await page.goto("about:blank"); // the page itself would refuse the styles inside
    const count = await page.evaluate((svg) => {
        const picture = new DOMParser().parseFromString(svg, "image/svg+xml");
        return [
            picture.querySelectorAll("text").length,
            picture.querySelectorAll("parsererror").length,
        ];
    }, text);
    same(count, [5, 0], "names in the picture, mistakes");
}

async function violations(page) {
    await page.evaluate(axe);
    return page.evaluate(async () =>
        (await globalThis.axe.run(".editor")).violations.map(
            (v) =>
                `${v.id}: ${v.nodes
                    .map((n) => n.html)
                    .slice(0, 3)
                    .join(" ")}`,
        ),
    );
}

export async function accessible({ browser, address }) {
    for (const dark of [false, true])
        for (const size of [sizes.laptop, sizes.phone]) {
            const page = await newPage(browser, address, { dark, size });
            const where = `${dark ? "dark" : "light"}, ${size.width}`;
            await openEditor(page, address);
            same(await violations(page), [], `axe on the empty paper, ${where}`);
            await loadExample(page, "The brain teaser", 12);
            await page.click(spot("D"));
            await page.fill(".editor-field textarea", "digraph {");
            await page.click("text=Draw this");
            await page.waitForSelector(".editor-files .refusal");
            same(await violations(page), [], `axe while drawing, ${where}`);
            await page.click("text=Colour it yourself");
            await page.click(spot("A"));
            await page.click(spot("L"));
            await page.click("text=Check");
            await page.waitForSelector(".spot-verdict");
            const seen = await page.$eval(".editor-said", (said) => {
                const { top, bottom } = said.getBoundingClientRect();
                return top >= 0 && bottom <= innerHeight && said.textContent.includes("wrong");
            });
            check(seen, `what the check says is in view, ${where}`);
            same(await violations(page), [], `axe after a check, ${where}`);
            await page.click("text=Round by round");
            await page.click("text=Next round");
            await page.waitForSelector(".graph-round >> text=Round 1:");
            same(await violations(page), [], `axe in a round, ${where}`);
            const wide = await page.evaluate(
                () => document.documentElement.scrollWidth - innerWidth,
            );
            check(wide <= 0, `the page scrolls ${wide} px to the side, ${where}`);
            await page.close();
        }
}

export async function by_touch({ page, address }) {
    await openEditor(page, address);
    const paper = await (await page.$(".editor .graph-box")).boundingBox();
    await page.touchscreen.tap(paper.x + 100, paper.y + 100);
    await page.touchscreen.tap(paper.x + 100, paper.y + 100);
    await nodesOn(page, 1);
    await page.touchscreen.tap(paper.x + 250, paper.y + 200);
    await page.touchscreen.tap(paper.x + 250, paper.y + 200);
    await nodesOn(page, 2);
    await page.tap(spot("A"));
    await page.tap("text=Arrow to");
    await page.tap(spot("B"));
    await page.waitForSelector("text=Arrow from A to B added.");
}
by_touch.options = { touch: true, size: sizes.phone };
