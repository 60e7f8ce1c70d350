// SPDX-License-Identifier: MIT
// The frame around everything, and which of the three pages is shown: the games, a game, or
// the graph editor. The address decides; see link.ts.
import { useCallback, useEffect, useState } from "preact/hooks";
import { GraphEditor } from "./editor/graph_editor";
import { GamePage } from "./game_page";
import { readLink } from "./link";
import { adoptFiles } from "./own_files";
import { Start } from "./start/start";
import { ThemeChoice } from "./shared/theme";
import { texts } from "./texts";

/** null while a link is being read. */
function useAddress(): string[] | null {
    const [words, set] = useState<string[] | null>(null);
    const read = useCallback(async () => {
        const link = await readLink(location.hash);
        set(adoptFiles(link));
    }, []);
    useEffect(() => {
        void read();
        addEventListener("hashchange", read);
        return () => removeEventListener("hashchange", read);
    }, [read]);
    return words;
}

function Page(props: { words: string[] }) {
    const { words } = props;
    if (words.length === 0) return <Start />;
    if (words[0] === "graph-editor") return <GraphEditor />;
    return <GamePage words={words} />;
}

export function App() {
    const words = useAddress();
    const here = words?.[0];
    // A game has its own title, which changes with the position.
    useEffect(() => {
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
                {words && <Page words={words} />}
            </main>
            <footer class="frame">
                <p>{texts.frame.about}</p>
            </footer>
        </>
    );
}

// "#main" is not an address of the page: go there without changing it.
function skipToMain(event: Event): void {
    event.preventDefault();
    document.getElementById("main")?.focus();
}
