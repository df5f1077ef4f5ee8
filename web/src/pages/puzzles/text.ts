// Texts about a puzzle, in the terms of its rule set.
import { nameOf } from "../../board/pieces";
import { t } from "../../text/text";
import type { Plain } from "../../text/types";
import type { Colour, MoveInfo, State, VariantInfo } from "../../wire.gen";
import { mateIn, type Puzzle } from "./data";

interface Theme {
  name: Plain;
  hint: (info: VariantInfo) => string;
}

const seam = (info: VariantInfo) =>
  info.boards > 1 ? t("page.puzzles.line-crosses-seam") : t("page.puzzles.line-crosses-edge");

/** The themes, keyed by tag, most specific first. */
export const themes: Readonly<Record<string, Theme>> = {
  "reflection-mate": {
    name: "page.theme.reflection-gives-mate",
    hint: () => t("page.puzzles.the-mirror-mates-look-at"),
  },
  "successor-chain": {
    name: "page.theme.successor-chain",
    hint: () => t("page.puzzles.a-piece-that-a-move"),
  },
  "board-ride": { name: "page.theme.board-ride", hint: () => t("page.puzzles.an-attack-board-can-carry") },
  "board-move": { name: "page.theme.board-move", hint: () => t("page.puzzles.a-whole-board-moves-it") },
  "over-the-seam": { name: "page.theme.over-the-seam", hint: seam },
  "goes-on": {
    name: "page.theme.goes-on",
    hint: () => t("page.puzzles.a-king-or-queen-that"),
  },
  "made-piece": {
    name: "page.theme.made-piece",
    hint: () => t("page.puzzles.what-a-quiet-move-makes"),
  },
  "held-reflection": {
    name: "page.theme.held-reflection",
    hint: () => t("page.puzzles.look-for-a-quiet-move"),
  },
  "several-kings": {
    name: "page.theme.several-kings",
    hint: () => t("page.puzzles.all-kings-are-royal-attack"),
  },
  underpromotion: { name: "page.theme.underpromotion", hint: () => t("page.puzzles.a-pawn-promotes-and-not") },
  "en-passant": { name: "page.theme.en-passant", hint: () => t("page.puzzles.a-pawn-can-be-taken") },
  castling: { name: "page.theme.castling", hint: () => t("page.puzzles.castling-is-more-than-safety") },
  "double-check": { name: "page.theme.double-check", hint: () => t("page.puzzles.two-pieces-can-give-check") },
  "discovered-check": { name: "page.theme.discovered-check", hint: () => t("page.puzzles.a-piece-stands-in-the") },
  "level-change": { name: "page.theme.level-change", hint: () => t("page.puzzles.look-up-and-down-the") },
  sacrifice: { name: "page.theme.sacrifice", hint: () => t("page.puzzles.something-has-to-be-given") },
  promotion: { name: "page.theme.promotion", hint: () => t("page.puzzles.a-pawn-wants-to-promote") },
  "quiet-move": { name: "page.theme.quiet-move", hint: () => t("page.puzzles.look-for-a-move-that") },
  "in-check": { name: "page.theme.out-of-check", hint: () => t("page.puzzles.there-is-a-check-to") },
};

const order = Object.keys(themes);

/** Returns the tag of the most specific theme of a puzzle; empty if it has none. */
export function mainTheme(puzzle: Puzzle): string {
  return order.find((tag) => puzzle.tags.includes(tag)) ?? "";
}

/** Returns a hint about the theme of a puzzle, or about its goal if it has no theme. */
export function hintOf(puzzle: Puzzle, info: VariantInfo): string {
  const theme = themes[mainTheme(puzzle)];
  if (theme) return theme.hint(info);
  return mateIn(puzzle) > 0 ? t("page.puzzles.look-at-every-check-and") : t("page.puzzles.look-for-a-piece-that");
}

/** Describes which piece or board moves. */
export function describeMover(move: MoveInfo, state: State): string {
  if (!move.from) return t("page.puzzles.board-moves", { pin: move.move.slice(0, 3) }); // a board from the pin QL1
  return t("page.puzzles.piece-moves", { piece: nameOf(state.pieces[move.from] ?? ""), square: move.from });
}

/** Describes the task. */
export function goalText(puzzle: Puzzle, turn: Colour): string {
  const n = mateIn(puzzle);
  return n > 0 ? t("page.puzzles.goal-mate", { side: turn, n }) : t("page.puzzles.goal-material", { side: turn });
}

/** Returns the name of a tag in a list: a theme, or a goal. */
export function tagName(tag: string): string {
  const theme = themes[tag];
  return theme ? t(theme.name) : goalName(tag);
}

function goalName(tag: string): string {
  return tag === "material" ? t("page.puzzles.winning-material") : t("page.puzzles.mate-in", { n: tag.slice(-1) });
}
