// The harness of the browser tests: a server, a browser, and helpers that play on the page like a user.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

/** The program under test. */
export const program = process.env.TAIN ?? fileURLToPath(new URL("../../bin/tain", import.meta.url));

/** The paths where distributions install the browser. */
const browsers = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Starts a server on a free port. Without the flag --data, it stores games in memory only. */
export async function startServer(...flags) {
  assert.ok(existsSync(program), `${program} is missing: run make build`);
  const store = flags.includes("--data") ? [] : ["--memory"];
  const child = spawn(program, ["serve", "--addr", "127.0.0.1:0", ...store, ...flags], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const url = await new Promise((resolve, reject) => {
    const collect = (chunk) => {
      output += chunk;
      const found = output.match(/http:\/\/[^\s"]+/);
      if (found) resolve(found[0].replace(/\/$/, ""));
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    child.on("exit", (code) => reject(new Error(`tain serve exited with code ${code}: ${output}`)));
  });
  return {
    url,
    output: () => output,
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", resolve);
        child.kill("SIGTERM");
      }),
  };
}

/** Starts the browser. WebGL is rendered in software, because there may be no GPU. */
export async function startBrowser() {
  const executablePath = browsers.find((path) => path && existsSync(path));
  assert.ok(executablePath, "no Chromium found: run scripts/browser, or name one in CHROMIUM");
  return chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--use-gl=angle",
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
      // Everything else is rendered without the GPU. Debian's launcher enables GPU rasterization, which is slow without
      // a GPU.
      "--disable-gpu-rasterization",
      "--disable-gpu-compositing",
    ],
  });
}

/** Starts the server and the browser that the tests of a file share. They are stopped after the last test. */
export async function setup(...flags) {
  const [server, browser] = await Promise.all([startServer(...flags), startBrowser()]);
  after(async () => {
    await browser.close();
    await server.stop();
  });
  return { server, browser };
}

/** Pages ready for reuse, keyed by the options with which they were opened. */
const idle = new Map();

/** The default options of a context. */
const usual = {
  viewport: { width: 1280, height: 900 },
  reducedMotion: "reduce",
  // A service worker downloads all files a second time, and few tests need it.
  serviceWorkers: "block",
};

/**
 * Opens a page as a new user, who shares no cookies or storage with others. Problems are recorded in
 * page.problems; a test should end with none. Most of the cost of a new context is compiling the rules, so a
 * closed page is reused for the next visit with the same options (except with a service worker, which would
 * persist). Options in addition to the browser's: `view` is the view of boards in space, "plan" by default
 * ("" for the page's choice); `prepare` runs in the page before its scripts; `fresh` requests an unused page;
 * `early` requests one that starts before the rules are loaded (load.test.mjs).
 */
export async function visit(browser, url, options = {}) {
  const { view = "plan", prepare, early = false, fresh = early || prepare !== undefined, ...rest } = options;
  const key = fresh || rest.serviceWorkers ? "" : JSON.stringify(options);
  const page =
    idle.get(key)?.pop() ??
    (await newPage(browser, view, early ? prepare : waitForRules(prepare), { ...usual, ...rest }));
  page.problems = [];
  page.pool = key;
  await page.goto(url);
  return page;
}

/**
 * Returns a script that removes the position sent with a page, so that every test waits for the rules, and then runs
 * `prepare`.
 */
function waitForRules(prepare) {
  const take = () =>
    new MutationObserver(() => document.getElementById("first")?.remove()).observe(document, {
      childList: true,
      subtree: true,
    });
  return `(${take})();${prepare ? `(${prepare})();` : ""}`;
}

async function newPage(browser, view, prepare, options) {
  const context = await browser.newContext(options);
  if (prepare) await context.addInitScript(prepare);
  if (view) {
    await context.addInitScript((chosen) => {
      if (location.protocol === "http:") localStorage["tain.space-view"] ??= chosen;
    }, view);
  }
  const page = await context.newPage();
  page.on("pageerror", (problem) => page.problems.push(String(problem)));
  page.on("console", (message) => {
    const { url } = message.location();
    // Chromium requests this icon for the bare image shown between two tests.
    if (message.type() !== "error" || url.endsWith("/favicon.ico")) return;
    page.problems.push(`${message.text()} (${url})`);
  });
  page.setDefaultTimeout(60_000);
  return page;
}

