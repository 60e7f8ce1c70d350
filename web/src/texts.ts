// SPDX-License-Identifier: MIT
// Every text of the page that does not come from the engine, for translation in one place.
// Each part of the page has its section.

export const texts = {
    title: "Bouton",
    engine: {
        stopped: "Stopped.",
        lost: "The engine has stopped working.",
        crashed: (message: string) =>
            `The engine ran out of room or failed (${message}). It has been started again; try something smaller.`,
        cannotLoad: (reason: string) => `The engine could not be loaded: ${reason}`,
        noAnswer: "The engine gave no answer.",
        loading: "Loading the engine…",
        working: "Working…",
        workingShare: (percent: number) => `Working… ${percent} %`,
        workingSteps: (steps: string) => `Working… ${steps} positions`,
        stop: "Stop",
        again: "Try again",
    },
    frame: {
        skip: "Skip to the game",
        games: "Games",
        editor: "Graph editor",
        light: "Light",
        dark: "Dark",
        system: "As the system",
        theme: "Colours",
        print: "Print",
        help: "Keys",
        about: "Bouton is free software. The engine runs in this page: nothing you do here leaves this device.",
        licences: "Licences",
    },
    outcome: {
        N: "N-position: the player to move wins",
        P: "P-position: the player to move loses",
        D: "Draw: neither player can force a win",
        unknown: "Not known who wins",
    },
    start: {
        heading: "Games",
        typed: "Rules and position, as on the command line",
        open: "Open",
    },
    board: {
        heading: "Board",
    },
    play: {
        heading: "Play",
    },
    panels: {
        heading: "Study",
        grid: {
            title: "Grid",
        },
        moves: {
            title: "Moves",
        },
        why: {
            title: "Why",
        },
        graph: {
            title: "Graph",
        },
        table: {
            title: "Table",
        },
        theorem: {
            title: "Theorem",
        },
    },
    editor: {
        heading: "Graph editor",
    },
};
