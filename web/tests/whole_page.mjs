// SPDX-License-Identifier: MIT
// What no part of the page can promise alone: its weight, that it asks no other host, its
// addresses, the keyboard, and that nothing is in the way of anybody.
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { check, newPage, openGame, pageFolder, root, run, same, serveFolder, sizes } from "./harness.mjs";

// With the taking-and-breaking games, the coins and their boards it came to 323 kB.
const MOST_BYTES = 370_000;
const axe = readFileSync(join(root, "web/node_modules/axe-core/axe.min.js"), "utf8");
const allPanels = ["grid", "moves", "why", "graph", "table", "theorem"];

/** All panels are open from the beginning. */
async function openAllPanels(page) {
    const open = JSON.stringify(Object.fromEntries(allPanels.map((id) => [id, true])));
    await page.addInitScript((value) => {
        if (location.protocol !== "about:") localStorage.setItem("bouton.panels", value);
    }, open);
}

/** Every panel shows something, and nothing is being worked on. */
async function settled(page) {
    for (const id of allPanels)
        await page.waitForSelector(`#panel-${id} .panel-body > *`, { state: "attached" });
    await page.waitForSelector("#panel-graph svg, #panel-graph .refusal");
    await page.waitForFunction(() => document.querySelector(".busy") === null);
}

/** A web server that sends what is compressed already, and counts every byte. */
function serveCounting() {
    const sockets = new Set();
    const types = {
        ".html": "text/html",
        ".js": "text/javascript",
        ".css": "text/css",
        ".wasm": "application/wasm",
        ".svg": "image/svg+xml",
    };
    const server = createServer((request, response) => {
        const name = new URL(request.url, "http://x").pathname.slice(1) || "index.html";
        const file = join(pageFolder, `${name}.gz`);
        if (name.includes("/") || !existsSync(file)) return response.writeHead(404).end();
        const type = types[extname(name)] ?? "text/plain";
        response.writeHead(200, { "Content-Type": type, "Content-Encoding": "gzip" });
        return response.end(readFileSync(file));
    });
    server.on("connection", (socket) => sockets.add(socket));
    const bytes = () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0);
    return new Promise((resolve) =>
        server.listen(0, "127.0.0.1", () =>
            resolve({
                address: `http://127.0.0.1:${server.address().port}/`,
                bytes,
                close: () => server.close(),
            }),
        ),
    );
}

export async function a_game_with_all_panels_fits_into_370_kB({ browser }) {
    const server = await serveCounting();
    const page = await newPage(browser, server.address);
    await openAllPanels(page);
    await openGame(page, server.address, "nim 3,4,6");
    await settled(page);
    await page.getByRole("button", { name: "Prove", exact: true }).click();
    await page.waitForSelector("#panel-theorem .badge");
    const bytes = server.bytes();
    check(bytes > 100_000, `only ${bytes} bytes were counted`);
    check(bytes <= MOST_BYTES, `${bytes} bytes went over the wire, at most ${MOST_BYTES} may`);
    await page.close();
    server.close();
}

/** Aborts every request to another host, and gives the list of them. */
async function trap(context, address) {
    const foreign = [];
    await context.route("**/*", (route) => {
        const url = route.request().url();
        if (url.startsWith(address) || /^(data|blob):/.test(url)) return route.continue();
        foreign.push(url);
        return route.abort();
    });
    return foreign;
}

export async function no_other_host_is_ever_asked({ page, address }) {
    const foreign = await trap(page.context(), address);
    await openAllPanels(page);
    await page.goto(address);
    await page.click(".card a[href^='#nim%203']");
    await page.waitForSelector(".game");
    await settled(page);
    await page.getByRole("button", { name: "Prove", exact: true }).click();
    await page.waitForSelector("#panel-theorem .badge");
    await page.click("header nav a[href='#graph-editor']");
    await page.waitForFunction(() => document.querySelector(".game") === null);
    await page.waitForSelector("main h1");
    same(foreign, [], "other hosts");
}

