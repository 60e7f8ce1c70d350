// SPDX-License-Identifier: MIT
// The same graph as a list that edits it: everything the paper can do, with plain fields.
import { useState } from "preact/hooks";
import type { Outcome } from "../engine/answers";
import { texts } from "../texts";
import { find, type Drawing, type Spot } from "./drawing";
import type { Editing } from "./editing";
import type { Marks } from "./solution";
import type { SpotView } from "./paper";

export interface ListProps {
    drawing: Drawing;
    editable: boolean;
    /** Letters can be given. */
    marks: Marks | null;
    viewOf(spot: Spot): SpotView;
    edit: Editing;
    onMark(id: number, letter: Outcome | null): void;
}

function Choice(props: { label: string; spots: Spot[]; value: number; set(id: number): void }) {
    return (
        <label>
            {props.label}{" "}
            <select
                value={props.value}
                onChange={(event) => props.set(Number(event.currentTarget.value))}
            >
                {props.spots.map((s) => (
                    <option key={s.id} value={s.id}>
                        {s.name}
                    </option>
                ))}
            </select>
        </label>
    );
}

/** Arrow from ... to ... */
function AddArrow(props: ListProps) {
    const { spots } = props.drawing;
    const [from, setFrom] = useState(0);
    const [to, setTo] = useState(0);
    const t = texts.editor;
    const first = find(props.drawing, from)?.id ?? spots[0]?.id ?? 0;
    const last = find(props.drawing, to)?.id ?? spots[1]?.id ?? first;
    return (
        <form
            class="spot-connect"
            onSubmit={(event) => {
                event.preventDefault();
                props.edit.join(first, last);
            }}
        >
            <Choice label={t.arrowFrom} spots={spots} value={first} set={setFrom} />
            <Choice label={t.arrowTo} spots={spots} value={last} set={setTo} />
            <button type="submit" disabled={spots.length === 0}>
                {t.addArrow}
            </button>
        </form>
    );
}

function NameField(props: { spot: Spot; onRename(id: number, name: string): boolean }) {
    const { spot } = props;
    return (
        <input
            value={spot.name}
            aria-label={texts.editor.nameOf(spot.name)}
            autocomplete="off"
            spellcheck={false}
            size={6}
            onChange={(event) => {
                if (!props.onRename(spot.id, event.currentTarget.value))
                    event.currentTarget.value = spot.name;
            }}
        />
    );
}

function LetterField(props: ListProps & { spot: Spot }) {
    const { spot, marks } = props;
    const t = texts.editor;
    return (
        <select
            aria-label={t.letterOf(spot.name)}
            value={marks?.get(spot.id) ?? ""}
            onChange={(event) =>
                props.onMark(spot.id, (event.currentTarget.value || null) as Outcome | null)
            }
        >
            <option value="">{t.noLetter}</option>
            {(["N", "P", "D"] as const).map((letter) => (
                <option key={letter} value={letter}>
                    {t.letterNames[letter]}
                </option>
            ))}
        </select>
    );
}

function Row(props: ListProps & { spot: Spot }) {
    const { spot, drawing, editable, viewOf } = props;
    const t = texts.editor;
    const view = viewOf(spot);
    const out = drawing.arrows.filter((a) => a.from === spot.id);
    const name = (id: number) => find(drawing, id)!.name;
    return (
        <tr>
            <th scope="row">
                {editable ? <NameField spot={spot} onRename={props.edit.rename} /> : spot.name}
            </th>
            <td>
                {out.length === 0 && <span class="spot-none">{t.noArrows}</span>}
                {out.map((a) =>
                    editable ? (
                        <button
                            key={a.to}
                            type="button"
                            class="spot-arrow"
                            aria-label={t.removeArrow(spot.name, name(a.to))}
                            onClick={() => props.edit.part(a.from, a.to)}
                        >
                            → {name(a.to)} <span aria-hidden="true">✕</span>
                        </button>
                    ) : (
                        <span key={a.to} class="spot-arrow">
                            → {name(a.to)}{" "}
                        </span>
                    ),
                )}
            </td>
            <td>
                {props.marks ? <LetterField {...props} /> : view.letter}
                {view.verdict && (
                    <span class={`spot-said spot-said-${view.verdict}`}>
                        {t.verdicts[view.verdict]}
                    </span>
                )}
                {editable && (
                    <button
                        type="button"
                        aria-label={t.deleteNode(spot.name)}
                        onClick={() => props.edit.remove(spot.id)}
                    >
                        {t.remove}
                    </button>
                )}
            </td>
        </tr>
    );
}

export function SpotList(props: ListProps) {
    const { drawing, editable } = props;
    const t = texts.editor;
    return (
        <div class="spot-list">
            <h2 id="spot-list-heading">{t.list}</h2>
            {editable && (
                <div class="spot-forms">
                    <button type="button" onClick={() => props.edit.add()}>
                        {t.addNode}
                    </button>
                    <AddArrow {...props} />
                </div>
            )}
            {drawing.spots.length > 0 && (
                <div
                    class="spot-table"
                    role="region"
                    aria-labelledby="spot-list-heading"
                    tabIndex={0}
                >
                    <table>
                        <thead>
                            <tr>
                                <th scope="col">{t.node}</th>
                                <th scope="col">{t.arrows}</th>
                                <th scope="col">{editable ? t.change : t.letter}</th>
                            </tr>
                        </thead>
                        <tbody>
                            {drawing.spots.map((spot) => (
                                <Row key={spot.id} {...props} spot={spot} />
                            ))}
                        </tbody>
                    </table>
                </div>
            )}
        </div>
    );
}
