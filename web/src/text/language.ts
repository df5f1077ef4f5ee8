// The page's language: its texts, and its descriptions of the games. They are loaded as one file before the
// first render.
import files from "virtual:languages";
import { useSyncExternalStore } from "preact/compat";
import { language, setLanguage } from "./text";

/** The available languages, each with its native name. */
export const languages = { en: "English", de: "Deutsch", es: "Español", fr: "Français", ru: "Русский" } as const;
export type Language = keyof typeof languages;

/** Returns the first available language that matches one of the given tags, if any. */
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
}

/** The description of a gallery game. */
export interface GalleryAbout {
  title: string;
  /** Why the game is interesting. */
  why: string;
  /** What to try first. */
  lesson: string;
}

/** The contents of a language file other than the page's texts. */
export interface Extras {
  /** Maps English piece letters to those of this language. */
  letters?: Readonly<Record<string, string>>;
  variants?: Readonly<Record<string, About>>;
  gallery?: Readonly<Record<string, GalleryAbout>>;
  /** The captions of the moves that demonstrate a rule set. */
  ideas?: Readonly<Record<string, readonly string[]>>;
}

export interface LanguageFile {
  texts: (string | null)[];
  about: Extras;
  /** The addresses of separate files, keyed by name. */
  files: Readonly<Record<string, string>>;
}

let extras: Extras = {};
let longTexts: Readonly<Record<string, string>> = {};

/**
 * Returns the address of a separate file (a rulebook, a lesson, the rules' texts) in this language; undefined for
 * English, which is built in.
 */
export function languageFileOf(name: string): string | undefined {
  return longTexts[name];
}

/**
 * Returns the contents of a separate file in this language, or of the English one at an address; undefined if neither
 * can be loaded.
 */
export async function fetchLanguageFile<T>(name: string, english?: string): Promise<T | undefined> {
  for (const file of [languageFileOf(name), english]) {
    if (!file) continue;
    try {
      const response = await fetch(file);
      if (response.ok) return (await response.json()) as T;
    } catch {
      // The English one may be available.
    }
  }
  return undefined;
}

/** Returns the language's piece letters and descriptions of the games; empty for English, which is built in. */
export function extrasOf(): Extras {
  return extras;
}

/** The language in which the server sent the page. */
export const servedLanguage = typeof document === "undefined" ? "en" : document.documentElement.lang || "en";

const listeners = new Set<() => void>();
const preparations = new Set<() => Promise<unknown>>();
let requested: Language = "en";

/** Fetches a language and switches to it. Throws without switching if its file cannot be loaded. */
export async function loadLanguage(wanted: Language): Promise<void> {
  requested = wanted;
  let file: LanguageFile = { texts: [], about: {}, files: {} };
  if (wanted !== "en") {
    const response = await fetch(files[wanted]);
    if (!response.ok) throw new Error(`The language ${wanted} could not be loaded (${response.status}).`);
    file = (await response.json()) as LanguageFile;
  }
  // The user may have chosen another language meanwhile.
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

/** Registers a function that runs before the page is redrawn in a new language. */
export function beforeLanguageChange(prepare: () => Promise<unknown>): void {
  preparations.add(prepare);
}

/** Subscribes to language changes. Returns the unsubscribe function. */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the current language, and re-renders the component when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(onLanguageChange, language) as Language;
}
