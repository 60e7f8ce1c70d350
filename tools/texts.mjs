#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// The messages of the program: what is said, and by which words.
//
//   tools/texts.mjs keys           every message in the sources, a line each
//   tools/texts.mjs check [DIR]    what a message must not be; says where and why
//   tools/texts.mjs words [FILE..] words that Bouton never uses, in prose and in strings
//   tools/texts.mjs build [DIR]    texts/*.msg as const tables for C and TypeScript
//
// A message is read off the sources: the key of bt_say, bt_fail, bt_step_say and their like,
// and what BT_TEXT marks. See docs/wording.md.
import { readFileSync, writeFileSync, readdirSync, mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

// Which argument of a call is the key.
const KEY_OF = {
    bt_say: 1,
    bt_fail: 2,
    bt_fail_at_limit: 2,
    bti_say_paragraph: 2,
    bti_say_step: 2,
    bt_step_say: 2,
    bt_summarise: 1,
    bti_fail_at: 4,
    BTI_FAIL_AT: 3,
    BT_TEXT: 0,
};

function sources(folder = "src") {
    const found = [];
    for (const entry of readdirSync(resolve(root, folder), { withFileTypes: true })) {
        const path = `${folder}/${entry.name}`;
        if (entry.isDirectory()) found.push(...sources(path));
        else if (/\.[ch]$/.test(entry.name)) found.push(path);
    }
    return found.sort();
}

// C text with comments blanked, so that places stay where they are.
function withoutComments(text) {
    return text.replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)+'|\/\*[^]*?\*\/|\/\/[^\n]*/g, (piece) =>
        piece[0] === "/" ? piece.replace(/[^\n]/g, " ") : piece,
    );
}

// Where the string or character constant at `i` ends.
function afterQuote(text, i) {
    const quote = text[i];
    for (i++; text[i] !== quote; i++) if (text[i] === "\\") i++;
    return i + 1;
}

// The arguments of the call whose bracket opens at `open`, with their places.
function callArguments(text, open) {
    const args = [];
    let depth = 0;
    let start = open + 1;
    for (let i = open; i < text.length; i++) {
        const c = text[i];
        if (c === '"' || c === "'") i = afterQuote(text, i) - 1;
        else if ("([{".includes(c)) depth++;
        else if (")]}".includes(c)) depth--;
        if ((c === "," && depth === 1) || depth === 0) {
            args.push({ at: start, text: text.slice(start, i) });
            start = i + 1;
        }
        if (depth === 0) return args;
    }
    return null;
}

const ESCAPES = { n: "\n", t: "\t", '"': '"', "\\": "\\", "'": "'" };
const unescape = (text) =>
    text.replace(/\\(u([0-9a-fA-F]{4})|.)/g, (_, c, code) =>
        code ? String.fromCharCode(parseInt(code, 16)) : (ESCAPES[c] ?? c),
    );

// The string constants of an expression; neighbours are one, as in C.
function literals(text) {
    const all = [];
    for (const m of text.matchAll(/"(?:[^"\\\n]|\\.)*"(?:[\s\\]*"(?:[^"\\\n]|\\.)*")*/g)) {
        const parts = [...m[0].matchAll(/"((?:[^"\\\n]|\\.)*)"/g)].map((p) => unescape(p[1]));
        all.push({ at: m.index, end: m.index + m[0].length, text: parts.join("") });
    }
    return all;
}

// What tables hold to be shown as it stands: help and summaries of commands, options and
// rule sets, and what their examples show. These are keys, but not messages with braces.
const TABLE_FIELD = /\.(summary|help|theorem_note|before|why)\s*=\s*$/;
const OPTION = /\[BTI_\w+\]\s*=\s*\{\s*"[^"]*",\s*(?:NULL|"[^"]*"),\s*$/;
const EXAMPLE = /\bbt_example \w+\[\] = \{(?:[^;]*\},)?\s*\{\s*"[^"]*",\s*$/;

