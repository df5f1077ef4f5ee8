// How first visits are measured (phone.mjs).
import assert from "node:assert/strict";
import { test } from "node:test";
import { blockedBetween, interactiveAt } from "./phone.mjs";

test("a page is interactive after its last long task before five quiet seconds", () => {
  const tasks = [
    [100, 400],
    [1000, 1200],
    [5000, 5100],
    [10_101, 10_900],
  ];
  assert.equal(interactiveAt(500, tasks, []), 5100);
  assert.equal(interactiveAt(500, [], []), 500, "without long tasks, it is at the first paint");
  assert.equal(interactiveAt(500, [[100, 400]], []), 500, "tasks before the first paint do not count");
});

test("a page is not interactive while more than two requests are open", () => {
  const tasks = [
    [600, 700],
    [8000, 8100],
  ];
  const open = [0, 1, 2].map((at) => [1000 + at, 4000]);
  assert.equal(interactiveAt(500, tasks, open), 8100);
  assert.equal(interactiveAt(500, tasks, open.slice(1)), 700, "two requests may be open");
  assert.equal(interactiveAt(500, tasks, [[0, Infinity], ...open.slice(1)]), 8100, "one may never end");
});

test("only the part of a task beyond 50 ms blocks, and only in the time that counts", () => {
  const tasks = [
    [0, 300],
    [400, 440],
    [500, 700],
    [1000, 1500],
  ];
  assert.equal(blockedBetween(200, 1000, tasks), 50 + 150);
  assert.equal(blockedBetween(1000, Infinity, tasks), 450);
});
