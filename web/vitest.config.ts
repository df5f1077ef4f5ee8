// The unit tests, src/**/*.test.ts. `npm test -- NAME` runs the files whose path contains NAME.
import { defineConfig } from "vitest/config";
import { texts } from "./texts.mjs";

export default defineConfig({
  plugins: [texts()],
  // The time limit is long enough for tests that parse the whole source on a busy machine. Worker threads sometimes
  // crash Node 20 with a segmentation fault. Files share a process, which saves two thirds of the time; no file
  // changes global state that others see.
  test: { include: ["src/**/*.test.ts"], pool: "forks", isolate: false, testTimeout: 60_000 },
});
