// SPDX-License-Identifier: MIT
// Every move from the position with the label and Grundy value of where it leads; a click
// plays it. The winning ones have a tick and stand first.
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { MovesAnswer, Option, SolveAnswer } from "../engine/answers";
import { useFollowing } from "../engine/follow";
import { Label } from "../shared/label";
import { texts } from "../texts";
import {
    allKnown,
    countText,
    isCut,
    movesFrom,
    number,
    ordered,
    useAllMoves,
    useWinning,
    wins,
    type Order,
} from "./known_moves";
import { AskedNotice, type PanelProps } from "./panel";
import { valueText } from "./value_text";
import { Wide } from "./wide";

const t = texts.panels.moves;
const PAGE = 200;
const FEW = 8; // moves that need no filter

function Sentence(props: { answer: MovesAnswer; solved: SolveAnswer | null }) {
    const { answer, solved } = props;
    if (answer.terminal) return <p class="who-wins">{t.over}</p>;
    return (
        <>
            <p class="who-wins">
                <Label outcome={answer.outcome} />{" "}
                <span>
                    {answer.outcome === null ? texts.outcome.unknown : texts.outcome[answer.outcome]}.{" "}
                    {countText(answer, solved)}
                </span>
            </p>
            {isCut(answer) && <p class="legend">{t.listed(number(answer.options.length))}</p>}
        </>
    );
}

function Row(props: { option: Option; live: boolean; line: PanelProps["line"] }) {
    const { option, live, line } = props;
    const { to } = option;
    return (
        <tr class={wins(option) ? "winning" : ""}>
            <td class="tick">
                {wins(option) && (
                    <>
                        <span aria-hidden="true">✓</span>
                        <span class="unseen">{t.wins}</span>
                    </>
                )}
            </td>
            <td>
                {live && to !== null ? (
                    <button type="button" class="move" onClick={() => void line(`to ${to}`)}>
                        {option.text}
                    </button>
                ) : (
                    option.text
                )}
            </td>
            <td class="leaves">{to}</td>
            <td>
                <Label outcome={option.outcome} />
            </td>
            <td class="value">{valueText(option)}</td>
        </tr>
    );
}

function List(props: {
    options: Option[];
    live: boolean;
    line: PanelProps["line"];
    shown: number;
    more(): void;
}) {
    const { options, shown, live, line } = props;
    return (
        <>
            <Wide name={t.title} class="moves-box">
                <table class="moves">
                    <thead>
                        <tr>
                            <td />
                            <th scope="col">{t.move}</th>
                            <th scope="col">{t.leaves}</th>
                            <th scope="col">{t.label}</th>
                            <th scope="col">{t.value}</th>
                        </tr>
                    </thead>
                    <tbody>
                        {/* Without keys a button stays where it is, and with it the focus. */}
                        {options.slice(0, shown).map((option) => (
                            <Row option={option} live={live} line={line} />
                        ))}
                    </tbody>
                </table>
            </Wide>
            {options.length > shown && (
                <p class="more">
                    {t.shown(number(shown), number(options.length))}{" "}
                    <button type="button" onClick={props.more}>
                        {t.more}
                    </button>
                </p>
            )}
        </>
    );
}

function NoMatch({ answer }: { answer: MovesAnswer }) {
    return <p>{isCut(answer) ? t.noMatchListed(number(answer.options.length)) : t.noMatch}</p>;
}

function Choose(props: {
    filter: string;
    order: Order;
    setFilter(text: string): void;
    setOrder(order: Order): void;
}) {
    return (
        <div class="choose-moves">
            <label>
                <span>{t.filter}</span>
                <input
                    type="search"
                    value={props.filter}
                    onInput={(event) => props.setFilter(event.currentTarget.value)}
                />
            </label>
            <label>
                <span>{t.order}</span>
                <select
                    value={props.order}
                    onChange={(event) => props.setOrder(event.currentTarget.value as Order)}
                >
                    {Object.entries(t.orders).map(([name, text]) => (
                        <option key={name} value={name}>
                            {text}
                        </option>
                    ))}
                </select>
            </label>
        </div>
    );
}

/** When the button that had the focus is gone with its move, the panel has it. */
function useKeptFocus(position: string | undefined) {
    const box = useRef<HTMLDivElement>(null);
    const had = useRef(false);
    useLayoutEffect(() => {
        if (had.current && document.activeElement === document.body) box.current?.focus();
    }, [position]);
    const onFocusIn = () => (had.current = true);
    const onFocusOut = (event: FocusEvent) => {
        // A removed element leaves without a next one.
        if (event.relatedTarget !== null) had.current = false;
    };
    return { box, onFocusIn, onFocusOut };
}

export function MovesPanel(props: PanelProps) {
    const asked = useFollowing<MovesAnswer>(movesFrom, props.words);
    const [filter, setFilter] = useState("");
    const answer = useAllMoves(asked, filter.trim() !== "");
    const [order, setOrder] = useState<Order>("winning");
    const [shown, setShown] = useState(PAGE);
    const focus = useKeptFocus(answer?.position);
    const solved = useWinning(answer, props.words);
    useLayoutEffect(() => setShown(PAGE), [answer?.position, filter, order]);
    const options = useMemo(() => {
        const few = (answer?.options.length ?? 0) <= FEW;
        const wanted = (few ? "" : filter).trim().toLowerCase();
        const found = allKnown(answer, solved).filter((o) =>
            `${o.text} ${o.to ?? ""}`.toLowerCase().includes(wanted),
        );
        return ordered(found, order);
    }, [answer, solved, filter, order]);
    const { live, line } = props;
    const list = useMemo(
        () =>
            options.length > 0 && (
                <List {...{ options, live, line, shown }} more={() => setShown(shown + PAGE)} />
            ),
        [options, live, line, shown],
    );
    return (
        <>
            <AskedNotice asked={asked} />
            {answer && (
                <div
                    data-position={answer.position}
                    tabIndex={-1}
                    ref={focus.box}
                    onFocusIn={focus.onFocusIn}
                    onFocusOut={focus.onFocusOut}
                >
                    <Sentence answer={answer} solved={solved} />
                    {answer.options.length > 0 && (
                        <>
                            {answer.options.length > FEW && (
                                <Choose {...{ filter, order, setFilter, setOrder }} />
                            )}
                            {options.length === 0 && <NoMatch answer={answer} />}
                            {list}
                            <p class="legend">{live ? t.play : t.looking}</p>
                        </>
                    )}
                </div>
            )}
        </>
    );
}
