#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// tools/coverage.mjs [TEST ...]: which lines and branches of src/ the tests reach, or only
// those named, like test_rows or golden. Runs them on the command and the programs of
// build/coverage, which count; prints the figures for each folder and in all, and writes the
// lines that were never reached to build/coverage/uncovered.txt.
//
// A program that is killed does not write down what it counted; one that SIGINT or SIGTERM
// ends does (cmake/raise_counted.c). src/wasm is not built here, and what the page does with
// the engine in WebAssembly is not counted.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const built = join(root, "build/coverage");
const log = join(built, "log");
const bouton = join(built, "bouton");

function filesUnder(folder, ending) {
    return readdirSync(folder, { recursive: true })
        .filter((f) => f.endsWith(ending))
        .map((f) => join(folder, f));
}

function listTests() {
    const named = (folder, pattern) =>
        readdirSync(join(root, folder))
            .filter((f) => pattern.test(f))
            .map((f) => basename(f, ".c"));
    const programs = named("tests", /^test_.*\.c$/).map((name) => [
        name, join(built, "tests", name)]);
    const replays = named("fuzz", /^fuzz_.*\.c$/)
        .map((name) => name.replace("fuzz_", ""))
        .map((name) => [
            `replay_${name}`, join(built, "fuzz", `replay_${name}`), `../fuzz/corpus/${name}`]);
    return [
        ["golden", "./pages.sh", join(built, "tests/golden")],
        ["signals", join(built, "tests/signals"), bouton],
        ["play_terminal", "./play_terminal.sh", bouton],
        ["completion", "./completion.sh", bouton],
        ["pictures", "./pictures.sh", bouton],
        ["serve", "node", "serve_run.mjs"],
        ...programs,
        ...replays,
    ];
}

// What a test says goes into a file. One that fails counts all the same: its figures are
// true, and `make test` is the place to find out why.
function runTest([name, ...command]) {
    const script = `ulimit -t 1800; exec "$@" >"$LOG" 2>&1 </dev/null`;
    const child = spawn("bash", ["-c", script, "bash", ...command], {
        cwd: join(root, "tests"),
        stdio: "inherit",
        env: { ...process.env, LC_ALL: "C", BOUTON: bouton, LOG: join(log, `${name}.txt`) },
    });
    return new Promise((done) =>
        child.on("close", (code) => {
            if (code !== 0)
                console.error(`${name} failed here: see build/coverage/log/${name}.txt`);
            done();
        }),
    );
}

async function runTests() {
    const named = process.argv.slice(2);
    const queue = listTests().filter(([name]) => named.length === 0 || named.includes(name));
    console.error(`running ${queue.length} tests ...`);
    const workers = Array.from({ length: availableParallelism() }, async () => {
        for (let test; (test = queue.shift()); ) await runTest(test);
    });
    await Promise.all(workers);
}

// gcov tells a line once for each function and object it is in (inline functions of
// headers): reached in one place is reached.
function addObject(files, told) {
    for (const { file, lines } of told.files) {
        const path = relative(root, resolve(told.current_working_directory, file));
        if (!path.startsWith("src/")) continue;
        if (!files.has(path)) files.set(path, new Map());
        const known = files.get(path);
        for (const { line_number: number, count, branches } of lines) {
            const line = known.get(number) ?? { count: 0, branches: [] };
            line.count += count;
            branches.forEach((b, i) => (line.branches[i] = (line.branches[i] ?? 0) + b.count));
            known.set(number, line);
        }
    }
}

function readCounts() {
    const files = new Map();
    const work = mkdtempSync(join(tmpdir(), "bouton-coverage-"));
    // What has no .gcda was built and never ran: its lines count as well.
    for (const notes of filesUnder(built, ".gcno")) {
        const { status, stdout, stderr } = spawnSync(
            "gcov", ["--json-format", "--stdout", "--branch-probabilities", notes],
            { cwd: work, encoding: "utf8", maxBuffer: 1 << 28 });
        if (status !== 0) {
            console.error(`tools/coverage.mjs: gcov ${notes} failed: ${stderr}`);
            process.exit(1);
        }
        for (const line of stdout.split("\n"))
            if (line) addObject(files, JSON.parse(line));
    }
    rmSync(work, { recursive: true });
    return files;
}

function figures(folder, lists) {
    const lines = lists.flatMap((known) => [...known.values()]);
    const branches = lines.flatMap((l) => l.branches);
    const share = (all, reached) =>
        `${String(reached).padStart(6)} of ${String(all).padStart(6)} ` +
        `${all > 0 ? ((100 * reached) / all).toFixed(1).padStart(5) : "    -"} %`;
    return `${folder.padEnd(14)}${share(lines.length, lines.filter((l) => l.count > 0).length)}` +
        `    ${share(branches.length, branches.filter((b) => b > 0).length)}`;
}

// "src/rules/moore.c: 12, 20-23", and with a *: a branch of the line was never taken.
function uncovered([path, known]) {
    const runs = [];
    for (const number of [...known.keys()].sort((a, b) => a - b)) {
        const { count, branches } = known.get(number);
        if (count > 0 && branches.every((b) => b > 0)) continue;
        const partly = count > 0 ? "*" : "";
        const last = runs.at(-1);
        if (last && !partly && !last.partly && last.to === number - 1) last.to = number;
        else runs.push({ from: number, to: number, partly });
    }
    const said = runs.map((r) => `${r.from}${r.to > r.from ? `-${r.to}` : ""}${r.partly}`);
    return said.length > 0 ? `${path}: ${said.join(", ")}\n` : "";
}

function report(files) {
    const folders = new Map();
    for (const [path, known] of files) {
        const folder = path.split("/")[1];
        folders.set(folder, [...(folders.get(folder) ?? []), known]);
    }
    console.log(`${"".padEnd(14)}${"lines".padStart(24)}    ${"branches".padStart(24)}`);
    for (const folder of [...folders.keys()].sort())
        console.log(figures(`src/${folder}`, folders.get(folder)));
    console.log(figures("all", [...files.values()]));
    const list = [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(uncovered).join("");
    writeFileSync(join(built, "uncovered.txt"),
        `Lines that no test reached; *: reached, but a branch of it was never taken.\n${list}`);
    console.log("build/coverage/uncovered.txt lists what was not reached");
}

if (!statSync(bouton, { throwIfNoEntry: false })) {
    console.error("tools/coverage.mjs: build/coverage/bouton is missing; 'make coverage' builds it");
    process.exit(1);
}
mkdirSync(log, { recursive: true });
for (const old of filesUnder(built, ".gcda")) rmSync(old);
await runTests();
report(readCounts());
