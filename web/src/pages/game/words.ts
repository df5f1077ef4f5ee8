// The sentences of the game page.
import { undone } from "../../game/takeback";
import type { GameSnapshot } from "../../game/types";
import type { Colour, State } from "../../rules/types";
import { enPassant, list, sentence, sideName } from "../../rules/words";

/** Whose seat it is to move, from where one sits. */
export function yourTurn(game: GameSnapshot): boolean {
  return !game.result && game.seat !== null && (game.seat === "both" || game.seat === game.turn);
}

/** What is said when a move has been played. */
export function announcement(game: GameSnapshot, state: State, text: string): string {
  const mine = yourTurn(game) && game.seat !== "both";
  const words = [sentence(text)];
  if (game.result) words.push(sentence(game.result.sentence));
  else if (state.checked.length > 0) words.push(mine ? "You are in check." : `${sideName(state.turn)} is in check.`);
  if (!game.result) words.push(enPassant(state, mine ? "You" : sideName(state.turn)));
  return words.filter(Boolean).join(" ");
}

/** The line above a finished game: who won, from where one sits. */
export function verdict(game: GameSnapshot): string {
  const { result, seat } = game;
  if (!result) return "";
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
export function numbered(game: GameSnapshot, ply: number): string {
  const first = Number(game.start.split(" ").at(-1)) || 1;
  // Whether the game began with Black is told by whose turn it is now.
  const halves = ply + ((game.turn === "black") === (game.ply % 2 === 0) ? 1 : 0);
  return `${first + (halves >> 1)}${halves % 2 === 0 ? "." : "…"} ${game.moves[ply]?.san ?? ""}`;
}

/** The moves that the takeback asked for would undo. */
export function takebackWords(game: GameSnapshot, mine: boolean): string {
  const asker = game.offers.takeback;
  const back = asker ? undone(game.ply, game.turn, asker) : 0;
  const last = numbered(game, game.ply - back);
  return back < 2 ? last : `${last} and ${mine ? "the answer" : "your answer"} ${numbered(game, game.ply - 1)}`;
}

/** What the game waits for, in a few words. */
export function status(game: GameSnapshot, state: State): string {
  if (game.result) return sentence(game.result.sentence);
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
