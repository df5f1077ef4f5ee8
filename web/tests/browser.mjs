// Runs the tests in the browser, one file more at a time than there are cores, since each often waits, and
// the longest first, so that none is left to run alone at the end.
import { spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));
const files = readdirSync(folder)
  .filter((file) => file.endsWith(".test.mjs"))
  .map((file) => join(folder, file))
  .sort((a, b) => statSync(b).size - statSync(a).size);
const flags = ["--test", `--test-concurrency=${availableParallelism() + 1}`, "--test-reporter=spec"];
process.exitCode = spawnSync(process.execPath, [...flags, ...files], { stdio: "inherit" }).status ?? 1;
