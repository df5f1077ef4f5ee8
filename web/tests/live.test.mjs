// Games on the server: between two browsers, and against the computer.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  beginFriends,
  click,
  close,
  lastMove,
  pieces,
  playInTurn,
  setup,
  square,
  startProxy,
  type,
  visit,
  visitGame,
} from "./harness.mjs";

const { server, browser } = await setup();

const result = (page) => page.getByRole("region", { name: "Result" });

test("two browsers play each other, even when one loses its connection", async () => {
  const proxy = await startProxy(server.url);
  const { white, black, link } = await beginFriends(browser, server.url, proxy.url, "mirrorsquare", ["10+5"]);
  await click(white, "f2", "f3");
  await lastMove(black, "f3");
  assert.equal((await pieces(black)).c6, "p", "the move spawned a pawn for the other side");

  proxy.cut();
  await black.getByText("Connection lost").waitFor();
  // The move is queued, and sent when the connection is restored.
  await click(black, "e7", "e6");
  await black.getByText("will be sent").waitFor();
  assert.equal((await pieces(white)).e6, undefined);
  proxy.join();
  await lastMove(white, "e6");
  await black.getByText("Connection lost").waitFor({ state: "hidden" });

  // A reloaded page shows the same position.
  await black.reload();
  await lastMove(black, "e6");
  await click(white, "g2", "g4");
  await lastMove(black, "g4");
  await click(black, "d8", "h4");
  await lastMove(white, "Qh4#");
  await result(white).getByText("You lose").waitFor();
  await result(black).getByText("You win").waitFor();
  assert.match(await white.getByRole("log").textContent(), /; checkmate\. Checkmate: Black wins\.$/);

  // The seat link has been used; whoever opens it now is a spectator.
  const third = await visit(browser, link);
  await lastMove(third, "Qh4#");
  assert.equal(await third.getByRole("button", { name: "Join the game" }).count(), 0);
  // The page reports only the cut connection.
  black.problems = black.problems.filter((problem) => !/WebSocket|ERR_|Failed to load/.test(problem));
  await close(white, black, third);
  proxy.close();
});

test("a move made on a silently dead connection is not lost", async (context) => {
  const proxy = await startProxy(server.url);
  context.after(() => proxy.close());
  const { white, black } = await beginFriends(browser, server.url, proxy.url, "chess", ["10+5"]);
  await click(white, "e2", "e4");
  await lastMove(black, "e4");
  proxy.freeze();
  await click(black, "e7", "e5");
  await lastMove(black, "e5");
  // The network is restored, and the browser reports it.
  proxy.join();
  await black.evaluate(() => dispatchEvent(new Event("online")));
  await lastMove(white, "e5");

  // Without a browser event, the page detects the silence.
  await click(white, "g1", "f3");
  await lastMove(black, "Nf3");
  proxy.freeze();
  await click(black, "b8", "c6");
  await lastMove(black, "Nc6");
  proxy.join();
  await lastMove(white, "Nc6");
  black.problems = black.problems.filter((problem) => !/WebSocket|ERR_|Failed to load/.test(problem));
  await close(white, black);
});

test("actions taken offline are queued and sent in order", async (context) => {
  const proxy = await startProxy(server.url);
  context.after(() => proxy.close());
  const { white, black } = await beginFriends(browser, server.url, proxy.url, "chess");
  await playInTurn(white, black, "e4", "e5", "Nf3");
  proxy.cut();
  await black.getByText("Connection lost").waitFor();
  await type(black, "Nc6");
  await black.getByRole("button", { name: "Offer draw" }).click();
  await black.getByText("Your moves are saved and will be sent").waitFor();
  proxy.join();
  await lastMove(white, "Nc6");
  await white
    .getByText(/offers a draw/)
    .first()
    .waitFor();
  assert.equal(await black.getByRole("alert").filter({ hasText: /./ }).count(), 0);
  black.problems = black.problems.filter((problem) => !/WebSocket|ERR_|Failed to load/.test(problem));
  await close(white, black);
});

