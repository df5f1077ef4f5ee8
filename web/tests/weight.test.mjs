// How much is loaded, and how soon boards and hints are there. These tests run
// by themselves, after the others: what they measure needs the machine.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { square, stage, visit } from "./harness.mjs";

const { server, browser } = await stage();

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
  let best = Infinity;
  for (let i = 0; i < 10 && best >= 1000; i++) {
    const page = await visit(browser, "about:blank");
    const began = Date.now();
    await page.goto(server.url, { waitUntil: "commit" });
    await page.locator("[data-piece], [data-board]").first().waitFor();
    best = Math.min(best, Date.now() - began);
    await page.context().close();
  }
  console.log(`first board: ${best} ms`);
  assert.ok(best < 1000, `${best} ms`);
});

test("hints are there in the frame after the click", async () => {
  const page = await visit(browser, `${server.url}/analysis?variant=triboard`);
  // Warm, as after the first look at the board.
  await square(page, "g1").click();
  const took = await square(page, "b1").evaluate(async (cell) => {
    const times = [];
    for (let i = 0; i < 5; i++) {
      const { x, y, width, height } = cell.getBoundingClientRect();
      const at = { bubbles: true, clientX: x + width / 2, clientY: y + height / 2, button: 0, pointerId: 1, isPrimary: true, pointerType: "mouse" };
      await new Promise(requestAnimationFrame);
      const began = performance.now();
      cell.dispatchEvent(new PointerEvent("pointerdown", { ...at, buttons: 1 }));
      cell.dispatchEvent(new PointerEvent("pointerup", at));
      cell.dispatchEvent(new MouseEvent("click", at));
      while (!document.querySelector("[data-hint]")) await new Promise((resolve) => setTimeout(resolve));
      times.push(performance.now() - began);
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
      cell.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return Math.min(...times);
  });
  console.log(`hints: ${took.toFixed(1)} ms`);
  assert.ok(took < 16, `hints took ${took} ms`);
});
