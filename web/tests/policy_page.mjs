// SPDX-License-Identifier: MIT
// The page forbids what it does not need: in every form in which it comes, scripts that were
// not built into it do not run, and nothing that it does itself is refused.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { check, pageFolder, same, serveFolder } from "./harness.mjs";

/** The forms of the page: [what it is, its address]. */
async function forms(address, use) {
    const plain = await serveFolder();
    try {
        for (const [form, at] of [
            ["bouton serve", address],
            ["bouton serve, one file", `${address}bouton.html`],
            ["another server", plain.address],
            ["another server, one file", `${plain.address}bouton.html`],
            ["from a disk, one file", pathToFileURL(join(pageFolder, "bouton.html")).href],
        ])
            await use(form, at);
    } finally {
        plain.close();
    }
}

/** A page of its own, whose violations are kept and not told as errors of the test. */
async function watched(browser) {
    const context = await browser.newContext({ acceptDownloads: true });
    context.setDefaultTimeout(60000);
    const page = await context.newPage();
    const refused = [];
    await page.exposeFunction("noteRefused", (what) => refused.push(what));
    await page.addInitScript(() =>
        document.addEventListener("securitypolicyviolation", (e) =>
            window.noteRefused(`${e.effectiveDirective} ${e.blockedURI}`),
        ),
    );
    page.on("console", (message) => {
        if (message.type() === "error") refused.push(message.text());
    });
    page.close = () => context.close();
    return { page, refused };
}

const press = (page, name) => page.getByRole("button", { name, exact: true }).first().click();

/** Every part of the page, once. */
async function useAll(page, at) {
    await page.goto(at);
    await page.waitForSelector(".card svg");
    await page.goto(`${at}#nim 3,4,6`);
    await page.waitForSelector(".game");
    for (const panel of ["graph", "table", "theorem"]) await page.click(`#panel-${panel} > summary`);
    await page.waitForSelector("#panel-graph svg");
    await page.waitForSelector("#panel-table table");
    await page.waitForSelector("#rules-text");
    await press(page, "Prove");
    await page.waitForSelector("#panel-theorem .badge-PROVED");
    await page.fill(".typed-move input", "to 2,4,6");
    await page.press(".typed-move input", "Enter");
    await page.waitForFunction(() => !location.hash.startsWith("#nim%203,4,6"));
    await page.getByRole("button", { name: /^Hint/ }).first().click();
    await page.click("#record > summary");
    await page.waitForFunction(() => document.querySelector(".record textarea")?.value.includes("rules "));
    const file = page.waitForEvent("download");
    await page.locator(".record button").first().click();
    await file;
    await page.goto(`${at}#staircase 1,2,3`); // steps and stacks have styles of their own
    await page.waitForSelector(".riser");
    await page.goto(`${at}#nim 1000000,5`);
    await page.waitForSelector(".stack-rest");
    await page.goto(`${at}#graph-editor`);
    await page.waitForSelector("main h1");
    await page.emulateMedia({ media: "print" });
    await page.emulateMedia({ media: "screen", colorScheme: "dark" });
}

export async function nothing_that_the_page_does_is_refused({ browser, address }) {
    await forms(address, async (form, at) => {
        const { page, refused } = await watched(browser);
        await useAll(page, at);
        const height = await page.evaluate(() => getComputedStyle(document.querySelector("header")).display);
        check(height !== "block", `${form}: the style is there (${height})`);
        same(refused, [], `${form}: what was refused`);
        await page.close();
    });
}

/** Tries to run what was not built into the page; gives what ran. */
function inject() {
    window.ran = [];
    const script = document.createElement("script");
    script.textContent = "window.ran.push('an inline script')";
    document.body.append(script);
    const box = document.createElement("div");
    box.innerHTML = "<img src='data:,x' onerror=\"window.ran.push('an attribute')\">" +
        "<p style='color: rgb(1, 2, 3)'>x</p><style>p { color: rgb(1, 2, 3) }</style>";
    document.body.append(box);
    const other = document.createElement("script");
    other.src = "data:text/javascript,window.ran.push('a script in an address')";
    document.body.append(other);
    const link = document.createElement("a");
    link.href = "javascript:window.ran.push('an address')";
    document.body.append(link);
    link.click();
    const base = document.createElement("base");
    base.href = "http://bouton.invalid/";
    document.head.append(base);
    if (document.baseURI.startsWith(base.href)) window.ran.push("another base");
    if (getComputedStyle(box.lastElementChild.previousElementSibling).color === "rgb(1, 2, 3)")
        window.ran.push("a style");
}

export async function an_injected_script_does_not_run({ browser, address }) {
    await forms(address, async (form, at) => {
        const { page, refused } = await watched(browser);
        await page.goto(at);
        await page.waitForSelector(".card");
        await page.evaluate(inject);
        // Each is refused, and says so, one after the other.
        const kinds = ["script-src-elem inline", "script-src-elem data", "script-src-attr inline",
            "style-src-elem inline", "style-src-attr inline", "base-uri http://bouton.invalid/"];
        const all = () => kinds.every((kind) => refused.includes(kind));
        for (let i = 0; i < 600 && !all(); i++) await page.waitForTimeout(100);
        for (const kind of kinds) check(refused.includes(kind), `${form}: ${kind} is refused; ${refused}`);
        same(await page.evaluate(() => window.ran), [], `${form}: what ran`);
        const fetched = page.evaluate(() => fetch("http://bouton.invalid/").then(() => true, () => false));
        same(await fetched, false, `${form}: another host`);
        await page.close();
    });
}

// What the server says in a header, the page says of itself.
export async function the_header_says_what_the_page_says({ page, address }) {
    for (const name of ["", "bouton.html"]) {
        const response = await page.goto(address + name);
        const header = response.headers()["content-security-policy"];
        const own = await page.getAttribute("meta[http-equiv=Content-Security-Policy]", "content");
        const said = own.replace(/'sha256-[\w+/=]+'/g, "'unsafe-inline'");
        same(header, `${said}; frame-ancestors 'self'`, name || "index.html");
        same(/unsafe-inline|\*|https?:/.test(own), false, `${name}: the page allows no other script`);
        same(response.headers()["cross-origin-opener-policy"], "same-origin", "COOP");
        same(response.headers()["cross-origin-resource-policy"], "same-origin", "CORP");
    }
}
