// SPDX-License-Identifier: MIT
// What the page and its Worker say to each other. A call is answered by `done` or `failed`;
// `progress` may come in between.

export type Call =
    | { kind: "run"; words: string[] } // a command line without "bouton"
    | { kind: "play"; words: string[] } // opens a game: the words behind `bouton play`
    | { kind: "line"; text: string } // what a player types
    | { kind: "record" }
    | { kind: "load"; text: string }; // a record instead of the game

export interface Answer {
    code: number; // as the exit code of the command
    out: string;
    err: string;
}

export type ToWorker =
    | { kind: "start"; module: WebAssembly.Module }
    | { kind: "file"; name: string; text: string }
    | { kind: "calls"; calls: { id: number; call: Call }[] }; // each gets an answer

export type FromWorker =
    | { kind: "done"; id: number; answer: Answer }
    | { kind: "failed"; id: number; message: string } // the instance is lost
    | { kind: "progress"; id: number; done: number; total: number };
