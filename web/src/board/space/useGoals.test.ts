import assert from "node:assert/strict";
import { test } from "vitest";
import type { BoardGoal } from "../../wire.gen";
import { closedPins, commonReason } from "./useGoals";

const goal = (pin: string, neighbour: boolean, code = "", message = ""): BoardGoal => ({
  pin,
  neighbour,
  legal: !code,
  code,
  message,
});

test("closed pins have a reason; open pins are omitted", () => {
  const closed = closedPins([
    goal("QL2", true),
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
});

test("a reason shared by all neighbouring pins is reported for the board", () => {
  const crowded = (pin: string) => goal(pin, true, "crowded", "too many aboard");
  const far = goal("QL4", false, "not-adjacent", "no neighbours");
  assert.equal(commonReason(closedPins([crowded("QL2"), crowded("KL2"), far])), "Too many aboard.");
  assert.equal(commonReason(closedPins([crowded("QL2"), goal("KL2", true, "pin-held", "held")])), "");
  assert.equal(commonReason(new Map()), "");
});
