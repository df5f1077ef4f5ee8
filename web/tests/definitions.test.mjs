// Games on the server with custom rules.
import assert from "node:assert/strict";
import { test } from "node:test";
import { click, close, hints, lastMove, pieces, setup, square, visit } from "./harness.mjs";

const { server, browser } = await setup();

/**
 * A short game: the rook mates on the last rank. Bishops, rooks and queens cross the edge, and a king spawns a
 * knight.
 */
const backRank = {
  name: "back-rank",
  title: "Back rank",
  start: "6k1/5ppp/8/1n6/8/8/5PPP/R5K1 w - - 0 1",
  seam: { crossing: "hop", kinds: "brq" },
  reflection: { map: "files", makes: { k: "n" } },
  stalemate: "loss",
};

const result = (page) => page.getByRole("region", { name: "Result" });

/** Returns the page of a user who starts a game from a link that contains the rules. */
async function begin(opponent) {
  const page = await visit(browser, `${server.url}/play?rules=${encodeURIComponent(JSON.stringify(backRank))}`);
  await page.getByRole("radio", { name: "Back rank" }).waitFor();
  for (const name of [opponent, "White"]) await page.getByRole("radio", { name }).check();
  await page.locator("form button[type=submit]").click();
  await page.locator("[role=gridcell]").first().waitFor();
  return page;
}

const gameOnServer = (page) =>
  page.evaluate(async () => (await (await fetch(`/api/v1/games/${location.pathname.split("/")[2]}`)).json()).game);

test("two browsers play a shared definition to the end", async () => {
  const white = await begin(/^A friend/);
  const link = await white.getByRole("textbox", { name: "Link to the game" }).inputValue();

  // The link shows how the rules differ before the game is accepted.
  const black = await visit(browser, link);
  const different = black.getByRole("region", { name: "How Back rank differs from chess" });
  await different.waitFor();
  const { differences, variant, definition } = await gameOnServer(black);
  assert.equal(differences.length, 3);
  assert.deepEqual(await different.getByRole("listitem").allTextContents(), differences);
  assert.deepEqual([variant, JSON.parse(definition).title], ["back-rank", "Back rank"]);
  assert.equal((await pieces(black)).b5, "n", "the invitation shows the board");
  await black.getByRole("button", { name: "Join the game" }).click();
  await white.getByText("Your turn").waitFor();

  // The page applies the definition: over the edge and back.
  await square(white, "a1").click();
  assert.equal((await hints(white)).h1, "move");
  await square(white, "h1").click();
  await lastMove(black, "Rh1");
  await click(black, "b5", "c3");
  await lastMove(white, "Nc3");
  await black.reload();
  await lastMove(black, "Nc3");
  await click(white, "h1", "a1");
  await lastMove(black, "Ra1");
  await click(black, "g8", "f8");
  await lastMove(white, "Kf8");
  assert.equal((await pieces(white)).c8, "N", "the king move spawned a knight for the opponent");

  // A spectator cannot move.
  const third = await visit(browser, `${server.url}/game/${new URL(white.url()).pathname.split("/")[2]}`);
  await lastMove(third, "Kf8");
  await square(third, "c8").click();
  assert.deepEqual(await hints(third), {});

  await click(white, "c8", "b6");
  await lastMove(black, "Nb6");
  await click(black, "f8", "g8");
  await lastMove(white, "Kg8");
  await click(white, "a1", "a8");
  await lastMove(third, "Ra8#");
  await result(white).getByText("You win").waitFor();
  await result(black).getByText("You lose").waitFor();

  // The rematch has the same rules.
  await result(white).getByRole("button", { name: "Rematch" }).click();
  await black.getByRole("button", { name: "Accept" }).click();
  await black.getByText("Your turn").waitFor();
  assert.equal((await gameOnServer(black)).definition, definition);
  await white.goto(`${server.url}/games`);
  await white.getByText("Back rank").first().waitFor();
  await close(white, black, third);
});

test("an open challenge shows how its rules differ", async () => {
  const white = await begin(/^Anyone/);
  const guest = await visit(browser, server.url);
  const list = guest.getByRole("list", { name: "How it differs from chess" });
  await list.waitFor();
  assert.deepEqual(await list.getByRole("listitem").allTextContents(), (await gameOnServer(white)).differences);
  await guest.getByRole("link", { name: "Play Anonymous" }).click();
  await guest.getByRole("region", { name: "How Back rank differs from chess" }).waitFor();
  await guest.getByRole("button", { name: "Join the game" }).click();
  await guest.getByText("White to move").waitFor();
  await close(white, guest);
});
