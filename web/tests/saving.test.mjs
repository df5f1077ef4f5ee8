// Saving and exporting: finished games, copies, files, and the page itself.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import {
  beginFriends,
  click,
  close,
  drawer,
  drawn,
  lastMove,
  pieces,
  playInTurn,
  setup,
  type,
  visit,
  visitGame,
} from "./harness.mjs";

const { server, browser } = await setup("--pool", "1");

const clipboard = { permissions: ["clipboard-read", "clipboard-write"] };
const copied = (page) => page.evaluate(() => navigator.clipboard.readText());

/** Presses a button that downloads a file, and returns the file's name and content. */
async function saved(page, button) {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button, exact: true }).click(),
  ]);
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

test("a finished game can be reopened and stepped through by buttons and keys", async () => {
  const page = await visitGame(browser, server.url, "mirrorsquare", /^Pass and play/, [], clipboard);
  for (const [from, to] of [
    ["f2", "f3"],
    ["e7", "e6"],
    ["g2", "g4"],
    ["d8", "h4"],
  ])
    await click(page, from, to);
  await page.getByRole("region", { name: "Result" }).waitFor();
  await page.goto(`${server.url}/games`);
  await page.getByRole("heading", { name: "Finished" }).waitFor();
  await page.getByRole("region", { name: "Finished" }).getByRole("link").first().click();
  await lastMove(page, "Qh4#");
  assert.equal((await pieces(page)).h4, "q");
  await page.getByRole("button", { name: "First position" }).click();
  assert.equal((await pieces(page)).f2, "P");
  await page.getByRole("button", { name: "Next move" }).click();
  assert.equal((await pieces(page)).c6, "p", "the pawn spawned by the first move");
  await page.keyboard.press("End");
  assert.equal((await pieces(page)).h4, "q");
  await page.keyboard.press("ArrowLeft");
  assert.equal((await pieces(page)).d8, "q");

  await page.getByText("Share and save").click();
  await page.getByRole("button", { name: "Copy PGN" }).click();
  await page.getByText("PGN copied").waitFor();
  assert.match(await copied(page), /\[Variant "[^"]+"\][\s\S]*1\. f3 e6 2\. g4 Qh4# 0-1/);
  await page.getByRole("button", { name: "Copy FEN" }).click();
  await page.getByText("FEN copied").waitFor();
  assert.match(await copied(page), /^rnbqkbnr\//, "the FEN of the displayed position");
  const png = await saved(page, "Save picture");
  assert.match(png.name, /^mirrorsquare.*\.png$/);
  assert.equal(png.content.subarray(1, 4).toString(), "PNG");
  await close(page);
});

test("the analysis board exports its game, position, link and picture", async () => {
  const page = await visit(browser, `${server.url}/analysis?variant=triboard`, clipboard);
  await type(page, "e4");
  await drawer(page, "Share");
  const copy = async (what) => {
    await page.getByRole("button", { name: `Copy ${what}` }).click();
    await page.getByText(`${what} copied`).first().waitFor();
    return copied(page);
  };
  assert.match(await copy("PGN"), /1\. e4 \*/);
  assert.match(await copy("FEN"), /^rnbqkbnr\/pppppppp\/8\/8\/4P3\/.* b KQkq/);
  const link = await copy("Link");
  assert.match((await saved(page, "Save PGN")).content.toString(), /1\. e4 \*/);
  assert.match((await saved(page, "Save as SVG")).content.toString(), /^<svg|^<\?xml/);
  assert.equal((await saved(page, "Save picture")).content.subarray(1, 4).toString(), "PNG");
  await page.goto(link);
  await page.getByText("Black to move").first().waitFor();
  assert.equal((await pieces(page)).e4, "P");
  await close(page);
});

test("an ambiguous typed move asks which one is meant", async () => {
  const page = await visit(
    browser,
    `${server.url}/analysis?variant=chess&fen=${encodeURIComponent("4k3/P7/8/8/8/5N2/8/1N2K3 w - - 0 1")}`,
  );
  const which = page.getByRole("group", { name: "Choose a move" });
  await type(page, "Nd2");
  await which.getByRole("button", { name: "Nbd2" }).click();
  await page.getByText("White knight to d2").first().waitFor();
  assert.equal((await pieces(page)).b1, undefined);
  await page.getByRole("button", { name: "Previous move" }).click();
  await type(page, "a8");
  await which.getByRole("button", { name: "a8=R+" }).click();
  await page.getByText("in check").first().waitFor();
  assert.equal((await pieces(page)).a8, "R");

  // In games in space a typed move may omit the level.
  await page.goto(`${server.url}/analysis?variant=trid`);
  await type(page, "Nb3");
  await which.getByRole("button", { name: "Nb3N" }).click();
  await page.getByText("White knight to b3N").first().waitFor();
  assert.equal((await pieces(page)).b3N, "N");
  await close(page);
});

test("clocks show correspondence time in days, and a delay clock does not run during the delay", async () => {
  const { white, black } = await beginFriends(browser, server.url, server.url, "chess", ["3 days per move"]);
  await white.getByText("3 days per move").waitFor();
  await playInTurn(white, black, "e4", "e5", "d4");
  await black.getByRole("timer").first().waitFor();
  assert.match(
    await black
      .getByRole("timer")
      .allInnerTexts()
      .then((texts) => texts.join(" ")),
    /[23] days/,
  );
  await close(white, black);

  // The test controls the page's time.
  const page = await visit(browser, "about:blank", { fresh: true });
  await page.clock.install();
  await page.goto(`${server.url}/play?variant=chess`);
  await page.getByRole("radio", { name: /^Pass and play/ }).check();
  await page.getByRole("radio", { name: "Custom" }).check();
  await page.getByLabel("Minutes").fill("2");
  await page.getByLabel("Seconds per move").fill("5");
  await page.getByLabel("Increment or delay").selectOption("delay");
  await page.locator("form button[type=submit]").click();
  await page.getByText("2 minutes, 5-second delay").waitFor();
  await page.getByRole("timer").first().waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  for (const move of ["e4", "e5", "d4"]) await type(page, move);
  await lastMove(page, "d4");
  await page.clock.runFor(4000);
  assert.deepEqual(await page.getByRole("timer").allInnerTexts(), ["2:00", "2:00"], "no time is used during the delay");
  await page.clock.runFor(4000);
  assert.deepEqual(await page.getByRole("timer").allInnerTexts(), ["1:57", "2:00"], "Black's clock runs after it");
  await close(page);
});

const start = (page) => page.locator("form button[type=submit]").click();

test("no game starts from a finished position or without a king", async () => {
  const page = await visit(browser, "about:blank");
  for (const [fen, message] of [
    ["R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "A game from this position would already be over. Checkmate: White wins."],
    ["k7/8/1Q6/8/8/8/8/K7 b - - 0 1", /Draw by stalemate: Black has no legal move/],
    ["4k3/8/8/8/8/8/4R3/4K3 b - - 150 90", /seventy-five-move rule/],
    ["8/8/6K1/8/8/8/8/7R w - - 0 1", "Black has no king, so a game cannot start from here."],
    ["nonsense", /1 rank instead of 8/],
  ]) {
    await page.goto(`${server.url}/play?variant=chess&fen=${encodeURIComponent(fen)}`);
    await page.getByRole("status").getByText(message).waitFor();
    assert.ok(await page.locator("form button[type=submit]").isDisabled());
  }
  await page.goto(`${server.url}/games`);
  await page.getByText("You have not played in this browser yet").waitFor();
  await close(page);
});

test("invalid options are reported before the game starts", async () => {
  const page = await visit(browser, `${server.url}/play?variant=zzz`);
  await page.getByText('Unknown rule set "zzz".', { exact: true }).waitFor();
  await page.getByRole("radio", { name: /^Pass and play/ }).check();
  await page.getByRole("radio", { name: "Custom" }).check();
  const minutes = page.getByLabel("Minutes");
  for (const typed of ["0", "181", "1.5", ""]) {
    await minutes.fill(typed);
    await page.getByText("Enter a whole number from 1 to 180.").waitFor();
    await start(page);
    assert.equal(new URL(page.url()).pathname, "/play");
    assert.equal(await minutes.inputValue(), typed);
  }
  await minutes.fill("7");
  await page.getByLabel("Seconds per move").fill("0");
  await start(page);
  await page.getByText("7+0").first().waitFor();
  await close(page);
});

test("a game deleted while open does not come back", async () => {
  const page = await visitGame(browser, server.url, "chess", /^Pass and play/);
  await type(page, "e4");
  await lastMove(page, "e4");
  const list = await page.context().newPage();
  await list.goto(`${server.url}/games`);
  await list.getByRole("button", { name: /^Delete / }).click();
  await list.getByRole("button", { name: "Delete permanently" }).click();
  const message = page.getByText("This game was deleted under My games.").first();
  await message.waitFor();
  await type(page, "e5");
  await lastMove(page, "e5");
  await message.waitFor();
  await list.reload();
  await list.getByText("You have not played in this browser yet").waitFor();
  await close(page);
});

test("a game in the browser reports its result in the rules' words", async () => {
  const fen = encodeURIComponent("4k3/8/8/8/7R/8/8/K7 w - - 0 1");
  const page = await visit(browser, `${server.url}/play?variant=chess&fen=${fen}`);
  await page.getByRole("radio", { name: /^Pass and play/ }).check();
  await page.getByRole("radio", { name: "10+5" }).check();
  await page.locator("form button[type=submit]").click();
  await type(page, "Kb1");
  await lastMove(page, "Kb1");
  // White has one second left when the clocks start.
  await page.evaluate(() => {
    const key = `tain.game.${location.pathname.split("/").at(-1)}`;
    const saved = JSON.parse(localStorage.getItem(key));
    saved.events.push({ type: "paused", at: Date.now(), clocks: { white: 1000, black: 600_000 } });
    localStorage.setItem(key, JSON.stringify(saved));
  });
  await page.reload();
  await type(page, "Kd8");
  const text = "Draw: White ran out of time, but Black has only a king and cannot checkmate.";
  await page.getByText(text).first().waitFor();
  await page.getByRole("button", { name: "Rematch" }).click();
  await page.getByText("No moves yet").waitFor();
  for (const move of ["Kb1", "Kd8"]) {
    await type(page, move);
    await lastMove(page, move);
  }
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("group", { name: "Does White resign?" }).getByRole("button", { name: "Resign" }).click();
  await page.getByText("White resigned: Black wins.").first().waitFor();
  await close(page);
});

test("the page can be installed", async () => {
  const page = await visit(browser, server.url, { serviceWorkers: "allow" });
  await page.evaluate(() => navigator.serviceWorker.ready);
  const session = await page.context().newCDPSession(page);
  // Browsers do not offer installation in a private window, which the tests use. No other requirement may be
  // missing.
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  assert.deepEqual(
    installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito"),
    [],
  );
  const { url, errors, data } = await session.send("Page.getAppManifest");
  assert.match(url, /manifest/);
  assert.deepEqual(errors, []);
  for (const { src, sizes } of JSON.parse(data).icons) {
    const answer = await page.request.get(new URL(src, url).href);
    assert.equal(answer.status(), 200, `the icon ${src}, ${sizes}`);
  }
  await close(page);
});

test("moves make sounds until sound is switched off", async () => {
  const prepare = () => {
    globalThis.sounded = 0;
    for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
      const start = kind.prototype.start;
      kind.prototype.start = function (...when) {
        globalThis.sounded++;
        return start.apply(this, when);
      };
    }
  };
  const page = await visitGame(browser, server.url, "mirrorsquare", /^Pass and play/, [], { prepare });
  const sounded = () => page.evaluate(() => globalThis.sounded);
  await click(page, "e2", "e4");
  await page.waitForFunction((before) => globalThis.sounded > before, 0);
  await page.getByRole("button", { name: /sound/i }).click();
  const before = await sounded();
  await click(page, "g8", "f6");
  await lastMove(page, "Nf6");
  await drawn(page);
  assert.equal(await sounded(), before);
  await close(page);
});

// The last test of the file, because the computer keeps searching until the server stops.
test("a player waiting for the computer sees their place in the queue", async () => {
  const start = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9";
  const page = await visit(browser, `${server.url}/play?variant=chess&fen=${encodeURIComponent(start)}`);
  await page.getByRole("radio", { name: /^Computer/ }).check();
  await page.getByRole("radio", { name: "Black" }).check();
  await page.getByRole("checkbox", { name: /Play on the server/ }).check();
  // Other people's games, which are being watched, because unwatched ones have a lower priority.
  await page.evaluate(async (position) => {
    for (let waiting = 0; waiting < 15; waiting++) {
      const made = await fetch("/api/v1/games", {
        method: "POST",
        credentials: "omit",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ variant: "chess", opponent: "computer", level: 20, colour: "black", position }),
      });
      const { game } = await made.json();
      new WebSocket(`${location.origin.replace("http", "ws")}/api/v1/games/${game.id}/socket`);
    }
  }, start);
  await page.locator("form button[type=submit]").click();
  await page.getByText(/The computer is busy: \d+ games? (is|are) ahead of yours/).waitFor();
  await close(page);
});
