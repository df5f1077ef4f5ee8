// Offers between two players, and what becomes of them.
import type { EndedOffer, Snapshot, Subject } from "../wire.gen";
import { opponentName } from "./text";

export const offerKinds = ["draw", "takeback", "rematch"] as const satisfies Subject[];

const declines = { draw: "declines the draw", takeback: "declines the takeback", rematch: "declines another game" };
const withdraws = {
  draw: "withdraws the offer of a draw",
  takeback: "no longer asks to take back",
  rematch: "no longer asks for another game",
};

/** What the opponent has just said to an offer, or done with one of their own, in a sentence. */
export function opponentEnded(before: Snapshot, game: Snapshot): string {
  const { seat } = game;
  if (seat !== "white" && seat !== "black") return "";
  const known = (offer: EndedOffer) => before.ended?.some(({ what, of, by }) => what === offer.what && of === offer.of && by === offer.by);
  const ended = game.ended?.find((offer) => offer.by !== seat && !known(offer));
  return ended ? `${opponentName(game)} ${(ended.of === seat ? declines : withdraws)[ended.what]}.` : "";
}
