// SPDX-License-Identifier: MIT
// The legal moves of the position on the board, from the engine. First only by theorems,
// which is quick, since the board needs no Grundy values; else as the panel of moves asks.
import { useMemo } from "preact/hooks";
import type { MovesAnswer, SessionState } from "../engine/answers";
import { EngineError, type CallOptions, type Engine } from "../engine/engine";
import { useAnswer } from "../engine/use_answer";
import type { BoardMove } from "./marks";

/** With more moves than this the board lets the engine judge what is chosen. */
const LISTED = 1000;

export interface KnownMoves {
    /** null: not known (yet). */
    moves: BoardMove[] | null;
    busy: boolean;
}

async function ask(engine: Engine, words: string[], options: CallOptions): Promise<MovesAnswer> {
    try {
        return await engine.json<MovesAnswer>([...words, "--by", "theorem"], options);
    } catch (error) {
        if (!(error instanceof EngineError) || error.kind !== "unable") throw error;
        return engine.json<MovesAnswer>(words, options);
    }
}

function read(answer: MovesAnswer): BoardMove[] {
    return answer.options.map((option) => ({
        text: option.text,
        line: option.to !== null ? `to ${option.to}` : option.text,
        part: option.part ?? 0,
        changes: option.changes ?? [],
    }));
}

export function useMoves(state: SessionState, words: string[], wanted: boolean): KnownMoves {
    const few = wanted && state.moves_total !== null && state.moves_total <= LISTED;
    const question = ["moves", ...words];
    const asked = useAnswer<MovesAnswer>("quick", few ? question : null, ask);
    const fits = few && JSON.stringify(asked.words) === JSON.stringify(question);
    const moves = useMemo(
        () => (fits && asked.answer ? read(asked.answer) : null),
        [fits, asked.answer],
    );
    return { moves, busy: few && moves === null && asked.error === null };
}
