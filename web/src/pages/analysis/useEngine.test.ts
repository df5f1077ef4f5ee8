import assert from "node:assert/strict";
import { test } from "vitest";
import type { Score, SearchInfo } from "../../wire.gen";
import { merged, splitMoves } from "./useEngine";

test("splits moves between workers", () => {
  assert.deepEqual(splitMoves(["a", "b", "c"], 1), [undefined]);
  assert.deepEqual(splitMoves(["a", "b", "c"], 2), [["a", "c"], ["b"]]);
  assert.deepEqual(splitMoves(["a"], 4), [undefined]);
  assert.deepEqual(splitMoves([], 4), [undefined]);
});

test("merges the workers' best lines and adds up their nodes", () => {
  const info = (move: string, score: Score, nodes: number): SearchInfo => ({
    depth: 5,
    seldepth: 5,
    line: 1,
    score,
    nodes,
    nps: 10,
    time: 1,
    hashfull: 0,
    wdl: { win: 0, draw: 1000, loss: 0 },
    moves: [move],
    san: [move],
  });
  const found = merged(
    [[info("a", { cp: 10 }, 100), info("b", { mate: -2 }, 120)], [info("c", { mate: 3 }, 50)], []],
    2,
  );
  assert.deepEqual(
    found.map((line) => [line.line, line.moves[0], line.nodes, line.nps]),
    [
      [1, "c", 170, 20],
      [2, "a", 170, 20],
    ],
  );
  // The lines of a single worker are unchanged.
  assert.deepEqual(
    merged([[info("a", { cp: 1 }, 5), info("b", { cp: 3 }, 6)]], 5).map((line) => line.moves[0]),
    ["a", "b"],
  );
});
