// SPDX-License-Identifier: MIT
// The paper. A node is dragged: dropped on another node it becomes an arrow, elsewhere it
// moves there. A double tap on the empty paper makes a node. Keys do the same; see spot_keys.ts.
import { useMemo, useRef, useState } from "preact/hooks";
import { shortName, type Letter } from "../panels/graph_answer";
import { Shape } from "../panels/graph_drawing";
import { arrowPaths } from "./arrow_paths";
import { find, HEIGHT, spotAt, widthOf, type Arrow, type Drawing, type Spot } from "./drawing";

export type Verdict = "right" | "wrong" | "missing";

/** How a node looks besides its name. */
export interface SpotView {
    letter: Letter | null;
    fresh: boolean;
    verdict: Verdict | null;
    label: string;
}

interface Drag {
    spot: Spot;
    x: number;
    y: number;
    over: number | null;
}

const HOLD = 6; // pixels that are no drag yet
const DOUBLE_MS = 450;
const marks: Record<Verdict, string> = { right: "✓", wrong: "✗", missing: "?" };

function placeIn(event: PointerEvent): { x: number; y: number } {
    const svg = (event.currentTarget as SVGElement).closest("svg")!;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM()!.inverse());
    return { x: at.x, y: at.y };
}

export interface PaperProps {
    drawing: Drawing;
    /** Nodes and arrows may be changed. */
    editable: boolean;
    selected: number | null;
    selectedArrow: Arrow | null;
    connecting: number | null;
    viewOf(spot: Spot): SpotView;
    onAdd(x: number, y: number): void;
    onMove(id: number, x: number, y: number): void;
    onConnect(from: number, to: number): void;
    onTap(id: number): void;
    onArrow(arrow: Arrow | null): void;
    onKey(event: KeyboardEvent, spot: Spot): void;
}

/** Follows a node that is held. */
function useSpotDrag(props: PaperProps) {
    const [drag, setDrag] = useState<Drag | null>(null);
    const held = useRef<{ spot: Spot; x: number; y: number } | null>(null);
    const moved = useRef(false);
    const down = (event: PointerEvent, spot: Spot) => {
        moved.current = false;
        if (!props.editable || event.button !== 0) return;
        (event.currentTarget as Element).setPointerCapture(event.pointerId);
        held.current = { spot, x: event.clientX, y: event.clientY };
    };
    const move = (event: PointerEvent) => {
        const from = held.current;
        if (!from) return;
        if (!moved.current && Math.hypot(event.clientX - from.x, event.clientY - from.y) < HOLD) return;
        moved.current = true;
        const at = placeIn(event);
        setDrag({ spot: from.spot, ...at, over: spotAt(props.drawing, at.x, at.y, from.spot.id)?.id ?? null });
    };
    const up = (event: PointerEvent) => {
        const from = held.current;
        held.current = null;
        setDrag(null);
        if (!from || !moved.current) return;
        const at = placeIn(event);
        const over = spotAt(props.drawing, at.x, at.y, from.spot.id);
        if (over) props.onConnect(from.spot.id, over.id);
        else props.onMove(from.spot.id, at.x, at.y);
    };
    const cancel = () => {
        held.current = null;
        setDrag(null);
    };
    // The click behind a drag is none.
    const click = (spot: Spot) => {
        if (!moved.current) props.onTap(spot.id);
        moved.current = false;
    };
    return { drag, down, move, up, cancel, click };
}

