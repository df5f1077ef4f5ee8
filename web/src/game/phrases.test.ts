import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "vitest";
import { t } from "../text/text";
import { phraseText } from "./phrases";

test("chat phrases match the server's catalogue", () => {
  const words = JSON.parse(
    readFileSync(new URL("../internal/locale/catalogue/en.json", `file://${process.cwd()}/`), "utf8"),
  ) as Record<string, string>;
  const known = Object.fromEntries(Object.entries(phraseText).map(([phrase, text]) => [`phrase.${phrase}`, t(text)]));
  assert.deepEqual(known, Object.fromEntries(Object.entries(words).filter(([code]) => code.startsWith("phrase."))));
});
