// SPDX-License-Identifier: MIT
// Coins on a strip of squares: choose a coin, then the square where it goes.
import { texts } from "../texts";
import { Chips, lookFor, type ChipLook } from "./chips";
import type { PartBoardProps } from "./piles_board";
import { useRoving } from "./roving";

interface SquareProps extends PartBoardProps {
    word: number;
    look: ChipLook;
    tabIndex: number;
    onFocus(): void;
}

/** What choosing this square would make of its coins: one more if the chosen coin can come
 * here, else one less. */
function meant(legal: number[] | null, value: number, comes: boolean): number | null {
    const wish = comes ? value + 1 : value - 1;
    if (legal === null) return wish < 0 ? null : wish;
    return legal.includes(wish) ? wish : null;
}

function Square(props: SquareProps) {
    const { view, word, chooser, light } = props;
    const value = Number(view.words![word]);
    const { marks, move } = chooser;
    const own = marks?.part === view.index ? marks.values : null;
    const from = own ? [...own.keys()][0]! : -1;
    const source = word === from;
    // Coins go to the left only.
    const target = meant(chooser.targetsOf(view, word), value, word < from);
    const free = chooser.active && word < from && target !== null;
    const seen = chooser.seen?.part === view.index ? chooser.seen : null;
    const change = seen && move?.changes.find(([w]) => w === word);
    const to = seen?.values.get(word) ?? (change ? Number(change[2]) : value);
    const lit = light?.words.includes(word) ?? false;
    const pick = () => {
        if (source) chooser.clear();
        else if (target !== null) chooser.pick(view, word, target, false);
        // No move: the engine says why.
        else if (own) chooser.pick(view, word, value + 1, false);
    };
    const says = texts.board.square(view.names[word]!, String(value));
    return (
        <button
            type="button"
            class={`square ${free ? "square-free" : ""} ${lit ? "heap-lit" : ""}`}
            data-heap={`${view.index}-${word}`}
            tabIndex={props.tabIndex}
            aria-pressed={source}
            aria-disabled={!chooser.active || (!source && target === null)}
            onFocus={props.onFocus}
            onClick={pick}
            onPointerMove={(e) =>
                e.pointerType !== "touch" && chooser.hover(view, word, source ? null : target)
            }
            onPointerLeave={() => chooser.hover(view, word, null)}
        >
            <span class="unseen">{free ? texts.board.goesHere(says) : says}</span>
            <Chips
                value={value}
                to={to}
                look={props.look}
                may={null}
                lit={light?.values.get(word) ?? null}
            />
            <span class="heap-foot" aria-hidden="true">
                <span class="heap-name">{word + view.heapsFrom}</span>
                {value > 1 && <b class="heap-count">{value}</b>}
            </span>
        </button>
    );
}

export function StripBoard(props: PartBoardProps) {
    const { view } = props;
    const words = view.words!;
    const look = lookFor(words, words.length, false);
    const roving = useRoving(".square", words.length);
    const onKeyDown = (event: KeyboardEvent) => {
        if (event.key === "Escape") props.chooser.clear();
        else roving.onKeyDown(event);
    };
    return (
        <div
            ref={roving.group}
            class="coin-strip"
            role="group"
            aria-label={props.label}
            onKeyDown={onKeyDown}
            style={{
                "--room": `${Math.max(44, look.columns * look.size + 2)}px`,
                "--squares": words.length,
            }}
        >
            {words.map((_, i) => (
                <Square
                    key={i}
                    {...props}
                    word={i}
                    look={look}
                    tabIndex={roving.tabIndex(i)}
                    onFocus={() => roving.onFocus(i)}
                />
            ))}
        </div>
    );
}
