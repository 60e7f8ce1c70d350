// SPDX-License-Identifier: MIT
// Small wishes that stay on this device, such as which panels are open. Where nothing can be
// kept, nothing is lost but the wish.

export function remembered<T>(name: string, otherwise: T): T {
    try {
        const text = localStorage.getItem(`bouton.${name}`);
        return text === null ? otherwise : (JSON.parse(text) as T);
    } catch {
        return otherwise;
    }
}

export function remember(name: string, value: unknown): void {
    try {
        localStorage.setItem(`bouton.${name}`, JSON.stringify(value));
    } catch {
        // no storage here
    }
}
