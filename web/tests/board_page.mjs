// SPDX-License-Identifier: MIT
// The board: every game is won from a won position by following the hints, by mouse and by
// keys alone; and what is special about each kind of board.
import { check, newPage, run, same, sizes } from "./harness.mjs";
import {
    answered,
    chip,
    goTo,
    keyMove,
    mouseMove,
    playOut,
    position,
    ready,
    spoken,
    turn,
} from "./board_hands.mjs";

/** Small positions; a game that is not here is played from its examples. */
const small = {
    cheating: ["1,2:1", "2,2:1"],
    dynamic: ["6:3", "7:3"],
    hex: ["5,3", "4"],
    moore: ["1,2,3", "1,1,2"],
    nim: ["1,2,4", "1,2,2"],
    northcott: ["0-2"],
    "poker-nim": ["1,2:0,0"],
    nimble: ["0,1,1,1", "0,1,0,2"],
    staircase: ["2,0,1", "1,0,0,1"],
    subtraction: ["5", "4,5", "6"],
};
const ownRules = {
    "games/wythoff.game": ["2,3", "3,3"],
    "games/chomp2.game": ["3,1", "3,3"],
    "games/nim2-pass.game": ["1,2,1", "2,2,1"],
};
const nodes = { "graph:examples/teaser.dot": ["A", "B", "D", "E", "C"] };

/** The first of the positions that is a win for the player to move, by the terminal. Where
 * play may go on for ever there may be draws only: then none is asked for. */
async function firstWin(rules, positions) {
    let draws = 0;
    for (const at of positions) {
        const { out } = await run(["solve", rules, at, "--json"]);
        const answer = JSON.parse(out);
        if (answer.outcome === "N" && !answer.terminal) return at;
        draws += answer.outcome === "D";
    }
    check(draws > 0, `no won position for ${rules}`);
    return null;
}

async function allGames() {
    const games = JSON.parse((await run(["games", "--json"])).out);
    const found = [];
    for (const game of games) {
        if (game.name === "game" || game.examples.length === 0) continue; // texts are below
        const rules = game.examples[0].rules;
        const examples = game.examples.filter((e) => e.rules === rules).map((e) => e.position);
        found.push([rules, [...(nodes[rules] ?? []), ...(small[game.name] ?? []), ...examples]]);
    }
    return [...found, ...Object.entries(ownRules)];
}

/** The panels have tests of their own; here they only take time. */
async function closePanels(page) {
    await page.addInitScript(() => localStorage.setItem("bouton.panels", "{}"));
}

async function winAll(page, address, move) {
    await closePanels(page);
    for (const [plain, positions] of await allGames())
        for (const play of ["normal", "misere"]) {
            const rules = `${plain}/${play}`;
            const at = await firstWin(rules, positions);
            if (at === null) continue;
            try {
                await goTo(page, address, `${rules} ${at}`);
                const end = await playOut(page, move);
                check(/^You have won/.test(end), `${rules} ${at}: ${end}`);
            } catch (error) {
                check(false, `${rules} ${at}: ${error.stack}`);
            }
        }
}

export async function everyGameIsWonByMouse({ page, address }) {
    await winAll(page, address, mouseMove);
}

export async function everyGameIsWonByKeys({ page, address }) {
    await winAll(page, address, keyMove);
}

export async function sumsAreWon({ page, address }) {
    for (const move of [mouseMove, keyMove]) {
        await goTo(page, address, "staircase 1,0,1 + subtraction:1,2 4 + nim 1,2");
        same(await page.locator(".part").count(), 3, "one board for each part");
        for (let i = 0; i < 2; i++) await answered(page, () => page.keyboard.press("h"));
        same(await page.locator(".part-lit").count(), 1, "the second hint lights a part");
        await answered(page, () => page.keyboard.press("n"));
        const end = await playOut(page, move);
        check(/^You have won/.test(end), `the sum: ${end}`);
    }
}

/** Terminal, pictures and page draw one list: every chip is where the engine puts it. */
export async function chipsAreWhereTheEnginePutsThem({ page, address }) {
    const games = ["nim 3,12,0,60", "staircase 2,0,11", "nimble 0,1,13", "cheating 3,4:12"];
    for (const game of [...games, "games/wythoff.game 3,5", "kayles 5,3"]) {
        await goTo(page, address, `${game} --neighbour`);
        const { parts } = JSON.parse((await run(["board", ...game.split(" "), "--json"])).out);
        const want = parts[0].shapes.filter((s) => s.kind === "disc" && s.tone === "chip");
        const drawn = await page.$$eval(".board .tone-chip", (all) =>
            all.map((c) => `${c.getAttribute("cx")} ${c.getAttribute("cy")}`),
        );
        same(drawn, want.map((s) => `${s.x} ${s.y}`), game);
    }
}

