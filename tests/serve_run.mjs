// SPDX-License-Identifier: MIT
// node serve_run.mjs: `bouton serve` of the command $BOUTON, asked politely and abused. What
// it hands out is exact; what it refuses gets a sentence; and however it is treated, it
// keeps answering, with bounded memory. Nothing here depends on how fast anything is:
// what has to happen sooner or later gets a minute.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const command = process.env.BOUTON ?? join(root, "build/bouton");
const minute = 60_000;

let passed = 0;
let failed = 0;
function check(good, sentence) {
    if (good) {
        passed++;
    } else {
        failed++;
        console.error(`FAILED: ${sentence}`);
    }
    return good;
}
const equal = (a, b, sentence) =>
    check(a === b, `${sentence}: ${JSON.stringify(a)}, not ${JSON.stringify(b)}`);

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

async function eventually(test) {
    for (const end = Date.now() + minute; Date.now() < end; await sleep(50))
        if (await test()) return true;
    return false;
}

// The page of these tests.
const work = mkdtempSync(join(tmpdir(), "bouton-serve-"));
const folder = join(work, "page");
mkdirSync(join(folder, "sub"), { recursive: true });
const html = Buffer.from("<!doctype html><title>Nim</title>" + "<p>chips</p>".repeat(200));
const files = {
    "index.html": html,
    "index.html.gz": gzipSync(html),
    "index.html.br": brotliCompressSync(html),
    "bouton.html": Buffer.from("<script>1</script>"),
    "bouton.wasm": Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]),
    "bouton.wasm.gz": gzipSync(Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])),
    "main.js": Buffer.from("export {};\n"),
    "worker.js": Buffer.from("'use strict';\n"),
    "style.css": Buffer.from("p { color: blue }\n"),
    "THIRD-PARTY.txt": Buffer.from("notices\n"),
    "picture.svg": Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
    "data.json": Buffer.from("{}"),
    "unknown.ending": Buffer.from("?"),
    "alone.gz": gzipSync("alone"),
    "empty.txt": Buffer.alloc(0),
    "large.bin": Buffer.alloc(24 << 20, 7),
};
for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
const secret = "this must not be told";
for (const name of [".hidden", "odd name.txt", "sub/inner.txt", "../secret.txt"])
    writeFileSync(join(folder, name), secret);

// A server that runs. With `sh`, a shell starts it.
class Server {
    static all = [];
    static async start(args, sh) {
        const server = new Server();
        const words = ["serve", "--port", "0", ...args];
        const env = { ...process.env };
        // Freed memory is kept aside by the sanitizer; here it would look like a leak.
        env.ASAN_OPTIONS = [env.ASAN_OPTIONS, "quarantine_size_mb=2"].filter(Boolean).join(":");
        const child = sh ? spawn("sh", ["-c", `${sh}; exec "$@"`, "sh", command, ...words], { env })
            : spawn(command, words, { env });
        Server.all.push(child);
        Object.assign(server, { child, out: "", err: "" });
        child.stdout.on("data", (text) => (server.out += text));
        child.stderr.on("data", (text) => (server.err += text));
        server.ended = new Promise((done) => child.on("close", (code, signal) => done({ code, signal })));
        await Promise.race([server.ended, eventually(() => server.out.includes("\n"))]);
        const found = /^http:\/\/127\.0\.0\.1:([0-9]+)\/\n$/.exec(server.out);
        if (!found) throw new Error(`serve ${args.join(" ")} says ${server.out}${server.err}`);
        server.port = Number(found[1]);
        return server;
    }
    async stop(signal = "SIGTERM") {
        this.child.kill(signal);
        const how = await this.ended;
        equal(how.signal, signal, "it ends by the signal");
        equal(this.err, "", "it said nothing on standard error");
        return how;
    }
    // Kilobytes in memory now.
    memory() {
        return Number(/VmRSS:\s*([0-9]+)/.exec(readFileSync(`/proc/${this.child.pid}/status`, "utf8"))[1]);
    }
    descriptors() {
        return readdirSync(`/proc/${this.child.pid}/fd`).length;
    }
    // A connection; what came is in .pieces, .gone tells its end.
    connect() {
        const socket = net.connect(this.port, "127.0.0.1");
        socket.pieces = [];
        socket.on("data", (bytes) => socket.pieces.push(bytes));
        socket.on("error", () => {});
        socket.gone = new Promise((done) => socket.on("close", () => done(true)));
        socket.there = new Promise((done) => {
            socket.on("connect", () => done(true));
            socket.on("close", () => done(false));
        });
        return socket;
    }
    // Sends bytes and waits for the end of the connection. Keep: do not end our side.
    async send(bytes, keep = false) {
        const socket = this.connect();
        if (keep) socket.write(bytes);
        else socket.end(bytes);
        const ended = await Promise.race([socket.gone, sleep(minute).then(() => false)]);
        socket.destroy();
        return { ended, bytes: Buffer.concat(socket.pieces) };
    }
    async ask(method, path, headers = {}) {
        const all = { Host: `127.0.0.1:${this.port}`, Connection: "close", ...headers };
        const lines = Object.entries(all).filter(([, value]) => value !== null)
            .flatMap(([name, value]) => [value].flat().map((v) => `${name}: ${v}\r\n`));
        const { bytes } = await this.send(Buffer.from(
            `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`, "latin1"), true);
        return parse(bytes)[0] ?? { code: 0, headers: {}, body: Buffer.alloc(0) };
    }
    get(path, headers) {
        return this.ask("GET", path, headers);
    }
    // Sooner or later: this machine may be too busy to ask within the server's patience.
    async answers(where) {
        const whole = async () => (await this.get("/")).body.equals(html);
        return check(await eventually(whole), `it still answers ${where}`);
    }
}

