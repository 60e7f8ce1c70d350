// SPDX-License-Identifier: MIT
// Reads the text of prove and discover line by line, so that it can be set as a proof is set
// in a book. A line that is not understood is shown as it stands.

export type Verdict = "PROVED" | "REFUTED" | "NOT PROVED" | "GAVE UP";

export interface State {
    name: string;
    accepts: boolean;
    /** Digits read together, such as "01", and the state they lead to. */
    arrows: [string, string][];
}

export type Item =
    | { kind: "field"; name: string; text: string } // game, play, variables, digits
    | { kind: "claim"; name: string; what: string; formula: string }
    | { kind: "found"; what: "claim" | "grundy"; formula: string }
    | { kind: "step"; number: string; text: string }
    | { kind: "automaton"; text: string; states: State[] }
    | { kind: "verdict"; word: Verdict; text: string }
    | { kind: "size"; text: string }
    | { kind: "text"; text: string };

function itemOf(line: string): Item | null {
    let m: RegExpExecArray | null;
    if ((m = /^(game|play|variables|digits) +(.*)$/.exec(line)))
        return { kind: "field", name: m[1]!, text: m[2]! };
    if ((m = /^(claim|values) {2,}(P|g): (.*)$/.exec(line)))
        return { kind: "claim", name: m[1]!, what: m[2]!, formula: m[3]! };
    if ((m = /^(claim|grundy) (\S.*)$/.exec(line)))
        return { kind: "found", what: m[1] as "claim" | "grundy", formula: m[2]! };
    if ((m = /^(\d) {2}(\S.*)$/.exec(line))) return { kind: "step", number: m[1]!, text: m[2]! };
    if (/^automaton /.test(line)) return { kind: "automaton", text: line, states: [] };
    if ((m = /^(PROVED|REFUTED|NOT PROVED|GAVE UP)\b(.*)$/.exec(line)))
        return { kind: "verdict", word: m[1] as Verdict, text: m[2]! };
    if (/^(Checked|Learned|Read off) /.test(line)) return { kind: "size", text: line };
    if (/^(a sum of|values) /.test(line)) return { kind: "text", text: line.replace(/ {2,}/, " ") };
    return /^[A-Z]/.test(line) ? { kind: "text", text: line } : null;
}

// "  0 in   00:1  10:2"
function stateOf(line: string): State | null {
    const m = /^ +(\d+) (in|out) +(\S.*)$/.exec(line);
    if (!m) return null;
    const arrows = m[3]!.split(/ +/).map((a) => a.split(":") as [string, string]);
    return { name: m[1]!, accepts: m[2] === "in", arrows };
}

/** Whether a sentence goes on in the next line: each ends in a full stop, and the heads of
 * sums are no sentences. */
function isOpen(item: Item): boolean {
    if (item.kind === "text" && /^(a sum of|values) /.test(item.text)) return false;
    const prose = ["step", "verdict", "size", "text"].includes(item.kind);
    return prose && "text" in item && !item.text.endsWith(".");
}

/** The blocks between empty lines: the game first, then a block for each claim. */
export function readReport(out: string): Item[][] {
    const blocks: Item[][] = [[]];
    // The page has no option -o; it draws what can be drawn.
    for (const line of out.replace("; -o draws it", "").split("\n")) {
        const block = blocks[blocks.length - 1]!;
        if (line === "") {
            if (block.length > 0) blocks.push([]);
            continue;
        }
        const before = block[block.length - 1];
        const state = before?.kind === "automaton" ? stateOf(line) : null;
        const item = before && isOpen(before) ? null : itemOf(line);
        if (state && before?.kind === "automaton") before.states.push(state);
        else if (item) block.push(item);
        else if (before && "text" in before) before.text += ` ${line.trim()}`;
        else block.push({ kind: "text", text: line });
    }
    return blocks.filter((b) => b.length > 0);
}
