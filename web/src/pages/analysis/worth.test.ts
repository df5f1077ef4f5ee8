import assert from "node:assert/strict";
import { test } from "vitest";
import { figuresOf, pawns, signed, sumOf, worthsOf } from "./worth";

const evaluation = {
  score: 40,
  together: -25,
  pieces: [
    { square: "e4", piece: "P", score: 105 },
    { square: "f6", piece: "n", score: -310 },
    { square: "c3", piece: "N", score: 296 },
    { square: "a7", piece: "p", score: -26 },
  ],
};

test("lists each side's pieces by value, the most valuable first", () => {
  assert.deepEqual(
    worthsOf(evaluation, "white").map(({ name, worth }) => [name, worth]),
    [
      ["Nc3", 296],
      ["e4", 105],
    ],
  );
  assert.deepEqual(
    worthsOf(evaluation, "black").map(({ name, worth }) => [name, worth]),
    [
      ["Nf6", 310],
      ["a7", 26],
    ],
  );
  const [white, black] = [sumOf(worthsOf(evaluation, "white")), sumOf(worthsOf(evaluation, "black"))];
  assert.equal(white - black + evaluation.together, evaluation.score);
});

test("board values have one decimal, and zero has no sign", () => {
  assert.deepEqual(
    [...figuresOf(evaluation)],
    [
      ["c3", "3.0"],
      ["e4", "1.1"],
      ["f6", "3.1"],
      ["a7", "0.3"],
    ],
  );
  assert.equal(pawns(-4, 1), "0.0");
  assert.equal(pawns(-15, 2), "−0.15");
  assert.deepEqual([signed(35), signed(0), signed(-419)], ["+0.35", "0.00", "−4.19"]);
});
