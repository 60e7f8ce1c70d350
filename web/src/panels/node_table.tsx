// SPDX-License-Identifier: MIT
// The table of a graph game: its nodes have names and no numbers, so they are listed.
import { useState } from "preact/hooks";
import type { Outcome } from "../engine/answers";
import { useAnswer } from "../engine/use_answer";
import { Label } from "../shared/label";
import { texts } from "../texts";
import { InlineButton } from "./inline_button";
import { AskedNotice } from "./panel";
import { valueText, type Valued } from "./value_text";
import { Wide } from "./wide";

const t = texts.panels.table;
const PAGE = 200;

interface GraphAnswer {
    position: string;
    nodes: (Valued & {
        position: string;
        outcome: Outcome | null;
        remoteness: number | null;
    })[];
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
                                        <InlineButton
                                            title={texts.panels.why.put(node.position)}
                                            current={node.position === answer.position}
                                            onClick={() => props.open(node.position)}
                                        >
                                            {node.position}
                                        </InlineButton>
                                    </th>
                                    <td>
                                        <Label outcome={node.outcome} />
                                    </td>
                                    <td>{valueText(node)}</td>
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
