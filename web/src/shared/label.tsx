// SPDX-License-Identifier: MIT
// Outcome labels: a letter, a colour and a shape, never the colour alone. N is green and
// square, P orange and round, a draw grey and cut at the corners.
import type { Outcome } from "../engine/answers";
import { texts } from "../texts";

export function Label(props: { outcome: Outcome | null }) {
    const { outcome } = props;
    const meaning = outcome === null ? texts.outcome.unknown : texts.outcome[outcome];
    return (
        <span class={`label label-${outcome ?? "none"}`} title={meaning}>
            {outcome ?? "?"}
        </span>
    );
}
