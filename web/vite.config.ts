import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";
import { shortName } from "./css-names.mjs";
import { fetched, pageTexts, texts } from "./texts.mjs";

/** Font subsets that the service worker does not cache; they are fetched on demand. */
const spareFont = /inter-(cyrillic|greek|vietnamese)/;

/**
 * Lists the build's files for the service worker. It also gives the build an id, which is part of the page
 * and changes with any of the files.
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

// The Go server handles all requests under /api; `npm run dev` forwards them.
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: isSsrBuild ? [texts()] : [texts(), offline()],
  // A prerendered page has empty boards.
  resolve: isSsrBuild
    ? { alias: [{ find: /^.*\/board\/Board$/, replacement: join(import.meta.dirname, "src/prerender/Board.tsx") }] }
    : {},
  // The uncompressed size of the rules, for the loading progress: a compressed response does not state it.
  define: { __RULES_SIZE__: existsSync("public/tain.wasm") ? statSync("public/tain.wasm").size : 0 },
  // Class names are short in the build, and descriptive during development.
  css: { modules: { generateScopedName: command === "build" ? shortName : "[name]-[local]" } },
  build: {
    target: "es2022",
    // Targets that support light-dark(), so that it is not transpiled.
    cssTarget: ["chrome123", "firefox128", "safari17.5"],
    modulePreload: { polyfill: false },
    // Fonts and images stay separate files, because the content security policy forbids inlining.
    assetsInlineLimit: 0,
    // three.js is a separate chunk, loaded only for boards in space.
    chunkSizeWarningLimit: 700,
    // The manifest, which prerender.mjs reads and removes.
    manifest: !isSsrBuild,
    rolldownOptions: {
      ...(isSsrBuild ? {} : { input: { index: "index.html", sw: "src/offline/sw.ts" } }),
      // If class names were inlined, their style sheet would seem unused and be dropped.
      optimization: { inlineConst: false },
      output: {
        // Shared components are one file, since each file costs an HTTP/1.1 browser a round trip. The
        // position editor's components, the puzzles, reviews and hints are separate, because the home page does not need them.
        ...(isSsrBuild
          ? {}
          : {
              codeSplitting: {
                groups: [
                  {
                    name: "shared",
                    test: /web\/src\/(?!board\/space|offline\/sw|game\/hint|pages\/(puzzles|analysis\/(review|editor\/[A-Z])))|preact/,
                    minShareCount: 3,
                  },
                  // Otherwise it would be in the file of the small pages, which the first page would then need.
                  { name: "shared", test: /web\/src\/lazy/ },
                  // Small pages, and the addresses of the rulebooks, are one file each, which compresses better.
                  { name: "pages", test: /web\/src\/pages\/(about|account|leaderboard|people)/ },
                  { name: "books", test: /web\/src\/data\/rulebook-/ },
                ],
              },
            }),
        // The service worker has a fixed name, by which the browser requests it.
        entryFileNames: isSsrBuild
          ? "[name].js"
          : (chunk) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
      },
    },
  },
  worker: { format: "es" },
  // The lessons are in the folders of their rule sets, outside this folder.
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: "http://localhost:8080", ws: true } } },
}));
