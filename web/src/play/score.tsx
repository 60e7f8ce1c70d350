// SPDX-License-Identifier: MIT
// The score as on the sheet of the notes: how many times did I win, how many times II? Each
// win is a stroke, the fifth one across.
import type { SessionState } from "../engine/answers";
import { texts } from "../texts";

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
    const { score, names } = props.state;
    return (
        <p class="score">
            <span>
                {texts.play.wins(names[0], score.I)} <Strokes wins={score.I} />
            </span>
            <span>
                {texts.play.winsToo(names[1], score.II)} <Strokes wins={score.II} />
            </span>
            {score.draws > 0 && <span>{texts.play.draws(score.draws)}</span>}
        </p>
    );
}
