// Drawings and names of the pieces.
import { pieces } from "../data/data.json";
import { t } from "../text/text";
import type { Plain } from "../text/types";
import type { Colour } from "../wire.gen";
import type { Kind } from "./sets/shape";

/** A picture in a 100 by 100 box, as path data. */
export interface PieceDrawing {
  /** The name of the picture. */
  kind: string;
  /** Filled and outlined in order: later paths cover earlier ones. */
  parts: string[];
  cuts?: string;
  eye?: string;
  /** A letter, as lines. */
  sign?: string;
  /** The highlight. */
  line: string;
  /** The highlight of a piece that a move has just spawned, mirrored. */
  made: string;
  madeCuts?: string;
}

/** The drawings of the pieces of chess, and the line widths of all drawings. */
export interface PieceSet {
  edge: number;
  cut: number;
  line: number;
  sign: number;
  pieces: PieceDrawing[];
}

export const pieceSet: PieceSet = pieces;

const letters = "pnbrqk";

/** Returns the kind of a chess piece. Any other letter is drawn as a letter on a disc. */
export function chessKind(letter: string): Kind {
  const lower = letter.toLowerCase();
  return { letter: lower, picture: pieceSet.pieces[letters.indexOf(lower)]?.kind ?? lower };
}

/** Returns the owner of a piece: upper-case letters are White's. */
export function colourOf(letter: string): Colour {
  return letter === letter.toUpperCase() ? "white" : "black";
}

const roles: Record<string, Plain> = {
  p: "page.board.pawn",
  n: "page.board.knight",
  b: "page.board.bishop",
  r: "page.board.rook",
  q: "page.board.queen",
  k: "page.board.king",
};

const names: Record<string, Plain> = {
  P: "page.board.white-pawn",
  N: "page.board.white-knight",
  B: "page.board.white-bishop",
  R: "page.board.white-rook",
  Q: "page.board.white-queen",
  K: "page.board.white-king",
  p: "page.board.black-pawn",
  n: "page.board.black-knight",
  b: "page.board.black-bishop",
  r: "page.board.black-rook",
  q: "page.board.black-queen",
  k: "page.board.black-king",
};

/** Returns the type of a piece as a word: "knight". */
export function roleOf(letter: string): string {
  return t(roles[letter.toLowerCase()] ?? "page.board.piece");
}

/** Returns a piece in words: "white knight". */
export function nameOf(letter: string): string {
  return t(names[letter] ?? "page.board.piece");
}
