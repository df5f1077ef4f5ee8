// Games in the browser: the rules run them, and the page saves them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { close, drawn, lastMove, setup, type, visit } from "./harness.mjs";

const { server, browser } = await setup();

const moves = (page) =>
  page.evaluate(() => {
    const { events } = JSON.parse(localStorage.getItem(`tain.game.${location.pathname.split("/").at(-1)}`));
    return events.filter((event) => event.type === "move").length;
  });

/** Waits until the saved game has a given number of half-moves. */
const answered = (page, count) =>
  page.waitForFunction((count) => {
    const saved = JSON.parse(localStorage.getItem(`tain.game.${location.pathname.split("/").at(-1)}`) ?? "null");
    return saved?.game.ply === count;
  }, count);

test("a game against the computer survives reloads, a draw offer and a takeback", async () => {
  const page = await visit(browser, `${server.url}/play?variant=chess&opponent=computer`);
  await page.locator("form button[type=submit]").click();
  await type(page, "e4");
  await answered(page, 2);
  await page.getByRole("button", { name: "Offer draw" }).click();
  await page.getByText("The computer declines the draw.").first().waitFor();
  await type(page, "d4");
  await page.reload(); // during the search
  await answered(page, 4);
  await page.getByRole("button", { name: "Take back" }).click();
  await answered(page, 2);
  assert.equal(await moves(page), 4, "the moves taken back are still recorded");
  await page.reload();
  await type(page, "Nf3");
  await answered(page, 4);
  await page.getByRole("button", { name: "Resign" }).click();
  await page
    .getByRole("group", { name: /resign/i })
    .getByRole("button", { name: "Resign" })
    .click();
  await page.getByText("You lose").waitFor();
  await page.getByRole("button", { name: "Rematch" }).click();
  // The computer now plays White.
  await answered(page, 1);
  await close(page);
});

test("a clock runs out while the page is open and stops while it is closed", async () => {
  const page = await visit(browser, `${server.url}/play?variant=chess`);
  await page.getByRole("radio", { name: /^Pass and play/ }).check();
  await page.getByRole("radio", { name: "3+2" }).check();
  await page.locator("form button[type=submit]").click();
  for (const move of ["e4", "e5"]) {
    await type(page, move);
    await lastMove(page, move);
  }
  await page.goto(`${server.url}/games`);
  await page.evaluate(() => {
    const [key] = Object.keys(localStorage).filter((key) => key.startsWith("tain.game."));
    const saved = JSON.parse(localStorage.getItem(key));
    if (saved.events.at(-1).type !== "paused") throw new Error("the clock was not stopped");
    // Simulates leaving an hour ago with one second on the clock.
    for (const event of saved.events) event.at -= 3_600_000;
    saved.events.at(-1).clocks = { white: 1000, black: 180_000 };
    localStorage.setItem(key, JSON.stringify(saved));
  });
  await page.goBack();
  await page.getByText("White ran out of time: Black wins.").first().waitFor();
  await close(page);
});

test("a hint explains the purpose of its move, next to the board on a small phone", async () => {
  const from = (position) => `${server.url}/play?variant=chess&position=${encodeURIComponent(position)}`;
  const page = await visit(browser, "about:blank", { viewport: { width: 360, height: 640 }, fresh: true });
  const hintAt = async (position) => {
    await page.goto(from(position));
    await page.getByRole("radio", { name: /^Pass and play/ }).check();
    await page.locator("form button[type=submit]").click();
    await page.getByRole("button", { name: "Hint" }).click();
    const idea = page.locator("[data-hint-idea]");
    await idea.waitFor();
    await drawn(page);
    for (const shown of [idea, page.getByRole("grid")]) {
      const { y, height } = await shown.boundingBox();
      assert.ok(y >= 0 && y + height <= 640, `from ${y} to ${y + height}`);
    }
    return idea.innerText();
  };
  assert.equal(await hintAt("4k3/8/2b5/8/3N4/8/PPP5/4K3 w - - 0 1"), "Nxc6 wins the bishop on c6.");
  const mate = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";
  assert.match(await hintAt(mate), / stops mate on f7\.$/);
  // A quiet move has a purpose as well.
  assert.match(await hintAt("start"), /^\S+ (develops|opens lines for|attacks) .+\.$/);
  await close(page);
});
