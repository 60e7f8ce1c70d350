// SPDX-License-Identifier: MIT
// The engine as the page sees it. Each name has a Worker of its own, so that a long proof
// does not keep the board waiting. A call that is no longer wanted is taken out of the
// queue, or its Worker is ended and a new one begins: the engine itself never has to be
// asked to stop.
import type { Answer, Call, FromWorker, ToWorker } from "./protocol";
import { engineModule, newWorker } from "./source";
import { texts } from "../texts";

export interface Progress {
    done: number;
    total: number; // 0: not known
}

export interface CallOptions {
    signal?: AbortSignal;
    onProgress?: (progress: Progress) => void;
}

/** What the engine refused, in its own words. */
export class EngineError extends Error {
    constructor(
        message: string,
        readonly kind: string,
        readonly excerpt: string | null = null,
        readonly caret: number = 0,
    ) {
        super(message);
    }
}

export class Stopped extends Error {
    constructor() {
        super(texts.engine.stopped);
    }
}

interface Job {
    id: number;
    call: Call;
    options: CallOptions;
    resolve(answer: Answer): void;
    reject(error: Error): void;
}

// A call that nobody waits for any more may still be finished within this time.
const GRACE_MS = 120;
const wanted = (job: Job) => !job.options.signal?.aborted;

const files = new Map<string, string>();
let changes = 0;
const engines = new Map<string, Engine>();

/** Makes a file known to every engine, under this name. */
export function addFile(name: string, text: string): void {
    if (files.get(name) === text) return;
    if (files.has(name)) changes++;
    files.set(name, text);
    for (const engine of engines.values()) engine.addFile(name, text);
}

export function fileText(name: string): string | undefined {
    return files.get(name);
}

// The texts of games that the engine has without a file, under the rules that mean them.
const brought = new Map<string, string>();

/** Makes the text of such a game known to the page. */
export function bringText(rules: string, text: string): void {
    brought.set(rules, text);
}

/** The text of rules that have one: that of their file, or of a game that the engine brings. */
export function rulesText(rules: string): string | undefined {
    const plain = rules.replace(/\/(?:misere|normal)$/, "");
    return brought.get(plain) ?? (/\.game$/.test(plain) ? fileText(plain.replace(/^game:/, "")) : undefined);
}

/** Counts how often a file got another text: what is known about it is known no more. */
export function filesChanged(): number {
    return changes;
}

export class Engine {
    private worker: Worker | null = null;
    private ready: Promise<void> | null = null;
    private queue: Job[] = [];
    /** What the Worker has got; it answers one after the other. */
    private running: Job[] = [];
    private nextId = 1;
    /** Called when the Worker, and with it an open game, is lost. */
    onLost: (() => void) | null = null;

    private send(message: ToWorker): void {
        this.worker?.postMessage(message);
    }

    private start(): Promise<void> {
        // Ended while the module was on its way: whoever comes next starts anew.
        const mine: Promise<void> = (this.ready ??= engineModule().then((module) => {
            if (this.ready !== mine) return;
            const worker = newWorker();
            this.worker = worker;
            worker.onmessage = (event: MessageEvent<FromWorker>) => this.receive(event.data);
            worker.onerror = (event) => this.fail(event.message || texts.engine.lost);
            this.send({ kind: "start", module });
            for (const [name, text] of files) this.send({ kind: "file", name, text });
        }));
        return mine;
    }

    addFile(name: string, text: string): void {
        if (this.worker) this.send({ kind: "file", name, text });
    }

    private end(): void {
        this.worker?.terminate();
        this.worker = null;
        this.ready = null;
        this.onLost?.();
    }

    private fail(message: string): void {
        const job = this.running.shift();
        this.anew();
        job?.reject(new EngineError(texts.engine.crashed(message), "crash"));
    }

    private receive(message: FromWorker): void {
        const job = this.running[0];
        if (message.kind === "failed") return this.fail(message.message);
        if (!job || job.id !== message.id) return;
        if (message.kind === "progress") {
            job.options.onProgress?.(message);
            return;
        }
        this.running.shift();
        job.resolve(message.answer);
        this.hurry();
        this.next();
    }

    /** What was asked in one go is one message: the answers need not wait for each other. */
    private next(): void {
        if (this.running.length > 0 || this.queue.length === 0) return;
        const ready = this.start();
        ready.then(
            () => {
                if (this.ready !== ready || this.running.length > 0) return;
                this.running = this.queue.splice(0);
                const calls = this.running.map(({ id, call }) => ({ id, call }));
                if (calls.length > 0) this.send({ kind: "calls", calls });
            },
            (error: unknown) => {
                if (this.ready !== ready) return; // it was stopped, and another one may wait
                this.ready = null;
                const why = new EngineError(texts.engine.cannotLoad(String(error)), "load");
                for (const job of this.queue.splice(0)) job.reject(why);
            },
        );
    }

    /** What is still wanted goes on with a fresh engine. */
    private anew(): void {
        this.queue.unshift(...this.running.filter(wanted));
        this.running = [];
        this.end();
        this.next();
    }

    /** If nobody waits for what is running, it has a moment to end by itself. */
    private hurry(): void {
        const job = this.running[0];
        if (!job || wanted(job)) return;
        setTimeout(() => {
            if (this.running[0] === job) this.anew();
        }, GRACE_MS);
    }

    private giveUp(job: Job): void {
        this.queue = this.queue.filter(wanted);
        this.hurry();
        job.reject(new Stopped());
    }

    call(call: Call, options: CallOptions = {}): Promise<Answer> {
        return new Promise((resolve, reject) => {
            const job: Job = { id: this.nextId++, call, options, resolve, reject };
            if (!wanted(job)) return reject(new Stopped());
            options.signal?.addEventListener("abort", () => this.giveUp(job), { once: true });
            this.queue.push(job);
            this.next();
        });
    }

    /** Ends what is running now; the calls behind it go on with a fresh engine. */
    stop(): void {
        const job = this.running.shift() ?? this.queue.shift();
        if (!job) return;
        this.anew();
        job.reject(new Stopped());
    }

    /** A command line, as text. */
    run(words: string[], options?: CallOptions): Promise<Answer> {
        return this.call({ kind: "run", words }, options);
    }

    /** A command line with --json; what it refuses is thrown as an EngineError. Exit code 1
     * and 3 may come with an answer (refuted, gave up), which is returned. */
    async json<T>(words: string[], options?: CallOptions): Promise<T> {
        return parse<T>(await this.run([...words, "--json"], options));
    }
}

/** The JSON of an answer; an error object becomes an EngineError. */
export function parse<T>(answer: Answer): T {
    interface Refusal {
        error?: { kind: string; message: string; excerpt?: string; caret?: number };
    }
    let value: (T & Refusal) | null = null;
    try {
        value = JSON.parse(answer.out) as T & Refusal;
    } catch {
        throw new EngineError(answer.err.trim() || texts.engine.noAnswer, "crash");
    }
    if (value !== null && typeof value === "object" && value.error) {
        const { kind, message, excerpt, caret } = value.error;
        throw new EngineError(message, kind, excerpt ?? null, caret ?? 0);
    }
    return value;
}

export type EngineName = "play" | "quick" | "study" | "proof";

export function engineFor(name: EngineName): Engine {
    let engine = engines.get(name);
    if (!engine) {
        engine = new Engine();
        engines.set(name, engine);
    }
    return engine;
}
