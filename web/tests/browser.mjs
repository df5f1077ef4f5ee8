// Runs the browser tests in parallel, one file per core, the largest first. A file with a failure is run again on its
// own, because a shared machine may render late; only the second result counts.
import { readdirSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { fileURLToPath } from "node:url";

/**
 * The core set of `make test`: playing, reviewing and viewing boards. `make test-long` runs all tests: node
 * tests/browser.mjs all.
 */
const core = [
  "about",
  "board",
  "games",
  "links",
  "live",
  "local",
  "nets",
  "portal",
  "review",
  "size",
  "space",
  "tables",
  "workers",
];

const folder = fileURLToPath(new URL(".", import.meta.url));
const all = process.argv[2] === "all";
const files = readdirSync(folder)
  .filter((file) => file.endsWith(".test.mjs") && (all || core.includes(file.replace(".test.mjs", ""))))
  .map((file) => join(folder, file))
  .sort((a, b) => statSync(b).size - statSync(a).size);

/** Runs test files, and returns those with failures. */
async function failing(tests, concurrency) {
  const failed = new Set();
  const results = run({ files: tests, concurrency });
  // A file that cannot be run counts as a failed test.
  results.on("test:fail", ({ file, name }) => failed.add(file ?? name));
  const report = results.compose(new spec());
  report.pipe(process.stdout, { end: false });
  await finished(report);
  return [...failed];
}

const first = await failing(files, availableParallelism());
if (first.length > 0) console.log(`running again: ${first.join(", ")}`);
const again = first.length > 0 ? await failing(first, 1) : [];
for (const file of again) console.log(`failed twice: ${file}`);
process.exitCode = again.length > 0 ? 1 : 0;
