// Games from shuffled start positions (Chess960).
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { close, pieces, setup, visit, visitGame } from "./harness.mjs";

const { server, browser } = await setup();

/** A definition with shuffled starts: the board is a cylinder. */
const barrel = { name: "barrel", title: "Barrel", castling: "960", seam: { crossing: "wrap", kinds: "nbrqk" } };

/** The link that shows the number of a game's start. */
const numberOf = (page) => page.getByRole("link", { name: /^Chess960 start position: \d+$/ });

/** Returns the start position of a new game; the pictures of the games also show pieces. */
const shown = (page) => page.getByRole("region", { name: "Position" });

/** Returns the pieces on White's first rank, on a page or in a part of it. */
async function firstRank(place) {
  const all = await pieces(place);
  return [..."abcdefgh"].map((file) => all[`${file}1`] ?? "-").join("");
}

/** Waits until the pieces on White's first rank are the given ones: they move there one after another. */
async function assertFirstRank(place, want) {
  for (let i = 0; i < 50 && (await firstRank(place)) !== want; i++) await setTimeout(100);
  assert.equal(await firstRank(place), want);
}

test("a game by number shows the number, keeps its start, and the start can be played again", async () => {
  const page = await visit(browser, `${server.url}/play?variant=chess`);
  for (const name of [/^Pass and play/, "By number"]) await page.getByRole("radio", { name }).check();
  const field = page.getByRole("spinbutton", { name: "Position number" });
  await field.fill("960");
  await page.getByText("Enter a whole number from 0 to 959.").waitFor();
  await field.fill("0");
  await page.locator("form button[type=submit]").click();
  await numberOf(page).waitFor();
  assert.equal(await numberOf(page).textContent(), "Chess960 start position: 0");
  await assertFirstRank(page, "BBQNNRKR");
  await page.reload();
  await numberOf(page).waitFor();
  await assertFirstRank(page, "BBQNNRKR");
  const address = page.url();

  await numberOf(page).click();
  await page.getByText("The game starts from this position.").waitFor();
  await assertFirstRank(shown(page), "BBQNNRKR");
  await page.getByRole("radio", { name: /^Pass and play/ }).check();
  await page.locator("form button[type=submit]").click();
  await numberOf(page).waitFor();
  assert.notEqual(page.url(), address);
  await assertFirstRank(page, "BBQNNRKR");
  await close(page);
});

test("only games with shuffled starts offer them, and the usual start has no number", async () => {
  const page = await visit(browser, `${server.url}/play?variant=chess`);
  const group = page.getByRole("group", { name: "Starting position" });
  await group.getByRole("radio", { name: "Random (Chess960)" }).check();
  await page.getByRole("radio", { name: /^Cylinder chess/ }).check();
  assert.equal(await group.count(), 0);
  await page.getByRole("radio", { name: /^Chess/ }).check();
  assert.ok(await group.getByRole("radio", { name: "Standard" }).isChecked());
  await page.locator("form button[type=submit]").click();
  await page.locator("[role=gridcell]").first().waitFor();
  await assertFirstRank(page, "RNBQKBNR");
  assert.equal(await numberOf(page).count(), 0);
  await close(page);
});

test("a friend sees the number of a random start before accepting, also with custom rules", async () => {
  const link = `${server.url}/play?rules=${encodeURIComponent(JSON.stringify(barrel))}`;
  const white = await visit(browser, link);
  await white.getByRole("radio", { name: "Barrel" }).waitFor();
  for (const name of [/^A friend/, "White", "Random (Chess960)"]) await white.getByRole("radio", { name }).check();
  await white.locator("form button[type=submit]").click();
  const invitation = await white.getByRole("textbox", { name: "Link to the game" }).inputValue();
  const black = await visit(browser, invitation);
  const form = black.locator("form").filter({ has: black.getByRole("button", { name: "Join the game" }) });
  const words = await form.getByText(/^Chess960 start position: \d+$/).textContent();
  await black.getByRole("button", { name: "Join the game" }).click();
  await white.getByText("Your turn").waitFor();
  assert.equal(await numberOf(white).textContent(), words);
  const row = await firstRank(white);
  assert.equal([...row].sort().join(""), "BBKNNQRR");
  await black.reload();
  await numberOf(black).waitFor();
  assert.equal(await numberOf(black).textContent(), words);
  assert.equal(await firstRank(black), row);
  await close(white, black);
});

test("an open challenge lists the number of its start", async () => {
  const page = await visitGame(browser, server.url, "chess", /^Anyone/, ["Random (Chess960)"]);
  const words = await numberOf(page).textContent();
  const other = await visit(browser, server.url);
  await other.getByRole("region", { name: "Open challenges" }).getByText(words, { exact: true }).waitFor();
  await close(page, other);
});
