// Playing against people: pairing, presence, claims, games in progress, phrases.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  assertAccessible,
  begin,
  beginFriends,
  click,
  close,
  drawn,
  hints,
  lastMove,
  leave,
  pieces,
  playInTurn,
  setup,
  square,
  startProxy,
  type,
  visit,
} from "./harness.mjs";

const { server, browser } = await setup();
const result = (page) => page.getByRole("region", { name: "Result" });
const clock = (page, name) => page.getByRole("group", { name: "Time control" }).getByRole("button", { name });

/** Selects a game for quick pairing and clicks a time control. */
async function press(page, game, name) {
  await page.getByRole("combobox", { name: "Game" }).selectOption(game);
  await clock(page, name).click();
}

/**
 * Asserts that the page fits the window of a small phone with controls large enough for touch, and that axe
 * finds no serious violations, light and dark.
 */
async function fits(page, targets, name) {
  await page.setViewportSize({ width: 360, height: 740 });
  await drawn(page);
  const { over, small } = await page.evaluate((selector) => {
    const boxes = [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
    return {
      over: document.documentElement.scrollWidth - innerWidth,
      small: boxes.filter((box) => box.height < 44 || box.width < 44).length + (boxes.length ? 0 : 1),
    };
  }, targets);
  assert.deepEqual([over, small], [0, 0], name);
  await page.setViewportSize({ width: 1280, height: 900 });
  await assertAccessible(page, name);
}

test("players who choose the same clock are paired, and a spectator follows the rematch", async () => {
  const people = [await visit(browser, server.url), await visit(browser, server.url)];
  const [one, two] = people;
  await press(one, "mirrorsquare", /15 seconds/);
  await one.getByText("Waiting for an opponent").waitFor();
  await one.getByRole("button", { name: "Cancel" }).waitFor();
  // A second press on the clock leaves the queue; pressing another one makes a new request.
  await clock(one, /15 seconds/).click();
  await one.getByText("Choose a time control").waitFor();
  await press(one, "mirrorsquare", /10 minutes/);
  await one.getByText("Waiting for an opponent").waitFor();
  await two.reload();
  await two.getByRole("combobox", { name: "Game" }).selectOption("mirrorsquare");
  await clock(two, /10 minutes.*1 waiting/).click();
  for (const page of people) await page.locator("[role=gridcell]").first().waitFor();
  assert.equal(one.url(), two.url());
  const oneWhite = await one.getByText("Your turn").isVisible();
  const [white, black] = oneWhite ? people : [two, one];

  // The game is listed for everyone, with a live board.
  const third = await visit(browser, server.url, { bypassCSP: true });
  await third.locator("[data-playing] [data-piece]").first().waitFor();
  // The page's own style sheet applies even if this is the first page opened.
  assert.deepEqual(
    await clock(third, /3 minutes/).evaluate((button) => [
      button.offsetHeight >= 64,
      button.scrollHeight <= button.clientHeight,
    ]),
    [true, true],
    "two lines fit into a clock button",
  );
  await fits(
    third,
    'section[aria-labelledby="pairing"] button, section[aria-labelledby="pairing"] select',
    "the home page",
  );
  await third.goto(`${server.url}/watch`);
  await third.locator("[data-playing] [data-piece]").first().waitFor();
  await fits(third, "main ul a", "the game list");
  await click(white, "e2", "e4");
  await lastMove(black, "e4");
  await third.locator('[data-playing] [data-square="e4"][data-piece="P"]').waitFor();
  await third.getByRole("link", { name: /^Watch/ }).click();
  await lastMove(third, "e4");

  // Spectators see the phrases, but cannot send any.
  await white.getByRole("button", { name: "Send a message" }).click();
  await white.getByRole("button", { name: "Good luck" }).click();
  for (const page of [black, third]) await page.getByRole("region", { name: "Chat" }).getByText("Good luck").waitFor();
  await third.getByRole("region", { name: "Chat" }).getByText("Anonymous (White)").waitFor();
  assert.equal(await third.getByRole("button", { name: "Send a message" }).count(), 0);
  // The menu closes when the user does something else.
  await white.getByRole("button", { name: "Send a message" }).click();
  await white.getByRole("group", { name: "Quick messages" }).waitFor();
  await square(white, "a5").click();
  await white.getByRole("group", { name: "Quick messages" }).waitFor({ state: "detached" });
  // On a phone, where the list is below the window, a phrase covers the actions for a while.
  const { width, height } = black.viewportSize();
  await black.setViewportSize({ width: 360, height: 740 });
  const phrase = black
    .locator("[data-latest-phrase]")
    .getByText(/Thank you/)
    .waitFor();
  await white.getByRole("button", { name: "Send a message" }).click();
  await white.getByRole("button", { name: "Thank you" }).click();
  await phrase;
  await black.locator("[data-latest-phrase]").waitFor({ state: "detached" });
  // The phrase menu does not cover Resign or Abort.
  await black.getByRole("button", { name: "Send a message" }).click();
  await black.getByRole("button", { name: "Thank you" }).waitFor();
  const hidden = await black.getByRole("button", { name: /^(Resign|Abort)$/ }).evaluate((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2)?.closest("button") !== button;
  });
  assert.equal(hidden, false, "phrases cover the actions");
  await black.keyboard.press("Escape");
  await black.setViewportSize({ width, height });
  await black.getByRole("button", { name: "Mute" }).click();
  assert.equal(await black.getByText("Good luck").count(), 0);
  await black.getByRole("button", { name: "Muted" }).click();

  await click(black, "e7", "e5");
  await lastMove(white, "e5");
  await white.getByRole("button", { name: "Resign" }).click();
  await white
    .getByRole("group", { name: /Resign/ })
    .getByRole("button", { name: "Resign" })
    .click();
  await result(black).getByText("You win").waitFor();
  const before = black.url();
  await black.getByRole("button", { name: "Rematch" }).click();
  await white.getByRole("button", { name: "Accept" }).click();
  for (const page of [white, black, third])
    await page.waitForURL((url) => url.href !== before && url.pathname.startsWith("/game/"));
  assert.equal(third.url(), white.url());
  await close(white, black, third);
});

