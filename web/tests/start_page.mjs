// SPDX-License-Identifier: MIT
// The start page: every game has a card with its picture, can be found and opened; typed
// rules are refused with the engine's sentence; keyboard, phone, light and dark.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { check, newPage, root, run, same, sizes } from "./harness.mjs";

const axe = readFileSync(join(root, "web/node_modules/axe-core/axe.min.js"), "utf8");

async function start(page, address) {
    await page.goto("about:blank");
    await page.goto(address);
    await page.waitForSelector('.card [data-game="nim"]');
}

const cardIds = (page) =>
    page.$$eval(".card [data-game]", (cards) => cards.map((c) => c.dataset.game));

/** The rule sets and the games of games/, without the one that is only a way to others. */
async function allGames() {
    const games = JSON.parse((await run(["games", "--json"])).out);
    const files = readdirSync(join(root, "games")).filter((n) => n.endsWith(".game"));
    same(games.filter((g) => g.text).map((g) => `${g.name}.game`).sort(), files.sort(), "games/");
    return games.map((g) => (g.text ? g.usage : g.name)).filter((n) => n !== "game");
}

export async function everyGameHasACard({ page, address }) {
    await start(page, address);
    const want = [...(await allGames()), "own", "graph-editor"];
    same((await cardIds(page)).sort(), want.sort(), "cards");
    const about = await page.textContent(".welcome p");
    check(/Nim/.test(about) && /prove/.test(about), `says what Bouton is: ${about}`);
    const pictures = await page.$$eval(".card svg", (all) => all.map((s) => s.getAttribute("aria-hidden")));
    check(pictures.length === want.length && pictures.every((h) => h === "true"), "pictures are hidden");
}

export async function picturesAreDrawnFromTheEngine({ page, address }) {
    await start(page, address);
    await page.waitForFunction(() =>
        [...document.querySelectorAll(".card svg")].every((s) => s.childElementCount > 0),
    );
    const answer = await run(["table", "game:wythoff", "0..15,0..15", "--json"]);
    const lost = JSON.parse(answer.out).labels.join("").split("P").length - 1;
    const drawn = await page.getAttribute('[data-game="game:wythoff"] .map-p', "d");
    same(drawn.split("M").length - 1, lost, "P-positions of Wythoff's game in the picture");
    same(await page.locator('[data-game="nim"] ellipse').count(), 3 + 4 + 6, "chips of Nim");
    same(await page.locator('[data-game="kayles"] circle').count(), 7, "pins of Kayles");
    same(await page.locator('[data-game="lim"] ellipse').count(), 3 + 4 + 6, "chips of Lim");
    const graph = JSON.parse((await run(["graph", "graph:examples/teaser.dot", "A", "--json"])).out);
    same(await page.locator('[data-game="graph"] .arrow').count(), graph.edges.length, "arrows");
}

export async function searchFindsAndCounts({ page, address }) {
    await start(page, address);
    const all = (await allGames()).length;
    same(await page.textContent(".search [role=status]"), `${all} games`, "count of all");
    await page.fill(".search input", "fibonacci");
    const found = await cardIds(page);
    check(found.includes("fibonacci-nim"), `fibonacci finds ${found}`);
    check(found.includes("dynamic"), "the help of dynamic speaks of Fibonacci");
    check(!found.includes("nim"), "Nim does not");
    same(await page.textContent(".search [role=status]"), `${found.length} of ${all} games`, "count");
    await page.fill(".search input", "misere");
    const plain = await cardIds(page);
    await page.fill(".search input", "Misère");
    same(await cardIds(page), plain, "with and without the accent");
    check(plain.length > 7, `misere finds ${plain}`);
    await page.fill(".search input", "xyzzy");
    same((await cardIds(page)).length, 0, "cards for nonsense");
    await page.click(".none button");
    same((await cardIds(page)).length, all + 2, "cards after clearing");
}

export async function everyCardOpensItsGame({ page, address }) {
    await start(page, address);
    for (const id of await allGames()) {
        const link = page.locator(`[data-game="${id}"]`);
        const words = await link.locator("code").textContent();
        await link.click();
        await page.waitForSelector(".game, .not-opened");
        same(await page.locator(".not-opened").count(), 0, `${id} is opened`);
        const title = await page.title();
        check(title.includes(words.split(" ").at(-1)), `${id}: title ${title} has ${words}`);
        await page.goto(address + "#");
        await page.waitForSelector(`[data-game="${id}"]`);
    }
}

