// Measures how soon boards and hints appear (`make bench-web`). Milliseconds depend on the machine, so the figures of
// the first table are also given as multiples of a calibration: a fixed piece of work done by the same browser in
// between. Compare the multiples, not the milliseconds.
import { cpus, loadavg } from "node:os";
import { square, startBrowser, startServer, visit } from "./harness.mjs";
import { phoneVisit, slowLine, slowPages } from "./phone.mjs";

const rounds = Number(process.argv[2] ?? 7);

/** Returns how many milliseconds typical page work takes: creating, sorting and serialising objects. */
function calibrate() {
  const began = performance.now();
  let seed = 1;
  for (let round = 0; round < 20; round++) {
    const items = Array.from({ length: 5000 }, (_, id) => {
      seed = (seed * 48271) % 2147483647;
      return { id, key: seed };
    });
    items.sort((a, b) => a.key - b.key);
    if (JSON.stringify(items).length < 1000) throw new Error("The work was not done.");
  }
  return performance.now() - began;
}

/** Returns the milliseconds from the first request to a board with its pieces. */
async function firstBoard(page, url) {
  const began = performance.now();
  await page.goto(url, { waitUntil: "commit" });
  await page.locator("[data-piece]").first().waitFor();
  return performance.now() - began;
}

/** Returns the milliseconds from a click on a piece to the hints in the document. */
function hints(page) {
  return square(page, "b1").evaluate(async (cell) => {
    const { x, y, width, height } = cell.getBoundingClientRect();
    const at = {
      bubbles: true,
      clientX: x + width / 2,
      clientY: y + height / 2,
      button: 0,
      pointerId: 1,
      isPrimary: true,
      pointerType: "mouse",
    };
    const key = { key: "Escape", bubbles: true };
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    const began = performance.now();
    cell.dispatchEvent(new PointerEvent("pointerdown", { ...at, buttons: 1 }));
    cell.dispatchEvent(new PointerEvent("pointerup", at));
    while (!document.querySelector("[data-hint]")) await new Promise((resolve) => setTimeout(resolve));
    const took = performance.now() - began;
    while (document.querySelector("[data-hint]")) {
      cell.dispatchEvent(new KeyboardEvent("keydown", key));
      await frame();
    }
    return took;
  });
}

/**
 * Measures a first visit over a slow connection: time to the first paint, to the first move, and to the
 * rules, and the bytes transferred.
 */
async function slowVisit(browser, url) {
  const page = await visit(browser, "about:blank", { fresh: true, early: true });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", slowLine);
  let bytes = 0;
  cdp.on("Network.dataReceived", ({ encodedDataLength }) => (bytes += encodedDataLength));
  const began = performance.now();
  const since = () => performance.now() - began;
  await page.goto(url, { waitUntil: "commit" });
  await square(page, "e2").click();
  await square(page, "e4").click();
  await page.locator('[data-piece="P"][data-square="e4"]').first().waitFor();
  const moved = since();
  const needed = bytes;
  while ((await page.locator("[data-hint]").count()) === 0) {
    await square(page, "e7").click();
    await page.waitForTimeout(50);
  }
  const ready = since();
  const seen = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN);
  await page.context().close();
  return { seen, moved, ready, needed };
}

const median = (times) => [...times].sort((a, b) => a - b)[times.length >> 1];

const server = await startServer();
const browser = await startBrowser();
try {
  const times = {
    calibration: [],
    "first board, nothing cached": [],
    "first board of analysis, nothing cached": [],
    "hints after a click": [],
  };
  const reader = await visit(browser, `${server.url}/analysis?variant=triboard`);
  await square(reader, "g1").waitFor();
  for (let round = 0; round < rounds; round++) {
    times.calibration.push(await reader.evaluate(calibrate));
    times["hints after a click"].push(await hints(reader));
    for (const [name, path] of [
      ["first board, nothing cached", "/"],
      ["first board of analysis, nothing cached", "/analysis"],
    ]) {
      const page = await visit(browser, "about:blank", { fresh: true });
      times[name].push(await firstBoard(page, server.url + path));
      await page.context().close();
    }
  }
  const slow = [];
  for (let round = 0; round < Math.min(rounds, 3); round++)
    slow.push(await slowVisit(browser, `${server.url}/analysis`));
  const unit = median(times.calibration);
  console.log(`medians of ${rounds} rounds`.padEnd(44), "       ms   calibrations");
  for (const [name, all] of Object.entries(times)) {
    console.log(name.padEnd(44), median(all).toFixed(1).padStart(9), (median(all) / unit).toFixed(2).padStart(14));
  }
  console.log(`\nanalysis board, first visit at 1.6 Mbit/s and 150 ms, medians of ${slow.length} rounds`);
  for (const [name, what] of [
    ["the first paint", "seen"],
    ["the first move is played", "moved"],
    ["the rules are loaded", "ready"],
  ]) {
    console.log(name.padEnd(44), `${(median(slow.map((each) => each[what])) / 1000).toFixed(1)} s`.padStart(9));
  }
  console.log(
    "loaded before the first move".padEnd(44),
    `${Math.round(median(slow.map((each) => each.needed)) / 1024)} KB`.padStart(9),
  );
  console.log("\nfirst visit at 1.6 Mbit/s and 150 ms with a processor four times slower, medians, in seconds");
  const columns = {
    paint: "largest paint",
    shown: "board",
    movable: "movable",
    interactive: "interactive",
    blocked: "blocked",
    later: "by the rules",
  };
  console.log("page".padEnd(12), ...Object.values(columns));
  for (const page of slowPages) {
    const visits = [];
    for (let round = 0; round < Math.min(rounds, 3); round++) visits.push(await phoneVisit(browser, server.url, page));
    const figures = Object.entries(columns).map(([what, title]) => {
      const value = median(visits.map((each) => each[what])) / 1000;
      return (Number.isNaN(value) ? "" : value.toFixed(1)).padStart(title.length);
    });
    console.log(page.name.padEnd(12), ...figures);
  }
  console.log(`a calibration took ${unit.toFixed(1)} ms without the slower processor`);
  console.log(`load of the machine: ${loadavg()[0].toFixed(1)} on ${cpus().length} cores`);
} finally {
  await browser.close();
  await server.stop();
}
