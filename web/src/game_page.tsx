// SPDX-License-Identifier: MIT
// A game: the board and play on one side, the panels on the other. The address follows the
// position, so it can be copied at any time.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { writeAddress } from "./address";
import { Board } from "./board/board";
import { addressOfWords, joinWords, wordsOfLine, writeLink } from "./link";
import { ownTexts } from "./own_files";
import { arriveAtRules, rulesWanted, wantRules } from "./panels/edit_rules";
import { GraphPanel } from "./panels/graph";
import { GridPanel } from "./panels/grid";
import { MovesPanel } from "./panels/moves";
import { Panel, type PanelProps } from "./panels/panel";
import { TablePanel } from "./panels/table";
import { TheoremPanel } from "./panels/theorem";
import { WhyPanel } from "./panels/why";
import { addressOptions, hasOptions } from "./play/address_options";
import { PlayControls } from "./play/controls";
import { useGame, wordsOf } from "./play/game";
import { Busy, Refusal, StoppedNotice } from "./shared/notices";
import { remember, remembered } from "./shared/remember";
import { texts } from "./texts";

const panels = [
    { id: "grid", title: texts.panels.grid.title, View: GridPanel, open: true },
    { id: "moves", title: texts.panels.moves.title, View: MovesPanel, open: true },
    { id: "why", title: texts.panels.why.title, View: WhyPanel, open: true },
    { id: "graph", title: texts.panels.graph.title, View: GraphPanel, open: false },
    { id: "table", title: texts.panels.table.title, View: TablePanel, open: false },
    { id: "theorem", title: texts.panels.theorem.title, View: TheoremPanel, open: false },
] as const;

interface PanelsProps extends PanelProps {
    studying: boolean;
    study(now: boolean): void;
    /** Counts how often the text of the rules was asked for. */
    edits: number;
}

function Panels(props: PanelsProps) {
    const { studying, study, edits: _, ...panelProps } = props;
    const [open, setOpen] = useState<Record<string, boolean>>(() => ({
        ...remembered("panels", Object.fromEntries(panels.map((p) => [p.id, p.open]))),
        ...(rulesWanted() && { theorem: true }),
    }));
    const toggle = useCallback((id: string, now: boolean) => {
        setOpen((before) => {
            if (before[id] === now) return before;
            const after = { ...before, [id]: now };
            remember("panels", after);
            return after;
        });
    }, []);
    useEffect(() => {
        if (!props.edits) return;
        toggle("theorem", true);
        arriveAtRules(document.querySelector("#rules-text"));
    }, [props.edits, toggle]);
    return (
        <section class="panels" aria-label={texts.panels.heading}>
            <div class="study-switch">
                <button type="button" onClick={() => study(!studying)}>
                    {studying ? texts.panels.hide : texts.panels.show}
                </button>
            </div>
            {studying &&
                panels.map(({ id, title, View }) => (
                    <Panel
                        key={id}
                        id={id}
                        title={title}
                        open={open[id] ?? false}
                        onToggle={(now) => toggle(id, now)}
                    >
                        <View {...panelProps} />
                    </Panel>
                ))}
        </section>
    );
}

export function GamePage(props: { words: string[] }) {
    const game = useGame();
    const { open, state, shown } = game;
    // Whoever only wants to play hides what would give the answers away.
    const [studying, setStudying] = useState<boolean>(() => rulesWanted() || remembered("study", true));
    const study = useCallback((now: boolean) => {
        setStudying(now);
        remember("study", now);
    }, []);
    const [edits, setEdits] = useState(0);
    const editRules = useCallback(() => {
        wantRules();
        study(true);
        setEdits((n) => n + 1);
    }, [study]);
    // Whether the next address is a new one, to come back from, or follows the one before.
    const push = useRef(false);

    // New words come from the address only: what is opened or played here is written there.
    useEffect(() => {
        push.current = false;
        void open(props.words);
    }, [props.words, open]);

    const openWords = useCallback(
        async (words: string[]) => {
            // Whoever opens another position plays it against the same opponent.
            const options =
                state && !hasOptions(words) ? addressOptions(state, state.nodes[0]!, props.words) : [];
            push.current = true;
            const good = await open([...words, ...options]);
            if (!good) push.current = false;
            return good;
        },
        [open, props.words, state],
    );

    const words = useMemo(() => (state && shown ? wordsOf(state, shown) : null), [state, shown]);
    useLayoutEffect(() => {
        document.title = words ? `${words.join(" ")} · ${texts.title}` : texts.title;
    }, [words]);
    // The address follows when all is drawn: browsers take their time over it.
    useEffect(() => {
        if (!words || !state || !shown) return;
        let wanted = true;
        const write = (address: string) => {
            if (!wanted) return;
            writeAddress(address, push.current);
            push.current = false;
        };
        const all = [...words, ...addressOptions(state, shown, props.words)];
        const files = ownTexts(all);
        if (files.size === 0) write(addressOfWords(all));
        else void writeLink({ words: all, files }).then(write);
        return () => {
            wanted = false;
        };
    }, [words, state, shown, props.words, game.refused]);

    if (!state || !shown || !words)
        return (
            <>
                {game.refused ? (
                    <NotOpened words={props.words} error={game.refused} />
                ) : game.stopped ? (
                    <StoppedNotice again={game.again} />
                ) : (
                    <Busy busy={true} progress={game.progress} stop={game.stop} />
                )}
            </>
        );
    return (
        <div class={studying ? "game" : "game alone"} data-round={game.round}>
            <section class="table" aria-label={texts.board.heading}>
                <Board game={game} state={state} shown={shown} editRules={editRules} />
                <PlayControls game={game} state={state} shown={shown} open={openWords} />
            </section>
            <Panels
                words={words}
                state={state}
                live={game.live}
                line={game.line}
                open={openWords}
                studying={studying}
                study={study}
                edits={edits}
            />
        </div>
    );
}

/** The address names no game: the sentence, and the line to be mended. */
function NotOpened(props: { words: string[]; error: NonNullable<ReturnType<typeof useGame>["refused"]> }) {
    const submit = (event: SubmitEvent) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget as HTMLFormElement);
        location.hash = addressOfWords(wordsOfLine(String(form.get("line") ?? "")));
    };
    return (
        <form class="not-opened" onSubmit={submit}>
            <Refusal error={props.error} />
            <label>
                {texts.start.typed}
                <input name="line" defaultValue={joinWords(props.words)} spellcheck={false} autocomplete="off" />
            </label>
            <button type="submit" class="primary">{texts.start.open}</button>
        </form>
    );
}
