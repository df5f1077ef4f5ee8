import assert from "node:assert/strict";
import { test } from "vitest";
import { afterWait } from "./afterWait";

test("the time that a search waits for the program is taken off the clocks", () => {
  const search = (limits: object, waited: number) =>
    afterWait({ variant: "chess", position: "", moves: [], limits }, waited).limits;
  assert.deepEqual(search({ white: 5000, black: 4000, whiteIncrement: 1000 }, 1500), {
    white: 3500,
    black: 2500,
    whiteIncrement: 1000,
  });
  assert.deepEqual(search({ white: 1000 }, 3000), { white: 1 }, "0 would mean no limit");
  assert.deepEqual(search({ white: 1000 }, -50), { white: 1000 }, "the system clock was set back");
  assert.deepEqual(search({ time: 1000 }, 3000), { time: 1000 });
});
