// What a pawn may become, in the order in which people want it.
import type { MoveInfo } from "../../wire.gen";

const order = "qrbn";

/** The letter of the piece that a move promotes its pawn to; empty if it does not promote. */
export function promotionLetter(move: MoveInfo): string {
  return move.changes.find((change) => change.effect === "promotes")?.into ?? "";
}

/** Moves of one pawn to one square: the queen before the others. */
export function strongestFirst(moves: MoveInfo[]): MoveInfo[] {
  const rank = (move: MoveInfo) => order.indexOf(promotionLetter(move).toLowerCase());
  return [...moves].sort((a, b) => rank(a) - rank(b));
}