// A page without a policy asks, and is trapped; this one is refused before it asks.
export async function the_trap_for_other_hosts_works({ browser, address }) {
    const server = await serveFolder();
    const notices = `${server.address}THIRD-PARTY.txt`;
    for (const [at, want] of [[notices, ["http://bouton.invalid/x"]], [server.address, []], [address, []]]) {
        const context = await browser.newContext();
        const foreign = await trap(context, new URL("/", at).href);
        const page = await context.newPage();
        await page.goto(at);
        const refused = page.evaluate(() => fetch("http://bouton.invalid/x").then(() => false, () => true));
        check(await refused, "another host has answered");
        same(foreign, want, `what was trapped at ${at}`);
        await context.close();
    }
    server.close();
}

async function violations(page, options) {
    await page.evaluate(axe);
    const found = await page.evaluate((o) => window.axe.run(o), options);
    const nodes = (v) => v.nodes.map((n) => n.html.slice(0, 150)).join(" | ");
    return found.violations.map((v) => `${v.id}: ${nodes(v)}`);
}

export async function axe_finds_no_violation({ browser, address }) {
    const page = await newPage(browser, address);
    await openAllPanels(page);
    for (const words of ["", "nim 1,2,4", "graph:examples/teaser.dot A", "graph-editor"]) {
        await page.emulateMedia({ colorScheme: "light" });
        await page.goto("about:blank");
        await page.goto(address + "#" + encodeURI(words));
        await page.waitForSelector("main h1, .game");
        if (words.includes(" ")) await settled(page);
        same(await violations(page, {}), [], `${words || "start"}, light`);
        // The rest of the rules does not know colours.
        await page.emulateMedia({ colorScheme: "dark" });
        const colours = { runOnly: ["color-contrast", "link-in-text-block"] };
        same(await violations(page, colours), [], `${words || "start"}, dark`);
    }
    await page.close();
}

/** The command words in an address: what stands behind #, without options and texts. */
function wordsOfAddress(page) {
    const words = decodeURIComponent(new URL(page.url()).hash.slice(1)).split(" ");
    return words.filter((w) => !/^--/.test(w) && !/^[\w.]+=/.test(w));
}

export async function addresses_are_command_lines({ page, address }) {
    const lines = [
        "nim 3,4,6",
        "nim/misere 1,2,3",
        "cheating 3,4:2",
        "dynamic 44:43",
        "moore:2 3,4,5",
        "staircase 2,0,5,1",
        "nim 3,4 + subtraction:1,3 7",
        "games/wythoff.game 3,5",
        "graph:examples/teaser.dot A",
    ];
    for (const line of lines) {
        await openGame(page, address, line);
        await page.waitForFunction(() => document.title.includes("·"));
        const words = wordsOfAddress(page);
        // The address runs in a terminal, and means the same position there.
        const there = await run(["solve", ...words, "--json"]);
        same(there.code, 0, `bouton solve ${words.join(" ")}`);
        const asked = await run(["solve", ...line.split(" "), "--json"]);
        same(there.out, asked.out, `${line} and ${words.join(" ")}`);
        // And what a terminal says is won for the other player can be opened here.
        const move = JSON.parse(there.out).winning_moves?.[0]?.to;
        if (!move || line.includes("+")) continue;
        await openGame(page, address, `${words[0]} ${move}`);
        const after = await run(["solve", ...wordsOfAddress(page), "--json"]);
        same(JSON.parse(after.out).outcome, "P", `after the winning move in ${line}`);
    }
}

// xorshift, so that the same odd strings come every time
function oddStrings(count) {
    let seed = 1901;
    const next = (n) => {
        seed ^= seed << 13;
        seed ^= seed >>> 17;
        seed ^= seed << 5;
        return (seed >>> 0) % n;
    };
    const letters = "abnimgraph:/.,+-=%#'\"<>&\\ 0123456789{}½∞😀\u0000\u202e";
    const all = [...letters];
    return Array.from({ length: count }, () =>
        Array.from({ length: 1 + next(24) }, () => all[next(all.length)]).join(""),
    );
}

