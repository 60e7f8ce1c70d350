// SPDX-License-Identifier: MIT
// Light, dark, or as the system has it.
import { useEffect, useState } from "preact/hooks";
import { remember, remembered } from "./remember";
import { texts } from "../texts";

type Theme = "system" | "light" | "dark";

export function ThemeChoice() {
    const [theme, set] = useState<Theme>(() => remembered<Theme>("theme", "system"));
    useEffect(() => {
        if (theme === "system") delete document.documentElement.dataset["theme"];
        else document.documentElement.dataset["theme"] = theme;
        remember("theme", theme);
    }, [theme]);
    return (
        <label class="theme">
            <span>{texts.frame.theme}</span>
            <select value={theme} onChange={(event) => set(event.currentTarget.value as Theme)}>
                <option value="system">{texts.frame.system}</option>
                <option value="light">{texts.frame.light}</option>
                <option value="dark">{texts.frame.dark}</option>
            </select>
        </label>
    );
}
