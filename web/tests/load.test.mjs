// The first visit: the board is playable before the rules are loaded.
import assert from "node:assert/strict";
import { test } from "node:test";
import { click, close, leave, pieces, setup, square, visit } from "./harness.mjs";

const { server, browser } = await setup();

/** A slow connection: bytes per second, and latency in seconds. */
const line = { bytes: 1.6e6 / 8, latency: 0.15 };
/** The time limit for the first board, in seconds, and the part of it reserved for the browser's own work. */
const [most, work] = [3, 1];
/** The number of sequential round trips: the page, the files it names, and the files a script requests. */
const journeys = 3;
const fits = (most - work - journeys * line.latency) * line.bytes;

/** Visits as a new user, with the rules held back by the test. */
async function firstVisit(path, options = {}) {
  const page = await visit(browser, "about:blank", { early: true, ...options });
  const come = [];
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  const names = new Map();
  cdp.on("Network.responseReceived", ({ requestId, response }) => names.set(requestId, response));
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) =>
    come.push({ ...names.get(requestId), bytes: encodedDataLength }),
  );
  let letGo;
  const held = new Promise((resolve) => (letGo = resolve));
  await page.route("**/tain.wasm", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(server.url + path, { waitUntil: "commit" });
  return { page, come, letGo };
}

const onBoard = (page, piece, at) => page.locator(`[data-piece="${piece}"][data-square="${at}"]`).first().waitFor();

test("the first move can be played before the rules load and is then confirmed", async () => {
  const { page, come, letGo } = await firstVisit("/analysis");
  await click(page, "e2", "e4");
  await onBoard(page, "P", "e4");
  const bytes = come.reduce((sum, each) => sum + each.bytes, 0);
  console.log(`before the first move on the analysis board: ${(bytes / 1024).toFixed(0)} KB in ${come.length} files`);
  assert.ok(bytes <= fits, `${bytes} bytes, but only ${fits} load in ${most} s`);
  assert.ok(come.length < 30, `${come.length} files`);
  assert.ok(
    come.every(({ url }) => !url?.includes("tain.wasm")),
    "the rules are held back",
  );
  // Files are transferred in the best encoding that the browser accepts.
  for (const { url, headers } of come.filter(
    (each) => each.bytes > 2000 && /\/assets\/.*\.(js|css)$/.test(each.url ?? ""),
  )) {
    assert.equal(headers["Content-Encoding"], "br", url);
  }
  const progress = page.getByRole("progressbar", { name: "Loading progress" });
  assert.equal(await progress.count(), 1, "the loading progress is shown");
  assert.match(await page.locator("[data-progress]").innerText(), /Loading the rules/);
  letGo();
  await progress.waitFor({ state: "detached" });
  await click(page, "e7", "e5");
  await onBoard(page, "p", "e5");
  assert.equal((await pieces(page)).e4, "P");
  assert.deepEqual(page.problems, []);
  await leave(page);
});

