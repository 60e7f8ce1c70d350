// SPDX-License-Identifier: MIT
// bouton.html, the page in one file, opened from a disk: it plays, draws and proves without
// asking for anything, not even for another file.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { check, pageFolder, same } from "./harness.mjs";

const file = pathToFileURL(join(pageFolder, "bouton.html")).href;

function listen(page) {
    const asked = [];
    page.on("request", (request) => {
        const url = request.url();
        if (url.split("#")[0] !== file && !/^(data|blob):/.test(url)) asked.push(url);
    });
    return asked;
}

export async function one_file_plays_draws_and_proves({ page }) {
    const asked = listen(page);
    await page.goto(file);
    await page.waitForSelector(".card");
    await page.goto(`${file}#nim%203,4,6`);
    await page.waitForSelector(".game");
    await page.fill(".typed-move input", "to 2,4,6");
    await page.press(".typed-move input", "Enter");
    await page.waitForFunction(() => !/^#nim%203,4,6/.test(location.hash));
    await page.click("#panel-graph > summary");
    await page.waitForSelector("#panel-graph svg");
    await page.click("#panel-theorem > summary");
    await page.waitForSelector("#rules-text");
    await page.getByRole("button", { name: "Prove", exact: true }).click();
    await page.waitForSelector("#panel-theorem .badge-PROVED");
    same(asked, [], "requests");
}

export async function own_rules_come_with_the_link_of_one_file({ page }) {
    const asked = listen(page);
    await page.goto(`${file}#nim%203,4`);
    await page.waitForSelector(".game");
    await page.click("#panel-theorem > summary");
    await page.fill("#rules-text", "game mine\nvars x\nmove x - x' in {1,2}\n");
    await page.getByRole("button", { name: "Play by these rules" }).click();
    await page.waitForFunction(() => location.hash.includes("own.game="));
    const address = page.url();
    await page.goto("about:blank");
    await page.goto(address);
    await page.waitForSelector("#rules-text");
    check((await page.inputValue("#rules-text")).startsWith("game mine\n"), "the text is there");
    same(asked, [], "requests");
}

export async function the_page_of_many_files_names_this_one({ page }) {
    await page.goto(pathToFileURL(join(pageFolder, "index.html")).href);
    const said = await (await page.waitForSelector(".refusal p")).textContent();
    check(/not be loaded: a browser.*bouton\.html beside it/.test(said), `from a disk: ${said}`);
}

export async function licences_are_in_the_file({ page }) {
    const want = readFileSync(join(pageFolder, "THIRD-PARTY.txt"), "utf8");
    await page.goto(file);
    await page.getByRole("link", { name: "Licences" }).click();
    await page.waitForFunction(() => document.contentType === "text/plain");
    same(await page.evaluate(() => document.body.innerText.trim()), want.trim(), "licences");
}
