// SPDX-License-Identifier: MIT
// An automaton: drawn if it is small, and as a table for everybody.
import { texts } from "../texts";
import {
    LABEL_LINE,
    labelLines,
    pictureOf,
    STATE_RADIUS,
    type Arrow,
    type Node,
    type Picture,
} from "./theorem_automaton";
import type { State } from "./theorem_reading";

const t = texts.panels.theorem.automaton;

function ArrowShape(props: { arrow: Arrow }) {
    const { path, head, labels, at } = props.arrow;
    const lines = labelLines(labels);
    return (
        <g class="automaton-arrow">
            <path d={path} />
            <polygon points={head} />
            {lines.map((line, i) => (
                <text x={at.x} y={at.y + 4 + LABEL_LINE * (i - (lines.length - 1) / 2)}>
                    {line}
                </text>
            ))}
        </g>
    );
}

function StateShape(props: { node: Node; values: boolean }) {
    const { x, y, name, accepts } = props.node;
    const kind = accepts ? (props.values ? "state-in" : "state-P") : "state-out";
    return (
        <g class={`automaton-state ${kind}`}>
            <circle cx={x} cy={y} r={STATE_RADIUS} />
            {accepts && <circle class="ring" cx={x} cy={y} r={STATE_RADIUS - 4} />}
            <text x={x} y={y + 5}>
                {name}
            </text>
        </g>
    );
}

function Drawing(props: { picture: Picture; values: boolean }) {
    const { nodes, arrows, left, top, width, height, dead } = props.picture;
    const stars = arrows.some((arrow) => arrow.labels.some((label) => label.includes("*")));
    const { x, y } = nodes[0]!;
    const begin = x - STATE_RADIUS;
    return (
        <figure class="automaton">
            <div class="wide" tabIndex={0} role="group" aria-label={t.picture}>
                <svg
                    viewBox={`${left} ${top} ${width} ${height}`}
                    width={width}
                    height={height}
                    role="img"
                    aria-label={t.pictureOf(nodes.length)}
                >
                    <path
                        class="automaton-start"
                        d={`M${begin - 26},${y - 26} L${begin + 4},${y - 16}`}
                    />
                    <text class="automaton-start-word" x={begin - 28} y={y - 30}>
                        {t.start}
                    </text>
                    {arrows.map((arrow) => (
                        <ArrowShape key={arrow.path} arrow={arrow} />
                    ))}
                    {nodes.map((node) => (
                        <StateShape key={node.name} node={node} values={props.values} />
                    ))}
                </svg>
            </div>
            <figcaption>
                {props.values ? t.captionValues : t.caption}
                {stars && ` ${t.star}`}
                {dead !== null && ` ${t.dead(dead)}`}
            </figcaption>
        </figure>
    );
}

function Table(props: { states: State[]; values: boolean }) {
    const letters = props.states[0]!.arrows.map(([letter]) => letter);
    return (
        <div class="wide" tabIndex={0} role="group" aria-label={t.table}>
            <table class="automaton-table">
                <thead>
                    <tr>
                        <th scope="col">{t.state}</th>
                        <th scope="col">{t.end}</th>
                        {letters.map((letter) => (
                            <th scope="col">{letter}</th>
                        ))}
                    </tr>
                </thead>
                <tbody>
                    {props.states.map((state) => (
                        <tr>
                            <th scope="row">{state.name}</th>
                            <td>{state.accepts ? (props.values ? t.isValue : t.isP) : t.isNot}</td>
                            {state.arrows.map(([, to]) => (
                                <td>{to}</td>
                            ))}
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

/** `values`: it reads a Grundy value, too, and says whether that is right. */
export function AutomatonView(props: { text: string; states: State[]; values: boolean }) {
    const { states, values } = props;
    const picture = pictureOf(states);
    const sentence = props.text.replace(/^automaton /, t.is);
    return (
        <>
            <p>{sentence.endsWith(")") ? sentence : `${sentence}.`}</p>
            {picture && <Drawing picture={picture} values={values} />}
            {states.length > 0 && (
                <details class="small-details" open={picture === null}>
                    <summary>{t.asTable}</summary>
                    <Table states={states} values={values} />
                </details>
            )}
        </>
    );
}
