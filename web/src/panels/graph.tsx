// SPDX-License-Identifier: MIT
import type { PanelProps } from "./panel";

export function GraphPanel(props: PanelProps) {
    return <p>{props.words.join(" ")}</p>;
}