/** Of a part with very many moves not all are asked for, whatever stands beside it. */
export async function aHugePileBesideARow({ page, address }) {
    await goTo(page, address, "kayles 3 + nim 1000000 --neighbour");
    same(await page.locator(".shapes circle").count(), 3, "the row is drawn");
    same(await page.locator(".stack").count(), 1, "the pile is drawn");
    await page.focus('[data-heap="1-0"]');
    await page.keyboard.press("Home");
    await answered(page, () => page.keyboard.press("Enter"));
    same(await position(page), "3 + 0", "the engine judges");
}

export async function severalPilesAreMarked({ page, address }) {
    await goTo(page, address, "moore:2 3,4,6 --neighbour");
    await page.click(chip(0, 1));
    same(await position(page), "3,4,6", "a first mark makes no move");
    same(
        await page.locator(".preview").innerText(),
        "take 2 from pile 1 (3 to 1)",
        "the first mark",
    );
    await page.click(chip(2, 2));
    same(await position(page), "3,4,6", "a second mark makes no move");
    const words = "take 2 from pile 1 (3 to 1) and 4 from pile 3 (6 to 2)";
    same(await page.locator(".preview").innerText(), words, "both marks in words");
    await answered(page, () => page.getByRole("button", { name: "Make the move" }).click());
    same(await position(page), "1,4,2", "the move of two piles");
    same(await spoken(page), `I: ${words}. Now 1,4,2. II to move.`, "the sentence");
}

export async function marksAreKept({ page, address }) {
    await goTo(page, address, "moore:2 3,4,6 --neighbour");
    await page.click(chip(0, 1));
    same(await page.locator(".move-buttons").count(), 0, "no list: the board itself goes on");
    await page.click(chip(1, 1));
    const both = "take 2 from pile 1 (3 to 1) and 3 from pile 2 (4 to 1)";
    for (const act of [
        () => page.click(chip(2, 2)),
        () => page.focus('[data-heap="0-2"]').then(() => page.keyboard.press("ArrowDown")),
    ]) {
        await answered(page, act);
        const said = await page.locator(".typed-move .refusal").innerText();
        check(/at most 2 piles/.test(said), `a third pile: ${said}`);
        await page.mouse.move(0, 0);
        same(await page.locator(".preview").innerText(), both, "both marks are still there");
    }
    await page.click(chip(1, 3));
    await answered(page, () => page.getByRole("button", { name: "Make the move" }).click());
    same(await position(page), "1,3,6", "they can be changed and made");
    await page.click(chip(1, 0));
    await answered(page, () => page.keyboard.press("n"));
    same(await page.locator(".chip.leaving").count(), 0, "a new game has no marks");
}

export async function spareChipsAreAdded({ page, address }) {
    await goTo(page, address, "cheating 3,4,6:5 --neighbour");
    await page.click(chip(3, 3));
    same(await position(page), "3,4,6:5", "choosing spare chips makes no move");
    await page.hover('[data-heap="0-1"]');
    same(
        await page.locator(".preview").innerText(),
        "add 2 spare chips to pile 2 (4 to 6)",
        "preview",
    );
    await answered(page, () => page.click('[data-heap="0-1"]'));
    same(await position(page), "3,6,6:3", "two chips from under the table");
    await page.keyboard.press("b");
    await page.keyboard.press("ArrowUp");
    await answered(page, () => page.keyboard.press("Enter"));
    same(await position(page), "3,7,6:2", "one more by keys");
}

export async function coinsGoDownTheStairs({ page, address }) {
    await goTo(page, address, "staircase 2,0,5,1 --neighbour");
    await page.hover(chip(2, 3));
    same(await page.locator('[data-heap="0-1"] .coming').count(), 2, "where the coins would go");
    await answered(page, () => page.click(chip(2, 3)));
    same(await position(page), "2,2,3,1", "two coins one step down");
    const tops = await page.evaluate(() =>
        [...document.querySelectorAll(".riser")].map((r) => r.getBoundingClientRect().top),
    );
    check(
        tops.every((y, i) => i === 0 || y < tops[i - 1]),
        `the steps rise: ${tops}`,
    );
}

