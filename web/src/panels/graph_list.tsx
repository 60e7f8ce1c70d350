// SPDX-License-Identifier: MIT
// The same graph as a table: for screen readers, and for everybody who would rather read.
import { Label } from "../shared/label";
import { texts } from "../texts";
import { valueOf, type GraphAnswer, type GraphEdge } from "./graph_answer";
import type { Colouring } from "./graph_drawing";

export function GraphList(props: {
    graph: GraphAnswer;
    out: GraphEdge[][];
    colouring: Colouring;
    values: boolean;
    onGo(node: number): void;
}) {
    const { graph, out, colouring, values, onGo } = props;
    const t = texts.panels.graph;
    const wins = (e: GraphEdge) =>
        colouring.letter(e.from) === "N" && colouring.letter(e.to) === "P";
    return (
        <div class="graph-list" role="region" tabIndex={0} aria-label={t.list}>
            <table>
                <thead>
                    <tr>
                        <th scope="col">{t.position}</th>
                        <th scope="col">{t.letter}</th>
                        {values && <th scope="col">{t.value}</th>}
                        <th scope="col">{t.options}</th>
                    </tr>
                </thead>
                <tbody>
                    {graph.nodes.map((node, i) => {
                        const letter = colouring.letter(i);
                        return (
                            <tr key={i}>
                                <th scope="row">
                                    <button
                                        type="button"
                                        disabled={i === 0}
                                        onClick={() => onGo(i)}
                                    >
                                        {node.position}
                                    </button>
                                </th>
                                <td>
                                    {letter && <Label outcome={letter === "?" ? null : letter} />}
                                </td>
                                {values && <td>{colouring.labelled(i) && valueOf(node)}</td>}
                                <td>
                                    {out[i]!.map((e, k) => (
                                        <span key={e.to}>
                                            {k > 0 && "; "}
                                            {wins(e) ? (
                                                <strong>
                                                    {graph.nodes[e.to]!.position} {t.winsMark}
                                                </strong>
                                            ) : (
                                                graph.nodes[e.to]!.position
                                            )}
                                        </span>
                                    ))}
                                    {node.more ? " …" : out[i]!.length === 0 && t.noMove}
                                </td>
                            </tr>
                        );
                    })}
                </tbody>
            </table>
        </div>
    );
}
