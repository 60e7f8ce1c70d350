// SPDX-License-Identifier: MIT
// A board that is drawn from the shapes of the engine. What a move touches can be chosen: by
// pointer, or with the arrow keys and Enter. It goes on until one move is meant.
import type { Drawing, Shape } from "../engine/answers";
import { texts } from "../texts";
import type { Chooser } from "./chooser";
import { Drawn } from "./drawn";
import type { PartBoardProps } from "./heaps_board";
import { wayOf, type BoardMove } from "./marks";
import { useRoving } from "./roving";

/** What is said of a shape that can be chosen: its row and which one of the row it is. */
function namesOf(shapes: Shape[]): Map<Shape, string> {
    const names = new Map<Shape, string>();
    const count: Record<string, number> = {};
    let row = "";
    shapes.forEach((shape, i) => {
        const { kind, tone } = shape;
        if (kind === "label" && tone === "name") {
            row = (shape.text ?? "").replace(/\s+/g, " ").trim();
            Object.assign(count, { square: -1, disc: 0, line: 0 });
        }
        if (kind === "label") return void names.set(shape, row);
        const number = (count[kind] = (count[kind] ?? 0) + 1);
        const on = kind === "square" && shapes[i + 1]?.kind === "disc";
        const text = kind === "line" ? texts.board.cut : on ? texts.board.coin : (shape.text ?? "");
        names.set(shape, texts.board.piece(row, number, text));
    });
    return names;
}

interface HandleProps extends PartBoardProps {
    shape: Shape;
    name: string;
    touched: boolean;
    marked: boolean;
    tabIndex: number;
    onFocus(): void;
}

function Handle(props: HandleProps) {
    const { view, shape, chooser, light } = props;
    const handle = shape.handle!;
    const lit = light?.handles.includes(handle) ?? false;
    const pick = (rough: boolean) => chooser.pick(view, handle, 1, rough);
    const onKeyDown = (event: KeyboardEvent) => {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        if (event.key !== "Enter" && event.key !== " ") return;
        pick(false);
        event.preventDefault();
        event.stopPropagation();
    };
    const names = ["handle", `handle-${shape.kind}`];
    if (props.touched) names.push("touched");
    if (lit) names.push("heap-lit");
    return (
        <g
            class={names.join(" ")}
            role="button"
            tabIndex={props.tabIndex}
            aria-label={props.name}
            aria-pressed={props.marked}
            aria-disabled={!chooser.active}
            data-handle={`${view.index}-${handle}`}
            onKeyDown={onKeyDown}
            onFocus={props.onFocus}
            onClick={(e) => pick((e as unknown as PointerEvent).pointerType === "touch")}
            onPointerMove={(e) => e.pointerType !== "touch" && chooser.hover(view, handle, 1)}
            onPointerLeave={() => chooser.hover(view, handle, null)}
        >
            <Drawn shape={shape} flipped={view.flipped} />
        </g>
    );
}

/** What the move that is seen touches; until it is clear, what is marked. */
function touchedBy(chooser: Chooser, part: number): Set<number> {
    const { seen, move } = chooser;
    if (seen?.part !== part) return new Set();
    return new Set((move && wayOf(move, seen.values)) ?? seen.values.keys());
}

export function ShapesBoard(
    props: PartBoardProps & { drawing: Drawing; moves: BoardMove[] | null },
) {
    const { view, chooser } = props;
    const { shapes, width, height } = props.drawing;
    const own = props.moves?.filter((m) => m.part === view.index) ?? [];
    const used = new Set(own.flatMap((m) => m.ways?.flat() ?? []));
    const handles = shapes.filter((s) => s.handle !== undefined && used.has(s.handle));
    const roving = useRoving(".handle", handles.length);
    const names = namesOf(shapes);
    const touched = touchedBy(chooser, view.index);
    const marks = chooser.marks?.part === view.index ? chooser.marks.values : null;
    const onKeyDown = (event: KeyboardEvent) => {
        if (event.key === "Escape") chooser.clear();
        else roving.onKeyDown(event);
    };
    return (
        <div
            ref={roving.group}
            class="shapes drawn"
            role="group"
            aria-label={props.label}
            onKeyDown={onKeyDown}
            style={{ "--wide": width }}
        >
            <svg viewBox={`-6 -6 ${width + 12} ${height + 12}`}>
                {shapes.map((shape, i) => {
                    const at = handles.indexOf(shape);
                    return at < 0 ? (
                        shape.kind !== "line" && (
                            <Drawn key={i} shape={shape} flipped={view.flipped} />
                        )
                    ) : (
                        <Handle
                            {...props}
                            key={i}
                            shape={shape}
                            name={names.get(shape)!}
                            touched={touched.has(shape.handle!)}
                            marked={marks?.has(shape.handle!) ?? false}
                            tabIndex={roving.tabIndex(at)}
                            onFocus={() => roving.onFocus(at)}
                        />
                    );
                })}
            </svg>
        </div>
    );
}
