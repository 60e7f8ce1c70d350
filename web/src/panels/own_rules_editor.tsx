// SPDX-License-Identifier: MIT
// The text of a .game file, with numbered lines. A line with a mistake is marked, by a sign
// and a bar beside its number; the sentence about it stands below.
import { useEffect, useRef } from "preact/hooks";
import type { EngineError } from "../engine/engine";
import { Refusal } from "../shared/notices";
import { texts } from "../texts";
import { arriveAtRules } from "./edit_rules";

const t = texts.panels.theorem;

/** Line and column of a mistake, counted from 1, if the sentence names a place in the text. */
export function placeOf(error: EngineError | null): { line: number; column: number } | null {
    const m = error && /line (\d+), column (\d+)/.exec(error.message);
    return m ? { line: Number(m[1]), column: Number(m[2]) } : null;
}

function Numbers(props: { lines: number; bad: number | null }) {
    return (
        <div class="line-numbers" aria-hidden="true">
            {Array.from({ length: props.lines }, (_, i) => (
                <div key={i} class={i + 1 === props.bad ? "bad-line" : undefined}>
                    {i + 1 === props.bad ? `▸${i + 1}` : i + 1}
                </div>
            ))}
        </div>
    );
}

export function RulesEditor(props: {
    text: string;
    error: EngineError | null;
    onInput(text: string): void;
    /** Ctrl and Enter. */
    onEnter(): void;
}) {
    const { text, error } = props;
    const area = useRef<HTMLTextAreaElement>(null);
    const place = placeOf(error);
    const lines = text.split("\n").length;
    useEffect(() => {
        // Without this a long text would show another part than the one with the mistake.
        const bad = area.current?.parentElement?.querySelector(".bad-line");
        bad?.scrollIntoView({ block: "nearest" });
    }, [error]);
    useEffect(() => arriveAtRules(area.current), []);
    const goThere = () => {
        if (!area.current || !place) return;
        const before = text.split("\n").slice(0, place.line - 1);
        const at = before.reduce((sum, line) => sum + line.length + 1, 0) + place.column - 1;
        area.current.focus();
        area.current.setSelectionRange(at, at);
    };
    return (
        <div class="rules-editor">
            <label for="rules-text">{t.text}</label>
            <div class="editor-box">
                <Numbers lines={Math.max(lines, 6)} bad={place?.line ?? null} />
                <textarea
                    id="rules-text"
                    ref={area}
                    class={place ? "code bad-text" : "code"}
                    style={place ? { "--bad-line": place.line } : undefined}
                    value={text}
                    rows={Math.max(lines, 6)}
                    wrap="off"
                    spellcheck={false}
                    autocomplete="off"
                    autocapitalize="off"
                    aria-invalid={place !== null}
                    aria-describedby={place ? "rules-mistake" : undefined}
                    onInput={(event) => props.onInput(event.currentTarget.value)}
                    onKeyDown={(event) => {
                        const strong = event.ctrlKey || event.metaKey;
                        if (strong && event.key === "Enter") props.onEnter();
                    }}
                />
            </div>
            {place && error && (
                <div id="rules-mistake" class="mistake">
                    <Refusal error={error} />
                    <button type="button" onClick={goThere}>
                        {t.goToLine(place.line)}
                    </button>
                </div>
            )}
        </div>
    );
}
