// Correspondence games: conditional moves, and notifications of the player's turn.
import assert from "node:assert/strict";
import { createECDH, createDecipheriv, hkdfSync } from "node:crypto";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { axeFindings, beginFriends, close, lastMove, setup, type, visit } from "./harness.mjs";

// A local push service, which accepts the server's messages for one browser.
const browserKey = createECDH("prime256v1");
browserKey.generateKeys();
const auth = Buffer.alloc(16, 7);
const letters = [];
let arrived = () => undefined;
const office = createServer((request, response) => {
  const parts = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", () => {
    letters.push({ headers: request.headers, notice: decrypt(Buffer.concat(parts)) });
    response.writeHead(201).end();
    arrived();
  });
});
await new Promise((resolve) => office.listen(0, "127.0.0.1", resolve));
after(() => office.close());
const service = `http://127.0.0.1:${office.address().port}`;

/** Decrypts a message as a browser does (RFC 8291). */
function decrypt(body) {
  const [salt, theirs, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), browserKey.getPublicKey(), theirs]);
  const secret = Buffer.from(hkdfSync("sha256", browserKey.computeSecret(theirs), auth, info, 32));
  const derive = (name, bytes) =>
    Buffer.from(hkdfSync("sha256", secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), bytes));
  const open = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  open.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()]);
  return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString());
}

/** Returns the next message, or a promise of it if none has arrived yet. */
const letter = () =>
  letters.length > 0
    ? letters.shift()
    : new Promise((resolve) => {
        arrived = () => {
          arrived = () => undefined;
          resolve(letters.shift());
        };
      });

const { server, browser } = await setup("--set", `push.trusted=${service}`);
/**
 * Makes the page subscribe to the local push service, because in tests browsers cannot reach their vendor's.
 */
function subscribeTo({ endpoint, p256dh, secret }) {
  let current = null;
  const made = () => ({
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh, auth: secret } }),
    unsubscribe: async () => {
      current = null;
      return true;
    },
  });
  const pushManager = {
    getSubscription: async () => current,
    subscribe: async (options) => {
      window.askedWith = options;
      current = made();
      return current;
    },
  };
  Object.defineProperty(navigator, "serviceWorker", {
    value: { ready: Promise.resolve({ pushManager }), register: async () => undefined, addEventListener() {} },
  });
  window.PushManager = class {};
  window.Notification = {
    permission: "default",
    requestPermission: async () => {
      window.Notification.permission = "granted";
      return "granted";
    },
  };
}

test("conditional moves are played at once and hidden from others", async () => {
  const { white, black, link } = await beginFriends(browser, server.url, server.url, "chess", ["3 days per move"]);
  await type(white, "e4");
  await lastMove(black, "e4");

  // White enters conditional moves; Black does not see them.
  await white.getByText("Conditional moves").click();
  const desk = white.locator("details", { hasText: "Conditional moves" });
  await desk.getByText("Play the move you expect from your opponent.").waitFor();
  // The panel's board is visible without scrolling.
  await white.waitForFunction(() => {
    const board = document.querySelector("details [role=grid]").getBoundingClientRect();
    const box = document.querySelector('details [data-square="e5"]').getBoundingClientRect();
    return (
      document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest("details") && board.top >= 0
    );
  });
  for (const move of ["e5", "Nf3", "Nc6", "Bb5"]) {
    await desk.getByRole("textbox", { name: "Type a move" }).fill(move);
    await white.keyboard.press("Enter");
  }
  await desk.getByText("if e5, then Nf3, if Nc6, then Bb5").waitFor();
  await desk.getByRole("button", { name: "Add the line" }).click();
  await desk.getByText("Line saved.").waitFor();
  assert.deepEqual(await axeFindings(white, { impacts: /./, part: "details" }), [], "axe finds violations");
  const id = new URL(link).pathname.split("/").at(-1);
  const his = await black.evaluate(async (path) => (await fetch(path)).json(), `/api/v1/games/${id}/ahead`);
  assert.deepEqual(his.lines, []);

  await type(black, "e5");
  await lastMove(black, "Nf3");
  await type(black, "Nc6");
  await lastMove(black, "Bb5");
  await lastMove(white, "Bb5");
  await close(white, black);
});

