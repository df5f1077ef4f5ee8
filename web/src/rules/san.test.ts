import assert from "node:assert/strict";
import { test } from "vitest";
import { applyLanguage, type Extras, type Language } from "../text/language";
import { shownSan, typedSan } from "./san";

const files = import.meta.glob<Extras>("../data/*/about.json", { eager: true, import: "default" });

/** Runs a test in a language. */
function speak(language: string, run: () => void): void {
  const about = files[`../data/${language}/about.json`];
  assert.ok(about?.letters, `${language} has no letters`);
  const { document, navigator } = globalThis;
  Object.assign(globalThis, { document: { documentElement: {} }, navigator: {} });
  try {
    applyLanguage(language as Language, { texts: [], about, files: {} });
    run();
  } finally {
    applyLanguage("en", { texts: [], about: {}, files: {} });
    Object.assign(globalThis, { document, navigator });
  }
}

test("every piece letter is shown and read without ambiguity in every language", () => {
  const languages = Object.keys(files).map((path) => path.split("/")[2] ?? "");
  assert.ok(languages.length >= 5);
  for (const language of languages) {
    speak(language, () => {
      const shown = new Map<string, string>();
      for (const letter of "ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
        for (const move of [`${letter}e4`, `${letter}axe4+`, `e8=${letter}`]) {
          const text = shownSan(move);
          assert.equal(shown.get(text), undefined, `${language}: ${move} is shown as ${text}`);
          shown.set(text, move);
          assert.equal(typedSan(text), move, `${language}: ${text}`);
        }
      }
    });
  }
});

test("a letter that means another piece is doubled", () => {
  speak("es", () => {
    assert.equal(shownSan("Ae5=B"), "AAe5=A");
    assert.equal(typedSan("Ae5"), "Be5");
    assert.equal(shownSan("O-O"), "O-O");
    assert.equal(shownSan("QL1-QL2"), "QL1-QL2");
  });
});
