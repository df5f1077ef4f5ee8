// Accounts, with a virtual authenticator.
import assert from "node:assert/strict";
import { test } from "node:test";
import { close, playInTurn, setup, visit, visitGame } from "./harness.mjs";
import { authenticator, button, fits, heading, register } from "./passkeys.mjs";

const { server, browser } = await setup();
const url = server.url.replace("127.0.0.1", "localhost"); // passkeys belong to a domain

const codesOf = (page) => page.locator("[data-codes] li").allTextContents();

test("a guest plays, registers, signs out and in, recovers on another browser, and closes the account", async () => {
  const page = await visitGame(browser, url, "chess", /^A friend/, ["White"], { bypassCSP: true, fresh: true });
  const link = await page.getByRole("textbox", { name: "Link to the game" }).inputValue();
  const friend = await visit(browser, link);
  await friend.getByRole("button", { name: "Join the game" }).click();
  await page.getByText("Your turn").waitFor();
  await authenticator(page);

  // Creating an account keeps the seat in the running game.
  await page.getByRole("link", { name: "Account" }).click();
  await page.getByText("no e-mail address and no password").waitFor();
  await fits(page, "signed out");
  await page.getByRole("textbox", { name: "Your name" }).fill("Ada");
  await button(page, "Create account").click();
  await button(page, "I have saved them").waitFor();
  const codes = await codesOf(page);
  assert.equal(new Set(codes).size, 10);
  await fits(page, "recovery codes");
  await button(page, "I have saved them").click();
  await heading(page, "Ada").waitFor();
  await page.getByText("10 recovery codes are left.").waitFor();
  assert.equal(await page.getByText("Add a passkey for this device now.").count(), 0);
  await fits(page, "account");
  await page.goto(link.replace(/\?.*/, ""));
  await page.getByText("Your turn").waitFor();
  await playInTurn(page, friend, "e4", "e5");
  await friend.getByText("Ada").first().waitFor();

  // A guest cannot use the name.
  const status = await friend.evaluate(async () => {
    const body = JSON.stringify({ variant: "chess", opponent: "self", name: "ada" });
    return (await fetch("/api/v1/games", { method: "POST", body, headers: { "Content-Type": "application/json" } }))
      .status;
  });
  assert.equal(status, 409);
  friend.problems = []; // the browser reports the refusal

  // Signing out and in again.
  await page.goto(`${url}/account`);
  await button(page, "Sign out").click();
  await button(page, "Sign in with a passkey").click();
  await heading(page, "Ada").waitFor();
  await page.goto(`${url}/games`);
  await page.locator('main li a[href^="/game/"]').waitFor();

  // A recovery code signs in another browser, and signs out this one.
  const other = await visit(browser, `${url}/account`, { fresh: true });
  await authenticator(other);
  await other.getByText("Lost your passkey?").click();
  await other.getByRole("textbox", { name: "Recovery code" }).fill(codes[4].toUpperCase());
  await button(other, "Sign in with the code").click();
  await other.getByText("Add a passkey for this device now.").waitFor();
  await button(other, "Add a passkey").click();
  await button(other, "Delete Passkey").first().waitFor();
  await other.getByText("9 recovery codes are left.").waitFor();
  await page.goto(`${url}/account`);
  await button(page, "Sign in with a passkey").waitFor();

  // The first browser signs in again and is signed out from the other one.
  await button(page, "Sign in with a passkey").click();
  await heading(page, "Ada").waitFor();
  await other.reload();
  await button(other, "Sign out everywhere else").click();
  await button(other, "Sign out everywhere else").waitFor({ state: "detached" });
  await page.reload();
  await button(page, "Sign in with a passkey").waitFor();

  // Closing the account frees the name.
  await button(other, "Close account").click();
  await button(other, "Close for good").click();
  await button(other, "Create account").waitFor();
  await friend.reload();
  await friend.getByText("Anonymous").first().waitFor();
  await page.reload();
  await page.getByRole("textbox", { name: "Your name" }).fill("Ada");
  await button(page, "Create account").click();
  await button(page, "I have saved them").waitFor();
  await close(page, friend, other);
});

