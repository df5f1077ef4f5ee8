import assert from "node:assert/strict";
import { test } from "vitest";
import type { State } from "../../wire.gen";
import { type Bench, type BenchAction, begin, openUndo, reduce } from "./bench";
import { newTree, play, root } from "./tree";

const start = newTree({ variant: "chess", start: "startpos" });
const opened = { tree: start, source: "?fen=x", problem: "", faulty: "", plan: null, review: false, replaced: null };
const run = (bench: Bench, ...actions: BenchAction[]) => actions.reduce(reduce, bench);

test("a review requested in the address opens the review drawer", () => {
  assert.equal(begin(opened).drawer, null);
  assert.equal(begin({ ...opened, review: true }).drawer, "review");
});

test("a change without effect leaves the state unchanged", () => {
  const bench = begin(opened);
  assert.equal(reduce(bench, { type: "change", change: (tree) => tree }), bench);
  const played = reduce(bench, { type: "change", change: (tree) => play(tree, root, "e2e4", "e4") });
  assert.equal(played.tree.next, bench.tree.next + 1);
});

test("opening a tree clears the plan, choice and problem, and can be undone", () => {
  const other = newTree({ variant: "chess", start: "other" });
  const before = run(
    begin(opened),
    { type: "flip", flip: true },
    { type: "plan", plan: "e4" },
    { type: "problem", text: "No." },
    { type: "choose", trees: [other, start] },
    { type: "edit", on: true },
  );
  const bench = reduce(before, { type: "open", tree: other, replaced: { tree: start, source: "?fen=x" } });
  assert.deepEqual(
    [bench.tree, bench.source, bench.plan, bench.choice, bench.problem, bench.flip, bench.opened],
    [other, "", null, null, "", false, 1],
  );
  assert.equal(bench.editing, true, "the editor shows the position of the other tree");
  const back = reduce(bench, { type: "undo" });
  assert.deepEqual([back.tree, back.source, back.undo], [start, "?fen=x", null]);
});

test("undo is unavailable after another change, and available again once that is undone", () => {
  const cut = newTree({ variant: "chess", start: "startpos" });
  const bench = reduce(begin(opened), { type: "replace", tree: cut, words: "Deleted." });
  assert.equal(openUndo(bench)?.words, "Deleted.");
  const moved = reduce(bench, { type: "change", change: (tree) => play(tree, root, "e2e4", "e4") });
  assert.equal(openUndo(moved), null);
  assert.equal(openUndo(reduce(moved, { type: "change", change: () => cut }))?.tree, start);
  assert.equal(reduce(begin(opened), { type: "undo" }).tree, start);
});

test("reading notices removes them from the tree", () => {
  const withNotices = begin({ ...opened, problem: "No.", tree: { ...start, notices: ["Without a king."] } });
  const read = reduce(withNotices, { type: "read-notices" });
  assert.deepEqual([read.problem, read.tree.notices], ["", []]);
  assert.equal(reduce(read, { type: "read-notices" }).tree, read.tree);
});

test("switches are independent, and an answer is stored with its position", () => {
  const about = { position: "startpos" } as State;
  const answer = { legal: false, message: "No.", moves: [], from: "e2", to: "e5" };
  const bench = run(
    begin(opened),
    { type: "engine", on: true },
    { type: "worth", on: true },
    { type: "drawer", part: "notes" },
    { type: "answer", answer, about },
  );
  assert.deepEqual([bench.engineOn, bench.showsWorth, bench.drawer], [true, true, "notes"]);
  assert.deepEqual(bench.answer, { answer, about });
});
