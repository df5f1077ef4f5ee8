import assert from "node:assert/strict";
import { test } from "vitest";
import { choose } from "../../settings/settings";
import { touchMode, touchMoves } from "../../settings/touch";
import { countGame, isBeginner } from "./beginner";

test("taps preview moves in the first three games, or as long as the user wishes", () => {
  for (let game = 0; game < 3; game++) {
    assert.ok(isBeginner());
    countGame();
  }
  assert.ok(!isBeginner());
  countGame();
  assert.ok(!isBeginner());
  assert.equal(touchMode(true), "twice");
  assert.equal(touchMode(false), "hold", "with a clock");
  assert.equal(touchMode(), "hold", "outside games");
  choose(touchMoves, "twice");
  assert.equal(touchMode(false), "twice", "requested in the settings");
  choose(touchMoves, "hold");
  assert.equal(touchMode(true), "hold");
});
