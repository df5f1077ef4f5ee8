import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameSnapshot } from "../../game/types";
import type { Colour } from "../../rules/types";
import { numbered, takebackWords } from "./words";

function gameOf(start: string, turn: Colour, moves: string, takeback: Colour): GameSnapshot {
  const played = moves.split(" ").map((san) => ({ move: "", san, text: "", key: "", at: 0 }));
  return { start, turn, moves: played, ply: played.length, offers: { takeback } } as Partial<GameSnapshot> as GameSnapshot;
}

test("a wish to take back names the moves that would go", () => {
  const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  const two = gameOf(start, "white", "e4 e5", "white");
  assert.equal(takebackWords(two, false), "1. e4 and your answer 1… e5");
  assert.equal(takebackWords(two, true), "1. e4 and the answer 1… e5");
  assert.equal(takebackWords(gameOf(start, "white", "e4 e5", "black"), false), "1… e5");
  assert.equal(takebackWords(gameOf(start, "black", "e4 e5 Nf3", "white"), false), "2. Nf3");
});

test("moves are numbered from where the game began", () => {
  const game = gameOf("4k3/8/8/8/8/8/8/R3K3 b - - 9 80", "white", "Ke7 Ra2 Kd7", "white");
  assert.deepEqual([0, 1, 2].map((ply) => numbered(game, ply)), ["80… Ke7", "81. Ra2", "81… Kd7"]);
});
