import assert from "node:assert/strict";
import { afterEach, test } from "vitest";
import { pageCodes, pageTexts } from "../../../texts.mjs";
import { setLanguage, t } from "../../text/text";
import { carriesFiles } from "./useDrop";

afterEach(() => setLanguage("en", []));

test("detects dragged files in any page language", () => {
  const german = pageTexts("de");
  setLanguage(
    "de",
    pageCodes().map((code) => german[code] ?? null),
  );
  assert.equal(t("page.analysis.share"), "Teilen");
  assert.equal(carriesFiles({ types: ["text/plain", "Files"] }), true);
  assert.equal(carriesFiles({ types: ["text/plain"] }), false);
  assert.equal(carriesFiles(null), false);
});
