// The home page: for a new visitor and a returning one, with cards that play a few moves of each game; and the
// end of a game.
import assert from "node:assert/strict";
import { test } from "node:test";
import { axeFindings, begin, click, close, lastMove, setup, square, visit } from "./harness.mjs";

const { server, browser } = await setup();

const cards = (page) => page.locator("[data-game-card]");

/** Returns whether the board of a card is running, and its step. */
const idea = (page, variant) =>
  page
    .locator(`[data-game-card=${variant}] [data-idea]`)
    .evaluate(({ dataset }) => ({ at: Number(dataset.idea), running: dataset.running === "true" }));

test("a new visitor sees one sentence and Play, and no repeated navigation", async () => {
  const page = await visit(browser, server.url, { fresh: true });
  await page.getByRole("heading", { level: 1, name: "Chess, and its reflection" }).waitFor();
  assert.equal(await page.getByText("Welcome back").count(), 0);
  const pages = await page
    .getByRole("navigation", { name: "Pages" })
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.pathname + link.search));
  const ways = await page
    .getByRole("navigation", { name: "Ways to play" })
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.pathname + link.search));
  assert.equal(ways.length, 4);
  assert.deepEqual(
    ways.filter((way) => pages.includes(way)),
    [],
  );
  // A game with a guided first game starts with it.
  const link = (variant) => page.locator(`[data-game-card=${variant}] a`).first().getAttribute("href");
  assert.deepEqual(await Promise.all(["nachfolger", "trid", "chess"].map(link)), [
    "/learn/nachfolger/first",
    "/learn/trid/first",
    "/play?variant=chess",
  ]);
  const clocks = page.getByRole("group", { name: "Time control" }).getByRole("button");
  await clocks.first().waitFor({ state: "attached" });
  const repeated = await clocks.evaluateAll((all) =>
    all
      .filter((each) => each.firstElementChild.textContent === each.lastElementChild.textContent)
      .map((each) => each.textContent),
  );
  assert.deepEqual(repeated, [], "a clock that says the same twice");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForURL(/\/learn\/triboard\/first$/);
  await close(page);
});

test("the cards differ, play their moves only in view, and stand still under reduced motion", async () => {
  const page = await visit(browser, server.url, { fresh: true, reducedMotion: "no-preference" });
  await cards(page).last().waitFor();
  const boards = await cards(page).evaluateAll((all) =>
    all.map((card) => card.querySelector("[data-board]").dataset.board),
  );
  assert.equal(boards.length, 9);
  assert.equal(new Set(boards).size, boards.length, "two games have the same colours");
  const drawn = page.locator("[data-game-card] svg[role], [data-game-card] [role=grid]");
  assert.ok((await drawn.count()) < boards.length, "boards are drawn before the user scrolls to them");
  for (const card of await cards(page).all()) {
    await card.scrollIntoViewIfNeeded();
    await card.locator("[data-piece], canvas").first().waitFor({ state: "attached" });
  }
  await page.evaluate(() => scrollTo(0, 0));
  const starts = await page.evaluate(() =>
    [...document.querySelectorAll("[data-game-card] svg[role], [data-game-card] [role=grid]")].map((board) =>
      [...board.querySelectorAll("[data-piece]")]
        .map(({ dataset }) => `${dataset.piece}${dataset.square}`)
        .sort()
        .join(),
    ),
  );
  assert.equal(new Set(starts).size, starts.length, "two games show the same pieces");
  assert.equal((await idea(page, "chess")).running, false, "a board out of view plays");
  await page.locator("[data-game-card=mirrorsquare]").scrollIntoViewIfNeeded();
  await page.waitForFunction(
    () => Number(document.querySelector("[data-game-card=mirrorsquare] [data-idea]").dataset.idea) > 0,
  );
  await page.getByText("White knight to c3; a black knight appears on f6").first().waitFor();
  await page.getByRole("button", { name: "Pause the animations" }).click();
  assert.equal((await idea(page, "mirrorsquare")).running, false);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.reload();
  await page.locator("[data-game-card=mirrorsquare]").scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "Play the animations" }).waitFor();
  const { at, running } = await idea(page, "mirrorsquare");
  assert.deepEqual({ at, running }, { at: 2, running: false }, "the board shows the last position");
  await close(page);
});

