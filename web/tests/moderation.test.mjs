// Reports, operators' decisions and appeals, on a server with a database.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { assertAccessible, close, drawn, playInTurn, program, setup, visit } from "./harness.mjs";

const folder = mkdtempSync(join(tmpdir(), "tain-moderation-"));
const { server, browser } = await setup("--data", folder);
after(() => rmSync(folder, { recursive: true, force: true }));
const url = server.url.replace("127.0.0.1", "localhost");
const admin = (...words) => execFileSync(program, ["admin", "--data", folder, ...words], { encoding: "utf8" });
const button = (page, name) => page.getByRole("button", { name, exact: true });

/** Returns a browser that is signed in to a new account, on its page. */
async function signedIn(name) {
  const page = await visit(browser, `${url}/account`, { fresh: true, bypassCSP: true });
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
  await page.getByRole("heading", { name, level: 1, exact: true }).waitFor();
  return page;
}

/** Asserts that a page fits a small phone, and that axe finds no serious violations. */
async function fits(page, name) {
  await page.setViewportSize({ width: 360, height: 740 });
  await drawn(page);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.equal(over, 0, name);
  await assertAccessible(page, name);
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}.png`), fullPage: true });
  await page.setViewportSize({ width: 1280, height: 900 });
}

/** Plays a rated game that Bob resigns after the given moves. Returns its address. */
async function ratedGame(ann, bob, ...moves) {
  for (const page of [ann, bob]) {
    await page.goto(`${url}/#people`);
    await page.getByRole("combobox", { name: "Game" }).selectOption("chess");
    await page.getByRole("combobox", { name: "Mode" }).selectOption("rated");
  }
  await ann.getByRole("button", { name: /^10\+5/ }).click();
  await ann.getByText("Waiting for").waitFor();
  await bob.getByRole("button", { name: /^10\+5/ }).click();
  await Promise.all([ann, bob].map((page) => page.waitForURL(/\/game\//)));
  await ann.locator("[data-rating]").nth(1).waitFor();
  const annIsWhite = (await ann.getByRole("region", { name: /^White: Ann/ }).count()) === 1;
  await playInTurn(annIsWhite ? ann : bob, annIsWhite ? bob : ann, ...moves);
  await bob.getByRole("button", { name: "Resign" }).click();
  await bob.getByRole("button", { name: "Resign the game" }).click();
  await bob.locator("[data-rating] strong").nth(1).waitFor();
  return bob.url();
}

test("a player is reported, banned by an operator, appeals, and is unbanned", async () => {
  const ann = await signedIn("Ann");
  const bob = await signedIn("Bob");
  const carol = await signedIn("Carol");
  const ruyLopez = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5 Bc2 c5 d4 Qc7";
  const game = await ratedGame(ann, bob, ...ruyLopez.split(" "));

  // Bob reports Ann with the keyboard.
  await bob.getByText("Report Ann").focus();
  await bob.keyboard.press("Enter");
  await bob.getByRole("combobox", { name: "Reason" }).focus();
  await bob.getByRole("combobox", { name: "Reason" }).selectOption("Uses an engine");
  await bob.keyboard.press("Tab");
  await bob.keyboard.type("Every move was perfect.");
  await fits(bob, "report form");
  await bob.keyboard.press("Tab");
  await bob.keyboard.press("Enter");
  await bob.getByText("The operators have your report.").waitFor();
  assert.match(admin("report", "list"), /engine {3}Ann {2}by Bob {2}game \w{12} .*Every move was perfect\./);

  // Carol may not see it before she is an operator. Changing the role signs her out.
  await carol.goto(`${url}/operators`);
  await carol.getByRole("alert").getByText("Only operators can do this.").waitFor();
  carol.problems = [];
  admin("account", "role", "Carol", "operator");
  await carol.goto(`${url}/account`);
  await button(carol, "Sign in with a passkey").click();
  await carol.getByRole("link", { name: "Operators" }).click();
  await carol.getByText("Ann").click();
  await carol.getByText("Every move was perfect.").waitFor();
  await carol.getByText("also Bob").waitFor(); // both play from this machine
  await button(carol, "Compare one game with the engine").click();
  await carol
    .locator("[data-evidence]")
    .getByText(/^Moves: \d+\. Agreement/)
    .waitFor({ timeout: 120_000 });
  await fits(carol, "operators page");

  // A decision needs a passkey that was used recently.
  await carol.evaluate(() => {
    const send = window.fetch;
    window.asked = 0;
    window.fetch = (path, options) => {
      if (String(path).endsWith("/account/confirm")) window.asked++;
      if (String(path).endsWith("/moderation/actions") && options?.method === "POST" && window.asked === 0)
        return Promise.resolve(Response.json({ error: { code: "confirm", message: "confirm" } }, { status: 403 }));
      return send(path, options);
    };
  });
  await carol.getByRole("combobox", { name: "Decision" }).selectOption("Ban");
  await carol.getByRole("textbox", { name: "Reason, which the player sees" }).fill("Used an engine");
  await ann.goto(game);
  await ann.getByText("Report Bob").waitFor();
  await button(carol, "Ban").click();
  await carol.locator("[data-log]").getByText("banned").waitFor();
  assert.equal(await carol.evaluate(() => window.asked), 1);

  // Ann may not play any more. Her account says why, and she appeals.
  const refused = await ann.evaluate(async () => {
    const body = JSON.stringify({ variant: "chess", opponent: "self" });
    const response = await fetch("/api/v1/games", {
      method: "POST",
      body,
      headers: { "Content-Type": "application/json" },
    });
    return `${response.status} ${(await response.json()).error.message}`;
  });
  assert.match(refused, /^403 .*Used an engine$/);
  ann.problems = []; // the browser reports the refusal
  await ann.goto(`${url}/account`);
  await ann.getByText("You are banned from playing.").waitFor();
  await ann.getByText("Appeal", { exact: true }).click();
  await ann.getByRole("textbox", { name: "Why should the operators reconsider?" }).fill("I know this opening.");
  await fits(ann, "notices");
  await button(ann, "Send appeal").click();
  await ann.getByText("The operators have your appeal.").waitFor();

  // Carol lifts the ban.
  await carol.goto(`${url}/operators`);
  await carol.locator("[data-reports]").getByText("Ann").click();
  await carol.getByText("I know this opening.").waitFor();
  await carol.getByRole("combobox", { name: "Decision" }).selectOption("Lift the ban");
  await carol.getByRole("textbox", { name: "Reason, which the player sees" }).fill("Book moves");
  await button(carol, "Lift the ban").click();
  await carol.getByText("There are no open reports.").waitFor();
  assert.match(admin("log"), /unbanned {3}Ann {2}by Carol .*Book moves\n.*banned {5}Ann {2}by Carol .*Used an engine/);
  assert.equal(admin("bans"), "");
  await close(ann, bob, carol);
});

test("a guest can report an account", async () => {
  await close(await signedIn("Dora"));
  const guest = await visit(browser, url, { fresh: true });
  const status = await guest.evaluate(async () => {
    const body = JSON.stringify({ reason: "name", name: "Dora" });
    return (await fetch("/api/v1/reports", { method: "POST", body, headers: { "Content-Type": "application/json" } }))
      .status;
  });
  assert.equal(status, 204);
  assert.match(admin("report", "list"), /name {5}Dora/);
  await close(guest);
});
