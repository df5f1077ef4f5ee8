// How far a takeback goes.
import type { Colour } from "../wire.gen";

/**
 * How many moves a takeback undoes: one's own last move and what followed it,
 * or the last of all for one who plays both sides; 0 if there is none yet.
 */
export function undone(ply: number, turn: Colour, asker: Colour | "both"): number {
  const wanted = turn === asker ? 2 : 1;
  return wanted <= ply ? wanted : 0;
}
