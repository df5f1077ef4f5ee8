// The sentences of the game page.
import { offerKinds } from "../../game/offers";
import type { Colour, Offers, Snapshot, State } from "../../wire.gen";
import { opponentName } from "../../game/text";
import { enPassant, list, sentence, sideName } from "../../rules/text";

/** Whose seat it is to move, from where one sits. */
export function yourTurn(game: Snapshot): boolean {
  return !game.result && game.seat !== null && (game.seat === "both" || game.seat === game.turn);
}

/** What is said when a move has been played. */
export function announcement(game: Snapshot, state: State, text: string): string {
  const mine = yourTurn(game) && game.seat !== "both";
  const words = [sentence(text)];
  // A move that ends the game is seen before the server says so.
  const end = game.result?.sentence ?? (state.outcome.reason && state.outcome.sentence);
  if (end) words.push(sentence(end));
  else {
    if (state.checked.length > 0) words.push(mine ? "You are in check." : `${sideName(state.turn)} is in check.`);
    words.push(enPassant(state, mine ? "You" : sideName(state.turn)));
  }
  return words.filter(Boolean).join(" ");
}

/** What is said to those who listen when a game has become another: a move, a takeback, the end, an offer. */
export function news(before: Snapshot, game: Snapshot, state: State): string {
  const last = game.moves.at(-1);
  if (game.ply < before.ply) return `Taken back. ${status(game, state)}`;
  // Also when another move has taken the place of one that came too late.
  if (last && last.move !== before.moves[game.ply - 1]?.move) return announcement(game, state, last.text);
  // What a move ends was said with the move.
  if (game.result && !before.result && !state.outcome.reason) return status(game, state);
  const offered = offerKinds.find((kind) => game.offers[kind] && game.offers[kind] !== before.offers[kind]);
  return offered && (game.seat === "white" || game.seat === "black") ? offerText(offered, game) : "";
}

/** An offer that stands in a sentence, from where one sits. */
export function offerText(kind: keyof Offers, game: Snapshot): string {
  const mine = game.offers[kind] === game.seat;
  const opponent = opponentName(game);
  switch (kind) {
    case "draw":
      return mine ? "You offered a draw." : `${opponent} offers a draw.`;
    case "takeback":
      return `${mine ? "You asked" : `${opponent} asks`} to take back ${takebackText(game, mine)}.`;
    case "rematch":
      return mine ? "You asked for another game." : `${opponent} would like another game.`;
  }
}

/** How long something still takes: "0:25", and in words where it is long. */
export function waitText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const hours = Math.ceil(seconds / 3600);
  if (seconds > 3600) return `${hours} hours`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** How long an open challenge stays. */
export function staysText(game: Snapshot): string {
  if (!game.keep) return "It stays while you are here: leave this page open.";
  return `It stays for ${game.keep === 1 ? "a day" : `${game.keep} days`}, also while you are away.`;
}

/** Whether a game is a challenge that ended before anybody took it, by nobody's doing. */
export function lapsed(game: Snapshot): boolean {
  const free = !game.players.white || !game.players.black;
  return game.open && free && game.result?.reason === "aborted" && !game.result.side;
}

/** How a game ended, in a sentence. */
export function endText(game: Snapshot): string {
  if (!lapsed(game)) return sentence(game.result?.sentence ?? "");
  if (!game.seat) return "Whoever made it has left. See who else waits on the first page, or make a challenge of your own.";
  return game.keep ? "Nobody took it in time." : "Nobody had taken it when you left. A challenge stays while you are here, or for days if you choose so.";
}

/** The line above a finished game: who won, from where one sits. */
export function verdict(game: Snapshot): string {
  const { result, seat } = game;
  if (!result) return "";
  if (lapsed(game)) return "The challenge has ended";
  if (result.result === "") return "Game aborted";
  if (result.result === "1/2-1/2") return "Draw";
  const winner: Colour = result.result === "1-0" ? "white" : "black";
  if (seat === "white" || seat === "black") return seat === winner ? "You win" : "You lose";
  return `${sideName(winner)} wins`;
}

const claims: Record<string, string> = {
  threefold: "the position has come up three times",
  fifty: "fifty moves without a capture or a pawn move",
};

/** Why a draw may be claimed. */
export function claimReason(reasons: string[]): string {
  return list(reasons.map((each) => claims[each] ?? each));
}

/** A move with its number: "3. Nf3", "3… Nc6". */
export function numbered(game: Snapshot, ply: number): string {
  const first = Number(game.start.split(" ").at(-1)) || 1;
  // Whether the game began with Black is told by whose turn it is now.
  const plies = ply + ((game.turn === "black") === (game.ply % 2 === 0) ? 1 : 0);
  return `${first + (plies >> 1)}${plies % 2 === 0 ? "." : "…"} ${game.moves[ply]?.san ?? ""}`;
}

/** The moves that the takeback asked for would undo. */
export function takebackText(game: Snapshot, mine: boolean): string {
  const asker = game.offers.takeback;
  const back = game.ply - ((asker && game.undo[asker]) ?? game.ply);
  const last = numbered(game, game.ply - back);
  return back < 2 ? last : `${last} and ${mine ? "the answer" : "your answer"} ${numbered(game, game.ply - 1)}`;
}

/** What the game waits for, in a few words. */
export function status(game: Snapshot, state: State): string {
  if (game.result) return lapsed(game) ? "The challenge has ended." : sentence(game.result.sentence);
  if (!game.players.white || !game.players.black) return "Waiting for the other player.";
  const check = state.checked.length > 0 ? " Check." : "";
  if (game.thinking) {
    const { place } = game.thinking;
    return place > 0 ? `The computer is busy: ${place} ${place === 1 ? "game" : "games"} before yours.` : `The computer is thinking.${check}`;
  }
  const help = yourTurn(game) && game.ply < 2 ? " Choose a piece to see where it may go." : "";
  if (game.seat === game.turn) return `Your turn.${check}${help}`;
  return `${sideName(game.turn)} is to move.${check}${help}`;
}
