// How much is loaded.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

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

test("every style sheet is in the build", () => {
  const sheets = readdirSync(new URL("assets/", dist)).filter((file) => file.endsWith(".css"));
  const total = sheets.reduce((sum, file) => sum + zipped(`assets/${file}`), 0);
  console.log(`style sheets: ${(total / 1024).toFixed(1)} KB gzipped in ${sheets.length} files`);
  // The bundler leaves out a style sheet of which it sees no use.
  assert.ok(total > 10 * 1024, `${total} bytes`);
});

test("the rules and the engine are at most 2.5 MB gzipped", () => {
  const { size } = statSync(new URL("tain.wasm.gz", dist)); // as it is sent
  console.log(`tain.wasm: ${(size / 1e6).toFixed(2)} MB gzipped`);
  assert.ok(size <= 2.5e6, `${size} bytes`);
});
