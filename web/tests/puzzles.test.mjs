// Puzzles: solved with mouse, keyboard and text, with hints, offline, and saved.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import {
  assertAccessible,
  click,
  close,
  drawn,
  hints,
  leave,
  pieces,
  setup,
  square,
  type,
  visit,
  visitOffline,
} from "./harness.mjs";

const { server, browser } = await setup();

/** Returns the puzzles of a rule set, from its folder. */
function puzzlesOf(variant) {
  const text = readFileSync(new URL(`../../variant/${variant}/puzzles.txt`, import.meta.url), "utf8");
  const lines = text.split("\n").filter((line) => line && !line.startsWith("#"));
  return lines.map((line) => {
    const [id, position, moves, rating, tags] = line.split("\t");
    return { id, position, moves: moves.split(" "), rating: Number(rating), tags: tags.split(" ") };
  });
}

const feedback = (page) => page.locator("[data-feedback]");
const solver = (page) => page.locator("[data-puzzle]");
const state = (page, name) => page.locator(`[data-puzzle][data-state="${name}"]`).waitFor();

/** Types the solution from a given move on, waiting for each reply. */
async function solve(page, { moves }, from = 0) {
  for (let ply = from; ply < moves.length; ply += 2) {
    await type(page, moves[ply]);
    if (ply + 2 < moves.length) await feedback(page).getByText("The reply:").waitFor();
  }
}

const quietMove = (move) => /^[a-h][1-8][a-h][1-8]$/.test(move);

test("a puzzle solved after hints and a wrong move counts as failed, and progress is saved", async () => {
  const all = puzzlesOf("triboard");
  const puzzle = all.find(
    ({ tags, moves }) => tags[0] === "mate-in-2" && tags.includes("over-the-seam") && moves.every(quietMove),
  );
  const page = await visit(browser, `${server.url}/puzzles/triboard?puzzle=${puzzle.id}`, { fresh: true });
  await state(page, "open");
  await page.getByRole("heading", { level: 1, name: /^(White|Black) to move and mate in 2 moves$/ }).waitFor();
  const before = await pieces(page);

  // Three hints: the theme in the game's own terms, the piece, and the move.
  await page.getByRole("button", { name: "Hint" }).click();
  await feedback(page).getByText("crosses the seam").waitFor();
  await page.getByRole("button", { name: "Another hint" }).click();
  await feedback(page)
    .getByText(`on ${puzzle.moves[0].slice(0, 2)} moves.`)
    .waitFor();
  await page.getByRole("button", { name: "Another hint" }).click();
  await feedback(page).getByText("The move is").waitFor();
  assert.ok(await page.getByRole("button", { name: "Another hint" }).isDisabled());

  // A wrong move is explained, and taken back automatically.
  const white = puzzle.position.includes(" w ");
  const own = Object.entries(before).filter(
    ([at, letter]) => (letter === letter.toUpperCase()) === white && at !== puzzle.moves[0].slice(0, 2),
  );
  let from, goal;
  for ([from] of own) {
    await square(page, from).click();
    await drawn(page);
    goal = Object.keys(await hints(page))[0];
    if (goal) break;
  }
  await square(page, goal).click();
  await feedback(page)
    .getByText(/^That is not the move\. .*That does not mate in 2 moves\. The move has been taken back\.$/)
    .waitFor();
  await page.waitForFunction((at) => document.querySelector(`[data-piece][data-square="${at}"]`), from);
  assert.deepEqual(await pieces(page), before);

  await click(page, puzzle.moves[0].slice(0, 2), puzzle.moves[0].slice(2, 4));
  await feedback(page).getByText("The reply:").waitFor();
  await solve(page, puzzle, 2);
  await state(page, "failed");
  await feedback(page)
    .getByText(/^Solved\./)
    .waitFor();
  assert.equal(await page.getByRole("list", { name: "The solution" }).getByRole("button").count(), 3);
  assert.equal(
    await page.evaluate(() => document.activeElement.textContent),
    "More puzzles",
    "the focus moves to the next action",
  );
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  assert.deepEqual(await pieces(page), before, "the solution can be stepped through");
  assert.match(
    await page.getByRole("link", { name: "Analyse" }).last().getAttribute("href"),
    /^\/analysis\?variant=triboard&position=/,
  );

  // After a failure the rating falls, and the puzzle is due again tomorrow.
  assert.ok(Number(await page.locator("[data-rating]").textContent()) < 1000, "a failure lowers the rating");
  await page.getByRole("button", { name: "More puzzles" }).click();
  await page.waitForFunction(
    (id) => ![undefined, id].includes(document.querySelector("[data-puzzle]")?.dataset.puzzle),
    puzzle.id,
  );
  const second = all.find((one) => one.tags[0].startsWith("mate") && one.id !== puzzle.id);
  await page.goto(`${server.url}/puzzles/triboard?puzzle=${second.id}`);
  const low = Number(await page.locator("[data-rating]").textContent());
  await solve(page, second);
  await state(page, "solved");
  const high = Number(await page.locator("[data-rating]").textContent());
  assert.ok(high > low, `${low} to ${high}`);
  assert.match(await page.locator("[data-streak]").textContent(), /^1 /);
  await page.reload();
  await solver(page).waitFor();
  assert.equal(Number(await page.locator("[data-rating]").textContent()), high, "saved in the browser");
  await page.clock.install({ time: Date.now() + 25 * 60 * 60 * 1000 });
  await page.goto(`${server.url}/puzzles/triboard`);
  await page.locator(`[data-puzzle="${puzzle.id}"]`).waitFor();
  await close(page);
});

