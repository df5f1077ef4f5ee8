// Addresses that name a gallery game.
import assert from "node:assert/strict";
import { test } from "node:test";
import { close, pieces, setup, visit } from "./harness.mjs";

const { server, browser } = await setup();

/** Waits until the address contains the game's definition. */
const opened = (page) => page.waitForURL(/[?&]rules=/);

test("the pages to play, analyse, learn and edit open a gallery game by its name", async () => {
  const page = await visit(browser, `${server.url}/play?variant=gallery/knightmate-cylinder&opponent=here`);
  await page.getByRole("radio", { name: /^Knightmate/ }).waitFor();
  await page.locator("form button[type=submit]").click();
  await page.locator("[role=gridcell]").first().waitFor();
  assert.equal((await pieces(page)).b1, "M");

  await page.goto(`${server.url}/analysis?variant=knightmate-cylinder`);
  await opened(page);
  await page.locator("[data-piece]").first().waitFor();
  assert.deepEqual([(await pieces(page)).b1, (await pieces(page)).e1], ["M", "K"]);

  for (const address of ["learn/knightmate-cylinder", "learn?variant=gallery/knightmate-cylinder"]) {
    await page.goto(`${server.url}/${address}`);
    await opened(page);
    await page.getByRole("heading", { level: 1, name: /^Knightmate/ }).waitFor();
  }
  await page.goto(`${server.url}/learn?variant=chess`);
  await page.getByRole("heading", { level: 1, name: "Chess", exact: true }).waitFor();

  await page.goto(`${server.url}/workshop?variant=Gallery/Knightmate-Cylinder`);
  await opened(page);
  await page.locator("[data-piece]").first().waitFor();
  assert.equal((await pieces(page)).b1, "M");
  await close(page);
});

test("a position in such an address is opened", async () => {
  const position = encodeURIComponent("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
  const page = await visit(browser, `${server.url}/analysis?variant=gallery/portal-riders&position=${position}`);
  await opened(page);
  await page.locator("[data-piece]").first().waitFor();
  assert.deepEqual(await pieces(page), { e8: "k", a1: "R", e1: "K" });
  await close(page);
});

test("an unknown name is reported with the closest one", async () => {
  const page = await visit(browser, `${server.url}/play?variant=ecco`);
  for (const address of ["play?variant=ecco", "analysis?variant=ecco", "learn/ecco", "workshop?variant=ecco"]) {
    await page.goto(`${server.url}/${address}`);
    await page.getByText('Unknown rule set "ecco". Did you mean "gallery/echo"?').waitFor();
  }
  // A mistyped name of a built-in game opens it.
  const mistyped = page.getByText('Unknown rule set "mirorsquare". Did you mean "mirrorsquare"?');
  await page.goto(`${server.url}/?variant=mirorsquare&fen=start`);
  await mistyped.waitFor();
  await page.getByRole("grid", { name: /^Mirror square chess/ }).waitFor();
  await page.goto(`${server.url}/play?variant=mirorsquare`);
  await mistyped.waitFor();
  assert.ok(await page.getByRole("radio", { name: /^Mirror square chess/ }).isChecked());
  await close(page);
});