// The answers in these bytes; to HEAD and with 304 there is no body.
function parse(bytes, withBody = () => true) {
    const found = [];
    for (let at = 0; at < bytes.length;) {
        const end = bytes.indexOf("\r\n\r\n", at);
        if (end < 0) break;
        const [first, ...lines] = bytes.toString("latin1", at, end).split("\r\n");
        const headers = Object.fromEntries(lines.map((line) => {
            const colon = line.indexOf(":");
            return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
        }));
        const code = Number(/^HTTP\/1\.[01] ([0-9]{3}) /.exec(first)?.[1] ?? 0);
        const some = code !== 304 && withBody(found.length);
        const length = some ? Number(headers["content-length"] ?? 0) : 0;
        found.push({ code, headers, body: bytes.subarray(end + 4, end + 4 + length) });
        at = end + 4 + length;
    }
    return found;
}

const policy = (inside, connect) =>
    `default-src 'none'; script-src ${inside} 'wasm-unsafe-eval'; style-src ${inside}; img-src data:; ` +
    `connect-src ${connect}; worker-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`;

function checkHeaders(answer, where) {
    const want = {
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cache-control": "no-cache",
        "cross-origin-resource-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "content-security-policy": where.includes("bouton.html")
            ? policy("'unsafe-inline'", "'none'")
            : policy("'self'", "'self'"),
    };
    for (const [name, value] of Object.entries(want))
        equal(answer.headers[name], value, `${where}: ${name}`);
}

async function checkFiles(server) {
    const types = {
        "index.html": "text/html; charset=utf-8",
        "bouton.html": "text/html; charset=utf-8",
        "bouton.wasm": "application/wasm",
        "main.js": "text/javascript; charset=utf-8",
        "worker.js": "text/javascript; charset=utf-8",
        "style.css": "text/css; charset=utf-8",
        "THIRD-PARTY.txt": "text/plain; charset=utf-8",
        "picture.svg": "image/svg+xml",
        "data.json": "application/json",
        "unknown.ending": "application/octet-stream",
        "alone.gz": "application/octet-stream",
        "empty.txt": "text/plain; charset=utf-8",
        "large.bin": "application/octet-stream",
    };
    const tags = new Set();
    for (const [name, type] of Object.entries(types)) {
        const { code, headers, body } = await server.get(`/${name}`);
        equal(code, 200, name);
        equal(headers["content-type"], type, `type of ${name}`);
        check(body.equals(files[name]), `the bytes of ${name}`);
        equal(headers["content-encoding"], undefined, `${name} is not encoded unasked`);
        equal(headers.vary, `${name}.gz` in files ? "Accept-Encoding" : undefined, `Vary of ${name}`);
        checkHeaders({ headers }, name);
        tags.add(headers.etag);
    }
    equal(tags.size, Object.keys(types).length, "different bytes have different tags");
    check([...tags].every((tag) => /^"[0-9a-z-]+"$/.test(tag)), "tags are strong");
    check((await server.get("/")).body.equals(html), "/ is index.html");
    check((await server.get("/?a=1&b=%00#x")).body.equals(html), "what is behind ? does not matter");
    for (const name of ["index.html.gz", "index.html.br", "bouton.wasm.gz"])
        equal((await server.get(`/${name}`)).code, 404, `${name} is not a file of its own`);
}

