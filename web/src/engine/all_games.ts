// SPDX-License-Identifier: MIT
// The games that the engine knows, asked for once. Those that come as a text have it here, so
// that the page needs no copy of its own.
import type { GameInfo } from "./answers";
import { bringText, engineFor } from "./engine";

let asked: Promise<GameInfo[]> | null = null;

function keepTexts(games: GameInfo[]): GameInfo[] {
    for (const { name, usage, text } of games) {
        if (text === undefined) continue;
        bringText(usage, text);
        // As addresses named it when it was a file.
        bringText(`game:games/${name}.game`, text);
    }
    return games;
}

/** A failure is not kept. */
export function allGames(): Promise<GameInfo[]> {
    asked ??= engineFor("quick")
        .json<GameInfo[]>(["games"])
        .then(keepTexts)
        .catch((error: unknown) => {
            asked = null;
            throw error;
        });
    return asked;
}
