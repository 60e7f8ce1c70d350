// SPDX-License-Identifier: MIT
// The address of a game: behind # stands the command line of `bouton play`, so what works
// in a terminal can be pasted here and the other way round:
//
//     #nim 3,4,6                     #nim/misere 3,4,6 + subtraction:1,3 7 --neighbour
//     #wythoff 3,5                   #own.game 3,5 own.game=PACKED   (the text comes along)
//     #graph-editor own.dot=PACKED
//
// A word with blanks stands in '...'. PACKED is the text of a file (packed.ts). Only files of
// one's own come with a link: under any other name it could change what the page brings.

import { fileText } from "./engine/engine";
import { isOwnName } from "./own_files";
import { MOST_LINK_BYTES, pack, TooLong, unpack } from "./packed";

export interface Link {
    words: string[];
    files: Map<string, string>; // texts that the link brings
}

/** A link as it came, from anybody. */
export interface ForeignLink extends Link {
    notTaken: string[]; // names that are not for a link to give a text
    tooLong: boolean; // its texts are: they are not here
}

/** Splits a command line as a shell does: blanks separate, '...' and "..." keep together. */
export function splitWords(line: string): string[] {
    const words: string[] = [];
    const pattern = /(?:'([^']*)'?|"([^"]*)"?|[^\s'"])+/g;
    for (const match of line.matchAll(pattern))
        words.push(match[0].replace(/'([^']*)'?|"([^"]*)"?/g, (_, a, b) => a ?? b ?? ""));
    return words;
}

/** The words behind `bouton play`, which the engine reads. A line may be pasted from a
 * terminal, and options that ask for other kinds of answers are of no use here. */
export function wordsOfLine(line: string): string[] {
    const words = splitWords(line.trim().replace(/^\$\s*/, ""));
    if (words[0] === "bouton") words.shift();
    if (/^(?:play|solve|explain|moves|graph|demo)$/.test(words[0] ?? "")) words.shift();
    return words.filter((word) => word !== "--help" && word !== "--json");
}

const playWord = /^(?:mise\u0300?re|normal)$/i;
const playBehind = /\/(?:mise\u0300?re|normal)(?=$|\()/i;

/** Whether a word says how the game ends: nim/misere, misère, nim(3,4)/normal. */
export function saysPlay(word: string): boolean {
    const apart = word.normalize("NFD");
    return playWord.test(apart) || playBehind.test(apart);
}

/** The words with this play and no other; before them it is meant for all parts. */
export function withPlay(words: string[], play: "normal" | "misere"): string[] {
    const ends = (i: number) => i === 0 || i === words.length - 1;
    const rest = words.map((w) => w.normalize("NFD")).filter((w, i) => !(ends(i) && playWord.test(w)));
    return [play, ...rest.map((w) => w.replace(playBehind, "").normalize())];
}

export function joinWords(words: string[]): string {
    return words
        .map((w) => {
            if (w !== "" && !/[\s'"]/.test(w)) return w;
            return w.includes("'") ? `"${w}"` : `'${w}'`;
        })
        .join(" ");
}

const carried = /^([\w./-]+\.(?:game|dot|txt|json))=([\w-]+)$/;

/** Whether rules that should have come with the link are not here. */
export function isCutOff(words: string[]): boolean {
    return words.some((word) => {
        const own = /^(?:\w+:)?(own\.[\w.]*(?:game|dot))(=)?/.exec(word);
        return own !== null && (own[2] !== undefined || fileText(own[1]!) === undefined);
    });
}

/** Reads what stands behind #; a text that cannot be unpacked stays a word. */
export async function readLink(hash: string): Promise<ForeignLink> {
    let line = hash.replace(/^#/, "");
    try {
        line = decodeURIComponent(line);
    } catch {
        // a lonely % is meant as it stands
    }
    const link: ForeignLink = { words: [], files: new Map(), notTaken: [], tooLong: false };
    let left = MOST_LINK_BYTES;
    for (const word of wordsOfLine(line)) {
        const [, name, packed] = carried.exec(word) ?? [];
        if (!name || !packed) {
            link.words.push(word);
        } else if (!isOwnName(name)) {
            link.notTaken.push(name);
        } else {
            try {
                const bytes = await unpack(packed, left);
                left -= bytes.size;
                link.files.set(name, await bytes.text());
            } catch (error) {
                if (error instanceof TooLong) return { ...link, files: new Map(), tooLong: true };
                link.words.push(word);
            }
        }
    }
    return link;
}

/** The address of words that bring no texts. */
export function addressOfWords(words: string[]): string {
    return "#" + encodeURI(joinWords(words)).replaceAll("#", "%23").replaceAll("'", "%27");
}

export async function writeLink(link: Link): Promise<string> {
    const words = [...link.words];
    for (const [name, text] of link.files) words.push(`${name}=${await pack(text)}`);
    return addressOfWords(words);
}
