// SPDX-License-Identifier: MIT
// A move as in the terminal: typed. What is refused stays in the field, with the reason.
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { Game } from "../play/game";
import { Refusal } from "../shared/notices";
import { texts } from "../texts";

export function TypedMove(props: { game: Game; example: string | null }) {
    const { game } = props;
    const [text, setText] = useState("");
    const field = useRef<HTMLInputElement>(null);
    const id = useId();
    const submit = async (event: Event) => {
        event.preventDefault();
        if (text.trim() === "") return;
        if (await game.line(text.trim())) setText("");
        field.current?.focus();
    };
    const refused = game.asked === "line" ? game.refused : null;
    // A click on the board may be refused, and this be out of sight.
    useEffect(() => {
        const sentence = refused && field.current?.form?.querySelector(".refusal");
        if (sentence) sentence.scrollIntoView({ block: "nearest" });
    }, [refused]);
    return (
        <form class="typed-move" onSubmit={submit}>
            <label for={id}>{texts.board.typed}</label>
            <div class="field-row">
                <input
                    id={id}
                    ref={field}
                    value={text}
                    onInput={(event) => setText(event.currentTarget.value)}
                    placeholder={props.example ?? texts.board.typedExample}
                    spellcheck={false}
                    autocomplete="off"
                    autocapitalize="off"
                    aria-invalid={refused !== null && text !== ""}
                    data-key="move"
                />
                <button type="submit">{texts.board.play}</button>
            </div>
            {refused && <Refusal error={refused} />}
            {game.told !== "" && <pre class="told">{game.told}</pre>}
        </form>
    );
}
