// SPDX-License-Identifier: MIT
// A binary grid as a table: a column for each power of 2, a row for each number, the sums
// below, the leading column lit and marked with an arrow as in the terminal. Against an
// earlier grid the digits that have changed are framed.
import type { Grid, Whole } from "../engine/answers";
import { texts } from "../texts";
import { digitAt, leadingColumn } from "./grid_digits";
import { Wide } from "./wide";

const t = texts.panels.grid;

// Long powers of 2 would make the columns too wide.
const MOST_WRITTEN_OUT = 10;

function Power(props: { column: Whole; exponent: number; columns: number }) {
    if (props.columns <= MOST_WRITTEN_OUT) return <>{String(props.column)}</>;
    return (
        <>
            2<sup>{props.exponent}</sup>
        </>
    );
}

function Digit(props: { digit: number; was: number | null; lit: boolean }) {
    const changed = props.was !== null && props.was !== props.digit;
    const names = [props.lit && "lit", props.digit !== 0 && "one"].filter(Boolean).join(" ");
    return (
        <td class={names}>
            {changed ? (
                <b class="changed">
                    {props.digit}
                    <span class="unseen">{t.was(props.was!)}</span>
                </b>
            ) : (
                props.digit
            )}
        </td>
    );
}

export interface GridTableProps {
    grid: Grid;
    caption: string;
    /** What a row is: "pile", "step"; null: only its number is shown. */
    word: string | null;
    /** The grid before the move. */
    before?: Grid | null;
    /** Rows that a winning move may use. */
    usable?: Set<number>;
    onRow?(place: number | null): void;
}

export function GridTable(props: GridTableProps) {
    const { grid, before, word, usable, onRow } = props;
    const lead = leadingColumn(grid);
    const last = grid.columns.length - 1;
    return (
        <Wide name={props.caption}>
            <table class="binary">
                <caption>{props.caption}</caption>
                <thead>
                    <tr>
                        <td />
                        {grid.columns.map((c, k) => (
                            <th key={String(c)} scope="col" class={k === lead ? "lit" : ""}>
                                <Power column={c} exponent={last - k} columns={grid.columns.length} />
                                {k === lead && <span class="unseen">, {t.leading}</span>}
                            </th>
                        ))}
                    </tr>
                </thead>
                <tbody onMouseLeave={onRow && (() => onRow(null))}>
                    {grid.rows.map((row) => (
                        <tr
                            key={row.place}
                            class={usable?.has(row.place) ? "usable" : ""}
                            onMouseEnter={onRow && (() => onRow(row.place))}
                        >
                            <th scope="row">
                                {word !== null && <span class="place">{t.row(word, row.place)} </span>}
                                {String(row.number)}
                            </th>
                            {row.digits.map((digit, k) => (
                                <Digit
                                    key={k}
                                    digit={digit}
                                    lit={k === lead}
                                    was={before ? digitAt(before, row.place, grid.columns[k]!) : null}
                                />
                            ))}
                        </tr>
                    ))}
                </tbody>
                <tfoot>
                    <tr>
                        <th scope="row">
                            {grid.at_least !== undefined
                                ? t.atLeast(grid.at_least)
                                : grid.modulus > 2
                                  ? t.sumModulo(grid.modulus)
                                  : t.sum}
                        </th>
                        {grid.sum.map((s, k) => (
                            <Digit key={k} digit={s} was={null} lit={k === lead} />
                        ))}
                    </tr>
                    <tr class="pointer" aria-hidden="true">
                        <td />
                        {grid.sum.map((_, k) => (
                            <td key={k}>{k === lead ? "▲" : ""}</td>
                        ))}
                    </tr>
                </tfoot>
            </table>
        </Wide>
    );
}