function tableTexts(path, text) {
    const found = [];
    for (const literal of literals(text)) {
        const before = text.slice(Math.max(0, literal.at - 3000), literal.at);
        if (TABLE_FIELD.test(before) || OPTION.test(before) || EXAMPLE.test(before))
            found.push({ ...literal, key: literal.text, path, line: lineOf(text, literal.at), given: null, table: true });
    }
    return found;
}

const lineOf = (text, at) => text.slice(0, at).split("\n").length;

// FAIL_AT is a short form that some readers make for themselves.
function keyPlace(name, path) {
    if (name === "FAIL_AT") return path.endsWith("game_file.c") ? 3 : 2;
    return KEY_OF[name];
}

/** Every message of a file: its key, where it stands, its arguments if they are seen. */
function messagesOf(path) {
    const text = withoutComments(readFileSync(resolve(root, path), "utf8"));
    const found = [];
    const spans = [];
    const names = [...Object.keys(KEY_OF), "FAIL_AT"].join("|");
    for (const m of text.matchAll(new RegExp(`\\b(${names})\\(`, "g"))) {
        const line = text.slice(text.lastIndexOf("\n", m.index) + 1, m.index);
        if (/^\s*#\s*define/.test(line)) continue;
        const args = callArguments(text, m.index + m[0].length - 1);
        const key = args?.[keyPlace(m[1], path)];
        if (!key) continue;
        const given = args[keyPlace(m[1], path) + 1]?.text ?? null;
        for (const literal of literals(key.text)) {
            found.push({
                key: literal.text,
                path,
                line: lineOf(text, key.at + literal.at),
                given,
            });
            spans.push([key.at + literal.at, key.at + literal.end]);
        }
    }
    for (const table of tableTexts(path, text)) {
        found.push(table);
        spans.push([table.at, table.end]);
    }
    return { text, found, spans };
}

// The parts of a message: text, and {name}, {name, plural|select, label {message} ...}.
// A brace in quotes, '{', is a brace.
export function parse(message) {
    let at = 0;
    const quoted = () => message[at + 2] === "'" && /['][{}]/.test(message.slice(at, at + 2));
    function fail(why) {
        throw new Error(`${why} at character ${at + 1}`);
    }
    function text(inside) {
        const parts = [];
        let plain = "";
        while (at < message.length) {
            const c = message[at];
            if (quoted()) {
                plain += message[at + 1];
                at += 3;
            } else if (c === "{") {
                if (plain) parts.push(plain);
                plain = "";
                parts.push(argument());
            } else if (c === "}") {
                if (!inside) fail("a brace closes that was not opened");
                break;
            } else {
                plain += c;
                at++;
            }
        }
        if (plain) parts.push(plain);
        return parts;
    }
    function argument() {
        const m = /^\{([A-Za-z_]\w*)(, (plural|select), ?)?/.exec(message.slice(at));
        if (!m) fail("no argument is called so");
        at += m[0].length;
        const node = { name: m[1][0].toLowerCase() + m[1].slice(1), kind: m[3] ?? null, choices: {} };
        while (m[3] && message[at] !== "}") {
            const label = /^ ?([\w=-]+) \{/.exec(message.slice(at));
            if (!label) fail(`the choices of {${node.name}} cannot be read`);
            at += label[0].length;
            node.choices[label[1]] = text(true);
            at++;
            if (message[at] === " ") at++;
        }
        if (message[at] !== "}") fail("a brace is not closed");
        if (m[3] && !node.choices.other) fail(`{${node.name}} has no choice 'other'`);
        at++;
        return node;
    }
    return text(false);
}

export function argumentNames(parts, names = new Set()) {
    for (const part of parts) {
        if (typeof part === "string") continue;
        names.add(part.name);
        for (const choice of Object.values(part.choices)) argumentNames(choice, names);
    }
    return names;
}

/** The table of docs/wording.md: words that Bouton never uses, and what it says instead. */
export function refusedWords(page) {
    const table = /^## Words we never use$[^]*?^\|[-|]+\|$\n((?:\|.*\n)+)/m.exec(page)?.[1] ?? "";
    const rows = table.trim().split("\n").map((row) => row.split(/(?<!\\)\|/).map((cell) => cell.trim()));
    return rows
        .filter((cells) => cells.length === 5)
        .map(([, never, instead, pattern]) => [
            new RegExp(pattern.replaceAll("`", "").replaceAll("\\|", "|"), "i"),
            `'${never}': ${instead}`,
        ]);
}
const REFUSED = refusedWords(readFileSync(join(root, "docs/wording.md"), "utf8"));

// What is data or a table for programs and not said to people.
const NOT_PROSE = [
    /^src\/draw\//, // pictures: SVG and TeX
    /^src\/core\/(nearest|catalogues)\.c$/, // the keys of a keyboard; texts/ as a table
    /^src\/commands\/(completion|manual)\.c$/, // shell and troff
    /^src\/prove\/(certificate_write|words)\.c$/,
    /^src\/rules\/(game_text|subtraction_text)\.c$/, // .game files
    /^src\/play\/(record_write|phrase|move_ways)\.c$/, // records, and what is typed
    /^src\/(wasm|serve|host|cli)\//,
];
// The tables that help is printed from; their text is whole as it stands.
const HELP_FIELD =
    /(\.(summary|help|about|usage|examples|example|needs|story|text|move|title|name|source|what|rule|note|param_help|position_help)\s*=|#define \w+_HELP\b|\[BTI_\w+\]\s*=\s*\{)[^;]*$/;

function isProse(text) {
    return /[a-z]{2,}[,:;]? [a-z]{2,}[,.:;]? [a-z]{1,}/.test(text) && !/[<\\]|=\s*"/.test(text);
}

function* faultsOfKey({ key, given, table }) {
    if (table) {
        for (const [word, instead] of REFUSED) if (word.test(key)) yield `says ${instead}`;
        return;
    }
    let parts;
    try {
        parts = parse(key);
    } catch (error) {
        yield `cannot be read: ${error.message}`;
        return;
    }
    const whole = key.replace(/\n+$/, "").replace(/^ {2}/, "");
    if (/^\s|\s$/.test(whole)) yield "begins or ends with a blank: a piece of a sentence";
    if (/^[,;:.)]/.test(whole)) yield "begins with a punctuation mark: a piece of a sentence";
    if (/[A-Za-z]\{|\}[A-Za-z]/.test(key.replace(/'[{}]'/g, "")))
        yield "glues letters to an argument";
    for (const [word, instead] of REFUSED) if (word.test(key)) yield `says ${instead}`;
    if (given === null || !/BT_(NO_)?ARGS/.test(given)) return;
    const own = new Set([...given.matchAll(/\bBT_(?:NUM|STR|SPAN|QUOTE|LIST|TRUE)\(\s*"(\w+)"/g)].map((m) => m[1]));
    for (const name of argumentNames(parts))
        if (!own.has(name)) yield `asks for {${name}}, which is not given`;
    for (const m of given.matchAll(/\bBT_STR\(\s*"(\w+)"\s*,([^()]*(?:\([^()]*\)[^()]*)*)\)/g))
        if (literals(m[2]).some((l) => /[a-z]{2,} [a-z]/.test(l.text) || /\?/.test(m[2].split('"')[0])))
            yield `gets words of a sentence as {${m[1]}}: say them in the message, by select`;
    for (const name of own)
        if (/^(number|choice|it|c|n|i|m|r)\d+$/.test(name)) yield `has an argument called {${name}}: name what it is`;
}

// Arguments that no alternative of a call asks for.
function* unusedArguments(found) {
    const calls = new Map();
    for (const m of found) {
        if (m.given === null) continue;
        const call = calls.get(m.given + m.path) ?? { ...m, keys: [] };
        call.keys.push(m.key);
        calls.set(m.given + m.path, call);
    }
    for (const call of calls.values()) {
        const used = new Set();
        try {
            for (const key of call.keys) argumentNames(parse(key), used);
        } catch {
            continue;
        }
        for (const m of call.given.matchAll(/\bBT_(?:NUM|STR|SPAN|QUOTE|LIST|TRUE)\(\s*"(\w+)"/g))
            if (!used.has(m[1])) yield [call, `gives {${m[1]}}, which the sentence does not use`];
    }
}

function* proseOutside(path, { text, spans }) {
    if (NOT_PROSE.some((pattern) => pattern.test(path))) return;
    for (const literal of literals(text)) {
        if (spans.some(([from, to]) => literal.at >= from && literal.at < to)) continue;
        if (!isProse(literal.text)) continue;
        const before = text.slice(Math.max(0, literal.at - 3000), literal.at);
        if (HELP_FIELD.test(before)) continue;
        yield [{ path, line: lineOf(text, literal.at), key: literal.text }, "is prose outside of a message"];
    }
}

function check(folder) {
    let faults = 0;
    const tell = (m, fault) => {
        faults++;
        console.log(`${m.path}:${m.line}: ${JSON.stringify(m.key.slice(0, 70))} ${fault}`);
    };
    const keys = new Set();
    const tables = new Set();
    for (const path of sources(folder)) {
        const file = messagesOf(path);
        for (const m of file.found) {
            (m.table ? tables : keys).add(m.key);
            for (const fault of faultsOfKey(m)) tell(m, fault);
        }
        for (const [m, fault] of unusedArguments(file.found)) tell(m, fault);
        for (const [m, fault] of proseOutside(path, file)) tell(m, fault);
    }
    for (const { name, entries, path } of folder ? [] : catalogues()) {
        for (const entry of entries) {
            const m = { path, line: entry.line, key: entry.key };
            if (tables.has(entry.key)) continue;
            if (!keys.has(entry.key)) tell(m, "is not a message of the program");
            const own = argumentNames(parse(entry.key));
            for (const used of argumentNames(parse(entry.text)))
                if (!own.has(used)) tell(m, `asks for {${used}}, which the message does not have`);
        }
        const known = new Set(entries.map((e) => e.key));
        if (name === "winning")
            for (const key of keys)
                if (/\b[NP]-position|\b[NP]\b(?![)'])/.test(key) && !known.has(key))
                    tell({ path, line: 1, key }, "speaks of N or P and has no entry here");
    }
    console.log(`${keys.size} messages, ${faults} faults`);
    return faults === 0;
}

// The prose of a page without what commands print, which the strings of src/ decide, and
// without tables where docs/wording.md quotes what it refuses.
function pageProse(path, text) {
    const blank = (block) => block.replace(/[^\n]/g, " ");
    const prose = text.replace(/^( *)```[^]*?^\1```$/gm, blank).replace(/`(?:[^`\n]|\n(?!\s*\n))*`/g, blank);
    return path.endsWith("docs/wording.md") ? prose.replace(/^\|.*$/gm, blank) : prose;
}

function* piecesOf(path) {
    const text = readFileSync(resolve(root, path), "utf8");
    if (path.endsWith(".c"))
        for (const literal of literals(withoutComments(text))) yield { text: literal.text, line: lineOf(text, literal.at) };
    else
        for (const m of pageProse(path, text).matchAll(/[^\n]*[^\s][^]*?(?=\n\s*\n|$(?![^]))/g))
            yield { text: m[0], line: lineOf(text, m.index) };
}

function proseFiles() {
    const inFolder = (folder, end) =>
        readdirSync(join(root, folder))
            .filter((name) => name.endsWith(end))
            .map((name) => `${folder}/${name}`);
    return [
        ...["README.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "games/README.md"],
        ...inFolder("docs", ".md"),
        ...inFolder("docs/formats", ".md"),
        ...inFolder("include/bouton", ".h"),
        ...inFolder("games", ".game"),
        ...sources().filter((path) => path.endsWith(".c")),
    ];
}

function words(files) {
    let faults = 0;
    for (const path of files.length > 0 ? files : proseFiles())
        for (const piece of piecesOf(path)) {
            // A sentence goes on in the next line; stars and hashes begin lines of comments.
            const text = piece.text.replace(/\n[ \t]*(?:\*|#|\/\/)?[ \t]*/g, "\n");
            for (const [word, instead] of REFUSED) {
                const found = word.exec(text.replaceAll("\n", " "));
                if (!found) continue;
                faults++;
                const line = piece.line + text.slice(0, found.index).split("\n").length - 1;
                console.log(`${path}:${line}: says ${instead}`);
            }
        }
    console.log(`${faults} faults`);
    return REFUSED.length > 0 && faults === 0;
}

/** texts/XX.msg: a key at the beginning of a line, its text on the next, four blanks in. */
export function readCatalogue(text) {
    const entries = [];
    text.split("\n").forEach((line, i) => {
        if (line === "" || line.startsWith("#")) return;
        const words = line.trimStart().replaceAll("\\n", "\n").replace(/^\\b/, "  ");
        if (!line.startsWith("    ")) entries.push({ key: words, text: null, line: i + 1 });
        else if (entries.at(-1)?.text === null) entries.at(-1).text = words;
        else throw new Error(`line ${i + 1}: a text without a key`);
    });
    for (const entry of entries) if (entry.text === null) throw new Error(`line ${entry.line}: a key without a text`);
    return entries;
}

function catalogues() {
    return readdirSync(join(root, "texts"))
        .filter((name) => name.endsWith(".msg"))
        .sort()
        .map((file) => ({
            name: file.slice(0, -4),
            path: `texts/${file}`,
            entries: readCatalogue(readFileSync(join(root, "texts", file), "utf8")),
        }));
}

const byBytes = (a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key));

function cTable(all) {
    const c = (text) => JSON.stringify(text);
    let out = "/* SPDX-License-Identifier: MIT\n * Written by tools/texts.mjs from texts/; do not edit. */\n";
    out += "#include \"core/catalogues.h\"\n\n/* clang-format off */\n";
    for (const { name, entries } of all) {
        out += `static const bt_entry ${name}[] = {\n`;
        for (const e of [...entries].sort(byBytes)) out += `    {${c(e.key)},\n     ${c(e.text)}},\n`;
        out += "};\n\n";
    }
    out += "const bt_catalogue bti_catalogues[] = {\n";
    for (const { name } of all) out += `    {sizeof(bt_catalogue), "${name}", ${name}, sizeof ${name} / sizeof ${name}[0], NULL, NULL},\n`;
    return out + "};\nconst size_t bti_catalogue_count = sizeof bti_catalogues / sizeof bti_catalogues[0];\n";
}

function tsTable(all) {
    let out = "// SPDX-License-Identifier: MIT\n// Written by tools/texts.mjs from texts/; do not edit.\n";
    out += "export const catalogues: Record<string, ReadonlyMap<string, string>> = {\n";
    for (const { name, entries } of all) {
        out += `    ${name}: new Map([\n`;
        for (const e of [...entries].sort(byBytes)) out += `        [${JSON.stringify(e.key)}, ${JSON.stringify(e.text)}],\n`;
        out += "    ]),\n";
    }
    return out + "};\n";
}

function build(folder) {
    const all = catalogues();
    const files = { "src/core/catalogues.c": cTable(all), "web/src/messages/catalogues.ts": tsTable(all) };
    for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
    }
}

const [command, ...given] = process.argv.slice(2);
if (process.argv[1] === fileURLToPath(import.meta.url)) {
    if (command === "keys")
        for (const path of sources())
            for (const m of messagesOf(path).found) console.log(`${m.path}:${m.line}: ${JSON.stringify(m.key)}`);
    else if (command === "check") process.exitCode = check(given[0]) ? 0 : 1;
    else if (command === "words") process.exitCode = words(given) ? 0 : 1;
    else if (command === "build") build(given[0] ?? root);
    else {
        console.error("usage: tools/texts.mjs keys | check [FOLDER] | words [FILE...] | build [FOLDER]");
        process.exitCode = 2;
    }
}
