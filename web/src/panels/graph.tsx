// SPDX-License-Identifier: MIT
// The graph of all that can come from the position that is shown. The engine finds it,
// labels it and lays it out; see docs/graphs.md.
import { useCallback, useMemo, useRef, useState } from "preact/hooks";
import { useAnswer } from "../engine/use_answer";
import { remember, remembered } from "../shared/remember";
import { texts } from "../texts";
import { waysOf, type GraphAnswer, type StepsAnswer } from "./graph_answer";
import { describeNode, GraphDrawing } from "./graph_drawing";
import { goTo } from "./graph_go";
import { GraphList } from "./graph_list";
import { RoundButtons, RoundWords, useColouring, type Shown } from "./graph_rounds";
import { GraphScroll } from "./graph_scroll";
import { walk } from "./graph_walk";
import { AskedNotice, type PanelProps } from "./panel";

// Positions that are drawn at first, and what the button asks for then.
const LIMITS = [120, 400, 1000];

const isEqual = (a: string[] | null, b: string[]) => JSON.stringify(a) === JSON.stringify(b);

/** Whether --merge makes a difference: there are heaps to change places. */
const canMerge = (graph: GraphAnswer) => graph.unordered && (graph.position ?? "").includes(",");

interface Wishes {
    merge: boolean;
    values: boolean;
    /** The rounds are those of Grundy values, not of letters. */
    valueRounds: boolean;
}

const usual: Wishes = { merge: true, values: true, valueRounds: false };

function useWishes(): [Wishes, (change: Partial<Wishes>) => void] {
    const [wishes, set] = useState<Wishes>(() =>
        ({ ...usual, ...remembered("graph", {}) }),
    );
    const change = useCallback((some: Partial<Wishes>) => {
        set((before) => {
            const after = { ...before, ...some };
            remember("graph", after);
            return after;
        });
    }, []);
    return [wishes, change];
}

/** What belongs to one position: another one begins anew. */
function useFor<T>(key: string, first: T): [T, (value: T) => void] {
    const [kept, set] = useState({ key, value: first });
    const value = kept.key === key ? kept.value : first;
    return [value, useCallback((now: T) => set({ key, value: now }), [key])];
}

export function GraphPanel(props: PanelProps) {
    const [wishes, change] = useWishes();
    const here = props.words.join(" ");
    const [level, setLevel] = useFor(here, 0);
    const [shown, show] = useFor<Shown>(here, null);
    const options = [...(wishes.merge ? ["--merge"] : []), "--limit", String(LIMITS[level])];
    const drawn = ["graph", ...props.words, "--places", ...options];
    const asked = useAnswer<GraphAnswer>("study", drawn);
    const graph = asked.answer;
    const inValues = wishes.valueRounds && graph?.play === "normal";
    const labels = inValues ? ["--labels", "grundy"] : [];
    const told = ["graph", ...props.words, "--steps", ...labels, ...options];
    const stepped = shown !== null && graph?.cut === false && isEqual(asked.words, drawn);
    const rounds = useAnswer<StepsAnswer>("study", stepped ? told : null);
    const steps = isEqual(rounds.words, told) ? rounds.answer : null;
    const t = texts.panels.graph;
    return (
        <div class="graph-panel">
            <AskedNotice asked={asked} />
            {stepped && <AskedNotice asked={rounds} />}
            {graph && (
                <>
                    <div class="graph-switches">
                        <Switch
                            label={t.values}
                            on={wishes.values}
                            set={(values) => change({ values })}
                        />
                        {graph.play === "normal" && (
                            <Switch
                                label={t.valueRounds}
                                on={wishes.valueRounds}
                                set={(valueRounds) => change({ valueRounds })}
                            />
                        )}
                        {canMerge(graph) && (
                            <Switch
                                label={t.merge}
                                on={wishes.merge}
                                set={(merge) => change({ merge })}
                            />
                        )}
                    </div>
                    {graph.caption && (
                        <p class="graph-cut" role="status">
                            {t.cut(graph.caption)} {t.cutRounds}{" "}
                            {level + 1 < LIMITS.length && (
                                <button type="button" onClick={() => setLevel(level + 1)}>
                                    {t.more(LIMITS[level + 1]!)}
                                </button>
                            )}
                        </p>
                    )}
                    <Shown
                        {...props}
                        graph={graph}
                        of={asked.words!.join(" ")}
                        old={!isEqual(asked.words, drawn)}
                        steps={steps}
                        shown={rounds.error || graph.cut ? null : shown}
                        show={show}
                        values={
                            graph.play === "normal" && (wishes.values || (inValues && shown !== null))
                        }
                    />
                </>
            )}
        </div>
    );
}

