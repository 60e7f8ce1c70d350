// SPDX-License-Identifier: MIT
// The table of a graph game: its nodes have names and no numbers, so they are listed.
import { useState } from "preact/hooks";
import type { Outcome, Whole } from "../engine/answers";
import { useAnswer } from "../engine/use_answer";
import { Label } from "../shared/label";
import { texts } from "../texts";
import { AskedNotice } from "./panel";
import { Wide } from "./wide";

const t = texts.panels.table;
const PAGE = 200;

interface GraphAnswer {
    position: string;
    nodes: {
        position: string;
        outcome: Outcome | null;
        grundy: Whole | null;
        loopy?: { infinity: Whole[] };
        remoteness: number | null;
    }[];
}

export function NodeTable(props: { words: string[]; open(position: string): void }) {
    const asked = useAnswer<GraphAnswer>("study", ["graph", ...props.words]);
    const [shown, setShown] = useState(PAGE);
    const { answer } = asked;
    return (
        <>
            <AskedNotice asked={asked} />
            {answer && (
                <Wide name={t.nodes}>
                    <table class="nodes" data-position={answer.position}>
                        <caption>{t.nodes}</caption>
                        <thead>
                            <tr>
                                <th scope="col">{t.node}</th>
                                <th scope="col">{t.label}</th>
                                <th scope="col">{t.value}</th>
                                <th scope="col">{t.remoteness}</th>
                            </tr>
                        </thead>
                        <tbody>
                            {answer.nodes.slice(0, shown).map((node) => (
                                <tr key={node.position}>
                                    <th scope="row">
                                        <button
                                            type="button"
                                            class="inline"
                                            onClick={() => props.open(node.position)}
                                            aria-current={
                                                node.position === answer.position ? "true" : undefined
                                            }
                                        >
                                            {node.position}
                                        </button>
                                    </th>
                                    <td>
                                        <Label outcome={node.outcome} />
                                    </td>
                                    <td>
                                        {node.loopy
                                            ? `∞{${node.loopy.infinity.join(",")}}`
                                            : String(node.grundy ?? "–")}
                                    </td>
                                    <td>{node.remoteness ?? "–"}</td>
                                </tr>
                            ))}
                        </tbody>
                    </table>
                </Wide>
            )}
            {answer && answer.nodes.length > shown && (
                <button type="button" onClick={() => setShown(shown + PAGE)}>
                    {t.more}
                </button>
            )}
        </>
    );
}
