// SPDX-License-Identifier: MIT
// An answer of prove or discover, set as a proof: the game, the claim, the steps, why play
// ends, how much work it was, and what has been shown. The words are those of the command.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { EngineError } from "../engine/engine";
import { download, fileName } from "../shared/download";
import { Refusal } from "../shared/notices";
import { texts } from "../texts";
import { certificateOf, type Counterexample, type Report } from "./theorem_ask";
import { AutomatonView } from "./theorem_automaton_view";
import { readReport, type Item } from "./theorem_reading";

const t = texts.panels.theorem;

function Verdict(props: { item: Item & { kind: "verdict" } }) {
    const { word, text } = props.item;
    return (
        <p class="proof-verdict">
            <strong class={`badge badge-${word.replace(" ", "-")}`}>
                <span aria-hidden="true">{t.verdicts[word]} </span>
                {word}
            </strong>{" "}
            {text.replace(/^[:,]? +/, "")}
        </p>
    );
}

function Line(props: { item: Item; values: boolean }) {
    const { item } = props;
    switch (item.kind) {
        case "field":
            return (
                <div>
                    <dt>{t.fields[item.name] ?? item.name}</dt>
                    <dd>{item.text}</dd>
                </div>
            );
        case "claim":
            return (
                <h3 class="formula-line">
                    {t.claims[item.name] ?? item.name} {item.what}: <code>{item.formula}</code>
                </h3>
            );
        case "found":
            return (
                <h3 class="formula-line">
                    {t.found[item.what]}: <code>{item.formula}</code>
                </h3>
            );
        case "step":
            return (
                <p class="proof-step">
                    <span class="proof-number">{item.number}</span>
                    <span>{item.text}</span>
                </p>
            );
        case "automaton":
            return <AutomatonView text={item.text} states={item.states} values={props.values} />;
        case "verdict":
            return <Verdict item={item} />;
        case "size":
            return <p class="proof-size">{item.text}</p>;
        case "text":
            return <p>{item.text}</p>;
    }
}

export interface AnswerActions {
    /** A discovered formula becomes the claim. */
    take(what: "claim" | "grundy", formula: string): void;
    /** It becomes a line of the rules. */
    write(what: "claim" | "grundy", formula: string): void;
    /** Puts the counterexample on the board; `move`: and makes the move that shows it. */
    put(counterexample: Counterexample, move: boolean): Promise<void>;
}

function Buttons(props: { children: ComponentChildren }) {
    return <div class="answer-buttons">{props.children}</div>;
}

function Block(props: { items: Item[]; against: Counterexample | null; actions: AnswerActions }) {
    const { items, against, actions } = props;
    const found = items.find((i) => i.kind === "found");
    const values = found?.kind === "found" && found.what === "grundy";
    return (
        <div class="proof">
            {items.map((item, i) => (
                <Line key={i} item={item} values={values} />
            ))}
            {found?.kind === "found" && (
                <Buttons>
                    <button type="button" onClick={() => actions.take(found.what, found.formula)}>
                        {t.formulaIs}
                    </button>
                    <button type="button" onClick={() => actions.write(found.what, found.formula)}>
                        {t.intoText}
                    </button>
                </Buttons>
            )}
            {against && (
                <Buttons>
                    <button
                        type="button"
                        class="primary"
                        onClick={() => void actions.put(against, false)}
                    >
                        {t.putOnBoard(against.position)}
                    </button>
                    {against.to !== null && (
                        <button type="button" onClick={() => void actions.put(against, true)}>
                            {t.showMove(against.position, against.to)}
                        </button>
                    )}
                </Buttons>
            )}
        </div>
    );
}

/** The proof as a file, for those who want to verify it. */
function Certificate(props: { report: Report; name: string }) {
    const [refused, refuse] = useState<EngineError | null>(null);
    const write = async () => {
        try {
            download(await certificateOf(props.report), fileName(props.name, "certificate"));
            refuse(null);
        } catch (error) {
            if (error instanceof EngineError) refuse(error);
        }
    };
    return (
        <>
            <Buttons>
                <button type="button" title={t.certificateFor} onClick={() => void write()}>
                    {t.certificate}
                </button>
            </Buttons>
            {refused && <Refusal error={refused} />}
        </>
    );
}

/** What has been shown, for those who do not see it. */
export function verdictsOf(report: Report): string {
    return readReport(report.out)
        .flat()
        .flatMap((item) => (item.kind === "verdict" ? [`${item.word}${item.text}`] : []))
        .join(" ");
}

export function Answer(props: { report: Report; old: boolean; actions: AnswerActions }) {
    const { report } = props;
    const [game, ...claims] = readReport(report.out);
    const verdicts = claims.flat().filter((item) => item.kind === "verdict");
    const proved = verdicts.length > 0 && verdicts.every((item) => item.word === "PROVED");
    const name = (game?.find((item) => item.kind === "field")?.text ?? "").replace(/^game:|\.game$/g, "");
    return (
        <section class={props.old ? "theorem-answer old" : "theorem-answer"}>
            {props.old && <p class="old-note">{t.answerOld}</p>}
            <dl class="theorem-game">
                {game?.map((item, i) => (
                    <Line key={i} item={item} values={false} />
                ))}
            </dl>
            {claims.map((items, i) => (
                <Block
                    key={i}
                    items={items}
                    against={report.counterexamples[i] ?? null}
                    actions={props.actions}
                />
            ))}
            {proved && <Certificate report={report} name={name} />}
        </section>
    );
}
