import assert from "node:assert/strict";
import { test } from "vitest";
import type { Change, MoveInfo, State } from "../../wire.gen";
import { ghosts } from "./useSelection";
import { movesFrom } from "../targets";
import { boardMove, journeys, movableBoards, movesOfBoard, promotion, touched } from "./moves";
import { trid } from "./sample";
import { distinction } from "./text";

function move(text: string, changes: Change[], more: Partial<MoveInfo> = {}): MoveInfo {
  return { move: text, san: text, kind: "quiet", capture: false, changes, text, ...more };
}

const step = move("b2Wb4N", [{ effect: "moves", piece: "P", from: "b2W", to: "b4N" }], { from: "b2W", to: "b4N" });
const other = move("b2Wb4W", [{ effect: "moves", piece: "P", from: "b2W", to: "b4W" }], { from: "b2W", to: "b4W" });
const shift = move("QL1-QL2", [
  { effect: "board", pin: "QL1", onto: "QL2" },
  { effect: "carried", piece: "P", from: "a1QL1", to: "a5QL2" },
]);
const shiftTurned = move("QL1-QL2^180", [
  { effect: "board", pin: "QL1", onto: "QL2" },
  { effect: "turns", pin: "QL2" },
  { effect: "carried", piece: "P", from: "a1QL1", to: "z4QL2" },
]);
const turn = move("QL1^180", [{ effect: "turns", pin: "QL1" }]);
const queen = move("KL5-KL6=q", [
  { effect: "board", pin: "KL5", onto: "KL6" },
  { effect: "carried", piece: "P", from: "d5KL5", to: "d9KL6" },
  { effect: "promotes", piece: "P", into: "Q", from: "d9KL6", to: "d9KL6" },
]);
// The opponent's pawn on the corner promotes to a queen without a choice.
const theirs = move("KL6-KL5", [
  { effect: "board", pin: "KL6", onto: "KL5" },
  { effect: "promotes", piece: "p", into: "q", from: "d8B", to: "d8B" },
]);

const state: State = {
  variant: "trid",
  position: "",
  key: "",
  turn: "white",
  study: false,
  pieces: {},
  squares: [],
  checked: [],
  moves: [step, other, shift, shiftTurned, turn, queen],
  outcome: { result: "" },
};

test("piece moves are grouped by target square and level", () => {
  assert.deepEqual([...movesFrom(state.moves, "b2W").keys()], ["b4N", "b4W"]);
  assert.equal(movesFrom(state.moves, "a1QL1").size, 0);
});

test("board moves are grouped by pin: straight, rotated or in place", () => {
  assert.deepEqual(movableBoards(state), new Set(["QL1", "KL5"]));
  const moves = movesOfBoard(state, "QL1");
  assert.deepEqual(moves.get("QL2"), { straight: [shift], turned: [shiftTurned] });
  assert.deepEqual(moves.get("QL1"), { straight: [], turned: [turn] });
  assert.deepEqual(boardMove(shiftTurned), { pin: "QL1", onto: "QL2", turned: true });
  assert.equal(boardMove(step), null);
});

test("only the player's own promotion asks for a choice", () => {
  assert.equal(promotion(queen)?.into, "Q");
  assert.equal(promotion(theirs), undefined);
  assert.equal(promotion(step), undefined);
});

test("a move has ghosts before it and highlighted squares after it", () => {
  assert.deepEqual(ghosts(step), []);
  assert.deepEqual(ghosts(shift), [{ square: "a5QL2", piece: "P" }]);
  assert.deepEqual(ghosts(queen), [{ square: "d9KL6", piece: "Q" }]);
  assert.deepEqual(journeys(queen), new Map([["d9KL6", "d5KL5"]]));
  assert.deepEqual(touched(step, trid), ["b2W", "b4N"]);
  assert.deepEqual(touched(turn, trid).sort(), ["a0QL1", "a1QL1", "z0QL1", "z1QL1"]);
});

test("similar moves are distinguished by their difference only", () => {
  assert.equal(distinction(step, [step, other]), "To b4N");
  assert.equal(distinction(shiftTurned, [shift, shiftTurned]), "Rotated 180°");
  assert.equal(distinction(queen, [queen]), "Queen");
});