test("a player who leaves is shown as away, and the opponent can claim the game", async (context) => {
  const proxy = await startProxy(server.url);
  context.after(() => proxy.close());
  const { white, black } = await beginFriends(browser, server.url, proxy.url, "chess", ["3+2"]);
  await playInTurn(white, black, "e4", "e5", "Nf3");
  const gone = white.getByRole("region", { name: "Your opponent has left" });
  assert.equal(await gone.count(), 0);
  // The connection goes silent. On an idle machine, detecting this takes five seconds.
  proxy.freeze();
  await gone.waitFor({ timeout: 20_000 });
  await gone.getByText(/You can claim victory in 0:\d\d/).waitFor();

  // The disconnected player moves: the server does not receive the move, so their clock keeps running.
  const time = async (side) => {
    const [minutes, seconds] = (await black.getByRole("timer", { name: `${side}'s clock` }).textContent())
      .split(":")
      .map(Number);
    return seconds === undefined ? minutes : 60 * minutes + seconds;
  };
  await type(black, "Nc6");
  await black.getByText("Connection lost").waitFor();
  const first = await time("Black");
  await black.waitForFunction(
    (was) => document.querySelector('[aria-label="Black\'s clock"]').textContent !== was,
    await black.getByRole("timer", { name: "Black's clock" }).textContent(),
  );
  assert.ok((await time("Black")) < first, "the mover's clock runs until the move arrives");

  await gone.getByRole("button", { name: "Claim victory" }).click({ timeout: 30_000 });
  await result(white).getByText("You win").waitFor();
  await result(white).getByText("Black left the game").waitFor();
  await leave(black); // which reports the cut connection
  await close(white);
});