export async function onlyTheChosenCoinMoves({ page, address }) {
    const square = (word) => page.locator(`[data-heap="0-${word}"]`);
    const free = () =>
        page.$$eval(".square-free", (list) => list.map((s) => s.dataset.heap).join(" "));
    const chosen = () =>
        page.$$eval(".square[aria-pressed=true]", (list) => list.map((s) => s.dataset.heap));
    await goTo(page, address, "nimble 0,1,0,2,0,0,3 --neighbour");
    await square(3).click();
    same(await free(), "0-0 0-1 0-2", "the squares to its left are lit");
    await answered(page, () => square(5).click({ force: true }));
    same(await position(page), "0,1,0,2,0,0,3", "to the right no coin goes");
    const said = await page.locator(".typed-move .refusal").innerText();
    check(/to the left/.test(said), `and a sentence says why: ${said}`);
    same(await chosen(), ["0-3"], "the coin is still chosen");
    await square(6).click();
    same(await chosen(), ["0-6"], "a click on a coin to the right chooses that one");
    await page.keyboard.press("Escape");
    await square(3).focus();
    await page.keyboard.press("Enter");
    for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    same(await chosen(), ["0-6"], "by keys, too");
    await answered(page, () => square(5).click());
    same(await position(page), "0,1,0,2,0,1,2", "now a coin comes from there");
    await page.click('[data-heap="0-3"]');
    await answered(page, () => square(1).click());
    same(await position(page), "0,2,0,1,0,1,2", "a coin goes where another one lies");
    await goTo(page, address, "nimble 0,0,1,0 + nimble 0,0,1 --neighbour");
    await square(2).click();
    await page.mouse.move(0, 0);
    same(await page.locator(".leaving").count(), 1, "the other strip stays as it is");
    await answered(page, () => square(3).click({ force: true }));
    check(/to the left/.test(await page.locator(".refusal").innerText()), "in a sum");
    // With so many moves they are not listed.
    await goTo(page, address, `nimble ${Array(50).fill(1)} --neighbour`);
    await square(7).click();
    await square(49).click();
    same(await chosen(), ["0-49"], "another coin of many");
    await answered(page, () => square(48).click());
    check((await position(page)).endsWith(",1,2,0"), "one of many coins moves");
}

export async function anotherStepIsChosen({ page, address }) {
    await goTo(page, address, "staircase 2,3,5,1 --neighbour");
    await page.focus('[data-heap="0-2"]');
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowDown");
    const preview = () => page.locator(".preview").innerText();
    check(/from step 2/.test(await preview()), `by keys: ${await preview()}`);
    await page.keyboard.press("Escape");
    await page.focus('[data-heap="0-2"]');
    await page.keyboard.press("ArrowDown");
    await answered(page, () => page.click(chip(1, 1)));
    same(await position(page), "4,1,5,1", "a click on the step below means its own coins");
    await goTo(page, address, "staircase 1,0,1,2 --neighbour");
    await page.focus('[data-heap="0-3"]');
    await page.keyboard.press("ArrowDown");
    await page.click('[data-heap="0-1"] .riser');
    await ready(page);
    same(await position(page), "1,0,1,2", "a click on an empty step moves nothing");
    check(/from step 4/.test(await preview()), `what is marked stays: ${await preview()}`);
}

export async function hugePilesStandSideBySide({ page, address }) {
    await page.setViewportSize({ width: 390, height: 844 });
    await goTo(page, address, "nim 18000000000000000000,999999999999999999,5");
    const piles = await page.$$eval(".heap", (heaps) =>
        heaps.map((heap) => {
            const foot = heap.querySelector(".heap-foot").getBoundingClientRect();
            const count = heap.querySelector(".heap-count").getBoundingClientRect();
            return { out: foot.left > count.left || foot.right < count.right, top: foot.top };
        }),
    );
    same(piles.map((p) => p.out), [false, false, false], "a number leaves its place");
    check(new Set(piles.map((p) => Math.round(p.top))).size === 1, "the table is not level");
}

