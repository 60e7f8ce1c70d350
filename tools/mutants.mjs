#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// tools/mutants.mjs [--count 100] [--seed 1] [--under FOLDER|FILE|FILE:LINE ...]
//     [--tests NAME ...] [--most SECONDS] [--list]
// Do the tests bite? Draws small mistakes (mutants) for the C files of src/, and says for
// each whether a test notices. One that survives is a test that is missing, or a change that
// changes nothing: whoever reads the table decides. --tests names the only
// tests to run, --most leaves out those that take longer, --list only draws.
//
// All mutants go into one build, in a copy of the tree: each stands behind a number that
// the environment chooses, so nothing is built twice.
//     if (a < b)  ->  if ((MUTANT(7) ? (a <= b) : (a < b)))
// First every test runs without a mistake and leaves the numbers of the places it reached.
// Then each mutant runs the tests that reach it, those named after its file or folder first,
// then the quick ones, until one fails, dies, or takes much more processor time than before.
// Tests that repeat themselves (tests/effort.h) are short first, with BOUTON_FEW=1; only for
// a mutant that survived all of that they run at full length.
//
// Only the layout of .clang-format makes this easy: `a * b` multiplies, `*b` does not. What
// a mistake makes of the C is asked of the compiler; what it refuses is not drawn.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
    appendFileSync, chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync,
    readlinkSync, rmSync, statSync, symlinkSync, writeFileSync,
} from "node:fs";
import { availableParallelism } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const work = join(root, "build/mutants");
const tree = join(work, "tree");
const built = join(tree, "build/gcc");

function fail(sentence) {
    console.error(`tools/mutants.mjs: ${sentence}`);
    process.exit(1);
}

function wholeNumber(text, name) {
    if (!/^[0-9]+$/.test(text) || Number(text) > 1e9) fail(`--${name} wants a number`);
    return Number(text);
}

function readArguments() {
    try {
        const { values } = parseArgs({
            options: {
                count: { type: "string", default: "100" },
                seed: { type: "string", default: "1" },
                under: { type: "string", multiple: true, default: [] },
                tests: { type: "string", multiple: true, default: [] },
                most: { type: "string", default: "0" },
                list: { type: "boolean", default: false },
            },
        });
        const words = (list) => list.flatMap((w) => w.split(/[ ,]+/)).filter(Boolean);
        const under = words(values.under);
        return {
            count: wholeNumber(values.count, "count"),
            seed: wholeNumber(values.seed, "seed"),
            most: wholeNumber(values.most, "most"), // seconds of a test; 0: as many as it likes
            list: values.list,
            tests: words(values.tests),
            under: (under.length > 0 ? under : ["src"]).map((u) => u.replace(/\/+$/, "")),
        };
    } catch (error) {
        return fail(error.message);
    }
}

// mulberry32: the same seed draws the same mutants everywhere.
function randomNumbers(seed) {
    let state = seed >>> 0;
    return (below) => {
        state = (state + 0x6d2b79f5) >>> 0;
        let x = Math.imul(state ^ (state >>> 15), state | 1);
        x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
        return Math.floor((((x ^ (x >>> 14)) >>> 0) / 2 ** 32) * below);
    };
}

// --- Where a mistake can be made -----------------------------------------------------

const token = new RegExp(
    [
        /\/\*[^]*?\*\//, // a comment
        /^[ \t]*#(?:\\\n|[^\n])*/, // a line of the preprocessor
        /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/,
        /[A-Za-z_]\w*/,
        /\.?[0-9][\w.]*/,
        /<<=|>>=|\.\.\.|->|\+\+|--|<<|>>|&&|\|\||[-+*\/%&|^=!<>]=|[^\s\w]/,
    ]
        .map((part) => `(?:${part.source})`)
        .join("|"),
    "gm",
);

