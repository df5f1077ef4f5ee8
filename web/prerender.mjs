// Writes dist/pages.json, which the server uses to complete the HTML of a page: tags that preload the page's files, and
// its first screen in every language.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";
import { fetched, languageFile } from "./texts.mjs";

const web = fileURLToPath(new URL(".", import.meta.url));

/** The modules of each page, keyed by the first segment of its path. */
const pages = {
  "": ["src/pages/home/Home.tsx"],
  play: ["src/pages/play/Play.tsx"],
  game: ["src/pages/game/Game.tsx"],
  local: ["src/pages/local/Local.tsx"],
  analysis: ["src/pages/analysis/Analysis.tsx"],
  learn: ["src/pages/learn/Learn.tsx"],
  puzzles: ["src/pages/puzzles/Puzzles.tsx"],
  study: ["src/pages/study/Study.tsx"],
  watch: ["src/pages/watch/Watch.tsx"],
  workshop: ["src/pages/workshop/Workshop.tsx"],
  games: ["src/pages/games/Games.tsx"],
};

const manifest = JSON.parse(readFileSync(join(web, "dist/.vite/manifest.json"), "utf8"));

/**
 * Collects the scripts and style sheets of a module and its imports. Imported style sheets come first, so
 * that a page can override them.
 */
function filesOf(name, found = { scripts: new Set(), styles: new Set() }) {
  const entry = manifest[name];
  if (!entry) throw new Error(`prerender: the build has no ${name}`);
  if (found.scripts.has(entry.file)) return found;
  found.scripts.add(entry.file);
  for (const other of entry.imports ?? []) filesOf(other, found);
  for (const sheet of entry.css ?? []) found.styles.add(sheet);
  return found;
}

/** Returns the tags that preload a page's files, except those that the shell already requests. */
function tagsOf(modules) {
  const shell = filesOf("index.html");
  const found = { scripts: new Set(), styles: new Set() };
  for (const name of modules) filesOf(name, found);
  return [
    ...[...found.styles]
      .filter((file) => !shell.styles.has(file))
      .map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...[...found.scripts]
      .filter((file) => !shell.scripts.has(file))
      .map((file) => `<link rel="modulepreload" href="/${file}">`),
  ].join("");
}

/** Emulates the browser APIs that pages use on their first render. */
function emulateBrowser(address) {
  const nothing = () => {};
  const events = { addEventListener: nothing, removeEventListener: nothing };
  const storage = { getItem: () => null, setItem: nothing, removeItem: nothing };
  const browser = {
    ...events,
    location: new URL(address, "http://localhost"),
    localStorage: storage,
    sessionStorage: storage,
    matchMedia: () => ({ matches: false, ...events }),
    document: {
      ...events,
      documentElement: { dataset: {}, style: { setProperty: nothing } },
      getElementById: () => null,
      querySelector: () => null,
    },
    history: { replaceState: nothing, pushState: nothing },
  };
  for (const [name, value] of Object.entries(browser))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  Object.defineProperty(globalThis, "window", { value: globalThis, configurable: true });
  Object.defineProperty(globalThis, "navigator", { value: { onLine: true, language: "en" }, configurable: true });
}

/**
 * Renders the home page and the frame in every language. Inline styles are removed, because the content security policy
 * forbids them. Links work immediately; buttons are inert until the scripts are loaded.
 */
async function draw() {
  const out = mkdtempSync(join(web, "node_modules", ".prerender-"));
  try {
    await build({
      root: web,
      logLevel: "warn",
      publicDir: false,
      mode: "prerender",
      build: { ssr: join(web, "src/prerender/prerender.tsx"), outDir: out, emptyOutDir: false },
    });
    emulateBrowser("/");
    const { home, frame, draws } = await import(pathToFileURL(join(out, "prerender.js")).href);
    const plain = (html) => html.replace(/ style="[^"]*"/g, "").replaceAll("<button ", "<button inert ");
    const drawn = {};
    for (const language of ["en", ...fetched]) {
      if (language !== "en") draws(language, JSON.parse(languageFile(language)));
      drawn[language] = { home: plain(await home()), frame: plain(await frame()) };
    }
    return drawn;
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

const drawn = await draw();
const texts = readdirSync(join(web, "dist/assets"));

/** Returns a page in a language: the tags for its files, including the translation, and its first screen. */
function pageIn(language, name, modules) {
  const file = texts.find((one) => one.startsWith(`${language}.text-`));
  const preload = file ? `<link rel="preload" as="fetch" crossorigin href="/assets/${file}">` : "";
  return { head: tagsOf(modules) + preload, body: drawn[language][name === "" ? "home" : "frame"] };
}

// Pages in languages other than English have a prefix: "de/play".
const all = Object.entries(pages).flatMap(([name, modules]) => [
  [name, pageIn("en", name, modules)],
  ...fetched.map((language) => [`${language}/${name}`, pageIn(language, name, modules)]),
]);
writeFileSync(join(web, "dist/pages.json"), JSON.stringify(Object.fromEntries(all)));
rmSync(join(web, "dist/.vite"), { recursive: true });
