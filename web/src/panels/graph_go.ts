// SPDX-License-Identifier: MIT
// To go to a box: an option of the position where play stands is played as a move, any other
// is put on the board as a new game.
import type { MovesAnswer, PlayNode } from "../engine/answers";
import { engineFor } from "../engine/engine";
import { wordsOf } from "../play/game";
import type { GraphAnswer } from "./graph_answer";
import type { PanelProps } from "./panel";

// Where equal positions are one box, its name is one of theirs: without empty heaps, sorted.
function sortedHeaps(position: string): string {
    return position
        .split(" + ")
        .map((part) =>
            part
                .split(",")
                .map((w) => w.trim())
                .filter((w) => w !== "0")
                .sort()
                .join(","),
        )
        .join(" + ");
}

/** The option that a box stands for, as the rules write it. */
async function optionAt(words: string[], position: string): Promise<string> {
    const { options } = await engineFor("quick").json<MovesAnswer>(["moves", ...words]);
    const exact = options.find((o) => o.to === position);
    const equal = options.find((o) => o.to !== null && sortedHeaps(o.to) === sortedHeaps(position));
    return exact?.to ?? equal?.to ?? position;
}

export async function goTo(props: PanelProps, graph: GraphAnswer, node: number): Promise<void> {
    const position = graph.nodes[node]!.position;
    if (node === 0) return;
    const isOption = graph.edges.some((e) => e.from === 0 && e.to === node);
    if (isOption && props.live && !props.state.over)
        await props.line(`to ${await optionAt(props.words, position)}`);
    else await props.open(wordsOf(props.state, { position } as PlayNode));
}
