// The scripted first games: played to the end, with wrong moves and hints, and without the rules.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { assertAccessible, click, close, leave, pieces, setup, square, visit } from "./harness.mjs";

const { server, browser } = await setup();

const script = (variant) =>
  JSON.parse(readFileSync(new URL(`../../variant/${variant}/firstgame.json`, import.meta.url), "utf8"));
const at = (page, step) => page.locator(`[data-first-game="${step}"]`).waitFor();
const says = (page, text) => page.getByText(text).first().waitFor();
const saved = (page) =>
  page.evaluate(() => JSON.parse(localStorage[`tain.game.${location.pathname.split("/").at(-1)}`]).game);

/** Plays a move of a piece or a board. */
async function play(page, move) {
  const board = /^(\w+)-(\w+)$/.exec(move);
  if (!board) return click(page, move.slice(0, 2), move.slice(2));
  await page.getByRole("button", { name: `Move the board on ${board[1]}` }).click();
  await page.locator(`[data-pin="${board[2]}"][data-turned="false"]`).click();
}

for (const variant of ["triboard", "mirrorsquare", "nachfolger", "trid"]) {
  test(`the first game of ${variant} leads to a real game`, async () => {
    const page = await visit(browser, `${server.url}/learn/${variant}/first`, { fresh: true });
    const { steps, done } = script(variant);
    for (const [n, { task, moves }] of steps.entries()) {
      await at(page, n + 1);
      await says(page, task);
      const move = variant === "nachfolger" && n === 2 ? "b5b3" : moves[0];
      await play(page, move);
    }
    await at(page, "over");
    await says(page, done);
    await assertAccessible(page, `first game of ${variant}`);
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Play a real game");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/local\//);
    const { variant: played, players, seat, ply } = await saved(page);
    assert.deepEqual(
      { played, level: players.black.computer, seat, ply },
      { played: variant, level: 1, seat: "white", ply: 0 },
    );
    await close(page);
  });
}

test("a wrong move is explained and taken back, and a second one shows the hint", async () => {
  const page = await visit(browser, `${server.url}/learn/mirrorsquare/first`, { fresh: true });
  const [{ wrong, reply }] = script("mirrorsquare").steps;
  await at(page, 1);
  for (const tries of [1, 2]) {
    await click(page, "g1", "f3");
    await says(page, wrong);
    await page.locator('[data-piece="N"][data-square="g1"]').waitFor();
    assert.equal(await page.locator("[data-arrow]").count(), tries - 1, `arrows after ${tries} tries`);
  }
  await click(page, "e2", "e4");
  await at(page, 2);
  assert.equal(await page.locator("[data-arrow]").count(), 0, "the arrow belongs to the step");
  // What the player's own move spawned is still to be read after the reply.
  await says(page, /^White pawn to e4; a black pawn appears on d5\. Black pawn to /);
  const now = await pieces(page);
  assert.deepEqual([now[reply.slice(2)], now.d5, now.c3], ["p", "p", "P"], "the reply was played");
  await page.getByRole("button", { name: "Hint" }).click();
  assert.equal(await page.locator("[data-arrow]").count(), 1);
  await close(page);
});

test("a hint over the seam shows the way over it, not a line across the board", async () => {
  const page = await visit(browser, `${server.url}/learn/triboard/first`, { fresh: true });
  await at(page, 1);
  await click(page, "b2", "b3");
  await at(page, 2);
  await page.getByRole("button", { name: "Hint" }).click();
  const arrow = page.locator('[data-arrow][data-from="c1"][data-to="h4"]');
  const first = await arrow.locator("path").last().boundingBox();
  const from = await square(page, "c1").boundingBox();
  assert.ok(first.x + first.width < from.x + from.width, "the arrow goes left from c1");
  await close(page);
});

test("Play leads a newcomer to the first game before the rules load, and it can be skipped", async () => {
  const page = await visit(browser, "about:blank", { fresh: true, early: true });
  let letGo;
  const held = new Promise((resolve) => (letGo = resolve));
  await page.route("**/tain.wasm", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(server.url, { waitUntil: "commit" });
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForURL(/\/learn\/triboard\/first$/);
  await click(page, "b2", "b3");
  await page.locator('[data-piece="P"][data-square="b3"]').first().waitFor();
  letGo();
  await at(page, 2);
  await page.getByRole("button", { name: "Skip and play a real game" }).click();
  await page.waitForURL(/\/local\//);
  await square(page, "e2").waitFor();
  assert.equal((await saved(page)).variant, "triboard");
  await leave(page);
});

test("if the rules cannot be loaded, the page says so instead of waiting for the reply", async () => {
  const page = await visit(browser, "about:blank", { fresh: true, early: true });
  await page.route("**/tain.wasm", (route) => route.abort());
  await page.goto(`${server.url}/learn/nachfolger/first`);
  await at(page, 1);
  await click(page, "e2", "e4");
  await page.getByRole("alert").filter({ hasText: "The rules could not be loaded" }).first().waitFor();
  await leave(page);
});

test("the first games are offered on Learn and in the lessons that have one, in the page's language", async () => {
  const page = await visit(browser, `${server.url}/learn`, { fresh: true });
  const links = page.getByRole("link", { name: /^Try it in a minute/ });
  await links.first().waitFor();
  assert.deepEqual(
    await links.evaluateAll((all) => all.map((link) => link.pathname)),
    ["triboard", "mirrorsquare", "nachfolger", "trid"].map((name) => `/learn/${name}/first`),
  );
  await page.goto(`${server.url}/learn/chess`);
  await page.getByRole("link", { name: "Rulebook" }).first().waitFor();
  assert.equal(await links.count(), 0, "chess has no first game");
  await page.goto(`${server.url}/learn/trid`);
  await links.first().click();
  await page.waitForURL(/\/learn\/trid\/first$/);
  await page.goto(`${server.url}/learn/triboard/first?lang=de`);
  await says(page, "Zieh den Bauern von b2 nach b3");
  await close(page);
});
