// SPDX-License-Identifier: MIT
// A button inside a sentence. A <button> never breaks across lines, so this is a span that
// behaves as one.
import type { ComponentChildren } from "preact";

export function InlineButton(props: {
    title: string;
    current?: boolean;
    onClick(): void;
    children: ComponentChildren;
}) {
    const keyDown = (event: KeyboardEvent) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        props.onClick();
    };
    return (
        <span
            class="inline"
            role="button"
            tabIndex={0}
            title={props.title}
            aria-current={props.current ? "true" : undefined}
            onClick={props.onClick}
            onKeyDown={keyDown}
        >
            {props.children}
        </span>
    );
}
