// API tokens and bot accounts, with a virtual authenticator and tain bot.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { test } from "node:test";
import { close, program, setup, type, visit } from "./harness.mjs";
import { button, fits, register } from "./passkeys.mjs";

const { server, browser } = await setup();
const url = server.url.replace("127.0.0.1", "localhost"); // passkeys belong to a domain

const field = (page, name) => page.getByRole("textbox", { name });

/** Creates a token and returns it. */
async function createToken(page, label) {
  await field(page, "Token description").fill(label);
  await button(page, "Create token").click();
  const token = await field(page, "New token").inputValue();
  assert.match(token, /^tainpat_[\w-]{43}$/);
  return token;
}

test("a token is created, copied and revoked by keyboard, and shown only once", async () => {
  const page = await visit(browser, `${url}/account`, {
    fresh: true,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await register(page, "Grace");
  await fits(page, "account with tokens");
  const label = field(page, "Token description");
  await label.focus();
  await page.keyboard.type("Board");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown"); // read only
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const token = await field(page, "New token").inputValue();
  await page.getByText("It is not shown again. Keep it secret").waitFor();
  await fits(page, "a new token");
  await button(page, "Copy token").press("Enter");
  await page.getByText("Token copied.").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), token);
  await button(page, "I have saved it").press("Enter");
  const row = page.locator("[data-tokens] li");
  await row.getByText("Board: Read my games").waitFor();
  await row.getByText("never used").waitFor();
  assert.equal(await page.getByText(token).count(), 0);

  const ask = () => fetch(`${url}/api/v1/token`, { headers: { Authorization: `Bearer ${token}` } });
  assert.deepEqual((await (await ask()).json()).scopes, ["read"]);
  await page.reload();
  await row.getByText("last used").waitFor();
  await fits(page, "account with a token");
  await button(page, "Revoke Board").press("Enter");
  await row.waitFor({ state: "detached" });
  assert.equal((await ask()).status, 401);
  await close(page);
});

test("a person plays a rated game with a bot account, which is marked as a bot", async () => {
  const owner = await visit(browser, `${url}/account`, { fresh: true });
  await register(owner, "Robot");
  await button(owner, "Make this a bot account").click();
  await button(owner, "Make it a bot for good").click();
  await owner.getByText("This is a bot account.").waitFor();
  await fits(owner, "bot account");
  const token = await createToken(owner, "tain bot");

  const person = await visit(browser, `${url}/account`, { fresh: true });
  await register(person, "Ada");
  const folder = mkdtempSync(join(tmpdir(), "tain-"));
  writeFileSync(join(folder, "token"), `${token}\n`, { mode: 0o600 });
  const flags = "--offer chess --clock 600+5 --rated --total 1 --token-file".split(" ");
  const bot = spawn(program, ["bot", "--server", url, ...flags, join(folder, "token")], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  const ended = once(bot, "exit");
  await person.goto(`${url}/#people`);
  await person.locator("#people [data-bot]").waitFor();
  await fits(person, "a bot's challenge");
  await person.getByRole("link", { name: "Play Robot" }).click();
  await person.getByRole("button", { name: "Join the game" }).click();
  await person.locator("[data-bot]").waitFor();
  await person.getByText("Your turn").waitFor();
  const white = (await person.getByRole("region", { name: "White: Ada" }).count()) === 1;
  await type(person, white ? "a3" : "a6");
  await person.getByRole("button", { name: "Resign" }).click();
  await person.getByRole("button", { name: "Resign the game" }).click();
  await person.locator("[data-rating] strong").waitFor();
  const ratings = (await person.locator("[data-rating]").allTextContents()).sort();
  assert.match(ratings[0], /^1500\?$/); // the person's, which has not changed
  assert.match(ratings[1], /^16\d\d\? \+1\d\d$/);
  await fits(person, "the end of a game with a bot");
  assert.deepEqual(await ended, [0, null]);
  rmSync(folder, { recursive: true });
  await person.goto(`${url}/account`);
  await person.getByText("You have not played a rated game yet.").waitFor();
  await owner.reload();
  await owner.locator("[data-ratings] [data-rating]").waitFor();
  await close(owner, person);
});

test("an account with games cannot become a bot", async () => {
  const page = await visit(browser, `${url}/account`, { fresh: true });
  await register(page, "Player");
  await page.evaluate(async () => {
    const body = JSON.stringify({ variant: "chess", opponent: "self" });
    await fetch("/api/v1/games", { method: "POST", body, headers: { "Content-Type": "application/json" } });
  });
  await button(page, "Make this a bot account").click();
  await button(page, "Make it a bot for good").click();
  await page.getByRole("alert").getByText("Only an account without games").waitFor();
  page.problems = []; // the browser reports the refusal
  await close(page);
});
