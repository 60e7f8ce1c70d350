// SPDX-License-Identifier: MIT
import type { PanelProps } from "./panel";

export function GridPanel(props: PanelProps) {
    return <p>{props.words.join(" ")}</p>;
}
