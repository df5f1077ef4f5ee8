// Premoves.
import type { MoveInfo, State } from "../wire.gen";
import { strongestFirst } from "./flat/promotions";
import type { Premove } from "./types";

/** Reports whether a move castles with the rook on a square. */
function castlesWith(move: MoveInfo, rook: string): boolean {
  return move.changes.some(
    (change) => change.effect === "castles" && change.from === rook && change.from !== move.from,
  );
}

/**
 * Returns the legal move that the user meant, if any. A pawn promotes to a queen if it can, and a king dropped on its
 * rook castles.
 */
export function resolvePremove(premove: Premove, state: State): MoveInfo | undefined {
  const own = state.moves.filter((each) => each.from === premove.from);
  const fitting = own.filter((each) => each.to === premove.to);
  return (
    fitting.find((each) => each.move.endsWith("q")) ??
    strongestFirst(fitting)[0] ??
    own.find((each) => castlesWith(each, premove.to))
  );
}
