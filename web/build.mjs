// SPDX-License-Identifier: MIT
// node build.mjs ENGINE.WASM FOLDER: builds the page. FOLDER gets static files for any web
// server, each with a compressed neighbour, and bouton.html, the same page in one file,
// which works from a disk. Nothing in them depends on where or when they were built.
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..");
const [engineFile, folder] = process.argv.slice(2);
if (!engineFile || !folder) {
    console.error("usage: node build.mjs ENGINE.WASM FOLDER");
    process.exit(2);
}

// zopfli packs tighter than gzip, and every visitor's browser can read it; without it the page
// is the same, and a twentieth larger over the wire.
const hasZopfli = spawnSync("zopfli", ["-h"]).error === undefined;
if (!hasZopfli) console.log("zopfli is not installed: gzip compresses instead");
function compress(name, bytes) {
    if (!hasZopfli) return gzipSync(bytes, { level: 9 });
    const file = join(folder, name);
    writeFileSync(file, bytes);
    const ran = spawnSync("zopfli", ["-c", file], { maxBuffer: 1 << 26 });
    if (ran.status !== 0) throw new Error(`zopfli: ${ran.stderr}`);
    return ran.stdout;
}

// `import files from "bouton:files"`: the graphs that come with the project. Its games are in
// the engine.
const shippedFiles = {
    name: "shipped-files",
    setup(plugin) {
        plugin.onResolve({ filter: /^bouton:files$/ }, () => ({
            path: "files",
            namespace: "bouton",
        }));
        plugin.onLoad({ filter: /.*/, namespace: "bouton" }, () => {
            const files = {};
            for (const name of readdirSync(join(root, "examples")).sort())
                if (/\.(dot|txt)$/.test(name))
                    files[`examples/${name}`] = readFileSync(join(root, "examples", name), "utf8");
            return { contents: JSON.stringify(files), loader: "json" };
        });
    },
};

async function bundle(entry) {
    const result = await build({
        absWorkingDir: here,
        entryPoints: [entry],
        bundle: true,
        minify: true,
        write: false,
        outdir: "out",
        format: "iife",
        target: ["es2022", "chrome123", "firefox120", "safari17.5"],
        jsx: "automatic",
        jsxImportSource: "preact",
        legalComments: "none",
        logLevel: "warning",
        plugins: [shippedFiles],
    });
    const found = {};
    for (const file of result.outputFiles)
        found[file.path.endsWith(".css") ? "css" : "js"] = file.text;
    return found;
}

// What stands inside <script> must not end it.
const inScript = (text) => text.replaceAll("</script", "<\\/script");

// The page itself tells the browser what it may do, wherever it comes from: nothing that is
// not named here. `bouton serve` says the same in a header (src/serve/answer.c).
const policy = (scripts, styles, connect) =>
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; ` +
    `script-src ${scripts} 'wasm-unsafe-eval'; style-src ${styles}; img-src data:; ` +
    `connect-src ${connect}; worker-src blob:; base-uri 'none'; form-action 'none'">`;
// A script or style inside the page is named by its hash: no other one is taken.
const named = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

// The icon is part of the page: a browser that fetches it late, when the page is already being
// left, complains.
const icon = readFileSync(join(here, "icon.svg")).toString("base64");
const html = readFileSync(join(here, "index.html"), "utf8").replace(
    "<!-- icon -->",
    `<link rel="icon" href="data:image/svg+xml;base64,${icon}">`,
);
const engine = readFileSync(engineFile);
const main = await bundle("src/main.tsx");
const worker = await bundle("src/engine/worker.ts");

const preact = readFileSync(join(here, "node_modules/preact/LICENSE"), "utf8");
const notices = readFileSync(join(here, "THIRD-PARTY.txt"), "utf8").replace("@PREACT@", preact.trim());

// Every engine has a Worker of its own: its few lines come with the page, once.
const inPage = `<script type="text/plain" id="engine-worker">${inScript(worker.js)}</script>`;
const linked = html
    .replace("<!-- policy -->", policy("'self'", "'self'", "'self'"))
    .replace("<!-- style -->", '<link rel="stylesheet" href="style.css">')
    .replace("<!-- script -->", () => `${inPage}\n<script src="main.js" defer></script>`);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const packed = compress("bouton.wasm", engine).toString("base64");
const inside = `addEventListener("DOMContentLoaded",()=>{${inScript(main.js)}})`;
const single = html
    .replace("<!-- policy -->", policy(named(inside), named(main.css), "'none'"))
    .replace("<!-- style -->", () => `<style>${main.css}</style>`)
    .replace(
        "<!-- script -->",
        () =>
            `<script type="text/plain" id="notices">${inScript(notices)}</script>\n` +
            `<script type="text/plain" id="engine-wasm">${packed}</script>\n` +
            `${inPage}\n` +
            `<script>${inside}</script>`,
    );

const files = {
    "index.html": linked,
    "main.js": main.js,
    "style.css": main.css,
    "bouton.wasm": engine,
    "THIRD-PARTY.txt": notices,
    "bouton.html": single,
};
let wire = 0;
for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    writeFileSync(join(folder, name), bytes);
    const gz = compress(name, bytes);
    writeFileSync(join(folder, `${name}.gz`), gz);
    writeFileSync(
        join(folder, `${name}.br`),
        brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    );
    if (name !== "bouton.html" && name !== "THIRD-PARTY.txt") wire += gz.length;
}
console.log(`${basename(folder)}: ${Object.keys(files).length} files, ${wire} bytes over the wire`);
