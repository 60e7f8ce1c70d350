// SPDX-License-Identifier: MIT
import type { PlayNode, SessionState } from "../engine/answers";
import type { Game } from "../play/game";

export interface BoardProps {
    game: Game;
    state: SessionState;
    shown: PlayNode;
}

export function Board(props: BoardProps) {
    return <p class="position">{props.shown.position}</p>;
}
