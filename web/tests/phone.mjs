// A first visit with a phone: a slow connection, and a processor four times slower than this machine's. Nothing of the
// test runner runs in the page while it is measured, because at this speed that would take longer than the page.
import { visit } from "./harness.mjs";

/** A slow connection, as on a train: 1.6 Mbit/s, with 150 ms latency. */
export const slowLine = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 1.6e6 / 8 };

/** The pages measured: what must appear, and the square of the piece that a visitor clicks, if any. */
export const slowPages = [
  { name: "home", path: "/", board: "[data-piece]" },
  { name: "analysis", path: "/analysis", board: "[data-piece]", first: "e2" },
  { name: "new game", path: "/play", board: "form button[type=submit]" },
  { name: "lesson", path: "/learn/triboard", board: "[data-exercise] [data-piece]" },
];

/** The part of a task, in milliseconds, beyond which it blocks the page. */
const long = 50;
/** A page is interactive when it has had no long task, and at most two requests at a time, for this long. */
const quiet = 5000;
/** How long a visit is watched after the board appears, in milliseconds, and after the rules are loaded. */
const [settle, rest] = [15_000, 3000];

/** Records what happens in the page. It runs before the page's scripts. */
function record([board, first]) {
  globalThis.measured = { paint: 0, first: NaN, shown: NaN, movable: NaN, shift: 0, tasks: [] };
  const observe = (type, each) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
  observe("largest-contentful-paint", ({ startTime }) => (measured.paint = startTime));
  observe("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") measured.first = startTime;
  });
  observe("layout-shift", ({ value, hadRecentInput }) => (measured.shift += hadRecentInput ? 0 : value));
  observe("longtask", ({ startTime, duration }) => measured.tasks.push([startTime, startTime + duration]));
  /** Reports where a square is, to be clicked, after the next paint. */
  const locate = () =>
    requestAnimationFrame(() =>
      setTimeout(() => {
        const { x, y, width, height } = document.querySelector(`[data-square="${first}"]`).getBoundingClientRect();
        measuredSquare(JSON.stringify({ x: x + width / 2, y: y + height / 2 }));
      }),
    );
  const watch = new MutationObserver(() => {
    if (Number.isNaN(measured.shown) && document.querySelector(board)) {
      measured.shown = performance.now();
      if (first) locate();
    }
    if (!first && measured.shown) watch.disconnect();
    if (document.querySelector("[data-hint]")) {
      measured.movable = performance.now();
      watch.disconnect();
    }
  });
  watch.observe(document, { childList: true, subtree: true });
}

/**
 * Returns when a page is interactive, as Lighthouse defines it: at the end of the last long task before the first
 * five seconds without one, and with at most two requests at a time. Times are in milliseconds since the navigation.
 */
export function interactiveAt(first, tasks, requests) {
  const busy = requests.flat().sort((a, b) => a - b);
  const crowded = busy.flatMap((at, i) => {
    const open = requests.filter(([begin, end]) => begin <= at && end > at).length;
    return open > 2 ? [[at, busy[i + 1] ?? Infinity]] : [];
  });
  let from = first;
  for (const [begin, end] of [...tasks, ...crowded].filter(([, end]) => end > first).sort(([a], [b]) => a - b)) {
    if (begin - from >= quiet) break;
    from = Math.max(from, end);
  }
  return Math.max(first, ...tasks.map(([, end]) => end).filter((end) => end <= from));
}

/** Returns how long tasks block a page between two times: the part of each beyond 50 ms. */
export function blockedBetween(from, to, tasks) {
  return tasks
    .map(([begin, end]) => Math.min(end, to) - Math.max(begin, from) - long)
    .filter((part) => part > 0)
    .reduce((sum, part) => sum + part, 0);
}

/**
 * Visits a page as a new user with a phone. Returns milliseconds: the first and the largest contentful paint, the time
 * until the board appears and until a piece shows its moves, the time until the page is interactive, the total blocking
 * time, and the blocking time afterwards, mostly by the start of the rules. `shift` is the cumulative layout shift.
 */
export async function phoneVisit(browser, url, { path, board, first }, options = {}) {
  const page = await visit(browser, "about:blank", {
    fresh: true,
    early: true,
    viewport: { width: 390, height: 844 },
    prepare: `(${record})(${JSON.stringify([board, first])})`,
    ...options,
  });
  const cdp = await page.context().newCDPSession(page);
  const located = new Promise((resolve) => {
    cdp.on("Runtime.bindingCalled", ({ name, payload }) => name === "measuredSquare" && resolve(JSON.parse(payload)));
  });
  const requests = new Map();
  cdp.on("Network.requestWillBeSent", ({ requestId, timestamp, request }) => {
    if (/^http/.test(request.url)) requests.set(requestId, [timestamp, Infinity]);
  });
  for (const event of ["Network.loadingFinished", "Network.loadingFailed"])
    cdp.on(event, ({ requestId, timestamp }) => {
      if (requests.has(requestId)) requests.get(requestId)[1] = timestamp;
    });
  await cdp.send("Runtime.enable");
  await cdp.send("Runtime.addBinding", { name: "measuredSquare" });
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", slowLine);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.goto(url + path, { waitUntil: "commit" });
  if (first) {
    const at = await located;
    for (const [type, buttons] of [
      ["mousePressed", 1],
      ["mouseReleased", 0],
    ])
      await cdp.send("Input.dispatchMouseEvent", { type, ...at, button: "left", buttons, clickCount: 1 });
  }
  await page.waitForTimeout(settle);
  // The runner's own functions would load its scripts into the page, which is a long task.
  const ask = async (expression) =>
    (await cdp.send("Runtime.evaluate", { expression, returnByValue: true })).result.value;
  while (!(await ask('"tainCall" in globalThis'))) await page.waitForTimeout(500);
  await page.waitForTimeout(rest);
  const found = await ask("measured");
  found.movable ??= NaN; // JSON has no NaN
  await page.context().close();
  const times = [...requests.values()];
  const origin = Math.min(...times.map(([begin]) => begin));
  const sent = times.map((each) => each.map((at) => (at - origin) * 1000));
  const interactive = interactiveAt(found.first, found.tasks, sent);
  return {
    ...found,
    interactive,
    blocked: blockedBetween(found.first, interactive, found.tasks),
    later: blockedBetween(interactive, Infinity, found.tasks),
  };
}
