// SPDX-License-Identifier: MIT
import { texts } from "../texts";

export function GraphEditor() {
    return <h1>{texts.editor.heading}</h1>;
}
