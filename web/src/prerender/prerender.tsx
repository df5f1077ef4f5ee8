// Prerenders pages during the build, so that their first screen is part of the HTML. prerender.mjs runs it in
// Node.
import { renderToStringAsync } from "preact-render-to-string";
import { App } from "../app";
import { Frame } from "../frame";
import { type Language, type LanguageFile, applyLanguage } from "../text/language";
import { retitle } from "../game/variants";

/** Sets the language for later rendering. */
export function draws(language: Language, file: LanguageFile): void {
  applyLanguage(language, file);
  retitle();
}

/** Renders the home page in its initial state. */
export async function home(): Promise<string> {
  return renderToStringAsync(<App />);
}

/** Renders the frame of every other page. */
export async function frame(): Promise<string> {
  return renderToStringAsync(
    <Frame>
      <p />
    </Frame>,
  );
}