async function checkEncodings(server) {
    const rows = [
        ["gzip", "gzip"], ["br", "br"], ["gzip, deflate, br", "br"], ["GZip", "gzip"],
        ["gzip;q=0", undefined], ["gzip; q=0.000 , br;q=0", undefined], ["gzip;q=0.5", "gzip"],
        ["br;q=0, gzip", "gzip"], ["deflate", undefined], ["xgzip", undefined], ["gzipx", undefined],
        ["", undefined], ["identity", undefined], [",,, ;;;q=, gzip", "gzip"], ["*", undefined],
        ["b", undefined], [",".repeat(5000), undefined],
    ];
    const decode = { gzip: gunzipSync, br: brotliDecompressSync };
    for (const [accept, expected] of rows) {
        const where = `Accept-Encoding: ${accept.slice(0, 40)}`;
        const { headers, body } = await server.get("/", { "Accept-Encoding": accept });
        equal(headers["content-encoding"], expected, where);
        check((decode[expected] ?? ((b) => b))(body).equals(html), `${where} gives the file`);
        equal(headers.vary, "Accept-Encoding", `${where} varies`);
    }
    const wasm = await server.get("/bouton.wasm", { "Accept-Encoding": "br, gzip" });
    equal(wasm.headers["content-encoding"], "gzip", "what has only gzip comes in gzip");
    equal(wasm.headers["content-type"], "application/wasm", "and keeps its type");
}

async function checkTags(server) {
    const plain = (await server.get("/")).headers.etag;
    const zipped = (await server.get("/", { "Accept-Encoding": "gzip" })).headers.etag;
    check(plain !== zipped, "another encoding is another tag");
    const rows = [
        [plain, 304], [`W/${plain}`, 304], [`"a", ${plain}`, 304], [`"a",${plain}, "b"`, 304], ["*", 304],
        [zipped, 200], ['"a"', 200], [plain.slice(1, -1), 200], ["", 200], [`x${plain}`, 200], ['"', 200],
    ];
    for (const [tag, code] of rows) {
        const answer = await server.get("/", { "If-None-Match": tag });
        equal(answer.code, code, `If-None-Match: ${tag}`);
        equal(answer.headers.etag, plain, "the tag comes along");
        equal(answer.headers.vary, "Accept-Encoding", "so does Vary");
        checkHeaders(answer, `If-None-Match: ${tag}`);
    }
    equal((await server.get("/", { "If-None-Match": zipped, "Accept-Encoding": "gzip" })).code, 304,
        "the tag of the encoding");
    const { bytes } = await server.send(`GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n` +
        `If-None-Match: ${plain}\r\n\r\n`, true);
    check(bytes.toString("latin1").endsWith("\r\n\r\n"), "304 has no body");
}