export async function largeBoardsFit({ browser, address }) {
    for (const size of [sizes.laptop, sizes.phone]) {
        const page = await newPage(browser, address, { size });
        const picture = () =>
            page.$eval(".board-picture", (p) => ({
                wide: p.scrollWidth - p.clientWidth,
                height: p.getBoundingClientRect().height / innerHeight,
            }));
        await goTo(page, address, "staircase 1,2,3,4,5,6,7,8,9,10 --neighbour");
        const stairs = await picture();
        same(stairs.wide, 0, `${size.width}: the staircase leaves its place`);
        check(stairs.height < 0.68, `${size.width}: it takes ${stairs.height} of the view`);
        const out = await page.$$eval(".step", (steps) =>
            steps.filter((s) => s.scrollWidth > s.clientWidth).map((s) => s.textContent),
        );
        same(out, [], `${size.width}: a step's words leave it`);
        const high = () => page.$eval(".step:last-child", (s) => s.getBoundingClientRect().height);
        const before = await high();
        await page.hover(chip(9, 3));
        same(await high(), before, `${size.width}: the step moves under the pointer`);
        for (const squares of [7, 40]) {
            const coins = Array.from({ length: squares }, (_, i) => (i % 3 === 0 ? i % 4 : 0));
            await goTo(page, address, `nimble ${coins} --neighbour`);
            same((await picture()).wide, 0, `${size.width}: ${squares} squares are cut off`);
        }
        await page.close();
    }
}

export async function theLimitIsShown({ page, address }) {
    await goTo(page, address, "dynamic 10:3 --neighbour");
    same(await page.locator(".limit").innerText(), "limit: 3", "the limit");
    same(await page.locator(".chip.free").count(), 3, "three chips may be taken");
    await answered(page, () => page.click(chip(0, 5)));
    same(await position(page), "10:3", "too many are not taken");
    const said = await page.locator(".typed-move .refusal").innerText();
    check(/at most 3 may be taken/.test(said), `too many: ${said}`);
    await answered(page, () => page.click(chip(0, 8)));
    same(await position(page), "8:2", "two are taken");
    same(await page.locator(".chip.free").count(), 2, "two may be taken now");
}

export async function arrowsOfAGraph({ page, address }) {
    await goTo(page, address, "graph:examples/teaser.dot A --neighbour");
    same(await page.locator(".arrows button").allInnerTexts(), ["B", "C", "D"], "the arrows");
    await answered(page, () =>
        page.locator(".arrows").getByRole("button", { name: "follow the arrow to C" }).click(),
    );
    same(await page.locator(".node").innerText(), "C", "the node");
    same(await page.locator(".arrows button").allInnerTexts(), ["F", "G"], "its arrows");
}

export async function previewBeforeAClick({ page, address }) {
    await goTo(page, address, "nim 3,4,6 --neighbour");
    await page.hover(chip(1, 1));
    same(await page.locator(".preview").innerText(), "take 3 from pile 2 (4 to 1)", "hover");
    same(await page.locator(".chip.leaving").count(), 3, "the chip and all above it are marked");
    await page.mouse.move(0, 0);
    same(await page.locator(".chip.leaving").count(), 0, "and no longer");
    const pile = page.getByRole("slider", { name: "pile 2" });
    await pile.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    same(
        await pile.getAttribute("aria-valuetext"),
        "take 2 from pile 2 (4 to 2)",
        "for screen readers",
    );
    await page.keyboard.press("Escape");
    same(await pile.getAttribute("aria-valuenow"), "4", "Escape clears it");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Home");
    await answered(page, () => page.keyboard.press("Enter"));
    same(await position(page), "3,4,0", "Home takes all");
    const name = await page.evaluate(() => document.activeElement.getAttribute("aria-label"));
    same(name, "pile 3", "the focus stays");
}

// The second click means a board that is gone when the engine comes to it.
export async function twoClicksAtOnceAreOneMove({ page, address }) {
    await goTo(page, address, "nim 5,5 --neighbour");
    await answered(page, () =>
        page.evaluate(
            (chips) =>
                chips.forEach((one) =>
                    document.querySelector(one).dispatchEvent(new MouseEvent("click", { bubbles: true })),
                ),
            [chip(0, 4), chip(1, 4)],
        ),
    );
    same(await position(page), "4,5", "the first one is made");
    same(await page.locator(".refusal").count(), 0, "the second one is not refused but dropped");
    await answered(page, () => page.click(chip(1, 4)));
    same(await position(page), "4,4", "then the next one is made");
}

