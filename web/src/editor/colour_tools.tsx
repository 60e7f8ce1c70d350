// SPDX-License-Identifier: MIT
// 'Is G winning or losing?': the question for one node after the other, and the check.
import type { Outcome } from "../engine/answers";
import { Label } from "../shared/label";
import { texts } from "../texts";
import { find, type Drawing } from "./drawing";
import type { Editing, useMarks } from "./editing";

export function ColourTools(props: {
    drawing: Drawing;
    given: ReturnType<typeof useMarks>;
    edit: Editing;
    onCheck(): void;
}) {
    const { drawing, edit } = props;
    const { marks, mark, clear } = props.given;
    const t = texts.editor;
    const spot = find(drawing, edit.selected) ?? drawing.spots.find((s) => !marks.has(s.id));
    const give = (letter: Outcome) => {
        if (!spot) return;
        mark(spot.id, letter);
        // and on to the next that has none
        edit.select(drawing.spots.find((s) => s.id !== spot.id && !marks.has(s.id))?.id ?? spot.id);
    };
    return (
        <span class="editor-row">
            {spot && (
                <span class="editor-question" role="group" aria-labelledby="editor-question">
                    <span id="editor-question">{t.question(spot.name)}</span>
                    {(["N", "P", "D"] as const).map((letter) => (
                        <button key={letter} type="button" onClick={() => give(letter)}>
                            <Label outcome={letter} /> {t.answers[letter]}
                        </button>
                    ))}
                </span>
            )}
            <button
                type="button"
                class="primary"
                disabled={drawing.spots.length === 0}
                onClick={props.onCheck}
            >
                {t.check}
            </button>
            <button type="button" disabled={marks.size === 0} onClick={clear}>
                {t.clear}
            </button>
        </span>
    );
}
