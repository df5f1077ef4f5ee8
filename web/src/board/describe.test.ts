import assert from "node:assert/strict";
import { test } from "vitest";
import type { MoveInfo, State } from "../wire.gen";
import { describeSelection, describeSquare } from "./describe";
import { movesFrom, passedTo } from "./targets";

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

test("a move that passes to the other plane has two targets, and is described once", () => {
  const passing = {
    from: "e2A",
    to: "e4A",
    capture: false,
    changes: [
      { effect: "moves", piece: "P", from: "e2A", to: "e4A" },
      { effect: "goes on", piece: "P", from: "e4A", to: "e4B" },
    ],
  } as unknown as MoveInfo;
  assert.equal(passedTo(passing), "e4B");
  const stays = { ...passing, changes: passing.changes.slice(0, 1) };
  assert.equal(passedTo(stays), undefined);
  assert.equal(passedTo({ ...over, to: "b2B", changes: [] }), undefined, "a level of a board in space");
  const found = movesFrom([passing], "e2A");
  assert.deepEqual([...found.keys()], ["e4A", "e4B"]);
  const here = { pieces: { e2A: "P" }, checked: [] } as unknown as State;
  assert.equal(describeSelection(here, "e2A", found), "The white pawn on e2A can go to e4A.");
  assert.equal(describeSquare("e4A", here, "e4A", "e2A", [passing]), "e4A, can move here, passes to e4B");
});