export async function ownRulesCanBeWritten({ page, address }) {
    await start(page, address);
    await page.click('[data-game="own"]');
    await page.waitForFunction(() => document.activeElement.id === "rules-text");
    check(await page.locator("#rules-text").isVisible(), "the text of the rules is there");
    await page.click("text=Hide the answers");
    await page.waitForSelector("#rules-text", { state: "detached" });
    await page.click("text=Change the rules");
    await page.waitForFunction(() => document.activeElement.id === "rules-text");
    check(await page.locator("#rules-text").isVisible(), "and again from above the board");
}

export async function ownRulesTravelInTheLink({ browser, page, address }) {
    await start(page, address);
    const link = page.locator('[data-game="own"]');
    await page.waitForFunction(() => document.querySelector('[data-game="own"]').hash.length > 20);
    const href = await link.getAttribute("href");
    check(/own\.game=[\w-]{20,}/.test(href), `the link has the text: ${href}`);
    const other = await newPage(browser, address);
    await other.goto(address + href);
    await other.waitForSelector(".game");
    check((await other.title()).startsWith("game:own.game 5,3"), `opened: ${await other.title()}`);
    await other.close();
    same(await page.getAttribute('[data-game="graph-editor"]', "href"), "#graph-editor", "editor");
}

export async function aLinkThatWasCutOffSaysSo({ browser, page, address }) {
    await start(page, address);
    await page.waitForFunction(() => document.querySelector('[data-game="own"]').hash.length > 20);
    const href = await page.getAttribute('[data-game="own"]', "href");
    const packed = href.length - href.indexOf("=");
    for (const cut of [12, packed - 1, packed, packed + 5]) {
        const other = await newPage(browser, address);
        await other.goto(address + href.slice(0, -cut));
        const said = await (await other.waitForSelector(".not-opened .refusal p")).textContent();
        check(/cut off/.test(said), `without ${cut} characters: ${said}`);
        // Nor are other rules taken for these, that have the same name here.
        if (cut === 12) {
            await start(other, address);
            await other.evaluate((h) => (location.hash = h), href.slice(0, -cut));
            await other.waitForSelector(".not-opened .refusal");
        }
        await other.close();
    }
}

export async function wishesGoIntoTheLinks({ page, address }) {
    await start(page, address);
    const href = () => page.getAttribute('[data-game="nim"]', "href");
    same(await href(), "#nim%203,4,6", "as it is");
    await page.selectOption(".wish select >> nth=0", "misere");
    await page.selectOption(".wish select >> nth=1", "neighbour");
    await page.waitForFunction(() => /misere.*neighbour/.test(document.querySelector('[data-game="nim"]').hash));
    same(await href(), "#nim/misere%203,4,6%20--neighbour", "misère with a neighbour");
    await page.click('[data-game="nim"]');
    await page.waitForSelector(".game");
    check((await page.title()).startsWith("nim/misere 3,4,6"), await page.title());
}

export async function badRulesSayWhatIsWrong({ page, address }) {
    await start(page, address);
    for (const line of ["nimm 3,4", "nim 3,x", "subtraction 5", "nim 3 + "]) {
        await page.fill(".typed input", line);
        await page.waitForSelector(".typed .refusal", { state: "detached" });
        await page.click(".typed button[type=submit]");
        const said = (await page.waitForSelector(".typed .refusal p")).textContent();
        const want = (await run(["solve", ...line.trim().split(" ")])).err.replace(/^bouton: /, "").trim();
        const got = await said;
        if (line !== "nim 3 + ") same(got, want, `the sentence for '${line}'`);
        check(got.length > 20, `a sentence for '${line}'`);
        same(await page.inputValue(".typed input"), line, "the line stays");
        check(await page.isVisible(".start"), "the page stays");
        await page.fill(".typed input", "");
    }
    await page.fill(".typed input", "nimm 3,4");
    await page.waitForSelector(".typed .refusal", { state: "detached" });
    await page.press(".typed input", "Enter");
    check(/did you mean 'nim'/.test(await page.textContent(".typed .refusal")), "did you mean");
}

