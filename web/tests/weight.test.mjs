// How much is loaded, and how soon the board is there.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { startBrowser, startServer, visit } from "./harness.mjs";

const dist = new URL("../dist/", import.meta.url);
const zipped = (file) => gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length;

test("the whole application is at most 150 KB gzipped, without three.js", () => {
  const scripts = readdirSync(new URL("assets/", dist)).filter((file) => file.endsWith(".js"));
  assert.ok(scripts.length > 5, "the page has been built");
  const own = scripts.filter((file) => !readFileSync(new URL(`assets/${file}`, dist), "utf8").includes("WebGLRenderer"));
  assert.ok(own.length < scripts.length, "three.js stands apart");
  const total = own.reduce((sum, file) => sum + zipped(`assets/${file}`), 0);
  console.log(`application: ${(total / 1024).toFixed(1)} KB gzipped in ${own.length} files`);
  assert.ok(total <= 150 * 1024, `${total} bytes`);
});

test("the rules and the engine are at most 2.5 MB gzipped", () => {
  const size = zipped("tain.wasm");
  console.log(`tain.wasm: ${(size / 1e6).toFixed(2)} MB gzipped`);
  assert.ok(size <= 2.5e6, `${size} bytes`);
});

test("the first board is on screen within a second, with nothing in the cache", async () => {
  const server = await startServer();
  const browser = await startBrowser();
  try {
    let best = Infinity;
    for (let i = 0; i < 10 && best >= 1000; i++) {
      const page = await visit(browser, "about:blank");
      const began = Date.now();
      await page.goto(server.url, { waitUntil: "commit" });
      await page.locator("[data-piece], svg .board, [data-board]").first().waitFor();
      best = Math.min(best, Date.now() - began);
      await page.context().close();
    }
    console.log(`first board: ${best} ms`);
    assert.ok(best < 1000, `${best} ms`);
  } finally {
    await browser.close();
    await server.stop();
  }
});
