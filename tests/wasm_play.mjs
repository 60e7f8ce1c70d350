// SPDX-License-Identifier: MIT
// node wasm_play.mjs BOUTON.WASM: a page that plays through the WebAssembly build gets the
// same bytes as `bouton play --json` of the command $BOUTON; records go from one to the
// other and back; refused lines change nothing; bad input leaves the game; files are
// replaced under an open game; long work tells its progress; memory that runs out is told.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const wasmFile = process.argv[2] ?? join(root, "build/wasm/bouton.wasm");
const command = process.env.BOUTON ?? join(root, "build/bouton");
const folder = mkdtempSync(join(tmpdir(), "wasm_play-"));

let passed = 0;
let failed = 0;
function check(good, sentence) {
    if (good) {
        passed++;
    } else {
        failed++;
        console.error(sentence);
    }
    return good;
}

const module = new WebAssembly.Module(readFileSync(wasmFile));
const decoder = new TextDecoder("utf-8", { fatal: true });

class Engine {
    constructor() {
        this.progress = [];
        const progress = (done, total) => this.progress.push([done, total]);
        this.wasm = new WebAssembly.Instance(module, { bouton: { progress } }).exports;
        this.wasm._initialize?.();
    }

    // Calls a function with texts as its arguments; each is a place and a length.
    call(name, ...texts) {
        const placed = texts.map((text) => {
            const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
            const length = bytes.length;
            const place = this.wasm.bt_wasm_alloc(Math.max(length, 1)) >>> 0;
            if (place === 0) throw new Error("no memory");
            new Uint8Array(this.wasm.memory.buffer, place, length).set(bytes);
            return [place, length];
        });
        const code = this.wasm[name](...placed.flat());
        for (const [place, length] of placed) this.wasm.bt_wasm_free(place, Math.max(length, 1));
        return code;
    }

    out() {
        return decoder.decode(new Uint8Array(this.wasm.memory.buffer,
            this.wasm.bt_wasm_out() >>> 0, this.wasm.bt_wasm_out_len() >>> 0));
    }

    addFile(name, text) {
        check(this.call("bt_wasm_add_file", name, text) === 0, `${name} is not added`);
        writeFileSync(join(folder, name), text);
    }

    play(...words) {
        return this.call("bt_wasm_play", JSON.stringify(words));
    }

    // The state after a line.
    line(text) {
        const code = this.call("bt_wasm_line", text);
        check(code === 0, `${text}: exit code ${code}: ${this.out()}`);
        return JSON.parse(this.out());
    }

    record() {
        check(this.wasm.bt_wasm_record() === 0, this.out());
        return this.out();
    }
}

function native(words, lines) {
    const ran = spawnSync(command, ["play", "--json", ...words],
        { cwd: folder, input: lines.map((l) => `${l}\n`).join(""), maxBuffer: 1 << 28 });
    if (ran.error) throw ran.error;
    return ran.stdout.toString();
}

// The same game in both; returns the engine with its last state.
function playBoth(engine, words, lines) {
    const where = `${words.join(" ")}: ${lines.join(", ")}`;
    check(engine.play(...words) === 0, `${where}: ${engine.out()}`);
    let all = engine.out();
    let state;
    for (const line of lines) {
        state = engine.line(line).state;
        all += engine.out();
    }
    const expected = native(words, lines);
    check(all === expected, `${where}:\n${expected}natively, in wasm\n${all}`);
    return state;
}

const wythoff = readFileSync(join(root, "games/wythoff.game"), "utf8");
const nim3 = readFileSync(join(root, "games/nim3.game"), "utf8");
const teaser = readFileSync(join(root, "examples/teaser.dot"), "utf8");

const lines = ["help", "hint", "hint", "hint", "hint", "1", "take 900 from 1", "x y z",
    "moves", "undo", "2", "note so – and so", "variations", "go 0", "redo 1", "redo 2",
    "node 1", "node 99", "go x", "review", "board", "score", "save game.txt2", "load nothing",
    "draw", "undo", "resign", "new", "1", "1", "1", "1", "1", "undo", "redo", "new II", "",
    "   ", "new computer", "quit"]
    .filter((line) => !line.startsWith("save")); // the module has no files to write