function tokensOf(text) {
    const found = [];
    for (const { 0: word, index } of text.matchAll(token))
        if (!word.startsWith("/*") && !/^[ \t]*#/.test(word))
            found.push({ word, at: index, end: index + word.length });
    const open = [];
    found.forEach((t, i) => {
        if ("([{".includes(t.word)) {
            open.push(i);
        } else if (")]}".includes(t.word)) {
            t.pair = open.pop();
            found[t.pair].pair = i;
        }
    });
    return found;
}

const swaps = {
    "+": ["-"], "-": ["+"], "+=": ["-="], "-=": ["+="],
    "*": ["/", "%"], "/": ["*", "%"], "%": ["*", "/"],
    "<": ["<=", ">"], "<=": ["<", ">"], ">": [">=", "<"], ">=": [">", "<"],
    "==": ["!="], "!=": ["=="], "&&": ["||"], "||": ["&&"],
    0: ["1"], 1: ["0", "2"],
};
const ends = new Set("( [ { } , ; ? : = return else do case".split(" "));
const assigns = new Set("+= -= *= /= %= &= |= ^= <<= >>=".split(" "));
const headers = new Set(["if", "while", "for", "switch"]);

// The expression around token i: as far as operators bind at least as strongly as the
// one that is swapped. It is written twice, as it is and with the mistake.
function expressionAround(tokens, i) {
    const { word } = tokens[i];
    const logic = word === "&&" || word === "||";
    const stops = (w) =>
        ends.has(w) ||
        (!assigns.has(word) && assigns.has(w)) ||
        (!logic && (w === "&&" || w === "||"));
    let first = i;
    let last = i;
    for (let k = i - 1; k >= 0 && !stops(tokens[k].word); k--) {
        if (tokens[k].pair !== undefined) {
            k = tokens[k].pair;
            if (headers.has(tokens[k - 1]?.word)) break; // if (...) x += y;
        }
        first = k;
    }
    for (let k = i + 1; k < tokens.length; k++) {
        const w = tokens[k].word;
        if ("([{".includes(w)) k = tokens[k].pair;
        else if (")]".includes(w) || stops(w)) break;
        last = k;
    }
    return [tokens[first].at, tokens[last].end];
}

const spaced = (text, t) => /\s/.test(text[t.at - 1]) && /\s/.test(text[t.end]);
const lineOf = (text, at) => text.slice(0, at).split("\n").length;
const oneLine = (text) => text.replace(/\/\*[^]*?\*\//g, "").replace(/\s+/g, " ").trim();

// All mistakes of one file: {file, line, from, to, before, after, write}; write(n, right) is
// what stands between from and to when the mutant has number n and `right` was there.
function mistakesIn(file, text) {
    const tokens = tokensOf(text);
    const list = [];
    let body = -1; // where the function ends that we are in
    const add = (at, from, to, before, after, write) =>
        list.push({ file, line: lineOf(text, at), from, to, before, after, write });
    tokens.forEach((t, i) => {
        if (t.word === "{" && i > body && tokens[i - 1]?.word === ")") body = t.pair;
        if (i > body) return;
        const previous = tokens[i - 1].word;
        const operator = /^\W/.test(t.word);
        if (Object.hasOwn(swaps, t.word) && (!operator || spaced(text, t))) {
            const [from, to] = operator ? expressionAround(tokens, i) : [t.at, t.end];
            const was = text.slice(from, to);
            for (const word of swaps[t.word]) {
                const now = text.slice(from, t.at) + word + text.slice(t.end, to);
                const lineEnd = text.indexOf("\n", t.end);
                const lineStart = text.lastIndexOf("\n", t.at) + 1;
                const shown = (w) => text.slice(lineStart, t.at) + w + text.slice(t.end, lineEnd);
                add(t.at, from, to, oneLine(operator ? was : shown(t.word)),
                    oneLine(operator ? now : shown(word)),
                    (n, right) => `(MUTANT(${n}) ? (${oneLine(now)}) : (${right}))`);
            }
        }
        if ((t.word === "if" || t.word === "while") && tokens[i + 1]?.word === "(") {
            const from = tokens[i + 1].end;
            const to = tokens[tokens[i + 1].pair].at;
            const was = text.slice(from, to);
            add(t.at, from, to, `${t.word} (${oneLine(was)})`, `${t.word} (!(${oneLine(was)}))`,
                (n, right) => `MUTANT(${n}) ? !(${oneLine(was)}) : (${right})`);
        }
        const starts = [";", "{", "}", ")", "else", ":"].includes(previous);
        if (starts && /^[A-Za-z_]/.test(t.word) && !headers.has(t.word) &&
            tokens[i + 1]?.word === "(" && tokens[tokens[i + 1].pair + 1]?.word === ";") {
            const to = tokens[tokens[i + 1].pair + 1].end;
            const was = text.slice(t.at, to);
            add(t.at, t.at, to, oneLine(was), "(left out)",
                (n, right) => `{ if (!MUTANT(${n})) ${right} }`);
        }
    });
    return list;
}

// --- Into a copy of the tree ----------------------------------------------------------

// Writes only what changed, so that the build of the last mutants helps that of the next.
function put(path, bytes) {
    if (existsSync(path) && readFileSync(path).equals(bytes)) return;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
}

function copyLink(file) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    rmSync(join(tree, file), { force: true });
    symlinkSync(readlinkSync(join(root, file)), join(tree, file));
}

function sourceFiles() {
    const said = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], {
        cwd: root,
        maxBuffer: 1 << 28,
    });
    return said.toString().split("\0").filter((f) => f && existsSync(join(root, f)));
}