test("the daily puzzle is the same for everyone and counts streaks; themes lead to puzzles", async () => {
  const day = new Date().toISOString().slice(0, 10);
  const one = await visit(browser, `${server.url}/puzzles/nachfolger?daily`, { fresh: true });
  await solver(one).waitFor();
  const id = await solver(one).getAttribute("data-puzzle");
  const two = await visit(browser, `${server.url}/puzzles/nachfolger?daily`, {
    fresh: true,
    timezoneId: "Pacific/Auckland",
  });
  await solver(two).waitFor();
  const other = await solver(two).getAttribute("data-puzzle");
  if (day === new Date().toISOString().slice(0, 10)) assert.equal(other, id);
  await close(two);
  await solve(
    one,
    puzzlesOf("nachfolger").find((each) => each.id === id),
  );
  await state(one, "solved");
  assert.equal(await one.locator("[data-days]").textContent(), "1");

  await one.goto(`${server.url}/puzzles`);
  await one.getByRole("link", { name: /^Successor mirror chess puzzle of the day, solved/ }).waitFor();
  const folder = new URL("../../variant/", import.meta.url);
  const games = readdirSync(folder).filter((name) => existsSync(new URL(`${name}/puzzles.txt`, folder)));
  assert.equal(await one.locator("li[data-variant]").count(), games.length);

  // From a lesson to puzzles about its theme, and on to another theme.
  await one.goto(`${server.url}/learn/nachfolger`);
  await one.getByRole("link", { name: "Puzzles: Piece goes on" }).click();
  await solver(one).waitFor();
  assert.equal(await one.getByLabel("Theme").inputValue(), "goes-on");
  const shown = await solver(one).getAttribute("data-puzzle");
  assert.ok(
    puzzlesOf("nachfolger")
      .find((each) => each.id === shown)
      .tags.includes("goes-on"),
  );
  await one.getByLabel("Theme").selectOption("mate-in-3");
  await one.getByRole("heading", { name: /mate in 3 moves$/ }).waitFor();
  await one.getByRole("button", { name: "Show the solution" }).click();
  await feedback(one)
    .getByText(/lowers your rating/)
    .waitFor();
  await one.getByRole("button", { name: "Show the solution" }).click();
  await state(one, "failed");
  await feedback(one)
    .getByText(/^The solution is /)
    .waitFor();
  await one.goto(`${server.url}/puzzles/nachfolger?theme=board-ride`);
  await one.getByText("No Successor mirror chess puzzle has the theme Board ride.").waitFor();
  await one.goto(`${server.url}/puzzles/draughts`);
  await one.getByText("There are no puzzles for draughts.").waitFor();
  await close(one);
});

test("puzzles have no serious axe violations, fit the window and have a large board", async () => {
  const page = await visit(browser, "about:blank", { bypassCSP: true, fresh: true });
  for (const path of ["/puzzles", "/puzzles/mirrorsquare?daily", "/puzzles/trid?daily"]) {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto(server.url + path);
    await page
      .locator(path === "/puzzles" ? "li[data-variant]" : "[data-piece]")
      .first()
      .waitFor();
    for (const [width, height] of [
      [360, 740],
      [390, 844],
      [844, 390],
      [820, 1180],
      [1280, 720],
    ]) {
      await page.setViewportSize({ width, height });
      await drawn(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${path} at ${width}: ${wide} pixels too wide`);
      if (!path.includes("mirror")) continue;
      const box = await square(page, "a1").boundingBox();
      const least = height < 400 ? 36 : Math.min(60, Math.floor(width / 8) - 1);
      assert.ok(box.width >= least, `a square is ${box.width} pixels at ${width}x${height}`);
      const goal = await page.getByRole("heading", { level: 1 }).boundingBox();
      assert.ok(goal.y + goal.height <= height, `the task is below the window at ${width}x${height}`);
    }
    await assertAccessible(page, path);
  }
  await close(page);
});

test("on a phone, the warning about the solution is not below the board", async () => {
  const viewport = { width: 360, height: 640 };
  const page = await visit(browser, `${server.url}/puzzles/nachfolger`, { viewport, isMobile: true, hasTouch: true });
  await solver(page).waitFor();
  await page.getByRole("button", { name: "Show the solution" }).tap();
  await feedback(page)
    .getByText(/lowers your rating/)
    .waitFor();
  await drawn(page);
  const [warning, board] = [await feedback(page).boundingBox(), await page.getByRole("grid").boundingBox()];
  assert.ok(warning.y >= board.y + board.height - 0.5, `${warning.y} is above ${board.y + board.height}`);
  assert.ok(warning.y + warning.height <= 640, `the warning ends at ${warning.y + warning.height}`);
  await close(page);
});

test("puzzles can be solved and saved offline after one visit", async () => {
  const { proxy, page } = await visitOffline(browser, server.url);
  const puzzle = puzzlesOf("chess").find(({ tags }) => tags[0] === "mate-in-1");
  await page.goto(`${proxy.url}/puzzles/chess?puzzle=${puzzle.id}`);
  await solver(page).waitFor();
  await solve(page, puzzle);
  await state(page, "solved");
  await page.goto(`${proxy.url}/puzzles`);
  await page.locator("li[data-variant=chess]").getByText("1 solved").waitFor();
  await leave(page);
  proxy.close();
});
