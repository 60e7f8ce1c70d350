// SPDX-License-Identifier: MIT
// The JSON of `bouton graph`, and what is looked up in it again and again.
import type { Outcome, Whole } from "../engine/answers";

export type Letter = Outcome | "?";

export interface GraphNode {
    position: string;
    outcome: Letter;
    grundy: Whole | null;
    loopy?: { infinity: Whole[] };
    remoteness: number | null;
    more?: boolean;
    x: number;
    y: number;
    width: number;
    height: number;
    stub?: number;
}

export interface GraphEdge {
    from: number;
    to: number;
    winning: boolean;
    text: string;
    path: string;
}

/** `graph ... --json --places` */
export interface GraphAnswer {
    rules: string;
    play: "normal" | "misere";
    position: string | null;
    cut: boolean;
    unordered: boolean;
    caption?: string;
    width: number;
    height: number;
    nodes: GraphNode[];
    edges: GraphEdge[];
}

export interface Round {
    round: number;
    text: string;
    boxes: RoundBox[];
}

/** With a letter, or with a value if the rounds are those of Grundy values. */
export interface RoundBox {
    position: string;
    outcome?: Outcome;
    grundy?: Whole | null;
    loopy?: { infinity: Whole[] };
    reason: string;
}

/** `graph ... --json --steps` */
export interface StepsAnswer {
    rounds: Round[];
}

/** The value as people write it: a number, or infinity with the values around it. */
export function valueOf(node: Pick<RoundBox, "grundy" | "loopy">): string | null {
    if (node.loopy) return `∞{${node.loopy.infinity.join(",")}}`;
    return node.grundy === null || node.grundy === undefined ? null : String(node.grundy);
}

/** For each node the edges that leave it and those that lead to it. */
export interface Ways {
    out: GraphEdge[][];
    into: GraphEdge[][];
}

export function waysOf(graph: GraphAnswer): Ways {
    const out: GraphEdge[][] = graph.nodes.map(() => []);
    const into: GraphEdge[][] = graph.nodes.map(() => []);
    for (const edge of graph.edges) {
        out[edge.from]!.push(edge);
        into[edge.to]!.push(edge);
    }
    return { out, into };
}

const LONGEST = 40;

/** A name that is too long for a box loses its middle. */
export function shortName(name: string): string {
    if (name.length <= LONGEST) return name;
    return `${name.slice(0, LONGEST / 2 - 1)}…${name.slice(-(LONGEST / 2 - 1))}`;
}
