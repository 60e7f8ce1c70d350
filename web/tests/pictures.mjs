// SPDX-License-Identifier: MIT
// node pictures.mjs: makes the pictures of the page that README and docs show, docs/pictures/
// page-*.png. They are looked at by people and not compared: fonts differ.
import { join } from "node:path";
import { launch, newPage, openGame, root, serveFolder } from "./harness.mjs";

const folder = join(root, "docs/pictures");
const browser = await launch();
const server = await serveFolder();

async function picture(name, words, { size, dark = false, panel, before }) {
    const page = await newPage(browser, server.address, { size, dark });
    await page.addInitScript((open) => {
        const all = ["grid", "moves", "why", "graph", "table", "theorem"];
        const wish = open ? Object.fromEntries(all.map((id) => [id, id === open])) : null;
        if (wish && location.protocol !== "about:")
            localStorage.setItem("bouton.panels", JSON.stringify(wish));
    }, panel);
    await openGame(page, server.address, words);
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(1000);
    if (before) await before(page);
    const what = panel ? page.locator(`#panel-${panel}`) : page;
    await what.screenshot({ path: join(folder, `${name}.png`) });
    await page.close();
}

await picture("page-nim", "nim 3,4,6", { size: { width: 1200, height: 900 } });
await picture("page-phone", "staircase 2,0,5,1", { size: { width: 390, height: 844 }, dark: true });
await picture("page-graph", "nim 2,3,3", { size: { width: 1200, height: 1200 }, panel: "graph" });
await picture("page-theorem", "games/power-of-two.game 12", {
    size: { width: 1200, height: 1200 },
    panel: "theorem",
    before: async (page) => {
        await page.click("#panel-theorem button.primary");
        await page.waitForSelector("#panel-theorem :text('PROVED')");
    },
});
await browser.close();
server.close();