/** Returns a browser that is signed in to a new account, on the home page. */
async function signedIn(name) {
  const page = await visit(browser, `${url}/account`, { fresh: true });
  await register(page, name);
  await page.getByText("You have not played a rated game yet.").waitFor();
  await page.goto(`${url}/#people`);
  return page;
}

test("two people with accounts play a rated game to its end", async () => {
  const ada = await signedIn("Ada Rated");
  const bob = await signedIn("Bartholomew Reed");
  // A guest has no choice between rated and casual games.
  const guest = await visit(browser, `${url}/#people`, { fresh: true });
  await guest.getByRole("button", { name: /^10\+5/ }).waitFor();
  assert.equal(await guest.getByRole("combobox", { name: "Mode" }).count(), 0);
  for (const page of [ada, bob]) {
    await page.getByRole("combobox", { name: "Game" }).selectOption("chess");
    await page.getByRole("combobox", { name: "Mode" }).selectOption("rated");
  }
  await fits(ada, "home");
  await ada.getByRole("button", { name: /^10\+5/ }).click();
  await ada.getByText("Waiting for").waitFor();
  await bob.getByRole("button", { name: /^10\+5/ }).click();
  await Promise.all([ada, bob].map((page) => page.waitForURL(/\/game\//)));
  const ratings = (page) => page.locator("[data-rating]").allTextContents();
  await ada.locator("[data-rating]").nth(1).waitFor();
  assert.deepEqual(await ratings(ada), ["1500?", "1500?"]);
  const cut = (page) =>
    page
      .locator("section:has(> [role=timer]) strong")
      .evaluateAll((names) =>
        names.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent),
      );
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [360, 640],
  ]) {
    await ada.setViewportSize({ width, height });
    assert.deepEqual(await cut(ada), [], `names of 16 letters are cut at ${width}x${height}`);
  }
  await ada.setViewportSize({ width: 1280, height: 900 });
  const adaIsWhite = (await ada.getByRole("region", { name: "White: Ada Rated" }).count()) === 1;
  const [white, black] = adaIsWhite ? [ada, bob] : [bob, ada];
  await playInTurn(white, black, "e4", "e5");
  await black.getByRole("button", { name: "Request takeback", disabled: true }).waitFor();
  await black.getByRole("button", { name: "Resign" }).click();
  await black.getByRole("button", { name: "Resign the game" }).click();
  for (const page of [white, black]) {
    await page.locator("[data-rating] strong").nth(1).waitFor();
    const texts = (await ratings(page)).sort();
    assert.match(texts[0], /^13\d\d\? −1\d\d$/);
    assert.match(texts[1], /^16\d\d\? \+1\d\d$/);
  }
  await fits(white, "the end of a rated game");
  await white.goto(`${url}/account`);
  await white.locator("[data-ratings] [data-rating]").waitFor();
  await fits(white, "account with ratings");
  await white.getByRole("link", { name: "Chess, Rapid" }).click();
  await white.getByText("Nobody is listed yet.").waitFor();
  await white.getByRole("combobox", { name: "Speed" }).selectOption("blitz");
  await white.waitForURL(/speed=blitz/);
  await fits(white, "leaderboard");
  await close(ada, bob, guest);
});

test("at an address without passkeys, the page says where they work", async () => {
  const page = await visit(browser, `${server.url}/account`);
  await page.getByText(`Passkeys work only at ${url}.`).waitFor();
  assert.equal(await page.getByRole("button", { name: "Create account" }).count(), 0);
  await close(page);
});

test("the page can be used by keyboard, and cancelling the passkey prompt changes nothing", async () => {
  const page = await visit(browser, `${url}/account`, { fresh: true });
  await authenticator(page);
  await page.evaluate(() => {
    const { credentials } = navigator;
    const create = credentials.create.bind(credentials);
    credentials.create = async () => {
      credentials.create = create;
      throw new DOMException("cancelled", "NotAllowedError");
    };
  });
  const name = page.getByRole("textbox", { name: "Your name" });
  await name.focus();
  await page.keyboard.type("Grace");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => !document.querySelector("[aria-busy=true]"));
  assert.equal(await page.getByRole("alert").count(), 0);
  await name.press("Enter");
  await button(page, "I have saved them").waitFor();
  await close(page);
});
