// SPDX-License-Identifier: MIT
// The board: one picture for each part of the game, how a move is chosen on it, and the
// sentence that screen readers get after each move.
import { useMemo, useRef } from "preact/hooks";
import type { PlayNode, SessionState } from "../engine/answers";
import { wordsOf, type Game } from "../play/game";
import { GameHead, TurnLine } from "../play/turn_line";
import { texts } from "../texts";
import { useChooser, type Chooser } from "./chooser";
import { HeapsBoard } from "./heaps_board";
import { lightOf, type Light } from "./hint_light";
import { LookingBar } from "./looking_bar";
import { MarkBar } from "./mark_bar";
import type { BoardMove } from "./marks";
import { MoveButtons, NodeBoard } from "./move_list";
import { partsAt, type PartView } from "./part_view";
import { ShapesBoard } from "./shapes_board";
import { Spoken } from "./spoken";
import { TypedMove } from "./typed_move";
import { useKeptFocus } from "./kept_focus";
import { useDrawings, useMoves } from "./use_moves";
import { useSteps } from "./use_steps";

export interface BoardProps {
    game: Game;
    state: SessionState;
    shown: PlayNode;
}

interface PartProps {
    view: PartView;
    parts: number;
    chooser: Chooser;
    moves: BoardMove[] | null;
    light: Light | null;
}

function Picture(props: PartProps) {
    const { view, chooser, moves } = props;
    const light = props.light?.part === view.index ? props.light : null;
    const label = props.parts > 1 ? texts.board.part(view.index + 1, view.rules) : view.rules;
    const common = { view, chooser, light, label };
    const { drawing } = view;
    if (view.kind === "node") return <NodeBoard {...common} moves={moves} parts={props.parts} />;
    if (view.kind === "plain" || !drawing) return <p class="position">{view.position}</p>;
    // A position that is looked at may have another look than the one of the game.
    return drawing.shapes.some((shape) => shape.word !== undefined) ? (
        <HeapsBoard {...common} drawing={drawing} />
    ) : (
        <ShapesBoard {...common} drawing={drawing} moves={moves} />
    );
}

/** Rules of one's own have no picture that says all: their moves are listed. */
function Part(props: PartProps) {
    const { view, chooser, moves, light } = props;
    const named = props.parts > 1 && light?.part === view.index && light.line === null;
    const own = moves?.filter((m) => m.part === view.index) ?? [];
    const told = view.own || (view.kind === "shapes" && own.some((m) => m.ways?.length === 0));
    const list = told && chooser.active && moves;
    return (
        <div class={`part ${named ? "part-lit" : ""}`} data-part={view.index}>
            {props.parts > 1 && (
                <h2>
                    {texts.board.part(view.index + 1, view.rules)}{" "}
                    {named && <span class="look-here">{texts.board.lookHere}</span>}
                </h2>
            )}
            <div class="board-picture">
                <Picture {...props} />
            </div>
            {list && (
                <details class="all-moves" open={list.length <= 24}>
                    <summary>{texts.board.allMoves(list.length)}</summary>
                    <MoveButtons
                        moves={own}
                        label={texts.board.allMoves(list.length)}
                        lit={light?.line ?? null}
                        disabled={false}
                        make={chooser.make}
                    />
                </details>
            )}
        </div>
    );
}

/** A move to show how they are typed: the last one, since the first is too often the best. */
function example(moves: BoardMove[] | null): string | null {
    return moves?.[moves.length - 1]?.text ?? null;
}

export function Board(props: BoardProps & { editRules(): void }) {
    const { game, state, shown } = props;
    const board = useRef<HTMLDivElement>(null);
    const steps = useSteps(board, state, shown, `${state.rules} ${state.start}`);
    const drawings = useDrawings(state, useMemo(() => wordsOf(state, steps.node), [state, steps.node]));
    const start = useDrawings(state, useMemo(() => wordsOf(state, state.nodes[0]!), [state]));
    const parts = useMemo(
        () =>
            partsAt(state, steps.node).map((view, i) => ({
                ...view,
                drawing: drawings.parts?.[i] ?? null,
                atStart: start.parts?.[i] ?? null,
            })),
        [state, steps.node, drawings.parts, start.parts],
    );
    const person = state.turn === "I" || (state.turn === "II" && state.neighbour);
    const active = game.live && person && !state.over && !game.busy && !steps.moving && !drawings.busy;
    const words = useMemo(() => wordsOf(state, shown), [state, shown]);
    const known = useMoves(state, words, game.live && !state.over);
    const { moves } = known;
    const busy = known.busy || drawings.busy;
    const chooser = useChooser(game, parts, moves, active, shown.node);
    useKeptFocus(`${game.round} ${shown.node} ${steps.moving} ${busy}`);
    const light = useMemo(
        () => (game.live && !steps.moving ? lightOf(state, moves) : null),
        [game.live, state, moves, steps.moving],
    );
    return (
        <div class="board" data-state={busy || game.busy || steps.moving ? "busy" : "ready"}>
            <GameHead state={state} edit={props.editRules} />
            <TurnLine {...props} />
            <div ref={board} class="boards" onPointerDown={steps.moving ? steps.skip : undefined}>
                {parts.map((view) => (
                    <Part
                        key={`${view.index} ${view.rules}`}
                        view={view}
                        parts={parts.length}
                        chooser={chooser}
                        moves={moves}
                        light={light}
                    />
                ))}
                <div class="air" aria-hidden="true" />
            </div>
            {game.live ? (
                <>
                    {!state.over && <MarkBar chooser={chooser} parts={parts} waiting={busy} />}
                    {!state.over && <TypedMove game={game} example={example(moves)} />}
                </>
            ) : (
                <LookingBar {...props} />
            )}
            <Spoken game={game} state={state} />
        </div>
    );
}
