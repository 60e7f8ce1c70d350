// SPDX-License-Identifier: MIT
// Play on the page: taking back, variations, hints, the score, the review, records to and
// from the terminal, other players and positions, and work that is stopped.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { check, newPage, root, run, same, sizes } from "./harness.mjs";
import { answered, chip, goTo, position, ready, spoken, turn } from "./board_hands.mjs";

const button = (page, name) => page.getByRole("button", { name, exact: true });
const press = (page, name) => answered(page, () => button(page, name).click());
const entries = (page) => page.locator(".entry-text").allInnerTexts();

async function type(page, text) {
    await answered(page, async () => {
        await page.fill("[data-key=move]", text);
        await page.keyboard.press("Enter");
    });
}

export async function aSentenceAfterEachMove({ page, address }) {
    await goTo(page, address, "nim 3,4,6");
    await answered(page, () => page.click(chip(0, 1)));
    const said = await spoken(page);
    const now = await position(page);
    const wanted = new RegExp(
        `^You: take 2 from pile 1 \\(3 to 1\\)\\. Computer: [^.]+\\. Now ${now}\\. Your move\\.$`,
    );
    check(wanted.test(said), `the sentence: ${said}`);
    const live = page.locator(".spoken");
    same(await live.getAttribute("aria-live"), "polite", "it is announced");
    await answered(page, () => page.keyboard.press("h"));
    check(/can win/.test(await spoken(page)), "a hint is announced, too");
}

export async function hintsInSteps({ page, address }) {
    await goTo(page, address, "nim 1,4,4");
    const names = [
        "Hint: who should win?",
        "Hint: where to look?",
        "Hint: which move?",
        "Hint: why?",
    ];
    const lit = [];
    for (const name of names) {
        await press(page, name);
        lit.push([
            await page.locator(".heap-lit").count(),
            await page.locator(".chip.lit").count(),
        ]);
    }
    same(
        lit.slice(0, 3),
        [
            [0, 0],
            [1, 0],
            [1, 1],
        ],
        "the pile, then the chips are lit",
    );
    const hints = await page.locator(".hints li").allInnerTexts();
    same(hints.length, 4, "four hints");
    same(hints[0], "You can win from here: this is an N-position.", "who");
    check(hints[1].startsWith("Look at pile 1."), "where");
    check(hints[2].startsWith("A winning move: take 1 from pile 1"), "which");
    check(/nim-sum is 1/.test(hints[3]), "why");
    same(await button(page, "Hint").getAttribute("aria-disabled"), "true", "there are no more");
    await answered(page, () => page.click(chip(0, 0)));
    same(await page.locator(".hints").count(), 0, "after a move the hints are gone");
}

export async function undoKeepsVariations({ page, address }) {
    await goTo(page, address, "nim 3,3,1 --neighbour");
    await answered(page, () => page.click(chip(0, 1)));
    await answered(page, () => page.keyboard.press("u"));
    same(await position(page), "3,3,1", "taken back");
    same(
        await entries(page),
        ["Start 3,3,1", "Player 1: take 2 from pile 1 (3 to 1)"],
        "it is still there",
    );
    await press(page, "Redo");
    same(await position(page), "1,3,1", "played again");
    await press(page, "Undo");
    await answered(page, () => page.click(chip(2, 0)));
    same(await position(page), "3,3,0", "another move");
    same(
        await entries(page),
        ["Start 3,3,1", "Player 1: take 1 from pile 3 (1 to 0)", "Player 1: take 2 from pile 1 (3 to 1)"],
        "both are kept",
    );
    same(await page.locator(".variation .entry").count(), 1, "one as a variation");
    await page.locator(".variation .entry-move").click();
    same(await position(page), "1,3,1", "looking at the variation");
    same(await page.locator("[data-key=move]").count(), 0, "nothing can be played while looking");
    await page.click(chip(1, 0));
    same(await position(page), "1,3,1", "a click does nothing");
    await button(page, "Back to the game").click();
    same(await position(page), "3,3,0", "back");
    await page.locator(".variation .entry-move").click();
    await press(page, "Try again from here");
    same(await position(page), "1,3,1", "now play goes on there");
    await answered(page, () => page.click(chip(1, 1)));
    same(await position(page), "1,1,1", "it does");
}

