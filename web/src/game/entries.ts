// The user's games, from the server and from this browser, in a common format.
import { useEffect, useState } from "preact/hooks";
import type { Rules } from "../rules/rules";
import { errorText, sentence } from "../rules/text";
import { t } from "../text/text";
import type { Colour, GameResult, State, Summary } from "../wire.gen";
import { myGames } from "./rest";
import type { SavedGame } from "./savedGames";
import { playerName, seatName } from "./text";

/** A game of the user. */
export interface Entry {
  id: string;
  href: string;
  local: boolean;
  variant: string;
  white: string;
  black: string;
  seat: Summary["seat"];
  turn: Colour;
  /** Whether it is the user's turn. */
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

/** Describes the state of the game. */
export function statusText(entry: Entry): string {
  if (entry.result) return sentence(entry.result.sentence);
  if (entry.waiting) return t("page.game.waiting-status");
  if (entry.yours && entry.seat !== "both") return t("page.games.your-turn");
  return t("page.games.side-to-move", { side: entry.turn });
}

/** Returns the games on the server, empty until they are loaded, and the error, if any. */
export function useServerGames(): { games: Summary[]; loaded: boolean; problem: string } {
  const [found, setFound] = useState<{ games: Summary[]; loaded: boolean; problem: string }>({
    games: [],
    loaded: false,
    problem: "",
  });
  useEffect(() => {
    let active = true;
    const ask = () => {
      if (document.visibilityState === "hidden") return;
      myGames().then(
        (games) => active && setFound({ games, loaded: true, problem: "" }),
        (reason: unknown) => active && setFound((before) => ({ ...before, loaded: true, problem: errorText(reason) })),
      );
    };
    ask();
    const timer = setInterval(ask, 15_000);
    document.addEventListener("visibilitychange", ask);
    return () => {
      active = false;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }, []);
  return found;
}

/** Returns the position to show; null until the rules are loaded, or if they reject it. */
export function pictureOf(rules: Rules | null, variant: string, position: string): State | null {
  try {
    return rules ? rules.line({ variant, position }).state : null;
  } catch {
    return null;
  }
}
