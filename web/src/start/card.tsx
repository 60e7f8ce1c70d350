// SPDX-License-Identifier: MIT
// A game as a card: picture, name, one line, and the words that open it.
import { addressOfWords } from "../link";
import type { Card } from "./catalogue";
import { BoardPicture, GraphPicture, MapPicture, useDrawing } from "./computed_pictures";
import { Picture, positionPicture } from "./pictures";
import { texts } from "../texts";
import { rulesWith, withWish, type PlayWish } from "./play_options";

function Computed(props: { card: Card }) {
    const drawing = useDrawing(props.card);
    if (!drawing) return null;
    if (drawing.kind === "map") return <MapPicture rows={drawing.rows} />;
    if (drawing.kind === "graph") return <GraphPicture graph={drawing.graph} />;
    if (drawing.kind === "board") return <BoardPicture board={drawing.board} />;
    return positionPicture(null, props.card.position);
}

export function CardFrame(props: {
    id: string;
    address: string;
    title: string;
    summary: string;
    words?: string;
    picture: preact.ComponentChildren;
    onClick?(): void;
}) {
    return (
        <li class="card">
            <a href={props.address} data-game={props.id} onClick={props.onClick}>
                <Picture>{props.picture}</Picture>
                <h3>{props.title}</h3>
                <p>{props.summary}</p>
                {props.words && <code>{props.words}</code>}
            </a>
        </li>
    );
}

export function GameCard(props: { card: Card; wish: PlayWish }) {
    const { card, wish } = props;
    // The first cards do not wait for the engine.
    const first = card.name !== null && card.name in texts.start.titles;
    const drawn = first ? positionPicture(card.name, card.position) : null;
    return (
        <CardFrame
            id={card.id}
            address={addressOfWords(withWish([rulesWith(card.rules, wish), card.position], wish))}
            title={card.title}
            summary={card.summary}
            words={`${card.rules} ${card.position}`}
            picture={drawn ?? <Computed card={card} />}
        />
    );
}
