import assert from "node:assert/strict";
import { test } from "vitest";
import { lastSquares } from "./flat/Highlights";
import { lastStep } from "./lastMove";
import { touched } from "./space/moves";
import type { State, VariantInfo } from "../wire.gen";

const state = { position: "", key: "", turn: "white" } as State;
const square = (name: string, level?: string) => ({ name, x: 0, y: 0, ...(level ? { level } : {}) });

test("the last move tints its squares and animates nothing", () => {
  const flat = { squares: ["h5", "h7", "e1"].map((name) => square(name)) } as VariantInfo;
  const step = lastStep(flat, state, "h7h5");
  assert.deepEqual(lastSquares(step).sort(), ["h5", "h7"]);
  assert.deepEqual(step?.changes, []);
  assert.equal(lastStep(flat, state, ""), undefined);
  assert.equal(lastStep(flat, state, "x9y9"), undefined);
});

test("the last move tints its squares in space, for pieces and boards", () => {
  const space = {
    squares: [square("b2W", "W"), square("b4W", "W"), square("a0QL1", "QL1"), square("a4QL2", "QL2")],
    pins: [{ name: "QL1" }, { name: "QL2" }],
  } as VariantInfo;
  const piece = lastStep(space, state, "b2Wb4W");
  assert.deepEqual(piece && touched(piece, space).sort(), ["b2W", "b4W"]);
  const board = lastStep(space, state, "QL1-QL2");
  assert.deepEqual(board && touched(board, space), ["a4QL2"]);
});