async function checkMethods(server) {
    for (const path of ["/", "/bouton.wasm", "/large.bin", "/nowhere"]) {
        const want = await server.get(path);
        const { bytes } = await server.send(
            `HEAD ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`, true);
        const [head] = parse(bytes, () => false);
        equal(head.code, want.code, `HEAD ${path}`);
        for (const name of ["content-length", "content-type", "etag", "vary"])
            equal(head.headers[name], want.headers[name], `HEAD ${path}: ${name}`);
        check(bytes.toString("latin1").endsWith("\r\n\r\n"), `HEAD ${path} has no body`);
    }
    for (const method of ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "get", "FOO"]) {
        const answer = await server.ask(method, "/");
        equal(answer.code, 405, method);
        equal(answer.headers.allow, "GET, HEAD", `${method}: what is allowed`);
        checkHeaders(answer, method);
    }
    // Bodies are not read: the answer comes, and the end, though we still want to send.
    for (const [method, head] of [["POST", "Content-Length: 1000000000"], ["GET", "Content-Length: 5"],
        ["POST", "Transfer-Encoding: chunked"], ["GET", "Transfer-Encoding: chunked"],
        ["PUT", "Content-Length: 10\r\nExpect: 100-continue"]]) {
        const { ended, bytes } = await server.send(
            `${method} / HTTP/1.1\r\nHost: localhost\r\n${head}\r\n\r\n`, true);
        const [answer] = parse(bytes);
        equal(answer?.code, method === "GET" ? 413 : 405, `${method} with a body`);
        equal(answer?.headers.connection?.toLowerCase(), "close", `${method} with a body: closes`);
        check(ended, `${method} with a body: the connection ends`);
    }
    equal((await server.get("/", { "Content-Length": "0" })).code, 200, "a body of no bytes is none");
    for (const length of ["-1", "x", "99999999999999999999999", "5, 5", "0x10"])
        check([400, 413].includes((await server.get("/", { "Content-Length": length })).code),
            `Content-Length: ${length}`);
}

async function checkHosts(server) {
    const good = ["127.0.0.1", `127.0.0.1:${server.port}`, "localhost", `localhost:${server.port}`,
        "LocalHost", "[::1]", "[::1]:80", "localhost:"];
    const bad = ["example.com", `example.com:${server.port}`, "127.0.0.1.example.com", "localhost.example.com",
        "localhost:80.example.com", "127.0.0.2", "0.0.0.0", "127.0.0.1@example.com", "", "x".repeat(3000),
        "::1", "[::1", "[::2]", "localhost:80x", "localhost, example.com", "127.0.0.1 example.com"];
    for (const host of good) equal((await server.get("/", { Host: host })).code, 200, `Host: ${host}`);
    for (const host of bad) {
        const answer = await server.get("/", { Host: host });
        check([400, 421].includes(answer.code), `Host: ${host.slice(0, 40)}: ${answer.code}`);
        check(!answer.body.equals(html), `Host: ${host.slice(0, 40)} gets nothing`);
    }
    const sentence = (await server.get("/", { Host: "example.com" })).body.toString();
    check(/^This server answers to .*\n$/.test(sentence), `a foreign host gets a sentence: ${sentence}`);
    for (const hosts of [["localhost", "example.com"], ["example.com", "localhost"]])
        check([400, 421].includes((await server.get("/", { Host: hosts })).code), `two hosts: ${hosts}`);
    check([400, 421].includes((await server.get("/", { Host: null })).code), "no host");
    check(parse((await server.send("GET / HTTP/1.0\r\n\r\n")).bytes)[0]?.code !== 200, "no host, long ago");
}

async function checkPaths(server) {
    const paths = [
        "/nowhere", "/.hidden", "/sub/inner.txt", "/sub", "/sub/", "/odd%20name.txt", "/odd name.txt",
        "/../secret.txt", "/../../../../../../etc/passwd", "/sub/../index.html", "/./index.html",
        "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/%2e%2e%2fsecret.txt", "/..%5csecret.txt",
        "/..\\secret.txt", "//", "//index.html", "/index.html/", "/index.html%00", "/index.html%00.png",
        "/index.html\0", "/index.html\0.png", "/%00", "/INDEX.HTML", "/index.htm", "/index.html.",
        "index.html", "*", "", ".", "..", "http://example.com/", "http://127.0.0.1/index.html",
        `/${join(folder, "index.html")}`, join(work, "secret.txt"), "/%69ndex.html", "/%", "/%z", "/%2",
        "/\x80\xff", "/~root", "/proc/self/environ", "/\t", "/index.html;x", `/${"a".repeat(10_000)}`,
        `/${"../".repeat(3000)}etc/passwd`, "/index.html\\", "/a\rb", "/" + "%2e".repeat(2000),
    ];
    for (const path of paths) {
        const { ended, bytes } = await server.send(Buffer.from(
            `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`, "latin1"), true);
        const codes = parse(bytes).map((answer) => answer.code);
        const shown = JSON.stringify(path.slice(0, 40));
        check(ended, `${shown}: the connection ends`);
        check(!bytes.includes(secret) && !bytes.includes("root:"), `${shown} tells nothing`);
        // The library takes a zero byte for the end of the address; what stands before it
        // is looked up in the table like any other.
        if (path.includes("\0")) continue;
        check(codes.every((code) => [400, 404, 414].includes(code)), `${shown} gets ${codes}`);
        // A blank in the address ends the connection without an answer.
        equal(codes.length, / /.test(path) ? 0 : 1, `answers to ${shown}`);
    }
}

