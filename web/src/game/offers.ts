// Offers between the players, and their replies.
import { t } from "../text/text";
import type { EndedOffer, Snapshot, Subject } from "../wire.gen";
import { opponentName } from "./text";

export const offerKinds = ["draw", "takeback", "rematch"] as const satisfies Subject[];

const declines = {
  draw: "page.game.declines-draw",
  takeback: "page.game.declines-takeback",
  rematch: "page.game.declines-rematch",
} as const;
const withdraws = {
  draw: "page.game.withdraws-draw",
  takeback: "page.game.withdraws-takeback",
  rematch: "page.game.withdraws-rematch",
} as const;

/** Describes the opponent's latest reply to an offer, or the withdrawal of one. */
export function opponentEnded(before: Snapshot, game: Snapshot): string {
  const { seat } = game;
  if (seat !== "white" && seat !== "black") return "";
  const known = (offer: EndedOffer) =>
    before.ended?.some(({ what, of, by }) => what === offer.what && of === offer.of && by === offer.by);
  const ended = game.ended?.find((offer) => offer.by !== seat && !known(offer));
  return ended ? t((ended.of === seat ? declines : withdraws)[ended.what], { name: opponentName(game) }) : "";
}
