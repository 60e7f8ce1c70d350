// SPDX-License-Identifier: MIT
// node run.mjs [NAME...]: runs the browser tests, all of *_page.mjs or those named. Each
// exported function gets { browser, address, page } with a fresh page.
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { check, counts, launch, newPage, serveBouton, setWhere } from "./harness.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const wanted = process.argv.slice(2);
const names = readdirSync(here)
    .filter((n) => n.endsWith("_page.mjs"))
    .filter((n) => wanted.length === 0 || wanted.some((w) => n.startsWith(w)))
    .sort();

const browser = await launch();
const server = await serveBouton();
for (const name of names) {
    const tests = await import(join(here, name));
    for (const [title, test] of Object.entries(tests)) {
        if (typeof test !== "function") continue;
        setWhere(`${name} ${title}`);
        const page = await newPage(browser, server.address, test.options);
        try {
            await test({ browser, address: server.address, page });
        } catch (error) {
            check(false, error.stack ?? String(error));
        }
        await page.close();
    }
}
await browser.close();
server.close();
const { passed, failed } = counts();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
