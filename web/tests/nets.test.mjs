// The engine's nets: fetched on demand, available offline, and not required.
import assert from "node:assert/strict";
import { test } from "node:test";
import { click, close, drawer, leave, setup, square, startProxy, visit, visitGame } from "./harness.mjs";

const { server, browser } = await setup();

/** Records the messages from the page to its workers. */
function listen() {
  globalThis.sent = [];
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...rest) {
    globalThis.sent.push(
      message.type === "net"
        ? { type: "net", variant: message.variant, size: message.net.byteLength }
        : { type: message.type },
    );
    return postMessage.call(this, message, ...rest);
  };
}

/** Returns the messages about nets and searches, in order. */
const sent = (page) =>
  page.evaluate(() => globalThis.sent.filter((one) => one.type === "net" || one.type === "search"));

/** Switches the analysis engine on, and waits for its first output. */
async function analyse(page) {
  const engine = page.getByRole("region", { name: "Engine" });
  await square(page, "e2").waitFor();
  const start = engine.getByRole("button", { name: "Start", exact: true });
  if (await start.isVisible()) await start.click();
  await engine.locator("li").first().waitFor();
}

test("analysis fetches only its game's net, once, and passes it to its engines", async () => {
  const page = await visit(browser, `${server.url}/analysis?variant=mirrorsquare`, { prepare: listen });
  const fetched = [];
  page.on("request", (request) => request.url().endsWith(".net") && fetched.push(new URL(request.url()).pathname));
  await analyse(page);
  await click(page, "e2", "e4");
  await page.waitForFunction(
    () =>
      globalThis.sent.some((one) => one.type === "net") &&
      globalThis.sent.filter((one) => one.type === "search").length > 1,
  );
  for (const net of (await sent(page)).filter((one) => one.type === "net")) {
    assert.equal(net.variant, "mirrorsquare");
    assert.ok(net.size > 50_000 && net.size < 150_000, `the net has ${net.size} bytes`);
  }
  assert.equal(fetched.length, 1, fetched.join());
  assert.match(fetched[0], /^\/assets\/mirrorsquare-.*\.net$/);
  await close(page);
});

test("a weak opponent uses no net", async () => {
  const page = await visitGame(browser, server.url, "chess", /^Computer/, ["White"], { prepare: listen });
  await click(page, "e2", "e4");
  await page.getByRole("group", { name: "Moves", exact: true }).getByRole("button").nth(1).waitFor();
  assert.deepEqual(
    (await sent(page)).filter((one) => one.type === "net"),
    [],
  );
  await close(page);
});

test("the engine works without a net or with an invalid one", async () => {
  for (const answer of [
    { status: 404, body: "" },
    { status: 200, body: "TAIN NET 2\nnonsense" },
  ]) {
    const page = await visit(browser, `${server.url}/`, { fresh: true });
    await page.route("**/*.net", (route) => route.fulfill(answer));
    await page.goto(`${server.url}/analysis?variant=chess`);
    await analyse(page);
    page.problems = page.problems.filter((problem) => !problem.includes(".net"));
    await close(page);
  }
});

test("a net fetched once is available offline", async () => {
  const proxy = await startProxy(server.url);
  const page = await visit(browser, proxy.url, { serviceWorkers: "allow", prepare: listen });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto(`${proxy.url}/analysis?variant=triboard`);
  await analyse(page);
  await page.waitForFunction(() => globalThis.sent.some((one) => one.type === "net"));
  proxy.cut();
  await page.goto(`${proxy.url}/analysis?variant=triboard`);
  await analyse(page);
  await page.waitForFunction(() => globalThis.sent.some((one) => one.type === "net" && one.variant === "triboard"));
  await leave(page);
  proxy.close();
});

test("a net is used even if there is no space to cache it", async () => {
  const proxy = await startProxy(server.url);
  const page = await visit(browser, proxy.url, { serviceWorkers: "allow", prepare: listen });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Storage.overrideQuotaForOrigin", { origin: new URL(proxy.url).origin, quotaSize: 1 });
  await page.goto(`${proxy.url}/analysis?variant=triboard`);
  await analyse(page);
  await page.waitForFunction(() => globalThis.sent.some((one) => one.type === "net" && one.variant === "triboard"));
  await leave(page);
  proxy.close();
});

