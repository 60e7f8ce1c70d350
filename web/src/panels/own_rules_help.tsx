// SPDX-License-Identifier: MIT
// How rules are written, and games to begin with. What the language has is told by the
// engine, as `bouton games game` tells it.
import { useState } from "preact/hooks";
import { allGames } from "../engine/all_games";
import type { GameInfo } from "../engine/answers";
import { useAnswer } from "../engine/use_answer";
import { texts } from "../texts";

const t = texts.panels.theorem;

const questions = ["games"];

/** The games that come as a text, by their titles. */
function examplesOf(games: GameInfo[]): { name: string; title: string; text: string }[] {
    return games
        .flatMap(({ name, summary, text }) => (text === undefined ? [] : [{ name, title: summary, text }]))
        .sort((a, b) => a.title.localeCompare(b.title, "en", { sensitivity: "base" }));
}

function Language() {
    const { answer } = useAnswer<GameInfo>("quick", ["games", "game"]);
    return answer ? (
        <pre class="wide" tabIndex={0} role="group" aria-label={t.help.language}>
            {answer.help}
        </pre>
    ) : null;
}

export function RulesHelp() {
    const [open, setOpen] = useState(false);
    return (
        <details class="small-details" open={open} onToggle={(e) => setOpen(e.currentTarget.open)}>
            <summary>{t.help.title}</summary>
            <dl class="lines-help">
                {t.help.lines.map(([line, meaning]) => (
                    <div>
                        <dt>
                            <code>{line}</code>
                        </dt>
                        <dd>{meaning}</dd>
                    </div>
                ))}
            </dl>
            {open && <Language />}
        </details>
    );
}

/** Puts one of the games that come with the engine into the editor. */
export function ExampleChoice(props: { load(text: string): void }) {
    const { answer } = useAnswer<GameInfo[]>("quick", questions, allGames);
    const examples = examplesOf(answer ?? []);
    const [wanted, setName] = useState<string | null>(null);
    const name = wanted ?? examples[0]?.name ?? "";
    const load = () => {
        const chosen = examples.find((e) => e.name === name);
        if (chosen) props.load(chosen.text);
    };
    return (
        <div class="example-choice">
            <label>
                <span>{t.example}</span>
                <select value={name} onChange={(event) => setName(event.currentTarget.value)}>
                    {examples.map((e) => (
                        <option key={e.name} value={e.name}>
                            {e.title}
                        </option>
                    ))}
                </select>
            </label>
            <button type="button" onClick={load}>
                {t.load}
            </button>
        </div>
    );
}
