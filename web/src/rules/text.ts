// Sentences that describe moves and positions.
import { list, t } from "../text/text";
import { Refused } from "./rules";
import type { Colour, MoveInfo, State, Step, Way } from "../wire.gen";

export function other(colour: Colour): Colour {
  return colour === "white" ? "black" : "white";
}

/** Returns the name of a side within a sentence. */
export function sideName(colour: Colour): string {
  return colour === "white" ? t("page.rules.white") : t("page.rules.black");
}

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Capitalises a sentence and adds a full stop. Squares and the fields of links and definitions stay in lower case. */
export function sentence(text: string): string {
  const plain = text.trim();
  if (!plain) return "";
  const begun = /^([a-z]\d|[a-z]+[A-Z]|[a-z]+\.[a-z])/.test(plain) ? plain : capitalise(plain);
  return /[.?]$/.test(begun) ? begun : `${begun}.`;
}

/** Returns an error as a sentence. */
export function errorText(problem: unknown): string {
  const faults = problem instanceof Refused ? (problem.failure.faults ?? []) : [];
  if (faults.length > 0) return faults.map((fault) => sentence(fault.message)).join(" ");
  return sentence(problem instanceof Error ? problem.message : String(problem));
}

/** Returns the first fault of a rejected text, as part of a sentence; empty if the problem is not about faults. */
export function firstFault(problem: unknown): string {
  return problem instanceof Refused ? (problem.failure.faults?.[0]?.message ?? "") : "";
}

/** Describes the effects of a move and the resulting position, for the live region. */
export function announce(step: Step | undefined, state: State): string {
  const sentences: string[] = [];
  if (step) sentences.push(sentence(step.text));
  if (state.outcome.result !== "") sentences.push(sentence(state.outcome.sentence ?? ""));
  else {
    if (state.checked.length > 0)
      sentences.push(t("page.rules.in-check", { side: state.turn, squares: list(state.checked) }));
    sentences.push(enPassant(state));
  }
  return sentences.filter(Boolean).join(" ") || t("page.rules.to-move", { side: state.turn });
}

/** Describes the en passant captures available to a side, or to "you"; empty if there are none. */
export function enPassant(state: State, side?: Colour): string {
  const captures = state.moves.filter((move) => move.kind === "en passant");
  if (captures.length === 0) return "";
  const moves = list(captures.map(({ from = "", to = "" }) => t("page.rules.takes", { from, to })));
  return side ? t("page.rules.side-en-passant", { side, moves }) : t("page.rules.you-en-passant", { moves });
}

/** Describes which side has no king, as the start of a sentence. */
export function kingless(pieces: Record<string, string>): string {
  const there = Object.values(pieces);
  const without = (["K", "k"] as const).filter((king) => !there.includes(king));
  if (without.length > 1) return t("page.rules.neither-side-has-a-king");
  return without[0] === "K" ? t("page.rules.white-kingless") : t("page.rules.black-kingless");
}

/** Describes the path of a move: the squares, and where it crosses onto a side board and back. */
export function wayText(way: Way): string {
  const first = way[0];
  const last = way.at(-1);
  if (!first || !last || way.length < 2) return "";
  const parts = [first.square];
  let board = first.board;
  for (const touch of way.slice(1)) {
    parts.push(
      touch.board === board ? touch.square : t("page.rules.over-seam-to", { square: touch.square, board: touch.board }),
    );
    board = touch.board;
  }
  const squares = parts.join(", ");
  return last.board === "centre" ? squares : t("page.rules.way-home", { way: squares, square: last.square });
}

/** Reports whether a path is worth describing: over a seam, or over squares in between. */
export function hasWay(move: MoveInfo): boolean {
  return (move.ways ?? []).some((way) => way.length > 2 || way.some((touch) => touch.board !== "centre"));
}
