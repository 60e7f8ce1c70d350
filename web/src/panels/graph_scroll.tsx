// SPDX-License-Identifier: MIT
// A drawing that may be larger than its place: it scrolls in a box of its own, as the
// browser scrolls everything (finger, wheel, bars, keys), can be dragged with the mouse,
// and is made larger and smaller by buttons, keys, Ctrl + wheel or two fingers, always
// around the point that is looked at.
import type { ComponentChildren, RefObject } from "preact";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { texts } from "../texts";

const SMALLEST = 0.1;
const LARGEST = 3;
const STEP = 1.25;
const LEGIBLE = 0.55;
const WELL_LEGIBLE = 0.75;
const MARGIN = 12;

export interface Place {
    x: number;
    y: number;
}

export interface Zoom {
    box: RefObject<HTMLDivElement | null>;
    scale: number;
    zoom(factor: number, around?: Place): void;
    fit(): void;
}

const within = (scale: number) => Math.min(LARGEST, Math.max(SMALLEST, scale));

/** How high the box may grow, whatever is in it now. */
function roomBelow(view: HTMLElement): number {
    return parseFloat(getComputedStyle(view).maxHeight) || view.clientHeight;
}

/** What is in the middle of the box, or under the pointer, stays where it is. */
function useZoom(width: number, height: number, start: Place, key: string, whole: boolean): Zoom {
    const box = useRef<HTMLDivElement>(null);
    const [scale, setScale] = useState(1);
    const held = useRef<{ left: number; top: number } | null>(null);

    const zoom = useCallback((factor: number, around?: Place) => {
        setScale((before) => {
            const view = box.current;
            const after = within(before * factor);
            if (!view) return after;
            const at = around ?? { x: view.clientWidth / 2, y: view.clientHeight / 2 };
            held.current = {
                left: ((view.scrollLeft + at.x) * after) / before - at.x,
                top: ((view.scrollTop + at.y) * after) / before - at.y,
            };
            return after;
        });
    }, []);
    const fit = useCallback(() => {
        const view = box.current;
        if (!view) return;
        const across = view.clientWidth / (width + 2 * MARGIN);
        const down = roomBelow(view) / (height + 2 * MARGIN + 2);
        held.current = { left: 0, top: 0 };
        setScale(within(Math.min(1.5, across, down)));
    }, [width, height]);

    // A new drawing begins as wide as the box, as long as it can be read, with the place
    // that matters in view.
    useLayoutEffect(() => {
        const view = box.current;
        if (!view) return;
        const across = view.clientWidth / (width + 2 * MARGIN);
        const all = Math.min(across, roomBelow(view) / (height + 2 * MARGIN + 2));
        const first = Math.min(1, Math.max(LEGIBLE, whole || all > WELL_LEGIBLE ? all : across));
        held.current = {
            left: (start.x + MARGIN) * first - view.clientWidth / 2,
            top: (start.y + MARGIN) * first - view.clientHeight / 3,
        };
        setScale(first);
        // as large as before: nothing is rendered again
        view.scrollTo(held.current);
    }, [key]);

    useLayoutEffect(() => {
        if (held.current) box.current?.scrollTo(held.current);
        held.current = null;
    }, [scale]);
    return { box, scale, zoom, fit };
}

/** Ctrl + wheel (which is also what a touchpad sends for two fingers) and two fingers. */
function usePinch({ box, zoom }: Zoom): void {
    useEffect(() => {
        const view = box.current;
        if (!view) return;
        let apart = 0;
        const placeOf = (x: number, y: number): Place => {
            const edge = view.getBoundingClientRect();
            return { x: x - edge.left, y: y - edge.top };
        };
        const wheel = (event: WheelEvent) => {
            if (!event.ctrlKey && !event.metaKey) return;
            event.preventDefault();
            zoom(Math.exp(-event.deltaY / 300), placeOf(event.clientX, event.clientY));
        };
        const pinch = (event: TouchEvent) => {
            const [a, b] = [event.touches[0], event.touches[1]];
            if (!a || !b) {
                apart = 0;
                return;
            }
            event.preventDefault();
            const now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
            const middle = placeOf((a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2);
            if (apart > 0) zoom(now / apart, middle);
            apart = now;
        };
        const done = () => {
            apart = 0;
        };
        view.addEventListener("wheel", wheel, { passive: false });
        view.addEventListener("touchmove", pinch, { passive: false });
        view.addEventListener("touchend", done);
        return () => {
            view.removeEventListener("wheel", wheel);
            view.removeEventListener("touchmove", pinch);
            view.removeEventListener("touchend", done);
        };
    }, [box, zoom]);
}

/** The mouse takes hold of the empty paper and moves it. */
function useDrag(box: RefObject<HTMLDivElement | null>) {
    const from = useRef<{ x: number; y: number; left: number; top: number } | null>(null);
    return {
        onPointerDown(event: PointerEvent) {
            const view = box.current;
            const target = event.target as Element;
            if (!view || event.pointerType !== "mouse" || event.button !== 0) return;
            if (target.closest("[role=button],.graph-hit")) return;
            from.current = {
                x: event.clientX,
                y: event.clientY,
                left: view.scrollLeft,
                top: view.scrollTop,
            };
        },
        onPointerMove(event: PointerEvent) {
            const start = from.current;
            if (!start || event.buttons === 0) return;
            box.current?.scrollTo(
                start.left - event.clientX + start.x,
                start.top - event.clientY + start.y,
            );
        },
        onPointerUp() {
            from.current = null;
        },
    };
}

export function GraphScroll(props: {
    label: string;
    width: number;
    height: number;
    /** The place that is in view at the beginning. */
    start: Place;
    /** Another key: another drawing, which is shown from its start. */
    of: string;
    /** An editor's paper: it fills the box, and all of it is in view at first. */
    fill?: boolean;
    buttons?: ComponentChildren;
    children: ComponentChildren;
}) {
    const zoom = useZoom(props.width, props.height, props.start, props.of, props.fill ?? false);
    const drag = useDrag(zoom.box);
    usePinch(zoom);
    const key = (event: KeyboardEvent) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.target instanceof HTMLInputElement) return;
        if (event.key === "+" || event.key === "=") zoom.zoom(STEP);
        else if (event.key === "-") zoom.zoom(1 / STEP);
        else if (event.key === "0") zoom.fit();
        else return;
        event.preventDefault();
    };
    const width = props.width + 2 * MARGIN;
    const height = props.height + 2 * MARGIN;
    const t = texts.panels.graph;
    return (
        <div class="graph-view" onKeyDown={key}>
            <div class="graph-tools">
                {props.buttons}
                <span class="graph-zoom" role="group" aria-label={t.size}>
                    <button
                        type="button"
                        onClick={() => zoom.zoom(1 / STEP)}
                        aria-label={t.smaller}
                    >
                        −
                    </button>
                    <button type="button" onClick={() => zoom.zoom(STEP)} aria-label={t.larger}>
                        +
                    </button>
                    <button type="button" onClick={zoom.fit}>
                        {t.fit}
                    </button>
                </span>
            </div>
            <div
                class={props.fill ? "graph-box graph-paper" : "graph-box"}
                ref={zoom.box}
                role="region"
                aria-label={props.label}
                tabIndex={0}
                {...(props.fill ? {} : drag)}
            >
                <svg
                    role="presentation"
                    width={width * zoom.scale}
                    height={height * zoom.scale}
                    preserveAspectRatio={props.fill ? "xMinYMin" : undefined}
                    viewBox={`${-MARGIN} ${-MARGIN} ${width} ${height}`}
                >
                    {props.children}
                </svg>
            </div>
        </div>
    );
}