async function checkSizes(server) {
    const rows = [
        ["a long address", `GET /${"a".repeat(100_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`, [414]],
        ["a long query", `GET /?${"a".repeat(1_000_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`, [414]],
        ["a long header", `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"a".repeat(100_000)}\r\n\r\n`, [431]],
        ["many headers", `GET / HTTP/1.1\r\nHost: localhost\r\n${"X: y\r\n".repeat(50_000)}\r\n`, [431]],
        ["a long name", `GET / HTTP/1.1\r\nHost: localhost\r\n${"a".repeat(100_000)}: x\r\n\r\n`, [431]],
        ["a long method", `${"G".repeat(100_000)} / HTTP/1.1\r\nHost: localhost\r\n\r\n`, [400, 405, 414, 431, 501]],
        ["no end of the first line", "G".repeat(3_000_000), [400, 405, 414, 431, 501]],
        ["a long version", `GET / ${"H".repeat(100_000)}\r\nHost: localhost\r\n\r\n`, [400, 414, 431, 505]],
    ];
    for (const [what, bytes, codes] of rows) {
        const answer = await server.send(bytes, true);
        check(answer.ended, `${what}: the connection ends`);
        const [first] = parse(answer.bytes);
        // What was sent and not read makes the end hard, and may take the answer with it.
        check(!first || codes.includes(first.code), `${what} gets ${first?.code}`);
    }
    const head = (size) => `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"a".repeat(size)}\r\n` +
        "Connection: close\r\n\r\n";
    const gets = async (bytes, code) => parse((await server.send(bytes, true)).bytes)[0]?.code === code;
    check(await eventually(() => gets(head(8000), 200)), "8 kB of headers are fine");
    const many = `GET / HTTP/1.1\r\nHost: localhost\r\n${"X: y\r\n".repeat(1000)}\r\n`;
    check(await eventually(() => gets(many, 431)), "1000 short headers are too many");
    for (let size = 20_000; size < 40_000; size += 2500) {
        const [answer] = parse((await server.send(head(size), true)).bytes);
        check(!answer || [200, 431].includes(answer.code), `${size} bytes of headers: ${answer?.code}`);
    }
}

async function checkPipelining(server) {
    const names = ["/main.js", "/nowhere", "/style.css", "/", "/bouton.wasm"];
    const wanted = Array.from({ length: 200 }, (_, i) => names[i % names.length]);
    const bytes = wanted.map((name, i) => `GET ${name} HTTP/1.1\r\nHost: localhost\r\n` +
        `${i === 199 ? "Connection: close\r\n" : ""}\r\n`).join("");
    const answers = parse((await server.send(bytes, true)).bytes);
    equal(answers.length, wanted.length, "as many answers as requests");
    check(answers.every(({ code, body }, i) => wanted[i] === "/nowhere" ? code === 404
        : body.equals(files[wanted[i].slice(1) || "index.html"])), "answers come in order");
    // One request in pieces of a byte, on a connection that was used before.
    const socket = server.connect();
    for (const byte of Buffer.from("GET /main.js HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(2) +
        "GET /main.js HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")) {
        socket.write(Buffer.from([byte]));
        await new Promise((done) => setImmediate(done));
    }
    await socket.gone;
    equal(parse(Buffer.concat(socket.pieces)).length, 3, "a request may come byte by byte");
}

