// Plans: moves of one side while the other does not move, on the analysis board and in the lesson.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { click, close, drawer, pieces, setup, visit } from "./harness.mjs";

const { server, browser } = await setup();
const rides = JSON.parse(readFileSync(new URL("../../variant/trid/rides.json", import.meta.url), "utf8"));
const ride = (name) => rides.find((one) => one.name === name);
const phone = { viewport: { width: 390, height: 844 } };

const query = (variant, fen, plan) =>
  `?variant=${variant}${fen ? `&fen=${encodeURIComponent(fen)}` : ""}&plan=${encodeURIComponent(plan)}`;
async function open(address, options) {
  const page = await visit(browser, `${server.url}/analysis${address}`, options);
  await page.locator("[role=gridcell]").first().waitFor();
  return page;
}
const next = (page) => page.getByRole("button", { name: "Next move" });
const steps = (page) => page.getByRole("list", { name: "Steps of the plan" });
const current = (page) => page.locator('[data-plan-steps] [aria-current="step"]');
const piece = (page, letter, square) => page.locator(`[data-piece=${letter}][data-square="${square}"]`).first();
const announcement = (page) => page.locator("[data-plan-announcement]");

for (const [size, options] of [
  ["desktop", {}],
  ["phone", phone],
]) {
  test(`a linked board ride can be stepped through (${size})`, async () => {
    const bishop = ride("bishop");
    const page = await open(query("trid", bishop.position, bishop.plan), options);
    await page.getByRole("heading", { name: "Plan", exact: true }).waitFor();
    await page.getByText("A plan, not a game. White moves, Black does not.").waitFor();
    assert.equal(await steps(page).getByRole("button").count(), 4);
    await piece(page, "B", "c1W").waitFor();
    for (const square of ["d0KL1", "d4KL2", "e3KL3", "c5N"]) {
      await next(page).click();
      await piece(page, "B", square).waitFor();
    }
    assert.match(await current(page).textContent(), /^4\. Bxc5N/);
    assert.match(
      await announcement(page).textContent(),
      /^Step 4 of 4\. White bishop takes the knight on c5N.* The plan can be played\.$/,
    );
    assert.ok(await next(page).isDisabled());
    await page.getByRole("button", { name: "First position" }).click();
    await piece(page, "B", "c1W").waitFor();
    // The content is not wider than the window.
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page is too wide");
    await close(page);
  });

  test(`the failing step is shown with its reason (${size})`, async () => {
    const queen = ride("queen");
    const page = await open(query("trid", queen.position, queen.printed), options);
    await next(page).click();
    await piece(page, "Q", "a0QL1").waitFor();
    const failed = page.locator('[data-failed="2"]');
    assert.equal(
      await failed.textContent(),
      "✕ Step 2, QL1-KL3^180, cannot be played: QL1 and KL3 are not neighbours: " +
        "the neighbours of QL1 are QL2, KL1 and KL2.",
    );
    assert.match(await announcement(page).textContent(), /Step 2, QL1-KL3\^180, cannot be played/);
    assert.ok(await next(page).isDisabled());
    await close(page);
  });
}

test("keys step through a plan, and Escape leaves it", async () => {
  const page = await open(query("chess", "", "e4; Bc4; Qh5; Qxf7; Qxe8"));
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"]) await page.keyboard.press(key);
  assert.match(await current(page).textContent(), /^2\. Bc4/);
  await page.keyboard.press("End");
  await piece(page, "Q", "f7").waitFor();
  await page.locator('[data-check="e8"]').first().waitFor();
  assert.match(await page.locator('[data-failed="5"]').textContent(), /[Kk]ings are never captured/);
  await page.keyboard.press("Home");
  await piece(page, "P", "e2").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("group", { name: "Moves", exact: true }).waitFor();
  assert.equal(await page.locator("[data-plan-notice]").count(), 0);
  assert.equal(new URL(page.url()).searchParams.get("plan"), null);
  await close(page);
});

test("a plan is made by moves on the board and leaves the game unchanged", async () => {
  const page = await open("?variant=mirrorsquare");
  await click(page, "e2", "e4");
  await page.getByText("Black to move.").waitFor();
  await drawer(page, "Board");
  await page.getByRole("button", { name: "Try a plan" }).click();
  await page.getByText("Black moves, White does not.").waitFor();
  await click(page, "g8", "f6");
  await click(page, "b8", "c6");
  assert.deepEqual(await steps(page).getByRole("button").locator("strong").allTextContents(), ["Nf6", "Nc6"]);
  // Going back and playing another move drops the later steps.
  await page.getByRole("button", { name: "Previous move" }).click();
  await click(page, "g7", "g6");
  const field = page.getByRole("textbox", { name: /^Steps/ });
  assert.equal(await field.inputValue(), "Nf6; g6");
  // An illegal move is explained.
  await click(page, "h8", "h5");
  await page.getByText("h8 to h5 is not legal.").waitFor();
  await page.getByRole("button", { name: "Close the plan" }).click();
  await page.getByRole("button", { name: "1. e4" }).waitFor();
  await page.getByText("Black to move.").waitFor();
  assert.equal((await pieces(page)).f6, undefined);
  await close(page);
});

