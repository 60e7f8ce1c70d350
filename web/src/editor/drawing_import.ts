// SPDX-License-Identifier: MIT
// A graph from text: DOT, an edge list or JSON. The engine reads it, says what is wrong with
// it, and finds the places where the text has none.
import { addFile, engineFor, EngineError } from "../engine/engine";
import type { GraphAnswer } from "../panels/graph_answer";
import { texts } from "../texts";
import { MOST_ARROWS, MOST_NODES, PAPER_WIDTH, placeOf, placesIn, type Drawing } from "./drawing";

const FILE = "import.txt";

/** The engine tells line and column; the line itself is in the field. */
function withLine(error: unknown, text: string): unknown {
    const found = error instanceof EngineError && /^line (\d+), column (\d+)/.exec(error.message);
    if (!found || (error as EngineError).excerpt !== null) return error;
    const line = text.split("\n")[Number(found[1]) - 1] ?? "";
    // Columns are counted in bytes of UTF-8.
    const before = new TextEncoder().encode(line).slice(0, Number(found[2]) - 1);
    return new EngineError(
        (error as EngineError).message,
        (error as EngineError).kind,
        line.replaceAll("\t", " "),
        new TextDecoder().decode(before).length,
    );
}

async function ask(text: string): Promise<GraphAnswer> {
    const engine = engineFor("study");
    addFile(FILE, text);
    const size = await engine.json<{ nodes: number; edges: number }>(["label", FILE]);
    if (size.nodes > MOST_NODES || size.edges > MOST_ARROWS)
        throw new EngineError(
            texts.editor.tooLarge(size.nodes, size.edges, MOST_NODES, MOST_ARROWS),
            "limit",
        );
    const limit = String(MOST_NODES);
    return engine.json<GraphAnswer>(["graph", `graph:${FILE}`, "--places", "--limit", limit]);
}

export async function readDrawing(text: string): Promise<Drawing> {
    try {
        const graph = await ask(text);
        const places = placesIn(text);
        const left = Math.max(40, Math.round((PAPER_WIDTH - graph.width) / 2));
        return {
            spots: graph.nodes.map((node, i) => ({
                id: i + 1,
                name: node.position,
                ...(placeOf(places, node.position) ?? {
                    x: node.x + Math.round(node.width / 2) + left,
                    y: node.y + 40,
                }),
            })),
            arrows: graph.edges.map((edge) => ({ from: edge.from + 1, to: edge.to + 1 })),
        };
    } catch (error) {
        throw withLine(error, text);
    }
}
