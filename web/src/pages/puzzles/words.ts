// What a puzzle is about, in the rule set's own terms.
import { nameOf } from "../../board/pieces";
import { sideName } from "../../rules/text";
import type { Colour, MoveInfo, State, VariantInfo } from "../../wire.gen";
import { mateIn, type Puzzle } from "./data";

interface Theme {
  name: string;
  hint: (info: VariantInfo) => string;
}

const seam = (info: VariantInfo) =>
  info.boards > 1
    ? "A line leads over the seam. Beyond file h lies file a of the board on the right, and beyond file a file h of the one on the left."
    : "A line leads over the edge and goes on at the other side of the board.";

/** The themes by their tags, the most particular first. */
export const themes: Readonly<Record<string, Theme>> = {
  "reflection-mate": {
    name: "Reflection gives mate",
    hint: () => "The mirror mates: look at what appears on the reflected square of the last move, or who goes on to it.",
  },
  "successor-chain": {
    name: "Successor chain",
    hint: () => "A piece that a move makes moves in its turn, and makes its own successor. Think one piece further.",
  },
  "board-ride": { name: "Board ride", hint: () => "An attack board can carry a piece. Look where a board that moves would take its passenger." },
  "board-move": { name: "Board move", hint: () => "A whole board moves. It opens columns where it stood and closes others where it comes to stand." },
  "over-the-seam": { name: "Over the seam", hint: seam },
  "goes-on": {
    name: "Goes on",
    hint: () => "A king or queen that moves quietly goes on to the reflected square. Look where it ends up, not where it lands.",
  },
  "made-piece": {
    name: "Made piece",
    hint: () => "What a quiet move makes plays a part here: it stands in the way, it is taken, or it has to move.",
  },
  "held-reflection": {
    name: "Held reflection",
    hint: () => "Look for a quiet move whose reflected square is occupied: it makes nothing for the other side.",
  },
  "several-kings": {
    name: "Several kings",
    hint: () => "All kings are royal. Attack one that cannot be saved, or two at once; count the flights of each.",
  },
  underpromotion: { name: "Underpromotion", hint: () => "A pawn promotes, and not to a queen." },
  "en-passant": { name: "En passant", hint: () => "A pawn can be taken in passing." },
  castling: { name: "Castling", hint: () => "Castling is more than safety here." },
  "double-check": { name: "Double check", hint: () => "Two pieces can give check at once: then taking or blocking one of them is not enough." },
  "discovered-check": { name: "Discovered check", hint: () => "A piece stands in the way of another. Move it away with a threat." },
  "level-change": { name: "Level change", hint: () => "Look up and down: the move leads to another level." },
  sacrifice: { name: "Sacrifice", hint: () => "Something has to be given first." },
  promotion: { name: "Promotion", hint: () => "A pawn wants to promote." },
  "quiet-move": { name: "Quiet move", hint: () => "Look for a move that neither takes nor gives check, and threatens something that cannot be met." },
  "in-check": { name: "Out of check", hint: () => "There is a check to be met. One answer does more than that." },
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
    ? "Look at every check, and at what the king can do after it."
    : "Look for a piece that is not guarded well enough, and for a move that attacks two things at once.";
}

/** What moves, in a sentence. */
export function whatMoves(move: MoveInfo, state: State): string {
  if (!move.from) {
    const stand = /^[QK]L\d/.exec(move.move)?.[0];
    return stand ? `The board on ${stand} moves.` : "A board moves, or the king castles.";
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
  return tag === "material" ? "Winning material" : `Mate in ${tag.slice(-1)}`;
}
