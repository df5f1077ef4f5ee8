// The pieces as the pictures draw them, and what they are called.
import { pieces } from "../data/data.json";
import type { Colour } from "../wire.gen";

/** The drawing of a role in a box of 100 by 100, as path data. */
export interface PieceDrawing {
  kind: string;
  /** Filled and outlined one after the other: each covers what lies behind it. */
  parts: string[];
  cuts?: string;
  eye?: string;
  /** The highlight. */
  line: string;
  /** The highlight of a piece that a move has made, on the other side. */
  made: string;
  madeCuts?: string;
}

/** All drawings, and the widths of their lines. */
export interface PieceSet {
  edge: number;
  cut: number;
  line: number;
  pieces: PieceDrawing[];
}

export const pieceSet: PieceSet = pieces;

const letters = "pnbrqk";

/** The drawing of a piece by its FEN letter. */
export function drawingOf(letter: string): PieceDrawing | undefined {
  return pieceSet.pieces[letters.indexOf(letter.toLowerCase())];
}

/** Whose a piece is: capital letters are White's. */
export function colourOf(letter: string): Colour {
  return letter === letter.toUpperCase() ? "white" : "black";
}

/** The role of a piece in a word: "knight". */
export function roleOf(letter: string): string {
  return drawingOf(letter)?.kind ?? "piece";
}

/** A piece in words: "white knight". */
export function nameOf(letter: string): string {
  return `${colourOf(letter)} ${roleOf(letter)}`;
}
