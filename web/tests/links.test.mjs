// Games that start from a link's position.
import assert from "node:assert/strict";
import { test } from "node:test";
import { click, close, drawer, lastMove, pieces, setup, type, visit } from "./harness.mjs";

const { server, browser } = await setup();

const link = "?board=w:Ke1,Pa5,Pg5;b:Ke8,Ph5&lastMove=h7→h5";
const position = "4k3/8/8/P5Pp/8/8/8/4K3 w - h6 0 1";

/** Opens the New game page with a start position. */
async function openPlay(query) {
  const page = await visit(browser, `${server.url}/play${query}`);
  await page.getByText("The game starts from this position. White to move.").waitFor();
  return page;
}

async function tinted(page) {
  return [
    ...new Set(await page.locator("[data-last]").evaluateAll((all) => all.map((each) => each.dataset.last))),
  ].sort();
}

/** Returns the start position; the pictures of the games also show pieces. */
const shown = (page) => page.getByRole("region", { name: "Position" });

const start = (page) => page.locator("form button[type=submit]").click();

test("the page shows the position and asks for an opponent", async () => {
  const page = await openPlay(link);
  assert.deepEqual(await pieces(shown(page)), { e1: "K", a5: "P", g5: "P", e8: "k", h5: "p" });
  assert.deepEqual(await tinted(shown(page)), ["h5", "h7"]);
  await page.getByText("En passant is possible: a5xh7 and g5xh6.").waitFor();
  for (const opponent of [/^Computer/, /^A friend/, /^Anyone/, /^Pass and play/])
    await page.getByRole("radio", { name: opponent }).waitFor();
  assert.equal(await page.getByRole("radio", { name: /^Three-board/ }).count(), 1);
  assert.equal(await page.getByRole("radio", { name: /^Cylinder/ }).count(), 0, "the link already sets the rules");
  await close(page);
});

test("pass and play starts from the link, and a rematch from the same position", async () => {
  const page = await openPlay(link);
  await page.getByRole("radio", { name: /^Pass and play/ }).check();
  await start(page);
  await page.waitForURL(/\/local\//);
  await page.locator("[data-last=h7]").waitFor();
  assert.deepEqual(await tinted(page), ["h5", "h7"]);
  await click(page, "a5", "h7");
  await lastMove(page, "axh7 e.p.");
  assert.equal((await pieces(page)).h7, "P");
  await type(page, "e8→d7");
  await lastMove(page, "Kd7");
  await page.getByRole("button", { name: "Resign" }).click();
  await page
    .getByRole("group", { name: /resign/i })
    .getByRole("button", { name: "Resign" })
    .click();
  await page.getByRole("button", { name: "Rematch" }).click();
  await page.locator("[data-last=h7]").waitFor();
  assert.deepEqual(await pieces(page), { e1: "K", a5: "P", g5: "P", e8: "k", h5: "p" });
  await close(page);
});

test("the computer replies from a linked position", async () => {
  const page = await openPlay(link);
  await page.getByRole("radio", { name: /^Computer/ }).check();
  await start(page);
  await page.waitForURL(/\/local\//);
  await type(page, "g5→h6");
  await page.getByRole("group", { name: "Moves" }).getByRole("button", { name: /^K/ }).first().waitFor();
  await close(page);
});

test("a game with a friend starts from the link, and its record contains the position", async () => {
  const page = await openPlay(link);
  await page.getByRole("radio", { name: /^A friend/ }).check();
  await start(page);
  await page.waitForURL(/\/game\//);
  await page.locator("[data-last=h7]").waitFor();
  const id = new URL(page.url()).pathname.split("/")[2];
  const pgn = await (await fetch(`${server.url}/api/v1/games/${id}/pgn`)).text();
  assert.match(pgn, /\[SetUp "1"\]/);
  assert.ok(pgn.includes(`[FEN "${position}"]`));
  const { game } = await (await fetch(`${server.url}/api/v1/games/${id}`)).json();
  assert.deepEqual([game.variant, game.start, game.lastMove], ["triboard", position, "h7h5"]);
  await close(page);
});

test("playing from the analysis board keeps the move counters and last move", async () => {
  const page = await visit(
    browser,
    `${server.url}/analysis?variant=chess&fen=${encodeURIComponent("4k3/7p/8/6P1/8/8/8/4K3 b - - 3 20")}`,
  );
  await page.locator("[role=gridcell]").first().waitFor();
  await click(page, "h7", "h5");
  await drawer(page, "Board");
  await page.getByRole("link", { name: "Play from here" }).click();
  await page.getByText("En passant is possible: g5xh6.").waitFor();
  assert.deepEqual(await tinted(shown(page)), ["h5", "h7"]);
  assert.match(decodeURIComponent(page.url()), /position=4k3\/8\/8\/6Pp\/8\/8\/8\/4K3 w - h6 0 21&lastMove=h7h5/);
  await close(page);
});

test("a missing king or a broken link is reported and no game starts", async () => {
  const page = await visit(browser, `${server.url}/play?board=w:Kg1,Ng1;b:Ke8`);
  await page.getByText("White has no king, so a game cannot start from here.").waitFor();
  await page.getByText("g1 is given twice: the white king was dropped, the white knight stays.").waitFor();
  assert.ok(await page.locator("form button[type=submit]").isDisabled());
  await page.goto(`${server.url}/play?board=w:Zz9;b:Ke8`);
  await page.getByText('"Zz9" is not a piece and its square, such as Pa5.').waitFor();
  assert.ok(await page.locator("form button[type=submit]").isDisabled());
  await page.getByRole("link", { name: "Start from the usual position" }).click();
  await page.getByRole("radio", { name: /^Chess/ }).check();
  assert.ok(await page.locator("form button[type=submit]").isEnabled());
  await close(page);
});

test("a faulty position is explained in one sentence and corrected in place", async () => {
  const said = "“garbage” is not a position of Mirror square chess: the board has 1 rank instead of 8.";
  const field = (page) => page.getByLabel("Position in the link");
  const correct = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
  for (const path of ["/analysis", "/play", "/"]) {
    const page = await visit(browser, `${server.url}${path}?variant=mirrorsquare&fen=garbage`);
    await field(page).waitFor();
    assert.deepEqual(await page.locator("[data-notice]").allTextContents(), [said]);
    assert.equal(await field(page).inputValue(), "garbage");
    await field(page).fill(correct);
    await field(page).press("Enter");
    await page.locator('[data-piece="P"][data-square="e2"]').first().waitFor();
    await page.locator("[data-notice]").waitFor({ state: "detached" });
    await field(page).waitFor({ state: "detached" });
    await close(page);
  }
});

test("a link to a rule set opens its start position; a reload resumes the moves", async () => {
  const page = await visit(browser, `${server.url}/analysis?variant=chess`);
  const moved = (page) => page.getByRole("group", { name: "Moves" }).getByRole("button", { name: "1. e4" }).waitFor();
  await click(page, "e2", "e4");
  await moved(page);
  await page.reload();
  await moved(page);
  await page.goto(`${server.url}/privacy`);
  await page.goto(`${server.url}/analysis?variant=chess`);
  await page.locator('[data-piece="P"][data-square="e2"]').waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await moved(page);
  await page.goto(`${server.url}/?variant=nachfolger`);
  await page.getByRole("combobox", { name: "Rules" }).waitFor();
  assert.equal(await page.getByRole("combobox", { name: "Rules" }).inputValue(), "nachfolger");
  await close(page);
});
