// The unit tests, src/**/*.test.ts. `npm test -- NAME` runs the files whose path contains NAME.
import { defineConfig } from "vitest/config";
import { texts } from "./texts.mjs";

export default defineConfig({
  plugins: [texts()],
  // Long enough for tests that parse the whole source on a busy machine.
  test: { include: ["src/**/*.test.ts"], pool: "threads", testTimeout: 60_000 },
});
