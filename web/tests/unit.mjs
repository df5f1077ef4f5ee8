// Runs the unit tests, src/**/*.test.ts: built as the page is, then run by
// Node's own test runner. `npm test -- NAME` runs the files with that in their
// path.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { texts } from "../texts.mjs";

const web = fileURLToPath(new URL("..", import.meta.url));
const wanted = process.argv[2] ?? "";
const files = readdirSync(join(web, "src"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".test.ts") && file.includes(wanted))
  .sort();
if (files.length === 0) {
  console.error(`There are no unit tests with "${wanted}" in their path.`);
  process.exit(1);
}
// Inside the folder, so that what the tests import is found.
const out = mkdtempSync(join(web, "node_modules", ".unit-"));
try {
  const input = Object.fromEntries(files.map((file) => [file.slice(0, -3), join(web, "src", file)]));
  await build({
    root: web,
    configFile: false, // the page as a whole is not being built
    publicDir: false,
    plugins: [texts()],
    logLevel: "warn",
    build: { ssr: true, target: "node20", outDir: out, rolldownOptions: { input, output: { entryFileNames: "[name].mjs" } } },
  });
  const built = files.map((file) => join(out, `${file.slice(0, -3)}.mjs`));
  process.exitCode = spawnSync(process.execPath, ["--test", "--test-reporter=spec", ...built], { stdio: "inherit" }).status ?? 1;
} finally {
  rmSync(out, { recursive: true, force: true });
}
