// Geometry of the flat board. A square is 100 units wide. Columns and rows count from the upper left corner
// of the centre board as displayed. Columns continue across the seams: the left board starts at column -8,
// the right one at 8. Side boards are complete; the view shows as many of their files as fit and slides to
// show more.
import type { SquareInfo, Touch, VariantInfo } from "../../wire.gen";

export const unit = 100;

export type BoardName = Touch["board"];

export interface Point {
  x: number;
  y: number;
}

/** One copy of the board. */
export interface Plate {
  board: BoardName;
  /** Its left edge. */
  x: number;
  width: number;
}

export interface Layout {
  /** The left edge of the view: 0 unless it has slid sideways. */
  left: number;
  width: number;
  height: number;
  files: number;
  ranks: number;
  /** The number of files of each side board that are visible at rest. */
  wing: number;
  flip: boolean;
  /** From left to right. */
  plates: Plate[];
  centre: Plate;
  squares: Map<string, Cell>;
  /** The squares in display order, row by row. */
  rows: Cell[][];
}

/** A displayed square of the centre board. */
export interface Cell extends SquareInfo {
  column: number;
  row: number;
}

/** The space available for a board, and the user's preferences. */
export interface Room {
  width: number;
  height: number;
  choice: "none" | "narrow" | "full";
  /** The number of files of a narrow side board, or 0 if the user has not set it. */
  own: number;
}

/** The square sizes, in pixels, to which squares may shrink to make room for one or two files of the side boards. */
const large = { 1: 60, 2: 92 } as const;
/** The minimum fraction of the height that the centre board keeps if the height is too small for those sizes. */
const share = 0.85;

/**
 * Returns how many files of each side board are shown: the user's choice, or up to three if the centre board
 * does not need the space. If not even one fits, as on a phone, it is half a file.
 */
export function wingFor({ width, height, choice, own }: Room, files = 8, ranks = 8): number {
  if (choice === "none") return 0;
  if (choice === "full") return files;
  if (own > 0) return Math.min(own, files);
  const fits = (wing: number, square: number) => width >= (files + 2 * wing) * square;
  if (fits(3, height / ranks)) return 3;
  return ([2, 1] as const).find((wing) => fits(wing, Math.min(large[wing], (share * height) / ranks))) ?? 0.5;
}

export function layoutOf(info: VariantInfo, flip: boolean, wing = 8): Layout {
  const xs = info.squares.map((square) => square.x);
  const ys = info.squares.map((square) => square.y);
  const [low, high, bottomRank, topRank] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const files = high - low + 1;
  const ranks = topRank - bottomRank + 1;
  const several = info.boards > 1;
  const shown = several ? Math.min(files, wing) : 0;
  const width = files * unit;

  const centre: Plate = { board: "centre", x: shown * unit, width };
  const plates = [centre];
  if (several) {
    plates.unshift({ board: flip ? "right" : "left", x: centre.x - width, width });
    plates.push({ board: flip ? "left" : "right", x: centre.x + width, width });
  }
  const rows: Cell[][] = Array.from({ length: ranks }, () => []);
  const squares = new Map<string, Cell>();
  for (const square of info.squares) {
    const column = flip ? high - square.x : square.x - low;
    const row = flip ? square.y - bottomRank : topRank - square.y;
    const cell = { ...square, column, row };
    squares.set(square.name, cell);
    rows[row]?.push(cell);
  }
  for (const row of rows) row.sort((a, b) => a.column - b.column);
  return {
    left: 0,
    width: (files + 2 * shown) * unit,
    height: ranks * unit,
    files,
    ranks,
    wing: shown,
    flip,
    plates,
    centre,
    squares,
    rows,
  };
}

/** Returns the layout with the view slid by n files; a negative n reveals more of the left board. */
export function slid(layout: Layout, files: number): Layout {
  return files === 0 ? layout : { ...layout, left: files * unit };
}

/** Returns the offset of a board from the centre, in columns. */
export function offsetOf(layout: Layout, board: BoardName): number {
  if (board === "centre") return 0;
  return (board === "left") === layout.flip ? layout.files : -layout.files;
}

/** Returns the x coordinate of a column, even outside the view. */
export function across(layout: Layout, column: number): number {
  return layout.centre.x + column * unit;
}

/** Returns the centre of a square on one of the boards, or undefined if the square does not exist. */
export function middleOf(layout: Layout, square: string, board: BoardName = "centre"): Point | undefined {
  const cell = layout.squares.get(square);
  if (!cell) return undefined;
  return { x: across(layout, cell.column + 0.5 + offsetOf(layout, board)), y: (cell.row + 0.5) * unit };
}

/** Returns the square displayed at a point, and its board; undefined if there is none. */
export function squareAt(layout: Layout, point: Point): { square: string; board: BoardName } | undefined {
  if (point.x < layout.left || point.x >= layout.left + layout.width) return undefined;
  const row = Math.floor(point.y / unit);
  const plate = layout.plates.find(({ x, width }) => point.x >= x && point.x < x + width);
  const cell = plate && layout.rows[row]?.[Math.floor((point.x - plate.x) / unit)];
  return cell && { square: cell.name, board: plate.board };
}

/**
 * Returns the next square in a displayed direction, crossing the seam if there is one. At any other edge it
 * is the same square.
 */
export function neighbour(layout: Layout, square: string, columns: number, rows: number, seam: boolean): string {
  const cell = layout.squares.get(square);
  if (!cell) return layout.rows[0]?.[0]?.name ?? square;
  const row = Math.max(0, Math.min(layout.ranks - 1, cell.row + rows));
  let column = cell.column + columns;
  if (seam) column = (column + layout.files) % layout.files;
  return layout.rows[row]?.[Math.max(0, Math.min(layout.files - 1, column))]?.name ?? square;
}