test("each piece's contribution is shown on the board and in a list that adds up", async () => {
  const page = await visit(browser, `${server.url}/analysis?variant=mirrorsquare`, { prepare: listen });
  await square(page, "e2").waitFor();
  await drawer(page, "Board");
  const toggle = page.getByRole("button", { name: "Piece values" });
  await toggle.click();
  const list = page.getByRole("region", { name: "Piece contributions" });
  await list.waitFor();
  assert.ok(
    (await sent(page)).some((one) => one.type === "net"),
    "the net is used",
  );
  const hundredths = (text) => Math.round(100 * Number(text.replace("−", "-")));
  const check = async () => {
    const worths = await list
      .locator("[data-worth]")
      .evaluateAll((cells) =>
        cells.map((cell) => [cell.dataset.worth, cell.textContent, cell.previousElementSibling.className !== ""]),
      );
    const pieces = await page
      .locator("[data-piece]:not([data-piece=K]):not([data-piece=k])")
      .evaluateAll(
        (all) => all.filter((one) => !one.closest("[data-board]") || one.closest("[data-board=centre]")).length,
      );
    assert.equal(worths.length, pieces, "every piece except the kings is listed");
    assert.equal(await page.locator("[data-figure]").count(), pieces);
    for (const [name, text] of worths) {
      const shown = await page.locator(`[data-figure="${name.slice(-2)}"]`).textContent();
      assert.ok(
        Math.abs(hundredths(shown) - hundredths(text)) <= 5,
        `${name}: ${shown} on the board, ${text} in the list`,
      );
    }
    const sum = worths.reduce((all, [, text, black]) => all + (black ? -1 : 1) * hundredths(text), 0);
    const score = hundredths(await list.locator("[data-score]").textContent());
    assert.equal(sum + hundredths(await list.locator("[data-together]").textContent()), score);
    return score;
  };
  const before = await check();
  await click(page, "e2", "e4"); // which spawns a black pawn on d5
  await list.locator('[data-worth="d5"]').waitFor();
  assert.notEqual(await check(), before);
  await toggle.click();
  assert.equal(await page.locator("[data-figure]").count(), 0);
  await close(page);
});

test("an engine that failed to load is restarted, and a finished game is not evaluated", async () => {
  const page = await visit(browser, `${server.url}/analysis?variant=chess`);
  await square(page, "e2").waitFor();
  await page.route(/engine\.worker/, (route) => route.abort());
  await drawer(page, "Board");
  await page.getByRole("button", { name: "Piece values" }).click();
  await page.getByText("The engine stopped").waitFor();
  await page.unroute(/engine\.worker/);
  const list = page.getByRole("region", { name: "Piece contributions" });
  await click(page, "f2", "f3");
  await list.waitFor();
  for (const [from, to] of [
    ["e7", "e5"],
    ["g2", "g4"],
    ["d8", "h4"],
  ])
    await click(page, from, to);
  await page.getByText("The game has ended in this position").waitFor();
  assert.equal(await list.count(), 0);
  assert.equal(await page.locator("[data-figure]").count(), 0);
  await close(page);
});

test("a late net is used by the next search, and piece values wait for it", async () => {
  const page = await visit(browser, `${server.url}/`, { fresh: true, prepare: listen });
  let arrive;
  const arrived = new Promise((resolve) => (arrive = resolve));
  await page.route("**/*.net", async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto(`${server.url}/analysis?variant=mirrorsquare`);
  await analyse(page);
  assert.deepEqual(
    await sent(page),
    (await sent(page)).filter((one) => one.type === "search"),
    "the search starts without the net",
  );
  await drawer(page, "Board");
  await page.getByRole("button", { name: "Piece values" }).click();
  const list = page.getByRole("region", { name: "Piece contributions" });
  await click(page, "e2", "e4");
  await page.getByRole("region", { name: "Engine" }).locator("li").first().waitFor();
  assert.equal(await list.count(), 0, "no values are shown before the net loads");
  arrive();
  await list.locator('[data-worth="d5"]').waitFor();
  await click(page, "d7", "d6");
  await page.waitForFunction(() => {
    const kinds = globalThis.sent.map((one) => one.type);
    return kinds.filter((kind) => kind === "net").length > 1 && kinds.lastIndexOf("search") > kinds.indexOf("net");
  });
  await close(page);
});
