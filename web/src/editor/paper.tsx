// SPDX-License-Identifier: MIT
// The paper. A node is dragged: dropped on another node it becomes an arrow, elsewhere it
// moves there. A double tap on the empty paper makes a node. Keys do the same; see spot_keys.ts.
import { useMemo, useRef, useState } from "preact/hooks";
import { shortName, type Letter } from "../panels/graph_answer";
import { Shape } from "../panels/graph_drawing";
import { arrowPaths } from "./arrow_paths";
import { HEIGHT, spotAt, widthOf, type Arrow, type Drawing, type Spot } from "./drawing";

export type Verdict = "right" | "wrong" | "missing";

/** How a node looks besides its name. */
export interface SpotView {
    letter: Letter | null;
    fresh: boolean;
    verdict: Verdict | null;
    label: string;
}

interface Point {
    x: number;
    y: number;
}

interface Drag extends Point {
    spot: Spot;
    over: number | null;
}

const HOLD = 6; // pixels that are no drag yet
const DOUBLE_MS = 450;
const marks: Record<Verdict, string> = { right: "✓", wrong: "✗", missing: "?" };

function placeIn(event: PointerEvent): Point {
    const svg = (event.currentTarget as SVGElement).closest("svg")!;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(
        svg.getScreenCTM()!.inverse(),
    );
    return { x: at.x, y: at.y };
}

export interface PaperProps {
    drawing: Drawing;
    /** Nodes and arrows may be changed. */
    editable: boolean;
    selected: number | null;
    selectedArrow: Arrow | null;
    connecting: number | null;
    views: Map<number, SpotView>;
    onAdd(x: number, y: number): void;
    onMove(id: number, x: number, y: number): void;
    onConnect(from: number, to: number): void;
    onTap(id: number): void;
    onArrow(arrow: Arrow | null): void;
    onKey(event: KeyboardEvent, spot: Spot): void;
}

type Latest = { readonly current: PaperProps };

/** Follows a node that is held. What it gives stays the same, so that the nodes need not be
 * rendered again while one is on its way. */
function useSpotDrag(latest: Latest, setDrag: (drag: Drag | null) => void) {
    const held = useRef<{ spot: Spot; x: number; y: number } | null>(null);
    const moved = useRef(false);
    return useMemo(() => {
        const over = (at: Point, spot: Spot) => spotAt(latest.current.drawing, at.x, at.y, spot.id);
        const cancel = () => {
            held.current = null;
            setDrag(null);
        };
        return {
            cancel,
            down(event: PointerEvent, spot: Spot) {
                moved.current = false;
                if (!latest.current.editable || event.button !== 0) return;
                (event.currentTarget as Element).setPointerCapture(event.pointerId);
                held.current = { spot, x: event.clientX, y: event.clientY };
            },
            move(event: PointerEvent) {
                const from = held.current;
                if (!from) return;
                const far = Math.hypot(event.clientX - from.x, event.clientY - from.y);
                if (!moved.current && far < HOLD) return;
                moved.current = true;
                const at = placeIn(event);
                setDrag({ spot: from.spot, ...at, over: over(at, from.spot)?.id ?? null });
            },
            up(event: PointerEvent) {
                const from = held.current;
                cancel();
                if (!from || !moved.current) return;
                const at = placeIn(event);
                const target = over(at, from.spot);
                if (target) latest.current.onConnect(from.spot.id, target.id);
                else latest.current.onMove(from.spot.id, at.x, at.y);
            },
            // The click behind a drag is none.
            click(spot: Spot) {
                if (!moved.current) latest.current.onTap(spot.id);
                moved.current = false;
            },
        };
    }, [latest, setDrag]);
}

/** The ring around a node: chosen, just coloured, or the end of an arrow to be. */
function Ring(props: { kind: string; width: number; round: number }) {
    const { kind, width, round } = props;
    return (
        <rect
            class={kind}
            x={-width / 2 - 5}
            y={-HEIGHT / 2 - 5}
            width={width + 10}
            height={HEIGHT + 10}
            rx={round}
        />
    );
}

