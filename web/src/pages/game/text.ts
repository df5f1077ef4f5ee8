// The sentences of the game page.
import { offerKinds } from "../../game/offers";
import { list, t } from "../../text/text";
import type { Plain } from "../../text/types";
import type { Colour, Offers, Snapshot, State } from "../../wire.gen";
import { opponentName } from "../../game/text";
import { shownSan } from "../../rules/san";
import { enPassant, sentence } from "../../rules/text";

/** Reports whether it is the user's turn. */
export function yourTurn(game: Snapshot): boolean {
  return !game.result && game.seat !== null && (game.seat === "both" || game.seat === game.turn);
}

/** Returns the announcement of a move. */
function announcement(game: Snapshot, state: State, text: string): string {
  const mine = yourTurn(game) && game.seat !== "both";
  const words = [sentence(text)];
  // The end of the game is shown before the server confirms the move.
  const end = game.result?.sentence ?? (state.outcome.reason && state.outcome.sentence);
  if (end) words.push(sentence(end));
  else {
    if (state.checked.length > 0)
      words.push(mine ? t("page.game.you-are-in-check") : t("page.game.side-in-check", { side: state.turn }));
    words.push(enPassant(state, mine ? undefined : state.turn));
  }
  return words.filter(Boolean).join(" ");
}

/**
 * Returns the screen-reader announcement when a game changes: a move, a takeback, the end, an offer; empty
 * for other changes.
 */
export function news(before: Snapshot, game: Snapshot, state: State): string {
  const last = game.moves.at(-1);
  if (game.ply < before.ply) return t("page.game.taken-back", { status: status(game, state) });
  // Also announces a move that replaces the user's own, which was shown before the server rejected it as too late.
  if (last && last.move !== before.moves[game.ply - 1]?.move) return announcement(game, state, last.text);
  // If a move ended the game, the end was announced with the move.
  if (game.result && !before.result && !state.outcome.reason) return status(game, state);
  const offered = offerKinds.find((kind) => game.offers[kind] && game.offers[kind] !== before.offers[kind]);
  return offered && (game.seat === "white" || game.seat === "black") ? offerText(offered, game) : "";
}

/** Describes an open offer, relative to the user's seat. */
export function offerText(kind: keyof Offers, game: Snapshot): string {
  const mine = game.offers[kind] === game.seat;
  const opponent = opponentName(game);
  switch (kind) {
    case "draw":
      return mine ? t("page.game.you-offered-a-draw") : t("page.game.offers-draw", { name: opponent });
    case "takeback":
      return mine
        ? t("page.game.you-asked-takeback", { moves: takebackText(game, mine) })
        : t("page.game.asks-takeback", { name: opponent, moves: takebackText(game, mine) });
    case "rematch":
      return mine ? t("page.game.you-asked-for-another-game") : t("page.game.asks-rematch", { name: opponent });
  }
}

/** Formats the time remaining: "0:25", or in words if it is long. */
export function waitText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const hours = Math.ceil(seconds / 3600);
  if (seconds > 3600) return t("page.game.hours", { n: hours });
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Describes how long an open challenge lasts. */
export function lifetimeText(game: Snapshot): string {
  if (!game.keep) return t("page.game.it-stays-while-you-are");
  return t("page.game.it-stays-days", { n: game.keep });
}

/** Reports whether a game is a challenge that expired before anyone accepted it. */
export function expired(game: Snapshot): boolean {
  const free = !game.players.white || !game.players.black;
  return game.open && free && game.result?.reason === "aborted" && !game.result.side;
}

/** Describes the result of a game. */
export function endText(game: Snapshot): string {
  if (!expired(game)) return sentence(game.result?.sentence ?? "");
  if (!game.seat) return t("page.game.challenge-has-ended");
  return game.keep ? t("page.game.nobody-took-it-in-time") : t("page.game.nobody-had-taken-it-when");
}

/**
 * Returns the heading of a finished game: who won, relative to the user's seat. Empty while it is in
 * progress.
 */
export function verdict(game: Snapshot): string {
  const { result, seat } = game;
  if (!result) return "";
  if (expired(game)) return t("page.game.challenge-closed-heading");
  if (result.result === "") return t("page.game.game-aborted");
  if (result.result === "1/2-1/2") return t("page.game.draw");
  const winner: Colour = result.result === "1-0" ? "white" : "black";
  if (seat === "white" || seat === "black") return seat === winner ? t("page.game.you-win") : t("page.game.you-lose");
  return t("page.game.side-wins", { side: winner });
}

const claims: Record<string, Plain> = {
  threefold: "page.game.threefold",
  fifty: "page.game.fifty",
};

/** Describes why a draw may be claimed. */
export function claimReason(reasons: string[]): string {
  return list(reasons.map((each) => (claims[each] ? t(claims[each]) : each)));
}

/** Returns a move with its number: "3. Nf3", "3… Nc6". */
export function numbered(game: Snapshot, ply: number): string {
  const first = Number(game.start.split(" ").at(-1)) || 1;
  // The side to move reveals whether Black started.
  const plies = ply + ((game.turn === "black") === (game.ply % 2 === 0) ? 1 : 0);
  return `${first + (plies >> 1)}${plies % 2 === 0 ? "." : "…"} ${shownSan(game.moves[ply]?.san ?? "")}`;
}

/** Describes the moves that the requested takeback would undo. */
export function takebackText(game: Snapshot, mine: boolean): string {
  const asker = game.offers.takeback;
  const back = game.ply - ((asker && game.undo[asker]) ?? game.ply);
  const last = numbered(game, game.ply - back);
  return back < 2 ? last : t("page.game.takeback-moves", { last, mine, answer: numbered(game, game.ply - 1) });
}

/** Describes the state of the game in a few words. */
export function status(game: Snapshot, state: State): string {
  if (game.result) return expired(game) ? t("page.game.challenge-closed") : sentence(game.result.sentence);
  if (!game.players.white || !game.players.black) return t("page.game.waiting-status");
  const check = state.checked.length > 0;
  if (game.thinking) {
    const { place } = game.thinking;
    return place > 0 ? t("page.game.computer-busy", { n: place }) : t("page.game.computer-thinking", { check });
  }
  const help = yourTurn(game) && game.ply < 2;
  if (game.seat === game.turn) return t("page.game.your-turn-now", { check, help });
  return t("page.game.side-to-move", { side: game.turn, check, help });
}