function sameGames(engine) {
    const games = [["nim"], ["nim", "5,4,3,7,9", "--level", "slips", "--seed", "7"],
        ["nim/misere", "1,2,3", "--neighbour"], ["staircase", "--first", "computer"],
        ["cheating", "--level", "random", "--seed", "3"], ["dynamic", "20:5"],
        ["moore:2", "2,3,4"], ["nimble"], ["subtraction:1,3,4", "+", "nim", "2,2"],
        ["subtraction:primes", "1000000"], ["wythoff.game", "9,5"],
        ["wythoff.game", "1000000000,999"], ["graph:teaser.dot", "A"],
        ["graph:teaser.dot", "H", "--neighbour"], ["nim", "18446744073709551615,7"],
        ["nim", "60,61,62,63,64,65", "--by", "search"]];
    for (const words of games) playBoth(engine, words, lines);
}

// Random moves, walks and mistakes.
function randomGames(engine) {
    let random = 1901;
    const next = (n) => (random = (random * 48271) % 2147483647) % n;
    for (const words of [["nim", "3,4,5"], ["wythoff.game", "6,7", "--neighbour"],
        ["graph:teaser.dot", "H", "--level", "slips"], ["moore:2", "2,2,2"]]) {
        check(engine.play(...words) === 0, engine.out());
        let answer = JSON.parse(engine.out());
        let refused = 0;
        const typed = [];
        for (let i = 0; i < 80; i++) {
            const before = JSON.stringify(answer.state);
            const total = answer.state.moves_total;
            const line = [`${1 + next(total + 1)}`, `${1 + next(total + 1)}`, "undo", "redo",
                `redo ${next(4)}`, `go ${next(6)}`, `node ${next(12)}`, "nonsense",
                "new 1,x", "hint"][next(10)];
            typed.push(line);
            answer = engine.line(line);
            if (!answer.refused) continue;
            refused++;
            check(JSON.stringify(answer.state) === before && answer.said.length > 0,
                `${line} is refused and changes the state`);
        }
        check(refused > 5 && refused < 75, `${refused} lines were refused`);
        const end = JSON.stringify(answer.state);
        playBoth(engine, words, typed);
        roundTrip(engine, end);
    }
}

// The record goes to the command and comes back from there, and the other way.
function roundTrip(engine, state) {
    const record = engine.record();
    writeFileSync(join(folder, "page.txt"), record);
    const lines = ["load page.txt", "save terminal.txt"];
    native(["nim", "1", "--neighbour"], lines);
    const back = readFileSync(join(folder, "terminal.txt"), "utf8");
    check(back === record, `${record}comes back from the terminal as\n${back}`);
    const other = new Engine();
    for (const name of ["wythoff.game", "teaser.dot"])
        other.call("bt_wasm_add_file", name, readFileSync(join(folder, name)));
    check(other.call("bt_wasm_load", back) === 0, other.out());
    const loaded = JSON.parse(other.out()).state;
    const old = JSON.parse(state);
    check(loaded.neighbour === old.neighbour && loaded.level === old.level,
        "the record has other players");
    check(JSON.stringify(loaded.start) === JSON.stringify(old.start), "another start");
    check(other.record() === record, "a record that was loaded is another one");
    check(engine.call("bt_wasm_load", record) === 0, engine.out());
    check(engine.record() === record, "a record that was loaded again is another one");
}

function badInput() {
    const engine = new Engine();
    const error = () => JSON.parse(engine.out()).error;
    check(engine.call("bt_wasm_line", "1") === 2 && error().kind === "domain", "no game");
    check(engine.wasm.bt_wasm_record() === 2 && error().kind === "domain", "no game");
    check(engine.call("bt_wasm_load", "nonsense") === 2 && error().kind === "syntax", "load");
    check(engine.call("bt_wasm_line", "1") === 2, "a game was opened by a bad record");
    check(engine.play("nim", "3,4") === 0, engine.out());
    const before = engine.line("").state;
    const still = () => JSON.stringify(engine.line("").state) === JSON.stringify(before);
    for (const words of [["nim", "3,x"], ["nin", "3"], [], ["nim", "3", "--level", "best"],
        ["no.game"], ["nim", "-"], ["--levl", "nim"]]) {
        check(engine.play(...words) === 2 && error().message.length > 0 && still(),
            `${words.join(" ")}: ${engine.out()}`);
    }
    for (const record of ["", "bouton record 1\nrules nim\nposition 3\nmoves\nto 4\nend\n"])
        check(engine.call("bt_wasm_load", record) === 2 && error().message && still(),
            `a bad record: ${engine.out()}`);
    for (const json of ["", "[", "{}", "[1]", "\"nim\""])
        check(engine.call("bt_wasm_play", json) === -1 && still(), json);
    check(engine.call("bt_wasm_line", new Uint8Array([0xff, 0xfe, 0])) === 0 &&
        JSON.parse(engine.out()).refused && still(), "bytes that are no text");
    check(engine.call("bt_wasm_line", "9,".repeat(200000)) === 0 &&
        JSON.parse(engine.out()).refused && still(), "a very long line");
}

