import type { MoveInfo } from "../wire.gen";

/** Returns the moves of the piece on a square, keyed by target square. */
export function movesFrom(moves: readonly MoveInfo[], from: string): ReadonlyMap<string, MoveInfo[]> {
  const found = new Map<string, MoveInfo[]>();
  for (const move of moves) {
    if (move.from !== from || !move.to) continue;
    const same = found.get(move.to);
    if (same) same.push(move);
    else found.set(move.to, [move]);
  }
  return found;
}
