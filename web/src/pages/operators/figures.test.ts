import assert from "node:assert/strict";
import { test } from "vitest";
import { addGame, noFigures, shares } from "./figures";
import type { Verdict } from "../analysis/review/review";

const verdict = (cp: number, move: string): Verdict => ({ score: { cp }, depth: 5, moves: [move], san: [move] });

/** A game of plies a0, a1 and so on, in which the engine always chooses the move played. */
const played = Array.from({ length: 16 }, (_, ply) => `a${ply}`);
const agreeing = [...played.map((move) => verdict(0, move)), verdict(0, "end")];

test("the opening and the opponent's moves do not count", () => {
  assert.deepEqual(addGame(noFigures, "white", "white", played, agreeing), { moves: 3, agreed: 3, loss: 0 });
  assert.deepEqual(addGame(noFigures, "black", "white", played, agreeing), { moves: 3, agreed: 3, loss: 0 });
});

test("another move costs what the evaluation loses", () => {
  const verdicts = [...agreeing];
  verdicts[10] = verdict(50, "better");
  verdicts[11] = verdict(30, "a11"); // the opponent's point of view: 80 centipawns are lost
  verdicts[12] = verdict(-20, "better");
  verdicts[13] = verdict(-40, "a13"); // the move was better than the engine thought
  const sum = addGame(noFigures, "white", "white", played, verdicts);
  assert.deepEqual(sum, { moves: 3, agreed: 1, loss: 80 });
  assert.deepEqual(shares(sum), { agreement: 33, loss: 27 });
});

test("decided positions do not count, and a mate costs at most ten pawns more", () => {
  const verdicts = [...agreeing];
  verdicts[10] = { ...verdict(0, "better"), score: { mate: 3 } };
  verdicts[12] = verdict(0, "better");
  verdicts[13] = { ...verdict(0, "a13"), score: { mate: 1 } };
  assert.deepEqual(addGame(noFigures, "white", "white", played, verdicts), { moves: 2, agreed: 1, loss: 1000 });
});

test("games add up, and no moves are no division by zero", () => {
  const one = addGame(noFigures, "white", "white", played, agreeing);
  assert.equal(addGame(one, "white", "black", played, agreeing).moves, 6);
  assert.deepEqual(shares(noFigures), { agreement: 0, loss: 0 });
});