function Switch(props: { label: string; on: boolean; set(on: boolean): void }) {
    return (
        <label>
            <input
                type="checkbox"
                checked={props.on}
                onChange={(event) => props.set(event.currentTarget.checked)}
            />{" "}
            {props.label}
        </label>
    );
}

function Shown(
    props: PanelProps & {
        graph: GraphAnswer;
        of: string;
        /** It belongs to a position that is no longer shown; the new one is on its way. */
        old: boolean;
        steps: StepsAnswer | null;
        shown: Shown;
        show(shown: Shown): void;
        values: boolean;
    },
) {
    const { graph, of, steps, shown, values } = props;
    const t = texts.panels.graph;
    const ways = useMemo(() => waysOf(graph), [graph]);
    const names = useMemo(() => graph.nodes.map((n) => n.position), [graph]);
    const letters = useCallback((node: number) => graph.nodes[node]?.outcome ?? null, [graph]);
    const colouring = useColouring(names, letters, steps, shown);
    const [active, setActive] = useFor<number | null>(of, null);
    const [tab, setTab] = useFor(of, 0);
    const [listed, setListed] = useState(false);
    const drawing = useRef<HTMLDivElement>(null);
    const latest = useRef(props);
    latest.current = props;
    const go = useCallback((node: number) => {
        const now = latest.current;
        if (!now.old) void goTo(now, now.graph, node);
    }, []);
    const describe = useCallback(
        (node: number) => describeNode(graph, ways.out, colouring, node),
        [graph, ways, colouring],
    );
    const key = (event: KeyboardEvent) => {
        const node = Number((event.target as Element).getAttribute("data-node") ?? NaN);
        if (Number.isNaN(node) || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            go(node);
            return;
        }
        const to = walk(graph, ways, node, event.key);
        if (to === null) {
            if (event.key.startsWith("Arrow")) event.preventDefault();
            return;
        }
        event.preventDefault();
        setTab(to);
        drawing.current?.querySelector<SVGGElement>(`[data-node="${to}"]`)?.focus();
    };
    const root = graph.nodes[0]!;
    const merged = canMerge(graph) && of.includes(" --merge");
    return (
        <div ref={drawing} class={props.old ? "graph-old" : undefined} onKeyDown={key}>
            <GraphScroll
                label={t.drawing(graph.position ?? graph.rules)}
                width={graph.width}
                height={graph.height}
                start={{ x: root.x + root.width / 2, y: root.y }}
                of={of}
                buttons={
                    <RoundButtons
                        steps={steps}
                        shown={shown}
                        show={props.show}
                        disabled={graph.cut}
                    />
                }
            >
                <GraphDrawing
                    graph={graph}
                    colouring={colouring}
                    values={values}
                    active={active}
                    tab={tab}
                    describe={describe}
                    onActive={setActive}
                    onGo={go}
                />
            </GraphScroll>
            <p class="graph-told">
                {active === null ? t.help : `${names[active]}: ${describe(active)}`}
            </p>
            <p class="graph-count">
                {t.count(graph.nodes.length, graph.edges.length)} {merged && t.mergedWords}
            </p>
            <RoundWords steps={steps} shown={shown} />
            <details onToggle={(event) => setListed(event.currentTarget.open)}>
                <summary>{t.list}</summary>
                {listed && (
                    <GraphList
                        graph={graph}
                        out={ways.out}
                        colouring={colouring}
                        values={values}
                        onGo={go}
                    />
                )}
            </details>
        </div>
    );
}
