// SPDX-License-Identifier: MIT
// A box for what may be wider than the page: it scrolls by itself, and only where it has to
// scroll it can be reached with the keyboard.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

export function Wide(props: { name: string; class?: string; children: ComponentChildren }) {
    const box = useRef<HTMLDivElement>(null);
    const [scrolls, set] = useState(false);
    useEffect(() => {
        const element = box.current!;
        const look = () =>
            set(
                element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight,
            );
        const watch = new ResizeObserver(look);
        watch.observe(element);
        for (const child of element.children) watch.observe(child);
        return () => watch.disconnect();
    }, []);
    return (
        <div
            class={`wide ${props.class ?? ""}`}
            ref={box}
            {...(scrolls ? { tabIndex: 0, role: "group", "aria-label": props.name } : {})}
        >
            {props.children}
        </div>
    );
}
