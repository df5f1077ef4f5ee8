import assert from "node:assert/strict";
import { test } from "vitest";
import { startError } from "./startError";
import { Refused, type Rules } from "./rules";
import type { LineAnswer, Outcome } from "../wire.gen";

const judging = (outcome: Outcome): Pick<Rules, "line"> => ({ line: () => ({ state: { outcome } }) as LineAnswer });

test("a game can start from an unfinished position", () => {
  assert.equal(startError(judging({ result: "" }), "chess", ""), "");
  assert.equal(
    startError(judging({ result: "", claim: ["fifty"], sentence: "White may claim a draw" }), "chess", ""),
    "",
  );
});

test("explains why a game cannot start", () => {
  const mate = judging({ result: "1-0", reason: "checkmate", sentence: "checkmate: White wins" });
  assert.equal(
    startError(mate, "chess", ""),
    "A game from this position would already be over. Checkmate: White wins.",
  );
  const refusing: Pick<Rules, "line"> = {
    line() {
      throw new Refused({
        code: "position",
        message: "",
        faults: [{ code: "no-king", offset: 0, message: "Black has no king" }],
      });
    },
  };
  assert.equal(startError(refusing, "chess", ""), "This position cannot be played. Black has no king.");
});
