// SPDX-License-Identifier: MIT
// What `bouton explain` says of a position: grid and why show it.
import type { ExplainAnswer } from "../engine/answers";
import { useFollowing, type Question } from "../engine/follow";
import type { Asked } from "../engine/use_answer";

const explanationOf: Question = (position) => ["explain", ...position];

/** `words` are rules and position; null: nothing to ask. */
export function useExplained(words: string[] | null): Asked<ExplainAnswer> {
    return useFollowing<ExplainAnswer>(explanationOf, words);
}
