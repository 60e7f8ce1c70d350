// SPDX-License-Identifier: MIT
// The theorem panel: proofs, refutations, discoveries, own rules, mistakes, long work.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { check, newPage, openGame, root, run, same, sizes } from "./harness.mjs";

const axe = readFileSync(join(root, "web/node_modules/axe-core/axe.min.js"), "utf8");

async function openPanel(page, address, words) {
    await page.addInitScript(() => {
        try {
            localStorage.setItem("bouton.panels", '{"theorem":true}');
        } catch {
            // about:blank has no storage
        }
    });
    await openGame(page, address, words);
    await page.waitForSelector("#panel-theorem .panel-body > *:nth-child(2)");
}

const button = (page, name) =>
    page.locator("#panel-theorem").getByRole("button", { name, exact: true });
const verdict = (page) => page.locator("#panel-theorem .badge");
async function words(page, selector) {
    const found = await page.locator(`#panel-theorem ${selector}`).allInnerTexts();
    return found.map((text) => text.trim());
}
/** Until the editor has a text for which `pattern` is found. */
const rulesHave = (page, pattern) =>
    page.waitForFunction(
        (p) => new RegExp(p).test(document.querySelector("#rules-text")?.value ?? ""),
        pattern.source,
    );
const rules = (page) => page.inputValue("#rules-text");

