// SPDX-License-Identifier: MIT
// Where the .game text of the rules on the board comes from. Rules from a file have the text
// of the file; built-in ones write themselves, for as many heaps as there are on the board.
// What somebody has written or changed is a file of its own: edited.game while it is only
// being proved, and an own file (see own_files.ts) once it is played.
import { useEffect, useState } from "preact/hooks";
import type { SessionPart } from "../engine/answers";
import { engineFor, EngineError, parse, rulesText, Stopped } from "../engine/engine";

export interface Source {
    rules: string;
    /** Behind `prove` or `discover`. */
    words: string[];
    /** "/misere" if that stands behind rules that have a text. */
    suffix: string;
    /** The text, or why there is none. */
    text: string | null;
    refused: EngineError | null;
}

function heapsOf(part: SessionPart): number | null {
    if (part.words === null) return null;
    return part.words.length - (part.last === "heap" ? 0 : 1);
}

/** The words that name the rules to prove and discover. */
export function proofWords(part: SessionPart): string[] {
    const heaps = rulesText(part.rules) === undefined ? heapsOf(part) : null;
    return heaps === null ? [part.rules] : [part.rules, "--heaps", String(heaps)];
}

async function load(part: SessionPart): Promise<Source> {
    const words = proofWords(part);
    const known = rulesText(part.rules);
    const source: Source = {
        rules: part.rules,
        words,
        suffix: (known !== undefined && /\/(?:misere|normal)$/.exec(part.rules)?.[0]) || "",
        text: known ?? null,
        refused: null,
    };
    if (known !== undefined) return source;
    const show = ["prove", ...words, "--show"];
    const answer = await engineFor("quick").run(show);
    if (answer.code === 0) return { ...source, text: answer.out };
    try {
        const told = await engineFor("quick").run([...show, "--json"]);
        const { limit } = parse<{ limit?: string }>(told);
        if (limit) return { ...source, refused: new EngineError(limit, "unable") };
    } catch (error) {
        if (error instanceof EngineError) return { ...source, refused: error };
    }
    return source;
}

/** null until the text is there. */
export function useSource(part: SessionPart): Source | null {
    const [source, set] = useState<Source | null>(null);
    const key = proofWords(part).join(" ");
    useEffect(() => {
        let wanted = true;
        load(part).then(
            (found) => wanted && set(found),
            (error: unknown) => {
                if (wanted && !(error instanceof Stopped))
                    set({
                        rules: part.rules,
                        words: proofWords(part),
                        suffix: "",
                        text: null,
                        refused: error instanceof EngineError ? error : null,
                    });
            },
        );
        return () => {
            wanted = false;
        };
        // The text depends on the rules and the number of heaps only, not on the position.
    }, [key]);
    return source && source.words.join(" ") === key ? source : null;
}

export const editedFile = "edited.game";

// How many numbers a position has, as far as the text tells.
function countVars(text: string): number {
    const names = /^vars[ \t]+([^#\n]*)/m.exec(text)?.[1]?.trim();
    return names ? names.split(/[\s,]+/).length : 1;
}

/** Positions to try, the one on the board first. */
function candidates(text: string, now: string): string[] {
    const count = countVars(text);
    const up = Array.from({ length: count }, (_, i) => i + 3);
    const here = now.split(/[,:]/);
    return [
        ...(here.length === count ? [here.join(",")] : []),
        ...(count === 1 ? ["17"] : []),
        up.join(","),
        [...up].reverse().join(","),
        up.map((_, i) => (i === 0 ? 12 : 1)).join(","),
        up.map(() => 1).join(","),
        up.map(() => 0).join(","),
    ];
}

/** A position in which something can be done, or one at least; "" if none is accepted. */
export async function fittingPosition(name: string, text: string, now: string): Promise<string> {
    let some = "";
    for (const position of candidates(text, now)) {
        const answer = await engineFor("quick").run(["moves", name, position, "--json"]);
        if (answer.code !== 0) continue;
        if (!parse<{ terminal: boolean }>(answer).terminal) return position;
        some ||= position;
    }
    return some;
}
