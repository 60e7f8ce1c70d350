// SPDX-License-Identifier: MIT
// A text as a file, for the person to keep.

export function download(text: string, name: string, type = "text/plain"): void {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** The name of a file about these rules, which may hold colons and commas. */
export function fileName(rules: string, ending: string): string {
    const plain = rules.replace(/[^\w]+/g, "-").replace(/^-|-$/g, "");
    return `${plain || "game"}.${ending}`;
}
