// Helpers for tests of accounts.
import assert from "node:assert/strict";
import { assertAccessible, drawn } from "./harness.mjs";

/** Gives a page a platform authenticator whose user always agrees. */
export async function authenticator(page) {
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
}

export const button = (page, name) => page.getByRole("button", { name, exact: true });
export const heading = (page, name) => page.getByRole("heading", { name, level: 1, exact: true });

/** Creates an account on the account page. */
export async function register(page, name) {
  await authenticator(page);
  await page.getByRole("textbox", { name: "Your name" }).fill(name);
  await button(page, "Create account").click();
  await button(page, "I have saved them").click();
  await heading(page, name).waitFor();
}

/** Asserts that a page fits a small phone, and that axe finds no serious violations. */
export async function fits(page, name) {
  await page.setViewportSize({ width: 360, height: 740 });
  await drawn(page);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.equal(over, 0, name);
  await page.setViewportSize({ width: 1280, height: 900 });
  await assertAccessible(page, name);
}
