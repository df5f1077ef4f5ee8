// The page's texts. They are in the program's catalogues, under codes that begin with "page.". The source
// names a message by its code; the build inserts the code's number and the English text, so that a page contains
// only the English text it shows. Each other language is one file, in the order of the numbers. When run
// directly (by `npm run check`), it writes the codes and their arguments as TypeScript types.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** This folder, even when the module is bundled into tests in a deeper folder. */
let web = fileURLToPath(new URL(".", import.meta.url));
while (!existsSync(join(web, "vite.config.ts"))) web = dirname(web);
const catalogues = join(web, "../internal/locale/catalogue");

/** The languages that are fetched; English is part of the scripts. */
export const fetched = ["de", "es", "fr", "ru"];
const others = fetched;

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

/** Returns the page's texts in a language, keyed by code. */
export function pageTexts(language) {
  return Object.fromEntries(
    Object.entries(read(join(catalogues, `${language}.json`))).filter(([code]) => code.startsWith("page.")),
  );
}

/** Returns all codes of the page, in the order of their numbers. */
export function pageCodes() {
  return Object.keys(pageTexts("en")).sort();
}

/** Returns the name of a language file, which changes with the content of the file. */
function named(language, name, text) {
  return `assets/${language}.${name}-${createHash("sha256").update(text).digest("hex").slice(0, 8)}.json`;
}

/**
 * Returns the separate files of a language, as written by internal/tool/webdata: the name, the built address and the
 * content of each.
 */
function longTexts(language) {
  const folder = join(web, "src/data", language);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(".json") && file !== "text.json" && file !== "about.json")
    .map((file) => {
      const name = file.slice(0, -5);
      const text = readFileSync(join(folder, file), "utf8");
      return { name, file: named(language, name, text), text };
    });
}

/**
 * Returns the main file of a language: its texts in the order of the codes (null if missing), its piece letters and
 * descriptions of the games, and the addresses of its separate files.
 */
export function languageFile(language, texts = pageTexts(language)) {
  const about = read(join(web, "src/data", language, "about.json"));
  const files = Object.fromEntries(longTexts(language).map(({ name, file }) => [name, `/${file}`]));
  return JSON.stringify({ texts: pageCodes().map((code) => texts[code] ?? null), about, files });
}

/** Returns the arguments of a message, each with its use: plain, plural, select, or tag. */
export function argumentsOf(text) {
  const found = new Map();
  const look = (part) => {
    for (let i = 0; i < part.length; i++) {
      if (part[i] === "'" && part[i + 2] === "'") i += 2;
      else if (part[i] === "{") {
        let depth = 1;
        let end = i + 1;
        for (; depth > 0; end++) {
          if (end >= part.length) throw new Error(`texts: unclosed brace in "${text}"`);
          if (part[end] === "'" && part[end + 2] === "'") end += 2;
          else if (part[end] === "{") depth++;
          else if (part[end] === "}") depth--;
        }
        const [, name, style, choices] =
          /^\s*(\w+)\s*(?:,\s*(\w+)\s*(?:,([\s\S]*))?)?$/.exec(part.slice(i + 1, end - 1)) ?? [];
        if (!name) throw new Error(`texts: "${part.slice(i, end)}" has no argument name`);
        const before = found.get(name);
        if (!before || before === "plain") found.set(name, style ?? "plain");
        for (const [, choice] of (choices ?? "").matchAll(/\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}/g)) look(choice);
        i = end - 1;
      }
    }
  };
  look(text);
  for (const [, tag] of text.matchAll(/<(\w+)>/g)) found.set(tag, "tag");
  return found;
}

const kinds = { plain: "string | number", plural: "number", select: "string | boolean", tag: "Tag" };

function types() {
  const lines = Object.entries(pageTexts("en")).map(([code, text]) => {
    const args = [...argumentsOf(text)].map(([name, kind]) => `${name}: ${kinds[kind] ?? "string | number"}`);
    return `  ${JSON.stringify(code)}: { ${args.join("; ")} };`;
  });
  return [
    'import type { ComponentChildren } from "preact";',
    "export type Tag = (text: ComponentChildren) => ComponentChildren;",
    `export interface Texts {\n${lines.join("\n")}\n}`,
    "",
  ].join("\n");
}

/**
 * Returns a Vite plugin that inserts the texts into the build and writes the language files next to it. The web
 * component has no language files.
 */
export function texts(fetched = others) {
  const english = pageTexts("en");
  const numbers = new Map(pageCodes().map((code, at) => [code, at]));
  const first = fetched.map((language) => ({
    name: language,
    file: named(language, "text", languageFile(language)),
    text: languageFile(language),
  }));
  const files = new Map([...first, ...fetched.flatMap(longTexts)].map(({ file, text }) => [file, text]));
  const virtual = "virtual:languages";
  return {
    name: "texts",
    resolveId: (id) => (id === virtual ? `\0${virtual}` : undefined),
    load(id) {
      if (id !== `\0${virtual}`) return undefined;
      return `export default ${JSON.stringify(Object.fromEntries(first.map(({ name, file }) => [name, `/${file}`])))};`;
    },
    transform(code, id) {
      if (!id.startsWith(join(web, "src")) || !/\.tsx?(\?|$)/.test(id) || !code.includes('"page.')) return undefined;
      return {
        code: code.replace(/"(page\.[a-z0-9.-]+)"/g, (_, name) => {
          if (!numbers.has(name)) this.error(`There is no text ${name} in ${join(catalogues, "en.json")}.`);
          return JSON.stringify(`${numbers.get(name)}|${english[name]}`);
        }),
        map: null,
      };
    },
    generateBundle() {
      if (this.environment?.config.build.ssr) return;
      for (const [fileName, source] of files) this.emitFile({ type: "asset", fileName, source });
    },
    configureServer(server) {
      server.middlewares.use((request, answer, next) => {
        const text = files.get(request.url?.slice(1) ?? "");
        if (text === undefined) next();
        else answer.setHeader("Content-Type", "application/json").end(text);
      });
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const out = join(web, "node_modules/.css-types/text/codes.d.ts");
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, types());
}