export async function odd_addresses_do_no_harm({ page, address }) {
    const odd = [
        ...["%", "%zz", "%E0%A4%A", "'", '"nim', "nim", "nim 3,4,6 --", "nim -1", "--help"],
        ...["nim 3,4 +", "+ + +", "<img src=x onerror=alert(1)>", "graph:", "game:own.game 3"],
        ...["own.game=AAAA", "own.game 3 own.game=%%%", "own.game 3 own.game=S0_MTVWo4CpLLC"],
        ...["__proto__ 1", "nim constructor", "n\u0000m 3", "😀 ½,∞", "graph-editor own.dot=zz"],
        ...["nim 3,4,6 --no-such-option", "play nim 3", "nim 99999999999999999999,1"],
        ...[`nim ${"9".repeat(400)}`, `nim ${"1,".repeat(3000)}1`, "x".repeat(100_000)],
        ...oddStrings(25),
    ];
    await page.goto(address);
    await page.waitForSelector(".card");
    for (const hash of odd) {
        const what = hash.slice(0, 60);
        await page.evaluate((h) => (location.hash = h), hash);
        try {
            await page.waitForFunction(() => {
                const some = ".game, .not-opened .refusal, .start, main h1";
                return document.querySelector(some) !== null;
            });
        } catch {
            check(false, `#${what}: nothing is shown`);
        }
        // A sentence and a way back.
        const refusal = page.locator(".not-opened .refusal p");
        if (await refusal.count()) {
            check((await refusal.innerText()).length > 10, `#${what}: no sentence`);
            check(await page.locator(".not-opened input").isVisible(), `#${what}: no line to mend`);
        }
        await page.click("header .brand");
        await page.waitForSelector(".card");
    }
    same(await page.locator("main img").count(), 0, "elements from an address");
}

export async function a_wrong_address_can_be_mended({ page, address }) {
    await page.goto(address + "#nim%203,x");
    await page.waitForSelector(".not-opened .refusal");
    await page.fill(".not-opened input", "nim 3,5");
    await page.press(".not-opened input", "Enter");
    await page.waitForSelector(".game");
    check((await page.title()).startsWith("nim 3,5"), "the mended game is open");
}

export async function lines_of_a_terminal_open({ page, address }) {
    for (const line of ["bouton play nim 3,5", "$ bouton explain nim 3,5", "play nim 3,5 --json"]) {
        await page.goto("about:blank");
        await page.goto(address + "#" + encodeURI(line));
        await page.waitForSelector(".game, .not-opened");
        check((await page.title()).startsWith("nim 3,5"), `#${line} opens: ${await page.title()}`);
    }
    await page.goto("about:blank");
    await page.goto(address + "#--help");
    await page.waitForSelector(".card");
    check(true, "who asks for help gets the start page");
}

export async function licences_are_linked({ page, address }) {
    await page.goto(address);
    const href = await page.getByRole("link", { name: "Licences" }).getAttribute("href");
    const answer = await page.request.get(address + href);
    check(answer.ok() && /Preact/.test(await answer.text()), "the licences are there");
}

