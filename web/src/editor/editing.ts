// SPDX-License-Identifier: MIT
// What can be done to the drawing, by pointer, by keys or in the list, each with the
// sentence that tells it.
import { useCallback, useState } from "preact/hooks";
import type { Outcome } from "../engine/answers";
import { texts } from "../texts";
import {
    addSpot,
    change,
    connect,
    disconnect,
    find,
    freePlace,
    leads,
    moveSpot,
    removeSpot,
    type Arrow,
    type Drawing,
} from "./drawing";
import type { History } from "./drawing_history";
import type { KeyActions } from "./spot_keys";
import type { Marks } from "./solution";

export type Mode = "draw" | "colour" | "solution";

const next: Record<Outcome | "", Outcome | null> = { "": "N", N: "P", P: "D", D: null };

/** The letters that students give. */
export function useMarks() {
    const [marks, set] = useState<Marks>(new Map());
    const mark = useCallback((id: number, letter: Outcome | null) => {
        set((before) => {
            const after = new Map(before);
            if (letter === null) after.delete(id);
            else after.set(id, letter);
            return after;
        });
    }, []);
    const clear = useCallback(() => set(new Map()), []);
    return { marks, mark, clear };
}

export interface Editing {
    selected: number | null;
    select(id: number | null): void;
    arrow: Arrow | null;
    setArrow(arrow: Arrow | null): void;
    connecting: number | null;
    said: string;
    say(sentence: string): void;
    add(x?: number, y?: number): void;
    move(id: number, x: number, y: number): void;
    join(from: number, to: number): void;
    part(from: number, to: number): void;
    remove(id: number): void;
    rename(id: number, name: string): boolean;
    tap(id: number): void;
    replace(drawing: Drawing, from: string): void;
    keys: KeyActions;
}

/** `focus` goes to the node of this name, `nameField` to the field for the name. */
export function useEditing(
    history: History,
    mode: Mode,
    { marks, mark, clear }: ReturnType<typeof useMarks>,
    focus: (name: string) => void,
    nameField: () => void,
): Editing {
    const { drawing, put } = history;
    const [selected, select] = useState<number | null>(null);
    const [arrow, setArrow] = useState<Arrow | null>(null);
    const [connecting, setConnecting] = useState<number | null>(null);
    const [said, say] = useState("");
    const t = texts.editor;
    const nameOf = (id: number) => find(drawing, id)?.name ?? "";

    const add = (x?: number, y?: number) => {
        const place = x === undefined || y === undefined ? freePlace(drawing) : { x, y };
        const made = addSpot(drawing, place.x, place.y);
        put(made.drawing);
        select(made.spot.id);
        say(t.added(made.spot.name));
        focus(made.spot.name);
    };
    const join = (from: number, to: number) => {
        const old = leads(drawing, from, to);
        say(old ? t.already(nameOf(from), nameOf(to)) : t.connected(nameOf(from), nameOf(to)));
        put(connect(drawing, from, to));
        setConnecting(null);
    };
    const part = (from: number, to: number) => {
        put(disconnect(drawing, from, to));
        setArrow(null);
        say(t.disconnected(nameOf(from), nameOf(to)));
    };
    const remove = (id: number) => {
        say(t.removed(nameOf(id)));
        put(removeSpot(drawing, id));
        mark(id, null);
        select(null);
        setConnecting(null);
        const left = drawing.spots.filter((s) => s.id !== id).at(-1);
        if (left) focus(left.name);
    };
    const rename = (id: number, text: string): boolean => {
        const name = text.trim();
        const taken = drawing.spots.some((s) => s.name === name && s.id !== id);
        if (name === "" || taken || /["\\\n]/.test(name)) {
            say(taken ? t.taken(name) : t.badName);
            return false;
        }
        if (name !== nameOf(id)) say(t.renamed(nameOf(id), name));
        put(change(drawing, id, { name }), `name ${id}`);
        return true;
    };
    const tap = (id: number) => {
        setArrow(null);
        if (mode === "colour") mark(id, next[marks.get(id) ?? ""]);
        else if (connecting !== null && mode === "draw") join(connecting, id);
        select(id);
    };
    const replace = (read: Drawing, from: string) => {
        put(read);
        clear();
        select(null);
        setArrow(null);
        setConnecting(null);
        say(t.wasRead(from, read.spots.length, read.arrows.length));
    };
    const keys: KeyActions = {
        move: (s, dx, dy) => put(moveSpot(drawing, s.id, s.x + dx, s.y + dy), `move ${s.id}`),
        beginArrow: (s) => {
            if (connecting !== null) return join(connecting, s.id);
            setConnecting(s.id);
            select(s.id);
            say(t.connecting(s.name));
        },
        tap: (s) => tap(s.id),
        remove: (s) => remove(s.id),
        rename: (s) => {
            select(s.id);
            nameField();
        },
        add: () => add(),
        giveUp: () => setConnecting(null),
        mark: (s, letter) => {
            mark(s.id, letter);
            select(s.id);
        },
    };
    const move = (id: number, x: number, y: number) => put(moveSpot(drawing, id, x, y));
    return {
        selected,
        select,
        arrow,
        setArrow,
        connecting,
        said,
        say,
        add,
        move,
        join,
        part,
        remove,
        rename,
        tap,
        replace,
        keys,
    };
}
