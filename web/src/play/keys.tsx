// SPDX-License-Identifier: MIT
// Keys for the whole page. They rest while something is typed, and can be switched off, for
// people whose voice or switches make letters by the way.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { BoardProps } from "../board/board";
import { focusBoard } from "../board/kept_focus";
import { remember, remembered } from "../shared/remember";
import { texts } from "../texts";

function typing(target: EventTarget | null): boolean {
    return (
        target instanceof Element &&
        target.closest("input, textarea, select, [contenteditable], dialog") !== null
    );
}

/** The node before or after what is shown, on the line of the game. */
function neighbour(props: BoardProps, step: 1 | -1): number | null {
    const { state, shown } = props;
    if (step < 0) return shown.parent;
    const own = new Set(state.line);
    return shown.children.find((c) => own.has(c)) ?? shown.children[0] ?? null;
}

function walk(props: BoardProps, step: 1 | -1): void {
    const to = neighbour(props, step);
    if (to !== null) props.game.look(to === props.state.node ? null : to);
}

function actions(props: BoardProps, help: () => void): Record<string, () => void> {
    const { game, state } = props;
    const say =
        (line: string, possible = true) =>
        () => {
            if (possible) void game.line(line);
        };
    return {
        u: say("undo", state.can_undo),
        r: say("redo", state.can_redo),
        h: say("hint", !state.over && state.hints.next !== null),
        n: say("new"),
        b: focusBoard,
        m: () => document.querySelector<HTMLElement>("[data-key=move]")?.focus(),
        p: () => walk(props, -1),
        f: () => walk(props, 1),
        g: () => game.look(null),
        t: () => !game.live && game.goTo(props.shown.node),
        "?": help,
    };
}

export function useKeys(props: BoardProps, help: () => void, on: boolean): void {
    const latest = useRef(actions(props, help));
    latest.current = actions(props, help);
    // At once: a key that is pressed before the next frame counts, too.
    useLayoutEffect(() => {
        if (!on) return;
        const onKeyDown = (event: KeyboardEvent) => {
            if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
            if (typing(event.target)) return;
            const action = latest.current[event.key];
            if (!action) return;
            event.preventDefault();
            action();
        };
        document.addEventListener("keydown", onKeyDown);
        return () => document.removeEventListener("keydown", onKeyDown);
    }, [on]);
}

export function useKeysWish(): [boolean, (on: boolean) => void] {
    const [on, set] = useState(() => remembered("keys", true));
    return [
        on,
        (now) => {
            remember("keys", now);
            set(now);
        },
    ];
}

export function KeysHelp(props: {
    open: boolean;
    on: boolean;
    setOn(on: boolean): void;
    close(): void;
}) {
    const dialog = useRef<HTMLDialogElement>(null);
    useLayoutEffect(() => {
        if (props.open) dialog.current?.showModal();
        else dialog.current?.close();
    }, [props.open]);
    const { keys } = texts.play;
    return (
        <dialog ref={dialog} class="keys" aria-label={keys.title} onClose={props.close}>
            <h2>{keys.title}</h2>
            <dl>
                {keys.list.map(([key, what]) => (
                    <div key={key}>
                        <dt>
                            <kbd>{key}</kbd>
                        </dt>
                        <dd>{what}</dd>
                    </div>
                ))}
            </dl>
            <label class="check">
                <input
                    type="checkbox"
                    checked={props.on}
                    onChange={(event) => props.setOn(event.currentTarget.checked)}
                />
                {keys.on}
            </label>
            <button type="button" class="primary" onClick={props.close}>
                {keys.close}
            </button>
        </dialog>
    );
}
