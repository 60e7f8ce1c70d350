// SPDX-License-Identifier: MIT
// The reason, step by step, in the words of `bouton explain`. The moves that it names can be
// played from here.
import { useMemo } from "preact/hooks";
import type { ExplainAnswer, Outcome, Step } from "../engine/answers";
import { Label } from "../shared/label";
import { texts } from "../texts";
import { useExplained } from "./explained";
import { GridTable } from "./grid_table";
import { InlineButton } from "./inline_button";
import { LabelsStrip, stripOf } from "./labels_strip";
import { useLatest } from "./latest";
import { numbersOf } from "./number_words";
import { AskedNotice, type PanelProps } from "./panel";
import { playThere } from "./play_there";
import { rowsAre } from "./rows_are";

const t = texts.panels.why;

type Latest = { readonly current: PanelProps };

/** What in the sentence can be clicked, and the position that it leads to. */
function linkOf(step: Step): { words: string; to: string } | null {
    const { to, move, option } = step as { to?: unknown; move?: unknown; option?: unknown };
    if (step.kind === "move" && typeof to === "string" && typeof move === "string")
        return { words: move, to };
    if (step.kind === "option" && typeof to === "string") return { words: to, to };
    if (step.kind === "answer" && typeof option === "string") return { words: option, to: option };
    return null;
}

/** The sentence with its move as a button; letter by letter the same text. */
function Sentence(props: { step: Step; panel: Latest }) {
    const { step, panel } = props;
    const text = step.text.trimStart();
    const link = linkOf(step);
    const at = link ? text.indexOf(link.words) : -1;
    if (!link || at < 0) return <>{text}</>;
    return (
        <>
            {text.slice(0, at)}
            <InlineButton
                title={panel.current.live ? t.play(link.words) : t.put(link.to)}
                onClick={() => void playThere(panel.current, link.to)}
            >
                {link.words}
            </InlineButton>
            {text.slice(at + link.words.length)}
        </>
    );
}

function StepView(props: { step: Step; answer: ExplainAnswer; panel: Latest }) {
    const { step, answer, panel } = props;
    const strip = step.kind === "labels" ? stripOf(answer.steps) : null;
    const sentence = <Sentence step={step} panel={panel} />;
    if (step.kind === "verdict" || step.kind === "terminal")
        return (
            <p class="who-wins" data-step={step.kind}>
                <Label outcome={(step["outcome"] as Outcome | undefined) ?? null} /> <span>{sentence}</span>
            </p>
        );
    return (
        <>
            <p class={step.text.startsWith("  ") ? "indent" : ""} data-step={step.kind}>
                {sentence}
            </p>
            {step.grid && (
                <GridTable
                    grid={step.grid}
                    caption={step.kind === "after" ? texts.panels.grid.after : texts.panels.grid.before}
                    word={rowsAre(panel.current, answer)}
                />
            )}
            {strip && (
                <LabelsStrip strip={strip} here={new Set(numbersOf(answer.position) ?? [])} values={false} />
            )}
        </>
    );
}

export function WhyPanel(props: PanelProps) {
    const asked = useExplained(props.words);
    const { answer } = asked;
    const panel = useLatest(props);
    const drawn = useMemo(
        () =>
            answer && (
                <div class="why" data-position={answer.position}>
                    {answer.steps.map((step, i) => (
                        <StepView key={i} step={step} answer={answer} panel={panel} />
                    ))}
                </div>
            ),
        [answer, panel, props.live],
    );
    return (
        <>
            <AskedNotice asked={asked} />
            {drawn}
        </>
    );
}