const head = `extern int bti_mutant;
extern volatile unsigned char *bti_mutant_reached;
#define MUTANT(n) (bti_mutant_reached[n] = 1, bti_mutant == (n))
#line 1
`;

const chooser = (size) => `#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
int bti_mutant = -1;
static volatile unsigned char nowhere[${size}];
volatile unsigned char *bti_mutant_reached = nowhere;
/* Reached places go into a file that is mapped: they stay, however the program ends. */
__attribute__((constructor)) static void choose(void)
{
    const char *number = getenv("BOUTON_MUTANT"), *file = getenv("BOUTON_REACHED");
    if (number)
        bti_mutant = atoi(number);
    int fd = file ? open(file, O_RDWR) : -1;
    void *map = fd < 0 ? MAP_FAILED
                       : mmap(NULL, ${size}, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (map != MAP_FAILED)
        bti_mutant_reached = map;
    if (fd >= 0)
        close(fd);
}
`;

// The text between from and to with these mutants, which may stand inside each other.
function mutated(text, from, to, mutants) {
    let rest = [...mutants].sort((a, b) => a.from - b.from || b.to - a.to);
    let out = "";
    let at = from;
    while (rest.length > 0) {
        const m = rest.shift();
        const inner = rest.filter((r) => r.to <= m.to);
        rest = rest.filter((r) => r.to > m.to);
        out += text.slice(at, m.from) + m.write(m.number, mutated(text, m.from, m.to, inner));
        at = m.to;
    }
    return out + text.slice(at, to);
}

const withMutants = (text, mutants) => head + mutated(text, 0, text.length, mutants);

const apart = (a, b) => a.file !== b.file || a.to <= b.from || b.to <= a.from;
const inside = (a, b) => a.from >= b.from && a.to <= b.to;

function copyTree(mutants) {
    const byFile = new Map();
    for (const m of mutants) byFile.set(m.file, [...(byFile.get(m.file) ?? []), m]);
    const files = sourceFiles();
    const wanted = new Set([...files, "src/core/mutant.c"]);
    for (const file of files) {
        if (lstatSync(join(root, file)).isSymbolicLink()) {
            copyLink(file);
            continue;
        }
        const bytes = readFileSync(join(root, file));
        put(join(tree, file), byFile.has(file)
            ? Buffer.from(withMutants(bytes.toString(), byFile.get(file)))
            : bytes);
        if (statSync(join(root, file)).mode & 0o100) chmodSync(join(tree, file), 0o755);
    }
    put(join(tree, "src/core/mutant.c"), Buffer.from(chooser(mutants.length + 1)));
    for (const entry of readdirSync(tree, { withFileTypes: true, recursive: true })) {
        const path = relative(tree, join(entry.parentPath ?? entry.path, entry.name));
        if (entry.isFile() && !path.startsWith("build/") && !wanted.has(path))
            rmSync(join(tree, path));
    }
}

function run(command, ...words) {
    const { status, stdout, stderr } = spawnSync(command, words, { cwd: tree, encoding: "utf8" });
    if (status !== 0) fail(`${command} ${words.join(" ")} failed:\n${stdout}${stderr}`);
}

function configure() {
    copyTree([]);
    run("cmake", "--preset", "gcc", "-DBOUTON_WERROR=OFF", "-DCMAKE_C_FLAGS=-w");
    const list = JSON.parse(readFileSync(join(built, "compile_commands.json")));
    return new Map(list.map((c) => [relative(tree, c.file), c]));
}

// Whether the compiler takes a file with these mutants. An array whose length the mutant
// chooses would be no mistake that a person makes.
function compiles(command, text) {
    const words = command.command.split(" ").filter((w) => w && !/ccache$/.test(w));
    const output = words.indexOf("-o");
    const flags = words.slice(1, output > 0 ? output : undefined).filter((w) => w !== "-w");
    const { status } = spawnSync(
        words[0],
        [...flags, "-Werror=vla", "-Werror=int-conversion", "-fsyntax-only",
            `-I${dirname(command.file)}`, "-x", "c", "-"],
        { cwd: command.directory, input: text },
    );
    return status === 0;
}

