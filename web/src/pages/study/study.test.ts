import assert from "node:assert/strict";
import { test } from "vitest";
import { annotate, newTree, node, play, root, type Tree } from "../analysis/tree";
import { drawingText } from "../../board/drawings";
import { draw, drawingsOf, setDrawings } from "./drawings";
import { retry, tryMove, beginning, hasSolution, lineOf, solutions } from "./exercise";
import { maxPackedLength, pack, unpack } from "./packed";
import { chapterOfGame, gameOf } from "./records";
import { addChapters, chapterOf, moveChapter, maxChapters, newStudy, removeChapter, tidyName, treeFrom } from "./study";

const opening = { variant: "chess", start: "8/8/8/8/8/8/8/8 w - - 0 1" };

/** 1. a (1. b!) (1. c?) 1... x 2. d */
function sample(): Tree {
  let tree = newTree(opening);
  tree = play(tree, root, "a", "a");
  const a = tree.here;
  tree = play(tree, a, "x", "x");
  tree = play(tree, tree.here, "d", "d");
  tree = annotate(tree, tree.here, { comment: "The end." });
  tree = play(tree, root, "b", "b");
  tree = annotate(tree, tree.here, { nags: [1], comment: "Also good." });
  tree = play(tree, root, "c", "c");
  return { ...annotate(tree, tree.here, { nags: [2], comment: "That loses." }), here: root };
}

test("chapters can be added, removed and reordered", () => {
  let study = newStudy("One", opening);
  study = addChapters(study, [chapterOf(0, "", newTree(opening)), chapterOf(0, "Named", newTree(opening))]);
  assert.deepEqual(
    study.chapters.map(({ key, name }) => [key, name]),
    [
      [1, "Chapter 1"],
      [2, "Chapter 2"],
      [3, "Named"],
    ],
  );
  study = moveChapter(study, 3, -1);
  assert.deepEqual(
    study.chapters.map((one) => one.key),
    [1, 3, 2],
  );
  assert.equal(moveChapter(study, 1, -1), study);
  study = removeChapter(removeChapter(removeChapter(study, 1), 3), 2);
  assert.deepEqual(
    study.chapters.map((one) => one.key),
    [2],
    "the last chapter cannot be removed",
  );
  assert.throws(
    () =>
      addChapters(
        study,
        Array.from({ length: maxChapters }, () => chapterOf(0, "", newTree(opening))),
      ),
    /at most 64/,
  );
  assert.equal(tidyName("  a\n b ", "x"), "a b");
  assert.equal(tidyName(" \t", "x"), "x");
  assert.equal(Array.from(tidyName("♞".repeat(300), "x")).length, 100);
});

test("extracts a subtree as a new tree", () => {
  const tree = sample();
  const a = node(tree, root).children[0] ?? 0;
  const part = treeFrom(tree, a, { variant: "chess", start: "somewhere" });
  assert.equal(part.lastMove, "a");
  assert.deepEqual(
    node(part, root).children.map((id) => node(part, id).move),
    ["x"],
  );
  const x = node(part, root).children[0] ?? 0;
  assert.equal(node(part, x).parent, root);
  assert.equal(node(part, node(part, x).children[0] ?? 0).move, "d");
});

test("an exercise accepts the main move and good alternatives, and replies", () => {
  const tree = sample();
  assert.equal(hasSolution(tree), true);
  assert.deepEqual(
    solutions(tree, root).map((id) => node(tree, id).move),
    ["a", "b"],
  );
  const wrong = tryMove(tree, beginning, "c");
  assert.deepEqual([wrong.verdict, wrong.text, lineOf(tree, wrong)], ["wrong", "That loses.", ["c"]]);
  assert.deepEqual(lineOf(tree, retry(wrong)), []);
  assert.equal(tryMove(tree, beginning, "z").verdict, "wrong");
  const other = tryMove(tree, beginning, "b");
  assert.deepEqual([other.verdict, other.text], ["solved", "Also good."]);
  const right = tryMove(tree, beginning, "a");
  assert.deepEqual([right.verdict, lineOf(tree, right)], ["right", ["a", "x"]]);
  const done = tryMove(tree, right, "d");
  assert.deepEqual([done.verdict, done.text], ["solved", "The end."]);
  assert.deepEqual(lineOf(tree, tryMove(tree, done, "more")), ["a", "x", "d", "more"]);
});

test("drawings replace each other and are described in words", () => {
  const arrow = { ink: "green", from: "a1", to: "b2" } as const;
  assert.deepEqual(draw([arrow], arrow), []);
  assert.deepEqual(draw([arrow], { ...arrow, ink: "red" }), [{ ...arrow, ink: "red" }]);
  assert.equal(drawingText(arrow), "green arrow from a1 to b2");
  assert.equal(drawingText({ ink: "red", from: "QL1", to: "QL1" }), "red circle on QL1");
  const tree = setDrawings(newTree(opening), root, [arrow, { ink: "blue", from: "c3", to: "c3" }]);
  assert.deepEqual(node(tree, root).shapes, [
    { colour: "green", from: "a1", to: "b2" },
    { colour: "blue", from: "c3" },
  ]);
  assert.equal(drawingsOf(node(tree, root)).length, 2);
});

test("a chapter round-trips through its game record", () => {
  const chapter = {
    ...chapterOf(4, "Find it", sample()),
    exercise: true,
    flip: true,
    refused: [{ move: "e2e5" }],
    done: "Correct.",
  };
  const game = gameOf({ title: "Mirrors" }, chapter);
  const back = chapterOfGame(game, 4);
  assert.deepEqual(
    [back.name, back.exercise, back.flip, back.refused, back.done],
    ["Find it", true, true, [{ move: "e2e5" }], "Correct."],
  );
  assert.deepEqual(gameOf({ title: "Mirrors" }, back), game);
  const plain = chapterOfGame(
    {
      ...game,
      tags: [
        { name: "White", value: "Anna" },
        { name: "Black", value: "?" },
      ],
    },
    2,
  );
  assert.deepEqual([plain.name, plain.exercise, plain.flip], ["Anna – unknown", false, false]);
});

test("text round-trips through a link; damaged and oversized links are rejected", async () => {
  const text = `[Event "é ♞"]\n\n${"1. e4 e5 ".repeat(2000)}`;
  const word = await pack(text);
  assert.match(word, /^[\w-]+$/);
  assert.equal(await unpack(word), text);
  await assert.rejects(unpack(word.slice(0, -9)), /cut off or damaged/);
  await assert.rejects(unpack("!!!"), /cut off or damaged/);
  await assert.rejects(unpack("A".repeat(maxPackedLength + 1)), /too long/);
  // Megabytes of zeros pack into a few kilobytes, so the unpacked size must be bounded.
  await assert.rejects(unpack(await pack("\0".repeat(3_000_000))), /more than this page can open/);
  let random = "";
  for (let state = 1; random.length < 90_000; state = (state * 1103515245 + 12345) % 2147483648)
    random += state.toString(36);
  await assert.rejects(pack(random), /too large for a link/);
});
