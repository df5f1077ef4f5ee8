import assert from "node:assert/strict";
import { test } from "vitest";
import { type SavedAnalysis, searchAnalyses, defaultName } from "./savedAnalyses";
import { newTree, play } from "./tree";

test("an unnamed analysis gets a default name", () => {
  let tree = newTree({ variant: "chess", start: "" });
  assert.equal(defaultName(tree), "Chess");
  tree = play(tree, 0, "e2e4", "e4");
  assert.equal(defaultName(tree), "Chess: e4");
  assert.equal(
    defaultName({
      ...tree,
      tags: [
        { name: "White", value: "Ann" },
        { name: "Black", value: "?" },
      ],
    }),
    "Ann – unknown",
  );
});

test("search requires all words", () => {
  const one = (id: string, words: string): SavedAnalysis => ({
    id,
    updated: 0,
    name: id,
    variant: "chess",
    words,
    plies: 0,
    tree: "",
  });
  const all = [one("a", "ann – bob chess e4"), one("b", "ann – carl nachfolger d4")];
  const found = (query: string) => searchAnalyses(all, query).map(({ id }) => id);
  assert.deepEqual(found(""), ["a", "b"]);
  assert.deepEqual(found(" ANN  carl"), ["b"]);
  assert.deepEqual(found("carl e4"), []);
});
