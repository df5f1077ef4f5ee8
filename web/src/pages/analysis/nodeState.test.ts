import assert from "node:assert/strict";
import { test } from "node:test";
import type { LineAnswer, LineRequest, Step } from "../../wire.gen";
import { stateReader } from "./nodeState";
import { go, newTree, play, root, type Tree } from "./tree";

/** Rules whose positions are words: a move adds its letter, and "." takes all away. Only what a look needs is there. */
function rules() {
  const asked: LineRequest[] = [];
  const line = (request: LineRequest): LineAnswer => {
    asked.push(request);
    let position = request.start ?? "";
    const seen = [position];
    const steps = (request.moves ?? []).map((move) => {
      position = move === "." ? "s" : position + move;
      seen.push(position);
      return { move, position, key: position } as Step;
    });
    const times = seen.filter((one) => one === position).length;
    const state = { position, key: position, outcome: { result: "", claim: times >= 3 ? ["threefold"] : [] } };
    return { start: seen[0] ?? "", steps, state: state as unknown as LineAnswer["state"] };
  };
  return { line, asked };
}

function grow(...moves: string[]): Tree {
  return moves.reduce((tree, move) => play(tree, tree.here, move, move), newTree({ variant: "words", start: "s" }));
}

test("each step is asked for once", () => {
  const { line, asked } = rules();
  const last = () => asked.findLast((request) => request.moves !== undefined);
  const look = stateReader({ line });
  let tree = grow("a", "b", "c");
  assert.equal(look(tree).state.position, "sabc");
  assert.deepEqual(last()?.moves, ["a", "b", "c"]);
  tree = play(tree, tree.here, "d", "d");
  assert.equal(look(tree).state.position, "sabcd");
  assert.deepEqual(last(), { variant: "words", start: "sabc", study: false, moves: ["d"] });
  const back = look(go(tree, 1));
  assert.equal(back.state.position, "sa");
  assert.equal(back.step?.move, "a");
  assert.deepEqual(last()?.moves, []);
  assert.equal(look(go(tree, root)).step, undefined);
});

test("a position that comes up the third time is judged by the whole line", () => {
  const look = stateReader(rules());
  let tree = grow("a", ".", "a");
  assert.deepEqual(look(tree).state.outcome.claim, []);
  tree = play(tree, tree.here, ".", ".");
  assert.deepEqual(look(tree).state.outcome.claim, ["threefold"], "the start counts too");
  tree = play(tree, tree.here, "a", "a");
  assert.deepEqual(look(tree).state.outcome.claim, ["threefold"]);
});
