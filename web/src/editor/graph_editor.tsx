// SPDX-License-Identifier: MIT
// The graph editor: draw a graph, let students colour it, check them, and step through the
// colouring. The address carries the drawing.
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { RoundButtons, RoundWords, useColouring, type Shown } from "../panels/graph_rounds";
import { GraphScroll } from "../panels/graph_scroll";
import { Refusal } from "../shared/notices";
import { texts } from "../texts";
import { ColourTools } from "./colour_tools";
import { DrawTools } from "./draw_tools";
import { extentOf, find, toDot, type Drawing, type Spot } from "./drawing";
import { DrawingFiles } from "./drawing_files";
import { useHistory } from "./drawing_history";
import { useEditing, useMarks, type Mode } from "./editing";
import { useEditorAddress } from "./editor_address";
import { Paper } from "./paper";
import { PlayHere } from "./play_here";
import { useChecked, useSolution } from "./solution";
import { beside, colourKey, drawKey } from "./spot_keys";
import { SpotList } from "./spot_list";
import { viewsOf } from "./spot_views";

const noLetter = () => null;

/** What the engine says about the drawing, as far as it is wanted now. */
function useLetters(
    drawing: Drawing,
    dot: string,
    mode: Mode,
    misere: boolean,
    shown: Shown,
    given: ReturnType<typeof useMarks>,
) {
    const { marks } = given;
    const [checkedFor, setCheckedFor] = useState<unknown[]>([]);
    const asked = [marks, dot, misere];
    const checking = mode === "colour" && asked.every((x, i) => x === checkedFor[i]);
    const wanted = (mode === "solution" || checking) && drawing.spots.length > 0;
    const solution = useSolution(dot, misere, wanted);
    const checked = useChecked(drawing, marks, checking ? solution.steps : null);
    const names = useMemo(() => drawing.spots.map((s) => s.name), [drawing]);
    const upTo = shown ?? solution.steps?.rounds.length ?? 0;
    const colouring = useColouring(names, noLetter, solution.steps, upTo);
    const views = useMemo(
        () => viewsOf(drawing, mode, marks, colouring, checked),
        [drawing, mode, marks, colouring, checked],
    );
    return { views, checked, solution, upTo, check: () => setCheckedFor(asked) };
}

