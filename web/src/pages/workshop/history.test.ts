import assert from "node:assert/strict";
import { test } from "vitest";
import { begin, change, redo, undo } from "./history";

test("undoes and redoes, and a new change clears the redo list", () => {
  let history = change(change(begin(1), 2), 3);
  history = undo(history);
  assert.deepEqual([history.now, history.past, history.future], [2, [1], [3]]);
  assert.equal(redo(history).now, 3);
  assert.deepEqual(change(history, 9).future, []);
  assert.equal(undo(undo(undo(history))).now, 1);
  assert.equal(redo(begin(1)).now, 1);
});

test("typing in one field is one change", () => {
  let history = begin("");
  for (const text of ["a", "ab", "abc"]) history = change(history, text, "title");
  history = change(history, "x", "name");
  assert.deepEqual(history.past, ["", "abc"]);
  assert.equal(undo(undo(history)).now, "");
  // After an undo, the next letter is a separate change.
  assert.deepEqual(change(undo(history), "abcd", "title").past, ["", "abc"]);
});
