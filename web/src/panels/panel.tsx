// SPDX-License-Identifier: MIT
// What every panel beside the board gets, and its frame: a heading that opens and closes it,
// what is being worked on, and what went wrong.
//
// A panel shows what one command says about the position on the board. It gets the command
// words of the position and asks the engine with them (useFollowing, useAnswer); it knows no
// rules. The list of the panels is in game_page.tsx.
import type { ComponentChildren } from "preact";
import type { SessionState } from "../engine/answers";
import type { Asked } from "../engine/use_answer";
import { Busy, Refusal, StoppedNotice } from "../shared/notices";

export interface PanelProps {
    /** Rules and position as command words: ["nim", "3,4,6"]; sums have "+" between. */
    words: string[];
    state: SessionState;
    /** Whether `words` is where play stands (and not a position that is only looked at). */
    live: boolean;
    /** A line as typed: a move such as "to 1,4,6". */
    line(text: string): Promise<boolean>;
    /** Puts another position (or other rules) on the board, as a new game. */
    open(words: string[]): Promise<boolean>;
}

export function Panel(props: {
    id: string;
    title: string;
    open: boolean;
    onToggle(open: boolean): void;
    children: ComponentChildren;
}) {
    return (
        <details
            class="panel"
            id={`panel-${props.id}`}
            open={props.open}
            onToggle={(event) => props.onToggle(event.currentTarget.open)}
        >
            <summary>
                <h2>{props.title}</h2>
            </summary>
            <div class="panel-body">{props.open && props.children}</div>
        </details>
    );
}

/** What is to be said about a question that was put to the engine, above its answer. */
export function AskedNotice(props: { asked: Asked<unknown> }) {
    const { asked } = props;
    return (
        <>
            {asked.error && <Refusal error={asked.error} />}
            <Busy busy={asked.busy} progress={asked.progress} stop={asked.stop} />
            {asked.stopped && <StoppedNotice again={asked.again} />}
        </>
    );
}