export async function theWinThatWasGivenAway({ page, address }) {
    await goTo(page, address, "nim 1,4,4");
    await type(page, "take 1 from 2");
    check(
        /gives the win away/.test(await page.locator(".entry-verdict-bad").innerText()),
        "in words",
    );
    check(
        (await page.locator(".entry-verdict-bad").innerText()).startsWith("✗"),
        "and with a shape",
    );
    check(
        /^✓ a winning move/.test(await page.locator(".entry-verdict-good").innerText()),
        "the good one",
    );
    await press(page, "Resign");
    same(await turn(page), "The computer has won: you resigned.", "the result");
    const review = await page.locator(".review").innerText();
    check(
        /Move 1, you: gives the win away\. Better: take 1 from pile 1 \(1 to 0\)/.test(review),
        review,
    );
    await answered(page, () => page.locator(".review .try-again").click());
    same(await position(page), "1,4,4", "try again from there");
    same(await turn(page), "Your move.", "the game goes on");
    await answered(page, () => page.click(chip(0, 0)));
    same(
        await page.locator(".line > li > .entry .entry-verdict-good").count(),
        2,
        "the better move",
    );
}

export async function theScoreOfTheSheet({ page, address }) {
    await goTo(page, address, "nim 1 --neighbour");
    await answered(page, () => page.click(chip(0, 0)));
    same(await turn(page), "Player 1 has won: Player 2 cannot move.", "I wins");
    await answered(page, () => page.keyboard.press("n"));
    await press(page, "Resign");
    const score = (await page.locator(".score").innerText()).replace(/\s+/g, " ");
    same(score, "How many times did Player 1 win? 1 | Player 2? 1 |", "the score");
}

async function openFold(page, id) {
    await page.click(`#${id} > summary`);
}

export async function aRecordBringsOwnRulesAlong({ browser, page, address }) {
    const text = "game mine\nvars x y\nmove x' < x\nmove y' = y - 2 & y > 1\n";
    const link = (t) =>
        `own.game 5,4 --neighbour own.game=${deflateRawSync(t).toString("base64url")}`;
    await goTo(page, address, link(text));
    await type(page, "3,4");
    await openFold(page, "record");
    const field = ".record textarea";
    await page.waitForFunction(() =>
        document.querySelector(".record textarea")?.value.includes("to 3,4"),
    );
    const record = await page.inputValue(field);
    check(record.includes("# file own.game\n#| game mine\n#| vars x y\n"), record);
    // Elsewhere the name may be taken by other rules, and those stay what they are.
    const other = await newPage(browser, address);
    await goTo(other, address, link("vars x y\nmove x' < x\nmove y' < y\n"));
    await openFold(other, "record");
    await other.fill(field, record.replaceAll("\n", "\r\n"));
    await press(other, "Load this text");
    await other.waitForFunction(() => document.title.includes(" 3,4"));
    await type(other, "3,3");
    check(await other.locator(".refusal").count(), "the rules are those of the record");
    await type(other, "3,2");
    await other.waitForFunction(() => document.title.includes(" 3,2"));
    check((await other.title()).startsWith("game:own.2.game 3,2"), await other.title());
    await other.close();
}

export async function recordsGoToTheTerminalAndBack({ page, address }) {
    const folder = mkdtempSync(join(tmpdir(), "bouton-"));
    try {
        await goTo(page, address, "nim 3,3,1");
        await type(page, "3 to 1");
        await press(page, "Undo");
        await type(page, "note too hasty");
        await type(page, "3 to 2");
        await openFold(page, "record");
        await page.waitForFunction(() =>
            document.querySelector(".record textarea")?.value.includes("end"),
        );
        const [download] = await Promise.all([
            page.waitForEvent("download"),
            button(page, "Download").click(),
        ]);
        same(download.suggestedFilename(), "nim.txt", "the name of the file");
        const first = join(folder, "first.txt");
        await download.saveAs(first);
        const record = readFileSync(first, "utf8");
        same(await page.inputValue(".record textarea"), record, "the field shows the same");

        // The terminal reads it, plays on, and writes it again.
        const second = join(folder, "second.txt");
        const { out, code } = await run(["play", "nim"], `load ${first}\nsave ${second}\nquit\n`);
        same(code, 0, out);
        same(readFileSync(second, "utf8"), record, "read and written by the terminal");

        // The page reads what the terminal wrote, from a file and as text.
        const third = join(folder, "third.txt");
        await run(
            ["play", "staircase", "2,0,1"],
            `move 1 from 3\nundo\nmove 1 from 1\nsave ${third}\n`,
        );
        const other = readFileSync(third, "utf8");
        await answered(page, () => page.setInputFiles(".record input[type=file]", third));
        const rules = await page.locator(".game-head code").innerText();
        same(rules, "staircase", "the rules come from the record");
        await page.waitForFunction(
            (t) => document.querySelector(".record textarea").value === t,
            other,
        );
        same(await page.locator(".variation").count(), 1, "with its variation");
        await page.fill(".record textarea", record);
        await press(page, "Load this text");
        same(await page.locator("h1").innerText(), "Nim", "from text");
        same(await page.locator(".comment").innerText(), "too hasty", "with its comment");

        // Who plays is in the record, too.
        const fourth = join(folder, "fourth.txt");
        await run(["play", "nim", "2,3", "--neighbour"], `2,2\nsave ${fourth}\n`);
        await press(page, "Resign");
        check(/the computer\? 1/.test(await page.locator(".score").innerText()), "one is lost");
        await answered(page, () => page.setInputFiles(".record input[type=file]", fourth));
        same(await turn(page), "Player 2 to move.", "two neighbours play");
        check(/Player 1 win\? 0/.test(await page.locator(".score").innerText()), "and count anew");
        await page.waitForFunction(() => /--neighbour/.test(decodeURI(location.hash)));
    } finally {
        rmSync(folder, { recursive: true });
    }
}