async function findViolations(page) {
    await page.evaluate(axe);
    const found = await page.evaluate(() => window.axe.run("#panel-theorem"));
    return found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(" ")}`);
}

export async function a_theorem_is_proved_step_by_step({ page, address }) {
    await openPanel(page, address, "nim 3,4,6");
    const shown = await run(["prove", "nim", "--heaps", "3", "--show"]);
    same(await rules(page), shown.out, "the rules as text");
    await button(page, "Prove").click();
    await verdict(page).waitFor();
    same((await words(page, ".badge"))[0]?.includes("PROVED"), true, "the badge says it in words");
    // Every line of the command stands in the answer.
    const told = (await run(["prove", "nim", "--heaps", "3"])).out;
    const answer = (await words(page, ".theorem-answer")).join(" ").replace(/\s+/g, " ");
    for (const line of told.split("\n").filter((l) => /^\d {2}|^Play ends/.test(l)))
        check(answer.includes(line.replace(/^\d +/, "")), `missing in the answer: ${line}`);
    same(await words(page, ".proof-number"), ["1", "2", "3"], "three steps");
    check(answer.includes("The automaton of the claim has 2 states."), "the sizes are told");
}

/** Downloads the certificate and has it checked by the command. */
async function checked(page, name) {
    const [download] = await Promise.all([
        page.waitForEvent("download"),
        button(page, "Download the certificate").click(),
    ]);
    same(download.suggestedFilename(), name, "the name of the file");
    return (await run(["check", await download.path()])).out;
}

export async function a_proof_is_taken_away_and_checked({ page, address }) {
    await openPanel(page, address, "subtraction:1,3,4 5,6,7,8");
    same(await page.locator(".theorem-answer").count(), 0, "nothing is asked yet");
    await button(page, "Prove").click();
    await verdict(page).waitFor();
    const answer = (await words(page, ".theorem-answer")).join(" ");
    check(answer.includes("a sum of x1; x2; x3; x4, because no rule"), `the parts are told: ${answer}`);
    check(answer.includes("P is the set of P-positions."), "a sentence of two lines stays one");
    check(/values of x1; x2; x3; x4: x1 mod 7/.test(answer), `and their values: ${answer}`);
    const sum = await checked(page, "subtraction-1-3-4.certificate");
    check(/VERIFIED for all positions with 4 variables/.test(sum), sum);
    // Of one's own text, also when that has been changed since.
    await page.fill("#rules-text", "vars n\nmove n - n' in {1,2}\nclaim 3 | n\n");
    await button(page, "Prove").click();
    await page.waitForSelector(".theorem-answer:has-text('with 1 variable')");
    await page.fill("#rules-text", "vars n\nmove n - n' in {1,2}\nclaim 4 | n\n");
    const own = await checked(page, "edited.certificate");
    check(/claim +3 \| n\n.*VERIFIED/s.test(own), `the text that was proved: ${own}`);
    await button(page, "Prove").click();
    await page.waitForSelector("#panel-theorem .badge-REFUTED");
    same(await button(page, "Download the certificate").count(), 0, "nothing is proved");
}

export async function a_false_claim_is_put_on_the_board({ page, address }) {
    await openPanel(page, address, "nim 3,4,6");
    await page.fill("[name=claim]", "x = y + z | y = x + z | z = x + y");
    await page.press("[name=claim]", "Enter");
    await verdict(page).waitFor();
    check((await words(page, ".badge"))[0]?.includes("REFUTED"), "the badge says REFUTED");
    await button(page, "Put 1,1,2 on the board").click();
    await page.waitForFunction(() => decodeURI(location.hash) === "#nim 1,1,2");
    check(await verdict(page).isVisible(), "the answer stays");
    await button(page, "Show the move from 1,1,2 to 1,1,0").click();
    await page.waitForFunction(() => decodeURI(location.hash).startsWith("#nim 1,1,0"));
    await page.goBack();
    await page.waitForFunction(() => /^#nim (1,1,2|3,4,6)/.test(decodeURI(location.hash)));
}

export async function the_last_number_of_cheating_is_the_spare_pile({ page, address }) {
    await openPanel(page, address, "cheating 3,4:2");
    await page.fill("[name=claim]", "x = y + s");
    await button(page, "Prove").click();
    await button(page, "Put 0,0,1 on the board").click();
    await page.waitForFunction(() => decodeURI(location.hash) === "#cheating 0,0:1");
}

export async function a_theorem_is_discovered_and_taken_as_claim({ page, address }) {
    await openPanel(page, address, "games/power-diagonals.game 3,5");
    await button(page, "Discover the P-positions").click();
    await verdict(page).waitFor();
    const formula = "(3 | x + y) & x <= y + 1 & y <= x + 1";
    same(await words(page, ".formula-line code"), [formula], "the formula");
    same(await page.locator(".automaton-state").count(), 10, "states drawn, without the dead one");
    same(await page.locator(".automaton-state.state-P").count(), 2, "accepting states");
    await page.click("text=The automaton as a table");
    same(await page.locator(".automaton-table tbody tr").count(), 11, "states in the table");
    await button(page, "Prove this as a claim").click();
    same(await page.inputValue("[name=claim]"), formula, "the claim field");
    await button(page, "Prove").click();
    await page.waitForFunction(() => document.querySelectorAll(".proof-step").length === 3);
    same(await page.locator(".automaton").count(), 0, "the new answer replaces the old one");
}

export async function a_large_table_is_left_out({ page, address }) {
    await openPanel(page, address, "games/greedy-nim.game 3,4,5");
    await button(page, "Discover the P-positions").click();
    await verdict(page).waitFor();
    const text = await page.textContent("#panel-theorem");
    check(text.includes("(its table is too large to be printed)"), "the page has no option -o");
}

export async function grundy_values_are_discovered_and_written({ page, address }) {
    await openPanel(page, address, "nim 3,4");
    await button(page, "Discover the Grundy values").click();
    await verdict(page).waitFor();
    same(await words(page, ".formula-line code"), ["x ^ y = g"], "the formula");
    await button(page, "Write it into the rules").click();
    check((await rules(page)).endsWith("\ngrundy x ^ y = g\n"), "a line of the rules");
    check((await words(page, ".old-note")).length === 1, "the answer is marked as an old one");
    await button(page, "Prove").click();
    await verdict(page).nth(1).waitFor();
    await page.fill("[name=claim]", "x + y = g");
    await page.selectOption(".claim-field select", "values");
    await button(page, "Prove").click();
    await button(page, "Put 1,1 on the board").waitFor();
}

export async function a_mistake_has_its_line_and_caret({ page, address }) {
    await openPanel(page, address, "nim 3,4,6");
    const text = "game x\nvars x y\nmove x' < x\nmove y' << y\nclaim x = y\n";
    await page.fill("#rules-text", text);
    await page.press("#rules-text", "Control+Enter");
    await page.waitForSelector("#rules-mistake");
    check((await words(page, ".refusal p"))[0]?.includes("line 4, column 10"), "line and column");
    same(await page.textContent(".refusal pre"), "move y' << y\n         ^", "the caret");
    same(await words(page, ".bad-line"), ["▸4"], "the marked line");
    same(await rules(page), text, "the text is still there");
    same(await page.getAttribute("#rules-text", "aria-invalid"), "true", "the field says so, too");
    await button(page, "Go to line 4").click();
    const at = await page.evaluate(() => {
        const { id, selectionStart } = document.activeElement;
        return [id, selectionStart];
    });
    same(at, ["rules-text", text.indexOf("<< y") + 1], "the cursor stands at the mistake");
    await page.keyboard.press("Delete");
    same(await page.locator("#rules-mistake").count(), 0, "it goes away while one writes");
    await page.press("#rules-text", "Control+Enter");
    await verdict(page).waitFor();
    await page.fill("[name=claim]", "x + = y");
    await button(page, "Prove").click();
    await page.waitForSelector("#panel-theorem form .refusal");
    same(await page.textContent("form .refusal pre"), "x + = y\n    ^", "the caret in the claim");
    check(await verdict(page).isVisible(), "the answer before stays");
    await button(page, "Reset to the game on the board").click();
    check((await rules(page)).includes("x ^ y ^ z"), "reset");
    await button(page, "Bring back the text before").click();
    check((await rules(page)).startsWith("game x\n"), "and nothing is lost");
}

export async function own_rules_are_played_and_travel_in_the_link({ browser, page, address }) {
    await openPanel(page, address, "nim 3,4,6");
    const text = "game both\nvars x y\nmove x' < x & y' < y\nclaim x = 0 | y = 0\n# «½»\n";
    await page.fill("#rules-text", text);
    await button(page, "Play by these rules").click();
    await page.waitForFunction(() => location.hash.includes("own.game="));
    const other = await newPage(browser, address);
    await other.addInitScript(() => localStorage.setItem("bouton.panels", '{"theorem":true}'));
    await other.goto(page.url());
    await other.waitForSelector("#rules-text");
    same(await rules(other), text, "the text in a fresh browser");
    same(new URL(other.url()).hash, new URL(page.url()).hash, "the same address");
    await other.close();
    // Other rules at the same position are another game.
    await page.fill("#rules-text", text.replace("both", "other"));
    await button(page, "Play by these rules").click();
    await page.waitForFunction(() => location.hash.includes("own.2.game="));
    await page.goBack();
    await page.waitForFunction(() => location.hash.includes("own.game="));
    await rulesHave(page, /^game both/);
    await page.waitForFunction(() => location.hash.includes("own.game=")); // written again
    // A mistake instead of a game: the board stays.
    const before = page.url();
    await page.fill("#rules-text", "game x\nvars x\nmove x < 1\n");
    await button(page, "Play by these rules").click();
    await page.waitForSelector("#rules-mistake");
    same(page.url(), before, "the board stays as it was");
}

export async function long_work_is_stopped_and_started_again({ page, address }) {
    await openPanel(page, address, "games/chomp3.game 5,4,3");
    await button(page, "Discover the P-positions").click();
    await button(page, "Stop").click();
    await button(page, "Try again").waitFor();
    const focused = await page.evaluate(() => document.activeElement.textContent);
    same(focused, "Prove", "focus is not lost");
    same(await verdict(page).count(), 0, "there is no answer");
    await button(page, "Try again").click();
    await page.locator("#panel-theorem .badge").waitFor({ timeout: 120000 });
    check((await words(page, ".badge"))[0]?.includes("GAVE UP"), "then it goes on to the end");
    same(await button(page, "Stop").count(), 0, "and is done");
}

export async function what_cannot_be_proved_says_so({ page, address }) {
    await openPanel(page, address, "graph:examples/teaser.dot A");
    const refusal = JSON.parse((await run(["prove", "graph:examples/teaser.dot", "--json"])).out);
    same(await words(page, ".no-theorem"), [refusal.error.message], "the sentence of the engine");
    await button(page, "Write rules of your own").click();
    await button(page, "Prove").click();
    await verdict(page).waitFor();
    await openPanel(page, address, "subtraction:squares 44");
    const gaveUp = ["prove", "subtraction:squares", "--heaps", "1", "--json"];
    const { limit } = JSON.parse((await run(gaveUp)).out);
    await page.waitForSelector("#panel-theorem .panel-body button");
    same(await words(page, ".no-theorem"), [limit], "why the engine gives up at once");
    await openPanel(page, address, "nim 3,4 + subtraction:1,3 7");
    same(await page.getByRole("radio").count(), 2, "a sum: which part?");
    await page.getByRole("radio", { name: "subtraction:1,3" }).check();
    await rulesHave(page, /in \{1,3\}/);
    await openPanel(page, address, "nim/misere 3,4");
    check((await rules(page)).includes("\nmisere\n"), "misère rules");
    await button(page, "Prove").click();
    await verdict(page).waitFor();
    await button(page, "Discover the Grundy values").click();
    await page.waitForSelector("#panel-theorem form .refusal");
}

export async function examples_are_loaded({ page, address }) {
    await openPanel(page, address, "nim 3,4");
    await page.selectOption(".example-choice select", "wythoff");
    await button(page, "Load").click();
    same(await rules(page), readFileSync(join(root, "games/wythoff.game"), "utf8"), "the text");
    await page.click("text=How to write rules");
    const told = JSON.parse((await run(["games", "game", "--json"])).out).help;
    await page.waitForSelector(".small-details pre");
    same(await page.textContent(".small-details pre"), told, "the language as the engine tells it");
    await button(page, "Play by these rules").click();
    await page.waitForFunction(() => location.hash.includes("own.game="));
}

export async function nothing_is_lost_by_closing_and_by_other_games({ page, address }) {
    await openPanel(page, address, "nim 3,4");
    await page.fill("#rules-text", "game mine\nvars x\nmove x' < x\n");
    await page.click("#panel-theorem > summary");
    // The page hears of it a little later.
    await page.waitForSelector("#rules-text", { state: "detached" });
    await page.click("#panel-theorem > summary");
    check((await rules(page)).startsWith("game mine"), "open again");
    await page.evaluate(() => (location.hash = "#nim 3,4,5"));
    await rulesHave(page, /z'/);
    await page.goBack();
    await rulesHave(page, /^game mine/);
}

export async function the_panel_is_accessible_and_narrow({ browser, address }) {
    for (const [dark, size] of [[false, sizes.phone], [true, sizes.laptop]]) {
        const page = await newPage(browser, address, { size, dark });
        await openPanel(page, address, "nim 3,4,6 + nim 1,2");
        await page.click("text=How to write rules");
        await page.fill("[name=claim]", "x = y");
        await button(page, "Prove").click();
        await button(page, "Put 0,0,1 on the board").waitFor();
        await page.fill("#rules-text", "game x\nvars x y\nmove x' < x\nmove y' << y\n");
        await button(page, "Prove").click();
        await page.waitForSelector("#rules-mistake");
        const where = `${dark ? "dark" : "light"} ${size.width}`;
        same(await findViolations(page), [], `axe, ${where}`);
        await button(page, "Reset to the game on the board").click();
        await button(page, "Discover the P-positions").click();
        await page.waitForSelector(".automaton");
        same(await findViolations(page), [], `axe, found, ${where}`);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        check(over <= 0, `the page is ${over} px too wide at ${size.width}`);
        await page.close();
    }
}