export function GraphEditor() {
    const history = useHistory();
    const { drawing } = history;
    const dot = useMemo(() => toDot(drawing), [drawing]);
    const [mode, setMode] = useState<Mode>("draw");
    const [misere, setMisere] = useState(false);
    const [sheet, setSheet] = useState(0); // another number: another drawing is shown
    const [shown, show] = useState<Shown>(0);
    const given = useMarks();
    const root = useRef<HTMLDivElement>(null);
    const soon = useCallback((what: string, use: (found: HTMLInputElement) => void) => {
        requestAnimationFrame(() => {
            const found = root.current?.querySelector<HTMLInputElement>(what);
            if (found) use(found);
        });
    }, []);
    const focus = (name: string) =>
        soon(`[data-spot="${CSS.escape(name)}"]`, (node) => node.focus());
    const edit = useEditing(history, mode, given, focus, () =>
        soon(".spot-name", (field) => field.select()),
    );
    const letters = useLetters(drawing, dot, mode, misere, shown, given);
    const said = useRef<HTMLDivElement>(null);
    useLayoutEffect(() => {
        if (letters.checked) said.current!.scrollIntoView({ block: "nearest" });
    }, [letters.checked]);
    const read = (found: Drawing, from: string) => {
        edit.replace(found, from);
        show(0);
        setSheet((n) => n + 1);
    };
    const isEmpty = drawing.spots.length === 0;
    const refused = useEditorAddress(dot, isEmpty, (found) => read(found, texts.editor.linked));
    const t = texts.editor;

    const spotKey = (event: KeyboardEvent, spot: Spot) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const used =
            mode === "draw"
                ? drawKey(event, spot, edit.keys)
                : mode === "colour" && colourKey(event, spot, edit.keys);
        const to = used || mode === "draw" ? null : beside(drawing, spot, event.key);
        if (to) focus(to.name);
        if (!used && !to) return;
        event.preventDefault();
        event.stopPropagation();
    };
    const editorKey = (event: KeyboardEvent) => {
        if (!(event.ctrlKey || event.metaKey) || mode !== "draw") return;
        if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement)
            return;
        const key = event.key.toLowerCase();
        if (key === "z" && !event.shiftKey) history.undo();
        else if (key === "y" || key === "z") history.redo();
        else return;
        event.preventDefault();
    };
    const tools =
        mode === "draw" ? (
            <DrawTools history={history} spot={find(drawing, edit.selected)} edit={edit} />
        ) : mode === "colour" ? (
            <ColourTools drawing={drawing} given={given} edit={edit} onCheck={letters.check} />
        ) : (
            <RoundButtons steps={letters.solution.steps} shown={shown} show={show} />
        );
    const viewOf = (spot: Spot) => letters.views.get(spot.id)!;
    const extent = extentOf(drawing);
    return (
        <div class="editor" ref={root} onKeyDown={editorKey}>
            <h1>{t.heading}</h1>
            <div class="editor-bar">
                <Modes mode={mode} set={setMode} />
                <PlayChoice misere={misere} set={setMisere} />
            </div>
            {refused && <Refusal error={refused} />}
            <div class="editor-desk">
                <div class="editor-drawing">
                    <GraphScroll
                        label={t.paper}
                        width={extent.width}
                        height={extent.height}
                        start={drawing.spots[0] ?? { x: 0, y: 0 }}
                        of={String(sheet)}
                        fill={true}
                        buttons={tools}
                    >
                        <Paper
                            drawing={drawing}
                            editable={mode === "draw"}
                            selected={mode === "solution" ? null : edit.selected}
                            selectedArrow={edit.arrow}
                            connecting={edit.connecting}
                            views={letters.views}
                            onAdd={edit.add}
                            onMove={edit.move}
                            onConnect={edit.join}
                            onTap={edit.tap}
                            onArrow={edit.setArrow}
                            onKey={spotKey}
                        />
                    </GraphScroll>
                    {isEmpty && <p class="editor-empty">{t.emptyPaper}</p>}
                    <div class="editor-said" role="status" ref={said}>
                        {mode === "draw" && edit.said}
                        {mode === "colour" &&
                            letters.checked?.sentences.map((s) => <p key={s}>{s}</p>)}
                    </div>
                    {mode === "solution" && !isEmpty && (
                        <RoundWords steps={letters.solution.steps} shown={letters.upTo} />
                    )}
                    {letters.solution.error && <Refusal error={letters.solution.error} />}
                    <p class="editor-help">{t.help[mode]}</p>
                </div>
                <div class="editor-side">
                    <PlayHere drawing={drawing} dot={dot} misere={misere} />
                    <DrawingFiles dot={dot} empty={isEmpty} onRead={read} onSaid={edit.say} />
                    <SpotList
                        drawing={drawing}
                        editable={mode === "draw"}
                        marks={mode === "colour" ? given.marks : null}
                        viewOf={viewOf}
                        edit={edit}
                        onMark={given.mark}
                    />
                </div>
            </div>
        </div>
    );
}

function Modes(props: { mode: Mode; set(mode: Mode): void }) {
    const t = texts.editor;
    return (
        <fieldset class="editor-modes">
            <legend class="unseen">{t.mode}</legend>
            {(["draw", "colour", "solution"] as const).map((mode) => (
                <label key={mode}>
                    <input
                        type="radio"
                        name="mode"
                        checked={props.mode === mode}
                        onChange={() => props.set(mode)}
                    />
                    <span>{t.modes[mode]}</span>
                </label>
            ))}
        </fieldset>
    );
}

function PlayChoice(props: { misere: boolean; set(misere: boolean): void }) {
    const t = texts.editor;
    return (
        <label>
            {t.play}{" "}
            <select
                value={props.misere ? "misere" : "normal"}
                onChange={(event) => props.set(event.currentTarget.value === "misere")}
            >
                <option value="normal">{t.normal}</option>
                <option value="misere">{t.misere}</option>
            </select>
        </label>
    );
}