export async function aBadRecordChangesNothing({ page, address }) {
    await goTo(page, address, "nim 3,3,1 --neighbour");
    await answered(page, () => page.click(chip(0, 1)));
    await openFold(page, "record");
    // The record of the game comes into the field, in place of what stands there.
    await page.waitForFunction(() => document.querySelector(".record textarea")?.value);
    const bad = "bouton record 1\nrules nim\nposition 3,3,1\nmoves\nto 9,9,9\nend\n";
    await page.fill(".record textarea", bad);
    await press(page, "Load this text");
    const said = await page.locator(".record .refusal").innerText();
    check(/line 5|:5/.test(said), `it names the line: ${said}`);
    same(await page.inputValue(".record textarea"), bad, "the text stays");
    same(await position(page), "1,3,1", "and so does the game");
}

export async function otherPlayersAndPositions({ page, address }) {
    await goTo(page, address, "nim 1");
    await answered(page, () => page.click(chip(0, 0)));
    await openFold(page, "setup");
    await page.getByLabel("Rules and position").fill("nim 2,3,x");
    await press(page, "Start this game");
    check((await page.locator(".setup .refusal").count()) === 1, "a bad position is refused");
    same(await page.locator(".refusal").count(), 1, "and that is said once");
    same(await page.getByLabel("Rules and position").inputValue(), "nim 2,3,x", "the field stays");
    check(/^You have won/.test(await turn(page)), "the game stays");
    await page.getByLabel("Rules and position").fill("nim 2,3");
    await page.getByLabel("Who begins").selectOption({ label: "The computer" });
    await answered(page, () => button(page, "Start this game").click());
    await page.waitForFunction(
        () => document.querySelector(".entry-text")?.innerText === "Start 2,3",
    );
    await ready(page);
    same(await position(page), "2,2", "the computer began");
    check(/you win\? 1/.test(await page.locator(".score").innerText()), "the score goes on");
    await page.getByLabel("Opponent").selectOption("neighbour");
    await page.getByLabel("The last move").selectOption("misere");
    await page.getByLabel("Who begins").selectOption({ label: "I" });
    await press(page, "Start this game");
    same(await page.locator(".game-head code").innerText(), "nim/misere", "misère");
    same(await turn(page), "Player 1 to move.", "with a neighbour");
    await page.waitForFunction(() => decodeURI(location.hash) === "#nim/misere 2,3 --neighbour");
    await page.getByLabel("The last move").selectOption("normal");
    await press(page, "Start this game");
    check(/loses/.test(await page.locator(".game-head").innerText()), "and back to normal play");
    await page.waitForFunction(() => !location.hash.includes("misere"));
    await page.goBack();
    await page.waitForSelector(".game-head code:text-is('nim/misere')");
}

export async function theAddressOpensTheSameGame({ page, address }) {
    await goTo(page, address, "nim 3,4,6 --neighbour");
    await answered(page, () => page.click(chip(0, 1)));
    await page.waitForFunction(
        () => decodeURI(location.hash) === "#nim 1,4,6 --neighbour --first II",
    );
    await page.reload();
    await ready(page);
    same(await position(page), "1,4,6", "the position");
    same(await turn(page), "Player 2 to move.", "and who is to move");
}

