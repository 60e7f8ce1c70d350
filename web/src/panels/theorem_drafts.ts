// SPDX-License-Identifier: MIT
// What was written in the panel and what was answered, for each game: closing the panel,
// playing on, or looking at another game loses nothing.
import { useCallback, useState } from "preact/hooks";
import type { Report } from "./theorem_ask";

/** A formula tells the P-positions, or the Grundy value g. */
export type About = "claim" | "values";

export interface Draft {
    /** null: as the rules have it. */
    text: string | null;
    about: About;
    formula: string;
    report: Report | null;
    /** Texts that were replaced by another one, the last one last. */
    earlier: string[];
}

const empty: Draft = { text: null, about: "claim", formula: "", report: null, earlier: [] };
const drafts = new Map<string, Draft>();

export function keepDraft(key: string, draft: Partial<Draft>): void {
    drafts.set(key, { ...(drafts.get(key) ?? empty), ...draft });
}

export function useDraft(key: string): [Draft, (change: Partial<Draft>) => void] {
    const [, redraw] = useState(0);
    const change = useCallback(
        (part: Partial<Draft>) => {
            keepDraft(key, part);
            redraw((n) => n + 1);
        },
        [key],
    );
    return [drafts.get(key) ?? empty, change];
}