test("a move that came too late is undone and reported", async (context) => {
  const proxy = await startProxy(server.url);
  context.after(() => proxy.close());
  const { white, black } = await beginFriends(browser, server.url, server.url, "chess");
  // The same player has two pages, one of which is disconnected.
  const second = await white.context().newPage();
  await second.goto(white.url().replace(server.url, proxy.url));
  await second.getByText("Your turn").waitFor();
  proxy.cut();
  await second.getByText("Connection lost").waitFor();
  await click(second, "b1", "c3");
  await second.getByRole("log").getByText("White knight to c3.").waitFor({ state: "attached" });
  await click(white, "g1", "f3");
  await lastMove(black, "Nf3");
  proxy.join();
  await lastMove(second, "Nf3");
  await second.getByRole("alert").filter({ hasText: "Your move came too late" }).waitFor();
  assert.equal(await second.getByRole("log").textContent(), "White knight to f3.");
  await close(white, black);
});

test("a confirmation does not steal focus from the move field", async () => {
  const { white, black } = await beginFriends(browser, server.url, server.url, "chess");
  await playInTurn(white, black, "e4", "e5", "Nf3");
  await white.getByRole("button", { name: "Resign" }).click();
  const focused = (name) => white.waitForFunction((text) => document.activeElement?.textContent === text, name);
  await focused("Keep playing");
  const field = white.getByRole("textbox", { name: "Type a move" });
  await field.focus();
  await type(black, "Nc6");
  await lastMove(white, "Nc6");
  await white.keyboard.type("d4");
  await white.keyboard.press("Enter");
  await lastMove(black, "d4");
  assert.equal(await result(black).count(), 0);
  await close(white, black);
});

test("the spectator link is not offered before both seats are taken", async () => {
  const white = await visitGame(browser, server.url, "chess", /^A friend/, ["White"]);
  await white.getByText("Share and save").click();
  const copies = white.getByRole("button", { name: "Copy link" });
  assert.equal(await copies.count(), 1, "only the invitation link");
  const black = await visit(browser, await white.getByRole("textbox", { name: "Link to the game" }).inputValue());
  await black.getByRole("button", { name: "Join the game" }).click();
  await white.getByText("Your turn").waitFor();
  assert.equal(await white.locator("details").getByRole("button", { name: "Copy link" }).count(), 1);
  await close(white, black);
});

test("the middle mouse button plays nothing", async () => {
  const page = await visitGame(browser, server.url, "chess", /^Pass and play/);
  for (const name of ["e2", "e4"]) await square(page, name).click({ button: "middle" });
  assert.equal((await pieces(page)).e2, "P");
  await square(page, "e2").click();
  await square(page, "e4").click({ button: "middle" });
  assert.equal((await pieces(page)).e2, "P");
  await square(page, "e4").click();
  await lastMove(page, "e4");
  await close(page);
});

