// SPDX-License-Identifier: MIT
// Theorems about the game on the board: its rules as text, to be changed; a claim, to be
// proved or refuted; or a theorem found by the engine.
import { useCallback, useRef, useState } from "preact/hooks";
import { addFile } from "../engine/engine";
import { Busy, Refusal, StoppedNotice } from "../shared/notices";
import { texts } from "../texts";
import { placeOf, RulesEditor } from "./own_rules_editor";
import { ExampleChoice, RulesHelp } from "./own_rules_help";
import type { PanelProps } from "./panel";
import { Answer, verdictsOf } from "./theorem_answer";
import { useAsking, type Counterexample, type Report } from "./theorem_ask";
import { keepDraft, useDraft, type About } from "./theorem_drafts";
import { editedFile, fittingPosition, ownFile, useSource, type Source } from "./theorem_source";

const t = texts.panels.theorem;

const same = (a: string, b: string) => a.trimEnd() === b.trimEnd();

function ClaimField(props: {
    about: About;
    formula: string;
    onAbout(about: About): void;
    onFormula(formula: string): void;
}) {
    return (
        <fieldset class="claim-field">
            <legend>{t.about}</legend>
            <select
                aria-label={t.about}
                value={props.about}
                onChange={(event) => props.onAbout(event.currentTarget.value as About)}
            >
                <option value="claim">{t.aboutClaim}</option>
                <option value="values">{t.aboutValues}</option>
            </select>
            <input
                class="code"
                aria-label={t.formula}
                name="claim"
                value={props.formula}
                placeholder={t.asInText}
                spellcheck={false}
                autocomplete="off"
                autocapitalize="off"
                onInput={(event) => props.onFormula(event.currentTarget.value)}
            />
        </fieldset>
    );
}