export async function keysRestWhileTyping({ page, address }) {
    await goTo(page, address, "nim 3,4,6 --neighbour");
    await answered(page, () => page.click(chip(0, 1)));
    await page.keyboard.press("m");
    await page.keyboard.type("unhr");
    same(await page.inputValue("[data-key=move]"), "unhr", "letters are typed");
    same(await position(page), "1,4,6", "and do nothing else");
    await page.locator("h1").click();
    await page.keyboard.press("?");
    await page.locator("dialog.keys").waitFor(); // ? shows the keys
    await page.getByLabel("Single letters are keys").uncheck();
    await page.keyboard.press("Escape");
    await page.locator("dialog.keys").waitFor({ state: "hidden" });
    await page.locator("h1").click();
    await page.keyboard.press("u");
    await ready(page);
    same(await position(page), "1,4,6", "switched off");
    await page.locator(".help-button").click();
    await page.getByLabel("Single letters are keys").check();
    await button(page, "Close").click();
    await page.locator("dialog.keys").waitFor({ state: "hidden" });
    await answered(page, () => page.keyboard.press("u"));
    same(await position(page), "3,4,6", "switched on again");
    await answered(page, () => page.keyboard.press("r"));
    await page.keyboard.press("p");
    same(await position(page), "3,4,6", "p looks back");
    await page.keyboard.press("f");
    same(await position(page), "1,4,6", "f looks ahead");
    same(await page.locator(".looking").count(), 0, "which is the game again");
}

export async function whatIsAskedIsTold({ page, address }) {
    await goTo(page, address, "graph:examples/teaser.dot B");
    await type(page, "moves");
    check(
        /1 {2}follow the arrow to E, leaving E/.test(await page.locator(".told").innerText()),
        "moves",
    );
    await press(page, "Offer a draw");
    check((await page.locator(".turn-over").count()) === 1, "the computer agrees where it is lost");
    await press(page, "New game");
    same(await page.locator(".told").count(), 0, "nothing more to tell");
}

export async function aBadAddressIsExplained({ page, address }) {
    await page.goto(address + "#nmi%203,4,6");
    await page.waitForSelector(".refusal");
    check(/did you mean|no rules/.test(await page.locator(".refusal").innerText()), "the sentence");
    await page.fill("input[name=line]", "nim 3,4,6");
    await button(page, "Open").click();
    await ready(page);
    same(await position(page), "3,4,6", "mended and opened");
    await page.evaluate(() => {
        location.hash = "#nim 1,2,oops";
    });
    await page.waitForSelector(".play > .refusal");
    same(await position(page), "3,4,6", "a bad address leaves the open game");
}

/** Stops the game's work as soon as the page offers it: from inside the page, so that the
 * test does not depend on how fast it is itself. Give to the page before the work begins. */
function stopWhenOffered() {
    globalThis.stops = 0;
    globalThis.stopping = true;
    new MutationObserver(() => {
        if (!globalThis.stopping) return;
        const offered = "main > .busy progress + button, .turn-row .busy progress + button";
        const stop = document.querySelector(offered);
        if (stop && !stop.dataset.used) {
            stop.dataset.used = "yes";
            globalThis.stops++;
            stop.click();
        }
    }).observe(document, { childList: true, subtree: true });
}

/** What comes now may take its time: on a busy machine the page would offer to stop it. */
const stopNoMore = (page) =>
    page.evaluate(() => {
        globalThis.stopping = false;
    });

const long = "games/nim3-pass.game 150,150,150,1";

export async function longWorkIsStopped({ page, address }) {
    await page.addInitScript(stopWhenOffered);
    await page.goto(address + "#" + encodeURI(long));
    await page.waitForSelector(".busy:has-text('Stopped')");
    same(await page.evaluate(() => globalThis.stops), 1, "stopped once");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.waitForFunction(() => globalThis.stops === 2);
    await page.waitForSelector(".busy:has-text('Stopped')");
    await stopNoMore(page);
    await goTo(page, address, "nim 3,4,6");
    same(await position(page), "3,4,6", "another game opens");
}

