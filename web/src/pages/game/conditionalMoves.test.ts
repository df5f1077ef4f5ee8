import assert from "node:assert/strict";
import { test } from "vitest";
import { remaining, addLine } from "./conditionalMoves";

const game = (moves: string[], takebacks = 0) => ({
  ply: moves.length,
  takebacks,
  moves: moves.map((move) => ({ move }) as never),
});

test("returns the conditional lines still possible after the moves played", () => {
  const ahead = {
    ply: 1,
    takebacks: 0,
    lines: [
      ["e5", "Nf3", "Nc6", "Bb5"],
      ["c5", "d4"],
    ],
  };
  assert.deepEqual(remaining(ahead, game(["e4"])), ahead.lines);
  assert.deepEqual(remaining(ahead, game(["e4", "e5", "Nf3"])), [["Nc6", "Bb5"]]);
  assert.deepEqual(remaining(ahead, game(["e4", "c5", "d4"])), []);
  assert.deepEqual(remaining(ahead, game(["e4", "a6", "a3"])), []);
  assert.deepEqual(remaining(ahead, game(["e4"], 1)), []);
});

test("a new line replaces its own prefix and another reply to the same move", () => {
  const lines = [
    ["e5", "Nf3"],
    ["c5", "d4"],
  ];
  assert.deepEqual(addLine(lines, ["e5", "Nf3", "Nc6", "Bb5"]), [
    ["c5", "d4"],
    ["e5", "Nf3", "Nc6", "Bb5"],
  ]);
  assert.deepEqual(addLine(lines, ["e5", "Bc4"]), [
    ["c5", "d4"],
    ["e5", "Bc4"],
  ]);
  assert.deepEqual(addLine(lines, ["d5", "exd5"]), [...lines, ["d5", "exd5"]]);
  assert.deepEqual(addLine([["e5", "Nf3", "Nc6", "Bb5"]], ["e5", "Nf3", "d6", "d4"]).length, 2);
  assert.deepEqual(addLine([["e5", "Nf3", "Nc6", "Bb5"]], ["e5", "Nf3"]), [["e5", "Nf3", "Nc6", "Bb5"]]);
});