test("the address contains the plan and reopens it", async () => {
  const page = await open("?variant=cylinder");
  await drawer(page, "Board");
  await page.getByRole("button", { name: "Try a plan" }).click();
  await click(page, "e2", "e4");
  await click(page, "d1", "h5");
  await page.locator("[data-plan-steps] li").nth(1).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Plan", exact: true }).waitFor();
  assert.deepEqual(await steps(page).getByRole("button").locator("strong").allTextContents(), ["e4", "Qh5"]);
  await close(page);
});

test("a typed plan runs from the position, and errors are explained", async () => {
  const page = await open("?variant=trid");
  await drawer(page, "Board");
  await page.getByRole("button", { name: "Try a plan" }).click();
  const field = page.getByRole("textbox", { name: /^Steps/ });
  const run = page.getByRole("button", { name: "Play the plan" });
  await field.fill("b4N; Bb2W; QL1-QL2");
  await field.press("Enter");
  await page.locator('[data-failed="3"]').waitFor();
  await next(page).click();
  await piece(page, "P", "b4N").waitFor();
  await field.fill("b4N;; c4N");
  await run.click();
  assert.match(await page.locator('[data-failed="2"]').textContent(), /^✕ Step 2 is empty/);
  await field.fill("b4N;".repeat(300));
  await run.click();
  await page
    .getByRole("alert")
    .getByText(/300 steps is too long/)
    .waitFor();
  await field.fill("");
  await run.click();
  await page.getByRole("alert").waitFor({ state: "detached" });
  assert.equal(await steps(page).count(), 0);
  await close(page);
});

test("a link can combine a board and a plan", async () => {
  const page = await open("?board=w:Ke1,Ra1;b:Kg8&turn=white&variant=chess&plan=Ra7;Ra8");
  await page.getByRole("button", { name: "Last position" }).click();
  await piece(page, "R", "a8").waitFor();
  assert.match(await announcement(page).textContent(), /Black's king on g8 is under attack\. The plan can be played\./);
  await close(page);
});

test("a plan link with an invalid position is reported", async () => {
  const page = await open(query("chess", "8/8 w", "e4"));
  await page.locator("[data-notice]").first().waitFor();
  assert.equal(await page.locator("[data-plan-notice]").count(), 0);
  await close(page);
});

test("playing a plan moves the board with its passenger", async () => {
  const rook = ride("rook");
  const page = await open(query("trid", rook.position, rook.plan), { reducedMotion: "no-preference" });
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByRole("button", { name: "Pause" }).waitFor();
  // The board and its passenger arrive together.
  await page.waitForFunction(
    () =>
      document.querySelector('[data-plate="QL1"]')?.getAnimations().length > 0 &&
      document.querySelector('[data-piece=R][data-square="a0QL1"]')?.getAnimations().length > 0,
  );
  await piece(page, "R", "z9QL6").waitFor();
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  await close(page);
});

for (const [size, options] of [
  ["desktop", {}],
  ["phone", phone],
]) {
  test(`the six rides are tasks of the lesson (${size})`, async () => {
    const page = await visit(browser, `${server.url}/learn/trid#rides`, options);
    const box = page.locator("[data-ride]");
    await box.waitFor();
    await page.getByText(/^0 of \d+ tasks done$/).waitFor();
    const tasks = page.getByRole("group", { name: "Tasks: Six rides" });
    assert.equal(await tasks.getByRole("button").count(), 6);
    for (const [n, one] of rides.entries()) {
      await tasks.getByRole("button", { name: `Task ${n + 1}`, exact: true }).click();
      await box.getByRole("heading", { name: one.title }).waitFor();
      await box.locator("[role=gridcell]").first().waitFor();
      await box.getByRole("button", { name: "As printed" }).click();
      await box.locator("[data-failed]").waitFor();
      await box.getByRole("button", { name: "The ride", exact: true }).click();
      const count = one.plan.split(";").length;
      for (let at = 0; at < count; at++) await next(box).click();
      await tasks.getByRole("button", { name: `Task ${n + 1}, done` }).waitFor();
      assert.ok(await next(box).isDisabled());
    }
    await page.getByText(/^6 of \d+ tasks done$/).waitFor();
    await box.getByRole("link", { name: "Open this plan on the analysis board" }).click();
    await page.getByRole("heading", { name: "Plan", exact: true }).waitFor();
    await close(page);
  });
}
