import assert from "node:assert/strict";
import { test } from "vitest";
import type { MoveInfo, State } from "../wire.gen";
import { describeSelection, describeSquare } from "./describe";

const state = { pieces: { a1: "R", h5: "p", e8: "k" }, checked: ["e8"] } as unknown as State;
const touch = (square: string, board = "centre") => ({ square, board });
const plain = {
  from: "a1",
  to: "a4",
  capture: false,
  changes: [],
  ways: [[touch("a1"), touch("a4")]],
} as unknown as MoveInfo;
const over = {
  from: "a1",
  to: "h5",
  capture: true,
  changes: [
    { effect: "captured", piece: "p", from: "h5" },
    { effect: "appears", piece: "r", to: "a4" },
  ],
  ways: [[touch("a1"), touch("h5", "left")]],
} as unknown as MoveInfo;

test("describes a square's piece and the effects of moving there", () => {
  assert.equal(describeSquare("b3", state, "b3", null, undefined), "b3");
  assert.equal(describeSquare("e8", state, "e8", null, undefined), "e8, black king, in check");
  assert.equal(describeSquare("a1 on level 1", state, "a1", "a1", undefined), "a1 on level 1, white rook, selected");
  assert.equal(describeSquare("a4", state, "a4", "a1", [plain]), "a4, can move here");
  assert.equal(
    describeSquare("h5", state, "h5", "a1", [over]),
    "h5, black pawn, can capture here, over the seam, spawns a black rook on a4",
  );
});

test("describes a selected piece's targets, including those over the seam", () => {
  const targets = new Map([
    ["a4", [plain]],
    ["h5", [over]],
  ]);
  assert.equal(describeSelection(state, "a1", targets), "The white rook on a1 can go to a4, takes h5 over the seam.");
  assert.equal(describeSelection(state, "a1", new Map()), "The white rook on a1 has no legal moves.");
  assert.equal(describeSelection(state, null, targets), "");
});
