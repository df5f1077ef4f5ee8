// The page's language: its texts, and its descriptions of the games. They are loaded as one file before
// anything is drawn.
import files from "virtual:languages";
import { useSyncExternalStore } from "preact/compat";
import { language, setLanguage } from "./text";

/** The available languages, each in its own name. */
export const languages = { en: "English", de: "Deutsch", es: "Español", fr: "Français", ru: "Русский" } as const;
export type Language = keyof typeof languages;

/** The first of some language tags that matches an available language. */
export function matching(tags: readonly string[]): Language | undefined {
  for (const tag of tags) {
    const [first = ""] = tag.toLowerCase().split("-");
    if (first in languages) return first as Language;
  }
  return undefined;
}

/** The description of a game. */
export interface About {
  title: string;
  summary: string;
  /** The description of a gallery game. */
  why?: string;
}

/** The contents of a language file besides the page's texts. */
export interface Extras {
  /** English piece letters mapped to those of this language. */
  letters?: Readonly<Record<string, string>>;
  variants?: Readonly<Record<string, About>>;
  gallery?: Readonly<Record<string, About>>;
  /** The captions of the moves that demonstrate a rule set. */
  ideas?: Readonly<Record<string, readonly string[]>>;
}

export interface LanguageFile {
  texts: (string | null)[];
  about: Extras;
  /** The addresses of longer texts, by name. */
  files: Readonly<Record<string, string>>;
}

let extras: Extras = {};
let longTexts: Readonly<Record<string, string>> = {};

/** The address of a longer text (a rulebook, a lesson) in this language; undefined for English, which is built in. */
export function languageFileOf(name: string): string | undefined {
  return longTexts[name];
}

/** The language's descriptions of the games; undefined for English, which is built in. */
export function extrasOf(): Extras {
  return extras;
}

/** The language of the prerendered page. */
export const servedLanguage = typeof document === "undefined" ? "en" : document.documentElement.lang || "en";

const listeners = new Set<() => void>();
const preparations = new Set<() => Promise<unknown>>();
let requested: Language = "en";

/** Fetches a language and switches to it. If it cannot be loaded, the old language stays. */
export async function loadLanguage(wanted: Language): Promise<void> {
  requested = wanted;
  let file: LanguageFile = { texts: [], about: {}, files: {} };
  if (wanted !== "en") {
    const response = await fetch(files[wanted]);
    if (!response.ok) throw new Error(`The language ${wanted} could not be loaded (${response.status}).`);
    file = (await response.json()) as LanguageFile;
  }
  // The user may have chosen another meanwhile.
  if (requested !== wanted) return;
  applyLanguage(wanted, file);
  await Promise.allSettled([...preparations].map((prepare) => prepare()));
  for (const listener of listeners) listener();
}

/** Switches to a language whose file is loaded. */
export function applyLanguage(wanted: Language, file: LanguageFile): void {
  extras = file.about;
  longTexts = file.files;
  setLanguage(wanted, file.texts, navigator.languages?.find((tag) => matching([tag]) === wanted) ?? wanted);
  document.documentElement.lang = wanted;
  document.documentElement.dir = "ltr";
}

/** Registers work to do in a new language before the page is redrawn in it. */
export function beforeLanguageChange(prepare: () => Promise<unknown>): void {
  preparations.add(prepare);
}

/** Subscribes to language changes; returns the function that unsubscribes. */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The current language; re-renders the component when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(onLanguageChange, language) as Language;
}
