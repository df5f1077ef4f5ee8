import assert from "node:assert/strict";
import { test } from "vitest";
import { choose } from "./settings";
import { countGame, isBeginner, touchMode, touchMoves } from "./touch";

test("taps preview moves in the first three games, or as long as the user wishes", () => {
  for (let game = 0; game < 3; game++) {
    assert.ok(isBeginner());
    assert.equal(touchMode(), "twice");
    assert.equal(touchMode(false), "hold", "with a clock");
    countGame();
  }
  assert.ok(!isBeginner());
  assert.equal(touchMode(), "hold");
  countGame();
  assert.ok(!isBeginner());
  choose(touchMoves, "twice");
  assert.equal(touchMode(false), "twice", "requested in the settings");
  choose(touchMoves, "hold");
  assert.equal(touchMode(true), "hold");
});