function Workbench(props: { panel: PanelProps; part: number; source: Source }) {
    const { panel, source } = props;
    const part = panel.state.parts[props.part]!;
    const key = source.words.join(" ");
    const [draft, change] = useDraft(key);
    const [noPosition, setNoPosition] = useState(false);
    const proveButton = useRef<HTMLButtonElement>(null);
    const keep = useCallback((report: Report) => change({ report }), [change]);
    const asking = useAsking(key, keep);

    const text = draft.text ?? source.text ?? "";
    const edited = source.text === null || !same(text, source.text);

    /** The words that name what stands in the editor. */
    const subject = (): string[] => {
        if (!edited) return source.words;
        addFile(editedFile, text);
        return [editedFile + source.suffix];
    };
    const formulaWords = (): string[] => {
        const formula = draft.formula.trim();
        return formula === "" ? [] : [draft.about === "claim" ? "--claim" : "--values", formula];
    };
    const shownText = edited ? text : null;
    const prove = () => asking.start(["prove", ...subject(), ...formulaWords()], shownText);
    const discover = (...more: string[]) =>
        asking.start(["discover", ...subject(), ...more], shownText);
    const replace = (next: string | null) => {
        asking.clear();
        change({ text: next, earlier: edited ? [...draft.earlier, text] : draft.earlier });
    };
    const bringBack = () => {
        asking.clear();
        change({ text: draft.earlier.at(-1) ?? null, earlier: draft.earlier.slice(0, -1) });
    };
    /** A text as rules on the board; what is known here is known there. */
    const rulesOf = (own: string | null): string => {
        if (own === null) return source.rules;
        const rules = ownFile(own) + source.suffix;
        const known = { about: draft.about, formula: draft.formula, report: draft.report };
        keepDraft(`game:${rules}`, known);
        return rules;
    };
    const use = async () => {
        const rules = rulesOf(text);
        const position = await fittingPosition(rules, text, part.position);
        setNoPosition(position === "");
        if (position !== "") await panel.open([rules, position]);
        else prove(); // its sentence tells what is wrong with the text
    };
    const put = async (against: Counterexample, move: boolean) => {
        const own = draft.report?.text ?? null;
        const asOnBoard = (position: string) =>
            own === null && part.last_word !== null
                ? position.replace(/,([^,]*)$/, ":$1")
                : position;
        const good = await panel.open([rulesOf(own), asOnBoard(against.position)]);
        if (good && move && against.to !== null) await panel.line(`to ${asOnBoard(against.to)}`);
    };
    const stop = () => {
        proveButton.current?.focus(); // the button that was pressed goes away
        asking.stop();
    };

    const { report } = draft;
    const old = report !== null && !(report.text === null ? !edited : same(report.text, text));
    const elsewhere = asking.error !== null && placeOf(asking.error) === null;
    return (
        <div class="theorem">
            <RulesEditor
                text={text}
                error={asking.error}
                onInput={(next) => {
                    asking.clear();
                    setNoPosition(false);
                    change({ text: next });
                }}
                onEnter={prove}
            />
            <RulesHelp />
            <div class="theorem-texts">
                <ExampleChoice load={replace} />
                {edited && source.text !== null && (
                    <button type="button" onClick={() => replace(null)}>
                        {t.reset}
                    </button>
                )}
                {draft.earlier.length > 0 && (
                    <button type="button" onClick={bringBack}>
                        {t.bringBack}
                    </button>
                )}
            </div>
            <form
                onSubmit={(event) => {
                    event.preventDefault();
                    prove();
                }}
            >
                <ClaimField
                    about={draft.about}
                    formula={draft.formula}
                    onAbout={(about) => change({ about })}
                    onFormula={(formula) => {
                        asking.clear();
                        change({ formula });
                    }}
                />
                <div class="theorem-buttons">
                    <button type="submit" class="primary" ref={proveButton}>
                        {t.prove}
                    </button>
                    <button type="button" onClick={() => discover()}>
                        {t.discover}
                    </button>
                    <button type="button" onClick={() => discover("--grundy")}>
                        {t.discoverValues}
                    </button>
                    {edited && (
                        <button type="button" onClick={() => void use()}>
                            {t.use}
                        </button>
                    )}
                </div>
            </form>
            {noPosition && !asking.error && <p role="alert">{t.noPosition}</p>}
            {elsewhere && <Refusal error={asking.error!} />}
            <Busy busy={asking.busy} progress={asking.progress} stop={stop} />
            {asking.stopped && <StoppedNotice again={asking.again} />}
            <p class="unseen" aria-live="polite">
                {report && !asking.busy ? verdictsOf(report) : ""}
            </p>
            {report && (
                <Answer
                    report={report}
                    old={old}
                    actions={{
                        take: (what, formula) =>
                            change({ about: what === "claim" ? "claim" : "values", formula }),
                        write: (what, formula) =>
                            replace(`${text.trimEnd()}\n${what} ${formula}\n`),
                        put: (against, move) => void put(against, move),
                    }}
                />
            )}
        </div>
    );
}

function OnePart(props: { panel: PanelProps; part: number }) {
    const { panel, part } = props;
    const source = useSource(panel.state.parts[part]!);
    const [own, setOwn] = useState(false);
    if (!source) return null;
    if (source.text === null && !own)
        return (
            <>
                {source.refused && <p class="no-theorem">{source.refused.message}</p>}
                <button type="button" onClick={() => setOwn(true)}>
                    {t.writeOwn}
                </button>
            </>
        );
    return <Workbench key={source.words.join(" ")} panel={panel} part={part} source={source} />;
}

export function TheoremPanel(props: PanelProps) {
    const { parts } = props.state;
    const [chosen, setChosen] = useState(0);
    const part = Math.min(chosen, parts.length - 1);
    return (
        <>
            <p class="panel-intro">{t.intro}</p>
            {parts.length > 1 && (
                <fieldset class="part-choice">
                    <legend>{t.oneGame}</legend>
                    {parts.map(({ rules }, i) => (
                        <label key={i}>
                            <input
                                type="radio"
                                name="theorem-part"
                                checked={i === part}
                                onChange={() => setChosen(i)}
                            />
                            {rules}
                        </label>
                    ))}
                </fieldset>
            )}
            <OnePart panel={props} part={part} />
        </>
    );
}