export async function title_language_back_and_forward({ page, address }) {
    await page.goto(address);
    await page.waitForSelector(".card");
    same(await page.getAttribute("html", "lang"), "en", "language");
    same(await page.title(), "Bouton", "title of the start page");
    await page.evaluate(() => (location.hash = "#nim 3,4,6 --neighbour"));
    await page.waitForFunction(() => document.title.startsWith("nim 3,4,6"));
    await page.fill(".typed-move input", "to 2,4,6");
    await page.press(".typed-move input", "Enter");
    await page.waitForFunction(() => document.title.startsWith("nim 2,4,6"));
    await page.waitForFunction(() => location.hash.includes("2,4,6"));
    await page.evaluate(() => (location.hash = "#graph-editor"));
    await page.waitForFunction(() => document.querySelector(".game") === null);
    await page.waitForFunction(() => !document.title.startsWith("nim"));
    await page.goBack();
    await page.waitForFunction(() => document.title.startsWith("nim 2,4,6"));
    await page.goBack();
    await page.waitForSelector(".card");
    await page.waitForFunction(() => document.title === "Bouton");
    await page.goForward();
    await page.waitForFunction(() => document.title.startsWith("nim 2,4,6"));
    await page.reload();
    await page.waitForFunction(() => document.title.startsWith("nim 2,4,6"));
}

export async function nothing_is_wider_than_a_phone({ browser, address }) {
    const page = await newPage(browser, address, { size: sizes.phone, touch: true });
    await openAllPanels(page);
    const lines = [
        "",
        "nim 3,4,6",
        "nim 12,19,27,9,14",
        "staircase 2,0,5,1",
        "graph:examples/teaser.dot A",
        "games/chomp3.game 5,4,3",
        "nim 3,4 + subtraction:1,3 7",
        "graph-editor",
        "no such game",
    ];
    for (const words of lines) {
        await page.goto("about:blank");
        await page.goto(address + "#" + encodeURI(words));
        await page.waitForSelector(".game, main h1, .not-opened .refusal");
        if (await page.locator(".game").count()) await settled(page);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        check(over <= 0, `${words || "start"} is ${over} px wider than the screen`);
    }
    await page.close();
}

/** Presses Tab until everything has been visited; what is left out, as HTML. */
async function notReachedByTab(page) {
    const count = await page.evaluate(() => {
        const all = "a[href], button, input, select, textarea, summary, [tabindex='0']";
        const seen = (e) =>
            e.checkVisibility({ visibilityProperty: true }) && !e.closest("dialog:not([open])");
        // Of radio buttons Tab reaches one, and arrows the others.
        const stops = (e) =>
            !e.disabled && e.getAttribute("tabindex") !== "-1" && (e.type !== "radio" || e.checked);
        window.wanted = new Set(
            [...document.querySelectorAll(all)].filter((e) => seen(e) && stops(e)),
        );
        document.activeElement?.blur();
        addEventListener("focusin", (event) => window.wanted.delete(event.target));
        return window.wanted.size;
    });
    for (let i = 0; i < count + 40; i++) await page.keyboard.press("Tab");
    return page.evaluate(() => [...window.wanted].map((e) => e.outerHTML.slice(0, 120)));
}

export async function tab_reaches_everything({ page, address }) {
    await openAllPanels(page);
    for (const words of ["", "nim 1,2,3", "graph-editor"]) {
        await page.goto("about:blank");
        await page.goto(address + "#" + encodeURI(words));
        await page.waitForSelector(".game, main h1");
        if (await page.locator(".game").count()) await settled(page);
        same(await notReachedByTab(page), [], `${words || "start"}: not reached by Tab`);
    }
}

export async function the_first_tab_skips_to_the_game({ page, address }) {
    await openGame(page, address, "nim 3,4,6");
    await page.keyboard.press("Tab");
    same(await page.evaluate(() => document.activeElement.className), "skip", "the first stop");
    await page.keyboard.press("Enter");
    same(await page.evaluate(() => document.activeElement.id), "main", "and then");
    check(new URL(page.url()).hash.startsWith("#nim"), "the address is still that of the game");
}

