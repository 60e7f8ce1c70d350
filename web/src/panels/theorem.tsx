// SPDX-License-Identifier: MIT
import type { PanelProps } from "./panel";

export function TheoremPanel(props: PanelProps) {
    return <p>{props.words.join(" ")}</p>;
}
