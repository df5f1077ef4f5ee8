// Builds the web component from the page's boards, with their styles inlined.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { shortName } from "../../css-names.mjs";
import { texts } from "../../texts.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const source = (name) => join(here, "src", name);

/** Modules of the page that are replaced here: an embedded board has its own settings and rules. */
const own = {
  name: "own-modules",
  enforce: "pre",
  resolveId(id, importer) {
    if (!importer?.includes("/web/src/")) return null;
    if (/\/settings\/settings$|^\.\/settings$/.test(id)) return source("look.ts");
    if (/\/rules\/useRules$/.test(id)) return source("useRules.ts");
    return null;
  },
};

/**
 * Returns the page's design tokens (CSS variables) as defaults for the element. The host page overrides a
 * token by setting the variable of the same name with the prefix `--tain-`.
 */
export function hostTokens(css) {
  if (!/^:root,\n\[data-board="\w+"\] \{/m.test(css)) {
    throw new Error('tokens.css has no default board colours: write `:root,` above one `[data-board="..."]`.');
  }
  return css
    .replace(/:root:root \{\s*--pace: 0;/, ":host { --pace: 0 !important;")
    .replace(/^:root\[data-theme="(\w+)"\]/gm, ':host([theme="$1"])')
    .replace(/^:root\[data-pace="(\w+)"\]/gm, ':host([pace="$1"])')
    .replace(/^\[data-board="(\w+)"\]/gm, ':host([colours="$1"])')
    .replace(/^:root/gm, ":host")
    .replace(/^ {2}--([\w-]+): ([^;]+);/gm, "  --$1: var(--tain-$1, $2);");
}

const tokens = {
  name: "host-tokens",
  enforce: "pre",
  load(id) {
    return id.endsWith("/style/tokens.css") ? hostTokens(readFileSync(id, "utf8")) : null;
  },
};

/** Inlines the style sheet into the script. */
const inside = {
  name: "styles-inside",
  generateBundle: {
    order: "post",
    handler(_options, bundle) {
      const sheets = Object.values(bundle).filter(({ fileName }) => fileName.endsWith(".css"));
      if (sheets.length !== 1) throw new Error(`Expected one style sheet, found ${sheets.length}.`);
      let used = 0;
      for (const chunk of Object.values(bundle).filter(({ type }) => type === "chunk")) {
        chunk.code = chunk.code.replace(/(["'`])TAIN_STYLES\1/g, () => {
          used++;
          return JSON.stringify(String(sheets[0].source));
        });
      }
      if (used !== 1) throw new Error(`Expected one placeholder for the style sheet, found ${used}.`);
      delete bundle[sheets[0].fileName];
    },
  },
};

/** Returns the Vite configuration that builds the component into a folder. */
export function boardConfig(outDir) {
  return {
    configFile: false,
    root: here,
    logLevel: "warn",
    publicDir: false,
    plugins: [own, tokens, inside, texts([])],
    css: { modules: { generateScopedName: shortName } },
    define: { "process.env.NODE_ENV": '"production"', __RULES_SIZE__: "0" },
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    build: {
      outDir,
      emptyOutDir: false,
      target: "es2022",
      cssTarget: ["chrome123", "firefox128", "safari17.5"],
      cssCodeSplit: false,
      minify: true,
      lib: { entry: source("index.ts"), formats: ["es"], fileName: () => "index.js" },
      // three.js is a separate chunk, loaded only for boards in space.
      chunkSizeWarningLimit: 700,
      rolldownOptions: {
        external: ["@tainchess/rules"],
        // The page uses the browser's storage; an embedded board uses memory.
        transform: {
          inject: { localStorage: [source("memory.ts"), "memory"], sessionStorage: [source("memory.ts"), "memory"] },
        },
        optimization: { inlineConst: false },
        output: { chunkFileNames: "[name]-[hash].js", minify: true },
      },
    },
  };
}
