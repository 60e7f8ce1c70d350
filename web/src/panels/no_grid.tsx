// SPDX-License-Identifier: MIT
// What stands in the place of the grid where there is none: the parts of a number, the
// values of the options with the least one that is missing, and the engine's sentences.
import type { ComponentChildren } from "preact";
import type { ExplainAnswer, Step, Whole } from "../engine/answers";
import { texts } from "../texts";

const t = texts.panels.grid;

function Parts(props: { parts: Whole[] }) {
    const last = props.parts.length - 1;
    return (
        <ul class="parts" aria-label={t.parts}>
            {props.parts.map((part, i) => (
                <li key={i} class={i === last ? "least" : ""}>
                    <b>{String(part)}</b>
                    {i === last && <small>{t.least}</small>}
                </li>
            ))}
        </ul>
    );
}

const MOST_VALUES = 40;

/** 0, 1, 2, ... up to the least number that no option has, each crossed out if one has it. */
function Mex(props: { taken: Set<string>; mex: number }) {
    if (props.mex > MOST_VALUES) return null;
    return (
        <ul class="mex" aria-label={t.mex}>
            {Array.from({ length: props.mex + 1 }, (_, v) => {
                const taken = props.taken.has(String(v));
                return (
                    <li key={v} class={taken ? "taken" : "first-free"}>
                        {taken ? <s>{v}</s> : <b>{v}</b>}
                        <span class="unseen"> {taken ? t.mexTaken : t.mexFree}</span>
                    </li>
                );
            })}
        </ul>
    );
}

// Verdict, moves and the list of options stand in the other panels.
const elsewhere = new Set(["verdict", "move", "option", "options", "answer", "more", "amount"]);

function Piece(props: { step: Step; steps: Step[] }) {
    const { step } = props;
    const parts = step["parts"];
    const taken = props.steps.filter((s) => s.kind === "option" && s["grundy"] !== undefined);
    return (
        <>
            <p>{step.text}</p>
            {Array.isArray(parts) && <Parts parts={parts as Whole[]} />}
            {step.kind === "mex" && taken.length > 0 && (
                <Mex
                    taken={new Set(taken.map((s) => String(s["grundy"])))}
                    mex={Number(step["grundy"])}
                />
            )}
        </>
    );
}

// These speak of a grid; the engine leaves it out if it has too many rows to be looked at.
const ofGrid = new Set(["nim-sum", "columns"]);

export function NoGrid(props: { answer: ExplainAnswer; children: ComponentChildren }) {
    const { answer } = props;
    const pieces = answer.steps.filter((s) => !elsewhere.has(s.kind) && s.kind !== "labels");
    return (
        <>
            {!answer.terminal && (
                <p>{answer.steps.some((s) => ofGrid.has(s.kind)) ? t.leftOut : t.none}</p>
            )}
            {props.children}
            {pieces.map((step, i) => (
                <Piece key={i} step={step} steps={answer.steps} />
            ))}
        </>
    );
}
