// SPDX-License-Identifier: MIT
// node message_test.mjs: the page says messages as the engine does. tests/messages.tsv has the
// cases that tests/test_message.c runs in C.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { check, counts, root, same, setWhere } from "./harness.mjs";

/** A module of the page, without its types. */
async function load(path) {
    const made = await build({
        entryPoints: [join(root, path)],
        bundle: true,
        write: false,
        format: "esm",
    });
    return import("data:text/javascript," + encodeURIComponent(made.outputFiles[0].text));
}

const { say } = await load("web/src/messages/message.ts");
const { catalogues } = await load("web/src/messages/catalogues.ts");

setWhere("message_test.mjs");
const cases = readFileSync(join(root, "tests/messages.tsv"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("\t"));
check(cases.length > 50, "tests/messages.tsv has too few cases");
for (const [message, args, said] of cases) same(say(message, JSON.parse(args)), said, message);

// Catalogues: another text for a key, for the words between a list's last two numbers, or none.
const other = new Map([
    ["{piles} can be used", "usable: {piles}"],
    ["{some} and {last}", "{some} or {last}"],
]);
same(say("{piles} can be used", { piles: [1, 2, 3] }, other), "usable: 1, 2 or 3", "a catalogue");
same(say("take {n}", { n: 1 }, other), "take 1", "a key that the catalogue does not have");
for (const [name, words] of Object.entries(catalogues))
    for (const [key, text] of words) same(say(key, {}, words), say(text), `${name}: ${key}`);

// Numbers that JSON writes as strings.
same(say("{n, plural, one {a} =99999999999999999999 {b} other {c}}", { n: "99999999999999999999" }), "b", "digits");

const { passed, failed } = counts();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
