// SPDX-License-Identifier: MIT
// Pictures that need the engine: the map of the P-positions of a .game file, a graph, and a
// board that the engine draws.
// They are asked for one after the other once the page stands, and kept.
import { useEffect, useState } from "preact/hooks";
import { addFile, engineFor } from "../engine/engine";
import type { BoardAnswer, Drawing as Board, Outcome, Shape } from "../engine/answers";
import { Drawn } from "../board/drawn";
import { positionsOver, type Axis } from "../panels/number_words";
import { readBatch } from "../panels/batch";
import type { Card } from "./catalogue";

interface GraphAnswer {
    nodes: { position: string; outcome: Outcome | null }[];
    edges: { from: number; to: number; winning: boolean }[];
}

export type Drawing =
    | { kind: "map"; rows: string[] }
    | { kind: "graph"; graph: GraphAnswer }
    | { kind: "board"; board: Board }
    | { kind: "none" };

const SIDE = 15;
const STRIP = 31;
const kept = new Map<string, Drawing>();

async function ask(card: Card): Promise<Drawing> {
    const engine = engineFor("study");
    const { rules, position, vars } = card;
    if (vars.length === 0) {
        const board = (await engine.json<BoardAnswer>(["board", rules, position])).parts[0]!;
        if (board.look === "piles") return { kind: "none" };
        if (board.look !== "nodes") return { kind: "board", board };
        const graph = await engine.json<GraphAnswer>(["graph", rules, position, "--limit", "24"]);
        return { kind: "graph", graph };
    }
    if (vars.length <= 2) {
        const range = vars.length === 1 ? `0..${STRIP}` : `0..${SIDE},0..${SIDE}`;
        const table = await engine.json<{ labels: string[] }>(["table", rules, range]);
        return { kind: "map", rows: table.labels };
    }
    const axis = (place: number): Axis => ({ place, from: "0", count: SIDE + 1 });
    const positions = positionsOver(position, axis(0), axis(1));
    addFile("start.positions", positions.flat().join("\n") + "\n");
    const answer = await engine.run(["solve", rules, "--batch", "start.positions"]);
    const cells = readBatch(answer.out);
    const label = (p: string) => cells.get(p)?.outcome ?? " ";
    return { kind: "map", rows: positions.map((row) => row.map(label).join("")) };
}

let turn: Promise<unknown> = Promise.resolve();

/** null until it is drawn. */
export function useDrawing(card: Card): Drawing | null {
    const [drawing, set] = useState<Drawing | null>(() => kept.get(card.id) ?? null);
    useEffect(() => {
        if (kept.has(card.id)) return;
        let wanted = true;
        turn = turn.then(async () => {
            if (!wanted) return;
            const drawn = await ask(card).catch((): Drawing => ({ kind: "none" }));
            kept.set(card.id, drawn);
            if (wanted) set(drawn);
        });
        return () => {
            wanted = false;
        };
    }, [card]);
    return drawing;
}

/** All cells with this letter as one path. */
function cells(rows: string[], letter: string, size: number, x: number, y: number): string {
    const gap = size > 5 ? 0.8 : 0.4;
    const side = size - gap;
    return rows
        .flatMap((row, i) =>
            [...row].map((c, k) =>
                c === letter
                    ? `M${(x + k * size).toFixed(2)} ${(y + i * size).toFixed(2)}h${side}v${side}h${-side}z`
                    : "",
            ),
        )
        .join("");
}

export function MapPicture(props: { rows: string[] }) {
    // A single row is folded, so that it can be seen.
    const rows = props.rows.length > 1 ? props.rows : (props.rows[0]!.match(/.{1,16}/g) ?? []);
    const size = rows.length > 2 ? 6 : 10.5;
    const x = 90 - (rows[0]!.length * size) / 2;
    const y = 52 - (rows.length * size) / 2;
    return (
        <>
            <path class="map-n" d={cells(rows, "N", size, x, y)} />
            <path class="map-p" d={cells(rows, "P", size, x, y)} />
            <path class="map-d" d={cells(rows, "D", size, x, y)} />
        </>
    );
}

/** Neither a place where a chip can come nor one where a row can be broken. */
const isSeen = ({ kind, tone }: Shape) =>
    kind !== "line" && (kind !== "disc" || tone !== "place");

/** As large as it fits, but not larger than on a board. */
export function BoardPicture(props: { board: Board }) {
    const { width, height, shapes } = props.board;
    const scale = Math.min(168 / width, 92 / height, 1.8);
    const [x, y] = [90 - (width * scale) / 2, 52 - (height * scale) / 2];
    return (
        <g class="shapes drawn" transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(3)})`}>
            {shapes.map((shape, i) => isSeen(shape) && <Drawn key={i} shape={shape} />)}
        </g>
    );
}

/** How many arrows from the first node: the layer in which a node stands. */
function layers(graph: GraphAnswer): number[] {
    const layer = graph.nodes.map(() => -1);
    layer[0] = 0;
    const queue = [0];
    for (const at of queue)
        for (const edge of graph.edges)
            if (edge.from === at && layer[edge.to] === -1) {
                layer[edge.to] = layer[at]! + 1;
                queue.push(edge.to);
            }
    return layer;
}

interface Place {
    x: number;
    y: number;
}

function places(graph: GraphAnswer): Place[] {
    const layer = layers(graph);
    const depth = Math.max(...layer, 1);
    const count = new Map<number, number>();
    for (const l of layer) count.set(l, (count.get(l) ?? 0) + 1);
    const used = new Map<number, number>();
    return layer.map((l) => {
        const i = used.get(l) ?? 0;
        used.set(l, i + 1);
        const step = Math.min(26, 92 / count.get(l)!);
        return { x: 16 + (l * 148) / depth, y: 52 + (i - (count.get(l)! - 1) / 2) * step };
    });
}

/** A line with a head that ends before the node. */
function arrow(from: Place, to: Place): string {
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const [x, y] = [to.x - 9 * dx, to.y - 9 * dy];
    const wing = (side: number) => `${x - 5 * dx - side * 3 * dy} ${y - 5 * dy + side * 3 * dx}`;
    return `M${from.x} ${from.y}L${x} ${y}M${wing(1)}L${x} ${y}L${wing(-1)}`;
}

export function GraphPicture(props: { graph: GraphAnswer }) {
    const { nodes, edges } = props.graph;
    const at = places(props.graph);
    return (
        <>
            {edges.map((e, i) => (
                <path
                    key={i}
                    class={e.winning ? "arrow winning" : "arrow"}
                    d={arrow(at[e.from]!, at[e.to]!)}
                />
            ))}
            {nodes.map((n, i) =>
                n.outcome === "N" ? (
                    <rect key={i} class="node-n" x={at[i]!.x - 6} y={at[i]!.y - 6} width={12} height={12} rx={2} />
                ) : (
                    <circle key={i} class={n.outcome === "P" ? "node-p" : "node-d"} cx={at[i]!.x} cy={at[i]!.y} r={7} />
                ),
            )}
        </>
    );
}
