// SPDX-License-Identifier: MIT
// Positions that are written in numbers, such as 3,4,6:5: their numbers, and the positions
// that come out when some of them run through a range. Numbers may have 64 bits.

export interface Axis {
    place: number; // which number of the position, from 0
    from: string;
    count: number;
}

/** The numbers of a position, or null if it is not made of numbers. */
export function numbersOf(position: string): string[] | null {
    return /^\(?\d+(?:[,:]\d+)*\)?$/.test(position) ? position.match(/\d+/g) : null;
}

export function withNumber(position: string, place: number, value: string): string {
    let at = 0;
    return position.replace(/\d+/g, (old) => (at++ === place ? value : old));
}

export function valuesOf(axis: Axis): string[] {
    return Array.from({ length: axis.count }, (_, i) => String(BigInt(axis.from) + BigInt(i)));
}

/** One row for each number of `down` (one row without it), one cell for each of `across`. */
export function positionsOver(position: string, across: Axis, down: Axis | null): string[][] {
    const rows = down ? valuesOf(down).map((m) => withNumber(position, down.place, m)) : [position];
    const columns = valuesOf(across);
    return rows.map((row) => columns.map((n) => withNumber(row, across.place, n)));
}
