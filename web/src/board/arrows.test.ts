import assert from "node:assert/strict";
import { test } from "vitest";
import type { MoveInfo, Way } from "../wire.gen";
import { arrowsOf } from "./arrows";

const move = (part: Partial<MoveInfo>): MoveInfo => ({
  move: "",
  san: "",
  kind: "quiet",
  capture: false,
  changes: [],
  text: "",
  ...part,
});
const pins = (from: string, to: string) =>
  move({
    ways: [
      [
        { board: "centre", square: from },
        { board: "centre", square: to },
      ],
    ],
  });

test("draws piece moves from square to square and board moves from pin to pin", () => {
  assert.deepEqual(arrowsOf([move({ from: "e2", to: "e4" }), pins("QL1", "QL2"), move({ from: "e2", to: "e4" })]), [
    { from: "e2", to: "e4", tone: "best" },
    { from: "QL1", to: "QL2", tone: "other" },
  ]);
});

test("an arrow over the seam follows the path of the move", () => {
  const way: Way = [
    { board: "centre", square: "a3" },
    { board: "left", square: "h4" },
  ];
  assert.deepEqual(arrowsOf([move({ from: "a3", to: "h4", ways: [way] })]), [
    { from: "a3", to: "h4", way, tone: "best" },
  ]);
});

test("an arrow over the top edge follows the path of the move", () => {
  const way: Way = ["d12", "d13", "d14", "d1", "d2", "d3"].map((square) => ({ board: "centre", square }));
  assert.deepEqual(arrowsOf([move({ from: "d12", to: "d3", ways: [way] })]), [
    { from: "d12", to: "d3", way, tone: "best" },
  ]);
});

test("an arrow names the square of the other plane to which the piece passes", () => {
  const passing = move({
    from: "e2A",
    to: "e4A",
    changes: [{ effect: "goes on", piece: "P", from: "e4A", to: "e4B" }],
  });
  assert.deepEqual(arrowsOf([passing]), [{ from: "e2A", to: "e4A", passes: "e4B", tone: "best" }]);
});

test("rotating a board in place draws no arrow", () => assert.deepEqual(arrowsOf([pins("QL1", "QL1")]), []));
