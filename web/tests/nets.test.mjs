// The nets of the engine: fetched when they are needed, there without a connection, and done without where they cannot be had.
import assert from "node:assert/strict";
import { test } from "node:test";
import { click, close, leave, setup, square, startProxy, visit, visitGame } from "./harness.mjs";

const { server, browser } = await setup();

/** Notes in the page what it tells its workers. */
function listen() {
  globalThis.told = [];
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...rest) {
    globalThis.told.push(message.type === "net" ? { type: "net", variant: message.variant, size: message.net.byteLength } : { type: message.type });
    return postMessage.call(this, message, ...rest);
  };
}

/** What was told of nets and searches, in its order. */
const told = (page) => page.evaluate(() => globalThis.told.filter((one) => one.type === "net" || one.type === "search"));

/** Switches the engine of an analysis on, and waits until it says something. */
async function analyse(page) {
  const engine = page.getByRole("region", { name: "Engine" });
  await square(page, "e2").waitFor();
  const start = engine.getByRole("button", { name: "Start", exact: true });
  if (await start.isVisible()) await start.click();
  await engine.locator("li").first().waitFor();
}

test("an analysis fetches the net of its game, once and no other, and hands it to its engines", async () => {
  const page = await visit(browser, `${server.url}/analysis?variant=mirrorsquare`, { prepare: listen });
  const fetched = [];
  page.on("request", (request) => request.url().endsWith(".net") && fetched.push(new URL(request.url()).pathname));
  await analyse(page);
  await click(page, "e2", "e4");
  await page.waitForFunction(() => globalThis.told.some((one) => one.type === "net") && globalThis.told.filter((one) => one.type === "search").length > 1);
  for (const net of (await told(page)).filter((one) => one.type === "net")) {
    assert.equal(net.variant, "mirrorsquare");
    assert.ok(net.size > 50_000 && net.size < 150_000, `it has ${net.size} bytes`);
  }
  assert.equal(fetched.length, 1, fetched.join());
  assert.match(fetched[0], /^\/assets\/mirrorsquare-.*\.net$/);
  await close(page);
});

test("a weak opponent plays by weights, as it was measured, and fetches nothing", async () => {
  const page = await visitGame(browser, server.url, "chess", /^The computer/, ["White"], { prepare: listen });
  await click(page, "e2", "e4");
  await page.getByRole("group", { name: "Moves", exact: true }).getByRole("button").nth(1).waitFor();
  assert.deepEqual(
    (await told(page)).filter((one) => one.type === "net"),
    [],
  );
  await close(page);
});

test("without a net, or with one that is none, the engine goes on", async () => {
  for (const answer of [{ status: 404, body: "" }, { status: 200, body: "TAIN NET 2\nnonsense" }]) {
    const page = await visit(browser, `${server.url}/`, { fresh: true });
    await page.route("**/*.net", (route) => route.fulfill(answer));
    await page.goto(`${server.url}/analysis?variant=chess`);
    await analyse(page);
    page.problems = page.problems.filter((problem) => !problem.includes(".net"));
    await close(page);
  }
});

test("a net that was fetched once is there without a connection", async () => {
  const proxy = await startProxy(server.url);
  const page = await visit(browser, proxy.url, { serviceWorkers: "allow", prepare: listen });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto(`${proxy.url}/analysis?variant=triboard`);
  await analyse(page);
  await page.waitForFunction(() => globalThis.told.some((one) => one.type === "net"));
  proxy.cut();
  await page.goto(`${proxy.url}/analysis?variant=triboard`);
  await analyse(page);
  await page.waitForFunction(() => globalThis.told.some((one) => one.type === "net" && one.variant === "triboard"));
  await leave(page);
  proxy.close();
});

test("where there is no room to keep it a net is used all the same", async () => {
  const proxy = await startProxy(server.url);
  const page = await visit(browser, proxy.url, { serviceWorkers: "allow", prepare: listen });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Storage.overrideQuotaForOrigin", { origin: new URL(proxy.url).origin, quotaSize: 1 });
  await page.goto(`${proxy.url}/analysis?variant=triboard`);
  await analyse(page);
  await page.waitForFunction(() => globalThis.told.some((one) => one.type === "net" && one.variant === "triboard"));
  await leave(page);
  proxy.close();
});