test("notifies a subscribed browser when it is the player's turn", async () => {
  const subscription = {
    endpoint: `${service}/anna`,
    p256dh: browserKey.getPublicKey().toString("base64url"),
    secret: auth.toString("base64url"),
  };
  const context = await browser.newContext();
  await context.addInitScript(subscribeTo, subscription);
  const white = await context.newPage();
  await white.goto(`${server.url}/play?variant=mirrorsquare`);
  for (const name of [/^A friend/, "White", "3 days per move"]) await white.getByRole("radio", { name }).check();
  await white.locator("form button[type=submit]").click();
  const link = await white.getByRole("textbox", { name: "Link to the game" }).inputValue();
  const black = await visit(browser, link);
  await black.getByRole("button", { name: "Join the game" }).click();
  await white.getByText("Your turn").first().waitFor();

  // Notifications are off by default.
  const button = white.getByRole("button", { name: "Notify me when it is my turn" });
  assert.equal(await button.getAttribute("aria-pressed"), "false");
  await button.click();
  await white.getByText("You will be notified when it is your turn.").waitFor();
  const { key } = await white.evaluate(async () => (await fetch("/api/v1/push")).json());
  assert.equal(await white.evaluate(() => window.askedWith.applicationServerKey), key);
  assert.equal(await white.evaluate(() => window.askedWith.userVisibleOnly), true);
  await type(white, "e4");
  await lastMove(black, "e4");
  await white.goto("about:blank");
  await black.getByText("Your turn").first().waitFor();
  // Black's page shows White as offline once the server has noticed that White has left.
  await black.getByText("offline", { exact: true }).first().waitFor();
  await type(black, "c5");
  const first = await letter();
  assert.equal(first.notice.title, "Your turn");
  assert.match(first.notice.body, /^Anonymous has moved in Mirror square chess\. You have 3 days\.$/);
  assert.match(first.notice.url, /^\/game\/\w+$/);
  assert.equal(first.headers["content-encoding"], "aes128gcm");
  assert.match(first.headers.authorization, new RegExp(`^vapid t=[\\w-]+\\.[\\w-]+\\.[\\w-]+, k=${key}$`));
  await context.close();
  await close(black);
});

/** Returns a page with its service worker, and a function that delivers a push message to it. */
async function visitForPush(options = {}) {
  const context = await browser.newContext({ permissions: ["notifications"], ...options });
  const page = await context.newPage();
  await page.goto(`${server.url}/games`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const session = await context.newCDPSession(page);
  const registration = new Promise((resolve) =>
    session.on(
      "ServiceWorker.workerRegistrationUpdated",
      ({ registrations }) => registrations[0] && resolve(registrations[0].registrationId),
    ),
  );
  await session.send("ServiceWorker.enable");
  const deliver = async (data) =>
    session.send("ServiceWorker.deliverPushMessage", {
      origin: `${server.url}`,
      registrationId: await registration,
      data,
    });
  return { context, page, deliver };
}

test("the service worker shows a notification that opens the game", async () => {
  const { context, page, deliver } = await visitForPush();
  await deliver(
    JSON.stringify({ title: "Your turn", body: "Bert has moved.", url: "/game/abcdefghijkl", topic: "abcdefghijkl" }),
  );
  await deliver("not to be read");
  const shown = await page.evaluate(async () => {
    const { getNotifications } = await navigator.serviceWorker.ready.then((one) => ({
      getNotifications: () => one.getNotifications(),
    }));
    for (let tries = 0; tries < 200; tries++) {
      const found = await getNotifications();
      if (found.length > 1) return found.map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url }));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return [];
  });
  assert.deepEqual(
    shown.find((one) => one.tag === "abcdefghijkl"),
    { title: "Your turn", body: "Bert has moved.", tag: "abcdefghijkl", url: "/game/abcdefghijkl" },
  );
  assert.equal(shown.find((one) => one.tag === "tain")?.url, "/games");
  await context.close();
});

test("a notification is in the page's language", async () => {
  const { context, page, deliver } = await visitForPush({ locale: "de-DE" });
  await deliver(
    JSON.stringify({
      title: "Your turn",
      body: "Bert has moved.",
      in: { de: { title: "Du bist am Zug", body: "Bert hat gezogen." } },
      url: "/games",
      topic: "one",
    }),
  );
  await deliver("not to be read");
  const shown = await page.evaluate(async () => {
    const one = await navigator.serviceWorker.ready;
    for (let tries = 0; tries < 200; tries++) {
      const found = await one.getNotifications();
      if (found.length > 1) return found.map(({ title, body }) => `${title}: ${body}`).sort();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return [];
  });
  assert.deepEqual(shown, ["Du bist am Zug: Bert hat gezogen.", "Tain: In einer deiner Partien gibt es etwas Neues."]);
  await context.close();
});
