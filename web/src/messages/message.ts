// SPDX-License-Identifier: MIT
// Messages: sentences with named arguments, said as src/core/message.c says them. The English
// sentence is the key; a catalogue may hold another text for it. tests/messages.tsv has cases
// that both must pass.

/** What an argument may be: as JSON has it, except that a quote says that it is one. */
export type Argument = number | string | boolean | readonly (number | string)[] | { quote: string };
export type Arguments = Readonly<Record<string, Argument>>;
export type Catalogue = ReadonlyMap<string, string>;

const DEEPEST = 8; // choices inside choices
const QUOTED_BYTES = 48;

/** The sentence for a key, in the words of a catalogue, or else in English. */
export function say(key: string, args: Arguments = {}, catalogue?: Catalogue): string {
    return sayText(catalogue?.get(key) ?? key, args, { catalogue, commas: false }, 0);
}

interface How {
    catalogue: Catalogue | undefined;
    commas: boolean; // between the elements of a list, and nothing else
}

// '{' and '}' in quotes stand for braces.
function isQuotedBrace(text: string, at: number): boolean {
    return text[at] === "'" && text[at + 2] === "'" && (text[at + 1] === "{" || text[at + 1] === "}");
}

/** Where the brace that opens at `at` is closed; -1 if it is not. */
function closing(text: string, at: number): number {
    for (let open = 0; at < text.length; at++) {
        if (isQuotedBrace(text, at)) at += 2;
        else if (text[at] === "{") open++;
        else if (text[at] === "}" && --open === 0) return at;
    }
    return -1;
}

function sayText(text: string, args: Arguments, how: How, depth: number): string {
    let out = "";
    for (let at = 0; at < text.length; at++) {
        if (isQuotedBrace(text, at)) {
            out += text[at + 1];
            at += 2;
        } else if (text[at] !== "{") {
            out += text[at];
        } else {
            const end = closing(text, at);
            if (end < 0) return out + text.slice(at);
            // What cannot be read is written as it stands.
            out += sayBraces(text.slice(at + 1, end), args, how, depth) ?? text.slice(at, end + 1);
            at = end;
        }
    }
    return out;
}

function sayBraces(inside: string, args: Arguments, how: How, depth: number): string | null {
    const comma = inside.indexOf(",");
    const name = comma < 0 ? inside : inside.slice(0, comma);
    const arg = find(args, name);
    if (arg === undefined || depth > DEEPEST) return null;
    if (comma < 0) return sayArgument(arg, /^[A-Z]/.test(name), how);
    const kind = /^ *(plural|select),/.exec(inside.slice(comma + 1));
    if (!kind) return null;
    const choices = inside.slice(comma + 1 + kind[0].length);
    const chosen = choose(choices, arg, kind[1] === "plural");
    return chosen === null ? null : sayText(chosen, args, how, depth + 1);
}

/** {Pile} asks for the argument "pile", with a capital letter. */
function find(args: Arguments, name: string): Argument | undefined {
    const small = name.replace(/^[A-Z]/, (letter) => letter.toLowerCase());
    for (const own of Object.keys(args)) if (own === name || own === small) return args[own];
    return undefined;
}

/** "one {...} other {...}": the text that fits best; null if none fits or it cannot be read. */
function choose(choices: string, arg: Argument, plural: boolean): string | null {
    let best: string | null = null;
    let bestFit = 0;
    for (let rest = choices.replace(/^ +/, ""); rest !== ""; ) {
        const label = /^[^ {]*/.exec(rest)![0];
        rest = rest.slice(label.length).replace(/^ +/, "");
        const end = rest[0] === "{" ? closing(rest, 0) : -1;
        if (end < 0) return null;
        const fit = fits(arg, plural, label);
        if (fit > bestFit) {
            bestFit = fit;
            best = rest.slice(1, end);
        }
        rest = rest.slice(end + 1).replace(/^ +/, "");
    }
    return best;
}

/** How well a label fits: 3 for "=2", 2 for the form or the word, 1 for "other". */
function fits(arg: Argument, plural: boolean, label: string): number {
    if (plural && label === "=" + count(arg)) return 3;
    const form = plural ? (count(arg) === "1" ? "one" : "other") : word(arg);
    return label === form ? 2 : label === "other" ? 1 : 0;
}

/** What plural chooses by. Numbers that are too large for JSON come as strings of digits. */
function count(arg: Argument): string {
    if (typeof arg === "number") return String(arg);
    if (typeof arg === "boolean") return arg ? "1" : "0";
    if (typeof arg === "string") return /^\d+$/.test(arg) ? arg : "0";
    return "quote" in arg ? "0" : String(arg.length);
}

/** What select chooses by. */
function word(arg: Argument): string {
    if (typeof arg === "string") return arg;
    if (typeof arg === "boolean") return arg ? "yes" : "no";
    return typeof arg === "object" && "quote" in arg ? arg.quote : "";
}

function sayArgument(arg: Argument, capital: boolean, how: How): string {
    if (typeof arg === "number") return String(arg);
    if (typeof arg === "boolean") return word(arg);
    if (typeof arg === "string")
        return capital ? arg.replace(/^[a-z]/, (letter) => letter.toUpperCase()) : arg;
    return "quote" in arg ? quoted(arg.quote) : sayList(arg, how);
}

/** "1", "1 and 2", "1, 2 and 3"; how the last one is joined is a message of its own. */
function sayList(list: readonly (number | string)[], how: How): string {
    if (list.length < 2 || how.commas) return list.join(", ");
    const joined = "{some} and {last}";
    const pair = { some: list.slice(0, -1), last: list[list.length - 1]! };
    return sayText(how.catalogue?.get(joined) ?? joined, pair, { ...how, commas: true }, 0);
}

/** 'text' in quotes; a long one is cut between characters and ends in dots. */
function quoted(text: string): string {
    let out = "";
    let bytes = 0;
    for (const character of text) {
        const code = character.codePointAt(0)!;
        bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
        if (bytes > QUOTED_BYTES) return `'${out}...'`;
        out += code === 0 ? "?" : character;
    }
    return `'${out}'`;
}
