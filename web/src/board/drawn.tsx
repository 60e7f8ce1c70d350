// SPDX-License-Identifier: MIT
// One shape of the engine, drawn. Every board is made of these.
import type { Shape } from "../engine/answers";

/** A stack of very many chips: stripes in a box. */
function Stripes(props: { shape: Shape }) {
    const { x, y, x2, y2 } = props.shape;
    const middle = (x + x2!) / 2;
    return <line class="stripes" x1={middle} y1={y2} x2={middle} y2={y} stroke-width={x2! - x} />;
}

/** The shape itself; what is chosen is larger than a thin line. */
export function Drawn(props: { shape: Shape; flipped?: boolean }) {
    const { shape: s } = props;
    const swap = { chip: "other", other: "chip" } as Record<string, string>;
    const tone = (props.flipped && s.kind === "disc" && swap[s.tone]) || s.tone;
    const box = () => ({ x: s.x, y: s.y, width: s.x2! - s.x, height: s.y2! - s.y });
    const words = s.text && s.kind !== "square" && (
        <text
            class={s.kind === "label" ? `label-${s.tone}` : `on-${tone}`}
            x={s.x}
            y={s.y}
            text-anchor={s.anchor ?? "middle"}
        >
            {s.text.trim()}
        </text>
    );
    switch (s.kind) {
        case "disc":
            return (
                <>
                    <circle class={`tone-${tone}`} cx={s.x} cy={s.y} r={s.r} />
                    {words}
                </>
            );
        case "square":
            return (
                <>
                    <rect class={`tone-${tone}`} {...box()} />
                    {tone === "chip" && <Stripes shape={s} />}
                </>
            );
        case "loop":
            return <rect class="tone-place" rx={8} {...box()} />;
        case "line":
            return (
                <>
                    <rect class="reach" x={s.x - 4} y={s.y} width={8} height={s.y2! - s.y} />
                    <line x1={s.x} y1={s.y} x2={s.x2} y2={s.y2} />
                </>
            );
        case "label":
            return <>{words}</>;
    }
}
