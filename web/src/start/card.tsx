// SPDX-License-Identifier: MIT
// A game as a card: picture, name, one line, and the words that open it.
import { useEffect, useState } from "preact/hooks";
import { writeLink } from "../link";
import type { Card } from "./catalogue";
import { GraphPicture, MapPicture, useDrawing } from "./computed_pictures";
import { Picture, positionPicture } from "./pictures";
import { withWish, type PlayWish } from "./play_options";

/** The address of a game; # until it is written. */
export function useAddressOf(words: string[], files?: [string, string]): string {
    const [address, set] = useState("#");
    const key = JSON.stringify([words, files ?? null]);
    useEffect(() => {
        let wanted = true;
        const [all, file] = JSON.parse(key) as [string[], [string, string] | null];
        void writeLink({ words: all, files: new Map(file ? [file] : []) }).then((link) => {
            if (wanted) set(link);
        });
        return () => {
            wanted = false;
        };
    }, [key]);
    return address;
}

function Computed(props: { card: Card }) {
    const drawing = useDrawing(props.card);
    if (!drawing) return null;
    if (drawing.kind === "map") return <MapPicture rows={drawing.rows} />;
    if (drawing.kind === "graph") return <GraphPicture graph={drawing.graph} />;
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
    const address = useAddressOf(withWish([card.rules, card.position], wish));
    const drawn = card.vars.length === 0 ? positionPicture(card.name, card.position) : null;
    return (
        <CardFrame
            id={card.id}
            address={address}
            title={card.title}
            summary={card.summary}
            words={`${card.rules} ${card.position}`}
            picture={drawn ?? <Computed card={card} />}
        />
    );
}
