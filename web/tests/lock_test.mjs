// SPDX-License-Identifier: MIT
// node lock_test.mjs: the lock file pins every package by its content and names no registry,
// so that the same files come from wherever npm gets them, or none do.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { check, counts, same, setWhere } from "./harness.mjs";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const lines = (name) => readFileSync(join(web, name), "utf8").trim().split("\n");

/** What is wrong with the text of a lock file, one sentence each. */
function faults(text, wanted) {
    const lock = JSON.parse(text);
    const found = [];
    if (/"resolved"/.test(text)) found.push("a line 'resolved' names a registry");
    if (/https?:|git[+:]/.test(text.replace(/"funding": \{[^}]*\}|"url": "[^"]*"/g, "")))
        found.push("an address stands in it");
    const packages = Object.entries(lock.packages ?? {}).filter(([name]) => name !== "");
    if (packages.length === 0) found.push("it has no packages");
    for (const [name, what] of packages)
        if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(what.integrity ?? ""))
            found.push(`${name} has no integrity`);
    for (const [name, version] of Object.entries(wanted))
        if (lock.packages?.[`node_modules/${name}`]?.version !== version)
            found.push(`${name} is not locked at ${version}`);
    return found;
}

setWhere("lock_test.mjs");
const text = lines("package-lock.json").join("\n");
const { dependencies, devDependencies } = JSON.parse(lines("package.json").join("\n"));
const wanted = { ...dependencies, ...devDependencies };
same(faults(text, wanted), [], "package-lock.json");
for (const [name, version] of Object.entries(wanted))
    check(/^\d+\.\d+\.\d+$/.test(version), `package.json: ${name} is ${version}, not one version`);
same(
    lines(".npmrc").sort(),
    ["engine-strict=true", "omit-lockfile-registry-resolved=true"],
    ".npmrc",
);

// Each fault is found when it is there.
const broken = (change) => {
    const lock = JSON.parse(text);
    change(lock.packages["node_modules/preact"]);
    return faults(JSON.stringify(lock), wanted).length;
};
check(broken((p) => (p.resolved = "x")) > 0, "a line 'resolved' is not noticed");
check(broken((p) => delete p.integrity) > 0, "a missing integrity is not noticed");
check(broken((p) => (p.version = "0.0.0")) > 0, "another version is not noticed");

const { passed, failed } = counts();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
