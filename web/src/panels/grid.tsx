// SPDX-License-Identifier: MIT
// The grid of the notes: the numbers in binary, the sums, the leading column, and what a
// winning move makes of it. Where there is no grid, what the engine has instead.
import { useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { ExplainAnswer, Grid, Step } from "../engine/answers";
import { wordsOf } from "../play/game";
import { texts } from "../texts";
import { useExplained } from "./explained";
import { choicesOf, gridOf, withRows, type Choice } from "./grid_digits";
import { GridTable } from "./grid_table";
import { LabelsStrip, stripOf } from "./labels_strip";
import { useLatest } from "./latest";
import { NoGrid } from "./no_grid";
import { numbersOf } from "./number_words";
import { rowsAre } from "./rows_are";
import { AskedNotice, type PanelProps } from "./panel";

const t = texts.panels.grid;

type Latest = { readonly current: PanelProps };

/** The grid after the chosen move: computed from its rows, or asked for. */
function useAfter(panel: Latest, grid: Grid | null, choice: Choice | null): Grid | null {
    const leaves = choice?.rows ? null : (choice?.leaves ?? null);
    const asked = useExplained(
        leaves === null ? null : wordsOf(panel.current.state, { position: leaves }),
    );
    if (!grid || !choice) return null;
    if (choice.rows) return withRows(grid, choice.rows);
    if (!asked.answer || asked.answer.position !== leaves) return null;
    return gridOf(asked.answer.steps);
}

function choiceName(choice: Choice, word: string | null): string {
    if (choice.place === null) return choice.text;
    const row = word === null ? String(choice.place) : t.row(word, choice.place);
    return t.choice(row, String(choice.from), String(choice.to));
}

function Choices(props: {
    choices: Choice[];
    chosen: number;
    word: string | null;
    choose(i: number): void;
    peek(i: number | null): void;
}) {
    if (props.choices.length < 2) return null;
    return (
        <div class="choices" role="group" aria-label={t.choices}>
            <span aria-hidden="true">{t.choices}</span>
            {props.choices.map((choice, i) => (
                <button
                    key={i}
                    type="button"
                    aria-pressed={i === props.chosen}
                    onClick={() => props.choose(i)}
                    onFocus={() => props.peek(i)}
                    onBlur={() => props.peek(null)}
                    onMouseEnter={() => props.peek(i)}
                    onMouseLeave={() => props.peek(null)}
                >
                    {choiceName(choice, props.word)}
                </button>
            ))}
        </div>
    );
}

// What is said before the grid, and what it shows.
const before = new Set(["misere", "odd-steps", "disguise", "spare", "same-as", "sum", "value"]);
const behind = new Set(["nim-sum", "columns"]);

function Said(props: { steps: Step[]; kinds: Set<string> }) {
    const said = props.steps.filter((s) => props.kinds.has(s.kind));
    return (
        <>
            {said.map((s, i) => (
                <p key={i}>{s.text}</p>
            ))}
        </>
    );
}

function BeforeAfter(props: { panel: Latest; answer: ExplainAnswer; grid: Grid }) {
    const { answer, grid, panel } = props;
    const [chosen, choose] = useState(0);
    const [peeked, peek] = useState<number | null>(null);
    useLayoutEffect(() => {
        choose(0);
        peek(null);
    }, [answer.position, answer.rules]);
    const word = rowsAre(panel.current, answer);
    const choices = answer.outcome === "N" ? choicesOf(answer.steps).slice(0, 12) : [];
    const shown = choices[peeked ?? chosen] ?? choices[0] ?? null;
    const after = useAfter(panel, grid, shown);
    const usable = new Set(choices.flatMap((c) => (c.place === null ? [] : [c.place])));
    const peekRow = (place: number | null) => {
        const i = choices.findIndex((c) => c.place !== null && c.place === place);
        peek(i < 0 ? null : i);
    };
    return (
        <>
            <div class="side-by-side">
                <GridTable grid={grid} caption={t.before} word={word} usable={usable} onRow={peekRow} />
                {after && shown && (
                    <GridTable
                        grid={after}
                        before={grid}
                        caption={t.afterMove(choiceName(shown, word))}
                        word={word}
                    />
                )}
            </div>
            {after && <p class="legend">{t.changed}</p>}
            <Choices choices={choices} chosen={chosen} word={word} choose={choose} peek={peek} />
        </>
    );
}

function GridView(props: { panel: Latest; answer: ExplainAnswer }) {
    const { panel, answer } = props;
    const grid = gridOf(answer.steps);
    const strip = stripOf(answer.steps);
    const labels = strip && (
        <LabelsStrip strip={strip} here={new Set(numbersOf(answer.position) ?? [])} />
    );
    if (!grid) return <NoGrid answer={answer}>{labels}</NoGrid>;
    return (
        <>
            {labels}
            <Said steps={answer.steps} kinds={before} />
            <BeforeAfter panel={panel} answer={answer} grid={grid} />
            <Said steps={answer.steps} kinds={behind} />
        </>
    );
}

export function GridPanel(props: PanelProps) {
    const asked = useExplained(props.words);
    const { answer } = asked;
    const panel = useLatest(props);
    const drawn = useMemo(
        () =>
            answer && (
                <div data-position={answer.position}>
                    <GridView panel={panel} answer={answer} />
                </div>
            ),
        [answer, panel],
    );
    return (
        <>
            <AskedNotice asked={asked} />
            {drawn}
        </>
    );
}
