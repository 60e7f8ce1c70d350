// SPDX-License-Identifier: MIT
// The first page: what Bouton is, the games to choose from, and a line for everything else.
// The engine is asked which games there are (catalogue.ts), so a new rule set gets its card
// without a change here. A card is a link: opening a game is going to its address.
import { useMemo, useState } from "preact/hooks";
import { allGames } from "../engine/all_games";
import type { GameInfo } from "../engine/answers";
import { useAnswer } from "../engine/use_answer";
import { addressOfWords } from "../link";
import { AskedNotice } from "../panels/panel";
import { remember, remembered } from "../shared/remember";
import { texts } from "../texts";
import { GameCard } from "./card";
import { courseCards, matching, suggest, textCards, type Card } from "./catalogue";
import { OwnCards } from "./own_cards";
import { PlayOptions, rulesWith, usualWish, withWish, type PlayWish } from "./play_options";
import { TypedGame } from "./typed_game";

const questions = ["games"];

function Section(props: { id: string; title: string; about?: string; cards: Card[]; wish: PlayWish }) {
    if (props.cards.length === 0) return null;
    return (
        <section aria-labelledby={props.id}>
            <h2 id={props.id}>{props.title}</h2>
            {props.about && <p class="about">{props.about}</p>}
            <ul class="cards">
                {props.cards.map((card) => (
                    <GameCard key={card.id} card={card} wish={props.wish} />
                ))}
            </ul>
        </section>
    );
}

function Search(props: { value: string; found: number; all: number; onChange(value: string): void }) {
    // Enter opens the first game found, the arrow goes to it.
    const keyDown = (event: KeyboardEvent) => {
        if (event.key !== "Enter" && event.key !== "ArrowDown") return;
        const first = document.querySelector<HTMLAnchorElement>(".start .cards a[data-game]");
        if (!first || props.found === 0) return;
        event.preventDefault();
        if (event.key === "Enter" && props.value !== "") first.click();
        else first.focus();
    };
    return (
        <div class="search" role="search">
            <label>
                <span>{texts.start.search}</span>
                <input
                    type="search"
                    value={props.value}
                    onInput={(event) => props.onChange(event.currentTarget.value)}
                    onKeyDown={keyDown}
                />
            </label>
            <p role="status">
                {texts.start.found(props.found, props.all)}
            </p>
        </div>
    );
}

function Welcome(props: { wish: PlayWish }) {
    const nim = addressOfWords(withWish([rulesWith("nim", props.wish), "3,4,6"], props.wish));
    return (
        <div class="welcome">
            <h1>{texts.start.heading}</h1>
            <p>{texts.start.about}</p>
            <p class="first">
                <a class="go" href={nim}>
                    {texts.start.first}
                </a>{" "}
                {texts.start.tour}
            </p>
        </div>
    );
}

export function Start() {
    const asked = useAnswer<GameInfo[]>("quick", questions, allGames);
    const [search, setSearch] = useState("");
    const [wish, setWish] = useState<PlayWish>(() => ({ ...usualWish, ...remembered("wish", {}) }));
    const games = asked.answer ?? [];
    const course = useMemo(() => courseCards(asked.answer ?? []), [asked.answer]);
    const files = useMemo(() => textCards(asked.answer ?? []), [asked.answer]);
    const foundCourse = matching(course, search);
    const foundFiles = matching(files, search);
    const found = foundCourse.length + foundFiles.length;
    const change = (now: PlayWish) => {
        setWish(now);
        remember("wish", now);
    };
    return (
        <div class="start">
            <Welcome wish={wish} />
            <div class="choose">
                <Search
                    value={search}
                    found={found}
                    all={course.length + files.length}
                    onChange={setSearch}
                />
                <PlayOptions wish={wish} onChange={change} />
            </div>
            <AskedNotice asked={asked} />
            {found === 0 && asked.answer && (
                <p class="none">
                    {texts.start.none}{" "}
                    <button type="button" onClick={() => setSearch("")}>
                        {texts.start.clear}
                    </button>
                </p>
            )}
            <Section id="course" title={texts.start.course} cards={foundCourse} wish={wish} />
            <section aria-labelledby="own">
                <h2 id="own">{texts.start.own}</h2>
                <TypedGame wish={wish} suggest={(typed) => suggest(games, files, typed)} />
                {search === "" && <OwnCards wish={wish} />}
            </section>
            <Section
                id="files"
                title={texts.start.files}
                about={texts.start.filesAbout}
                cards={foundFiles}
                wish={wish}
            />
        </div>
    );
}
