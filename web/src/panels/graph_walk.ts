// SPDX-License-Identifier: MIT
// The arrow keys: down along an arrow, up against one, left and right in the row.
import type { GraphAnswer, GraphEdge, Ways } from "./graph_answer";

function nearest(graph: GraphAnswer, from: number, among: number[]): number | null {
    const middle = (v: number) => graph.nodes[v]!.x + graph.nodes[v]!.width / 2;
    const far = (v: number) =>
        Math.abs(graph.nodes[v]!.y - graph.nodes[from]!.y) * 4 + Math.abs(middle(v) - middle(from));
    let best: number | null = null;
    for (const v of among) if (best === null || far(v) < far(best)) best = v;
    return best;
}

/** Along a winning arrow if there is one. */
function down(graph: GraphAnswer, edges: GraphEdge[], from: number): number | null {
    const others = edges.filter((e) => e.to !== from);
    const wins = others.filter((e) => e.winning);
    return nearest(
        graph,
        from,
        (wins.length > 0 ? wins : others).map((e) => e.to),
    );
}

function beside(graph: GraphAnswer, from: number, sign: number): number | null {
    const here = graph.nodes[from]!;
    const row: number[] = [];
    graph.nodes.forEach((node, v) => {
        if (node.y === here.y && sign * (node.x - here.x) > 0) row.push(v);
    });
    return nearest(graph, from, row);
}

/** The box that a key leads to, or null. */
export function walk(graph: GraphAnswer, ways: Ways, from: number, key: string): number | null {
    switch (key) {
        case "ArrowDown":
            return down(graph, ways.out[from]!, from);
        case "ArrowUp":
            return nearest(
                graph,
                from,
                ways.into[from]!.map((e) => e.from).filter((v) => v !== from),
            );
        case "ArrowLeft":
            return beside(graph, from, -1);
        case "ArrowRight":
            return beside(graph, from, 1);
        case "Home":
            return 0;
        default:
            return null;
    }
}
