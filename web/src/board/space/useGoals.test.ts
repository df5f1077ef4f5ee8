import assert from "node:assert/strict";
import { test } from "vitest";
import type { BoardGoal } from "../../wire.gen";
import { commonReason, destinations } from "./useGoals";

const goal = (pin: string, neighbour: boolean, code = "", message = ""): BoardGoal => ({
  pin,
  neighbour,
  legal: !code,
  code,
  message,
});

test("closed pins have a reason, and open ones a direction", () => {
  const { closed, directions } = destinations([
    goal("KL1", true),
    { ...goal("QL2", true), direction: "backward" },
    goal("KL2", true, "pin-held", "KL2 is occupied by another board"),
    goal("QL4", false, "not-adjacent", "no neighbours"),
  ]);
  assert.deepEqual(
    [...closed.values()],
    [
      { pin: "KL2", neighbour: true, code: "pin-held", why: "KL2 is occupied by another board." },
      { pin: "QL4", neighbour: false, code: "not-adjacent", why: "No neighbours." },
    ],
  );
  assert.deepEqual([...directions], [["QL2", "backward"]]);
});

test("a reason shared by all neighbouring pins is reported for the board", () => {
  const crowded = (pin: string) => goal(pin, true, "crowded", "too many aboard");
  const far = goal("QL4", false, "not-adjacent", "no neighbours");
  assert.equal(commonReason(destinations([crowded("QL2"), crowded("KL2"), far]).closed), "Too many aboard.");
  assert.equal(commonReason(destinations([crowded("QL2"), goal("KL2", true, "pin-held", "held")]).closed), "");
  assert.equal(commonReason(new Map()), "");
});
