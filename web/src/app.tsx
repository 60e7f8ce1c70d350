// SPDX-License-Identifier: MIT
// The frame around everything, and which of the three pages is shown: the games, a game, or
// the graph editor. The address decides; see address.ts and link.ts.
import { useLayoutEffect } from "preact/hooks";
import { useAddress, type Place } from "./address";
import { GraphEditor } from "./editor/graph_editor";
import { inPage } from "./engine/source";
import { GamePage } from "./game_page";
import { Start } from "./start/start";
import { NotTaken, Sentence } from "./shared/notices";
import { ThemeChoice } from "./shared/theme";
import { texts } from "./texts";

// What others ask to be told of their work: a file beside the page, or in it.
const notices = inPage("notices");
const licences =
    notices === null
        ? "THIRD-PARTY.txt"
        : URL.createObjectURL(new Blob([notices], { type: "text/plain;charset=utf-8" }));

function Page(props: Pick<Place, "words" | "tooLong">) {
    const { words } = props;
    if (props.tooLong) return <Sentence text={texts.link.tooLong} />;
    if (words.length === 0) return <Start />;
    if (words[0] === "graph-editor") return <GraphEditor />;
    return <GamePage words={words} />;
}

export function App() {
    const place = useAddress();
    const words = place?.words;
    const here = place?.tooLong ? undefined : words?.[0];
    // A game has its own title, which changes with the position.
    useLayoutEffect(() => {
        if (here === undefined) document.title = texts.title;
        else if (here === "graph-editor")
            document.title = `${texts.frame.editor} · ${texts.title}`;
    }, [here]);
    return (
        <>
            <a class="skip" href="#main" onClick={skipToMain}>
                {texts.frame.skip}
            </a>
            <header class="frame">
                <a class="brand" href="#">
                    {texts.title}
                </a>
                <nav aria-label={texts.title}>
                    <a href="#" aria-current={words?.length === 0 ? "page" : undefined}>
                        {texts.frame.games}
                    </a>
                    <a href="#graph-editor" aria-current={here === "graph-editor" ? "page" : undefined}>
                        {texts.frame.editor}
                    </a>
                </nav>
                <ThemeChoice />
            </header>
            <main id="main" tabIndex={-1}>
                {place && <NotTaken key={place.hash} names={place.notTaken} say={texts.link.notTaken} />}
                {place && <Page words={place.words} tooLong={place.tooLong} />}
            </main>
            <footer class="frame">
                <p>
                    {texts.frame.about} <a href={licences}>{texts.frame.licences}</a>
                </p>
            </footer>
        </>
    );
}

// "#main" is not an address of the page: go there without changing it.
function skipToMain(event: Event): void {
    event.preventDefault();
    document.getElementById("main")?.focus();
}
