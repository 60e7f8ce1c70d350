// SPDX-License-Identifier: MIT
// The labels of one pile of 0, 1, 2, ... chips, with a bar where the pattern begins again
// and the piles on the board framed.
import type { Outcome, Step, Whole } from "../engine/answers";
import { texts } from "../texts";
import { Wide } from "./wide";

const t = texts.panels.grid;

interface Strip {
    labels: string;
    values: Whole[] | null;
    preperiod: number;
    period: number; // 0: none is known
}

export function stripOf(steps: Step[]): Strip | null {
    const step = steps.find((s) => s.kind === "labels");
    const labels = step?.["labels"];
    if (typeof labels !== "string") return null;
    const period = steps.find((s) => s.kind === "period" || s.kind === "mod-3");
    return {
        labels,
        values: (step!["values"] as Whole[] | undefined) ?? null,
        preperiod: Number(period?.["preperiod"] ?? 0),
        period: Number(period?.["period"] ?? period?.["modulus"] ?? 0),
    };
}

export function LabelCell(props: { outcome: string; class?: string; children?: preact.ComponentChildren }) {
    const outcome = props.outcome as Outcome | " " | "?";
    const name = outcome === " " ? "cell" : `cell cell-${outcome === "?" ? "none" : outcome}`;
    return <td class={`${name} ${props.class ?? ""}`}>{props.children ?? props.outcome}</td>;
}

export function LabelsStrip(props: { strip: Strip; here: Set<string>; values?: boolean }) {
    const { labels, values, preperiod, period } = props.strip;
    const begins = (i: number) =>
        period > 0 && i >= preperiod && (i - preperiod) % period === 0 ? "begins" : "";
    const here = (i: number) => (props.here.has(String(i)) ? "here" : "");
    return (
        <Wide name={t.strip}>
            <table class="pile-labels">
                <caption class="unseen">{t.strip}</caption>
                <tbody>
                    <tr>
                        <th scope="row">{t.stripNumber}</th>
                        {[...labels].map((_, i) => (
                            <th key={i} scope="col" class={`${begins(i)} ${here(i)}`}>
                                {i}
                            </th>
                        ))}
                    </tr>
                    <tr>
                        <th scope="row">{t.stripLabel}</th>
                        {[...labels].map((label, i) => (
                            <LabelCell key={i} outcome={label} class={`${begins(i)} ${here(i)}`} />
                        ))}
                    </tr>
                    {values && props.values !== false && (
                        <tr>
                            <th scope="row">{t.stripValue}</th>
                            {values.map((v, i) => (
                                <td key={i} class={`${begins(i)} ${here(i)}`}>
                                    {String(v)}
                                </td>
                            ))}
                        </tr>
                    )}
                </tbody>
            </table>
        </Wide>
    );
}
