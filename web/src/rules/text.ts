// What happens on the board, in sentences.
import { Refused } from "./rules";
import type { Colour, MoveInfo, State, Step, Way } from "../wire.gen";

export function other(colour: Colour): Colour {
  return colour === "white" ? "black" : "white";
}

/** A side as a name in a sentence. */
export function sideName(colour: Colour): string {
  return colour === "white" ? "White" : "Black";
}

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "a", "a and b", "a, b and c"; with another word between the last two if one is given. */
export function list(words: readonly string[], last = "and"): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

/** A sentence with its capital and its full stop. Names of squares and of a link's fields keep their small letter. */
export function sentence(text: string): string {
  const plain = text.trim();
  if (!plain) return "";
  const begun = /^([a-z]\d|[a-z]+[A-Z])/.test(plain) ? plain : capitalise(plain);
  return /[.?]$/.test(begun) ? begun : `${begun}.`;
}

/** Why something failed, in a sentence. */
export function errorText(problem: unknown): string {
  const faults = problem instanceof Refused ? (problem.failure.faults ?? []) : [];
  if (faults.length > 0) return faults.map((fault) => sentence(fault.message)).join(" ");
  return sentence(problem instanceof Error ? problem.message : String(problem));
}

/** What a move did and what it leaves, for the live region. */
export function announce(step: Step | undefined, state: State): string {
  const said: string[] = [];
  if (step) said.push(sentence(step.text));
  if (state.outcome.result !== "") said.push(sentence(state.outcome.sentence ?? ""));
  else {
    if (state.checked.length > 0) said.push(`${sideName(state.turn)} is in check on ${list(state.checked)}.`);
    said.push(enPassant(state, "You"));
  }
  return said.filter(Boolean).join(" ") || `${sideName(state.turn)} to move.`;
}

/** The en passant captures that somebody may play, in a sentence, or nothing. */
export function enPassant(state: State, who: string): string {
  const captures = state.moves.filter((move) => move.kind === "en passant");
  if (captures.length === 0) return "";
  return `${who} may take en passant: ${list(captures.map((move) => `${move.from} takes ${move.to}`))}.`;
}

/** Which side has no king, as the start of a sentence. */
export function kingless(pieces: Record<string, string>): string {
  const there = Object.values(pieces);
  const without = (["K", "k"] as const).filter((king) => !there.includes(king)).map((king) => (king === "K" ? "White" : "Black"));
  return without.length > 1 ? "Neither side has a king" : `${without[0] ?? "A side"} has no king`;
}

/** The way of a move in words: the squares, and where it crosses onto a side board and back. */
export function wayText(way: Way): string {
  const first = way[0];
  const last = way.at(-1);
  if (!first || !last || way.length < 2) return "";
  const said = [first.square];
  let board = first.board;
  for (const touch of way.slice(1)) {
    said.push(touch.board === board ? touch.square : `over the seam to ${touch.square} of the ${touch.board} board`);
    board = touch.board;
  }
  const home = last.board === "centre" ? "" : `, and so to ${last.square} of the centre board`;
  return `${said.join(", ")}${home}`;
}

/** Whether a move has a way worth telling: over a seam, or over squares between. */
export function hasWay(move: MoveInfo): boolean {
  return (move.ways ?? []).some((way) => way.length > 2 || way.some((touch) => touch.board !== "centre"));
}
