// Download sizes.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";

const dist = new URL("../dist/", import.meta.url);
const KB = 1024;
/**
 * Returns the address of a file as stored by web/pack.mjs: compressed, except for the shell and
 * incompressible files.
 */
const packed = (file) => {
  const small = new URL(`${file}.gz`, dist);
  return existsSync(small) ? small : new URL(file, dist);
};
const text = (file) => {
  const data = readFileSync(packed(file));
  return (packed(file).pathname.endsWith(".gz") ? gunzipSync(data) : data).toString();
};
const zipped = (file) => statSync(packed(file)).size;
/** Returns the files of the build with an extension, without the compression suffixes. */
const built = (ending) => {
  const names = readdirSync(new URL("assets/", dist)).map((file) => file.replace(/\.(br|gz)$/, ""));
  return [...new Set(names)].filter((file) => file.endsWith(ending)).map((file) => `assets/${file}`);
};
const sum = (files) => [...files].reduce((total, file) => total + zipped(file), 0);
const shown = (bytes) => `${(bytes / KB).toFixed(1)} KB`;

/** Returns the scripts and style sheets that tags refer to. */
const requested = (html) =>
  new Set([...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file));

const pages = JSON.parse(text("pages.json"));
const shell = text("index.html");
const first = requested(shell + pages[""].head);

test("the first page loads at most 86 KB gzipped", () => {
  console.log(`first page: ${shown(sum(first))} in ${first.size} files`);
  assert.ok(first.size > 2, "the page has been built");
  assert.ok(sum(first) <= 86 * KB, `the first page is ${shown(sum(first))}`);
});

for (const [name, { head }] of Object.entries(pages).filter(([name]) => name !== "")) {
  test(`/${name} adds at most 42 KB gzipped`, () => {
    const own = sum([...requested(head)].filter((file) => !first.has(file)));
    console.log(`/${name}: ${shown(own)} more`);
    assert.ok(own <= 42 * KB, `/${name} adds ${shown(own)}`);
  });
}

test("the whole application is at most 268 KB gzipped, without three.js", () => {
  const scripts = built(".js");
  const own = scripts.filter((file) => !text(file).includes("WebGLRenderer"));
  assert.ok(own.length < scripts.length, "three.js is in a separate file");
  console.log(`application: ${shown(sum(own))} in ${own.length} files`);
  assert.ok(sum(own) <= 268 * KB, `the application is ${shown(sum(own))}`);
});

test("every style sheet is in the build", () => {
  const sheets = built(".css");
  const total = sum(sheets);
  console.log(`style sheets: ${shown(total)} in ${sheets.length} files`);
  // Ensures that the bundler has not dropped a style sheet as unused.
  assert.ok(total > 10 * KB, `the style sheets are only ${shown(total)}`);
});

test("the rules and the engine are at most 3.05 MB gzipped", () => {
  const size = zipped("tain.wasm");
  console.log(`tain.wasm.gz: ${(size / 1e6).toFixed(2)} MB`);
  assert.ok(size <= 3.05e6, `tain.wasm.gz has ${size} bytes; the limit is 3.05 MB`);
});