// Draws mutants that can stand beside each other in one build.
function draw(options, commands) {
    const sources = [...commands.keys()]
        .filter((f) => /^src\/.*\.c$/.test(f) && !/_avx/.test(f) && f !== "src/core/mutant.c")
        .filter((f) => options.under.some((u) =>
            u === f || u.startsWith(`${f}:`) || f.startsWith(`${u}/`)))
        .sort();
    for (const f of sources)
        if (!compiles(commands.get(f), readFileSync(join(root, f))))
            fail(`${f} does not compile`);
    if (sources.length === 0) fail(`no C file is under ${options.under.join(", ")}`);
    const text = new Map(sources.map((f) => [f, readFileSync(join(root, f), "utf8")]));
    const wanted = (m) => options.under.some((u) => u === `${m.file}:${m.line}` ||
        m.file === u || m.file.startsWith(`${u}/`));
    const places = sources.flatMap((f) => mistakesIn(f, text.get(f))).filter(wanted);
    console.error(`${places.length} possible mistakes in ${sources.length} files`);
    const below = randomNumbers(options.seed);
    const drawn = [];
    while (drawn.length < options.count && places.length > 0) {
        const k = below(places.length);
        const m = places[k];
        places[k] = places[places.length - 1];
        places.pop();
        if (drawn.some((d) => !apart(d, m) && !inside(d, m) && !inside(m, d))) continue;
        m.number = drawn.length + 1;
        if (compiles(commands.get(m.file), withMutants(text.get(m.file), [m]))) drawn.push(m);
    }
    return drawn;
}

// --- The tests ------------------------------------------------------------------------

const running = new Set();

function killGroup(pid) {
    try {
        process.kill(-pid, "SIGKILL");
    } catch {
        // it has ended
    }
}