function files() {
    const engine = new Engine();
    engine.addFile("own.game", wythoff);
    check(engine.play("own.game", "4,6", "--neighbour") === 0, engine.out());
    check(engine.line("to 4,4").state.summary === "Wythoff's game", "the rules of the file");
    engine.addFile("own.game", nim3);
    check(engine.line("to 3,3").state.position === "3,3", "the game goes on by its rules");
    engine.call("bt_wasm_remove_file", "own.game");
    check(engine.line("to 2,2").state.position === "2,2", "and without its file");
    check(engine.line("new 1,1").state.position === "1,1", "also from another start");
    const record = engine.record();
    check(engine.call("bt_wasm_load", record) === 2, "the rules of the record are gone");
    check(engine.line("").state.position === "1,1", "and the game is not");
    check(engine.play("own.game", "1,1") === 2, "the file is not gone");
    engine.call("bt_wasm_remove_file", "own.game");
    engine.addFile("own.game", nim3);
    check(engine.play("own.game", "1,2,3") === 0, engine.out());
    engine.addFile("own.game", "vars x\nmove x' <\n");
    check(engine.play("own.game", "1") === 2 && JSON.parse(engine.out()).error.caret >= 0,
        `a mistake in a file: ${engine.out()}`);
    for (let i = 0; i < 200; i++) {
        engine.addFile("own.game", wythoff + "# again\n".repeat(i * 97 % 1000));
        check(engine.play("own.game", `${i % 9},5`) === 0, engine.out());
    }
}

// Progress grows up to its total, and a game in between is left alone.
function progress() {
    const engine = new Engine();
    check(engine.play("nim", "3,4") === 0, engine.out());
    const code = engine.call("bt_wasm_run",
        JSON.stringify(["solve", "moore:2", "9,9,9,9,9", "--by", "search"]));
    const told = engine.progress;
    check(code === 0 && told.length > 1, `progress was told ${told.length} times`);
    check(told.every(([done, total]) => done >= 0 && (total === 0 || done <= total)),
        `progress: ${told.slice(0, 5).join(" ")}`);
    check(engine.line("take 1 from 1").state.nodes.length === 3, "the game was lost");
}

// More than 4 GiB cannot be had: that is an answer, and the engine goes on.
function memory() {
    const engine = new Engine();
    check(engine.play("nim", "3,4") === 0, engine.out());
    check(engine.wasm.bt_wasm_alloc(0xfffffff0) === 0, "4 GiB were given");
    check(engine.wasm.bt_wasm_alloc(0xffffffff) === 0, "4 GiB were given");
    const code = engine.call("bt_wasm_run", JSON.stringify(["solve", "moore:9",
        "99,99,99,99,99,99,99,99,99,99", "--by", "search", "--memory", "60M"]));
    check(code === 3, `exit code ${code}`);
    check(engine.line("take 1 from 1").state.nodes.length === 3, "the game was lost");
    const pages = engine.wasm.memory.buffer.byteLength;
    for (let i = 0; i < 50; i++) engine.play("nim", `${i},${2 * i},3`);
    check(engine.wasm.memory.buffer.byteLength === pages, "games are not given back");
}

const engine = new Engine();
engine.addFile("wythoff.game", wythoff);
engine.addFile("teaser.dot", teaser);
sameGames(engine);
randomGames(engine);
badInput();
files();
progress();
memory();
rmSync(folder, { recursive: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