export async function theGameStaysWhenAnotherIsStopped({ page, address }) {
    await goTo(page, address, "nim 3,4,6");
    await press(page, "Resign");
    await press(page, "New game");
    const score = await page.locator(".score").innerText();
    check(/the computer\? 1/.test(score), `the score: ${score}`);
    await type(page, "take 1 from 1");
    const before = await position(page);
    await openFold(page, "setup");
    await page.evaluate(stopWhenOffered);
    await page.getByLabel("Rules and position").fill(long);
    await button(page, "Start this game").click();
    await page.waitForSelector(".turn-row:has-text('Stopped')");
    await stopNoMore(page);
    same(await position(page), before, "the old game is still there");
    await press(page, "Undo");
    same(await position(page), "3,4,6", "and goes on: what was played is known");
    same(await page.locator(".entry").count(), 3, "with all its moves");
    same(await page.locator(".score").innerText(), score, "the score is kept");
    await press(page, "Resign");
    const later = await page.locator(".score").innerText();
    check(/the computer\? 2/.test(later), `the score goes on: ${later}`);
}

export async function numbersAloneAreAPosition({ page, address }) {
    await goTo(page, address, "nim 3,4,6");
    await openFold(page, "setup");
    await page.getByLabel("Rules and position").fill("5,6");
    await press(page, "Start this game");
    same(await position(page), "5,6", "the rules stay");
    await page.getByLabel("Rules and position").fill("5,banana");
    await press(page, "Start this game");
    const said = await page.locator(".setup .refusal").innerText();
    check(/banana.*not a number/.test(said), `a mistake in them: ${said}`);
    same(await page.locator(".refusal").count(), 1, "the sentence is beside its field only");
    const cut = await page.$$eval(".setup select", (all) =>
        all.filter((s) => {
            const now = s.offsetWidth;
            s.style.width = "max-content";
            s.style.maxWidth = "none";
            return s.offsetWidth > now;
        }).map((s) => s.innerText),
    );
    same(cut, [], "choices that are cut off");
    same(await position(page), "5,6", "the board stays as it was");
}

export async function aHintComesIntoView({ page, address }) {
    await page.setViewportSize(sizes.phone);
    await goTo(page, address, "nim 3,4,6");
    for (let i = 0; i < 3; i++) await press(page, /^Hint/);
    await page.waitForFunction(() => {
        const box = document.querySelector(".hints li:last-child").getBoundingClientRect();
        return box.top >= 0 && box.bottom <= innerHeight + 1;
    });
    check(true, "the newest hint can be read");
}

/** Where board and hint button are on the screen. */
const places = (page) =>
    page.evaluate(() =>
        [".boards", ".hint-button"].map((s) => document.querySelector(s).getBoundingClientRect().y),
    );

export async function hintsMoveNothing({ page, address }) {
    await goTo(page, address, "nim 3,4,6");
    const before = await places(page);
    for (let i = 0; i < 4; i++) {
        await press(page, /^Hint/);
        same(await places(page), before, `board and button after hint ${i + 1}`);
        await page.waitForFunction(() => {
            const last = document.querySelector(".hints li:last-child").getBoundingClientRect();
            const box = document.querySelector(".hints").getBoundingClientRect();
            return last.top >= box.top && last.top < box.bottom && box.bottom <= innerHeight;
        });
    }
}

export async function aRefusedClickIsInSight({ page, address }) {
    for (const [size, pile] of [[sizes.laptop, 10], [sizes.phone, 11]]) {
        await page.setViewportSize(size);
        await goTo(page, address, `subtraction:1,3,4 ${pile}`);
        await answered(page, () => page.click(chip(0, pile - 2)));
        await page.waitForFunction(() => {
            const box = document.querySelector(".refusal").getBoundingClientRect();
            return box.top >= 0 && box.bottom <= innerHeight;
        });
        check(true, "the sentence can be read");
    }
}

export async function aGameHasItsName({ page, address }) {
    for (const [words, name, code] of [
        ["nim/misere 1,2", "Nim", "nim/misere"],
        ["games/wythoff.game 3,5", "Wythoff's game", "games/wythoff.game"],
        ["nim 1 + subtraction:1,2 4", "Nim + Subtraction games", "nim + subtraction:1,2"],
    ]) {
        await goTo(page, address, words);
        same(await page.locator("h1").innerText(), name, words);
        same(await page.locator(".game-head code").innerText(), code, "as command words");
    }
}

export async function aProjectorHasLargerChips({ page, address }) {
    await goTo(page, address, "nim 3,4,6");
    const width = (what) => page.$eval(what, (e) => e.getBoundingClientRect().width);
    const [chips, letters] = [await width(chip(0, 0)), await width(".turn")];
    await page.setViewportSize(sizes.projector);
    check((await width(chip(0, 0))) > 1.2 * chips, "a chip is larger");
    check((await width(".turn")) > 1.2 * letters, "letters are larger");
    await button(page, "Hide the answers").click();
    check((await width(".boards")) > sizes.projector.width / 2, "the board takes the free room");
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    check(over <= 0, `the page is ${over} px too wide`);
}

