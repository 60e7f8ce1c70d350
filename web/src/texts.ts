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
        heading: "Who wins, and why?",
        about: "Bouton is a workbench for games like Nim: play them, see who wins and why, and prove it.",
        first: "Play Nim",
        tour: "Take chips from one pile. Whoever cannot move loses.",
        typed: "Rules and position, as on the command line",
        typedHelp: "For instance nim 14,9,7,5,2 or nim/misere 3,4 + subtraction:1,3,4 7",
        suggestions: "Suggestions",
        suggested: (count: number) => (count === 1 ? "1 suggestion" : `${count} suggestions`),
        open: "Open",
        opening: "Opening…",
        search: "Search the games",
        found: (count: number, all: number) =>
            count === all ? `${all} games` : `${count} of ${all} games`,
        none: "No game has these words. Clear the search, or type rules of your own below.",
        clear: "Clear the search",
        options: "How to play",
        last: "Whoever cannot move",
        normal: "loses (normal play)",
        misere: "wins (misère play)",
        against: "Against",
        opponents: {
            perfect: "the computer, which never slips",
            slips: "the computer, which slips sometimes",
            random: "the computer, which moves at random",
            neighbour: "a neighbour, on this screen",
        },
        course: "Games of the courses",
        files: "More games, written as arithmetic",
        filesAbout: "The picture shows which positions are lost for the player to move: the orange ones.",
        own: "Your own",
        ownTitle: "Write your own rules",
        ownSummary: "A move is a line of arithmetic. Play it, see who wins, and let a theorem be found.",
        ownTemplate:
            "# Take chips from one pile, or one chip from each.\n" +
            "game my own game\n" +
            "vars x y\n" +
            "move x' < x\n" +
            "move y' < y\n" +
            "move x = x' + 1 & y = y' + 1\n",
        drawTitle: "Draw a graph",
        drawSummary: "Nodes and arrows: label them yourself, then check who wins where.",
        // The registry has short names; these are for the headings of the cards.
        titles: {
            nim: "Nim",
            subtraction: "Subtraction games",
            moore: "Moore's Nim",
            staircase: "Staircase Nim",
            nimble: "Nimble",
            cheating: "Nim with cheating",
            dynamic: "Dynamic Nim",
            graph: "A game on a graph",
        } as Record<string, string>,
        limit: (most: string) => `at most ${most}`,
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
            before: "Now",
            after: "After the move",
            afterMove: (move: string) => `After: ${move}`,
            sum: "sum",
            sumModulo: (modulus: number) => `sum mod ${modulus}`,
            leading: "leading column",
            row: (word: string, place: number) => `${word} ${place}`,
            choice: (row: string, from: string, to: string) => `${row}: ${from} → ${to}`,
            choices: "Show the change in",
            changed: "Framed digits have changed.",
            was: (digit: number) => `, was ${digit}`,
            part: "part",
            none: "There is no binary grid here. The answer rests on this:",
            over: "No move is left.",
            strip: "Labels of one pile",
            stripNumber: "pile",
            stripLabel: "label",
            stripValue: "Grundy value",
            parts: "The parts of the number",
            mex: "Grundy values of the options",
            mexTaken: "an option has it",
            mexFree: "no option has it",
            least: "least part",
        },
        moves: {
            title: "Moves",
            count: (winning: string, all: string) =>
                all === "1"
                    ? winning === "1"
                        ? "The only move wins."
                        : "The only move does not win."
                    : winning === "0"
                      ? `None of ${all} moves wins.`
                      : `${winning} of ${all} moves ${winning === "1" ? "wins" : "win"}.`,
            countWinning: (winning: string) =>
                winning === "1" ? "1 move wins." : `${winning} moves win.`,
            countUnknown: (winning: string) => `Winning moves among those listed: ${winning}.`,
            over: "No move is left.",
            filter: "Filter",
            order: "Order",
            orders: {
                winning: "winning moves first",
                listed: "as the engine lists them",
                value: "by Grundy value",
            },
            move: "Move",
            leaves: "leaves",
            label: "label",
            value: "Grundy value",
            wins: "wins",
            play: "Click a move to play it.",
            looking: "This position is only looked at: go back to where play stands to move.",
            shown: (some: string, all: string) => `${some} of ${all} moves are shown.`,
            more: "Show more",
            noMatch: "No move has these words.",
            listed: (some: string) => `There are more moves: the first ${some} are listed.`,
        },
        why: {
            title: "Why",
            play: (move: string) => `Play: ${move}`,
            put: (position: string) => `Put on the board: ${position}`,
        },
        graph: {
            title: "Graph",
        },
        table: {
            title: "Table",
            part: "Game",
            across: "Across",
            down: "Down",
            nothing: "nothing",
            heap: (word: string, place: number) => `${word} ${place}`,
            plainNumber: (place: number) => `number ${place}`,
            show: "Show",
            labels: "labels",
            values: "Grundy values",
            here: "here",
            cell: (position: string, what: string) => `${position}: ${what}`,
            caption: (across: string, down: string | null) =>
                down === null ? `${across} along the row` : `${across} along the columns, ${down} down the rows`,
            fixed: (rest: string) => `The other numbers stay as they are: ${rest}.`,
            outlined: "The outlined cell is the position on the board. Click a cell to put it there.",
            partOnly: "The labels are those of this part by itself.",
            nodes: "Nodes that can be reached from here",
            node: "node",
            label: "label",
            value: "Grundy value",
            remoteness: "moves left",
            more: "Show more",
        },
        theorem: {
            title: "Theorem",
        },
    },
    editor: {
        heading: "Graph editor",
    },
};
