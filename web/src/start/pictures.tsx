// SPDX-License-Identifier: MIT
// The small picture of a game: its start position, drawn from the numbers of the position.
// The text beside it says the same, so pictures are hidden from screen readers.
import type { ComponentChildren } from "preact";
import { texts } from "../texts";

const WIDTH = 180;
const HEIGHT = 104;
const FLOOR = 96;

export function Picture(props: { children: ComponentChildren }) {
    return (
        <svg class="card-picture" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
            {props.children}
        </svg>
    );
}

const CHIP = { rx: 11, ry: 4.5, rise: 7 };

/** A pile of chips seen from the side, its foot at (x, y); a tall one is drawn closer. */
function Pile(props: { x: number; y: number; chips: number; room?: number; ghost?: boolean }) {
    const { x, y, chips, room = 84, ghost } = props;
    const shown = Math.min(chips, 60);
    const rise = Math.min(CHIP.rise, (room - 2 * CHIP.ry) / Math.max(shown - 1, 1));
    return (
        <>
            {Array.from({ length: shown }, (_, i) => (
                <ellipse
                    key={i}
                    class={ghost ? "p-ghost" : "p-chip"}
                    cx={x}
                    cy={y - CHIP.ry - i * rise}
                    rx={CHIP.rx}
                    ry={CHIP.ry}
                />
            ))}
        </>
    );
}

function spread(count: number, i: number): number {
    const step = Math.min(36, (WIDTH - 30) / count);
    return WIDTH / 2 + (i - (count - 1) / 2) * step;
}

function Floor(props: { y: number }) {
    return <line class="floor" x1={10} x2={WIDTH - 10} y1={props.y} y2={props.y} />;
}

function Piles(props: { piles: number[] }) {
    return (
        <>
            <Floor y={FLOOR} />
            {props.piles.map((n, i) => (
                <Pile key={i} x={spread(props.piles.length, i)} y={FLOOR} chips={n} />
            ))}
        </>
    );
}

/** Chips on the table, spare ones under it. */
function Cheating(props: { piles: number[]; spare: number }) {
    const table = 66;
    return (
        <>
            <line class="table-top" x1={14} x2={WIDTH - 14} y1={table + 1.5} y2={table + 1.5} />
            <line class="floor" x1={24} x2={24} y1={table + 3} y2={HEIGHT - 4} />
            <line class="floor" x1={WIDTH - 24} x2={WIDTH - 24} y1={table + 3} y2={HEIGHT - 4} />
            {props.piles.map((n, i) => (
                <Pile key={i} x={spread(props.piles.length, i)} y={table} chips={n} room={60} />
            ))}
            {Array.from({ length: Math.min(props.spare, 8) }, (_, i) => (
                <Pile key={i} x={46 + i * 22} y={FLOOR + 2} chips={1} ghost />
            ))}
        </>
    );
}

function Staircase(props: { coins: number[] }) {
    const steps = props.coins.length;
    const wide = Math.min(40, (WIDTH - 16) / (steps + 0.5));
    const high = Math.min(12, 44 / steps);
    const left = (WIDTH - wide * (steps + 0.5)) / 2;
    const outline = props.coins.map((_, i) => `V${FLOOR - high * (i + 1)}h${wide}`).join("");
    return (
        <>
            <path class="p-stairs" d={`M${left} ${FLOOR}h${wide / 2}${outline}V${FLOOR}Z`} />
            {props.coins.map((n, i) => {
                const y = FLOOR - high * (i + 1);
                return <Pile key={i} x={left + wide * (i + 1)} y={y} chips={n} room={y - 8} />;
            })}
        </>
    );
}

function Strip(props: { coins: number[] }) {
    const size = Math.min(26, (WIDTH - 12) / props.coins.length);
    const left = (WIDTH - size * props.coins.length) / 2;
    const top = 58;
    return (
        <>
            {props.coins.map((n, i) => (
                <g key={i}>
                    <rect class="p-square" x={left + i * size} y={top} width={size} height={size} />
                    <text class="small" x={left + (i + 0.5) * size} y={top + size + 13}>
                        {i}
                    </text>
                    <Pile x={left + (i + 0.5) * size} y={top + size * 0.7} chips={n} room={60} />
                </g>
            ))}
        </>
    );
}

/** One pile as rows of chips; those that may not be taken now are pale. */
function Limited(props: { chips: number; most: number }) {
    const shown = Math.min(props.chips, 60);
    const columns = Math.min(11, Math.max(shown, 1));
    const left = WIDTH / 2 - ((columns - 1) / 2) * 14;
    const rows = Math.ceil(shown / columns);
    const bottom = 12 + rows * 14;
    return (
        <>
            {Array.from({ length: shown }, (_, i) => (
                <circle
                    key={i}
                    class={i < props.most ? "p-chip" : "p-ghost"}
                    cx={left + (i % columns) * 14}
                    cy={14 + Math.floor(i / columns) * 14}
                    r={5.5}
                />
            ))}
            <path class="p-limit" d={`M${left - 6} ${bottom + 2}v6h${columns * 14 - 2}v-6`} />
            <text class="small" x={WIDTH / 2} y={bottom + 22}>
                {texts.start.limit(String(props.most))}
            </text>
        </>
    );
}

/** The picture of a position that is written in numbers; null if it is not. */
export function positionPicture(name: string | null, position: string) {
    const match = /^\(?([\d,]+)(?::(\d+))?\)?$/.exec(position);
    if (!match) return null;
    const numbers = match[1]!.split(",").map(Number);
    const last = match[2] === undefined ? null : Number(match[2]);
    if (name === "staircase") return <Staircase coins={numbers} />;
    if (name === "nimble") return <Strip coins={numbers} />;
    if (last !== null && name === "cheating") return <Cheating piles={numbers} spare={last} />;
    if (last !== null) return <Limited chips={numbers[0]!} most={last} />;
    return <Piles piles={numbers} />;
}
