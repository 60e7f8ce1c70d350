// SPDX-License-Identifier: MIT
// The address of the page. A game or a drawing writes its own there as it changes, but never
// over one that has just been chosen, by a link or the back button, and is still to be read.
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { readLink } from "./link";
import { adoptFiles } from "./own_files";

export interface Place {
    hash: string;
    words: string[];
    /** Files that the link would have given another text. */
    notTaken: string[];
    /** The texts of the link are too long, and nothing of it is shown. */
    tooLong: boolean;
}

// What is on the page belongs to this address.
let shown = location.hash;

/** What the address says; null while the first one is being read. */
export function useAddress(): Place | null {
    const [place, set] = useState<Place | null>(null);
    useEffect(() => {
        const read = async () => {
            const { hash } = location;
            const link = await readLink(hash);
            if (hash === location.hash) set({ ...link, hash, words: adoptFiles(link) });
        };
        void read();
        addEventListener("hashchange", read);
        return () => removeEventListener("hashchange", read);
    }, []);
    useLayoutEffect(() => {
        if (place) shown = place.hash;
    }, [place]);
    return place;
}

/** The address of what is on the page now; `push`: with a way back to the one before. */
export function writeAddress(address: string, push = false): void {
    if (location.hash !== shown) return;
    if (push && address !== location.hash) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
    shown = location.hash;
}
