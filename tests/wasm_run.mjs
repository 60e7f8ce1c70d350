// SPDX-License-Identifier: MIT
// node wasm_run.mjs BOUTON.WASM: the WebAssembly build gives the same bytes and exit codes
// as the command $BOUTON, for every row of rows/*.t and for every command on the pages
// that needs no shell and no file; and the rows get what they expect.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const wasmFile = process.argv[2] ?? join(root, "build/wasm/bouton.wasm");
const files = join(root, "tests/cli/files");
const command = process.env.BOUTON ?? join(root, "build/bouton");

let passed = 0;
let failed = 0;
function check(good, where, sentence) {
    if (good) {
        passed++;
    } else {
        failed++;
        console.error(`${where}: ${sentence}`);
    }
    return good;
}

const module = new WebAssembly.Module(readFileSync(wasmFile));
const imports = WebAssembly.Module.imports(module).map((i) => `${i.module}.${i.name}`);
check(imports.join() === "bouton.progress", "bouton.wasm", `imports ${imports.join(", ")}`);

// One instance for all: what a call leaves behind must not disturb the next.
let wasm;
function start() {
    wasm = new WebAssembly.Instance(module, { bouton: { progress() {} } }).exports;
    wasm._initialize?.();
    for (const file of filesIn("tests/cli/files", ""))
        addFile(relative(files, file), readFileSync(file));
}

function copyIn(bytes) {
    const at = wasm.bt_wasm_alloc(Math.max(bytes.length, 1)) >>> 0;
    if (at === 0) throw new Error("bt_wasm_alloc has no memory");
    new Uint8Array(wasm.memory.buffer, at, bytes.length).set(bytes);
    return at;
}

// Gives the module a file to read.
function addFile(name, bytes) {
    const nameBytes = new TextEncoder().encode(name);
    const nameAt = copyIn(nameBytes);
    const at = copyIn(bytes);
    const status = wasm.bt_wasm_add_file(nameAt, nameBytes.length, at, bytes.length);
    wasm.bt_wasm_free(at, Math.max(bytes.length, 1));
    wasm.bt_wasm_free(nameAt, nameBytes.length);
    if (status !== 0) throw new Error(`bt_wasm_add_file says ${status} to ${name}`);
}

function bytesAt(at, length) {
    return Buffer.from(new Uint8Array(wasm.memory.buffer, at >>> 0, length >>> 0));
}

function runWasm(args) {
    const json = new TextEncoder().encode(JSON.stringify(args));
    try {
        const at = copyIn(json);
        const code = wasm.bt_wasm_run(at, json.length);
        wasm.bt_wasm_free(at, json.length);
        return {
            code,
            out: bytesAt(wasm.bt_wasm_out(), wasm.bt_wasm_out_len()),
            err: bytesAt(wasm.bt_wasm_err(), wasm.bt_wasm_err_len()),
        };
    } catch (trap) {
        start();
        return { code: String(trap), out: Buffer.alloc(0), err: Buffer.alloc(0) };
    }
}

function runNative(args) {
    const env = { ...process.env, LC_ALL: "C", COLUMNS: "" };
    const cwd = existsSync(files) ? files : root;
    const ran = spawnSync(command, args, { cwd, env, maxBuffer: 1 << 28, input: "" });
    if (ran.error) throw ran.error;
    return { code: ran.status, out: ran.stdout, err: ran.stderr };
}

function compare(where, args, expected, got) {
    const short = (bytes) => JSON.stringify(bytes.toString().slice(0, 300));
    const call = `bouton ${args.join(" ")}`;
    for (const part of ["out", "err"]) {
        check(expected[part].equals(got[part]), where,
            `${call}: std${part} is ${short(expected[part])} natively ` +
            `and ${short(got[part])} in wasm`);
    }
    check(expected.code === got.code, where,
        `${call}: the exit code is ${expected.code} natively and ${got.code} in wasm`);
}

// `N 2`, `P 0`, `N -` (no Grundy value), `D {1}` (infinity), or the kind of an error.
function expectation(answer) {
    if (answer.error) return answer.error.kind;
    if (answer.loopy) return `${answer.outcome} {${answer.loopy.infinity.join(",")}}`;
    return `${answer.outcome} ${answer.grundy ?? "-"}`;
}

