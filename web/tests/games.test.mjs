// Plays a whole game to mate in every built-in rule set except portal and Alice chess, through the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { click, close, lastMove, pieces, setup, type, visitGame } from "./harness.mjs";

const { server, browser } = await setup();

const short = "f2-f3 e7-e6 g2-g4 d8-h4";
const games = {
  triboard: { moves: short, last: "Qh4#", result: "Black wins", stands: { h4: "q", e1: "K" } },
  cylinder: { moves: short, last: "Qh4#", result: "Black wins", stands: { h4: "q", e1: "K" } },
  chess: { moves: short, last: "Qh4#", result: "Black wins", stands: { h4: "q", e1: "K" } },
  // Quiet moves have spawned enemy pieces.
  mirrorsquare: {
    moves: short,
    last: "Qh4#",
    result: "Black wins",
    stands: { h4: "q", c6: "p", d3: "P", b5: "p", a5: "Q" },
  },
  // Pawns have spawned knights, and the queen has gone on from b6 to g3.
  nachfolger: {
    moves: "h2-h3 c7-c5 f2-f3 d8-b6",
    last: "Qb6@g3#",
    result: "Black wins",
    stands: { g3: "q", a6: "n", f4: "N", c6: "n" },
  },
  trid: {
    moves: "d1W-c3N b7B-b5N c3N-a4N c7B-c6B a4N-b6N O-O b6N-c8B",
    last: "Nxc8B#",
    result: "White wins",
    stands: { c8B: "N" },
  },
  meder: {
    moves: "d1W-c3N b7B-b5N c3N-a4N c7B-c6B a4N-b6N O-O b6N-c8B",
    last: "Nxc8B#",
    result: "White wins",
    stands: { c8B: "N" },
  },
};

for (const [variant, game] of Object.entries(games)) {
  test(`a game of ${variant} can be played to mate`, async () => {
    const page = await visitGame(browser, server.url, variant, /^Pass and play/);
    assert.equal(Object.keys(await pieces(page)).length, 32);
    for (const move of game.moves.split(" ")) {
      if (move === "O-O") await type(page, move);
      else await click(page, ...move.split("-"));
    }
    await lastMove(page, game.last);
    await page.getByRole("region", { name: "Result" }).getByText(game.result).first().waitFor();
    await page
      .getByRole("log")
      .getByText(/checkmate/i)
      .waitFor({ state: "attached" });
    const stand = await pieces(page);
    for (const [square, letter] of Object.entries(game.stands)) assert.equal(stand[square], letter, `on ${square}`);
    await close(page);
  });
}
