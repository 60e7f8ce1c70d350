// SPDX-License-Identifier: MIT
// Piles side by side on a table; chips under the table; and steps of a staircase, which are
// piles that stand higher and higher, step 1 next to the ground.
import type { Whole } from "../engine/answers";
import { texts } from "../texts";
import { lookFor, MOST_CHIPS, tallest } from "./chips";
import type { Chooser } from "./chooser";
import { Heap } from "./heap";
import type { Light } from "./hint_light";
import type { PartView } from "./part_view";
import { useRoving } from "./roving";

export interface PartBoardProps {
    view: PartView;
    chooser: Chooser;
    light: Light | null;
    label: string;
}

function litFor(light: Light | null, word: number) {
    return {
        heap: light?.words.includes(word) ?? false,
        value: light?.values.get(word) ?? null,
    };
}

export function PilesBoard(props: PartBoardProps) {
    const { view, chooser, light } = props;
    const words = view.words!;
    const heaps = words.slice(0, view.heaps);
    const spare = view.last?.under ? view.last : null;
    const shape = spare ? words.length : view.heaps;
    const look = lookFor([...heaps, ...view.atStart.slice(0, shape)], view.heaps, true);
    const tall = view.heaps <= 8 ? tallest(view.atStart.slice(0, view.heaps), look) : 0;
    const roving = useRoving("[role=slider]", view.heaps + (spare ? 1 : 0));
    const common = { view, chooser, look };
    // Very large numbers take several lines, and all piles stand equally high.
    const digits = Math.max(...heaps.map((value) => String(value).length));
    return (
        <div ref={roving.group} role="group" aria-label={props.label} onKeyDown={roving.onKeyDown}>
            {view.last && !spare && (
                <p class="limit">{texts.board.last(view.last.name, String(view.last.value))}</p>
            )}
            <div
                class={`tabletop ${spare ? "with-legs" : ""}`}
                style={{
                    "--room": `${Math.max(62, look.columns * look.size + 14, Math.min(96, 12 * digits))}px`,
                    "--foot": Math.ceil(digits / 7),
                    "--tall": `${tall}px`,
                }}
            >
                {heaps.map((value, i) => (
                    <Heap
                        key={i}
                        {...common}
                        word={i}
                        name={view.names[i]!}
                        value={value}
                        lit={litFor(light, i)}
                        tabIndex={roving.tabIndex(i)}
                        onFocus={() => roving.onFocus(i)}
                    />
                ))}
            </div>
            {spare && (
                <div class="under">
                    <Heap
                        {...common}
                        class="spare"
                        word={view.heaps}
                        name={spare.name}
                        value={spare.value}
                        lit={litFor(light, view.heaps)}
                        tabIndex={roving.tabIndex(view.heaps)}
                        onFocus={() => roving.onFocus(view.heaps)}
                    />
                </div>
            )}
        </div>
    );
}

export function StairsBoard(props: PartBoardProps) {
    const { view, chooser, light } = props;
    const words = view.words!;
    const look = lookFor([...words, ...view.atStart], words.length, true);
    const roving = useRoving("[role=slider]", words.length);
    // All is measured in chips, so that the whole staircase fits into the view.
    const rise = Math.max(8, Math.min(34, 280 / words.length)) / look.size;
    const rows = (value: Whole | undefined) =>
        Math.ceil(Math.min(Number(value ?? 0), MOST_CHIPS) / look.columns);
    const high = words.map(
        (value, i) => Math.max(rows(value), rows(view.atStart[i])) + (i + 1) * rise,
    );
    const digits = Math.max(...words.map((value) => String(value).length));
    return (
        <div
            ref={roving.group}
            class={`stairs ${words.length > 5 ? "steps-many" : ""}`}
            role="group"
            aria-label={props.label}
            onKeyDown={roving.onKeyDown}
            style={{
                "--most": `${look.size}px`,
                "--high": Math.max(...high),
                "--wide": (words.length + 1.5) * look.columns,
                "--digits": digits,
            }}
        >
            <div class="ground" aria-hidden="true">
                {texts.board.ground}
            </div>
            {words.map((value, i) => (
                <Heap
                    key={i}
                    class="step"
                    view={view}
                    chooser={chooser}
                    look={look}
                    word={i}
                    name={view.names[i]!}
                    value={value}
                    lit={litFor(light, i)}
                    tabIndex={roving.tabIndex(i)}
                    onFocus={() => roving.onFocus(i)}
                >
                    <div class="riser" style={{ "--rise": (i + 1) * rise }} />
                </Heap>
            ))}
        </div>
    );
}
