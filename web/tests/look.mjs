// SPDX-License-Identifier: MIT
// node look.mjs FOLDER NAME WORDS [phone|laptop|projector] [dark] [open=graph,table] [full]:
// a screenshot of the page at #WORDS, to be looked at by a person.
import { join } from "node:path";
import { launch, newPage, serveFolder, sizes } from "./harness.mjs";

const [folder, name, words, ...more] = process.argv.slice(2);
const size = sizes[more.find((m) => m in sizes) ?? "laptop"];
const open = more.find((m) => m.startsWith("open="))?.slice(5).split(",") ?? [];
const browser = await launch();
const server = await serveFolder();
const page = await newPage(browser, server.address, { size, dark: more.includes("dark") });
await page.goto(server.address + "#" + encodeURI(words));
await page.waitForTimeout(800);
for (const panel of open) await page.click(`#panel-${panel} > summary`);
if (open.length) await page.waitForTimeout(1500);
await page.screenshot({ path: join(folder, `${name}.png`), fullPage: more.includes("full") });
await browser.close();
server.close();
