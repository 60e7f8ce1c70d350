// SPDX-License-Identifier: MIT
// A square of a strip: choose the square of a coin, then the square where it goes.
import { texts } from "../texts";
import { becomes, type HeapProps } from "./heap";
import { Floor, HeapPicture } from "./heap_picture";

/** What choosing this square would make of its coins: one more if the chosen coin can come
 * here, else one less. */
function meant(legal: number[] | null, value: number, comes: boolean): number | null {
    const wish = comes ? value + 1 : value - 1;
    if (legal === null) return wish < 0 ? null : wish;
    return legal.includes(wish) ? wish : null;
}

export function Square(props: HeapProps) {
    const { view, heap, chooser, light } = props;
    const { word } = heap;
    const value = Number(heap.value);
    const { marks } = chooser;
    const own = marks?.part === view.index ? marks.values : null;
    const from = own ? [...own.keys()][0]! : -1;
    const source = word === from;
    // Coins go to the left only.
    const target = meant(chooser.targetsOf(view, word), value, word < from);
    const free = chooser.active && word < from && target !== null;
    const to = becomes(props, value);
    const lit = light?.words.includes(word) ?? false;
    const pick = () => {
        if (source) chooser.clear();
        else if (target !== null) chooser.pick(view, word, target, false);
        // No move: the engine says why.
        else if (own) chooser.pick(view, word, value + 1, false);
    };
    const says = texts.board.square(heap.name, String(heap.value));
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
            <Floor heap={heap} class="square-place" />
            <HeapPicture {...props} to={to} may={null} lit={light?.values.get(word) ?? null} />
            <span class="heap-foot" aria-hidden="true">
                <span class="heap-name">{word + view.heapsFrom}</span>
                {value > 1 && <b class="heap-count">{value}</b>}
            </span>
        </button>
    );
}
