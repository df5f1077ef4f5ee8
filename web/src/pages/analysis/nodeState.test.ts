import assert from "node:assert/strict";
import { test } from "vitest";
import type { LineChange, State, Step } from "../../wire.gen";
import { NodeReader, stride } from "./nodeState";
import { go, newTree, play, root, type Tree } from "./tree";

/**
 * Fake rules whose positions are words: a move appends its letter. Only the parts that these tests need are
 * implemented.
 */
function rules() {
  const requests: string[] = [];
  let line: string[] = [];
  const state = () => ({ position: line.join("") }) as State;
  const push = (moves: string[]): LineChange => {
    const steps = moves.map((move) => ({ move }) as Step);
    line = [...line, ...moves];
    return { steps, state: state() };
  };
  return {
    requests,
    openLine({ moves = [] }: { moves?: string[] }) {
      requests.push(`open ${moves.join("")}`);
      line = [];
      return { handle: 1, start: "", ...push(moves) };
    },
    push({ moves }: { moves: string[] }) {
      requests.push(`push ${moves.join("")}`);
      return push(moves);
    },
    pop({ ply }: { ply: number }) {
      requests.push(`pop ${ply}`);
      line = line.slice(0, ply);
      return { steps: line.slice(-1).map((move) => ({ move }) as Step), state: state() };
    },
    close(handle: number) {
      requests.push(`close ${handle}`);
    },
  };
}

function grow(...moves: string[]): Tree {
  return moves.reduce((tree, move) => play(tree, tree.here, move, move), newTree({ variant: "words", start: "s" }));
}

test("requests only the moves that differ", () => {
  const here = rules();
  const reader = new NodeReader(here);
  let tree = grow("a", "b", "c");
  assert.equal(reader.read(tree).state.position, "abc");
  tree = play(tree, tree.here, "d", "d");
  assert.equal(reader.read(tree).state.position, "abcd");
  assert.equal(reader.read(tree).step?.move, "d");
  const back = reader.read(go(tree, 1));
  assert.equal(back.state.position, "a");
  assert.equal(back.step?.move, "a");
  assert.equal(reader.read(play(go(tree, 1), 1, "x", "x")).state.position, "ax");
  assert.equal(reader.read(tree).state.position, "abcd");
  assert.equal(reader.read(go(tree, root)).step, undefined);
  // A different start position is a different line.
  reader.read({ ...tree, start: "t" });
  reader.close();
  assert.deepEqual(here.requests, [
    "open ",
    "push abc",
    "push d",
    "pop 1",
    "push x",
    "pop 1",
    "push bcd",
    "pop 0",
    "close 1",
    "open ",
    "push abcd",
    "close 1",
  ]);
});

test("reaches a distant node in several steps", () => {
  const here = rules();
  const reader = new NodeReader(here);
  const tree = grow(..."abcdefg");
  assert.equal(reader.advance(tree, 3), null);
  assert.equal(reader.advance(tree, 3), null);
  assert.equal(reader.advance(tree, 3)?.state.position, "abcdefg");
  assert.deepEqual(here.requests, ["open ", "push abc", "push def", "push g"]);
});

test("measures the distance to a node and adapts the stride", () => {
  const reader = new NodeReader(rules());
  const tree = grow("a", "b", "c", "d");
  assert.equal(reader.distance(tree), 4);
  reader.read(go(tree, 2));
  assert.equal(reader.distance(tree), 2);
  assert.equal(reader.distance(go(tree, 1)), 0); // moves are taken back, not played
  assert.equal(reader.distance({ ...tree, start: "t" }), 4);
  // Fast rules get larger chunks; slow ones get smaller chunks, but at least a short line.
  assert.equal(stride(12, 1), 24);
  assert.equal(stride(300, 1), 400);
  assert.equal(stride(100, 16), 50);
  assert.equal(stride(12, 500), 12);
});
