// SPDX-License-Identifier: MIT
// A text as a link carries it: deflated, in base64url. A link comes from anybody, and a few
// thousand letters may stand for gigabytes: what is unpacked is counted while it comes, and
// no more is asked for than the limit allows.

/** The most that all texts of a link may have: the engine reads no longer .game file. */
export const MOST_LINK_BYTES = 1 << 20;

/** A text would be longer than it may be. */
export class TooLong extends Error {}

// A browser unpacks a whole piece before anybody can stop it; deflate makes it at most 1032
// times as long.
const PIECE_BYTES = 1024;

function inPieces(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
    let at = 0;
    return new ReadableStream(
        {
            pull(controller) {
                if (at >= bytes.length) return controller.close();
                controller.enqueue(bytes.slice(at, at + PIECE_BYTES));
                at += PIECE_BYTES;
            },
        },
        { highWaterMark: 0 },
    );
}

export async function pack(text: string): Promise<string> {
    const deflated = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(deflated).arrayBuffer());
    let binary = "";
    for (const byte of bytes) binary += String.fromCharCode(byte);
    return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The text, which has at most `most` bytes; otherwise it throws TooLong, and another error
 * if nothing can be made of it. */
export async function unpack(packed: string, most: number): Promise<Blob> {
    const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
    const reader = inPieces(bytes).pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    for (;;) {
        const { done, value } = await reader.read();
        if (done) return new Blob(pieces);
        size += value.length;
        if (size > most) {
            void reader.cancel();
            throw new TooLong();
        }
        pieces.push(value);
    }
}
