// SPDX-License-Identifier: MIT
// Theorems about the game on the board: its rules as text, to be changed; a claim, to be
// proved or refuted; or a theorem found by the engine.
import { useRef, useState } from "preact/hooks";
import { Busy, Refusal, StoppedNotice } from "../shared/notices";
import { texts } from "../texts";
import { placeOf, RulesEditor } from "./own_rules_editor";
import { ExampleChoice, RulesHelp } from "./own_rules_help";
import type { PanelProps } from "./panel";
import { Answer, verdictsOf } from "./theorem_answer";
import type { About } from "./theorem_drafts";
import { useSource, type Source } from "./theorem_source";
import { useWork, type Work } from "./theorem_work";

const t = texts.panels.theorem;

function ClaimField(props: {
    about: About;
    formula: string;
    onAbout(about: About): void;
    onFormula(formula: string): void;
}) {
    return (
        <fieldset class="claim-field">
            <legend>{t.about}</legend>
            <div>
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
            </div>
        </fieldset>
    );
}

function TextButtons(props: { work: Work; source: Source }) {
    const { work, source } = props;
    return (
        <div class="theorem-texts">
            <ExampleChoice load={work.replace} />
            {work.edited && source.text !== null && (
                <button type="button" onClick={() => work.replace(null)}>
                    {t.reset}
                </button>
            )}
            {work.draft.earlier.length > 0 && (
                <button type="button" onClick={work.bringBack}>
                    {t.bringBack}
                </button>
            )}
        </div>
    );
}

function Workbench(props: { panel: PanelProps; part: number; source: Source }) {
    const work = useWork(props.panel, props.part, props.source);
    const { asking, draft } = work;
    const proveButton = useRef<HTMLButtonElement>(null);
    const submit = (event: Event) => {
        event.preventDefault();
        work.prove();
    };
    const stop = () => {
        proveButton.current?.focus(); // the button that was pressed goes away
        asking.stop();
    };
    const elsewhere = asking.error !== null && placeOf(asking.error) === null;
    return (
        <div class="theorem">
            <RulesEditor
                text={work.text}
                error={asking.error}
                onInput={work.type}
                onEnter={work.prove}
            />
            <RulesHelp />
            <TextButtons work={work} source={props.source} />
            <form onSubmit={submit}>
                <ClaimField
                    about={draft.about}
                    formula={draft.formula}
                    onAbout={(about) => work.claim({ about })}
                    onFormula={(formula) => work.claim({ formula })}
                />
                {elsewhere && <Refusal error={asking.error!} />}
                <div class="theorem-buttons">
                    <button type="submit" class="primary" ref={proveButton}>
                        {t.prove}
                    </button>
                    <button type="button" onClick={() => work.discover()}>
                        {t.discover}
                    </button>
                    <button type="button" onClick={() => work.discover("--grundy")}>
                        {t.discoverValues}
                    </button>
                    {work.edited && (
                        <button type="button" onClick={() => void work.use()}>
                            {t.use}
                        </button>
                    )}
                </div>
            </form>
            {work.noPosition && !asking.error && <p role="alert">{t.noPosition}</p>}
            <Busy busy={asking.busy} progress={asking.progress} stop={stop} steps={t.steps} />
            {asking.stopped && <StoppedNotice again={asking.again} />}
            <p class="unseen" aria-live="polite">
                {draft.report && !asking.busy ? verdictsOf(draft.report) : ""}
            </p>
            {draft.report && <Answer report={draft.report} old={work.old} actions={work} />}
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