// Connections that keep it waiting; the server's time-out is short.
async function checkSlow(server) {
    const before = server.descriptors();
    const ends = (socket, what) => Promise.race([socket.gone, sleep(minute).then(() => false)])
        .then((ended) => check(ended, `${what} is closed`));
    const start = (what, bytes, drip) => {
        const socket = server.connect();
        socket.write(bytes);
        const timer = drip && setInterval(() => socket.write(drip), 150);
        return ends(socket, what).then(() => clearInterval(timer));
    };
    const silent = server.connect();
    const stuck = server.connect(); // asks for a large file and does not read
    stuck.pause();
    stuck.write("GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(3));
    const all = [
        ends(silent, "a silent connection"),
        start("half a request", "GET / HTTP/1.1\r\nHost: loc"),
        start("a slow header", "GET / HTTP/1.1\r\nHost: localhost\r\n", "X: y\r\n"),
        start("a slow line", "GET /", "a"),
        start("slow empty lines", "\r\n", "\r\n"),
        start("an answered connection", "GET /main.js HTTP/1.1\r\nHost: localhost\r\n\r\n"),
        start("a slow second request", "GET /main.js HTTP/1.1\r\nHost: localhost\r\n\r\n", "G"),
        start("a slow body", "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n", "a"),
    ];
    for (let i = 0; i < 50; i++)
        all.push(start(`slow connection ${i}`, "GET / HTTP/1.1\r\n", "X: y\r\n"));
    await server.answers("between slow ones");
    await Promise.all(all);
    for (const bytes of ["", "G", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: localhost\r\n"]) {
        const { ended } = await server.send(bytes); // our side ends at once
        check(ended, `half-open after ${bytes.length} bytes: closed`);
    }
    check(await eventually(() => server.descriptors() <= before), "all descriptors are closed");
    stuck.resume();
    check(await Promise.race([stuck.gone, sleep(minute)]), "who does not read is closed");
    const got = stuck.pieces.reduce((sum, piece) => sum + piece.length, 0);
    check(got < 3 * files["large.bin"].length, "and did not get everything");
}

// A reader that takes its time, more than the patience, and moves on gets it all.
async function checkSlowReader(server) {
    const readSlowly = async () => {
        const socket = server.connect();
        socket.write("GET /large.bin HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        for (let i = 0; i < 12; i++) {
            socket.pause();
            await sleep(150);
            socket.resume();
            await sleep(1);
        }
        await socket.gone;
        return parse(Buffer.concat(socket.pieces))[0]?.body.equals(files["large.bin"]);
    };
    check(await eventually(readSlowly), "a reader with pauses gets the whole file");
}

async function openMany(server, count) {
    const sockets = [];
    for (let i = 0; i < count; i++) {
        const socket = server.connect();
        sockets.push(socket);
        if (i % 3 === 1) socket.write("GET / HTTP/1.1\r\n");
        if (i % 100 === 99) await Promise.all(sockets.slice(-100).map((s) => s.there));
    }
    return sockets;
}

async function checkIdle() {
    // It may open 256 files, and raises that by itself.
    const server = await Server.start(["--page", folder, "--timeout", "600"], "ulimit -Sn 256");
    const sockets = await openMany(server, 1000);
    await server.answers("beside 1000 idle connections");
    check(server.descriptors() > 1000, `1000 connections are open: ${server.descriptors()}`);
    console.log(`with 1000 idle connections: ${server.memory()} kB`);
    await server.stop(); // with all of them open
    await Promise.all(sockets.map((socket) => socket.gone));

    // More than it takes: the others wait until those have used up their time.
    const small = await Server.start(["--page", folder, "--timeout", "1"], "ulimit -n 200");
    const more = await openMany(small, 600);
    await small.answers("beside more connections than it takes");
    for (const socket of more) socket.destroy();
    await small.answers("after them");
    await small.stop("SIGINT");
}

// Numbers that are the same in every run.
function dice(seed) {
    let x = seed;
    return (below) => {
        x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
        return Math.floor(x / 2 ** 32 * below);
    };
}

function randomBytes(roll) {
    const good = Buffer.from(["GET", "HEAD", "POST"][roll(3)] + " /main.js HTTP/1.1\r\nHost: localhost\r\n" +
        "Accept-Encoding: gzip\r\nIf-None-Match: \"a\"\r\nContent-Length: 3\r\n\r\nabc");
    const kind = roll(4);
    if (kind === 0) return Buffer.from(Array.from({ length: roll(3000) }, () => roll(256)));
    if (kind === 1) return good.subarray(0, roll(good.length));
    for (let i = roll(kind === 2 ? 4 : 40); i >= 0; i--)
        good[roll(good.length)] = kind === 2 ? roll(256) : [0, 10, 13, 32, 58, 37, 128, 255][roll(8)];
    return roll(3) === 0 ? Buffer.concat([good, good, good]) : good;
}

// Two hundred at a time: some are only closed when their time is over.
async function checkRandom(server, seed, count) {
    const roll = dice(seed);
    let left = count;
    let open = 0;
    await Promise.all(Array.from({ length: 200 }, async () => {
        while (left-- > 0) if (!(await server.send(randomBytes(roll))).ended) open++;
    }));
    equal(open, 0, "every connection with random bytes ends");
    await server.answers(`after random bytes (seed ${seed})`);
}

async function checkMemory(server) {
    const round = async (seed) => {
        await checkRandom(server, seed, 1500);
        for (const socket of await openMany(server, 400)) socket.destroy();
        await checkSizes(server);
        const lines = "GET /main.js HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(200) +
            "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        for (let i = 0; i < 20; i++) await server.send(lines);
        return server.memory();
    };
    const first = await round(1);
    await round(2);
    const last = await round(3);
    console.log(`memory after the first round ${first} kB, after the third ${last} kB`);
    check(last < first + 12 * 1024, `memory stays where it is: ${first} kB, then ${last} kB`);
}

async function checkStart() {
    const says = (words, code, sentence) => {
        const { status, stdout, stderr } = spawnSync(command, ["serve", ...words], { timeout: minute });
        equal(status, code, `serve ${words.join(" ")}`);
        equal(stdout.toString(), "", `serve ${words.join(" ")} has no answer`);
        check(sentence.test(stderr), `serve ${words.join(" ")}: ${stderr}`);
    };
    for (const port of ["-1", "65536", "99999999999999999999", "abc", "", "80x", "1.5", " 80"])
        says(["--port", port], 2, /^bouton: --port takes a number.*\n$/);
    says(["--port"], 2, /^bouton: --port needs a value/);
    for (const seconds of ["0", "3601", "x", "-1"])
        says(["--timeout", seconds], 2, /^bouton: --timeout takes a number.*\n$/);
    says(["page"], 2, /^bouton: serve takes nothing but options/);
    says(["--page", join(work, "nowhere")], 2, /^bouton: cannot open the folder /);
    says(["--page", join(folder, "index.html")], 2, /^bouton: cannot open the folder /);
    says(["--page", ""], 2, /^bouton: cannot open the folder /);
    says(["--page", join(folder, "sub")], 2, /^bouton: the folder .* has no index\.html/);
    const many = join(work, "many");
    mkdirSync(many);
    for (let i = 0; i <= 500; i++) writeFileSync(join(many, `${i}.txt`), "");
    says(["--page", many], 3, /^bouton: the folder .* is not a page: it has more than 500 files/);
    const server = await Server.start(["--page", folder]);
    says(["--port", `${server.port}`, "--page", folder], 3,
        new RegExp(`^bouton: port ${server.port} is in use, .*--port.*\n$`));
    await server.answers("after another wanted its port");
    await server.stop("SIGHUP");
    const own = await Server.start([]);
    const { code, headers } = await own.get("/");
    equal(code, 200, "without --page there is a page");
    equal(headers["content-type"], "text/html; charset=utf-8", "which is HTML");
    await own.stop();
}

// A folder is read once: what happens to it later does not matter.
async function checkInMemory() {
    const copy = join(work, "copy");
    mkdirSync(copy);
    writeFileSync(join(copy, "index.html"), html);
    const server = await Server.start(["--page", copy]);
    rmSync(copy, { recursive: true });
    await server.answers("after its folder was removed");
    await server.stop();
}

try {
    await checkStart();
    await checkInMemory();
    const patient = [checkFiles, checkEncodings, checkTags, checkMethods, checkHosts, checkPaths,
        checkPipelining, checkSizes];
    const impatient = [checkSlow, checkSlowReader, checkMemory];
    for (const [seconds, parts] of [["20", patient], ["1", impatient]]) {
        const server = await Server.start(["--page", folder, "--timeout", seconds]);
        for (const part of parts) {
            const start = Date.now();
            await part(server);
            await server.answers(`after ${part.name}`);
            console.log(`${part.name}: ${((Date.now() - start) / 1000).toFixed(1)} s`);
        }
        await server.stop();
    }
    await checkIdle();
} catch (error) {
    check(false, error.stack);
} finally {
    for (const child of Server.all) child.kill("SIGKILL"); // those that were not stopped
    rmSync(work, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
