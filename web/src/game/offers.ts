// Offers between two players, and what becomes of them.
import { other } from "../rules/text";
import type { Offers, Snapshot } from "../wire.gen";
import { opponentName } from "./text";

export const offerKinds = ["draw", "takeback", "rematch"] as const satisfies (keyof Offers)[];

const declines = { draw: "declines the draw", takeback: "declines the takeback", rematch: "declines another game" };
const withdraws = {
  draw: "withdraws the offer of a draw",
  takeback: "no longer asks to take back",
  rematch: "no longer asks for another game",
};

/**
 * How the opponent has just answered an offer, or taken one's own away, in a
 * sentence. An offer that a move, a takeback or the end overtook needs no word.
 */
export function opponentSettled(before: Snapshot, game: Snapshot): string {
  const { seat } = game;
  if (seat !== "white" && seat !== "black") return "";
  if (before.ply !== game.ply || before.takebacks !== game.takebacks || !before.result !== !game.result || game.next) return "";
  for (const kind of offerKinds) {
    // The computer's answer comes with the offer itself: then this is all that is seen of it.
    const refused = game.barred?.includes(kind) && !before.barred?.includes(kind);
    if (refused) return `${opponentName(game)} ${declines[kind]}.`;
    if (before.offers[kind] === other(seat) && !game.offers[kind]) return `${opponentName(game)} ${withdraws[kind]}.`;
  }
  return "";
}
