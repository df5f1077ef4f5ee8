// A public server's duties: invitations that nobody on the way can read, and pages that say what is stored.
import assert from "node:assert/strict";
import { test } from "node:test";
import { beginFriends, close, setup, visit } from "./harness.mjs";

const { server, browser } = await setup();

test("an invitation is not in the query, and an older link still takes the seat", async () => {
  const { white, black, link } = await beginFriends(browser, server.url, server.url, "chess", ["10+5"]);
  const url = new URL(link);
  assert.equal(url.search, "");
  assert.match(url.hash, /^#join=[\w-]{22}$/);
  await black.waitForURL((at) => at.hash === ""); // the link is used up, and removed from the address
  await close(white, black);

  const made = await fetch(`${server.url}/api/v1/games`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ variant: "chess", opponent: "friend", colour: "white" }),
  }).then((answer) => answer.json());
  const guest = await visit(browser, `${server.url}/game/${made.game.id}?join=${made.game.invite}`);
  await guest.getByRole("button", { name: "Join the game" }).waitFor();
  const now = new URL(guest.url());
  assert.equal(now.search, "", "the token leaves the query at once");
  await guest.getByRole("button", { name: "Join the game" }).click();
  await guest.getByRole("button", { name: "Join the game" }).waitFor({ state: "hidden" });
  await guest.waitForURL(`${server.url}/game/${made.game.id}`);
  await close(guest);
});

test("the foot of every page leads to privacy and licences", async () => {
  const page = await visit(browser, server.url);
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy" }).click();
  await page.getByRole("heading", { name: "One cookie" }).waitFor();
  assert.match(await page.getByRole("main").textContent(), /400 days/);
  await page.getByRole("contentinfo").getByRole("link", { name: "Licences" }).click();
  await page.getByText(/^preact /).click();
  await page.getByText("The MIT License (MIT)").first().waitFor();
  await close(page);
});

test("a game that there is not is said not to be there, with that status", async () => {
  const page = await visit(browser, server.url);
  const answer = await page.goto(`${server.url}/game/aaaaaaaaaaaa`);
  assert.equal(answer.status(), 404);
  await page.getByRole("heading", { name: "Game not found" }).waitFor();
  page.problems = page.problems.filter((problem) => !/404/.test(problem));
  await close(page);
});
