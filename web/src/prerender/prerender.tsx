// Draws pages while the site is built, so that their first screen comes with the
// HTML. prerender.mjs runs it in Node.
import { renderToStringAsync } from "preact-render-to-string";
import { App } from "../app";
import { Frame } from "../frame";
import { type Language, type LanguageFile, applyLanguage } from "../text/language";
import { retitle } from "../game/variants";

/** Draws in another language from here on. */
export function draws(language: Language, file: LanguageFile): void {
  applyLanguage(language, file);
  retitle();
}

/** The first page as it is at first. */
export async function home(): Promise<string> {
  return renderToStringAsync(<App />);
}

/** The frame of every other page. */
export async function frame(): Promise<string> {
  return renderToStringAsync(
    <Frame>
      <p />
    </Frame>,
  );
}