/** Closes pages and asserts that they have no problems. */
export async function close(...pages) {
  for (const page of pages) {
    assert.deepEqual(page.problems, []);
    await leave(page);
  }
}

/** Closes a page, or keeps it for reuse, whatever its problems, and deletes its user's data. */
export async function leave(page) {
  const context = page.context();
  const { pool } = page;
  page.pool = "";
  if (!pool || context.pages().length > 1 || !page.url().startsWith("http")) return context.close();
  try {
    // Shows an image of the same site: the page is unloaded, but its process keeps running.
    await page.goto(new URL("/icon.svg", page.url()).href, { timeout: 5000 });
    await page.evaluate(() => {
      // Keep the record that the browser has the rules, so that they are compiled from its cache.
      const had = localStorage["tain.wasm"];
      localStorage.clear();
      if (had) localStorage["tain.wasm"] = had;
      sessionStorage.clear();
    });
    await context.clearCookies();
    await page.setViewportSize(JSON.parse(pool).viewport ?? usual.viewport);
  } catch {
    return context.close(); // the site is no longer reachable
  }
  if (!idle.has(pool)) idle.set(pool, []);
  idle.get(pool).push(page);
}

/** Asserts that an element is entirely inside the window. */
export async function assertInSight(page, locator, what) {
  const at = await locator.evaluate((each) => each.getBoundingClientRect().toJSON());
  const { width, height } = page.viewportSize();
  assert.ok(
    at.width > 0 && at.left >= -0.5 && at.top >= -0.5 && at.right <= width + 0.5 && at.bottom <= height + 0.5,
    `${what} is at ${JSON.stringify(at)}`,
  );
}

