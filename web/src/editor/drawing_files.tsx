// SPDX-License-Identifier: MIT
// In and out: text or a file in DOT, as an edge list or JSON; DOT and a picture out.
import { useState } from "preact/hooks";
import { EngineError, fileText } from "../engine/engine";
import { download } from "../shared/download";
import { Refusal } from "../shared/notices";
import { texts } from "../texts";
import type { Drawing } from "./drawing";
import { readDrawing } from "./drawing_import";
import { OWN } from "./solution";

const copied = [
    "fill",
    "fill-opacity",
    "stroke",
    "stroke-width",
    "stroke-opacity",
    "stroke-dasharray",
    "font",
    "text-anchor",
    "opacity",
];

/** The picture as it is on the page, with its colours written into it. */
function pictureOf(svg: SVGSVGElement): string {
    const copy = svg.cloneNode(true) as SVGSVGElement;
    const from = svg.querySelectorAll<SVGElement>("*");
    copy.querySelectorAll<SVGElement>("*").forEach((element, i) => {
        const style = getComputedStyle(from[i]!);
        for (const name of copied) element.style.setProperty(name, style.getPropertyValue(name));
        for (const name of ["role", "tabindex", "aria-pressed", "class"])
            element.removeAttribute(name);
    });
    copy.querySelector("rect")?.remove(); // the paper itself
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    copy.removeAttribute("role");
    return new XMLSerializer().serializeToString(copy) + "\n";
}

const examples = ["examples/teaser.dot", "examples/roundabout.txt"];

export function DrawingFiles(props: {
    dot: string;
    empty: boolean;
    onRead(drawing: Drawing, name: string): void;
    onSaid(sentence: string): void;
}) {
    const [text, setText] = useState("");
    const [error, setError] = useState<EngineError | null>(null);
    const t = texts.editor;
    const read = async (from: string, name: string) => {
        try {
            props.onRead(await readDrawing(from), name);
            setError(null);
        } catch (refused) {
            setError(
                refused instanceof EngineError
                    ? refused
                    : new EngineError(String(refused), "crash"),
            );
        }
    };
    const readFile = async (input: HTMLInputElement) => {
        const file = input.files?.[0];
        input.value = "";
        if (!file) return;
        const content = await file.text();
        setText(content.length < 100000 ? content : "");
        await read(content, file.name);
    };
    const copy = async () => {
        try {
            await navigator.clipboard.writeText(props.dot);
            props.onSaid(t.copied);
        } catch {
            setText(props.dot);
            props.onSaid(t.copyByHand);
        }
    };
    const picture = () => {
        const svg = document.querySelector<SVGSVGElement>(".editor .graph-box svg");
        if (svg) download(pictureOf(svg), "graph.svg", "image/svg+xml");
    };
    return (
        <>
            <div class="editor-row">
                <span>{t.exampleGraphs}</span>
                {examples.map((name) => (
                    <button
                        key={name}
                        type="button"
                        onClick={() => void read(fileText(name) ?? "", name)}
                    >
                        {t.examples[name as keyof typeof t.examples]}
                    </button>
                ))}
            </div>
            <details class="editor-files">
                <summary>{t.files}</summary>
                <label class="editor-field">
                    {t.paste}
                    <textarea
                        class="code"
                        rows={6}
                        spellcheck={false}
                        value={text}
                        aria-invalid={error !== null}
                        onInput={(event) => setText(event.currentTarget.value)}
                    />
                </label>
                {error && <Refusal error={error} />}
                <div class="editor-row">
                    <button
                        type="button"
                        disabled={text.trim() === ""}
                        onClick={() => void read(text, t.pasted)}
                    >
                        {t.read}
                    </button>
                    <label class="editor-file">
                        {t.fromFile}
                        <input
                            type="file"
                            accept=".dot,.gv,.txt,.json"
                            onChange={(event) => void readFile(event.currentTarget)}
                        />
                    </label>
                </div>
                <div class="editor-row">
                    <button
                        type="button"
                        disabled={props.empty}
                        onClick={() => download(props.dot, OWN, "text/vnd.graphviz")}
                    >
                        {t.saveDot}
                    </button>
                    <button type="button" disabled={props.empty} onClick={() => void copy()}>
                        {t.copyDot}
                    </button>
                    <button type="button" disabled={props.empty} onClick={picture}>
                        {t.saveSvg}
                    </button>
                </div>
            </details>
        </>
    );
}
