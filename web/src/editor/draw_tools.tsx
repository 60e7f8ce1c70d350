// SPDX-License-Identifier: MIT
// Buttons for the drawing, and the name of the node that is chosen.
import { texts } from "../texts";
import type { Spot } from "./drawing";
import type { History } from "./drawing_history";
import type { Editing } from "./editing";

export function DrawTools(props: { history: History; spot: Spot | undefined; edit: Editing }) {
    const { history, spot, edit } = props;
    const { arrow, keys: act } = edit;
    const connecting = edit.connecting !== null;
    const t = texts.editor;
    const remove = () => {
        if (arrow) edit.part(arrow.from, arrow.to);
        else if (spot) act.remove(spot);
    };
    return (
        <span class="editor-row">
            <button type="button" class="primary" onClick={() => act.add()}>
                {t.addNode}
            </button>
            <button
                type="button"
                disabled={!spot}
                aria-pressed={connecting}
                onClick={() => spot && (connecting ? act.giveUp() : act.beginArrow(spot))}
            >
                {t.connect}
            </button>
            <button type="button" disabled={!spot && !arrow} onClick={remove}>
                {arrow ? t.deleteArrow : t.remove}
            </button>
            <button type="button" disabled={!history.canUndo} onClick={history.undo}>
                {t.undo}
            </button>
            <button type="button" disabled={!history.canRedo} onClick={history.redo}>
                {t.redo}
            </button>
            <label>
                {t.name}{" "}
                <input
                    class="spot-name"
                    size={8}
                    disabled={!spot}
                    value={spot?.name ?? ""}
                    autocomplete="off"
                    spellcheck={false}
                    onChange={(event) => {
                        if (spot && !edit.rename(spot.id, event.currentTarget.value))
                            event.currentTarget.value = spot.name;
                    }}
                />
            </label>
        </span>
    );
}