test("the HTML contains the first screen, and a game can start before the rules load", async () => {
  const { page, come, letGo } = await firstVisit("/");
  const html = await (await page.request.get(server.url)).text();
  assert.match(html, /<h1>Chess, and its reflection<\/h1>/);
  assert.match(html, /<script type="application\/json" id="first">/);
  assert.doesNotMatch(html, / style=/, "the content security policy forbids inline styles");
  await page.getByRole("button", { name: "Play", exact: true }).first().click();
  await page.getByRole("button", { name: "Skip and play a real game" }).click();
  await page.waitForURL(/\/local\//);
  await click(page, "e2", "e4");
  await onBoard(page, "P", "e4");
  const bytes = come.reduce((sum, each) => sum + each.bytes, 0);
  console.log(`before the first move of a game: ${(bytes / 1024).toFixed(0)} KB in ${come.length} files`);
  assert.ok(bytes <= fits, `${bytes} bytes, but only ${fits} load in ${most} s`);
  assert.match(await page.locator("[data-early]").innerText(), /Your move is saved/);
  assert.equal(await page.getByRole("progressbar").count(), 1);
  // A user who leaves now finds the game again, with its move.
  await page.reload({ waitUntil: "commit" });
  await onBoard(page, "P", "e4");
  letGo();
  await page.getByText("Your turn").first().waitFor(); // the computer has replied
  assert.equal(await page.locator("[data-early]").count(), 0);
  assert.equal((await pieces(page)).e4, "P");
  assert.equal(await page.getByRole("group", { name: "Moves" }).getByRole("button", { name: /^\S+$/ }).count(), 2);
  await page.reload();
  await onBoard(page, "P", "e4");
  assert.deepEqual(page.problems, []);
  await leave(page);
});

test("moves and premoves made before the rules load are not lost", async () => {
  for (const { opponent, next, made } of [
    { opponent: /^Pass and play/, next: ["e7", "e5"], made: ["p", "e5"] },
    { opponent: /^Computer/, next: ["d2", "d3"], made: ["P", "d3"] },
  ]) {
    const { page, letGo } = await firstVisit("/play?variant=chess");
    await page.getByRole("radio", { name: opponent }).check();
    if (next[0] === "d2") await page.getByRole("radio", { name: "White", exact: true }).check();
    await page.locator("form button[type=submit]").click();
    await click(page, "h2", "h3");
    await onBoard(page, "P", "h3");
    await click(page, ...next);
    assert.equal(await page.locator("[data-premove]").count(), 2, "the pending move is highlighted");
    letGo();
    await onBoard(page, ...made);
    assert.deepEqual(page.problems, []);
    await leave(page);
  }
});

test("a piece selected while the rules load can be moved afterwards", async () => {
  const { page, letGo } = await firstVisit("/analysis?variant=triboard");
  await click(page, "f2", "f3");
  await onBoard(page, "P", "f3");
  await square(page, "e7").click();
  letGo();
  await page.getByRole("progressbar").waitFor({ state: "detached" });
  await square(page, "e6").click();
  await onBoard(page, "p", "e6");
  assert.deepEqual(page.problems, []);
  await leave(page);
});

test("a linked position can be played before the rules load, including by keyboard", async () => {
  const { page, letGo } = await firstVisit("/?board=w:Ke1,Pa5;b:Ke8,Ph5&turn=white&lastMove=h7h5&variant=triboard");
  await square(page, "a5").focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.locator('[data-hint="capture"]').count(), 1, "en passant over the seam is shown");
  await page.keyboard.press("Escape");
  // Actions that need the rules are carried out once the rules are loaded.
  await page.getByRole("textbox", { name: "Type a move" }).fill("a6");
  await page.keyboard.press("Enter");
  letGo();
  await onBoard(page, "P", "a6");
  await click(page, "e8", "e7");
  await onBoard(page, "k", "e7");
  assert.deepEqual(page.problems, []);
  await leave(page);
});

test("an open tab announces a new version, and reloads when the user asks it to", async () => {
  const page = await visit(browser, `${server.url}/analysis`, { fresh: true });
  await click(page, "e2", "e4");
  await page.route("**/offline", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace(/name="build" content="\w+"/, 'name="build" content="another"'),
    });
  });
  assert.equal(await page.locator("[data-new-version]").count(), 0);
  // Simulates a service worker of a newer version taking over.
  await page.evaluate(() => navigator.serviceWorker.dispatchEvent(new Event("controllerchange")));
  await page.getByText("A new version is available.").waitFor();
  await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Reload" }).click()]);
  await onBoard(page, "P", "e4");
  await close(page);
});

test("a lesson shows its boards before the rules load, and can be solved afterwards", async () => {
  for (const [variant, goal] of [
    ["mirrorsquare", ["e2", "e4"]],
    ["triboard", null],
    ["trid", null],
  ]) {
    const { page, come, letGo } = await firstVisit(`/learn/${variant}`);
    await page.locator("[data-exercise] [data-piece]").first().waitFor({ state: "attached" });
    const bytes = come.reduce((sum, each) => sum + each.bytes, 0);
    console.log(`before the first board of the lesson on ${variant}: ${(bytes / 1024).toFixed(0)} KB`);
    assert.ok(bytes <= fits, `${bytes} bytes, but only ${fits} load in ${most} s`);
    const board = page.locator("[data-exercise]").first();
    const before = await pieces(board);
    assert.equal(await page.getByRole("button", { name: "Reset" }).count(), 0);
    letGo();
    await page.getByRole("button", { name: "Reset" }).first().waitFor();
    assert.deepEqual(await pieces(board), before, "the rules show the same position");
    if (goal) {
      for (const name of goal) await board.locator(`[role=gridcell][data-square="${name}"]`).click();
      await board.locator('[data-piece="p"][data-square="d5"]').first().waitFor();
    }
    assert.deepEqual(page.problems, []);
    await leave(page);
  }
});
