// SPDX-License-Identifier: MIT
// How each node looks now, and what a screen reader says there.
import type { Colouring } from "../panels/graph_drawing";
import { texts } from "../texts";
import type { Drawing } from "./drawing";
import type { Mode } from "./editing";
import type { SpotView } from "./paper";
import type { Checked, Marks } from "./solution";

export function viewsOf(
    drawing: Drawing,
    mode: Mode,
    marks: Marks,
    colouring: Colouring,
    checked: Checked | null,
): Map<number, SpotView> {
    const t = texts.editor;
    const name = new Map(drawing.spots.map((s) => [s.id, s.name]));
    const out = new Map<number, string[]>(drawing.spots.map((s) => [s.id, []]));
    for (const arrow of drawing.arrows) out.get(arrow.from)!.push(name.get(arrow.to)!);
    const views = new Map<number, SpotView>();
    drawing.spots.forEach((spot, i) => {
        const given = mode === "colour" ? marks.get(spot.id) : undefined;
        const letter = mode === "solution" ? colouring.letter(i) : (given ?? null);
        const verdict = checked?.verdicts.get(spot.id) ?? null;
        views.set(spot.id, {
            letter,
            verdict,
            fresh: mode === "solution" && colouring.fresh(i),
            label: t.spotLabel(
                spot.name,
                letter,
                verdict && t.verdicts[verdict],
                out.get(spot.id)!,
            ),
        });
    });
    return views;
}