/** Asks for a long game and stops it, so that the engine of the game is lost. */
async function loseTheEngine(page) {
    await page.evaluate(stopWhenOffered);
    await page.evaluate((words) => (location.hash = words), "#" + encodeURI(long));
    await page.waitForFunction(() => globalThis.stops === 1);
    await page.waitForSelector(".turn-row:has-text('Stopped')");
    await stopNoMore(page);
}

/** Looks at a variation in the moment in which the game is being opened again. */
function lookBackWhenStopped() {
    new MutationObserver((_, observer) => {
        if (!document.querySelector(".turn-row").textContent.includes("Stopped")) return;
        observer.disconnect();
        [...document.querySelectorAll(".variation .entry-move")].at(-1).click();
    }).observe(document, { childList: true, subtree: true });
}

export async function playGoesOnWhereItStood({ page, address }) {
    await goTo(page, address, "nim 3,4,6 --neighbour");
    for (const move of ["take 1 from 1", "take 1 from 2", "take 1 from 3"]) await type(page, move);
    await press(page, "Undo");
    await press(page, "Undo");
    await type(page, "take 4 from 2");
    await type(page, "take 2 from 3");
    await press(page, "Undo");
    same(await position(page), "2,0,6", "one move of the variation is taken back");
    await loseTheEngine(page);
    same(await position(page), "2,0,6", "the board is as it was");
    const played = await entries(page);
    await type(page, "take 6 from 3");
    same(await position(page), "2,0,0", "the move is made on the board that is shown");
    const now = await entries(page);
    same(played.filter((entry) => !now.includes(entry)), [], "all that was played is there");
    await page.evaluate(lookBackWhenStopped);
    await loseTheEngine(page);
    await page.waitForSelector(".looking");
    const shown = await position(page);
    check(shown !== "2,0,0", `what is looked at stays when the game is back: ${shown}`);
    await press(page, "Try again from here");
    same(await position(page), shown, "play goes on in the variation that is shown");
}

const axe = readFileSync(join(root, "web/node_modules/axe-core/axe.min.js"), "utf8");

async function violations(page) {
    await page.evaluate(axe);
    const found = await page.evaluate(() => globalThis.axe.run(".game > .table, dialog[open]"));
    return found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join(" ")}`);
}

export async function aMoveThatChangesNothingIsNamed({ page, address }) {
    const link = (t) => `own.game 5 own.game=${deflateRawSync(t).toString("base64url")}`;
    await goTo(page, address, link("vars n\nmove 2n' <= n\n"));
    same(
        await page.locator(".rules-warning").allInnerTexts(),
        [
            "own.game line 2: at 0 this move can change nothing, so play need not end; " +
                "if that is not meant, also require n' != n",
        ],
        "the warning names the line and the position",
    );
    same(await violations(page), [], "it can be read by everybody");
    await goTo(page, address, link("vars n\nmove 2n' <= n & n' != n\n"));
    same(await page.locator(".rules-warning").count(), 0, "rules that need none have none");
}

export async function everybodyCanPlay({ browser, address }) {
    for (const dark of [false, true]) {
        const page = await newPage(browser, address, {
            dark,
            size: dark ? sizes.phone : sizes.laptop,
        });
        const look = async (what) =>
            same(await violations(page), [], `${what}${dark ? ", dark" : ""}`);
        await goTo(page, address, "nim 1,4,4 --neighbour");
        await page.locator(chip(1, 1)).hover();
        for (let i = 0; i < 4; i++) await answered(page, () => page.keyboard.press("h"));
        await look("hints");
        await type(page, "take 9 from 2");
        await look("a refusal");
        await type(page, "take 1 from 2");
        await press(page, "Undo");
        await type(page, "take 1 from 1");
        await openFold(page, "setup");
        await openFold(page, "record");
        await look("variations, setup, record");
        await page.locator(".entry-move").first().click();
        if (!dark) await look("looking back");
        await button(page, "Back to the game").click();
        await press(page, "Resign");
        await page.locator(".help-button").click();
        await look("the end, and the keys");
        await button(page, "Close").click();
        for (const game of [
            "staircase 2,0,5,1 + cheating 3,4,6:5 + dynamic 20:4 + nimble 0,1,0,2",
            "graph:examples/teaser.dot A + nim 1000",
            "games/wythoff.game 3,5",
        ]) {
            await goTo(page, address, game);
            await look(game);
        }
        await page.close();
    }
}
