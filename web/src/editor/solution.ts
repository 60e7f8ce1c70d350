// SPDX-License-Identifier: MIT
// The engine's colouring of the drawing, and what it says about the students' own.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Outcome } from "../engine/answers";
import { addFile, engineFor, EngineError } from "../engine/engine";
import type { Round, StepsAnswer } from "../panels/graph_answer";
import { texts } from "../texts";
import { MOST_NODES, type Drawing, type Spot } from "./drawing";
import type { Verdict } from "./paper";

export const OWN = "own.dot";

export function rulesOf(misere: boolean): string {
    return `graph:${OWN}${misere ? "/misere" : ""}`;
}

export interface Solution {
    steps: StepsAnswer | null;
    error: EngineError | null;
}

/** Asked for when it is wanted, and again when the drawing has changed. */
export function useSolution(dot: string, misere: boolean, wanted: boolean): Solution {
    const [found, set] = useState<Solution & { key: string }>({
        steps: null,
        error: null,
        key: "",
    });
    const key = `${misere} ${dot}`;
    useEffect(() => {
        if (!wanted) return;
        const abort = new AbortController();
        addFile(OWN, dot);
        engineFor("study")
            .json<StepsAnswer>(
                ["graph", rulesOf(misere), "--steps", "--limit", String(MOST_NODES)],
                {
                    signal: abort.signal,
                },
            )
            .then(
                (steps) => set({ steps, error: null, key }),
                (error: Error) => {
                    if (error instanceof EngineError && !abort.signal.aborted)
                        set({ steps: null, error, key });
                },
            );
        return () => abort.abort();
    }, [key, wanted, dot, misere]);
    const current = wanted && found.key === key;
    return { steps: current ? found.steps : null, error: current ? found.error : null };
}

export type Marks = ReadonlyMap<number, Outcome>;

export interface Checked {
    verdicts: Map<number, Verdict>;
    sentences: string[];
}

function count(verdicts: Map<number, Verdict>, which: Verdict): number {
    return [...verdicts.values()].filter((v) => v === which).length;
}

type Box = Round["boxes"][number];

/** The first one that is wrong, or else missing, in the order in which the rounds colour. */
function firstOf(
    boxes: Box[],
    spots: Map<string, Spot>,
    verdicts: Map<number, Verdict>,
    which: Verdict,
) {
    return boxes.find((box) => {
        const spot = spots.get(box.position);
        return spot && verdicts.get(spot.id) === which;
    });
}

export function checkMarks(drawing: Drawing, marks: Marks, steps: StepsAnswer): Checked {
    const t = texts.editor;
    const boxes = steps.rounds.flatMap((r) => r.boxes);
    const spots = new Map(drawing.spots.map((s) => [s.name, s]));
    const verdicts = new Map<number, Verdict>();
    for (const box of boxes) {
        const spot = spots.get(box.position);
        if (!spot) continue;
        const mark = marks.get(spot.id);
        verdicts.set(
            spot.id,
            mark === undefined ? "missing" : mark === box.outcome ? "right" : "wrong",
        );
    }
    const [right, wrong, missing] = [
        count(verdicts, "right"),
        count(verdicts, "wrong"),
        count(verdicts, "missing"),
    ];
    const sentences = [t.checked(right, wrong, missing)];
    const first = firstOf(boxes, spots, verdicts, "wrong");
    if (first) {
        const mark = marks.get(spots.get(first.position)!.id)!;
        sentences.push(t.firstWrong(first.position, mark, first.outcome!, first.reason));
    }
    const next = wrong === 0 ? firstOf(boxes, spots, verdicts, "missing") : undefined;
    if (next) sentences.push(t.firstMissing(next.position));
    if (wrong === 0 && missing === 0) sentences.push(t.allRight);
    return { verdicts, sentences };
}

export function useChecked(
    drawing: Drawing,
    marks: Marks,
    steps: StepsAnswer | null,
): Checked | null {
    return useMemo(
        () => (steps ? checkMarks(drawing, marks, steps) : null),
        [drawing, marks, steps],
    );
}
