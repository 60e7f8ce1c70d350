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
        part: (number: number, rules: string) => `Part ${number}: ${rules}`,
        holds: (value: string) => value,
        becomes: (from: string, to: string) => `${from} to ${to}`,
        last: (name: string, value: string) => `${name}: ${value}`,
        lookHere: "hint",
        ground: "ground",
        square: (name: string, coins: string) => `${name}: ${coins}`,
        goesHere: (square: string) => `${square}; the coin can go here`,
        node: (name: string) => `node ${name}`,
        noArrow: "No arrow leads on from here.",
        allMoves: (count: number) => `All moves (${count})`,
        choose: "Choose on the board, or type a move.",
        waiting: "The moves are being worked out; any move can be typed.",
        goOn: "Choose how it goes on:",
        noMove: "That is not a move here.",
        others: "Moves with this mark",
        less: "fewer",
        more: "more",
        amount: (name: string) => `how many, ${name}`,
        make: "Make the move",
        clear: "Clear",
        typed: "Or type your move",
        typedExample: "take 2 from 1",
        play: "Play it",
        looking: (moves: number) =>
            moves === 0
                ? "You are looking at the start."
                : `You are looking at the position after move ${moves}.`,
        back: "Back to the game",
        tryAgain: "Try again from here",
        now: (position: string) => `Now ${position}.`,
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
