// SPDX-License-Identifier: MIT
// The Worker: one instance of the engine, which answers one call after the other.
import type { Answer, Call, FromWorker, ToWorker } from "./protocol";

interface Engine {
    memory: WebAssembly.Memory;
    _initialize?(): void;
    bt_wasm_alloc(bytes: number): number;
    bt_wasm_free(at: number, bytes: number): void;
    bt_wasm_add_file(name: number, nameLen: number, bytes: number, len: number): number;
    bt_wasm_run(json: number, len: number): number;
    bt_wasm_play(json: number, len: number): number;
    bt_wasm_line(text: number, len: number): number;
    bt_wasm_load(text: number, len: number): number;
    bt_wasm_record(): number;
    bt_wasm_out(): number;
    bt_wasm_out_len(): number;
    bt_wasm_err(): number;
    bt_wasm_err_len(): number;
}

const PROGRESS_EVERY_MS = 100;
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const post = (message: FromWorker) => postMessage(message);

let engine: Engine;
let current = 0; // the call that is being answered
let progressAt = 0;

function progress(done: number, total: number): void {
    const now = performance.now();
    if (now - progressAt < PROGRESS_EVERY_MS) return;
    progressAt = now;
    post({ kind: "progress", id: current, done: Number(done), total: Number(total) });
}

// Lends the text to the engine while `use` runs.
function lend<T>(text: string, use: (at: number, len: number) => T): T {
    const bytes = encoder.encode(text);
    const room = Math.max(bytes.length, 1);
    const at = engine.bt_wasm_alloc(room) >>> 0;
    if (at === 0) throw new Error("the engine has no memory left");
    new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
    const result = use(at, bytes.length);
    engine.bt_wasm_free(at, room);
    return result;
}

function read(at: number, len: number): string {
    return decoder.decode(new Uint8Array(engine.memory.buffer, at >>> 0, len >>> 0));
}

function make(call: Call): number {
    switch (call.kind) {
        case "run":
            return lend(JSON.stringify(call.words), engine.bt_wasm_run);
        case "play":
            return lend(JSON.stringify(call.words), engine.bt_wasm_play);
        case "line":
            return lend(call.text, engine.bt_wasm_line);
        case "load":
            return lend(call.text, engine.bt_wasm_load);
        case "record":
            return engine.bt_wasm_record();
    }
}

function answer(call: Call): Answer {
    const code = make(call);
    return {
        code,
        out: read(engine.bt_wasm_out(), engine.bt_wasm_out_len()),
        err: read(engine.bt_wasm_err(), engine.bt_wasm_err_len()),
    };
}

function receive(message: ToWorker): void {
    switch (message.kind) {
        case "start":
            engine = new WebAssembly.Instance(message.module, { bouton: { progress } })
                .exports as unknown as Engine;
            engine._initialize?.();
            break;
        case "file":
            lend(message.name, (name, nameLen) =>
                lend(message.text, (at, len) => engine.bt_wasm_add_file(name, nameLen, at, len)),
            );
            break;
        case "calls":
            for (const { id, call } of message.calls) {
                current = id;
                progressAt = performance.now();
                post({ kind: "done", id, answer: answer(call) });
            }
            break;
    }
}

onmessage = (event: MessageEvent<ToWorker>) => {
    try {
        receive(event.data);
    } catch (trap) {
        post({ kind: "failed", id: current, message: String(trap) });
    }
};
