// SPDX-License-Identifier: MIT
// Everything about the game besides the board: what can be done, hints, the score, the moves
// so far, and how to begin another one.
import { useState } from "preact/hooks";
import type { BoardProps } from "../board/board";
import { Refusal } from "../shared/notices";
import { texts } from "../texts";
import { History, Review } from "./history";
import { KeysHelp, useKeys, useKeysWish } from "./keys";
import { Hints, PlayButtons } from "./play_buttons";
import { Records } from "./records";
import { Score } from "./score";
import { Setup } from "./setup";

export interface ControlsProps extends BoardProps {
    /** Opens another game or position, as a new game; the address follows. */
    open(words: string[]): Promise<boolean>;
}

export function PlayControls(props: ControlsProps) {
    const { game, state } = props;
    const [help, setHelp] = useState(false);
    const [setupMine, setSetupMine] = useState(false);
    const [keysOn, setKeysOn] = useKeysWish();
    useKeys(props, () => setHelp(true), keysOn);
    return (
        <div class="play">
            {game.asked === "open" && game.refused && !setupMine && (
                <Refusal error={game.refused} />
            )}
            <PlayButtons game={game} state={state} />
            <Hints game={game} />
            <Review {...props} />
            <div class="score-row">
                <Score state={state} />
                <button
                    type="button"
                    class="help-button"
                    aria-label={texts.play.keys.title}
                    onClick={() => setHelp(true)}
                >
                    ?
                </button>
            </div>
            <History {...props} />
            <Setup {...props} mine={setupMine} setMine={setSetupMine} />
            <Records game={game} state={state} />
            <KeysHelp open={help} on={keysOn} setOn={setKeysOn} close={() => setHelp(false)} />
        </div>
    );
}
