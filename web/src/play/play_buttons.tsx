// SPDX-License-Identifier: MIT
// What can be done besides moving. The same words can be typed in the terminal.
import { useEffect, useRef } from "preact/hooks";
import type { Game } from "./game";
import type { SessionState } from "../engine/answers";
import { texts } from "../texts";

/** A button that cannot be used now keeps the focus, so that nobody has to search for it. */
function Does(props: { name: string; possible: boolean; act(): void; class?: string }) {
    return (
        <button
            type="button"
            class={props.class ?? ""}
            aria-disabled={!props.possible}
            onClick={() => props.possible && props.act()}
        >
            {props.name}
        </button>
    );
}

export function PlayButtons(props: { game: Game; state: SessionState }) {
    const { game, state } = props;
    const say = (line: string) => () => void game.line(line);
    const { next } = state.hints;
    const open = !state.over;
    const hint = next === null ? texts.play.hint : texts.play.hintNext(next);
    const canDraw = state.parts.some((part) => part.look === "nodes" || part.look === "plane");
    return (
        <div class="play-buttons" role="group" aria-label={texts.play.heading}>
            <Does name={texts.play.undo} possible={state.can_undo} act={say("undo")} />
            <Does name={texts.play.redo} possible={state.can_redo} act={say("redo")} />
            <Does
                name={hint}
                possible={open && next !== null}
                act={say("hint")}
                class="hint-button"
            />
            <Does name={texts.play.again} possible act={say("new")} class={open ? "" : "primary"} />
            <Does name={texts.play.resign} possible={open} act={say("resign")} />
            {canDraw && <Does name={texts.play.draw} possible={open} act={say("draw")} />}
        </div>
    );
}

/** The engine's text is broken for a terminal: its paragraphs flow here, what is indented
 * stays as it is. */
function Paragraphs(props: { text: string }) {
    return (
        <>
            {props.text
                .split(/\n\n+/)
                .map((block, i) =>
                    /^ /m.test(block) ? <pre key={i}>{block}</pre> : <p key={i}>{block}</p>,
                )}
        </>
    );
}

/** The hints that were given, first to last. */
export function Hints(props: { game: Game }) {
    const { hints } = props.game;
    const box = useRef<HTMLElement>(null);
    // The box scrolls to the new one. Board and button stay where they are, unless the box
    // itself is out of sight, as the first hint may be on a small screen.
    useEffect(() => {
        const last = box.current?.querySelector<HTMLElement>("li:last-child");
        if (!box.current || !last) return;
        box.current.scrollTop = last.offsetTop - 8;
        box.current.scrollIntoView({ block: "nearest" });
    }, [hints.length]);
    if (hints.length === 0) return null;
    return (
        <section ref={box} class="hints" aria-label={texts.play.hints} tabIndex={0}>
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
