import assert from "node:assert/strict";
import { test } from "vitest";
import type { MoveInfo, State } from "../wire.gen";
import { resolvePremove } from "./premove";

test("a king premoved onto a rook castles with that rook only", () => {
  const state = stateOf(["e1g1", "O-O", "e1", "g1"], ["e1f1", "Kf1", "e1", "f1"], ["h1g1", "Rg1", "h1", "g1"]);
  state.moves[0]?.changes.push(
    { effect: "castles", piece: "K", from: "e1", to: "g1" },
    { effect: "castles", piece: "R", from: "h1", to: "f1" },
  );
  assert.equal(resolvePremove({ from: "e1", to: "h1" }, state)?.move, "e1g1");
  assert.equal(resolvePremove({ from: "e1", to: "g1" }, state)?.move, "e1g1");
  assert.equal(resolvePremove({ from: "e1", to: "a1" }, state), undefined);
});

function stateOf(...moves: [move: string, san: string, from: string, to: string][]): State {
  const described = moves.map(
    ([move, san, from, to]): MoveInfo => ({ move, san, from, to, kind: "", capture: false, changes: [], text: "" }),
  );
  return { moves: described } as Partial<State> as State;
}

test("a premoved pawn promotes to a queen in every move notation", () => {
  const flat = stateOf(["a7a8b", "a8=B", "a7", "a8"], ["a7a8n", "a8=N", "a7", "a8"], ["a7a8q", "a8=Q", "a7", "a8"]);
  assert.equal(resolvePremove({ from: "a7", to: "a8" }, flat)?.move, "a7a8q");
  const space = stateOf(["b7Bb8Bb", "b8B(B)", "b7B", "b8B"], ["b7Bb8Bq", "b8B(Q)", "b7B", "b8B"]);
  assert.equal(resolvePremove({ from: "b7B", to: "b8B" }, space)?.move, "b7Bb8Bq");
  assert.equal(resolvePremove({ from: "a7", to: "b8" }, flat), undefined);
});
