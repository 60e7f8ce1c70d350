// SPDX-License-Identifier: MIT
// The cards that lead to games of one's own: rules written as arithmetic, and a drawn graph.
import { useEffect, useState } from "preact/hooks";
import { addFile, fileText } from "../engine/engine";
import { addressOfWords, writeLink } from "../link";
import { wantRules } from "../panels/edit_rules";
import { texts } from "../texts";
import { CardFrame } from "./card";
import { rulesWith, withWish, type PlayWish } from "./play_options";

const OWN = "own.game";

/** The address with the text; until that is packed, the one without it, which will do here. */
function useAddressWith(words: string[], text: string): string {
    const plain = addressOfWords(words);
    const [packed, set] = useState({ plain, address: plain });
    useEffect(() => {
        let wanted = true;
        void writeLink({ words, files: new Map([[OWN, text]]) }).then((address) => {
            if (wanted) set({ plain, address });
        });
        return () => {
            wanted = false;
        };
    }, [plain, text]);
    return packed.plain === plain ? packed.address : plain;
}

export function OwnCards(props: { wish: PlayWish }) {
    // Whoever has written rules already goes on with them.
    const text = fileText(OWN) ?? texts.start.ownTemplate;
    addFile(OWN, text);
    const own = useAddressWith(withWish([rulesWith(OWN, props.wish), "5,3"], props.wish), text);
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
