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

test("rotating a board in place draws no arrow", () => assert.deepEqual(arrowsOf([pins("QL1", "QL1")]), []));
