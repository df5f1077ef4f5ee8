// Signing in at an OpenID Connect provider.
import assert from "node:assert/strict";
import { createHash, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { assertAccessible, close, drawn, setup, visit } from "./harness.mjs";

/** Starts a provider with a page on which a person signs in under any name. */
async function startProvider() {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const codes = new Map();
  const encode = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const server = createServer((request, response) => {
    const url = new URL(request.url, issuer);
    const json = (value) => response.setHeader("Content-Type", "application/json").end(JSON.stringify(value));
    const query = url.searchParams;
    switch (url.pathname) {
      case "/.well-known/openid-configuration":
        return json({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          id_token_signing_alg_values_supported: ["RS256"],
        });
      case "/keys":
        return json({ keys: [{ ...publicKey.export({ format: "jwk" }), kid: "1", use: "sig", alg: "RS256" }] });
      case "/authorize":
        response.setHeader("Content-Type", "text/html");
        return response.end(
          `<!doctype html><title>School</title><link rel="icon" href="data:,"><form action="/login">
          <input name="user" aria-label="User">
          <input type="hidden" name="query" value="${query.toString().replaceAll("&", "&amp;")}">
          <button>Log in</button><button name="cancel" value="1">Cancel</button></form>`,
        );
      case "/login": {
        const asked = new URLSearchParams(query.get("query"));
        const back = new URL(asked.get("redirect_uri"));
        back.searchParams.set("state", asked.get("state"));
        if (query.has("cancel")) back.searchParams.set("error", "access_denied");
        else {
          const code = randomUUID();
          codes.set(code, { asked, user: query.get("user") });
          back.searchParams.set("code", code);
        }
        return response.writeHead(303, { Location: back.href }).end();
      }
      case "/token": {
        let body = "";
        request.on("data", (part) => (body += part));
        request.on("end", () => {
          const sent = new URLSearchParams(body);
          const { asked, user } = codes.get(sent.get("code"));
          codes.delete(sent.get("code"));
          const hash = createHash("sha256").update(sent.get("code_verifier")).digest("base64url");
          assert.equal(hash, asked.get("code_challenge"));
          const now = Math.floor(Date.now() / 1000);
          const claims = {
            iss: issuer,
            sub: user,
            aud: "tain",
            iat: now,
            exp: now + 60,
            auth_time: asked.get("prompt") === "login" ? now : now - 3600, // the provider remembers people

            nonce: asked.get("nonce"),
          };
          const text = `${encode({ alg: "RS256", kid: "1" })}.${encode(claims)}`;
          const signature = sign("sha256", Buffer.from(text), privateKey).toString("base64url");
          json({ access_token: "unused", token_type: "Bearer", id_token: `${text}.${signature}` });
        });
        return;
      }
    }
    response.writeHead(404).end();
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const issuer = `http://localhost:${server.address().port}`;
  after(() => server.close());
  return issuer;
}

const issuer = await startProvider();
const { server, browser } = await setup(
  ...[`issuer=${issuer}`, "client-id=tain", "name=Riverside School"].flatMap((one) => [
    "--set",
    `accounts.openid.${one}`,
  ]),
);
const url = server.url.replace("127.0.0.1", "localhost");
const button = (page, name) => page.getByRole("button", { name, exact: true });

/** Signs in at the provider. */
async function logIn(page, user) {
  await page.getByRole("textbox", { name: "User" }).fill(user);
  await button(page, "Log in").click();
}

test("a pupil signs in at school, chooses a name, and confirms a change there", async () => {
  const page = await visit(browser, `${url}/account`, { bypassCSP: true, fresh: true });
  await button(page, "Sign in with Riverside School").click();
  await button(page, "Cancel").click();
  await page.getByRole("alert").filter({ hasText: "You did not sign in with Riverside School." }).waitFor();
  assert.equal(new URL(page.url()).search, "");

  await button(page, "Sign in with Riverside School").click();
  await logIn(page, "p1234");
  await page.getByText("You have no account here yet.").waitFor();
  assert.equal(page.url(), `${url}/account`, "the code is not in the history");
  await page.setViewportSize({ width: 360, height: 740 });
  await drawn(page);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
  await assertAccessible(page, "a name for a new account");
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole("textbox", { name: "Your name" }).fill("Ada");
  await button(page, "Create account").click();
  await page.getByRole("heading", { name: "Ada", level: 1, exact: true }).waitFor();
  await page.getByText("You sign in with Riverside School.").waitFor();
  await assertAccessible(page, "account of a pupil");

  // Signing out and in needs no name.
  await button(page, "Sign out").click();
  await button(page, "Sign in with Riverside School").click();
  await logIn(page, "p1234");
  await page.getByRole("heading", { name: "Ada", level: 1, exact: true }).waitFor();

  // A sensitive change needs another sign-in there.
  await button(page, "New recovery codes").click();
  await logIn(page, "p9999");
  await page.getByRole("alert").filter({ hasText: "somebody else signed in there" }).waitFor();
  await button(page, "New recovery codes").click();
  await logIn(page, "p1234");
  await page.getByText("You have signed in again.").waitFor();
  await button(page, "New recovery codes").click();
  await button(page, "I have saved them").click();
  await page.getByText("10 recovery codes are left.").waitFor();
  page.problems = []; // the browser reports that the first attempts were refused

  // Somebody else gets another account.
  const other = await visit(browser, `${url}/account`, { fresh: true });
  await button(other, "Sign in with Riverside School").click();
  await logIn(other, "p9999");
  await other.getByText("You have no account here yet.").waitFor();
  await other.getByRole("textbox", { name: "Your name" }).fill("ada");
  await button(other, "Create account").click();
  await other.getByRole("alert").filter({ hasText: "another account has this name" }).waitFor();
  other.problems = []; // the browser reports the refusal
  await other.getByRole("textbox", { name: "Your name" }).fill("Bea");
  await button(other, "Create account").click();
  await other.getByRole("heading", { name: "Bea", level: 1, exact: true }).waitFor();
  await close(other);
  await close(page);
});