test("premoves show possible targets, and a king premoved onto its rook castles", async () => {
  for (const game of ["chess", "triboard"]) {
    const { white, black } = await beginFriends(browser, server.url, server.url, game);
    const play = async (page, move) => {
      await type(page, move);
      await Promise.all([lastMove(white, move), lastMove(black, move)]);
    };
    for (const [page, move] of [
      [white, "e4"],
      [black, "e5"],
      [white, "Nf3"],
      [black, "Nc6"],
      [white, "Bc4"],
    ])
      await play(page, move);
    // It is Black's turn. White's king could castle next, to g1 or onto the rook.
    await square(white, "e1").click();
    const shown = Object.keys(await hints(white));
    assert.ok(
      ["g1", "h1", "f1", "e2"].every((to) => shown.includes(to)),
      `${game}: ${shown}`,
    );
    assert.ok(!shown.includes("e4"), `${game}: ${shown}`);
    // A premove that could never be played is rejected.
    await square(white, "e5").click();
    assert.equal(await white.locator("[data-premove]").count(), 0);
    await square(white, "e1").click();
    await square(white, "h1").click();
    await white.locator('[data-premove="h1"]').waitFor();
    await type(black, "Nf6");
    await lastMove(black, "O-O");
    assert.equal((await pieces(white)).g1, "K");
    await close(white, black);
  }
});

test("premoves in space are shown and played, including castling onto the rook", async () => {
  const { white, black } = await beginFriends(browser, server.url, server.url, "trid");
  const hold = async (from, to) => {
    await click(black, from, to);
    await black.locator(`[data-premove="${to}"]`).waitFor();
  };
  await hold("a8B", "b6B");
  await click(white, "a2W", "a3W");
  await black.locator('[data-piece="n"][data-square="b6B"]').waitFor();
  await white.getByText("Your turn").waitFor();
  await hold("d9KL6", "e9KL6");
  await click(white, "b2W", "b3W");
  await black.locator('[data-piece="k"][data-square="e9KL6"]').waitFor();
  await close(white, black);
});

test("a challenge is not listed while its creator is away", async () => {
  const maker = await visit(browser, `${server.url}/play?variant=chess`);
  await begin(maker, server.url, "chess", /^Anyone/, ["White"]);
  const guest = await visit(browser, server.url);
  const challenges = guest.getByRole("region", { name: "Open challenges" });
  await challenges.getByRole("link", { name: /^Play/ }).waitFor();
  await maker.goto(`${server.url}/icon.svg`);
  await challenges.getByText("No open challenges").waitFor({ timeout: 15_000 });
  await close(maker, guest);
});

test("other pages link back to a timed game in progress", async () => {
  const { white, black } = await beginFriends(browser, server.url, server.url, "chess", ["10+5"]);
  const bar = white.locator("[data-goes-on]");
  assert.equal(await bar.count(), 0);
  const game = new URL(white.url()).pathname;
  for (const path of ["/", "/learn"]) {
    await white.goto(server.url + path);
    await bar.getByText("You have a game in progress, and it is your turn.").waitFor();
  }
  await bar.getByRole("link", { name: "Back to the game" }).click();
  await white.getByText("Your turn").waitFor();
  assert.equal(new URL(white.url()).pathname, game);
  await bar.waitFor({ state: "detached" });
  await click(white, "e2", "e4");
  await lastMove(black, "e4");
  await click(black, "e7", "e5");
  await lastMove(white, "e5");
  await black.getByRole("button", { name: "Resign" }).click();
  await black
    .getByRole("group", { name: /resign/i })
    .getByRole("button", { name: "Resign" })
    .click();
  await result(white).waitFor();
  await white.goto(server.url);
  await white.locator("main h1").first().waitFor();
  assert.equal(await white.evaluate(() => localStorage["tain.playing"] ?? ""), "");
  await close(white, black);
});
