// SPDX-License-Identifier: MIT
// Rules that somebody has written: own.game, own.2.game, ... Such a file never changes while
// the page is open, so that what is known about a position of it stays true; another text
// gets another name.
import { addFile, fileText } from "./engine/engine";
import type { Link } from "./link";

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
