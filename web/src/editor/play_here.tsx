// SPDX-License-Identifier: MIT
// From the drawing to the board.
import { useState } from "preact/hooks";
import { addFile } from "../engine/engine";
import { writeLink } from "../link";
import { texts } from "../texts";
import { find, type Drawing } from "./drawing";
import { OWN, rulesOf } from "./solution";

export function PlayHere(props: { drawing: Drawing; dot: string; misere: boolean }) {
    const { drawing, dot, misere } = props;
    const [chosen, choose] = useState(0);
    const t = texts.editor;
    const start = find(drawing, chosen) ?? drawing.spots[0];
    if (!start) return null;
    const play = async () => {
        addFile(OWN, dot);
        location.hash = await writeLink({
            words: [rulesOf(misere), start.name],
            files: new Map([[OWN, dot]]),
        });
    };
    return (
        <div class="editor-row editor-play">
            <label>
                {t.start}{" "}
                <select
                    value={start.id}
                    onChange={(event) => choose(Number(event.currentTarget.value))}
                >
                    {drawing.spots.map((s) => (
                        <option key={s.id} value={s.id}>
                            {s.name}
                        </option>
                    ))}
                </select>
            </label>
            <button type="button" onClick={() => void play()}>
                {t.playHere}
            </button>
        </div>
    );
}
