// SPDX-License-Identifier: MIT
// What is played, and whose turn it is or who has won.
import type { BoardProps } from "../board/board";
import type { SessionState } from "../engine/answers";
import { titleOf } from "../start/catalogue";
import { Busy, StoppedNotice } from "../shared/notices";
import { texts } from "../texts";
import { nameOf } from "./history";

export function GameHead(props: { state: SessionState; edit(): void }) {
    const { state } = props;
    const own = state.parts.map((part) => part.own_rules).filter((text) => text !== null);
    const title = state.parts.map((part) => titleOf(part.rules)).join(" + ");
    const isTitle = (text: string) => text.toLowerCase() === title.toLowerCase();
    return (
        <header class="game-head">
            <h1>{title}</h1>{" "}
            {!isTitle(state.rules) && <code>{state.rules.replaceAll("game:", "")}</code>}
            <p>
                {isTitle(state.summary) ? "" : `${state.summary}. `}
                {state.ending}
            </p>
            {own.length > 0 && (
                <div class="own-rules">
                    <pre>{own.join("").trimEnd()}</pre>
                    <button type="button" onClick={props.edit}>
                        {texts.play.editRules}
                    </button>
                </div>
            )}
            {state.warnings?.map((warning) => (
                <div key={warning.message} class="rules-warning" role="note">
                    {warning.message}
                </div>
            ))}
        </header>
    );
}

function turnText(state: SessionState): string {
    if (state.over) return state.result ?? "";
    if (state.turn === null) return "";
    if (state.neighbour) return texts.play.toMove(state.names[state.turn === "I" ? 0 : 1]);
    return state.turn === "I" ? texts.play.yourMove : texts.play.computerMoves;
}

export function TurnLine(props: BoardProps) {
    const { game, state, shown } = props;
    const won = state.over && (state.winner === "I" || state.neighbour) && state.winner !== "draw";
    return (
        <div class="turn-row">
            <p class={`turn ${state.over ? "turn-over" : ""} ${won ? "turn-won" : ""}`}>
                {turnText(state)}
            </p>
            <p class="position-now">
                {shown.position.split(",").flatMap((n, i) => (i > 0 ? [",", <wbr key={i} />, n] : n))}
            </p>
            <p class="last-move">
                {shown.text === null ? "" : `${nameOf(state, shown)}: ${shown.text}`}
            </p>
            <Busy busy={game.busy} progress={game.progress} stop={game.stop} />
            {game.stopped && <StoppedNotice again={game.again} />}
        </div>
    );
}
