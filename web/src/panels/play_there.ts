// SPDX-License-Identifier: MIT
// A position that a panel names, put on the board: as the next move where play stands, and
// as a new game where the panel only looks at an earlier position.
import { wordsOf } from "../play/game";
import type { PanelProps } from "./panel";

export function playThere(props: PanelProps, to: string): Promise<boolean> {
    if (props.live) return props.line(`to ${to}`);
    return props.open(wordsOf(props.state, { position: to }));
}
