// SPDX-License-Identifier: MIT
// Labels or Grundy values over one number of the position or two, around where it stands.
import { useLayoutEffect, useState } from "preact/hooks";
import type { SessionPart } from "../engine/answers";
import { useAnswer } from "../engine/use_answer";
import { wordsOf } from "../play/game";
import { texts } from "../texts";
import { NodeTable } from "./node_table";
import { numbersOf, type Axis } from "./number_words";
import { AskedNotice, type PanelProps } from "./panel";
import { askTable, questionWords, type TableQuestion } from "./table_question";
import { TableView } from "./table_view";

const t = texts.panels.table;

const FEW = 16;
const MOST_FROM_ZERO = 48; // larger numbers get a range of their own
const GREATEST = 2n ** 64n - 1n;

/** From 0 on if that is not too far, otherwise around the number; it stays the same while
 * the number moves a little. */
function usualAxis(place: number, number: string, alone: boolean): Axis {
    const n = BigInt(number);
    if (n < MOST_FROM_ZERO) {
        const needed = (Math.floor(Number(n) / 8) + 1) * 8;
        return { place, from: "0", count: Math.max(needed, alone ? 41 : FEW) };
    }
    const count = alone ? 40 : FEW;
    const from = ((n - 4n) / 8n) * 8n;
    const last = GREATEST - BigInt(count) + 1n;
    return { place, from: String(from > last ? last : from), count };
}

function nameOf(part: SessionPart, numbers: string[], place: number): string {
    const name = part.vars?.[place];
    if (name) return name;
    if (part.last !== "heap" && part.last_word && place === numbers.length - 1) return part.last_word;
    if (part.heap_word) return t.heap(part.heap_word, place + (part.heaps_from ?? 1));
    return t.plainNumber(place + 1);
}

interface Wish {
    across: number;
    down: number | null;
    grundy: boolean;
}

function Choice<T extends string>(props: {
    name: string;
    value: T;
    options: [T, string][];
    onChange(value: T): void;
}) {
    return (
        <label>
            <span>{props.name}</span>
            <select
                value={props.value}
                onChange={(event) => props.onChange(event.currentTarget.value as T)}
            >
                {props.options.map(([value, text]) => (
                    <option key={value} value={value}>
                        {text}
                    </option>
                ))}
            </select>
        </label>
    );
}

function Wishes(props: { wish: Wish; names: string[]; onChange(wish: Wish): void }) {
    const { wish, names, onChange } = props;
    const places = names.map((name, i): [string, string] => [String(i), name]);
    // The two numbers change places when one is chosen for the other.
    const across = (v: number) =>
        onChange({ ...wish, across: v, down: v === wish.down ? wish.across : wish.down });
    return (
        <div class="choose-moves">
            {names.length > 1 && (
                <>
                    <Choice
                        name={t.across}
                        value={String(wish.across)}
                        options={places}
                        onChange={(v) => across(Number(v))}
                    />
                    <Choice
                        name={t.down}
                        value={wish.down === null ? "" : String(wish.down)}
                        options={[["", t.nothing], ...places.filter(([v]) => v !== String(wish.across))]}
                        onChange={(v) => onChange({ ...wish, down: v === "" ? null : Number(v) })}
                    />
                </>
            )}
            <Choice
                name={t.show}
                value={wish.grundy ? "values" : "labels"}
                options={[
                    ["labels", t.labels],
                    ["values", t.values],
                ]}
                onChange={(v) => onChange({ ...wish, grundy: v === "values" })}
            />
        </div>
    );
}

/** A new one for other rules, another part, or another count of numbers. */
function NumberTable(props: {
    part: SessionPart;
    position: string;
    numbers: string[];
    alone: boolean;
    open(position: string): void;
}) {
    const { part, numbers, position, alone } = props;
    const [wish, set] = useState<Wish>({
        across: 0,
        down: numbers.length > 1 ? 1 : null,
        grundy: !alone,
    });
    const { across, down } = wish;
    const question: TableQuestion = {
        rules: part.rules,
        position,
        across: usualAxis(across, numbers[across]!, down === null),
        down: down === null ? null : usualAxis(down, numbers[down]!, false),
        grundy: wish.grundy,
    };
    const asked = useAnswer("study", questionWords(question), askTable);
    const names = numbers.map((_, i) => nameOf(part, numbers, i));
    const rest = numbers.flatMap((n, i) => (i === across || i === down ? [] : [`${names[i]} ${n}`]));
    const { answer } = asked;
    const caption =
        answer &&
        t.caption(
            names[answer.question.across.place]!,
            answer.question.down && names[answer.question.down.place]!,
        );
    return (
        <>
            <Wishes wish={wish} names={names} onChange={set} />
            <AskedNotice asked={asked} />
            {answer && (
                <div data-position={answer.question.position}>
                    <p class="legend">{caption}</p>
                    <TableView answer={answer} here={position} caption={caption!} open={props.open} />
                    {answer.pattern && <p class="pattern">{answer.pattern}</p>}
                    {rest.length > 0 && <p class="legend">{t.fixed(rest.join(", "))}</p>}
                    {!alone && <p class="legend">{t.partOnly}</p>}
                    <p class="legend">{t.outlined}</p>
                </div>
            )}
        </>
    );
}

/** What no table fits: the engine says why. */
function NoNumbers(props: { rules: string }) {
    const asked = useAnswer("study", ["table", props.rules, "0..8"]);
    return <AskedNotice asked={asked} />;
}

export function TablePanel(props: PanelProps) {
    const { parts } = props.state;
    const [chosen, choose] = useState(0);
    useLayoutEffect(() => choose(0), [props.state.rules]);
    const at = Math.min(chosen, parts.length - 1);
    const part = parts[at]!;
    // Behind rules stands the position, behind it a +.
    const position = props.words[3 * at + 1]!;
    const numbers = numbersOf(position);
    const open = (changed: string) => {
        const all = parts.map((_, i) => (i === at ? changed : props.words[3 * i + 1]!));
        void props.open(wordsOf(props.state, { position: all.join(" + ") }));
    };
    return (
        <>
            {parts.length > 1 && (
                <div class="choose-moves">
                    <Choice
                        name={t.part}
                        value={String(at)}
                        options={parts.map((p, i): [string, string] => [
                            String(i),
                            `${p.rules} ${props.words[3 * i + 1]}`,
                        ])}
                        onChange={(v) => choose(Number(v))}
                    />
                </div>
            )}
            {part.rules.startsWith("graph:") ? (
                <NodeTable words={[part.rules, position]} open={open} />
            ) : numbers ? (
                <NumberTable
                    key={`${at} ${part.rules} ${numbers.length}`}
                    part={part}
                    position={position}
                    numbers={numbers}
                    alone={parts.length === 1}
                    open={open}
                />
            ) : (
                <NoNumbers rules={part.rules} />
            )}
        </>
    );
}
