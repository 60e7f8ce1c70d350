// SPDX-License-Identifier: MIT
// Any rules and position, typed as for `bouton play`. What is refused is said beside the
// field, and the line stays as it is. Suggestions come from the registry.
import { useId, useRef, useState } from "preact/hooks";
import { engineFor, EngineError, parse } from "../engine/engine";
import { addressOfWords, wordsOfLine } from "../link";
import { Busy, Refusal } from "../shared/notices";
import { texts } from "../texts";
import type { Suggestion } from "./catalogue";
import { withWish, type PlayWish } from "./play_options";

/** Tries to open the game; null: it opens, or works hard at it, and then the page of the game
 * shows how far it is. */
function refusal(words: string[]): Promise<EngineError | "stopped" | null> {
    return new Promise((resolve) => {
        const abort = new AbortController();
        const onProgress = () => {
            resolve(null);
            abort.abort();
        };
        engineFor("play")
            .call({ kind: "play", words }, { signal: abort.signal, onProgress })
            .then((answer) => {
                parse(answer);
                resolve(null);
            })
            .catch((error: unknown) => resolve(error instanceof EngineError ? error : "stopped"));
    });
}

function Suggestions(props: {
    id: string;
    list: Suggestion[];
    active: number;
    choose(line: string): void;
}) {
    return (
        <ul class="suggestions" role="listbox" id={props.id} aria-label={texts.start.suggestions}>
            {props.list.map((s, i) => (
                <li
                    key={s.line}
                    id={`${props.id}-${i}`}
                    role="option"
                    aria-selected={i === props.active}
                    onMouseDown={(event) => {
                        event.preventDefault(); // the field keeps the focus
                        props.choose(s.line);
                    }}
                >
                    <code>{s.line}</code> <span>{s.note}</span>
                </li>
            ))}
        </ul>
    );
}

export function TypedGame(props: { wish: PlayWish; suggest(typed: string): Suggestion[] }) {
    const id = useId();
    const [line, setLine] = useState("");
    const [open, setOpen] = useState(false);
    const [active, setActive] = useState(-1);
    const [refused, setRefused] = useState<EngineError | null>(null);
    const [busy, setBusy] = useState(false);
    const field = useRef<HTMLInputElement>(null);
    const list = open ? props.suggest(line) : [];

    const choose = (chosen: string) => {
        setLine(chosen);
        setOpen(false);
        setActive(-1);
        setRefused(null);
        field.current?.focus();
    };
    const submit = async (event: Event) => {
        event.preventDefault();
        const words = wordsOfLine(line);
        if (words.length === 0) return field.current?.focus();
        setOpen(false);
        const all = withWish(words, props.wish);
        setBusy(true);
        const error = await refusal(all);
        setBusy(false);
        if (error === "stopped") return;
        setRefused(error);
        if (error) field.current?.focus();
        else location.hash = addressOfWords(all);
    };
    const keyDown = (event: KeyboardEvent) => {
        if (event.key === "Escape") return setOpen(false);
        if (event.key === "Enter" && active >= 0 && list[active]) {
            event.preventDefault();
            return choose(list[active].line);
        }
        if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
        event.preventDefault();
        setOpen(true);
        const step = event.key === "ArrowDown" ? 1 : -1;
        const count = props.suggest(line).length;
        if (count > 0) setActive((active + step + count + (active < 0 && step < 0 ? 1 : 0)) % count);
    };
    return (
        <form class="typed" onSubmit={(event) => void submit(event)} aria-label={texts.start.typed}>
            <label for={`${id}-line`}>{texts.start.typed}</label>
            <div class="typed-line">
                <input
                    id={`${id}-line`}
                    ref={field}
                    value={line}
                    role="combobox"
                    aria-expanded={list.length > 0}
                    aria-controls={`${id}-list`}
                    aria-autocomplete="list"
                    aria-activedescendant={active >= 0 && list[active] ? `${id}-list-${active}` : undefined}
                    aria-describedby={`${id}-help`}
                    aria-invalid={refused !== null}
                    placeholder="nim 3,4,6"
                    spellcheck={false}
                    autocomplete="off"
                    autocapitalize="off"
                    onInput={(event) => {
                        setLine(event.currentTarget.value);
                        setOpen(true);
                        setActive(-1);
                        setRefused(null); // it was about another line
                    }}
                    onBlur={() => setOpen(false)}
                    onKeyDown={keyDown}
                />
                <button type="submit" class="primary">
                    {texts.start.open}
                </button>
                {list.length > 0 && (
                    <Suggestions id={`${id}-list`} list={list} active={active} choose={choose} />
                )}
            </div>
            {refused && <Refusal error={refused} />}
            <Busy busy={busy} progress={null} stop={() => engineFor("play").stop()} />
            <p class="help" id={`${id}-help`}>
                {texts.start.typedHelp}
            </p>
            <p class="unseen" role="status">
                {list.length > 0 ? texts.start.suggested(list.length) : ""}
            </p>
        </form>
    );
}
