// SPDX-License-Identifier: MIT
// The cards that lead to games of one's own: rules written as arithmetic, and a drawn graph.
import { addFile, fileText } from "../engine/engine";
import { wantRules } from "../panels/edit_rules";
import { texts } from "../texts";
import { CardFrame, useAddressOf } from "./card";
import { withWish, type PlayWish } from "./play_options";

const OWN = "own.game";

export function OwnCards(props: { wish: PlayWish }) {
    // Whoever has written rules already goes on with them.
    const text = fileText(OWN) ?? texts.start.ownTemplate;
    addFile(OWN, text);
    const own = useAddressOf(withWish([OWN, "5,3"], props.wish), [OWN, text]);
    return (
        <ul class="cards">
            <CardFrame
                id="own"
                address={own}
                onClick={wantRules}
                title={texts.start.ownTitle}
                summary={texts.start.ownSummary}
                picture={
                    <>
                        <rect class="p-paper" x={30} y={10} width={120} height={84} rx={6} />
                        {["vars x y", "move x' < x", "move y' < y"].map((line, i) => (
                            <text key={i} class="written" x={42} y={36 + 22 * i}>
                                {line}
                            </text>
                        ))}
                    </>
                }
            />
            <CardFrame
                id="graph-editor"
                address="#graph-editor"
                title={texts.start.drawTitle}
                summary={texts.start.drawSummary}
                picture={
                    <>
                        <path class="arrow" d="M44 30L86 52M44 78L86 52M98 52L136 26M98 52L136 76" />
                        <circle class="node-open" cx={38} cy={28} r={10} />
                        <circle class="node-open" cx={38} cy={78} r={10} />
                        <circle class="node-open" cx={92} cy={52} r={10} />
                        <circle class="node-p" cx={142} cy={24} r={10} />
                        <rect class="node-n" x={133} y={68} width={18} height={18} rx={3} />
                    </>
                }
            />
        </ul>
    );
}
