import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";
import { shortName } from "./css-names.mjs";
import { fetched, pageTexts, texts } from "./texts.mjs";

/** The preloaded fonts; other subsets are fetched on demand. */
const spareFont = /inter-(cyrillic|greek|vietnamese)/;

/**
 * Lists the build's files for the service worker, and gives the build an id that changes with any of them and
 * is part of the page.
 */
function offline(): Plugin {
  let publicDir = "";
  return {
    name: "offline",
    apply: "build",
    configResolved(config) {
      publicDir = config.publicDir;
    },
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const worker = bundle["sw.js"];
        if (worker?.type !== "chunk") throw new Error("The service worker is missing from the build.");
        const built = Object.keys(bundle).filter(
          (name) => name.startsWith("assets/") && !name.endsWith(".map") && !spareFont.test(name),
        );
        const copied = readdirSync(publicDir).filter((name) => !name.endsWith(".gz"));
        const hash = createHash("sha256").update(built.sort().join());
        for (const name of copied.sort()) hash.update(name).update(readFileSync(join(publicDir, name)));
        const name = hash.digest("hex").slice(0, 16);
        const page = bundle["index.html"];
        if (page?.type !== "asset") throw new Error("The page is missing from the build.");
        page.source = String(page.source).replace("%BUILD%", name);
        const languageOf = (name: string) => /^assets\/(\w\w)\./.exec(name)?.[1];
        const isNet = (name: string) => name.endsWith(".net");
        const files = [...built.filter((name) => !languageOf(name) && !isNet(name)), ...copied].map(
          (name) => `/${name}`,
        );
        const languages = Object.fromEntries(
          fetched.map((language) => [
            language,
            built.filter((name) => languageOf(name) === language).map((name) => `/${name}`),
          ]),
        );
        worker.code = worker.code
          .replaceAll("__FILES__", JSON.stringify(files))
          .replaceAll("__NETS__", JSON.stringify(built.filter(isNet).map((name) => `/${name}`)))
          .replaceAll("__LANGUAGES__", JSON.stringify(languages))
          .replaceAll(
            "__UNREAD__",
            JSON.stringify(
              Object.fromEntries(
                ["en", ...fetched].map((language) => [
                  language,
                  pageTexts(language)["page.game.something-has-happened"],
                ]),
              ),
            ),
          )
          .replaceAll("__BUILD__", JSON.stringify(name));
      },
    },
  };
}

// The Go server handles everything under /api; `npm run dev` forwards it.
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: isSsrBuild ? [texts()] : [texts(), offline()],
  // A prerendered page has empty boards.
  resolve: isSsrBuild
    ? { alias: [{ find: /^.*\/board\/Board$/, replacement: join(import.meta.dirname, "src/prerender/Board.tsx") }] }
    : {},
  // For the loading progress of the rules: a compressed response does not state its length.
  define: { __RULES_SIZE__: existsSync("public/tain.wasm") ? statSync("public/tain.wasm").size : 0 },
  // Class names are short in the build, and descriptive during development.
  css: { modules: { generateScopedName: command === "build" ? shortName : "[name]-[local]" } },
  build: {
    target: "es2022",
    // light-dark() is not transpiled.
    cssTarget: ["chrome123", "firefox128", "safari17.5"],
    modulePreload: { polyfill: false },
    // Fonts and pictures stay files: the content security policy is strict.
    assetsInlineLimit: 0,
    // three.js is a chunk of its own, loaded for boards in space only.
    chunkSizeWarningLimit: 700,
    // prerender.mjs reads and removes it.
    manifest: !isSsrBuild,
    rolldownOptions: {
      ...(isSsrBuild ? {} : { input: { index: "index.html", sw: "src/offline/sw.ts" } }),
      // An inlined class name would leave its style sheet unused, and dropped.
      optimization: { inlineConst: false },
      output: {
        // Shared components are one file, since each costs an HTTP/1.1 browser a round trip. The components of
        // the position editor are separate: the home page does not need them.
        ...(isSsrBuild
          ? {}
          : {
              codeSplitting: {
                groups: [
                  {
                    name: "shared",
                    test: /web\/src\/(?!board\/space|offline\/sw|pages\/analysis\/editor\/[A-Z])|preact/,
                    minShareCount: 3,
                  },
                ],
              },
            }),
        // The service worker keeps its name, by which the browser requests it.
        entryFileNames: isSsrBuild
          ? "[name].js"
          : (chunk) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
      },
    },
  },
  worker: { format: "es" },
  // The lessons are with their rule sets, outside this folder.
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: "http://localhost:8080", ws: true } } },
}));
