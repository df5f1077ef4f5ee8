// The unit tests, src/**/*.test.ts. `npm test -- NAME` runs the files with that in their path.
import { defineConfig } from "vitest/config";
import { texts } from "./texts.mjs";

export default defineConfig({
  plugins: [texts()],
  test: { include: ["src/**/*.test.ts"], pool: "threads" },
});
