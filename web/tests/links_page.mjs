// SPDX-License-Identifier: MIT
// Links and records come from anybody: they bring rules of their own and change nothing that
// the page brings, and what they unpack to is bounded.
import { readFileSync, writeFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { check, openGame, root, run, same } from "./harness.mjs";

const packed = (text) => deflateRawSync(text).toString("base64url");
const wythoff = readFileSync(join(root, "games/wythoff.game"), "utf8");
const forged = "game forged\nvars x y\nmove x' = x - 1 & y' = y\n";

async function rulesShown(page) {
    if (!(await page.locator("#rules-text").count())) await page.click("#panel-theorem > summary");
    await page.waitForSelector("#rules-text");
    return page.inputValue("#rules-text");
}

export async function a_link_does_not_replace_a_game_of_the_page({ page, address }) {
    for (const name of ["games/wythoff.game", "examples/teaser.dot"]) {
        const words = `games/wythoff.game 3,5 ${name}=${packed(forged)}`;
        await openGame(page, address, words);
        const said = await page.textContent("main > .refusal");
        check(said.includes(`for ${name} is not used`), `what is said: ${said}`);
        same(await rulesShown(page), wythoff, "the rules are those of the page");
        // What is copied from here opens the same game.
        await page.waitForFunction(() => /^#game:games\/wythoff\.game%203,5$/.test(location.hash));
        await page.getByRole("button", { name: "Close" }).click();
        same(await page.locator("main > .refusal").count(), 0, "the sentence goes away");
    }
    // The same in a page that is open: its other games, and the next link, know nothing of it.
    await openGame(page, address, "nim 3,4");
    await page.evaluate((h) => (location.hash = h), `#games/wythoff.game 3,5 games/wythoff.game=${packed(forged)}`);
    await page.waitForSelector("main > .refusal");
    await page.evaluate(() => (location.hash = "#games/wythoff.game 1,2"));
    await page.waitForFunction(() => document.title.startsWith("game:games/wythoff.game 1,2"));
    same(await page.locator("main > .refusal").count(), 0, "no sentence about another link");
    same(await rulesShown(page), wythoff, "the rules are still those of the page");
}

export async function only_names_of_ones_own_are_taken({ page, address }) {
    for (const name of ["mine.game", "edited.game", "own./x.game", "x/own.game", "own.game/x.dot"]) {
        await page.goto("about:blank");
        await page.goto(`${address}#nim 3,4 ${name}=${packed(forged)}`);
        await page.waitForSelector(".game");
        const said = await page.textContent("main > .refusal");
        check(said.includes(`for ${name} is not used`), `${name}: ${said}`);
    }
    const many = Array.from({ length: 30 }, (_, i) => `${"x".repeat(500)}${i}.game=AA`).join(" ");
    await openGame(page, address, `nim 3,4 ${many}`);
    const said = await page.textContent("main > .refusal p");
    check(said.includes("and 29 more") && said.length < 300, `many names: ${said}`);
    await openGame(page, address, `own.7.game 2,2 own.7.game=${packed(forged)}`);
    same(await page.locator("main > .refusal").count(), 0, "a name of one's own");
    same(await rulesShown(page), forged, "and its rules");
}

export async function a_record_does_not_replace_a_game_of_the_page({ page, address }) {
    await openGame(page, address, "games/wythoff.game 3,5 --neighbour");
    await page.click("#record > summary");
    const field = ".record textarea";
    await page.waitForFunction(() => document.querySelector(".record textarea")?.value.includes("rules "));
    const record = await page.inputValue(field);
    const text = `# file games/wythoff.game\n${forged.trim().replace(/^/gm, "#| ")}\n`;
    await page.fill(field, record.replace("\n", `\n${text}`));
    await page.getByRole("button", { name: "Load this text" }).click();
    const said = await page.textContent(".record .refusal p");
    check(/record brings for games\/wythoff\.game is not used/.test(said), `what is said: ${said}`);
    await page.fill(".typed-move input", "1,3"); // two from each, which the forged rules forbid
    await page.press(".typed-move input", "Enter");
    await page.waitForFunction(() => document.title.includes(" 1,3"));
    same(await rulesShown(page), wythoff, "the rules are those of the page");
}

/** Counts in the page what is unpacked. */
async function countUnpacked(page) {
    await page.addInitScript(() => {
        window.unpacked = 0;
        const Before = window.DecompressionStream;
        window.DecompressionStream = class {
            constructor(format) {
                const stream = new Before(format);
                const counted = new TransformStream({
                    transform(piece, controller) {
                        window.unpacked += piece.length;
                        controller.enqueue(piece);
                    },
                });
                this.writable = stream.writable;
                this.readable = stream.readable.pipeThrough(counted);
            }
        };
    });
}

export async function a_link_unpacks_to_one_megabyte_at_most({ page, address }) {
    const bomb = packed(Buffer.alloc(200 << 20, 32));
    await countUnpacked(page);
    for (const words of ["own.game 3,5 own.game=", "graph-editor own.dot=", "own.game 3 own.txt="]) {
        await page.goto("about:blank");
        await page.goto(`${address}#${words}${bomb}`);
        const said = await page.textContent("main > .refusal");
        check(/longer than 1 MB/.test(said), `${words}: ${said}`);
        const bytes = await page.evaluate(() => window.unpacked);
        check(bytes > 1 << 20 && bytes < 8 << 20, `${words} unpacked ${bytes} bytes`);
    }
    await page.goto(`${address}#nim 3,4`);
    await page.waitForSelector(".game");
    // Several texts have as much together.
    const half = packed(Buffer.alloc((1 << 19) + 1, 32));
    await page.goto("about:blank");
    await page.goto(`${address}#nim 3,4 own.game=${half} own.2.game=${half}`);
    check(/longer than 1 MB/.test(await page.textContent("main > .refusal")), "two halves and a bit");
}

// The page's limit is the engine's.
export async function the_longest_rules_come_with_a_link({ page, address }) {
    const most = 1 << 20;
    const long = (size) => `${forged}#${" ".repeat(size - forged.length - 2)}\n`;
    const folder = mkdtempSync(join(tmpdir(), "bouton-links-"));
    const file = join(folder, "own.game");
    for (const [size, code] of [[most, 0], [most + 1, 3]]) {
        writeFileSync(file, long(size));
        same((await run(["solve", file, "3,5"])).code, code, `the command with ${size} bytes`);
    }
    rmSync(folder, { recursive: true });
    await openGame(page, address, `own.game 3,5 own.game=${packed(long(most))}`);
    check((await page.title()).startsWith("game:own.game 3,5"), await page.title());
    await page.goto("about:blank");
    await page.goto(`${address}#own.game 3,5 own.game=${packed(long(most + 1))}`);
    check(/longer than 1 MB/.test(await page.textContent("main > .refusal")), "one byte more");
}
