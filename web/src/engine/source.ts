// SPDX-License-Identifier: MIT
// Where the engine and its Worker come from: the Worker's script is an element of the page,
// the engine a file beside it or, if the page is one file, an element, too.
import { texts } from "../texts";

/** The text of an element that the page, or the page in one file, has. */
export function inPage(id: string): string | null {
    return document.getElementById(id)?.textContent ?? null;
}

async function unpack(base64: string): Promise<ArrayBuffer> {
    const text = atob(base64);
    const bytes = Uint8Array.from(text, (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer();
}

async function compile(): Promise<WebAssembly.Module> {
    const packed = inPage("engine-wasm");
    if (packed !== null) return WebAssembly.compile(await unpack(packed));
    if (location.protocol === "file:")
        throw Object.assign(new Error(texts.engine.fromDisk), { name: "" });
    const response = await fetch("bouton.wasm");
    if (!response.ok) throw new Error(`bouton.wasm: ${response.status} ${response.statusText}`);
    return WebAssembly.compile(await response.arrayBuffer());
}

let compiled: Promise<WebAssembly.Module> | null = null;

/** A failure is not kept: the network may be back when it is asked for again. */
export function engineModule(): Promise<WebAssembly.Module> {
    compiled ??= compile().catch((error: unknown) => {
        compiled = null;
        throw error;
    });
    return compiled;
}

let workerAddress: string | null = null;

export function newWorker(): Worker {
    const text = inPage("engine-worker") ?? "";
    workerAddress ??= URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    return new Worker(workerAddress);
}