function runRows(file) {
    let rows = 0;
    readFileSync(file, "utf8").split("\n").forEach((line, index) => {
        const fields = line.replace(/(^|\s)#.*$/, "").split(";").map((s) => s.trim());
        if (fields.length === 1 && fields[0] === "") return;
        const where = `${relative(root, file)}:${index + 1}`;
        if (!check(fields.length === 3, where, "not `rules ; position ; expectation`")) return;
        rows++;
        const [rules, position, expected] = fields;
        const args = ["solve", "--json", rules, position];
        const got = runWasm(args);
        compare(where, args, runNative(args), got);
        let answer;
        try {
            answer = expectation(JSON.parse(got.out.toString()));
        } catch {
            answer = `no JSON but ${got.out}`;
        }
        check(answer === expected.replace(/\s+/g, " "), where,
            `${rules} ; ${position}: expected ${expected}, got ${answer}`);
    });
    return rows;
}

// The words of a plain command line with simple quotes, or null where it needs a shell.
function plainWords(line) {
    const word = /\s*((?:'[^']*'|"[^"$`\\]*"|[^\s'"$`\\|&;<>(){}*?[\]~#!])+)/y;
    const words = [];
    while (word.lastIndex < line.length) {
        const found = word.exec(line);
        if (!found) return null;
        words.push(found[1].replace(/'([^']*)'|"([^"]*)"/g, (_, a, b) => a ?? b));
        if (/^\s*$/.test(line.slice(word.lastIndex))) break;
    }
    return words;
}

function needsNoWorld(words) {
    return words?.[0] === "bouton" &&
        !words.some((w) => w === "-" || w.startsWith("@") || w.startsWith("--batch") ||
            w.startsWith("--memory") || /^(-o|--table)(=|$)/.test(w)); // writes a file
}

// What the module leaves to the command in a terminal: src/wasm/left_out.c.
function isLeftOut(args) {
    return (
        args[0] === "check" ||
        args.some((w) => /^(--from|--man|--bash|--zsh)(=|$)/.test(w))
    );
}

function runLeftOut(where, args) {
    const got = runWasm(args);
    const native = runNative(args);
    const said = /only by the command 'bouton' in a terminal/.test(got.err.toString());
    check(got.code === native.code || (got.code === 3 && said), where,
        `bouton ${args.join(" ")}: exit code ${got.code} and ${got.err}`);
    return said;
}

let leftOut = 0;
function runPage(file) {
    let cases = 0;
    let inBlock = false;
    readFileSync(file, "utf8").split("\n").forEach((line, index) => {
        if (line.startsWith("```")) inBlock = !inBlock && line.startsWith("```console");
        if (!inBlock || !line.startsWith("$ ") || line.endsWith("\\")) return;
        const words = plainWords(line.slice(2));
        if (!needsNoWorld(words)) return;
        cases++;
        const args = words.slice(1);
        const where = `${relative(root, file)}:${index + 1}`;
        if (isLeftOut(args)) {
            leftOut += runLeftOut(where, args);
            return;
        }
        compare(where, args, runNative(args), runWasm(args));
    });
    return cases;
}

function filesIn(folder, ending) {
    const path = join(root, folder);
    if (!existsSync(path)) return [];
    return readdirSync(path).flatMap((name) => // links are followed
        statSync(join(path, name)).isDirectory() ? filesIn(join(folder, name), ending)
            : name.endsWith(ending) ? [join(path, name)] : []).sort();
}

const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
const pages = [...readdirSync(root).filter((name) => name.endsWith(".md"))
    .map((name) => join(root, name)), ...filesIn("docs", ".md"), ...filesIn("tests/cli", ".md")];
start();
const rows = sum(filesIn("tests/rows", ".t").map(runRows));
const cases = sum(pages.map(runPage));
check(rows > 0, "tests/rows", "there are no rows");
check(cases > 0, "tests/cli", "there is no command on the pages");
check(leftOut > 5, "tests/cli", `only ${leftOut} commands are left to the terminal`);
console.log(`${rows} rows, ${cases} commands of the pages`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
