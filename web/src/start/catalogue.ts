// SPDX-License-Identifier: MIT
// The games that the start page shows: the rule sets of the engine, and the games that it has
// as texts. A card is what is known of a game before it is opened.
import type { GameInfo } from "../engine/answers";
import { rulesText } from "../engine/engine";
import { texts } from "../texts";

export interface Card {
    id: string;
    /** The name of a rule set; null for a game that is a text. */
    name: string | null;
    title: string;
    summary: string;
    rules: string;
    position: string;
    /** Variables of a game that is a text. */
    vars: string[];
    /** Everything that the search looks at, in small letters without accents. */
    search: string;
}

/** Registry and files that are no games by themselves. */
const notCards = new Set(["game"]);
// The order in which courses meet the games; others follow.
const order = Object.keys(texts.start.titles);

function rank(name: string): number {
    const at = order.indexOf(name);
    return at < 0 ? order.length : at;
}

export function courseCards(games: GameInfo[]): Card[] {
    return games
        .filter((game) => game.text === undefined && !notCards.has(game.name))
        .sort((a, b) => rank(a.name) - rank(b.name))
        .map((game) => {
            const rules = game.example_rules ?? game.examples[0]!.rules;
            const position = game.start ?? game.examples[0]!.position;
            const title = texts.start.titles[game.name] ?? capital(game.name);
            const words = [title, game.name, game.summary, game.help, game.theorem, rules];
            return {
                id: game.name,
                name: game.name,
                title,
                summary: sentence(game.summary),
                rules,
                position,
                vars: [],
                search: folded(words.join(" ")),
            };
        });
}

// Where play begins in a game that is a text, by the number of its variables; with a limit for what
// may be taken now, everything but one chip.
const starts = ["21", "7,5", "5,3,1", "4,3,2,1"];
const limited = /\bat most m may be taken\b|\bm' ?(?:=|<=)/;

/** The first sentence of the comment at the head of a file. */
function firstSentence(text: string): string {
    const comment = /^(?:#.*\n?)+/.exec(text)?.[0] ?? "";
    const joined = comment.replace(/^# ?/gm, "").replace(/\s+/g, " ").trim();
    return /^.*?[.](?=\s|$)/.exec(joined)?.[0] ?? joined;
}

function fileTitle(name: string, text: string): string {
    return capital(/^game\s+(.+)$/m.exec(text)?.[1]?.trim() ?? name);
}

/** What people call the game of these rules, as on its card. */
export function titleOf(rules: string): string {
    const text = rulesText(rules);
    const [name = "", file = name] = rules.replace(/\/\w+$/, "").split(":");
    if (text !== undefined) return fileTitle(file, text);
    return texts.start.titles[name] ?? capital(rules);
}

function textCard(usage: string, title: string, vars: string[], text: string): Card {
    const position =
        vars.length === 2 && limited.test(text)
            ? "20,19"
            : (starts[vars.length - 1] ?? vars.map(() => "3").join(","));
    const comments = text.replace(/^(?!#).*$/gm, "");
    return {
        id: usage,
        name: null,
        title,
        summary: firstSentence(text),
        rules: usage,
        position,
        vars,
        search: folded(`${title} ${usage} ${comments}`),
    };
}

export function textCards(games: GameInfo[]): Card[] {
    return games
        .flatMap(({ usage, summary, vars = [], text }) =>
            text === undefined ? [] : [textCard(usage, capital(summary), vars, text)],
        )
        .sort((a, b) => a.title.localeCompare(b.title, "en"));
}

/** The cards that have every word of the search. */
export function matching(cards: Card[], search: string): Card[] {
    const words = folded(search).split(/\s+/).filter(Boolean);
    return cards.filter((card) => words.every((word) => card.search.includes(word)));
}

export interface Suggestion {
    line: string;
    note: string;
}

function suggestionsOf(games: GameInfo[], files: Card[]): Suggestion[] {
    const examples = games.flatMap((game) =>
        game.examples.map((e) => ({
            line: `${e.rules} ${e.position}`,
            note: e.note,
        })),
    );
    const more = files.map((card) => ({
        line: `${card.rules} ${card.position}`,
        note: card.title,
    }));
    return [...examples, ...more];
}

const MOST_SUGGESTIONS = 8;

/** Lines that go on as typed, then those that have what was typed somewhere. */
export function suggest(games: GameInfo[], files: Card[], typed: string): Suggestion[] {
    const wanted = folded(typed.trim());
    if (wanted === "") return [];
    const all = suggestionsOf(games, files).filter((s) => s.line.toLowerCase() !== wanted);
    const begins = all.filter((s) => s.line.toLowerCase().startsWith(wanted));
    const has = all.filter(
        (s) => !begins.includes(s) && folded(`${s.line} ${s.note}`).includes(wanted),
    );
    return [...begins, ...has].slice(0, MOST_SUGGESTIONS);
}

function folded(text: string): string {
    return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

function capital(text: string): string {
    return text.charAt(0).toUpperCase() + text.slice(1);
}

function sentence(text: string): string {
    return capital(text) + (/[.!?]$/.test(text) ? "" : ".");
}
