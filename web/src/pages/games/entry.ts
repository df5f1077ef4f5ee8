// A game in the list, wherever it is saved.
import type { SavedGame } from "../../game/savedGames";
import { t } from "../../text/text";
import type { Colour, GameResult, Summary } from "../../wire.gen";
import { playerName, seatName } from "../../game/text";
import { sentence } from "../../rules/text";

export interface Entry {
  id: string;
  href: string;
  local: boolean;
  variant: string;
  white: string;
  black: string;
  seat: Summary["seat"];
  turn: Colour;
  /** Whether the one who looks is to move. */
  yours: boolean;
  waiting: boolean;
  plies: number;
  result: GameResult | null;
  position: string;
  updated: number;
}

export function fromSummary(game: Summary): Entry {
  const { id, variant, players, seat, turn, ply, result, position, updated } = game;
  const waiting = !players.white || !players.black;
  return {
    id,
    href: `/game/${id}`,
    local: false,
    variant,
    white: seat === "white" ? t("page.game.you") : playerName(players.white),
    black: seat === "black" ? t("page.game.you") : playerName(players.black),
    seat,
    turn,
    yours: !result && !waiting && (seat === turn || seat === "both"),
    waiting,
    plies: ply,
    result,
    position,
    updated,
  };
}

export function fromSaved({ game }: SavedGame): Entry {
  return {
    ...fromSummary(game),
    href: `/local/${game.id}`,
    local: true,
    white: seatName(game, "white"),
    black: seatName(game, "black"),
  };
}

/** How the game stands, in a sentence. */
export function statusText(entry: Entry): string {
  if (entry.result) return sentence(entry.result.sentence);
  if (entry.waiting) return t("page.games.waiting-for-the-other-player");
  if (entry.yours && entry.seat !== "both") return t("page.games.your-turn");
  return t("page.games.side-to-move", { side: entry.turn });
}
