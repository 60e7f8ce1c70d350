// SPDX-License-Identifier: MIT
import type { BoardProps } from "../board/board";

export interface ControlsProps extends BoardProps {
    /** Opens another game or position, as a new game; the address follows. */
    open(words: string[]): Promise<boolean>;
}

export function PlayControls(props: ControlsProps) {
    return <p>{props.game.said}</p>;
}
