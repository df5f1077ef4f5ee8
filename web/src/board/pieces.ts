// Drawings and names of the pieces.
import { pieces } from "../data/data.json";
import { t } from "../text/text";
import type { Plain } from "../text/types";
import type { Colour, PieceKind } from "../wire.gen";
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

/** The kinds of pieces of a game; undefined if they are those of chess. */
export type Kinds = readonly PieceKind[] | undefined;

function findKind(letter: string, kinds: Kinds): PieceKind | undefined {
  return kinds?.find((kind) => kind.letter === letter.toLowerCase());
}

/** Returns the letters of the kinds of a game, in lower case. */
export function lettersOf(kinds: Kinds): string[] {
  return kinds?.map((kind) => kind.letter) ?? [...letters];
}

/**
 * Returns the kind of a piece, with its picture. A letter of neither the given kinds nor chess is drawn on a disc.
 */
export function kindOf(letter: string, kinds?: Kinds): Kind {
  const lower = letter.toLowerCase();
  const picture = findKind(lower, kinds)?.picture ?? pieceSet.pieces[letters.indexOf(lower)]?.kind ?? lower;
  return { letter: lower, picture };
}

/** Compares the letters of pieces: queen, rook, bishop, knight, other pieces by letter, pawn, king. */
export function byValue(a: string, b: string): number {
  const rank = (letter: string) => {
    const at = "qrbn".indexOf(letter.toLowerCase());
    return at >= 0 ? at : letter.toLowerCase() === "p" ? 5 : letter.toLowerCase() === "k" ? 6 : 4;
  };
  return rank(a) - rank(b) || (a < b ? -1 : Number(a > b));
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

/**
 * Returns the name of a kind that differs from the piece of chess with its letter: the name that its author gave it,
 * which is translated for common pieces, or the name of its picture. Undefined for other pieces.
 */
function ownName(letter: string, kinds: Kinds): string | undefined {
  const kind = findKind(letter, kinds);
  if (!kind) return undefined;
  const unnamed = kind.name === kind.letter;
  const chess = pieceSet.pieces[letters.indexOf(kind.letter)]?.kind;
  if (chess && (unnamed || kind.name === chess)) return undefined;
  const name = unnamed ? kind.picture : kind.name;
  return t("page.board.other-kind", { kind: name, name: unnamed ? kind.letter.toUpperCase() : name });
}

/** Returns the type of a piece as a word: "knight". */
export function roleOf(letter: string, kinds?: Kinds): string {
  return ownName(letter, kinds) ?? t(roles[letter.toLowerCase()] ?? "page.board.piece");
}

/** Returns a piece in words: "white knight". */
export function nameOf(letter: string, kinds?: Kinds): string {
  const piece = ownName(letter, kinds);
  if (piece) return t("page.board.piece-of", { side: colourOf(letter), piece });
  return t(names[letter] ?? "page.board.piece");
}
