// SPDX-License-Identifier: MIT
// How the next game is played: which way round, and against whom. The wish goes into the
// address of every card, where `bouton play` would have it as options.
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

/** Rules stand first and behind every +. What the words say already is left as it is. */
export function withWish(words: string[], wish: PlayWish): string[] {
    const end = words.findIndex((w) => w.startsWith("--"));
    const game = end < 0 ? words : words.slice(0, end);
    const isRules = (i: number) => i === 0 || game[i - 1] === "+";
    const ways = /\/(?:misere|normal)$/;
    const turned = game.map((word, i) =>
        wish.misere && isRules(i) && !ways.test(word) ? `${word}/misere` : word,
    );
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