/** Waits until changes have been rendered. */
export const drawn = (page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Returns a square of the board, by its name. */
export const square = (page, name) => page.locator(`[role=gridcell][data-square="${name}"]`);

/** Plays a move with two clicks. */
export async function click(page, from, to) {
  await square(page, from).click();
  await square(page, to).click();
}

/** Returns the letters of the displayed pieces, keyed by square. */
export async function pieces(page) {
  return page
    .locator("[data-piece]")
    .evaluateAll((drawn) => Object.fromEntries(drawn.map((piece) => [piece.dataset.square, piece.dataset.piece])));
}

/** Returns the hints, keyed by square: "move" or "capture". */
export async function hints(page) {
  return page
    .locator("[data-hint][data-square]")
    .evaluateAll((drawn) => Object.fromEntries(drawn.map((hint) => [hint.dataset.square, hint.dataset.hint])));
}

/** Starts a proxy between page and server that can be cut, rejoined or frozen. */
export async function startProxy(target) {
  const { hostname, port } = new URL(target);
  const open = new Set();
  const sockets = new Set();
  let cut = false;
  const proxy = createServer((near) => {
    if (cut) return near.destroy();
    const far = connect(Number(port), hostname);
    near.once("data", (head) => {
      if (/^upgrade: websocket/im.test(head)) sockets.add(near).add(far);
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ]) {
      open.add(one);
      one.pipe(other);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        open.delete(one);
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${proxy.address().port}`,
    cut() {
      cut = true;
      for (const end of open) end.destroy();
    },
    /** Stops all traffic through the sockets without notifying either end. */
    freeze() {
      cut = true;
      for (const end of open) {
        if (sockets.has(end)) end.unpipe().pause();
        else end.destroy();
      }
    },
    join() {
      cut = false;
    },
    close() {
      this.cut();
      proxy.close();
    },
  };
}

/** Starts a game from the New game page. */
export async function begin(page, url, variant, opponent, choices = []) {
  await page.goto(`${url}/play?variant=${variant}`);
  await fillIn(page, [opponent, ...choices]);
}

/** Chooses options on the New game page, and starts the game. */
async function fillIn(page, choices) {
  for (const name of choices) await page.getByRole("radio", { name }).check();
  await page.locator("form button[type=submit]").click();
  await page.locator("[role=gridcell]").first().waitFor();
}

/** Returns the page of a user who has just started a game. */
export async function visitGame(browser, url, variant, opponent, choices = [], options = {}) {
  const page = await visit(browser, `${url}/play?variant=${variant}`, options);
  await fillIn(page, [opponent, ...choices]);
  return page;
}

/** Types a move into the move field. */
export async function type(page, move) {
  await page.getByRole("textbox", { name: "Type a move" }).fill(move);
  await page.keyboard.press("Enter");
}

/** Opens a section of the analysis drawer. */
export async function drawer(page, name) {
  const handle = page.getByRole("group", { name: "More" }).getByRole("button", { name, exact: true });
  if ((await handle.getAttribute("aria-expanded")) !== "true") await handle.click();
}

/** Opens a folded section of the workshop's form. */
export async function unfold(page, name) {
  const details = page.getByRole("region", { name, exact: true }).locator("details").first();
  if ((await details.getAttribute("open")) === null) await details.locator("summary").first().click();
}

/** Waits until the given move is the last in a game's list. */
export async function lastMove(page, san) {
  const moves = page.getByRole("group", { name: "Moves", exact: true }).getByRole("button");
  await moves
    .last()
    .and(page.getByRole("button", { name: san, exact: true }))
    .waitFor();
}

/**
 * Returns the pages of two users in a game against each other, and the link that the second one opened. The
 * first plays White.
 */
export async function beginFriends(browser, url, guestUrl, variant, choices = []) {
  const white = await visitGame(browser, url, variant, /^A friend/, ["White", ...choices]);
  const link = await white.getByRole("textbox", { name: "Link to the game" }).inputValue();
  const black = await visit(browser, link.replace(url, guestUrl));
  await black.getByRole("button", { name: "Join the game" }).click();
  await black.getByText("White to move").waitFor();
  await white.getByText("Your turn").waitFor();
  return { white, black, link };
}

/** Plays the moves of two users in turn by typing them, White first. */
export async function playInTurn(white, black, ...moves) {
  for (const [ply, move] of moves.entries()) {
    await type(ply % 2 === 0 ? white : black, move);
    await Promise.all([lastMove(white, move), lastMove(black, move)]);
  }
}

/**
 * Returns a page that was visited once with its service worker and is now offline, and the proxy that cut it
 * off.
 */
export async function visitOffline(browser, url) {
  const proxy = await startProxy(url);
  const page = await visit(browser, proxy.url, { serviceWorkers: "allow" });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  proxy.cut();
  return { proxy, page };
}

const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/**
 * Returns the violations that axe finds on a page or a part of it, by default only serious and critical ones.
 * The page must be opened with bypassCSP.
 */
export async function axeFindings(page, { impacts = /serious|critical/, part = "html", ...options } = {}) {
  await page.evaluate(axe);
  const violations = await page.evaluate(
    async ([within, choice]) => (await globalThis.axe.run(within, choice)).violations,
    [part, { resultTypes: ["violations"], preload: false, ...options }],
  );
  const shown = (nodes) => nodes.slice(0, 3).map(({ html }) => html.slice(0, 160));
  return violations
    .filter(({ impact }) => impacts.test(impact))
    .map(({ id, nodes }) => `${id}: ${shown(nodes).join(" | ")}`);
}

/** Asserts that axe finds no serious violations on a page, light and dark. */
export async function assertAccessible(page, what, dark = {}) {
  for (const [colorScheme, options] of Object.entries({ light: {}, dark })) {
    await page.emulateMedia({ colorScheme });
    await drawn(page);
    assert.deepEqual(await axeFindings(page, options), [], `axe finds violations: ${what}, ${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: "light" });
}