for (const name of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(name, () => {
        for (const pid of running) killGroup(pid);
        process.exit(1);
    });

const limits = { memoryKiB: 6 << 20, fileKiB: 2 << 20, seconds: 900 };

// Runs a test in a process group and a folder for temporary files of its own; answers
// with how it ended and the seconds of processor time it took.
function runTest(test, environment, seconds) {
    const scratch = mkdtempSync(join(work, "tmp-"));
    const memory = test.node ? "unlimited" : limits.memoryKiB; // node maps more than it uses
    const script = `ulimit -c 0; ulimit -v ${memory}; ulimit -f ${limits.fileKiB}
        ulimit -t ${seconds}; TIMEFORMAT='%U %S'
        time "$@" >"$TMPDIR/said" 2>&1 </dev/null`;
    const child = spawn("bash", ["-c", script, "bash", ...test.command], {
        cwd: join(tree, "tests"),
        detached: true,
        stdio: ["ignore", "ignore", "pipe"],
        env: { ...process.env, LC_ALL: "C", TMPDIR: scratch, BOUTON: join(built, "bouton"),
            ...environment },
    });
    let told = "";
    let late = false;
    child.stderr.on("data", (d) => (told += d));
    running.add(child.pid);
    // What waits for something that never comes takes no processor time.
    const patience = setTimeout(() => {
        late = true;
        killGroup(child.pid);
    }, 8 * seconds * 1000);
    return new Promise((done) =>
        child.on("close", (code) => {
            clearTimeout(patience);
            killGroup(child.pid); // what it left running
            running.delete(child.pid);
            const times = told.trim().split("\n").at(-1).split(" ").map(Number);
            const used = times.reduce((a, b) => a + b, 0) || 0;
            const said = readFileSync(join(scratch, "said"), "utf8");
            rmSync(scratch, { recursive: true, force: true });
            done({ code: late ? "late" : code, used, last: said.trim().split("\n").at(-1) });
        }),
    );
}

function listTests() {
    const programs = readdirSync(join(root, "tests"))
        .filter((f) => /^test_.*\.c$/.test(f))
        .map((f) => basename(f, ".c"))
        .map((name) => ({
            name,
            command: [join(built, "tests", name)],
            repeats: readFileSync(join(root, "tests", `${name}.c`), "utf8").includes('"effort.h"'),
        }));
    const replays = readdirSync(join(root, "fuzz"))
        .filter((f) => /^fuzz_.*\.c$/.test(f))
        .map((f) => basename(f, ".c").replace("fuzz_", ""))
        .map((name) => ({
            name: `replay_${name}`,
            command: [join(built, "fuzz", `replay_${name}`), `../fuzz/corpus/${name}`],
        }));
    return [
        ...programs,
        ...replays,
        { name: "golden", command: ["./pages.sh", join(built, "tests/golden"), "--inside"] },
        { name: "completion", command: ["./completion.sh", join(built, "bouton")] },
        { name: "pictures", command: ["./pictures.sh", join(built, "bouton")] },
        { name: "serve_run", command: ["node", "serve_run.mjs"], node: true },
    ];
}

async function sideBySide(items, job) {
    const queue = [...items];
    const workers = Array.from({ length: availableParallelism() }, async () => {
        for (let item; (item = queue.shift()) !== undefined; ) await job(item);
    });
    await Promise.all(workers);
}

// Runs every test without a mistake: what it reaches, and how long it takes.
async function record(tests, mutants, most) {
    await sideBySide(tests, async (test) => {
        const file = join(work, `reached-${test.name}`);
        writeFileSync(file, Buffer.alloc(mutants.length + 1));
        const { code, used, last } = await runTest(
            test, { BOUTON_REACHED: file, BOUTON_FEW: "1" }, limits.seconds);
        const bytes = readFileSync(file);
        rmSync(file);
        test.used = used;
        test.reached = new Set(mutants.filter((m) => bytes[m.number]).map((m) => m.number));
        test.left_out = code !== 0 ? `fails without a mistake (${last})`
            : most > 0 && used > most ? `takes ${used.toFixed(0)} s` : "";
        if (test.left_out) console.error(`left out: ${test.name} ${test.left_out}`);
    });
}

// Tests named like the file or its folder are the ones that should notice.
function nearness(test, mutant) {
    const words = test.name.split("_").filter((w) => !["test", "replay", "run"].includes(w));
    const stem = basename(mutant.file, ".c");
    const folder = basename(dirname(mutant.file));
    if (words.join("_") === stem || words.join("_") === folder) return 0;
    return words.includes(folder) || words.some((w) => stem.split("_").includes(w)) ? 1 : 2;
}

async function judge(mutant, tests) {
    const able = tests
        .filter((t) => !t.left_out && t.reached.has(mutant.number))
        .sort((a, b) => nearness(a, mutant) - nearness(b, mutant) || a.used - b.used);
    const number = String(mutant.number);
    const runs = [
        ...able.map((test) => [test, { BOUTON_MUTANT: number, BOUTON_FEW: "1" }, 5]),
        ...able.filter((t) => t.repeats).map((test) => [test, { BOUTON_MUTANT: number }, 100]),
    ];
    for (const [test, environment, longer] of runs) {
        const seconds = Math.ceil(10 + longer * test.used);
        const { code, used } = await runTest(test, environment, seconds);
        if (code === 0) continue;
        const slow = code === "late" || (code > 128 && used > 0.9 * seconds);
        return `killed by ${test.name}${slow ? " (time)" : code > 128 ? ` (signal ${code - 128})` : ""}`;
    }
    return able.length > 0 ? `SURVIVED ${able.length} tests` : "SURVIVED, never reached";
}

async function main() {
    const options = readArguments();
    mkdirSync(work, { recursive: true });
    for (const old of readdirSync(work).filter((f) => /^(tmp|reached)-/.test(f)))
        rmSync(join(work, old), { recursive: true, force: true });
    const commands = configure();
    const mutants = draw(options, commands);
    const row = (m, verdict) =>
        `${m.file}:${m.line}\t${m.number}\t${m.before}  ->  ${m.after}\t${verdict}`;
    if (options.list) {
        for (const m of mutants) console.log(row(m, "drawn"));
        return;
    }
    copyTree(mutants);
    console.error(`building ${mutants.length} mutants in ${relative(root, built)} ...`);
    run("cmake", "--build", "--preset", "gcc");
    const tests = listTests().filter(
        (t) => options.tests.length === 0 || options.tests.includes(t.name));
    console.error("running every test without a mistake ...");
    await record(tests, mutants, options.most);
    let done = 0;
    await sideBySide(mutants, async (m) => {
        m.verdict = await judge(m, tests);
        appendFileSync(join(work, "told.tsv"), `${row(m, m.verdict)}\n`); // if it is cut off
        console.error(`${++done}/${mutants.length} ${m.file}:${m.line} ${m.verdict}`);
    });
    const table = mutants.map((m) => row(m, m.verdict)).sort().join("\n");
    writeFileSync(join(work, "table.tsv"), `${table}\n`);
    console.log(table);
    const survived = mutants.filter((m) => m.verdict.startsWith("SURVIVED"));
    const unreached = survived.filter((m) => m.verdict.endsWith("reached"));
    console.log(`seed ${options.seed}: ${mutants.length} mutants, ` +
        `${mutants.length - survived.length} killed, ${survived.length} survived ` +
        `(${unreached.length} of them never reached)`);
    const leftOut = tests.filter((t) => t.left_out).map((t) => t.name);
    if (leftOut.length > 0) console.log(`left out: ${leftOut.join(", ")}`);
}

await main();
