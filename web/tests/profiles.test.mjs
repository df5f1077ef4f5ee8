// Profiles: following, challenging, blocking and hiding, with two accounts.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { test } from "node:test";
import { assertAccessible, close, drawn, playInTurn, setup, visit } from "./harness.mjs";

const { server, browser } = await setup();
const url = server.url.replace("127.0.0.1", "localhost"); // passkeys belong to a domain

const button = (page, name) => page.getByRole("button", { name, exact: true });
const region = (page, name) => page.getByRole("region", { name, exact: true });

/** Returns a browser with a platform authenticator, signed in to a new account. */
async function signedIn(name) {
  const page = await visit(browser, `${url}/account`, { fresh: true });
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.getByRole("textbox", { name: "Your name" }).fill(name);
  await button(page, "Create account").click();
  await button(page, "I have saved them").click();
  await page.getByRole("link", { name: "Your profile" }).waitFor();
  return page;
}

/** Asserts that a page fits a small phone with targets large enough for touch, and that axe finds no violations. */
async function fits(page, name) {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await drawn(page);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.equal(over, 0, `${name} at ${width} pixels`);
    if (process.env.SCREENSHOTS) {
      mkdirSync(process.env.SCREENSHOTS, { recursive: true });
      const path = `${process.env.SCREENSHOTS}/${name.replaceAll(" ", "-")}-${width}.png`;
      await page.screenshot({ path, fullPage: true });
    }
  }
  await assertAccessible(page, name);
}

test("people follow and challenge each other, play, read profiles, hide them and block", async () => {
  const ada = await signedIn("Ada Profile");
  const bob = await signedIn("Bob Profile");

  // Bob follows Ada and challenges her.
  await bob.goto(`${url}/people/ada%20profile`);
  await bob.getByRole("heading", { name: "Ada Profile", level: 1 }).waitFor();
  await bob.getByText("No finished games yet.").waitFor();
  await button(bob, "Follow").focus();
  await bob.keyboard.press("Enter");
  await button(bob, "Unfollow").waitFor();
  await fits(bob, "new profile");
  await bob.getByRole("link", { name: "Challenge to a game" }).click();
  await bob.getByText("You are challenging Ada Profile.").waitFor();
  for (const [name, value] of Object.entries({ variant: "chess", clock: "10+5", rated: "rated", colour: "black" })) {
    await bob.locator(`input[name="${name}"][value="${value}"]`).check({ force: true });
  }
  await button(bob, "Start the game").click();
  await bob.waitForURL(/\/game\//);

  // Ada accepts on the home page, and Bob's home page shows that she is playing.
  await ada.goto(`${url}/#people`);
  await ada.getByRole("link", { name: "Accept the challenge from Bob Profile" }).waitFor();
  await fits(ada, "challenge");
  await ada.getByRole("link", { name: "Accept the challenge from Bob Profile" }).click();
  await button(ada, "Join the game").click();
  await playInTurn(ada, bob, "e4", "e5", "Nf3");
  const home = await bob.context().newPage();
  await home.goto(`${url}/#people`);
  await home.getByRole("link", { name: "Ada Profile is playing Chess" }).waitFor();
  await region(home, "Following").getByText("online").waitFor();
  await fits(home, "following");
  await home.close();
  await bob.getByRole("button", { name: "Resign" }).click();
  await bob.getByRole("button", { name: "Resign the game" }).click();

  // Names link to profiles. Guests can read them.
  await bob.locator("[data-rating] strong").nth(1).waitFor();
  const address = await bob.getByRole("link", { name: "Ada Profile" }).first().getAttribute("href");
  const guest = await visit(browser, `${url}${address}`, { fresh: true });
  await region(guest, "Best wins").getByRole("link", { name: "Bob Profile" }).waitFor();
  await region(guest, "Results").getByRole("row", { name: "Chess 1 0 0" }).waitFor();
  await region(guest, "Ratings")
    .getByRole("link", { name: /^Chess, / })
    .waitFor();
  assert.equal(await button(guest, "Follow").count(), 0);
  const openings = region(guest, "Openings");
  await openings.getByRole("button", { name: "1. e4" }).focus();
  await guest.keyboard.press("Enter");
  await openings.getByRole("button", { name: "1… e5" }).waitFor();
  assert.equal(await guest.evaluate(() => document.activeElement.textContent), "1. e4");
  await openings.getByRole("button", { name: "1… e5" }).click();
  await openings.getByRole("button", { name: "2. Nf3" }).waitFor();
  await fits(guest, "profile");
  const games = region(guest, "Games");
  await games.getByText("1 game", { exact: true }).waitFor();
  await games.getByRole("combobox", { name: "Result" }).selectOption("loss");
  await games.getByText("0 games", { exact: true }).waitFor();
  await games.getByRole("combobox", { name: "Result" }).selectOption("win");
  await games.getByRole("textbox", { name: "Opponent" }).fill("bob profile");
  await guest.keyboard.press("Enter");
  await games.getByText("1 game", { exact: true }).waitFor();
  await games.getByRole("link", { name: /^Chess, .*, White$/ }).waitFor();

  // A hidden profile shows only the name.
  await ada.goto(`${url}${address}`);
  await ada.getByRole("checkbox", { name: "Hide my profile from others" }).check();
  await guest.reload();
  await guest.getByText("This player’s profile is private.").waitFor();
  assert.equal(await region(guest, "Games").count(), 0);
  await fits(guest, "private profile");

  // Bob cannot follow or challenge Ada once she has blocked him.
  await ada.goto(`${url}/people/Bob%20Profile`);
  await button(ada, "Block").click();
  await button(ada, "Unblock").waitFor();
  assert.equal(await ada.getByRole("link", { name: "Challenge to a game" }).count(), 0);
  await fits(ada, "blocked");
  await bob.goto(`${url}${address}`);
  await button(bob, "Follow").click();
  await bob.getByRole("alert").getByText("One of you has blocked the other.").waitFor();
  await bob.goto(`${url}/play?opponent=friend&challenge=Ada%20Profile`);
  await button(bob, "Start the game").click();
  await bob.getByRole("alert").getByText("One of you has blocked the other.").waitFor();
  bob.problems = []; // the browser reports the refusals
  await ada.goto(`${url}${address}`);
  await region(ada, "Blocked players").getByRole("link", { name: "Bob Profile" }).waitFor();
  await fits(ada, "own profile");
  await close(ada, bob, guest);
});
