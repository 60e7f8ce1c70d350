// SPDX-License-Identifier: MIT
// Below the board: the marked move in words, how many, and the button that makes it. A
// finger that is too big for a chip can use the buttons; the field takes any number.
import { texts } from "../texts";
import type { Chooser } from "./chooser";
import { MoveButtons } from "./move_list";
import type { PartView } from "./part_view";

const LISTED = 12;
const LISTED_SHAPES = 40; // the shapes may not tell the moves apart

/** The number that is marked, if it is one only: then it can be made more or less. */
function marked(chooser: Chooser, parts: PartView[]) {
    const { marks } = chooser;
    const view = marks ? parts[marks.part] : undefined;
    if (!marks || !view?.words || view.kind === "shapes") return null;
    const [word, value] = [...marks.values].pop()!;
    const now = Number(view.words[word]);
    const legal = chooser.targetsOf(view, word);
    return { view, word, value, now, legal };
}

function Amount(props: { chooser: Chooser; parts: PartView[] }) {
    const { chooser } = props;
    const at = marked(chooser, props.parts);
    if (!at) return null;
    const { view, word, value, now, legal } = at;
    const sign = value > now ? 1 : -1;
    const many = Math.abs(now - value);
    // The next legal number of chips in that direction.
    const next = (step: 1 | -1): number | null => {
        const wish = legal
            ? legal
                  .filter((v) => sign * (v - now) > 0 && step * sign * (v - value) > 0)
                  .sort((a, b) => step * sign * (a - b))[0]
            : value + step * sign;
        return wish === undefined || wish < 0 || wish === now ? null : wish;
    };
    const go = (to: number | null) => to !== null && chooser.mark(view, word, to);
    const [less, more] = [next(-1), next(1)];
    if (less === null && more === null) return null;
    return (
        <span class="amount">
            <button
                type="button"
                aria-label={texts.board.less}
                disabled={less === null}
                onClick={() => go(less)}
            >
                −
            </button>
            <input
                type="number"
                aria-label={texts.board.amount(view.names[word] ?? view.last?.name ?? "")}
                min={1}
                value={many}
                onChange={(event) => {
                    const typed = Math.round(Number(event.currentTarget.value));
                    if (typed > 0 && now + sign * typed >= 0) go(now + sign * typed);
                    else event.currentTarget.value = String(many);
                }}
            />
            <button
                type="button"
                aria-label={texts.board.more}
                disabled={more === null}
                onClick={() => go(more)}
            >
                +
            </button>
        </span>
    );
}

function sentence(chooser: Chooser, waiting: boolean, onBoard: boolean): string {
    const { seen, move, found } = chooser;
    if (!chooser.active) return " ";
    if (!seen) return waiting ? texts.board.waiting : texts.board.choose;
    if (move) return move.text;
    if (found?.length === 0) return texts.board.noMove;
    return onBoard ? texts.board.goTo : texts.board.goOn;
}

export function MarkBar(props: { chooser: Chooser; parts: PartView[]; waiting: boolean }) {
    const { chooser } = props;
    const { marks, move, found } = chooser;
    // On a strip the squares themselves are the choice.
    const kind = marks ? props.parts[marks.part]?.kind : undefined;
    const onBoard = kind === "strip";
    const several = marks && !onBoard && found && found.length > 1 ? found : null;
    // Where more marks make more of a move, the piles themselves are the choice.
    const more = several && move && !props.parts[marks!.part]!.own;
    const others = !more && several && several.length <= (kind === "shapes" ? LISTED_SHAPES : LISTED) ? several : null;
    return (
        <div class="mark-bar">
            <p class={chooser.seen ? "preview" : "preview preview-idle"}>
                {sentence(chooser, props.waiting, onBoard)}
            </p>
            {marks && chooser.active && (
                <div class="mark-buttons">
                    <Amount chooser={chooser} parts={props.parts} />
                    {move && (
                        <button type="button" class="primary" onClick={() => chooser.make()}>
                            {texts.board.make}
                        </button>
                    )}
                    <button type="button" onClick={chooser.clear}>
                        {texts.board.clear}
                    </button>
                </div>
            )}
            {more && chooser.active && <p class="preview-idle">{kind === "shapes" ? texts.board.chooseMore : texts.board.morePiles}</p>}
            {others && chooser.active && (
                <MoveButtons
                    moves={others}
                    label={texts.board.others}
                    lit={null}
                    disabled={false}
                    make={chooser.make}
                />
            )}
        </div>
    );
}