function SpotBox(props: { spot: Spot; view: SpotView; paper: PaperProps; over: boolean; drag: ReturnType<typeof useSpotDrag> }) {
    const { spot, view, paper, drag } = props;
    const width = widthOf(spot);
    const ringed = paper.selected === spot.id || props.over || view.fresh || paper.connecting === spot.id;
    const kind = view.fresh ? "graph-fresh" : paper.connecting === spot.id || props.over ? "spot-end" : "graph-here";
    return (
        <g
            class={`graph-node spot graph-${view.letter ?? "none"}`}
            role="button"
            tabindex={0}
            data-spot={spot.name}
            aria-label={view.label}
            aria-pressed={paper.editable ? paper.selected === spot.id : undefined}
            transform={`translate(${spot.x} ${spot.y})`}
            onPointerDown={(event) => drag.down(event, spot)}
            onPointerMove={drag.move}
            onPointerUp={drag.up}
            onPointerCancel={drag.cancel}
            onClick={() => drag.click(spot)}
            onKeyDown={(event) => paper.onKey(event, spot)}
        >
            {ringed && (
                <rect class={kind} x={-width / 2 - 5} y={-HEIGHT / 2 - 5} width={width + 10} height={HEIGHT + 10} rx={view.letter === "P" ? 23 : 10} />
            )}
            <Shape letter={view.letter} width={width} height={HEIGHT} />
            <text y={view.letter ? -3 : 6}>{shortName(spot.name)}</text>{" "}
            {view.letter && (
                <text class="graph-letter" y={15}>
                    {view.letter}
                </text>
            )}
            {view.verdict && (
                <g class={`spot-verdict spot-${view.verdict}`} transform={`translate(${width / 2} ${-HEIGHT / 2})`}>
                    <circle r={11} />
                    <text y={5}>{marks[view.verdict]}</text>
                </g>
            )}
        </g>
    );
}

function Lines(props: PaperProps) {
    const { drawing, viewOf, selectedArrow, editable, onArrow } = props;
    const paths = useMemo(() => arrowPaths(drawing), [drawing]);
    const letter = (id: number) => viewOf(find(drawing, id)!).letter;
    return (
        <>
            {paths.map(({ arrow, path }) => {
                const wins = letter(arrow.from) === "N" && letter(arrow.to) === "P" && !editable;
                const chosen = selectedArrow?.from === arrow.from && selectedArrow.to === arrow.to;
                return (
                    <g
                        key={`${arrow.from} ${arrow.to}`}
                        class={chosen ? "graph-shown" : wins ? "graph-wins" : "graph-plain"}
                        aria-hidden="true"
                    >
                        <path class="graph-line" d={path.line} />
                        <path class="graph-head" d={path.head} />
                        {editable && (
                            <path class="graph-hit" d={path.line} onClick={() => onArrow(chosen ? null : arrow)} />
                        )}
                    </g>
                );
            })}
        </>
    );
}

export function Paper(props: PaperProps) {
    const { drawing, viewOf, editable } = props;
    const drag = useSpotDrag(props);
    const tapped = useRef<{ at: number; x: number; y: number } | null>(null);
    const ground = (event: PointerEvent) => {
        const last = tapped.current;
        const near = last && Math.hypot(event.clientX - last.x, event.clientY - last.y) < 24;
        tapped.current = null;
        if (editable && near && event.timeStamp - last.at < DOUBLE_MS) {
            const at = placeIn(event);
            props.onAdd(at.x, at.y);
            return;
        }
        tapped.current = { at: event.timeStamp, x: event.clientX, y: event.clientY };
        props.onArrow(null);
    };
    const held = drag.drag;
    return (
        <g class={editable ? "paper paper-editable" : "paper"}>
            <rect class="paper-ground" x={-200} y={-200} width={9000} height={9000} onPointerUp={ground} />
            <Lines {...props} />
            {held && (
                <g class="paper-drag" aria-hidden="true">
                    <path d={`M${held.spot.x},${held.spot.y}L${held.x},${held.y}`} />
                    {held.over === null && (
                        <rect
                            x={held.x - widthOf(held.spot) / 2}
                            y={held.y - HEIGHT / 2}
                            width={widthOf(held.spot)}
                            height={HEIGHT}
                            rx={8}
                        />
                    )}
                </g>
            )}
            {drawing.spots.map((spot) => (
                <SpotBox key={spot.id} spot={spot} view={viewOf(spot)} paper={props} over={held?.over === spot.id} drag={drag} />
            ))}
        </g>
    );
}
