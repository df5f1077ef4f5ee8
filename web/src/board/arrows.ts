// Moves as arrows on a board.
import type { MoveInfo } from "../wire.gen";
import { passedTo } from "./targets";
import type { BoardArrow } from "./types";

/**
 * Returns a move as an arrow, from square to square or, for a board move, from pin to pin; null for a board
 * that rotates in place. The arrow of a piece follows the path of its move, which may cross an edge.
 */
function arrowOf(move: MoveInfo, tone: BoardArrow["tone"]): BoardArrow | null {
  const way = move.ways?.[0];
  const from = move.from ?? way?.[0]?.square;
  const to = move.to ?? way?.at(-1)?.square;
  if (!from || !to || from === to) return null;
  const passes = passedTo(move);
  return { from, to, ...(move.to && way ? { way } : {}), ...(passes ? { passes } : {}), tone };
}

/** Returns arrows for the engine's best moves, best first. Moves between the same squares share an arrow. */
export function arrowsOf(moves: readonly MoveInfo[]): BoardArrow[] {
  const found: BoardArrow[] = [];
  moves.forEach((move, at) => {
    const arrow = arrowOf(move, at === 0 ? "best" : "other");
    if (arrow && !found.some((one) => one.from === arrow.from && one.to === arrow.to)) found.push(arrow);
  });
  return found;
}