export async function typedByKeyboard({ page, address }) {
    await start(page, address);
    await page.focus(".typed input");
    await page.keyboard.type("moore");
    const options = page.locator(".suggestions [role=option]");
    check((await options.count()) >= 3, "examples of Moore's Nim are suggested");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const second = await options.nth(1).locator("code").textContent();
    const active = await page.getAttribute(".typed input", "aria-activedescendant");
    same(active, await options.nth(1).getAttribute("id"), "the second is active");
    await page.keyboard.press("Enter");
    same(await page.inputValue(".typed input"), second, "taken over");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".game");
    check((await page.title()).startsWith(second), `${await page.title()} is ${second}`);
}

export async function pastedCommandLineOpens({ page, address }) {
    await start(page, address);
    await page.fill(".typed input", "$ bouton solve nim 3,4 + subtraction:1,2 8");
    await page.press(".typed input", "Enter");
    await page.waitForSelector(".game");
    check((await page.title()).startsWith("nim 3,4 + subtraction:1,2 8"), await page.title());
}

export async function linesAreReadAsMeant({ page, address }) {
    for (const [line, want] of [
        ["Nim 3,4", "nim 3,4"],
        ["nim 3, 4, 5", "nim 3,4,5"],
        ["nim 3 4 5", "nim 3,4,5"],
        ["nim [3, 4, 6] --neighbour", "nim 3,4,6"],
        ["dynamic 44 : 43", "dynamic 44:43"],
        ["Nim 3 4 + Subtraction:1,3 7", "nim 3,4 + subtraction:1,3 7"],
        ["nim [1; 2; 3]", "nim 1,2,3"],
        ["nim '1 2 3'", "nim 1,2,3"],
        ["nim(3, 4, 6)", "nim 3,4,6"],
        ["dynamic 40,4", "dynamic 40:4"],
        ["subtraction:{1, 3, 4} 10", "subtraction:1,3,4 10"],
        ["nim/mis\u00e8re 3,4", "nim/misere 3,4"],
        ["nim/mise\u0300re 3,4", "nim/misere 3,4"],
        ["wythoff 3,5", "wythoff 3,5"],
        ["Wythoff(3,5)", "wythoff 3,5"],
        ["games/wythoff.game 3,5", "game:games/wythoff.game 3,5"],
        ["fibonacci-nim/misere 7 6", "fibonacci-nim/misere 7,6"],
        ["game:dynamic 7,6", "game:dynamic 7,6"],
        ["misère nim 3,4", "nim/misere 3,4"],
        ["nim 3,4 misere", "nim/misere 3,4"],
    ]) {
        await start(page, address);
        await page.fill(".typed input", line);
        await page.press(".typed input", "Enter");
        await page.waitForSelector(".game, .typed .refusal");
        check((await page.title()).startsWith(`${want} ·`), `'${line}': ${await page.title()}`);
        await page.goto("about:blank");
        await page.goto(address + "#" + encodeURI(line));
        await page.waitForSelector(".game, .not-opened");
        check((await page.title()).startsWith(`${want} ·`), `#${line}: ${await page.title()}`);
    }
}

export async function foundByKeyboard({ page, address }) {
    await start(page, address);
    await page.focus(".search input");
    await page.keyboard.type("wythoff");
    await page.keyboard.press("ArrowDown");
    const focus = await page.evaluate(() => document.activeElement.dataset.game);
    check(focus !== undefined, "the arrow goes to a card");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".game");
}

async function violations(page, where) {
    await page.evaluate(axe);
    const found = await page.evaluate(async (part) => {
        const result = await window.axe.run({ include: [part] });
        return result.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join("; ")}`);
    }, where);
    same(found, [], "violations");
}

async function looksRight(page, address) {
    await start(page, address);
    await violations(page, ".start");
    await page.focus(".typed input");
    await page.keyboard.type("nim");
    await page.waitForSelector(".suggestions");
    await violations(page, ".start");
}

export async function accessibleInLight({ page, address }) {
    await looksRight(page, address);
}

export async function accessibleInDark({ page, address }) {
    await looksRight(page, address);
}
accessibleInDark.options = { dark: true };

export async function fitsAPhone({ page, address }) {
    await start(page, address);
    await page.fill(".typed input", "nimm 3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25");
    await page.press(".typed input", "Enter");
    await page.waitForSelector(".typed .refusal");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    same(wide, sizes.phone.width, "width of the page");
    await violations(page, ".start");
}
fitsAPhone.options = { size: sizes.phone, touch: true };