export async function twoPilesOfOwnRules({ page, address }) {
    await goTo(page, address, "games/wythoff.game 4,6 --neighbour");
    same(
        await page.locator(".heap-name").allInnerTexts(),
        ["x", "y"],
        "the names of the variables",
    );
    await page.click(chip(0, 1));
    same(await position(page), "4,6", "x: 4 to 1 can mean two moves");
    await answered(page, () => page.click('.mark-bar button:has-text("x: 4 to 1, y: 6 to 3")'));
    same(await position(page), "1,3", "the same number from both");
}

export async function typedMoves({ page, address }) {
    await goTo(page, address, "nim 14,9,7 --neighbour");
    const type = (text) =>
        answered(page, async () => {
            await page.fill("[data-key=move]", text);
            await page.keyboard.press("Enter");
        });
    for (const [text, after] of [
        ["14 to 9", "9,9,7"],
        ["take 5 from 1", "4,9,7"],
        ["4,9,2", "4,9,2"],
    ]) {
        await type(text);
        same(await position(page), after, text);
        same(await page.inputValue("[data-key=move]"), "", "the field is empty again");
    }
    for (const [text, sentence] of [
        ["take 9 from 1", /too many: pile 1 has only 4/],
        ["take 1 from 4", /no pile 4/],
        ["5,5,5", /No move leads there/],
        ["undu", /did you mean 'undo'/],
    ]) {
        await type(text);
        same(await position(page), "4,9,2", `after '${text}'`);
        same(await page.inputValue("[data-key=move]"), text, "what was typed stays");
        const said = await page.locator(".typed-move .refusal").innerText();
        check(sentence.test(said), `'${text}' says: ${said}`);
    }
    await type("take 1 from 3");
    same(await page.locator(".refusal").count(), 0, "a good move takes the sentence away");
}

export async function theExampleIsNotTheAnswer({ page, address }) {
    await goTo(page, address, "nim 3,4,6");
    const example = await page.getAttribute("[data-key=move]", "placeholder");
    check(/^take .* from pile [23]/.test(example), `the example: ${example}`);
}

export async function keysGoFromPartToPart({ page, address }) {
    await goTo(page, address, "nim 3,4 + subtraction:1,3 7 --neighbour");
    const at = () =>
        page.evaluate(() => document.activeElement.closest("[data-part]")?.dataset.part);
    for (const part of ["0", "1", "0"]) {
        await page.keyboard.press("b");
        same(await at(), part, "b goes to the next part");
    }
    await page.keyboard.press("?");
    check(/next part/.test(await page.locator("dialog.keys").innerText()), "the list says so");
}

export async function aPileOfAThousand({ page, address }) {
    await goTo(page, address, "nim 1000,3,5 --neighbour");
    same(await page.locator('[data-heap="0-0"] .heap-count').innerText(), "1000", "the number");
    await page.click('[data-heap="0-0"] .stack');
    same(await position(page), "1000,3,5", "a click on the stack marks only");
    await page.getByRole("spinbutton").fill("994");
    await page.getByRole("spinbutton").blur();
    check(
        /1000 to 6/.test(await page.locator(".preview").innerText()),
        "the typed amount is marked",
    );
    await answered(page, () => page.getByRole("button", { name: "Make the move" }).click());
    same(await position(page), "6,3,5", "994 are taken");
    await goTo(page, address, "nim 1000");
    await page.keyboard.press("b");
    await page.keyboard.press("Home");
    await answered(page, () => page.keyboard.press("Enter"));
    check(/^You have won/.test(await turn(page)), "all 1000 by keys");
}

export async function theEngineJudgesWhatIsNotListed({ page, address }) {
    // So many moves are not listed: what is chosen is sent as it would be typed.
    for (const [game, heap, key, after] of [
        ["staircase 2000,5", "0-1", "Home", "2005,0"],
        ["cheating 900,900:900", "0-1", "Home", "900,0:900"],
        ["dynamic 5000:3000", "0-0", "ArrowDown", "4999:1"],
        ["moore:2 900,900", "0-0", "Home", "0,900"],
        ["games/wythoff.game 700,700", "0-1", "Home", "700,0"],
        ["nim 2000 + nim 3", "1-0", "Home", "2000 + 0"],
    ]) {
        await goTo(page, address, `${game} --neighbour`);
        await page.focus(`[data-heap="${heap}"]`);
        await page.keyboard.press(key);
        await answered(page, () => page.keyboard.press("Enter"));
        same(await position(page), after, game);
    }
    await goTo(page, address, "moore:2 900,900 --neighbour");
    await page.keyboard.press("b");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    await answered(page, () => page.keyboard.press("Enter"));
    same(await position(page), "0,899", "two piles at once");
    await goTo(page, address, "nim 18446744073709551615,1 --neighbour");
    same(
        await page.locator(".heap-count").first().innerText(),
        "18446744073709551615",
        "a huge pile",
    );
    await answered(page, async () => {
        await page.fill("[data-key=move]", "18446744073709551615 to 1");
        await page.keyboard.press("Enter");
    });
    same(await position(page), "1,1", "typed");
}

