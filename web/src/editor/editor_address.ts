// SPDX-License-Identifier: MIT
// The drawing that the address brings, and the address that the drawing has.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { writeAddress } from "../address";
import { addFile, EngineError, fileText } from "../engine/engine";
import { writeLink } from "../link";
import { empty, toDot, type Drawing } from "./drawing";
import { readDrawing } from "./drawing_import";
import { OWN } from "./solution";

/** Looks at each rendering whether a link has brought another text. Gives what was wrong
 * with it. */
export function useEditorAddress(
    dot: string,
    isEmpty: boolean,
    onRead: (drawing: Drawing) => void,
): EngineError | null {
    const [error, setError] = useState<EngineError | null>(null);
    const known = useRef<string | null>(null);
    const drawn = useRef(false);
    const read = useRef(onRead);
    read.current = onRead;
    // At every rendering, for a link may bring the text of long ago again. Both at once and not
    // after the next frame: by then a link may have brought another text.
    useLayoutEffect(() => {
        const brought = fileText(OWN);
        if (brought === undefined || brought === known.current) return;
        known.current = brought;
        if (brought === toDot(empty)) return;
        readDrawing(brought).then(
            (drawing) => {
                read.current(drawing);
                setError(null);
            },
            (refused: unknown) => setError(refused instanceof EngineError ? refused : null),
        );
    });
    useLayoutEffect(() => {
        // Nothing has been drawn yet: what the link brings may be on its way.
        if (isEmpty && !drawn.current) return;
        drawn.current = true;
        known.current = dot;
        addFile(OWN, dot);
        let wanted = true;
        const files = new Map(isEmpty ? [] : [[OWN, dot]]);
        void writeLink({ words: ["graph-editor"], files }).then((address) => {
            if (wanted) writeAddress(address);
        });
        return () => {
            wanted = false;
        };
    }, [dot, isEmpty]);
    return error;
}
