// SPDX-License-Identifier: MIT
// What can be done in the theorem panel: change the rules and the claim, prove, discover,
// and put rules or a counterexample on the board.
import { useCallback, useState } from "preact/hooks";
import { addFile } from "../engine/engine";
import { ownFile } from "../own_files";
import { texts } from "../texts";
import type { PanelProps } from "./panel";
import type { AnswerActions } from "./theorem_answer";
import { useAsking, type Asking, type Report } from "./theorem_ask";
import { keepDraft, useDraft, type Draft } from "./theorem_drafts";
import { editedFile, fittingPosition, type Source } from "./theorem_source";

export interface Work extends AnswerActions {
    draft: Draft;
    text: string;
    /** The text is not that of the rules on the board. */
    edited: boolean;
    /** The answer is about another text. */
    old: boolean;
    /** No position of the new rules could be found. */
    noPosition: boolean;
    asking: Asking;
    type(text: string): void;
    /** Another text instead; the one before can be brought back. */
    replace(text: string | null): void;
    bringBack(): void;
    claim(change: Partial<Pick<Draft, "about" | "formula">>): void;
    prove(): void;
    discover(...options: string[]): void;
    /** Puts the rules on the board. */
    use(): Promise<void>;
}

const same = (a: string, b: string) => a.trimEnd() === b.trimEnd();

export function useWork(panel: PanelProps, partNumber: number, source: Source): Work {
    const part = panel.state.parts[partNumber]!;
    const key = source.words.join(" ");
    const [draft, change] = useDraft(key);
    const [noPosition, setNoPosition] = useState(false);
    const asking = useAsking(
        key,
        useCallback((report: Report) => change({ report }), [change]),
    );
    const text = draft.text ?? source.text ?? texts.panels.theorem.template;
    const edited = source.text === null || !same(text, source.text);
    const { report } = draft;

    const changed = (next: Partial<Draft>) => {
        asking.clear();
        setNoPosition(false);
        change(next);
    };
    const start = (command: string, options: string[]) => {
        if (edited) addFile(editedFile, text);
        const subject = edited ? [editedFile + source.suffix] : source.words;
        asking.start([command, ...subject, ...options], edited ? text : null);
    };
    const prove = () => {
        const formula = draft.formula.trim();
        start("prove", formula === "" ? [] : [`--${draft.about}`, formula]);
    };
    const replace = (next: string | null) =>
        changed({ text: next, earlier: edited ? [...draft.earlier, text] : draft.earlier });
    /** A text as rules for the board. What is known here will be known there. */
    const rulesOf = (own: string | null): string => {
        if (own === null) return source.rules;
        const rules = ownFile(own) + source.suffix;
        keepDraft(`game:${rules}`, { about: draft.about, formula: draft.formula, report });
        return rules;
    };
    return {
        draft,
        text,
        edited,
        old: report !== null && !(report.text === null ? !edited : same(report.text, text)),
        noPosition,
        asking,
        type: (next) => changed({ text: next }),
        replace,
        bringBack: () =>
            changed({ text: draft.earlier.at(-1) ?? null, earlier: draft.earlier.slice(0, -1) }),
        claim: changed,
        prove,
        discover: (...options) => start("discover", options),
        use: async () => {
            const rules = rulesOf(text);
            const position = await fittingPosition(rules, text, part.position);
            if (position === "") {
                setNoPosition(true);
                prove(); // its sentence tells what is wrong with the text
            } else if (await panel.open([rules, position])) {
                keepDraft(key, { text: null }); // it has a game of its own now
            }
        },
        take: (what, formula) => changed({ about: what === "claim" ? "claim" : "values", formula }),
        write: (what, formula) => replace(`${text.trimEnd()}\n${what} ${formula}\n`),
        put: async (against, move) => {
            const own = report?.text ?? null;
            const onBoard = (position: string) =>
                own === null && part.last !== "heap"
                    ? position.replace(/,([^,]*)$/, ":$1")
                    : position;
            const words = [rulesOf(own), onBoard(against.position)];
            if (!move || against.to === null) return void (await panel.open(words));
            // With a neighbour, for the computer would answer the move at once.
            if (await panel.open([...words, "--neighbour"]))
                await panel.line(`to ${onBoard(against.to)}`);
        },
    };
}
