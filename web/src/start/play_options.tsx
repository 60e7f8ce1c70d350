// SPDX-License-Identifier: MIT
// How the next game is played: which way round, and against whom. The wish goes into the
// address of every card, where `bouton play` would have it as options.
import { saysPlay } from "../link";
import { texts } from "../texts";

export type Opponent = keyof typeof texts.start.opponents;

export interface PlayWish {
    misere: boolean;
    opponent: Opponent;
}

export const usualWish: PlayWish = { misere: false, opponent: "perfect" };

function options(opponent: Opponent): string[] {
    if (opponent === "neighbour") return ["--neighbour"];
    return opponent === "perfect" ? [] : ["--level", opponent];
}

/** Rules as a card has them, with the wish for misère play. */
export function rulesWith(rules: string, wish: PlayWish): string {
    return wish.misere ? `${rules}/misere` : rules;
}

/** What the words say already is left as it is; `misere` before them is meant for all. */
export function withWish(words: string[], wish: PlayWish): string[] {
    const end = words.findIndex((w) => w.startsWith("--"));
    const game = end < 0 ? words : words.slice(0, end);
    const turned = wish.misere && !game.some(saysPlay) ? ["misere", ...game] : game;
    return [...turned, ...(end < 0 ? options(wish.opponent) : words.slice(end))];
}

export function PlayOptions(props: { wish: PlayWish; onChange(wish: PlayWish): void }) {
    const { wish, onChange } = props;
    return (
        <fieldset class="wish">
            <legend class="unseen">{texts.start.options}</legend>
            <label>
                <span>{texts.start.last}</span>
                <select
                    value={wish.misere ? "misere" : "normal"}
                    onChange={(e) => onChange({ ...wish, misere: e.currentTarget.value === "misere" })}
                >
                    <option value="normal">{texts.start.normal}</option>
                    <option value="misere">{texts.start.misere}</option>
                </select>
            </label>
            <label>
                <span>{texts.start.against}</span>
                <select
                    value={wish.opponent}
                    onChange={(e) =>
                        onChange({ ...wish, opponent: e.currentTarget.value as Opponent })
                    }
                >
                    {Object.entries(texts.start.opponents).map(([name, text]) => (
                        <option key={name} value={name}>
                            {text}
                        </option>
                    ))}
                </select>
            </label>
        </fieldset>
    );
}
