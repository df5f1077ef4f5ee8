// The value of each piece to its owner, from the engine's evaluation for White.
import { colourOf } from "../../board/pieces";
import { number } from "../../text/text";
import type { Colour, Evaluation } from "../../wire.gen";

export interface Worth {
  square: string;
  /** The piece as in SAN, without a letter for a pawn. */
  name: string;
  /** Its value in centipawns, from its owner's point of view. */
  worth: number;
}

/** Returns the pieces of a side, most valuable first. */
export function worthsOf({ pieces }: Evaluation, side: Colour): Worth[] {
  return pieces
    .filter(({ piece }) => colourOf(piece) === side)
    .map(({ square, piece, score }) => ({
      square,
      name: (/p/i.test(piece) ? "" : piece.toUpperCase()) + square,
      worth: side === "white" ? score : -score,
    }))
    .sort((a, b) => b.worth - a.worth);
}

/** Returns the total value of some pieces. */
export function sumOf(worths: readonly Worth[]): number {
  return worths.reduce((sum, { worth }) => sum + worth, 0);
}

/** Formats centipawns as pawns, with a number of decimals. */
export function pawns(centipawns: number, places: number): string {
  const rounded = Math.round(Math.abs(centipawns) / 10 ** (2 - places)) / 10 ** places;
  return (
    (centipawns < 0 && rounded > 0 ? "−" : "") +
    number(rounded, { minimumFractionDigits: places, maximumFractionDigits: places })
  );
}

/** Formats centipawns as pawns, with a sign. */
export function signed(centipawns: number): string {
  return (centipawns > 0 ? "+" : "") + pawns(centipawns, 2);
}

/** Returns labels with the values of the pieces, keyed by square. */
export function figuresOf(evaluation: Evaluation): Map<string, string> {
  return new Map(
    (["white", "black"] as const).flatMap((side) =>
      worthsOf(evaluation, side).map(({ square, worth }) => [square, pawns(worth, 1)] as const),
    ),
  );
}
