import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";
import { shortName } from "./css-names.mjs";
import { fetched, pageTexts, texts } from "./texts.mjs";

/** The fonts the page is written in; the other subsets are fetched when they are needed. */
const spareFont = /inter-(cyrillic|greek|vietnamese)/;

/**
 * Tells the service worker which files there are, and gives the build a name
 * that changes whenever one of them does, and that the page tells too.
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

// The Go server answers everything under /api; `npm run dev` passes it on.
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: isSsrBuild ? [texts()] : [texts(), offline()],
  // A page that is drawn beforehand has empty boards.
  resolve: isSsrBuild
    ? { alias: [{ find: /^.*\/board\/Board$/, replacement: join(import.meta.dirname, "src/prerender/Board.tsx") }] }
    : {},
  // So that the page can tell how much of the rules has come: packed, their length is not known.
  define: { __RULES_SIZE__: existsSync("public/tain.wasm") ? statSync("public/tain.wasm").size : 0 },
  // Class names are short where they are sent, and tell where they come from during development.
  css: { modules: { generateScopedName: command === "build" ? shortName : "[name]-[local]" } },
  build: {
    target: "es2022",
    // light-dark() is sent as it is written.
    cssTarget: ["chrome123", "firefox128", "safari17.5"],
    modulePreload: { polyfill: false },
    // Fonts and pictures stay files: the content security policy is strict.
    assetsInlineLimit: 0,
    // three.js stands apart and is loaded for boards in space only.
    chunkSizeWarningLimit: 700,
    // prerender.mjs reads it, and takes it away.
    manifest: !isSsrBuild,
    rolldownOptions: {
      ...(isSsrBuild ? {} : { input: { index: "index.html", sw: "src/offline/sw.ts" } }),
      // A class name written out where it is used would leave its style sheet unused, and out.
      optimization: { inlineConst: false },
      output: {
        // What several pages share is one file: each costs a browser that speaks HTTP/1.1 a journey. The components of
        // the position editor are left out: the first page has no use for them.
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
        // The service worker keeps its name, since the browser asks for it by that.
        entryFileNames: isSsrBuild
          ? "[name].js"
          : (chunk) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
      },
    },
  },
  worker: { format: "es" },
  // The lessons lie beside their rule sets, outside this folder.
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: "http://localhost:8080", ws: true } } },
}));
