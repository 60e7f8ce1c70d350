// SPDX-License-Identifier: MIT
// What can be done besides moving. The same words can be typed in the terminal.
import type { Game } from "./game";
import type { SessionState } from "../engine/answers";
import { texts } from "../texts";

export function PlayButtons(props: { game: Game; state: SessionState }) {
    const { game, state } = props;
    const say = (line: string) => () => void game.line(line);
    const { next } = state.hints;
    const canDraw = state.parts.some((part) => part.heap_word === null && part.own_rules === null);
    return (
        <div class="play-buttons" role="group" aria-label={texts.play.heading}>
            <button type="button" disabled={!state.can_undo} onClick={say("undo")}>
                {texts.play.undo}
            </button>
            <button type="button" disabled={!state.can_redo} onClick={say("redo")}>
                {texts.play.redo}
            </button>
            <button
                type="button"
                class="hint-button"
                disabled={state.over || next === null}
                onClick={say("hint")}
            >
                {next === null ? texts.play.hint : texts.play.hintNext(next)}
            </button>
            <button type="button" class={state.over ? "primary" : ""} onClick={say("new")}>
                {texts.play.again}
            </button>
            <button type="button" disabled={state.over} onClick={say("resign")}>
                {texts.play.resign}
            </button>
            {canDraw && (
                <button type="button" disabled={state.over} onClick={say("draw")}>
                    {texts.play.draw}
                </button>
            )}
        </div>
    );
}

/** The engine's text is broken for a terminal: its paragraphs flow here, what is indented
 * stays as it is. */
function Paragraphs(props: { text: string }) {
    return (
        <>
            {props.text.split(/\n\n+/).map((block, i) =>
                /^ /m.test(block) ? <pre key={i}>{block}</pre> : <p key={i}>{block}</p>,
            )}
        </>
    );
}

/** The hints that were given, first to last. */
export function Hints(props: { game: Game }) {
    const { hints } = props.game;
    if (hints.length === 0) return null;
    return (
        <section class="hints" aria-label={texts.play.hints}>
            <ol>
                {hints.map((hint, i) => (
                    <li key={i}>
                        <Paragraphs text={hint} />
                    </li>
                ))}
            </ol>
        </section>
    );
}