function SpotBox(props: {
    spot: Spot;
    view: SpotView;
    ring: string | null;
    pressed: boolean | undefined;
    latest: Latest;
    drag: ReturnType<typeof useSpotDrag>;
}) {
    const { spot, view, ring, drag } = props;
    const width = widthOf(spot);
    return (
        <g
            class={`graph-node spot graph-${view.letter ?? "none"}`}
            role="button"
            tabindex={0}
            data-spot={spot.name}
            aria-label={view.label}
            aria-pressed={props.pressed}
            transform={`translate(${spot.x} ${spot.y})`}
            onPointerDown={(event) => drag.down(event, spot)}
            onPointerMove={drag.move}
            onPointerUp={drag.up}
            onPointerCancel={drag.cancel}
            onClick={() => drag.click(spot)}
            onKeyDown={(event) => props.latest.current.onKey(event, spot)}
        >
            {ring && <Ring kind={ring} width={width} round={view.letter === "P" ? 23 : 10} />}
            <Shape letter={view.letter} width={width} height={HEIGHT} />
            <text y={view.letter ? -3 : 6}>{shortName(spot.name)}</text>{" "}
            {view.letter && (
                <text class="graph-letter" y={15}>
                    {view.letter}
                </text>
            )}
            {view.verdict && (
                <g
                    class={`spot-verdict spot-${view.verdict}`}
                    transform={`translate(${width / 2} ${-HEIGHT / 2})`}
                >
                    <circle r={11} />
                    <text y={5}>{marks[view.verdict]}</text>
                </g>
            )}
        </g>
    );
}

/** Arrows; where they can be changed, each has a wider line to be clicked on. */
function useLines(props: PaperProps, latest: Latest) {
    const { drawing, views, selectedArrow, editable } = props;
    const paths = useMemo(() => arrowPaths(drawing), [drawing]);
    return useMemo(() => {
        const letter = (id: number) => views.get(id)?.letter;
        return paths.map(({ arrow, path }) => {
            const wins = letter(arrow.from) === "N" && letter(arrow.to) === "P" && !editable;
            const chosen = selectedArrow?.from === arrow.from && selectedArrow.to === arrow.to;
            const choose = () => latest.current.onArrow(chosen ? null : arrow);
            return (
                <g
                    key={`${arrow.from} ${arrow.to}`}
                    class={chosen ? "graph-shown" : wins ? "graph-wins" : "graph-plain"}
                    aria-hidden="true"
                >
                    <path class="graph-line" d={path.line} />
                    <path class="graph-head" d={path.head} />
                    {editable && <path class="graph-hit" d={path.line} onClick={choose} />}
                </g>
            );
        });
    }, [paths, views, selectedArrow, editable, latest]);
}

function useSpots(
    props: PaperProps,
    latest: Latest,
    drag: ReturnType<typeof useSpotDrag>,
    over: number | null,
) {
    const { drawing, views, selected, connecting, editable } = props;
    return useMemo(
        () =>
            drawing.spots.map((spot) => {
                const view = views.get(spot.id)!;
                const end = connecting === spot.id || over === spot.id;
                const ring = view.fresh
                    ? "graph-fresh"
                    : end
                      ? "spot-end"
                      : selected === spot.id
                        ? "graph-here"
                        : null;
                const pressed = editable ? selected === spot.id : undefined;
                return (
                    <SpotBox
                        key={spot.id}
                        spot={spot}
                        view={view}
                        ring={ring}
                        pressed={pressed}
                        latest={latest}
                        drag={drag}
                    />
                );
            }),
        [drawing, views, selected, connecting, editable, latest, drag, over],
    );
}

/** A dashed line from the node that is held to the pointer. */
function Held(props: { drag: Drag }) {
    const { spot, x, y, over } = props.drag;
    const width = widthOf(spot);
    return (
        <g class="paper-drag" aria-hidden="true">
            <path d={`M${spot.x},${spot.y}L${x},${y}`} />
            {over === null && (
                <rect x={x - width / 2} y={y - HEIGHT / 2} width={width} height={HEIGHT} rx={8} />
            )}
        </g>
    );
}

export function Paper(props: PaperProps) {
    const latest = useRef(props);
    latest.current = props;
    const [held, setHeld] = useState<Drag | null>(null);
    const drag = useSpotDrag(latest, setHeld);
    const lines = useLines(props, latest);
    const spots = useSpots(props, latest, drag, held?.over ?? null);
    const tapped = useRef<{ at: number; x: number; y: number } | null>(null);
    const ground = (event: PointerEvent) => {
        const last = tapped.current;
        const near = last && Math.hypot(event.clientX - last.x, event.clientY - last.y) < 24;
        tapped.current = null;
        if (props.editable && near && event.timeStamp - last.at < DOUBLE_MS) {
            const at = placeIn(event);
            props.onAdd(at.x, at.y);
            return;
        }
        tapped.current = { at: event.timeStamp, x: event.clientX, y: event.clientY };
        props.onArrow(null);
    };
    return (
        <g class={props.editable ? "paper paper-editable" : "paper"}>
            <rect
                class="paper-ground"
                x={-200}
                y={-200}
                width={40000}
                height={40000}
                onPointerUp={ground}
            />
            {lines}
            {held && <Held drag={held} />}
            {spots}
        </g>
    );
}
