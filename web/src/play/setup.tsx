// SPDX-License-Identifier: MIT
// Another opponent, beginner, position or rules. What is refused leaves the game as it is,
// and the field as it was typed. If only the start changes, the score goes on.
import { useId, useState } from "preact/hooks";
import type { SessionState } from "../engine/answers";
import { joinWords, saysPlay, withPlay, wordsOfLine } from "../link";
import { Refusal } from "../shared/notices";
import { texts } from "../texts";
import type { ControlsProps } from "./controls";
import { wordsOf } from "./game";

type Opponent = "perfect" | "slips" | "random" | "neighbour";

interface Wish {
    line: string;
    play: "normal" | "misere";
    opponent: Opponent;
    first: "I" | "II";
}

function wishOf(state: SessionState): Wish {
    return {
        line: joinWords(wordsOf(state, state.nodes[0]!)),
        play: state.play,
        opponent: state.neighbour ? "neighbour" : (state.level ?? "perfect"),
        first: state.first,
    };
}

/** What is meant by the line: numbers alone are a position of the same rules. */
function wordsMeant(state: SessionState, line: string): string[] {
    const words = wordsOfLine(line);
    const alone = state.parts.length === 1 && /^[\d([{]/.test(words[0] ?? "");
    return alone ? [state.parts[0]!.rules, ...words] : words;
}

function optionsOf(wish: Wish): string[] {
    const two = wish.opponent === "neighbour";
    const first = two ? wish.first : wish.first === "I" ? "me" : "computer";
    return [...(two ? ["--neighbour"] : ["--level", wish.opponent]), "--first", first];
}

/** The lines that begin a new game in the same session; null: it needs another one. */
function sameSession(state: SessionState, wish: Wish): string[] | null {
    const now = wishOf(state);
    if (wish.opponent !== now.opponent || wish.play !== now.play) return null;
    const lines: string[] = [];
    if (wish.line !== now.line) {
        const words = wordsMeant(state, wish.line);
        const [rules, ...position] = words;
        const same = state.parts.length === 1 && rules === state.parts[0]!.rules;
        if (!same || position.length === 0 || position.some(saysPlay)) return null;
        lines.push(`new ${position.join(" ")}`);
    }
    const who = state.neighbour ? wish.first : wish.first === "I" ? "me" : "computer";
    if (wish.first !== now.first || lines.length === 0) lines.push(`new ${who}`);
    return lines;
}

function Choice<T extends string>(props: {
    label: string;
    value: T;
    options: Record<T, string>;
    set(value: T): void;
}) {
    const id = useId();
    return (
        <div class="choice">
            <label for={id}>{props.label}</label>
            <select
                id={id}
                value={props.value}
                onChange={(e) => props.set(e.currentTarget.value as T)}
            >
                {(Object.keys(props.options) as T[]).map((value) => (
                    <option key={value} value={value}>
                        {props.options[value]}
                    </option>
                ))}
            </select>
        </div>
    );
}

export interface SetupProps extends ControlsProps {
    /** Whether what was refused was asked for here. */
    mine: boolean;
    setMine(mine: boolean): void;
}

function SetupForm(props: SetupProps) {
    const { game, state, mine, setMine } = props;
    const [wish, setWish] = useState<Wish>(() => wishOf(state));
    const id = useId();
    const here = game.asked === "setup" || (mine && game.asked === "open");
    const refused = here ? game.refused : null;
    const change = (part: Partial<Wish>) => setWish({ ...wish, ...part });
    const submit = async (event: Event) => {
        event.preventDefault();
        setMine(true);
        const lines = sameSession(state, wish);
        if (lines) {
            for (const line of lines) if (!(await game.line(line, "setup"))) return;
            return setMine(false);
        }
        const rules = wordsMeant(state, wish.line).filter((w) => !w.startsWith("--"));
        const turned = wish.play === state.play ? rules : withPlay(rules, wish.play);
        if (await props.open([...turned, ...optionsOf(wish)])) setMine(false);
    };
    const beginners =
        wish.opponent === "neighbour"
            ? { I: texts.play.setup.one, II: texts.play.setup.two }
            : { I: texts.play.setup.me, II: texts.play.setup.computer };
    return (
        <form class="setup" onSubmit={submit}>
            <Choice
                label={texts.play.setup.opponent}
                value={wish.opponent}
                options={texts.play.setup.opponents}
                set={(opponent) => change({ opponent })}
            />
            <Choice
                label={texts.play.setup.first}
                value={wish.first}
                options={beginners}
                set={(first) => change({ first })}
            />
            <Choice
                label={texts.play.setup.play}
                value={wish.play}
                options={texts.play.setup.plays}
                set={(play) => change({ play })}
            />
            <div class="choice choice-wide">
                <label for={id}>{texts.play.setup.line}</label>
                <input
                    id={id}
                    class="code"
                    value={wish.line}
                    spellcheck={false}
                    autocomplete="off"
                    autocapitalize="off"
                    aria-invalid={refused !== null}
                    onInput={(e) => change({ line: e.currentTarget.value })}
                />
            </div>
            {refused && <Refusal error={refused} />}
            <button type="submit" class="primary">
                {texts.play.setup.start}
            </button>
        </form>
    );
}

export function Setup(props: SetupProps) {
    const { state } = props;
    const now = wishOf(state);
    return (
        <details class="fold" id="setup">
            <summary>
                <h2>{texts.play.setup.title}</h2>
            </summary>
            <SetupForm key={JSON.stringify(now)} {...props} />
        </details>
    );
}
