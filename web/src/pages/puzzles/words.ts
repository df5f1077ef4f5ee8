// What a puzzle is about, in the rule set's own terms.
import { nameOf } from "../../board/pieces";
import { sideName } from "../../rules/text";
import { t } from "../../text/text";
import type { Colour, MoveInfo, State, VariantInfo } from "../../wire.gen";
import { mateIn, type Puzzle } from "./data";

interface Theme {
  name: string;
  hint: (info: VariantInfo) => string;
}

const seam = (info: VariantInfo) =>
  info.boards > 1
    ? t("page.puzzles.a-line-leads-over-the")
    : t("page.puzzles.a-line-leads-over-the-2");

/** The themes by their tags, the most particular first. */
export const themes: Readonly<Record<string, Theme>> = {
  "reflection-mate": {
    name: "Reflection gives mate",
    hint: () => t("page.puzzles.the-mirror-mates-look-at"),
  },
  "successor-chain": {
    name: "Successor chain",
    hint: () => t("page.puzzles.a-piece-that-a-move"),
  },
  "board-ride": { name: "Board ride", hint: () => t("page.puzzles.an-attack-board-can-carry") },
  "board-move": { name: "Board move", hint: () => t("page.puzzles.a-whole-board-moves-it") },
  "over-the-seam": { name: "Over the seam", hint: seam },
  "goes-on": {
    name: "Goes on",
    hint: () => t("page.puzzles.a-king-or-queen-that"),
  },
  "made-piece": {
    name: "Made piece",
    hint: () => t("page.puzzles.what-a-quiet-move-makes"),
  },
  "held-reflection": {
    name: "Held reflection",
    hint: () => t("page.puzzles.look-for-a-quiet-move"),
  },
  "several-kings": {
    name: "Several kings",
    hint: () => t("page.puzzles.all-kings-are-royal-attack"),
  },
  underpromotion: { name: "Underpromotion", hint: () => t("page.puzzles.a-pawn-promotes-and-not") },
  "en-passant": { name: "En passant", hint: () => t("page.puzzles.a-pawn-can-be-taken") },
  castling: { name: "Castling", hint: () => t("page.puzzles.castling-is-more-than-safety") },
  "double-check": { name: "Double check", hint: () => t("page.puzzles.two-pieces-can-give-check") },
  "discovered-check": { name: "Discovered check", hint: () => t("page.puzzles.a-piece-stands-in-the") },
  "level-change": { name: "Level change", hint: () => t("page.puzzles.look-up-and-down-the") },
  sacrifice: { name: "Sacrifice", hint: () => t("page.puzzles.something-has-to-be-given") },
  promotion: { name: "Promotion", hint: () => t("page.puzzles.a-pawn-wants-to-promote") },
  "quiet-move": { name: "Quiet move", hint: () => t("page.puzzles.look-for-a-move-that") },
  "in-check": { name: "Out of check", hint: () => t("page.puzzles.there-is-a-check-to") },
};

const order = Object.keys(themes);

/** The theme that says most about a puzzle, as its tag; none if it is a plain one. */
export function mainTheme(puzzle: Puzzle): string {
  return order.find((tag) => puzzle.tags.includes(tag)) ?? "";
}

/** What a puzzle is about, in a sentence. */
export function hintOf(puzzle: Puzzle, info: VariantInfo): string {
  const theme = themes[mainTheme(puzzle)];
  if (theme) return theme.hint(info);
  return mateIn(puzzle) > 0
    ? t("page.puzzles.look-at-every-check-and")
    : t("page.puzzles.look-for-a-piece-that");
}

/** What moves, in a sentence. */
export function whatMoves(move: MoveInfo, state: State): string {
  if (!move.from) {
    const stand = /^[QK]L\d/.exec(move.move)?.[0];
    return stand ? `The board on ${stand} moves.` : t("page.puzzles.a-board-moves-or-the");
  }
  return `The ${nameOf(state.pieces[move.from] ?? "")} on ${move.from} moves.`;
}

/** What is to be done, in a sentence. */
export function goal(puzzle: Puzzle, turn: Colour): string {
  const n = mateIn(puzzle);
  return n > 0 ? `${sideName(turn)} mates in ${n} ${n === 1 ? "move" : "moves"}` : `${sideName(turn)} to move and win material`;
}

/** A goal as a name in a list. */
export function goalName(tag: string): string {
  return tag === "material" ? t("page.puzzles.winning-material") : `Mate in ${tag.slice(-1)}`;
}
