// SPDX-License-Identifier: MIT
// The sentences for screen readers: what the engine said, and the position that is left.
// They stay in the page, so that a screen reader can come back to them.
import type { SessionState } from "../engine/answers";
import type { Game } from "../play/game";
import { texts } from "../texts";

function ended(line: string): string {
    return /[.!?:]$/.test(line) ? line : `${line}.`;
}

/** "You: take 2 from pile 1 (3 to 1). The computer: ... Now 1,4,5. Your move." */
export function spoken(said: string, state: SessionState): string {
    const lines = said
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== "");
    const last = lines.pop();
    if (last === undefined) return "";
    const now = state.over ? [] : [texts.board.now(state.position)];
    return [...lines.map(ended), ...now, ended(last)].join(" ");
}

export function Spoken(props: { game: Game; state: SessionState }) {
    const { game, state } = props;
    const hint = game.hints.length > 0 && game.hints[game.hints.length - 1] === game.said.trim();
    const text = game.refused ? "" : hint ? game.said.trim() : spoken(game.said, state);
    return (
        <p class="unseen spoken" role="status" aria-live="polite" aria-atomic="true">
            {text}
        </p>
    );
}
