// SPDX-License-Identifier: MIT
// The score as on the sheet of the notes: how many times did I win, how many times II? Each
// win is a stroke, the fifth one across.
import type { SessionState } from "../engine/answers";

const MOST_STROKES = 50;

function Strokes(props: { wins: number }) {
    if (props.wins === 0 || props.wins > MOST_STROKES) return null;
    const fives = Math.floor(props.wins / 5);
    return (
        <span class="strokes" aria-hidden="true">
            {Array.from({ length: fives }, (_, i) => (
                <span key={i} class="five">
                    ||||
                </span>
            ))}
            {"|".repeat(props.wins % 5)}
        </span>
    );
}

export function Score(props: { state: SessionState }) {
    const { score, score_text } = props.state;
    // The sentence has a question for each player, three blanks apart.
    const [first, second, ...more] = score_text.split(/ {2,}/);
    return (
        <p class="score">
            <span>
                {first} <Strokes wins={score.I} />
            </span>
            <span>
                {second} <Strokes wins={score.II} />
            </span>
            {more.length > 0 && <span>{more.join(" ")}</span>}
        </p>
    );
}
