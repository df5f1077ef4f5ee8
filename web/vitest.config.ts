// The unit tests, src/**/*.test.ts. `npm test -- NAME` runs the files with that in their path.
import { defineConfig } from "vitest/config";
import { texts } from "./texts.mjs";

export default defineConfig({
  plugins: [texts()],
  // Long enough for the tests that read the whole source, on a machine that is busy.
  test: { include: ["src/**/*.test.ts"], pool: "threads", testTimeout: 60_000 },
});
