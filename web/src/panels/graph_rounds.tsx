// SPDX-License-Identifier: MIT
// The colouring, round by round, in the engine's words: buttons, what the round does, and
// the reason for every box that it labels, with a letter or with a Grundy value.
import { useMemo } from "preact/hooks";
import { Label } from "../shared/label";
import { texts } from "../texts";
import { valueOf, type Letter, type Round, type StepsAnswer } from "./graph_answer";
import type { Colouring } from "./graph_drawing";

/** Rounds that are shown: 0 is none, null is all, without looking at rounds. */
export type Shown = number | null;

/** In which round each position gets which letter; null: a value. */
function roundsOf(steps: StepsAnswer): Map<string, { round: number; letter: Letter | null }> {
    const found = new Map<string, { round: number; letter: Letter | null }>();
    for (const { round, boxes } of steps.rounds)
        for (const box of boxes) found.set(box.position, { round, letter: box.outcome ?? null });
    return found;
}

/** The colouring after the rounds that are shown; `all` is the letter in the end. */
export function useColouring(
    names: string[],
    all: (node: number) => Letter | null,
    steps: StepsAnswer | null,
    shown: Shown,
): Colouring {
    return useMemo(() => {
        const rounds = steps ? roundsOf(steps) : null;
        const of = (node: number) => rounds?.get(names[node]!);
        return {
            letter(node) {
                if (shown === null) return all(node);
                const found = of(node);
                return found && found.round <= shown ? found.letter : null;
            },
            labelled: (node) => shown === null || (of(node)?.round ?? Infinity) <= shown,
            fresh: (node) => shown !== null && shown > 0 && of(node)?.round === shown,
        };
    }, [names, all, steps, shown]);
}

const LISTED = 12;

function Reasons(props: { round: Round }) {
    const { boxes } = props.round;
    return (
        <ul class="graph-reasons">
            {boxes.slice(0, LISTED).map((box) => (
                <li key={box.position}>
                    {box.outcome ? <Label outcome={box.outcome} /> : valueOf(box)} <b>{box.position}</b>:{" "}
                    {box.reason}
                </li>
            ))}
            {boxes.length > LISTED && <li>{texts.panels.graph.andMore(boxes.length - LISTED)}</li>}
        </ul>
    );
}

/** The buttons; `steps` is null until the engine has told the rounds. */
export function RoundButtons(props: {
    steps: StepsAnswer | null;
    shown: Shown;
    show(shown: Shown): void;
    disabled?: boolean;
}) {
    const { steps, shown, show, disabled } = props;
    const t = texts.panels.graph;
    const last = steps?.rounds.length ?? Infinity;
    return (
        <span class="graph-steps" role="group" aria-label={t.rounds}>
            <button
                type="button"
                aria-pressed={shown === 0}
                disabled={disabled}
                onClick={() => show(0)}
            >
                {t.uncoloured}
            </button>
            <button
                type="button"
                disabled={disabled || shown === null || shown === 0}
                onClick={() => show(Math.max(0, (shown ?? 1) - 1))}
            >
                {t.back}
            </button>
            <button
                type="button"
                disabled={disabled || (shown !== null && shown >= last)}
                onClick={() => show(shown === null ? 1 : shown + 1)}
            >
                {t.next}
            </button>
            <button
                type="button"
                aria-pressed={shown === null}
                disabled={disabled}
                onClick={() => show(null)}
            >
                {t.all}
            </button>
        </span>
    );
}

/** What the round does, for everybody; spoken when it changes. */
export function RoundWords(props: { steps: StepsAnswer | null; shown: Shown }) {
    const { steps, shown } = props;
    const t = texts.panels.graph;
    const round = steps && shown !== null && shown > 0 ? steps.rounds[shown - 1] : undefined;
    const done = steps !== null && shown !== null && shown === steps.rounds.length;
    return (
        <div class="graph-round">
            <p role="status">
                {shown === 0 && t.uncolouredWords}
                {round && t.round(round.round, round.text)}
                {done && ` ${round?.boxes[0]?.outcome ? t.done : t.doneValues}`}
            </p>
            {round && <Reasons round={round} />}
        </div>
    );
}
