// Moves as arrows on a board.
import type { MoveInfo } from "../wire.gen";
import type { BoardArrow } from "./types";

/**
 * A move as an arrow: from square to square, or from pin to pin where a board
 * moves. A board that only turns has none.
 */
function arrowOf(move: MoveInfo, tone: BoardArrow["tone"]): BoardArrow | null {
  const way = move.ways?.[0];
  const from = move.from ?? way?.[0]?.square;
  const to = move.to ?? way?.at(-1)?.square;
  return from && to && from !== to ? { from, to, tone } : null;
}

/** The moves that are thought best, the very best first; moves between the same places share their arrow. */
export function arrowsOf(moves: readonly MoveInfo[]): BoardArrow[] {
  const found: BoardArrow[] = [];
  moves.forEach((move, at) => {
    const arrow = arrowOf(move, at === 0 ? "best" : "other");
    if (arrow && !found.some((one) => one.from === arrow.from && one.to === arrow.to)) found.push(arrow);
  });
  return found;
}
