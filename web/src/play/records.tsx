// SPDX-License-Identifier: MIT
// The record of the game, in the format of the terminal: out by copying or as a file, in by
// pasting or from a file. A record that is refused stays in the field, with the reason.
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { Game } from "./game";
import type { SessionState } from "../engine/answers";
import { adoptTexts, withTexts } from "../own_files";
import { download, fileName } from "../shared/download";
import { NotTaken, Refusal } from "../shared/notices";
import { texts } from "../texts";

function RecordForm(props: { game: Game; state: SessionState }) {
    const { game, state } = props;
    const [text, setText] = useState("");
    const [copied, setCopied] = useState(false);
    const [notTaken, setNotTaken] = useState<string[]>([]);
    const id = useId();
    // Every answer may have changed the record, but not a refused one. One that comes when
    // something has been typed here comes too late.
    const expected = useRef(0);
    useEffect(() => {
        const mine = ++expected.current;
        setCopied(false);
        if (game.refused) return;
        void game.record().then((record) => {
            if (mine === expected.current) setText(withTexts(record));
        });
    }, [game.round]);
    const type = (record: string) => {
        expected.current++;
        setText(record);
        setNotTaken([]); // it was about another text
    };
    const load = async (record: string) => {
        type(record);
        const adopted = adoptTexts(record);
        setNotTaken(adopted.notTaken);
        await game.load(adopted.record);
    };
    const copy = async () => {
        try {
            await navigator.clipboard.writeText(text);
            setCopied(true);
        } catch {
            document.querySelector<HTMLTextAreaElement>(`[id="${id}"]`)?.select();
        }
    };
    const fromFile = (input: HTMLInputElement) => {
        const [file] = input.files ?? [];
        if (file) void file.text().then(load);
        input.value = "";
    };
    const refused = game.asked === "load" ? game.refused : null;
    return (
        <div class="record">
            <label for={id}>{texts.play.record.text}</label>
            <textarea
                id={id}
                class="code"
                rows={10}
                spellcheck={false}
                value={text}
                aria-invalid={refused !== null}
                onInput={(event) => type(event.currentTarget.value)}
            />
            <NotTaken key={notTaken} names={notTaken} say={texts.link.notTakenRecord} />
            {refused && <Refusal error={refused} />}
            <div class="play-buttons">
                <button type="button" onClick={() => download(text, fileName(state.rules, "txt"))}>
                    {texts.play.record.download}
                </button>
                <button type="button" onClick={() => void copy()}>
                    {texts.play.record.copy}
                </button>
                <button type="button" onClick={() => void load(text)}>
                    {texts.play.record.load}
                </button>
                <label class="file">
                    {texts.play.record.file}
                    <input
                        type="file"
                        accept=".txt,text/plain"
                        onChange={(event) => fromFile(event.currentTarget)}
                    />
                </label>
            </div>
            <p role="status">{copied ? texts.play.record.copied : ""}</p>
        </div>
    );
}

export function Records(props: { game: Game; state: SessionState }) {
    const [open, setOpen] = useState(false);
    return (
        <details class="fold" id="record" onToggle={(event) => setOpen(event.currentTarget.open)}>
            <summary>
                <h2>{texts.play.record.title}</h2>
            </summary>
            {open && <RecordForm {...props} />}
        </details>
    );
}