export async function focus_is_not_lost_by_a_move({ page, address }) {
    await openGame(page, address, "nim 3,4,6 --neighbour");
    const moved = async (what, before) => {
        await page.waitForFunction((b) => document.title !== b, before);
        await page.waitForTimeout(300); // time to lose it
        await page.waitForFunction(() => document.activeElement !== document.body);
        check(true, `focus after ${what}`);
    };
    let before = await page.title();
    await page.fill(".typed-move input", "to 3,4,5");
    await page.press(".typed-move input", "Enter");
    await moved("a typed move", before);
    for (const button of ["#panel-why .inline", "#panel-moves td button"]) {
        await page.waitForSelector(button);
        await page.waitForTimeout(300);
        before = await page.title();
        await page.focus(button);
        await page.keyboard.press("Enter");
        await moved(button, before);
    }
    before = await page.title();
    await page.getByRole("button", { name: "Undo" }).focus();
    await page.keyboard.press("Enter");
    await moved("undo", before);
}

export async function paper_has_nothing_to_press({ page, address }) {
    await openGame(page, address, "nim 3,4,6");
    await page.waitForSelector("#panel-moves td button");
    const seen = (selector) =>
        page.evaluate((s) => {
            const all = [...document.querySelectorAll(s)].filter((e) => e.checkVisibility());
            return all.map((e) => e.outerHTML.slice(0, 80));
        }, selector);
    const controls =
        "header.frame, footer.frame, input, select, .play-buttons button, #panel-graph";
    check((await seen(controls)).length > 5, "there is something to press on the screen");
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    same(await seen(controls), [], "what can be pressed, on paper");
    const parts = [".board .chip", "#panel-grid table", "#panel-moves td button", "#panel-why p"];
    for (const part of parts)
        check((await seen(part)).length > 0, `${part} is not on paper`);
    const colours = await page.evaluate(() => {
        const style = getComputedStyle(document.querySelector("#panel-why p"));
        return [style.color, getComputedStyle(document.body).backgroundColor];
    });
    same(colours, ["rgb(0, 0, 0)", "rgba(0, 0, 0, 0)"], "ink and ground, on paper");
    await page.emulateMedia({ media: "screen" });
    await openGame(page, address, "games/wythoff.game 7,5 --neighbour");
    await page.fill("[data-key=move]", "to 0,5");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".try-again");
    await page.emulateMedia({ media: "print" });
    same(await seen(".try-again, .own-rules button, .all-moves"), [], "buttons, on paper");
    const gaps = await page.$$eval(".entry-move", (all) =>
        all.map((e) => {
            const at = [...e.children].map((c) => c.getBoundingClientRect());
            return Math.min(at[1].left - at[0].right, at[2].left - at[1].right) > 3;
        }),
    );
    same(gaps, [true, true], "number, move and label stand apart");
}

/** Waits for an answer in the page, on a line where the engine comes late or not at once. */
export async function the_engine_may_come_late({ browser, address }) {
    const page = await (await browser.newContext()).newPage();
    let arrive;
    const arrived = new Promise((resolve) => (arrive = resolve));
    await page.route("**/bouton.wasm", async (route) => {
        await arrived;
        await route.continue();
    });
    await page.goto(address);
    for (let i = 0; i < 5; i++) {
        // Going away gives up what the first page asked, and coming back asks it again.
        await page.evaluate(() => (location.hash = "#graph-editor"));
        await page.waitForTimeout(250);
        await page.evaluate(() => (location.hash = ""));
        await page.waitForTimeout(50);
    }
    arrive();
    await page.evaluate(() => (location.hash = "#nim 3,4,6"));
    await page.waitForSelector(".game");
    check(page.workers().length <= 4, `${page.workers().length} Workers for four engines`);
    await page.context().close();
}

export async function the_engine_is_asked_for_again({ browser, address }) {
    const page = await (await browser.newContext()).newPage();
    let fails = 1;
    await page.route("**/bouton.wasm", (route) =>
        fails-- > 0 ? route.fulfill({ status: 503 }) : route.continue(),
    );
    await page.goto(address + "#nim 3,4,6");
    await page.waitForSelector(".refusal, .error, [role=alert]");
    await page.evaluate(() => (location.hash = "#nim 3,4,5"));
    await page.waitForSelector(".game .table");
    await page.context().close();
}
