// Requirements for a public server: invitation tokens stay out of requests, and there are pages about privacy
// and licences.
import assert from "node:assert/strict";
import { test } from "node:test";
import { beginFriends, close, setup, visit } from "./harness.mjs";

const { server, browser } = await setup();

test("the invitation token is not in the query, and older links still work", async () => {
  const { white, black, link } = await beginFriends(browser, server.url, server.url, "chess", ["10+5"]);
  const url = new URL(link);
  assert.equal(url.search, "");
  assert.match(url.hash, /^#join=[\w-]{22}$/);
  await black.waitForURL((at) => at.hash === ""); // the link has been used, and its token is removed from the address
  await close(white, black);

  const made = await fetch(`${server.url}/api/v1/games`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ variant: "chess", opponent: "friend", colour: "white" }),
  }).then((answer) => answer.json());
  const guest = await visit(browser, `${server.url}/game/${made.game.id}?join=${made.game.invite}`);
  await guest.getByRole("button", { name: "Join the game" }).waitFor();
  const now = new URL(guest.url());
  assert.equal(now.search, "", "the token is removed from the query at once");
  await guest.getByRole("button", { name: "Join the game" }).click();
  await guest.getByRole("button", { name: "Join the game" }).waitFor({ state: "hidden" });
  await guest.waitForURL(`${server.url}/game/${made.game.id}`);
  await close(guest);
});

test("the footer links to privacy and licences", async () => {
  const page = await visit(browser, server.url);
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy" }).click();
  await page.getByRole("heading", { name: "Cookies" }).waitFor();
  assert.match(await page.getByRole("main").textContent(), /400 days/);
  await page.getByRole("contentinfo").getByRole("link", { name: "Licences" }).click();
  await page.getByText(/^preact /).click();
  await page.getByText("The MIT License (MIT)").first().waitFor();
  await close(page);
});

test("an unknown game returns 404 and is reported", async () => {
  const page = await visit(browser, server.url);
  const answer = await page.goto(`${server.url}/game/aaaaaaaaaaaa`);
  assert.equal(answer.status(), 404);
  await page.getByRole("heading", { name: "Game not found" }).waitFor();
  page.problems = page.problems.filter((problem) => !/404/.test(problem));
  await close(page);
});
