import { defineConfig } from "vite";

// The Go server answers everything under /api; `npm run dev` passes it on.
export default defineConfig({
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    // Fonts and pictures stay files: the content security policy is strict.
    assetsInlineLimit: 0,
  },
  worker: { format: "es" },
  server: { proxy: { "/api": { target: "http://localhost:8080", ws: true } } },
});