export async function theFocusStaysInTheGame({ page, address }) {
    // The focus is moved after the frame in which the move is shown.
    const focused = () =>
        page
            .waitForFunction(() => document.activeElement.closest(".table") !== null)
            .then(() => true, () => false);
    await goTo(page, address, "graph:examples/teaser.dot A --neighbour");
    await page.keyboard.press("b");
    while ((await page.locator(".turn-over").count()) === 0) {
        await answered(page, () => page.keyboard.press("Enter"));
        check(await focused(), `focus after the move to ${await position(page)}`);
    }
    await answered(page, () => page.keyboard.press("Enter"));
    same(await position(page), "A", "at the end Enter plays again");
    await goTo(page, address, "moore:2 1,2 --neighbour");
    await page.keyboard.press("b");
    await page.keyboard.press("ArrowDown");
    await page.getByRole("button", { name: "Make the move" }).focus();
    await answered(page, () => page.keyboard.press("Enter"));
    check(await focused(), "focus after the button is gone");
}

export async function thirtyPiles({ page, address }) {
    const piles = Array.from({ length: 30 }, (_, i) => 1 + ((7 * i) % 20));
    await goTo(page, address, `nim ${piles} --neighbour`);
    same(await page.getByRole("slider").count(), 30, "thirty piles");
    await answered(page, () => page.click(chip(29, 0)));
    same(await position(page), [...piles.slice(0, 29), 0].join(","), "the last pile");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    check(wide <= 0, `the page is ${wide} px too wide`);
}

export async function touchMarksFirst({ browser, address }) {
    const page = await newPage(browser, address, { size: sizes.phone, touch: true });
    await goTo(page, address, "nim 3,4,6 --neighbour");
    await page.tap(chip(2, 2));
    same(await position(page), "3,4,6", "a touch marks");
    same(
        await page.locator(".preview").innerText(),
        "take 4 from pile 3 (6 to 2)",
        "and says what",
    );
    await page.getByRole("button", { name: "fewer" }).tap();
    same(await page.locator(".preview").innerText(), "take 3 from pile 3 (6 to 3)", "fewer");
    await answered(page, () => page.getByRole("button", { name: "Make the move" }).tap());
    same(await position(page), "3,4,3", "the button makes the move");
    await page.tap(chip(0, 1));
    await answered(page, () => page.tap(chip(0, 1)));
    same(await position(page), "1,4,3", "or a second touch");
    const small = await page.evaluate(() =>
        [
            ...document.querySelectorAll(
                ".table button, .table input, .table select, .table summary, .heap",
            ),
        ]
            .map((e) => [e.textContent || e.className, e.getBoundingClientRect()])
            .filter(([, box]) => box.width > 0 && (box.height < 44 || box.width < 44))
            .map(([name, box]) => `${name} ${box.width}x${box.height}`),
    );
    same(small, [], "targets are at least 44 px");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    check(wide <= 0, `the page is ${wide} px too wide`);
    await page.close();
}

export async function chipsMoveVisibly({ browser, address }) {
    const page = await newPage(browser, address, { motion: true });
    await goTo(page, address, "nim 3,4,6");
    await page.evaluate(() => {
        window.flown = [];
        new MutationObserver((list) => {
            for (const { addedNodes } of list)
                for (const node of addedNodes) window.flown.push(node.className);
        }).observe(document.querySelector(".air"), { childList: true });
    });
    await page.click(chip(0, 2));
    await page.waitForFunction(() => document.querySelector(".heap-count").textContent === "2");
    await ready(page);
    check(
        (await page.evaluate(() => window.flown.length)) >= 2,
        "one chip flies, then the computer's",
    );
    check(/^Your move/.test(await turn(page)), "and it is my move again");
    const drawn = await page.locator(".heap-count").allInnerTexts();
    same(drawn.join(","), await position(page), "the board shows where play stands");
    await page.close();
}
