// SPDX-License-Identifier: MIT
// Moves as buttons: the arrows from a node, and a plain list for rules without a picture.
import { texts } from "../texts";
import type { BoardMove } from "./marks";
import type { PartBoardProps } from "./heaps_board";
import { useRoving } from "./roving";

const upDown = { ArrowUp: -1, ArrowDown: 1 };

export function MoveButtons(props: {
    moves: BoardMove[];
    label: string;
    lit: string | null;
    arrow?: boolean;
    disabled: boolean;
    make(move: BoardMove): void;
}) {
    const { moves } = props;
    const roving = useRoving("button", moves.length, upDown);
    return (
        <div
            ref={roving.group}
            class={props.arrow ? "arrows" : "move-buttons"}
            role="group"
            aria-label={props.label}
            onKeyDown={roving.onKeyDown}
        >
            {moves.map((move, i) => (
                <button
                    type="button"
                    key={move.line}
                    class={move.line === props.lit ? "heap-lit" : ""}
                    tabIndex={roving.tabIndex(i)}
                    aria-disabled={props.disabled}
                    aria-label={props.arrow ? move.text : undefined}
                    onFocus={() => roving.onFocus(i)}
                    onClick={() => !props.disabled && props.make(move)}
                >
                    {props.arrow ? move.line.replace(/^to /, "") : move.text}
                    {move.line === props.lit && (
                        <span class="look-here">{texts.board.lookHere}</span>
                    )}
                </button>
            ))}
        </div>
    );
}

/** A node of a graph with its arrows. */
export function NodeBoard(props: PartBoardProps & { moves: BoardMove[] | null; parts: number }) {
    const { view, chooser, moves } = props;
    const own = moves?.filter((m) => m.part === view.index) ?? [];
    return (
        <div class="node-board">
            <div class="node" role="img" aria-label={texts.board.node(view.position)}>
                {view.position}
            </div>
            {moves !== null && own.length === 0 && <p>{texts.board.noArrow}</p>}
            <MoveButtons
                arrow={props.parts === 1}
                moves={own}
                label={props.label}
                lit={props.light?.line ?? null}
                disabled={!chooser.active}
                make={chooser.make}
            />
        </div>
    );
}
