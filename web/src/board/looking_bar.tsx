// SPDX-License-Identifier: MIT
// Shown while another position than that of the game is looked at: the board is read only.
import { texts } from "../texts";
import type { BoardProps } from "./board";

function movesBefore(props: BoardProps): number {
    let moves = 0;
    for (let n = props.shown; n.parent !== null; n = props.state.nodes[n.parent]!) moves++;
    return moves;
}

export function LookingBar(props: BoardProps) {
    const { game, shown } = props;
    return (
        <div class="looking" role="status">
            <p>{texts.board.looking(movesBefore(props))}</p>
            <button type="button" onClick={() => game.look(null)}>
                {texts.board.back}
            </button>
            <button
                type="button"
                class="primary"
                onClick={() => game.goTo(shown.node)}
            >
                {texts.board.tryAgain}
            </button>
        </div>
    );
}
