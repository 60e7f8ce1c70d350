// SPDX-License-Identifier: MIT
// What the browser tests share: Debian's Chromium, a page served by `bouton serve` (or a
// plain server where there is none), and checks that count. A test file exports functions;
// run.mjs calls each with a fresh page.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const pageFolder = process.env.BOUTON_PAGE ?? join(root, "build/page");
export const bouton = process.env.BOUTON ?? join(root, "build/bouton");

let passed = 0;
let failed = 0;
let where = "";

export function setWhere(name) {
    where = name;
}

export function counts() {
    return { passed, failed };
}

/** Counts a check; `sentence` says what was wrong. */
export function check(good, sentence) {
    if (good) {
        passed++;
    } else {
        failed++;
        console.error(`${where}: ${sentence}`);
    }
    return Boolean(good);
}

export function same(got, want, what) {
    const a = JSON.stringify(got);
    const b = JSON.stringify(want);
    return check(a === b, `${what}: got ${a}, want ${b}`);
}

/** Runs the command and gives what it wrote and its exit code. */
export function run(words, input = "") {
    return new Promise((resolve, reject) => {
        const child = spawn(bouton, words, { cwd: root });
        let out = "";
        let err = "";
        child.stdout.on("data", (d) => (out += d));
        child.stderr.on("data", (d) => (err += d));
        child.on("error", reject);
        child.on("close", (code) => resolve({ code, out, err }));
        child.stdin.on("error", () => {}); // it may end without having read
        child.stdin.end(input);
    });
}

const types = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".css": "text/css",
    ".wasm": "application/wasm",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
};

/** A plain static server, as any web server would do it: { address, close() }. */
export function serveFolder(folder = pageFolder) {
    const server = createServer((request, response) => {
        const name = new URL(request.url, "http://x").pathname.slice(1) || "index.html";
        const file = join(folder, name);
        if (name.includes("/") || name.includes("..") || !existsSync(file) || !statSync(file).isFile()) {
            response.writeHead(404).end();
            return;
        }
        response.writeHead(200, { "Content-Type": types[extname(name)] ?? "application/octet-stream" });
        response.end(readFileSync(file));
    });
    return new Promise((resolve) =>
        server.listen(0, "127.0.0.1", () =>
            resolve({
                address: `http://127.0.0.1:${server.address().port}/`,
                close: () => server.close(),
            }),
        ),
    );
}

/** The page as users get it, from `bouton serve`. */
export async function serveBouton(folder = pageFolder) {
    const child = spawn(bouton, ["serve", "--port", "0", "--page", folder], {
        stdio: ["ignore", "pipe", "inherit"],
    });
    const address = await new Promise((resolve, reject) => {
        let said = "";
        child.on("error", reject);
        child.on("close", (code) => reject(new Error(`bouton serve ended with ${code}`)));
        child.stdout.on("data", (piece) => {
            said += piece;
            const found = /http:\S+/.exec(said);
            if (found) resolve(found[0]);
        });
    });
    return { address, close: () => child.kill() };
}

export async function launch() {
    return chromium.launch({
        executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
        args: [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ],
    });
}

export const sizes = {
    phone: { width: 390, height: 844 },
    laptop: { width: 1280, height: 800 },
    projector: { width: 1920, height: 1080 },
};

// BOUTON_LATE=150: frames, timers and the engine's answers come up to so many milliseconds
// late, each by a time of its own, as on a busy machine. No test may mind.
const late = Number(process.env.BOUTON_LATE ?? 0);

function comeLate(most) {
    const wait = window.setTimeout.bind(window);
    const frame = window.requestAnimationFrame.bind(window);
    const some = () => Math.random() * most;
    window.setTimeout = (call, ms = 0, ...rest) => wait(call, ms + some(), ...rest);
    window.requestAnimationFrame = (call) => frame(() => wait(() => frame(call), some()));
    const Before = window.Worker;
    window.Worker = class extends Before {
        set onmessage(call) {
            // In the order in which they came.
            let last = Promise.resolve();
            super.onmessage = (event) => {
                const there = new Promise((resolve) => wait(resolve, some()));
                last = Promise.all([last, there]).then(() => call(event));
            };
        }
    };
}

/** A new page that fails the test on every script error, console error and foreign request. */
export async function newPage(browser, address, options = {}) {
    const { size = sizes.laptop, dark = false, touch = false, motion = false } = options;
    const context = await browser.newContext({
        viewport: size,
        colorScheme: dark ? "dark" : "light",
        hasTouch: touch,
        reducedMotion: motion ? "no-preference" : "reduce",
        acceptDownloads: true,
    });
    context.setDefaultTimeout(60000);
    if (late > 0) await context.addInitScript(comeLate, late);
    const page = await context.newPage();
    page.on("pageerror", (error) => check(false, `script error: ${error.message}`));
    page.on("console", (message) => {
        if (message.type() === "error") check(false, `console: ${message.text()}`);
    });
    page.on("request", (request) => {
        const url = request.url();
        if (!url.startsWith(address) && !/^(data|blob|file):/.test(url))
            check(false, `asks another host: ${url}`);
    });
    page.close = async () => context.close();
    return page;
}

/** Opens #words and waits until the board is there. */
export async function openGame(page, address, words) {
    await page.goto("about:blank");
    await page.goto(address + "#" + encodeURI(words));
    await page.waitForSelector(".game");
}
