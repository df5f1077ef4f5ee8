import assert from "node:assert/strict";
import { test } from "vitest";
import { search } from "./search";
import type { Chapter } from "./search";

const chapter = (name: string, title: string, ...sections: [string, string][]): Chapter => ({
  name,
  group: "play",
  title,
  lede: "",
  sections: sections.map(([heading, text]) => ({ id: heading.toLowerCase(), title: heading, html: "", text })),
});

const all = [
  chapter(
    "backup",
    "Backups",
    ["Restore", "Put a copy back while nothing runs."],
    ["Keys", "A copy may be encrypted."],
  ),
  chapter("admin", "Looking after a server", ["Games", "Restore nothing here; end a game, delete a game."]),
];

test("search requires all words and lists headings first", () => {
  assert.deepEqual(
    search(all, "restore").map((one) => one.section.title),
    ["Restore", "Games"],
  );
  assert.deepEqual(
    search(all, "copy ENCRYPTED").map((one) => one.section.title),
    ["Keys"],
  );
  assert.deepEqual(search(all, "copy absent"), []);
  assert.deepEqual(search(all, "  "), []);
});

test("returns the text around the match and its offset", () => {
  const [one] = search(all, "encrypted");
  assert.ok(one);
  assert.equal(one.around.slice(one.at, one.at + one.length), "encrypted");
});
