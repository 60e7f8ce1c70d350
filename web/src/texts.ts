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
            drawing: (position: string) => `The graph of ${position}`,
            size: "Size of the drawing",
            smaller: "Smaller",
            larger: "Larger",
            fit: "Fit",
            values: "Grundy values",
            merge: "Draw positions once that differ only in order",
            mergedWords: "Positions that differ only in the order of their heaps are drawn once.",
            count: (positions: number, arrows: number) =>
                `${positions} ${positions === 1 ? "position" : "positions"}, ${arrows} ${arrows === 1 ? "arrow" : "arrows"}.`,
            cut: (caption: string) => `The graph is not whole: ${caption}.`,
            more: (limit: number) => `Show up to ${limit}`,
            rounds: "The colouring, round by round",
            uncoloured: "Uncoloured",
            back: "Round back",
            next: "Next round",
            all: "All coloured",
            round: (round: number, text: string) => `Round ${round}: ${text}`,
            uncolouredWords: "No box has a colour yet. Which ones are clear at once?",
            done: "Every box has its letter now.",
            andMore: (count: number) => `and ${count} more`,
            help: "Point at a box to see its moves, click it to go there. Arrow keys walk along the arrows, Enter goes there, + and − change the size.",
            hereAt: (position: string) => `${position}, where you are`,
            uncolouredBox: "not coloured yet",
            winsBy: (names: string[]) => `Winning: ${names.join("; ")}`,
            leadsTo: (names: string[], more: boolean) =>
                `Leads to ${names.slice(0, 20).join("; ")}${more || names.length > 20 ? " and more" : ""}`,
            leadsFurther: "Leads to positions that are not drawn",
            noMove: "No move is left",
            list: "The graph as a table",
            position: "Position",
            letter: "Letter",
            value: "Value",
            options: "Options",
            winsMark: "(wins)",
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
