// SPDX-License-Identifier: MIT
// Rules that somebody has written: own.game, own.2.game, ... Such a file never changes while
// the page is open, so that what is known about a position of it stays true; another text
// gets another name.
import { addFile, fileText } from "./engine/engine";
import type { Link } from "./link";

/** Whether links and records may give this file a text: nothing that the page brings has
 * such a name. */
export function isOwnName(name: string): boolean {
    return /^own(?:\.\w+)*\.(?:game|dot|txt|json)$/.test(name);
}

/** Makes a text known under a name that stays, and gives the name. */
export function ownFile(text: string): string {
    for (let n = 1; ; n++) {
        const name = n === 1 ? "own.game" : `own.${n}.game`;
        const there = fileText(name);
        if (there !== undefined && there !== text) continue;
        addFile(name, text);
        return name;
    }
}

/** The texts that an address of these words has to bring. */
export function ownTexts(words: string[]): Map<string, string> {
    const files = new Map<string, string>();
    for (const word of words) {
        const name = word.replace(/^(?:game|graph):/, "").replace(/\/(?:misere|normal)$/, "");
        const text = fileText(name);
        if (text !== undefined && isOwnName(name)) files.set(name, text);
    }
    return files;
}

/** Makes the files of a link known, and gives its words with their names as they are here. */
export function adoptFiles(link: Link): string[] {
    let { words } = link;
    for (const [name, text] of link.files) {
        const there = fileText(name);
        if (/^own\..*game$/.test(name) && there !== undefined && there !== text) {
            const here = ownFile(text);
            const named = (word: string) => /^(?:game:)?([^/]*)/.exec(word)?.[1] === name;
            words = words.map((word) => (named(word) ? word.replace(name, here) : word));
        } else {
            addFile(name, text);
        }
    }
    return words;
}

// A record names its rules. Those of one's own come along as comments before its headers,
// which `bouton play` reads over:
//
//     # file own.game
//     #| vars x y
//     #| move x' < x

const rulesLine = /^rules (.*)$/gm;

/** A record with the texts that it needs. */
export function withTexts(record: string): string {
    const rules = [...record.matchAll(rulesLine)].map((match) => match[1]!);
    const files = [...ownTexts(rules)].map(
        ([name, text]) => `# file ${name}\n${text.replace(/^/gm, "#| ")}\n`,
    );
    return record.replace("\n", `\n${files.join("").replaceAll("$", "$$$$")}`);
}

/** Makes the texts of a record known, and gives the record with their names as they are
 * here, and the names that are not for a record to give a text. */
export function adoptTexts(record: string): { record: string; notTaken: string[] } {
    const files = new Map<string, string>();
    const notTaken: string[] = [];
    for (const [, name, text] of record.matchAll(/^# file (\S+)((?:\r?\n#\| ?.*)+)/gm))
        if (isOwnName(name!))
            files.set(name!, text!.replace(/\r/g, "").replace(/\n#\| ?/g, "\n").slice(1));
        else notTaken.push(name!);
    const here = (_: string, rules: string) =>
        `rules ${adoptFiles({ words: [rules], files })[0]}`;
    return { record: record.replace(rulesLine, here), notTaken };
}
