import type { MoveInfo } from "../wire.gen";

/** Returns the square of the other plane to which a move passes its piece, as in Alice chess, or undefined. */
export function passedTo({ to, changes }: MoveInfo): string | undefined {
  const plane = to?.at(-1);
  if (!to || (plane !== "A" && plane !== "B")) return undefined;
  const twin = to.slice(0, -1) + (plane === "A" ? "B" : "A");
  return changes.some((change) => change.to === twin) ? twin : undefined;
}

/**
 * Returns the moves of the piece on a square, keyed by target square. A move that passes to the other plane has two:
 * where it lands, and where it ends.
 */
export function movesFrom(moves: readonly MoveInfo[], from: string): ReadonlyMap<string, MoveInfo[]> {
  const found = new Map<string, MoveInfo[]>();
  for (const move of moves) {
    if (move.from !== from) continue;
    for (const to of [move.to, passedTo(move)]) {
      if (!to) continue;
      const same = found.get(to);
      if (same) same.push(move);
      else found.set(to, [move]);
    }
  }
  return found;
}
