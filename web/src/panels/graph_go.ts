// SPDX-License-Identifier: MIT
// To go to a box: with a neighbour an option of the position where play stands is played as a
// move. Any other, and every one against the computer, which would answer a move, is put on
// the board as a new game.
import type { MovesAnswer, SessionState } from "../engine/answers";
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

/** The same opponent, and the person to move. */
function players({ neighbour, first, level }: SessionState): string[] {
    return neighbour || first === "I" ? [] : ["--level", level, "--first", "me"];
}

export async function goTo(props: PanelProps, graph: GraphAnswer, node: number): Promise<void> {
    if (node === 0) return;
    const { state } = props;
    const name = graph.nodes[node]!.position;
    const isOption = graph.edges.some((e) => e.from === 0 && e.to === node);
    const position = isOption ? await optionAt(props.words, name) : name;
    const isMove = isOption && props.live && state.neighbour && !state.over;
    if (isMove) await props.line(`to ${position}`);
    else await props.open([...wordsOf(state, { position }), ...players(state)]);
}
