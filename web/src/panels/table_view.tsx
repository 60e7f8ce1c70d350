// SPDX-License-Identifier: MIT
// A table of labels or values. Every cell is a position: a click puts it on the board. One
// cell at a time can be reached with the Tab key, and the arrows go on from there.
import { useEffect, useRef, useState } from "preact/hooks";
import { texts } from "../texts";
import { valuesOf } from "./number_words";
import type { TableAnswer } from "./table_question";
import { Wide } from "./wide";

const t = texts.panels.table;

const steps: Record<string, [number, number]> = {
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
};

function cellClass(cell: string, here: boolean, grundy: boolean): string {
    const outcome = grundy ? (cell === "0" ? "P" : "value") : cell;
    return `cell cell-${outcome === "?" ? "none" : outcome}${here ? " here" : ""}`;
}

const HEADS = 48; // heads that stay while the rest scrolls

/** Scrolls the box, never the page. */
function bringIntoView(box: HTMLElement, cell: HTMLElement): void {
    const inside = cell.getBoundingClientRect();
    const outside = box.getBoundingClientRect();
    const left = inside.left - outside.left;
    const top = inside.top - outside.top;
    if (left < HEADS || left + inside.width > outside.width)
        box.scrollLeft += left - outside.width / 2;
    if (top < HEADS || top + inside.height > outside.height)
        box.scrollTop += top - outside.height / 2;
}

export function TableView(props: {
    answer: TableAnswer;
    here: string;
    caption: string;
    open(position: string): void;
}) {
    const { answer, caption } = props;
    const { across, down, grundy } = answer.question;
    const rows = down ? valuesOf(down) : [];
    const body = useRef<HTMLTableSectionElement>(null);
    const [focus, setFocus] = useState<[number, number]>([0, 0]);
    useEffect(() => {
        const cell = body.current?.querySelector<HTMLElement>(".here");
        const box = cell?.closest<HTMLElement>(".wide");
        if (cell && box) bringIntoView(box, cell);
    }, [answer, props.here]);
    const at = (row: number, column: number) =>
        body.current?.querySelector<HTMLButtonElement>(`[data-cell="${row},${column}"]`);
    const keyDown = (event: KeyboardEvent) => {
        const step = steps[event.key];
        if (!step) return;
        let [row, column] = focus;
        // Cells that are no positions are stepped over.
        do {
            row += step[0];
            column += step[1];
        } while (answer.cells[row]?.[column] === " ");
        if (answer.cells[row]?.[column] === undefined) return;
        event.preventDefault();
        setFocus([row, column]);
        at(row, column)?.focus();
    };
    const isFocus = (row: number, column: number) => focus[0] === row && focus[1] === column;
    const reachable = answer.cells[focus[0]]?.[focus[1]]?.trim();
    let offered = false; // some cell must be reachable with Tab
    const tabIndex = (row: number, column: number) => {
        if (reachable) return isFocus(row, column) ? 0 : -1;
        if (offered) return -1;
        offered = true;
        return 0;
    };
    return (
        <Wide name={caption} class="table-box">
            <table class={answer.positions[0]!.length > 24 ? "labels close" : "labels"}>
                <caption class="unseen">{caption}</caption>
                <thead>
                    <tr>
                        {down && <td class="corner" />}
                        {valuesOf(across).map((n) => (
                            <th key={n} scope="col">
                                {n}
                            </th>
                        ))}
                    </tr>
                </thead>
                <tbody ref={body} onKeyDown={keyDown}>
                    {answer.cells.map((row, k) => (
                        <tr key={k}>
                            {down && <th scope="row">{rows[k]}</th>}
                            {row.map((cell, i) => {
                                const position = answer.positions[k]![i]!;
                                if (cell === " ") return <td key={i} />;
                                const here = position === props.here;
                                return (
                                    <td key={i}>
                                        <button
                                            type="button"
                                            class={cellClass(cell, here, grundy)}
                                            data-cell={`${k},${i}`}
                                            data-to={position}
                                            tabIndex={tabIndex(k, i)}
                                            aria-label={t.cell(position, here ? `${cell}, ${t.here}` : cell)}
                                            aria-current={here ? "true" : undefined}
                                            onFocus={() => setFocus([k, i])}
                                            onClick={() => props.open(position)}
                                        >
                                            {cell}
                                        </button>
                                    </td>
                                );
                            })}
                        </tr>
                    ))}
                </tbody>
                {answer.begins.size > 0 && (
                    <tfoot aria-hidden="true">
                        <tr>
                            {answer.cells[0]?.map((_, i) => (
                                <td key={i}>{answer.begins.has(i) ? "^" : ""}</td>
                            ))}
                        </tr>
                    </tfoot>
                )}
            </table>
        </Wide>
    );
}
