// Portal chess on the New game page: six switches define the game.
import assert from "node:assert/strict";
import { test } from "node:test";
import { close, setup, type, visit } from "./harness.mjs";

const { server, browser } = await setup();

test("fewer crossing kinds define another game, which the computer can play", async () => {
  const page = await visit(browser, `${server.url}/play?variant=portal&opponent=computer`);
  const switches = page.getByRole("group", { name: "Pieces that can cross the edge" });
  for (const kind of ["Pawns", "Knights", "Bishops", "Rooks", "Kings"]) await switches.getByLabel(kind).uncheck();
  assert.ok(await switches.getByLabel("Queens").isDisabled(), "the last kind cannot be switched off");
  await switches.getByLabel("Rooks").check();
  await page.locator("form button[type=submit]").click();
  await page.waitForURL(/\/local\//);
  await page.getByText("Portal chess for rooks and queens").first().waitFor();
  await type(page, "a4");
  await page.waitForFunction(
    () =>
      JSON.parse(localStorage.getItem(`tain.game.${location.pathname.split("/").at(-1)}`) ?? "null")?.game.ply === 2,
  );
  await close(page);
});

test("all crossing kinds make portal chess, and other games have no switches", async () => {
  const page = await visit(browser, `${server.url}/play?variant=portal&opponent=here`);
  await page.getByRole("radio", { name: /^Cylinder chess/ }).check();
  assert.equal(await page.getByRole("group", { name: "Pieces that can cross the edge" }).count(), 0);
  await page.getByRole("radio", { name: /^Portal chess/ }).check();
  await page.locator("form button[type=submit]").click();
  await page.waitForURL(/\/local\//);
  await page.getByText("Portal chess", { exact: true }).first().waitFor();
  await close(page);
});
