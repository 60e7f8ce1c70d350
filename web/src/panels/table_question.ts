// SPDX-License-Identifier: MIT
// What the table panel asks: `bouton table` where all numbers of the position run, and
// otherwise one batch with a position for each cell, the other numbers as on the board.
import { addFile, EngineError, type CallOptions, type Engine } from "../engine/engine";
import type { Whole } from "../engine/answers";
import { readBatch } from "./batch";
import { numbersOf, positionsOver, type Axis } from "./number_words";

export interface TableQuestion {
    rules: string;
    position: string;
    across: Axis;
    down: Axis | null;
    grundy: boolean;
}

export interface TableAnswer {
    question: TableQuestion;
    positions: string[][];
    /** A label, a value, or " " where there is no position. */
    cells: string[][];
    pattern: string | null;
    /** Columns where the pattern begins again. */
    begins: Set<number>;
}

interface TableJson {
    labels?: string[];
    values?: (Whole | null)[][];
    pattern: { preperiod: Whole; period: Whole; from: Whole } | null;
}

const FILE = "table.positions";

/** The words of a question, so that it can be asked for by words. */
export function questionWords(question: TableQuestion): string[] {
    return [JSON.stringify(question)];
}

function range(axis: Axis): string {
    return `${axis.from}..${BigInt(axis.from) + BigInt(axis.count - 1)}`;
}

/** The sentence below the table, which only the text has. */
function lastParagraph(text: string): string | null {
    const last = text.trim().split(/\n\s*\n/).at(-1) ?? "";
    return /[a-z]/.test(last) && /\.$/.test(last) ? last.replace(/\s+/g, " ") : null;
}

function beginnings(pattern: TableJson["pattern"], q: TableQuestion): Set<number> {
    const begins = new Set<number>();
    if (!pattern || q.down || Number(pattern.period) < 2) return begins;
    const first = Number(BigInt(pattern.from) - BigInt(q.across.from));
    for (let i = first; i < q.across.count; i += Number(pattern.period)) begins.add(i);
    return begins;
}

async function byTable(engine: Engine, q: TableQuestion, options: CallOptions): Promise<TableAnswer> {
    const ranges = q.down ? `${range(q.across)},${range(q.down)}` : range(q.across);
    const words = ["table", q.rules, ranges, ...(q.grundy ? ["--grundy"] : [])];
    const json = await engine.json<TableJson>(words, options);
    const text = json.pattern ? (await engine.run(words, options)).out : "";
    const cells = json.labels
        ? json.labels.map((row) => [...row])
        : (json.values ?? []).map((row) => row.map((v) => (v === null ? " " : String(v))));
    return {
        question: q,
        positions: positionsOver(q.position, q.across, q.down),
        cells,
        pattern: json.pattern ? lastParagraph(text) : null,
        begins: beginnings(json.pattern, q),
    };
}

async function byBatch(engine: Engine, q: TableQuestion, options: CallOptions): Promise<TableAnswer> {
    const positions = positionsOver(q.position, q.across, q.down);
    addFile(FILE, positions.flat().join("\n") + "\n");
    const answer = await engine.run(["solve", q.rules, "--batch", FILE], options);
    const solved = readBatch(answer.out);
    if (solved.size === 0) {
        const sentence = answer.out.split("\n")[0]?.split("\t")[2] ?? answer.err.trim();
        throw new EngineError(sentence, "domain");
    }
    const cell = (position: string) => {
        const known = solved.get(position);
        if (!known) return " ";
        return q.grundy ? (known.grundy ?? "?") : known.outcome;
    };
    return { question: q, positions, cells: positions.map((row) => row.map(cell)), pattern: null, begins: new Set() };
}

/** Whether the numbers that run are all there are, in their order. */
function runsAll(q: TableQuestion): boolean {
    const count = numbersOf(q.position)?.length ?? 0;
    if (!q.down) return count === 1;
    return count === 2 && q.across.place === 0 && q.down.place === 1;
}

export function askTable(engine: Engine, words: string[], options: CallOptions): Promise<TableAnswer> {
    const question = JSON.parse(words[0]!) as TableQuestion;
    return runsAll(question)
        ? byTable(engine, question, options)
        : byBatch(engine, question, options);
}