test("home continues the game, offers a rematch, and shows the puzzle of the day with the streak", async () => {
  const page = await visit(browser, server.url, { fresh: true, bypassCSP: true });
  await begin(page, server.url, "chess", /^Computer/, ["White", "10+5"]);
  await click(page, "e2", "e4");
  const game = page.url();
  await page.goto(server.url);
  await page.getByRole("heading", { level: 1, name: /^Welcome back/ }).waitFor();
  const mine = page.getByRole("region", { name: "Your game" });
  await mine
    .getByRole("grid")
    .or(mine.getByRole("img", { name: "Chess" }))
    .first()
    .waitFor();
  await mine.getByRole("link", { name: "Continue" }).click();
  await page.waitForURL(game);

  await page
    .getByRole("button", { name: "Resign" })
    .or(page.getByRole("button", { name: "Abort" }))
    .waitFor();
  await page.waitForFunction(
    () => JSON.parse(localStorage[`tain.game.${location.pathname.split("/").at(-1)}`]).game.ply === 2,
  );
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Resign the game" }).click();
  await page.getByRole("region", { name: "Result" }).waitFor();
  await page.goto(server.url);
  const today = page.getByRole("region", { name: "Puzzle of the day" });
  assert.equal(await today.locator("[data-day-streak]").getAttribute("data-day-streak"), "0");
  const href = await today.getByRole("link", { name: "Solve" }).getAttribute("href");
  assert.match(href, /^\/puzzles\/chess\?daily$/, "the puzzle is for the game played last");
  assert.deepEqual(await axeFindings(page), []);
  await page.getByRole("region", { name: "Last opponent" }).getByRole("button", { name: "Rematch" }).click();
  await page.waitForURL((url) => url.pathname.startsWith("/local/") && url.href !== game);
  await page.getByText("10+5").first().waitFor();
  await square(page, "e2").waitFor();
  assert.equal(
    await page.evaluate(() => JSON.parse(localStorage[`tain.game.${location.pathname.split("/").at(-1)}`]).game.seat),
    "black",
    "the colours are swapped",
  );
  await close(page);
});

test("the end of a game is animated; Escape ends the animation, and reduced motion omits it", async () => {
  for (const reducedMotion of ["no-preference", "reduce"]) {
    const page = await visit(browser, "about:blank", { fresh: true, reducedMotion });
    await page.addInitScript(() => {
      window.moments = 0;
      new MutationObserver(() => {
        if (document.querySelector("[data-end-moment]")) window.moments++;
      }).observe(document, { childList: true, subtree: true });
    });
    await begin(page, server.url, "chess", /^Pass and play/);
    for (const [at, [from, to]] of [
      ["f2", "f3"],
      ["e7", "e5"],
      ["g2", "g4"],
      ["d8", "h4"],
    ].entries()) {
      await click(page, from, to);
      await lastMove(page, ["f3", "e5", "g4", "Qh4#"][at]);
    }
    await page.getByRole("region", { name: "Result" }).waitFor();
    assert.equal((await page.evaluate(() => window.moments)) > 0, reducedMotion === "no-preference");
    await page.keyboard.press("Escape");
    await page.locator("[data-end-moment]").waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("region", { name: "Result" }).waitFor();
    assert.equal(await page.evaluate(() => window.moments), 0, "a game opened after its end is not animated");
    await close(page);
  }
});

test("on a phone, cards are small and a returning user sees dated news", async () => {
  const page = await visit(browser, server.url, { viewport: { width: 390, height: 844 } });
  const card = (at) => page.locator("[data-game-card]").nth(at).boundingBox();
  const [first, second, last] = [await card(0), await card(1), await card(7)];
  assert.equal(first.y, second.y, "two cards next to each other");
  assert.equal(await page.locator("[data-game-card] p:visible").count(), 0, "captions do not fit");
  assert.ok(last.y + last.height - first.y < 1500, `the cards take ${last.y + last.height - first.y} px`);
  await begin(page, server.url, "nachfolger", /^Pass and play/);
  await page.goto(server.url);
  await page.getByRole("heading", { name: "What's new" }).waitFor();
  assert.equal(await page.locator("#news ~ ul time[datetime]").count(), 3);
  await page.goto(`${server.url}/learn`);
  await page.locator("main h2").nth(1).waitFor();
  const [one, two] = [
    await page.locator("main h2").nth(0).boundingBox(),
    await page.locator("main h2").nth(1).boundingBox(),
  ];
  assert.ok(two.y - one.y < 360, `a lesson's card takes ${two.y - one.y} px`);
  await close(page);
});
