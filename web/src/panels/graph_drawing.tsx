// SPDX-License-Identifier: MIT
// Boxes and arrows. N is green with corners, P orange and round with a double line, a draw
// grey and dashed, and each has its letter; winning arrows are thick. All arrows of a kind
// are one path, for there are many of them and nobody clicks on them.
import { useMemo } from "preact/hooks";
import { texts } from "../texts";
import { shortName, valueOf, type GraphAnswer, type GraphEdge, type Letter } from "./graph_answer";

/** How a box is coloured now: its letter or not yet, and whether this round did it. */
export interface Colouring {
    letter(node: number): Letter | null;
    /** Whether it has its letter, or its value, by now. */
    labelled(node: number): boolean;
    fresh(node: number): boolean;
}

interface Tip {
    x: number;
    y: number;
    dx: number;
    dy: number;
}

// The last two points of a curve tell where it ends and from where it comes; they are
// always in line with an axis.
function tipOf(path: string): Tip {
    const numbers = path.match(/-?\d+/g)!.slice(-4).map(Number);
    const [fromX, fromY, x, y] = numbers as [number, number, number, number];
    return { x, y, dx: Math.sign(x - fromX), dy: Math.sign(y - fromY) };
}

export function headOf(path: string, bold: boolean): string {
    const { x, y, dx, dy } = tipOf(path);
    const long = bold ? 13 : 9;
    const half = bold ? 6 : 4;
    const [backX, backY] = [x - dx * long, y - dy * long];
    const [asideX, asideY] = [dy * half, dx * half];
    return `M${x},${y}L${backX - asideX},${backY + asideY}L${backX + asideX},${backY - asideY}Z`;
}

export function Arrows(props: { edges: GraphEdge[]; kind: string; bold: boolean }) {
    const { edges, kind, bold } = props;
    if (edges.length === 0) return null;
    return (
        <g class={`graph-arrows ${kind}`} aria-hidden="true">
            <path class="graph-line" d={edges.map((e) => e.path).join("")} />
            <path class="graph-head" d={edges.map((e) => headOf(e.path, bold)).join("")} />
        </g>
    );
}

/** The shape of a box around its middle. */
export function Shape(props: { letter: Letter | null; width: number; height: number }) {
    const { letter, width, height } = props;
    const round = letter === "P" ? 18 : letter === null ? 8 : 3;
    const box = (inset: number, kind: string) => (
        <rect
            class={kind}
            x={inset - width / 2}
            y={inset - height / 2}
            width={width - 2 * inset}
            height={height - 2 * inset}
            rx={Math.max(0, round - inset)}
        />
    );
    return (
        <>
            {box(0, "graph-shape")}
            {letter === "P" && box(4, "graph-inner")}
        </>
    );
}

export interface NodeView {
    letter: Letter | null;
    fresh: boolean;
    value: string | null;
    here: boolean;
    label: string;
}

function Box(props: {
    graph: GraphAnswer;
    node: number;
    view: NodeView;
    tab: boolean;
    onActive(node: number): void;
    onGo(node: number): void;
}) {
    const { node, view, tab } = props;
    const { x, y, width, height, position, more, stub } = props.graph.nodes[node]!;
    const below = [view.letter, view.value].filter((w) => w !== null).join(" ");
    const halo = 5;
    return (
        <g
            class={`graph-node graph-${view.letter ?? "none"}`}
            role="button"
            tabindex={tab ? 0 : -1}
            aria-label={[shortName(position), below, view.label].filter((w) => w).join(" ")}
            aria-current={view.here ? "true" : undefined}
            data-node={node}
            transform={`translate(${x + width / 2} ${y + height / 2})`}
            onClick={() => props.onGo(node)}
            onFocus={() => props.onActive(node)}
            onPointerEnter={() => props.onActive(node)}
        >
            {(view.fresh || view.here) && (
                <rect
                    class={view.fresh ? "graph-fresh" : "graph-here"}
                    x={-width / 2 - halo}
                    y={-height / 2 - halo}
                    width={width + 2 * halo}
                    height={height + 2 * halo}
                    rx={view.letter === "P" ? 18 + halo : 8}
                />
            )}
            {more && stub !== undefined && (
                <line
                    class="graph-stub"
                    x1={stub - x - width / 2}
                    x2={stub - x - width / 2}
                    y1={height / 2}
                    y2={height / 2 + 14}
                />
            )}
            <Shape letter={view.letter} width={width} height={height} />
            <text y={below ? -4 : 5}>{shortName(position)}</text>{" "}
            {below && (
                <text class="graph-letter" y={15}>
                    {below}
                </text>
            )}
        </g>
    );
}

export function GraphDrawing(props: {
    graph: GraphAnswer;
    colouring: Colouring;
    values: boolean;
    /** The box whose moves are shown, or null. */
    active: number | null;
    /** The box that the Tab key goes to. */
    tab: number;
    describe(node: number): string;
    onActive(node: number | null): void;
    onGo(node: number): void;
}) {
    const { graph, colouring, values, active, tab, describe, onActive, onGo } = props;
    const arrows = useMemo(() => {
        const wins = (e: GraphEdge) =>
            e.winning && colouring.letter(e.from) === "N" && colouring.letter(e.to) === "P";
        return (
            <>
                <Arrows
                    edges={graph.edges.filter((e) => !wins(e))}
                    kind="graph-plain"
                    bold={false}
                />
                <Arrows edges={graph.edges.filter(wins)} kind="graph-wins" bold={true} />
            </>
        );
    }, [graph, colouring]);
    const boxes = useMemo(
        () =>
            graph.nodes.map((node, i) => (
                <Box
                    key={i}
                    graph={graph}
                    node={i}
                    tab={i === tab}
                    view={{
                        letter: colouring.letter(i),
                        fresh: colouring.fresh(i),
                        value: values && colouring.labelled(i) ? valueOf(node) : null,
                        here: i === 0,
                        label: describe(i),
                    }}
                    onActive={onActive}
                    onGo={onGo}
                />
            )),
        [graph, colouring, values, tab, describe, onActive, onGo],
    );
    const shown = active === null ? [] : graph.edges.filter((e) => e.from === active);
    return (
        <g
            class={shown.length > 0 ? "graph-following" : undefined}
            onPointerLeave={() => onActive(null)}
        >
            {arrows}
            <Arrows edges={shown} kind="graph-shown" bold={true} />
            {boxes}
        </g>
    );
}

/** What a screen reader says at a box behind its name: who wins, where its arrows lead. */
export function describeNode(
    graph: GraphAnswer,
    out: GraphEdge[][],
    colouring: Colouring,
    node: number,
): string {
    const t = texts.panels.graph;
    const letter = colouring.letter(node);
    const names = (edges: GraphEdge[]) => edges.map((e) => graph.nodes[e.to]!.position);
    const edges = out[node]!;
    const words = [
        ...(node === 0 ? [t.here] : []),
        ...(letter === "?" ? [texts.outcome.unknown] : letter === null ? [] : [texts.outcome[letter]]),
        ...(colouring.labelled(node) ? [] : [t.uncolouredBox]),
    ];
    const wins = edges.filter((e) => letter === "N" && colouring.letter(e.to) === "P");
    if (wins.length > 0) words.push(t.winsBy(names(wins)));
    if (edges.length > 0) words.push(t.leadsTo(names(edges), graph.nodes[node]!.more ?? false));
    else words.push(graph.nodes[node]!.more ? t.leadsFurther : t.noMove);
    return words.join(". ");
}
