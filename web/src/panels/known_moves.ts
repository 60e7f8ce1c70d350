// SPDX-License-Identifier: MIT
// The moves of a position as far as they are known: those that the engine lists, and where
// it lists not all, the winning ones besides; their order and their count.
import type { MovesAnswer, Option, SolveAnswer } from "../engine/answers";
import { useFollowing, type Question } from "../engine/follow";
import { useAnswer, type Asked } from "../engine/use_answer";
import { texts } from "../texts";

const t = texts.panels.moves;

export type Order = keyof typeof t.orders;

export const movesFrom: Question = (position) => ["moves", ...position];
const solutionOf: Question = (position) => ["solve", ...position];

export const wins = (option: Option) => option.outcome === "P";

function compareValues(a: Option, b: Option): number {
    if (a.grundy === null || b.grundy === null)
        return Number(a.grundy === null) - Number(b.grundy === null);
    const [x, y] = [BigInt(a.grundy), BigInt(b.grundy)];
    return x < y ? -1 : x > y ? 1 : 0;
}

/** In the order asked for; equal ones stay as the engine lists them. */
export function ordered(options: Option[], order: Order): Option[] {
    if (order === "winning") return [...options].sort((a, b) => Number(wins(b)) - Number(wins(a)));
    return order === "value" ? [...options].sort(compareValues) : options;
}

export const number = (n: number) => n.toLocaleString("en");

export function isCut(answer: MovesAnswer): boolean {
    return answer.options_total === null || answer.options_total > answer.options.length;
}

const MOST = 20_000; // moves that are searched for words

/** All moves, once they are `wanted` and if they are not too many; until then those
 * that were asked for. */
export function useAllMoves(asked: Asked<MovesAnswer>, wanted: boolean): MovesAnswer | null {
    const { answer, words } = asked;
    const cut = answer !== null && isCut(answer) && (answer.options_total ?? Infinity) <= MOST;
    const question = cut && wanted ? [...words!, "--all-moves"] : null;
    const all = useAnswer<MovesAnswer>("quick", question).answer;
    const same = cut && all?.position === answer.position && all.rules === answer.rules;
    return same ? all : answer;
}

/** Where not all moves are listed the winning ones may be missing: they are asked for. */
export function useWinning(answer: MovesAnswer | null, words: string[]): SolveAnswer | null {
    const cut = answer !== null && isCut(answer);
    const solved = useFollowing<SolveAnswer>(solutionOf, cut ? words : null);
    return cut && solved.answer?.position === answer.position ? solved.answer : null;
}

/** The listed moves, and the winning ones that are not among them. */
export function allKnown(answer: MovesAnswer | null, solved: SolveAnswer | null): Option[] {
    const listed = answer?.options ?? [];
    if (!solved) return listed;
    const known = new Set(listed.map((o) => o.to));
    const grundy = solved.play === "normal" ? 0 : null;
    const missing = solved.winning_moves
        .filter((move) => !known.has(move.to))
        .map((move): Option => ({ ...move, outcome: "P", grundy }));
    return [...missing, ...listed];
}

export function countText(answer: MovesAnswer, solved: SolveAnswer | null): string {
    const here = answer.options.filter(wins).length;
    const total = isCut(answer) ? (solved?.winning_moves_total ?? null) : here;
    const all = answer.options_total;
    if (total === null) return t.countUnknown(number(here));
    return all === null ? t.countWinning(number(total)) : t.count(number(total), number(all));
}
