// SPDX-License-Identifier: MIT
// The game so far: each move with the label of what it left and what it did, the moves that
// were tried instead, and the way back to any of them. Nothing that was played is lost.
import { useEffect, useRef } from "preact/hooks";
import type { BoardProps } from "../board/board";
import type { PlayNode, SessionState } from "../engine/answers";
import { Label } from "../shared/label";
import { texts } from "../texts";
import { moverAt } from "./game";

/** A shape and words for what a move did: never a colour alone. */
const marks: Record<string, { sign: string; kind: "good" | "bad" | "plain" }> = {
    wins: { sign: "✓", kind: "good" },
    "keeps-draw": { sign: "✓", kind: "good" },
    "gives-away": { sign: "✗", kind: "bad" },
    "gives-away-for-draw": { sign: "✗", kind: "bad" },
    "gives-draw-away": { sign: "✗", kind: "bad" },
    lost: { sign: "·", kind: "plain" },
};

export function isSlip(node: PlayNode): boolean {
    return node.mark !== null && marks[node.mark]?.kind === "bad";
}

function Verdict(props: { node: PlayNode }) {
    const { node } = props;
    const mark = node.mark === null ? undefined : marks[node.mark];
    if (!mark || node.verdict === null) return null;
    return (
        <span class={`entry-verdict entry-verdict-${mark.kind}`}>
            <span aria-hidden="true">{mark.sign}</span> {node.verdict}
        </span>
    );
}

export function nameOf(state: SessionState, node: PlayNode): string {
    return node.by === null ? texts.play.start : state.names[node.by === "I" ? 0 : 1];
}

/** A person made this move, and could try another one. */
function couldRetry(state: SessionState, node: PlayNode): boolean {
    return node.parent !== null && (state.neighbour || node.by === "I");
}

export function TryAgain(props: BoardProps & { node: PlayNode }) {
    const { game, state, node } = props;
    if (!isSlip(node) || !couldRetry(state, node)) return null;
    const label = texts.play.tryAgainAt(node.text ?? "");
    return (
        <button
            type="button"
            class="try-again"
            aria-label={label}
            onClick={() => game.goTo(node.parent!)}
        >
            {texts.play.tryAgain}
        </button>
    );
}

interface EntryProps extends BoardProps {
    node: PlayNode;
    number: number;
    ahead: boolean;
}

function Entry(props: EntryProps) {
    const { game, state, shown, node } = props;
    const here = node.node === shown.node;
    return (
        <div class={`entry ${props.ahead ? "entry-ahead" : ""}`}>
            <button
                type="button"
                class="entry-move"
                aria-current={here ? "step" : undefined}
                onClick={() => game.look(node.node === state.node ? null : node.node)}
            >
                <span class="entry-number">{node.by === null ? "" : props.number}</span>
                <span class="entry-text">
                    <span class="entry-who">{nameOf(state, node)}</span>
                    {node.text === null ? ` ${node.position}` : `: ${node.text}`}
                </span>
                <Label outcome={node.outcome} />
            </button>
            <div class="entry-notes">
                <Verdict node={node} />
                <TryAgain {...props} />
                {node.comment && <q class="comment">{node.comment}</q>}
            </div>
        </div>
    );
}

/** From this node on what was played first; in the game's own line what was visited last. */
function lineFrom(state: SessionState, node: PlayNode): PlayNode[] {
    const line = [node];
    const own = new Set(state.line);
    for (let n = node; n.children.length > 0; line.push(n)) {
        const next = n.children.find((c) => own.has(c)) ?? n.children[0]!;
        n = state.nodes[next]!;
    }
    return line;
}

function Line(props: BoardProps & { from: PlayNode; number: number; passed: ReadonlySet<number> }) {
    const { state, from, number } = props;
    return (
        <ol class="line">
            {lineFrom(state, from).map((node, i) => {
                const others =
                    i === 0 || node.parent === null
                        ? []
                        : state.nodes[node.parent]!.children.filter((c) => c !== node.node);
                return (
                    <li key={node.node}>
                        <Entry
                            {...props}
                            node={node}
                            number={number + i}
                            ahead={!props.passed.has(node.node)}
                        />
                        {others.map((c) => (
                            <div key={c} class="variation">
                                <p class="variation-head">{texts.play.instead}</p>
                                <Line {...props} from={state.nodes[c]!} number={number + i} />
                            </div>
                        ))}
                    </li>
                );
            })}
        </ol>
    );
}

/** Long games scroll in their own box: what is shown comes into sight. */
function useInSight(shown: number) {
    const box = useRef<HTMLDivElement>(null);
    useEffect(() => {
        const entry = box.current?.querySelector<HTMLElement>("[aria-current]");
        if (!box.current || !entry) return;
        const [outer, inner] = [box.current.getBoundingClientRect(), entry.getBoundingClientRect()];
        if (inner.top < outer.top) box.current.scrollTop += inner.top - outer.top - 8;
        if (inner.bottom > outer.bottom) box.current.scrollTop += inner.bottom - outer.bottom + 8;
    }, [shown]);
    return box;
}

export function History(props: BoardProps) {
    const { state } = props;
    const box = useInSight(props.shown.node);
    const passed = new Set<number>();
    for (let n: number | null = state.node; n !== null; n = state.nodes[n]!.parent) passed.add(n);
    if (state.nodes.length === 1) return null;
    return (
        <section class="history" aria-label={texts.play.moves}>
            <h2>{texts.play.moves}</h2>
            <div ref={box} class="history-box">
                <Line {...props} from={state.nodes[0]!} number={0} passed={passed} />
            </div>
        </section>
    );
}

/** At the end: where the win was given away, and the way back there. */
export function Review(props: BoardProps) {
    const { state } = props;
    if (!state.over) return null;
    const path: PlayNode[] = [];
    for (let n: number | null = state.node; n !== null; n = state.nodes[n]!.parent)
        path.unshift(state.nodes[n]!);
    const slips = path.map((node, number) => ({ node, number })).filter(({ node }) => isSlip(node));
    const known = path.every((node) => node.outcome !== null);
    const last = path[path.length - 1]!;
    const resigned = !state.terminal && last.outcome === "N" && state.winner !== "draw";
    return (
        <section class="review" aria-label={texts.play.review}>
            <h2>{texts.play.review}</h2>
            <ul>
                {slips.map(({ node, number }) => (
                    <li key={node.node}>
                        <span>
                            {texts.play.slip(number, nameOf(state, node), node.verdict ?? "")}{" "}
                            {node.better && texts.play.better(node.better.text)}
                        </span>{" "}
                        <TryAgain {...props} node={node} />
                    </li>
                ))}
                {resigned && (
                    <li>
                        {texts.play.resignedWon(state.names[moverAt(state, last) === "I" ? 0 : 1])}
                    </li>
                )}
                {slips.length === 0 && !resigned && known && <li>{texts.play.noSlip}</li>}
            </ul>
        </section>
    );
}
