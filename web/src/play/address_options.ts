// SPDX-License-Identifier: MIT
// The options in the address of a game: how it is played now, and what else the address
// said. So a copied address opens the same position against the same opponent.
import type { PlayNode, SessionState } from "../engine/answers";
import { moverAt } from "./game";

/** The words from the first option on. */
function optionsOf(words: string[]): string[] {
    const from = words.findIndex((w) => /^--(?!$)/.test(w));
    return from < 0 ? [] : words.slice(from);
}

/** Those that do not say who plays, each with its value. */
function others(options: string[]): string[] {
    const kept = ["--seed", "--by", "--memory"];
    return options.filter((word, i) => kept.includes(word) || kept.includes(options[i - 1] ?? ""));
}

export function hasOptions(words: string[]): boolean {
    return optionsOf(words).length > 0;
}

/** `asked`: the words that were opened. */
export function addressOptions(state: SessionState, node: PlayNode, asked: string[]): string[] {
    const second = moverAt(state, node) === "II" && !(state.over && node.node === state.node);
    return [
        ...(state.neighbour ? ["--neighbour"] : []),
        ...(!state.neighbour && state.level !== "perfect" ? ["--level", state.level] : []),
        ...(second ? ["--first", state.neighbour ? "II" : "computer"] : []),
        ...others(optionsOf(asked)),
    ];
}
