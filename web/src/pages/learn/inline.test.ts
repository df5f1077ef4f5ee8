import assert from "node:assert/strict";
import { test } from "vitest";
import { addressOf } from "./inline";

const variants = ["chess", "trid"];

test("resolves documentation links to pages", () => {
  assert.equal(addressOf("notation.md", variants), "/learn/notation");
  assert.equal(addressOf("originals.md#the-six-rides", variants), "/learn/originals#the-six-rides");
  assert.equal(addressOf("notation.md#планы", variants), "/learn/notation#планы");
  assert.equal(addressOf("../pictures.md#reflections", variants), "/docs/pictures#reflections");
  assert.equal(addressOf("trid.md", variants), "/learn/trid/rules");
  assert.equal(
    addressOf("http://localhost:8080/analysis?variant=chess&position=x", variants),
    "/analysis?variant=chess&position=x",
  );
  assert.equal(addressOf("https://example.org/x", variants), "https://example.org/x");
});

test("links to missing pages are removed", () => {
  for (const link of ["../../variant/chess/chess_test.go", "pictures/a.svg", "javascript:alert(1)", "go.md"]) {
    assert.equal(addressOf(link, variants), "", link);
  }
});
