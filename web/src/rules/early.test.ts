import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "vitest";
import type { First } from "../wire.gen";
import { EarlyRules } from "./early";
import { Refused } from "./rules";

const firstOf = (name: string) =>
  JSON.parse(readFileSync(`${process.cwd()}/src/data/first-${name}.json`, "utf8")) as First;

for (const variant of ["triboard", "mirrorsquare", "trid"]) {
  test(`${variant}: a first move can be played and taken back before the rules load`, () => {
    const first = firstOf(variant);
    const early = new EarlyRules(first);
    const line = early.openLine({ variant, position: first.state.position });
    assert.equal(line.state, first.state);
    first.state.moves.forEach(({ move, san }, at) => {
      const { steps, state } = early.push({ handle: line.handle, moves: [move] });
      assert.deepEqual(
        steps.map((step) => [step.san, step.position]),
        [[san, first.after[at]?.position]],
      );
      assert.equal(early.state({ variant, position: state.position }), state);
      assert.equal(state.turn, "black");
      assert.equal(early.pop({ handle: line.handle, ply: 0 }).state, first.state);
    });
    assert.equal(early.lacking, false);
  });
}

test("finds typed moves", () => {
  const early = new EarlyRules(firstOf("chess"));
  const typed = (move: string) =>
    early.explain({ variant: "chess", position: firstOf("chess").state.position, move }).moves.map((each) => each.move);
  assert.deepEqual(typed("Nf3"), ["g1f3"]);
  assert.deepEqual(typed(" e2e4 "), ["e2e4"]);
  assert.deepEqual(typed("Ke5"), []);
});

test("rejects requests that need the full rules, and records it", () => {
  const first = firstOf("chess");
  const refuses = (what: (early: EarlyRules) => unknown) => {
    const early = new EarlyRules(first, ["?board=x"]);
    assert.throws(() => what(early), Refused);
    assert.equal(early.lacking, true);
  };
  refuses((early) => early.openLine({ variant: "chess", moves: ["e2e4", "e7e5"] }));
  refuses((early) => early.openLine({ variant: "chess", moves: ["e2e5"] }));
  refuses((early) => early.openLine({ variant: "triboard" }));
  refuses((early) => early.openLine({ variant: "chess", study: true }));
  refuses((early) => early.state({ variant: "chess", position: "8/8/8/8/8/8/8/8 w - - 0 1" }));
  refuses((early) => early.readLink("?board=x")); // the page's address contains no position
  refuses((early) => early.push({ handle: 1, moves: ["e2e4"] }));
  refuses((early) => early.define());
});