test("takebacks, draws and rematches can be offered and answered", async () => {
  const { white, black } = await beginFriends(browser, server.url, server.url, "nachfolger");
  await click(white, "e2", "e4");
  await lastMove(black, "e4");
  assert.equal((await pieces(black)).d5, "n");
  await white.getByRole("button", { name: "Request takeback" }).click();
  await black.getByRole("button", { name: "Accept" }).click();
  await white.getByText("No moves yet").waitFor();
  assert.equal((await pieces(white)).d5, undefined, "the spawned piece is removed with the move");
  assert.equal((await pieces(white)).e2, "P");

  await click(white, "d2", "d4");
  await lastMove(black, "d4");
  await click(black, "e7", "e6");
  await lastMove(white, "e6");
  await white.getByRole("button", { name: "Request takeback" }).click();
  await black
    .getByRole("group", { name: "Offer" })
    .getByText(/asks to take back 1\. d4 and your reply 1… e6\./)
    .waitFor();
  await white
    .getByRole("group", { name: "Your offer" })
    .getByText("You asked to take back 1. d4 and the reply 1… e6.")
    .waitFor();
  await black.getByRole("button", { name: "Decline" }).click();
  await white
    .getByRole("alert")
    .filter({ hasText: /^Anonymous declines the takeback\.$/ })
    .waitFor();
  const offer = white.getByRole("button", { name: "Offer draw" });
  await offer.click();
  await black
    .getByRole("log")
    .getByText(/offers a draw\.$/)
    .waitFor({ state: "attached" });
  await black.getByRole("button", { name: "Decline" }).click();
  const declined = white.getByRole("alert").filter({ hasText: /declines the draw\.$/ });
  await declined.waitFor();
  assert.equal(await white.getByRole("group", { name: "Your offer" }).count(), 0);
  // After the opponent declines, the player must move before repeating the offer.
  await white.waitForFunction(() =>
    [...document.querySelectorAll("button:disabled")].some((each) => each.textContent === "Offer draw"),
  );
  assert.match(await offer.getAttribute("title"), /Make a move before offering again/);
  await click(white, "g2", "g3");
  await lastMove(black, "g3");
  await declined.waitFor({ state: "detached" });
  await black.getByRole("button", { name: "Offer draw" }).click();
  await black.getByRole("button", { name: "Withdraw" }).click();
  await white
    .getByRole("alert")
    .filter({ hasText: /withdraws the draw offer\.$/ })
    .waitFor();
  assert.equal(await black.getByRole("alert").filter({ hasText: /./ }).count(), 0);
  await white.getByRole("button", { name: "Offer draw" }).click();
  await black.getByRole("button", { name: "Accept" }).click();
  await result(white).getByText("Draw").first().waitFor();
  await result(black).getByRole("button", { name: "Rematch" }).click();
  const before = white.url();
  await white.getByRole("button", { name: "Accept" }).click();
  await white.waitForURL((url) => /\/game\//.test(url.pathname) && url.href !== before);
  await black.waitForURL(white.url());
  // Colours are swapped.
  await black.getByText("Your turn").waitFor();
  await click(black, "e2", "e4");
  await lastMove(white, "e4");
  // Resigning requires confirmation.
  await click(white, "e7", "e5");
  await lastMove(black, "e5");
  await black.getByRole("button", { name: "Resign" }).click();
  await black.getByRole("group", { name: "Resign the game?" }).getByRole("button", { name: "Resign" }).click();
  await result(white).getByText("You win").waitFor();
  await close(white, black);
});

test("a premove is played when it is the player's turn", async () => {
  const { white, black } = await beginFriends(browser, server.url, server.url, "chess");
  await click(black, "e7", "e5");
  assert.equal(await black.locator("[data-premove]").count(), 2);
  await click(white, "e2", "e4");
  await lastMove(white, "e5");
  await lastMove(black, "e5");
  assert.equal(await black.locator("[data-premove]").count(), 0);
  // A premove that is no longer legal is dropped.
  await click(black, "d7", "d5");
  await click(white, "d1", "g4");
  await lastMove(black, "d5");
  await click(black, "d8", "d6");
  await click(white, "g4", "d7");
  await lastMove(black, "Qd7+");
  await black.locator("[data-premove]").first().waitFor({ state: "detached" });
  assert.equal((await pieces(black)).d8, "q");
  await close(white, black);
});

test("a takeback drops the premove", async () => {
  const { white, black } = await beginFriends(browser, server.url, server.url, "chess");
  await click(white, "e2", "e4");
  await lastMove(black, "e4");
  await click(white, "d2", "d4");
  assert.equal(await white.locator("[data-premove]").count(), 2);
  await white.getByRole("button", { name: "Request takeback" }).click();
  await black.getByRole("button", { name: "Accept" }).click();
  await white.getByText("No moves yet").waitFor();
  await white.locator("[data-premove]").first().waitFor({ state: "detached" });
  assert.equal((await pieces(white)).d2, "P");
  // A premove that had been sent would have arrived before this move.
  await click(white, "e2", "e3");
  await lastMove(black, "e3");
  assert.equal(await black.getByRole("group", { name: "Moves", exact: true }).getByRole("button").count(), 1);
  await close(white, black);
});

test("a spectator sees the moves and cannot play", async () => {
  const { white, black } = await beginFriends(browser, server.url, server.url, "triboard");
  const watcher = await visit(browser, white.url());
  await watcher.locator("[role=gridcell]").first().waitFor();
  await white.getByText("1 watching").waitFor();
  await click(white, "g2", "g3");
  await lastMove(watcher, "g3");
  await click(watcher, "e7", "e5");
  assert.equal((await pieces(watcher)).e7, "p");
  assert.equal(await watcher.getByRole("button", { name: /Resign|Abort/ }).count(), 0);
  await close(white, black, watcher);
});

test("the computer replies in the page and on the server", async () => {
  const page = await visit(browser, "about:blank");
  for (const watched of [false, true]) {
    await page.goto(`${server.url}/play?variant=mirrorsquare`);
    await page.getByRole("radio", { name: /^Computer/ }).check();
    await page.getByRole("radio", { name: "White" }).check();
    await page.getByRole("checkbox").setChecked(watched);
    await page.locator("form button[type=submit]").click();
    await page.waitForURL(watched ? /\/game\// : /\/local\//);
    await square(page, "e2").waitFor();
    await type(page, "e4");
    await page.getByRole("group", { name: "Moves", exact: true }).getByRole("button").nth(1).waitFor();
    await page.getByText("Your turn").waitFor();
    await page.getByRole("button", { name: "Offer draw" }).click();
    await page
      .getByRole("alert")
      .filter({ hasText: /^The computer declines the draw\.$/ })
      .waitFor();
    // Against the computer a takeback is immediate and includes its reply.
    await page.getByRole("button", { name: "Take back" }).click();
    await page.getByText("No moves yet").waitFor();
    assert.equal((await pieces(page)).e2, "P");
    assert.equal((await pieces(page)).d5, undefined);
  }
  await close(page);
});

test("an open challenge is listed on the home page", async () => {
  const white = await visitGame(browser, server.url, "meder", /^Anyone/, ["White"]);
  const black = await visit(browser, server.url);
  await black
    .getByRole("link", { name: /Tri-dimensional chess, Meder/ })
    .filter({ hasText: /Guest|Join|Play/i })
    .first()
    .waitFor();
  await black.goto(white.url());
  await black.getByRole("button", { name: "Join the game" }).click();
  await white.getByText("Your turn").waitFor();
  await close(white, black);
});

test("a challenge stays open for days if its creator chooses to", async () => {
  const maker = await visitGame(browser, server.url, "chess", /^Anyone/, ["White", /^3 days$/]);
  await maker.getByText("It stays open for 3 days, even while you are away.").waitFor();
  await maker.getByRole("button", { name: "Cancel" }).click();
  await result(maker).getByText("Game aborted").waitFor();
  await maker.goto(`${server.url}/play?variant=chess`);
  await maker.getByRole("radio", { name: "While I stay on its page" }).check();
  await maker.locator("form button[type=submit]").click();
  await maker.getByText("while you keep this page open").waitFor();
  await close(maker);
});

test("an expired challenge is reported", async () => {
  const guest = await visitGame(browser, server.url, "chess", /^Anyone/, ["White", "While I stay on its page"]);
  // Simulate the response after the creator has been away for half a minute.
  await guest.routeWebSocket(/socket$/, () => {});
  await guest.route(/api\/v1\/games\/[^/]+$/, async (route) => {
    const response = await route.fetch();
    const { game } = await response.json();
    const lapsed = { result: "", reason: "aborted", sentence: "the game was aborted: nobody continued it" };
    await route.fulfill({ response, json: { game: { ...game, result: lapsed } } });
  });
  await guest.reload();
  await result(guest).getByText("Challenge closed").waitFor();
  await result(guest).getByRole("link", { name: "Create a challenge" }).click();
  await guest.getByRole("radio", { name: /^Anyone/, checked: true }).waitFor();
  await close(guest);
});

test("names are shown as plain text", async () => {
  const page = await visit(browser, `${server.url}/play?variant=chess`);
  await page.getByRole("radio", { name: /^A friend/ }).check();
  await page.getByRole("textbox", { name: "Your name" }).fill("<img src=x onerror=1>");
  await page.locator("form button[type=submit]").click();
  await page.getByText("<img src=x").first().waitFor();
  assert.equal(await page.locator("img[src=x]").count(), 0);
  await close(page);
});
