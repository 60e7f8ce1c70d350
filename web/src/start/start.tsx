// SPDX-License-Identifier: MIT
import { texts } from "../texts";

export function Start() {
    return <h1>{texts.start.heading}</h1>;
}
