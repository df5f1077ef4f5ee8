// The language the page is in: its texts, and what it says about the games. They
// come as one file, before anything is drawn.
import files from "virtual:languages";
import { useSyncExternalStore } from "preact/compat";
import { language, setLanguage } from "./text";

/** The languages there are, each by its own name. */
export const languages = { en: "English", de: "Deutsch", es: "Español", fr: "Français", ru: "Русский" } as const;
export type Language = keyof typeof languages;

/** The first of some tags, as browsers have them, that names a language there is. */
export function matching(tags: readonly string[]): Language | undefined {
  for (const tag of tags) {
    const [first = ""] = tag.toLowerCase().split("-");
    if (first in languages) return first as Language;
  }
  return undefined;
}

/** What is said about a game. */
export interface About {
  title: string;
  summary: string;
  /** What is to be seen in a game of the gallery. */
  why?: string;
}

/** What a language has besides the page's texts. */
export interface Extras {
  /** What the letters of pieces in English moves are in this language. */
  letters?: Readonly<Record<string, string>>;
  variants?: Readonly<Record<string, About>>;
  gallery?: Readonly<Record<string, About>>;
  /** The words of each step of the moves that show what a rule set is about. */
  ideas?: Readonly<Record<string, readonly string[]>>;
}

export interface LanguageFile {
  texts: (string | null)[];
  about: Extras;
  /** Where the longer texts are, by their names. */
  files: Readonly<Record<string, string>>;
}

let extras: Extras = {};
let longTexts: Readonly<Record<string, string>> = {};

/**
 * Where a longer text is in this language: a rulebook, a lesson. Nothing in English, of which the page knows
 * itself.
 */
export function languageFileOf(name: string): string | undefined {
  return longTexts[name];
}

/** What the language says about the games; nothing in English, which the page has. */
export function extrasOf(): Extras {
  return extras;
}

/** The language the page was sent in: what came with it is in that. */
export const servedLanguage = typeof document === "undefined" ? "en" : document.documentElement.lang || "en";

const listeners = new Set<() => void>();
const preparations = new Set<() => Promise<unknown>>();
let requested: Language = "en";

/** Fetches a language and speaks it from then on. Where it cannot be had, what was spoken before stays. */
export async function loadLanguage(wanted: Language): Promise<void> {
  requested = wanted;
  let file: LanguageFile = { texts: [], about: {}, files: {} };
  if (wanted !== "en") {
    const response = await fetch(files[wanted]);
    if (!response.ok) throw new Error(`The language ${wanted} could not be loaded (${response.status}).`);
    file = (await response.json()) as LanguageFile;
  }
  // Another may have been chosen in the meantime.
  if (requested !== wanted) return;
  applyLanguage(wanted, file);
  await Promise.allSettled([...preparations].map((prepare) => prepare()));
  for (const listener of listeners) listener();
}

/** Takes a language whose file is there. */
export function applyLanguage(wanted: Language, file: LanguageFile): void {
  extras = file.about;
  longTexts = file.files;
  setLanguage(wanted, file.texts, navigator.languages?.find((tag) => matching([tag]) === wanted) ?? wanted);
  document.documentElement.lang = wanted;
  document.documentElement.dir = "ltr";
}

/** Has something done in another language before the page is drawn in it. */
export function beforeLanguageChange(prepare: () => Promise<unknown>): void {
  preparations.add(prepare);
}

/** Calls back when the language has changed, until what it returns is called. */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The language; whoever asks is drawn again when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(onLanguageChange, language) as Language;
}
