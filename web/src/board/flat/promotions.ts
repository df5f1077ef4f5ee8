// Promotion choices, in the order users expect.
import type { MoveInfo } from "../../wire.gen";
import { byValue } from "../pieces";

/** Returns the letter that a move promotes to; empty if it does not promote. */
export function promotionLetter(move: MoveInfo): string {
  return move.changes.find((change) => change.effect === "promotes")?.into ?? "";
}

/** Returns the letter that the moved piece has after the move: a pawn may decline to promote. */
export function letterAfter(move: MoveInfo): string {
  return promotionLetter(move) || (move.changes.find((change) => change.effect === "moves")?.piece ?? "");
}

/** Sorts the moves of one pawn to one square, queen first. */
export function strongestFirst(moves: MoveInfo[]): MoveInfo[] {
  return [...moves].sort((a, b) => byValue(letterAfter(a), letterAfter(b)));
}
