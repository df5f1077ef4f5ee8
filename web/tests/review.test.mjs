// The review of a finished game in the browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, close, drawer, setup, square, type, visit } from "./harness.mjs";

const { server, browser } = await setup();

const quick = () => localStorage.setItem("tain.setting.engine.review", '"quick"');
const done = (page) => page.locator("[data-review=done]").waitFor({ timeout: 120_000 });

test("one click reviews a finished game and turns its worst moves into exercises", async () => {
  const page = await visit(browser, server.url);
  await page.evaluate(quick);
  await begin(page, server.url, "chess", /^Pass and play/);
  for (const move of ["f3", "e5", "g4", "Qh4"]) await type(page, move);
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await done(page);
  assert.equal(await page.locator("[data-opening]").innerText(), "Opening: Fool's mate");
  const accuracy = async (side) => Number.parseInt(await page.locator(`[data-accuracy=${side}] dd`).innerText(), 10);
  assert.ok((await accuracy("black")) > (await accuracy("white")), "the winner has the higher accuracy");
  await page.getByRole("slider", { name: "Evaluation graph" }).waitFor();
  assert.ok((await page.locator("[data-slip]").count()) >= 1, "the graph marks the mistakes");

  // The move that allowed mate is an exercise, with the reason.
  const slip = page.locator("[data-exercise='2']");
  await slip.getByText("Black replies Qh4#, which is mate.").waitFor();
  await slip.getByRole("button").click();
  const exercise = page.getByRole("group", { name: "Exercise" });
  const feedback = exercise.getByRole("status");
  assert.equal(await page.locator('[data-piece=P][data-square="g2"]').count(), 1);
  await square(page, "g2").click();
  await square(page, "g4").click();
  await page.locator("[data-tone=wrong]").waitFor();
  assert.match(await feedback.innerText(), /^g4 was played in the game\./);
  await exercise.getByRole("button", { name: "Show the answer" }).click();
  await page.locator("[data-tone=shown]").waitFor();
  const better = (await feedback.innerText()).split(" ")[0];
  assert.equal(await page.locator("[data-arrow=best]").count(), 1);
  await type(page, better);
  await page.locator("[data-tone=right]").waitFor();
  await exercise.getByRole("button", { name: "Back to the review" }).click();
  await slip.getByText("Solved").waitFor();

  // The review survives a reload.
  await page.reload();
  await drawer(page, "Review");
  await done(page);
  await page.locator("[data-exercise='2']").getByText("Solved").waitFor();
  await close(page);
});

test("a review shows its progress and can be stopped and restarted", async () => {
  const page = await visit(browser, `${server.url}/analysis?variant=nachfolger`);
  await page.evaluate(() => localStorage.setItem("tain.setting.engine.review", '"thorough"'));
  await page.reload();
  for (const move of ["e4", "e5", "d3", "d6"]) await type(page, move);
  await page.getByRole("group", { name: "Moves" }).getByRole("button", { name: "d6" }).waitFor();
  await drawer(page, "Review");
  await page.getByRole("button", { name: "Review this game" }).click();
  await page.getByRole("progressbar", { name: "Review" }).waitFor();
  await page.getByRole("button", { name: "Stop the review" }).click();
  await page.getByRole("button", { name: "Review this game" }).waitFor();
  await page.getByRole("combobox", { name: "Review depth" }).selectOption("quick");
  await page.getByRole("button", { name: "Review this game" }).click();
  await done(page);
  assert.match(await page.locator("[data-opening]").innerText(), /King's pawn opening, a knight on d5/);
  await page.evaluate(() => localStorage.removeItem("tain.setting.engine.review"));
  await close(page);
});

for (const variant of ["mirrorsquare", "triboard", "trid"]) {
  test(`a review of ${variant} gives reasons for mistakes`, async () => {
    const page = await visit(browser, `${server.url}/analysis?variant=${variant}`);
    await page.evaluate(quick);
    await page.reload();
    await page.locator("[data-piece]").first().waitFor();
    // Random moves are bad enough to give exercises.
    const record = await page.evaluate((name) => {
      const ask = (method, request) => JSON.parse(tainCall(method, JSON.stringify(request)));
      const moves = [];
      for (let at = 0, seed = 11; at < 8; at++) {
        const { state } = ask("line", { variant: name, moves });
        if (state.moves.length === 0) break;
        seed = (seed * 1103515245 + 12345) % 2147483648;
        moves.push(state.moves[seed % state.moves.length].move);
      }
      return moves.join(" ");
    }, variant);
    await drawer(page, "Share");
    await page.getByRole("textbox", { name: "PGN, FEN or link" }).fill(record);
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await drawer(page, "Review");
    await page.getByRole("button", { name: "Review this game" }).click();
    await done(page);
    const slips = page.locator("[data-exercise]");
    assert.ok((await slips.count()) > 0, "random moves contain mistakes");
    const reasons = (await slips.allInnerTexts()).join("\n");
    assert.match(reasons, /(White|Black) replies|gave (White|Black)|mates in|In the line/);
    if (variant === "mirrorsquare") assert.match(reasons, /move gave (White|Black) a (pawn|knight|bishop|rook|queen)/);
    await close(page);
  });
}
