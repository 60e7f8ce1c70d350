// SPDX-License-Identifier: MIT
// Sentences from the engine, and what is shown while it works. Like everything in this folder
// it is used by board, panels, editor and start alike, so that the same thing looks the same
// everywhere.
import { useEffect, useState } from "preact/hooks";
import type { EngineError, Progress } from "../engine/engine";
import { texts } from "../texts";

/** What was refused, with the line and the caret if there is one. */
export function Refusal(props: { error: EngineError }) {
    const { message, excerpt, caret } = props.error;
    return (
        <div class="refusal" role="alert">
            <p>{message}</p>
            {excerpt !== null && (
                <pre aria-hidden="true">{`${excerpt}\n${" ".repeat(caret)}^`}</pre>
            )}
        </div>
    );
}

/** A refusal of the page itself. */
export function Sentence(props: { text: string }) {
    return (
        <div class="refusal" role="alert">
            <p>{props.text}</p>
        </div>
    );
}

/** Texts that a link or a record brought for files that are not its own; what is shown goes
 * without them. */
export function NotTaken(props: { names: string[]; say(name: string, others: number): string }) {
    const [read, setRead] = useState(false);
    const [name] = props.names;
    if (name === undefined || read) return null;
    return (
        <div class="refusal not-taken" role="alert">
            <p>{props.say(name.slice(0, 60), props.names.length - 1)}</p>
            <button type="button" onClick={() => setRead(true)}>
                {texts.link.close}
            </button>
        </div>
    );
}

const PATIENCE_MS = 250;

/** Appears only when the work takes longer than a moment. `steps`: what is counted, if not
 * positions. */
export function Busy(props: {
    busy: boolean;
    progress: Progress | null;
    stop(): void;
    steps?: (done: string) => string;
}) {
    const [long, setLong] = useState(false);
    useEffect(() => {
        setLong(false);
        if (!props.busy) return;
        const timer = setTimeout(() => setLong(true), PATIENCE_MS);
        return () => clearTimeout(timer);
    }, [props.busy]);
    if (!props.busy || !long) return null;
    const { progress } = props;
    const share = progress && progress.total > 0 ? progress.done / progress.total : null;
    const words =
        share !== null
            ? texts.engine.workingShare(Math.floor(100 * share))
            : progress
              ? (props.steps ?? texts.engine.workingSteps)(progress.done.toLocaleString("en"))
              : texts.engine.working;
    return (
        <div class="busy" role="status">
            <span>{words}</span>
            {share !== null ? (
                <progress value={share} aria-label={words} />
            ) : (
                <progress aria-label={words} />
            )}
            <button type="button" onClick={props.stop}>
                {texts.engine.stop}
            </button>
        </div>
    );
}

export function StoppedNotice(props: { again(): void }) {
    return (
        <div class="busy" role="status">
            <span>{texts.engine.stopped}</span>
            <button type="button" onClick={props.again}>
                {texts.engine.again}
            </button>
        </div>
    );
}
