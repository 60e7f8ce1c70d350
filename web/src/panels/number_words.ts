// SPDX-License-Identifier: MIT
// Positions that are written in numbers, such as 3,4,6:5: their numbers, and the positions
// that come out when some of them run through a range.

export interface Axis {
    place: number; // which number of the position, from 0
    from: number;
    to: number;
}

/** The numbers of a position, or null if it is not made of numbers. */
export function numbersOf(position: string): string[] | null {
    return /^\(?\d+(?:[,:]\d+)*\)?$/.test(position) ? position.match(/\d+/g) : null;
}

export function withNumber(position: string, place: number, value: number): string {
    let at = 0;
    return position.replace(/\d+/g, (old) => (at++ === place ? String(value) : old));
}

/** One row for each number of `down` (one row without it), one cell for each of `across`. */
export function positionsOver(position: string, across: Axis, down: Axis | null): string[][] {
    const rows: string[][] = [];
    for (let m = down?.from ?? 0; m <= (down?.to ?? 0); m++) {
        const base = down ? withNumber(position, down.place, m) : position;
        const row: string[] = [];
        for (let n = across.from; n <= across.to; n++)
            row.push(withNumber(base, across.place, n));
        rows.push(row);
    }
    return rows;
}
