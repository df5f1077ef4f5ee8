// Promotion choices, in the order users expect.
import type { MoveInfo } from "../../wire.gen";

const order = "qrbn";

/** Returns the letter that a move promotes to; empty if it does not promote. */
export function promotionLetter(move: MoveInfo): string {
  return move.changes.find((change) => change.effect === "promotes")?.into ?? "";
}

/** Sorts the moves of one pawn to one square, queen first. */
export function strongestFirst(moves: MoveInfo[]): MoveInfo[] {
  const rank = (move: MoveInfo) => order.indexOf(promotionLetter(move).toLowerCase());
  return [...moves].sort((a, b) => rank(a) - rank(b));
}
