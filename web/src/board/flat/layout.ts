// Where everything lies on the picture of a flat board. A square is 100 wide.
// What is said in columns and rows counts from the upper left corner of the
// centre board as it is seen; columns go on over the seams: the board at its
// left has the columns from -8 on, the one at its right those from 8 on.
import type { SquareInfo, Touch, VariantInfo } from "../../wire.gen";

export const unit = 100;

export type BoardName = Touch["board"];

export interface Point {
  x: number;
  y: number;
}

/** One copy of the board, or as much of it as is shown. */
export interface Plate {
  board: BoardName;
  /** Its left edge on the picture, and how wide it is there. */
  x: number;
  width: number;
  /** The first column of it that is shown, and how many are. */
  first: number;
  columns: number;
  /** Squares of a side board are drawn narrower where there is little room. */
  scale: number;
}

/** How much of the side boards is shown. */
export interface SideBoards {
  files: number;
  scale: number;
}

export interface Layout {
  width: number;
  height: number;
  /** Where the boards begin and end. */
  top: number;
  bottom: number;
  files: number;
  ranks: number;
  flip: boolean;
  /** As they stand on the picture, from the left. */
  plates: Plate[];
  centre: Plate;
  squares: Map<string, Cell>;
  /** The squares as they are seen, row by row. */
  rows: Cell[][];
}

/** A square of the centre board as it is seen. */
export interface Cell extends SquareInfo {
  column: number;
  row: number;
}

/**
 * How much of the side boards fits: on a narrow screen they fold back like the
 * wings of a mirror, so that the squares of the centre stay large enough. On
 * those of a small board nobody plays.
 */
export function sideBoardsFor(width: number, small = false): SideBoards {
  if (width >= 840) return { files: 8, scale: 1 };
  if (width >= 480) return { files: 3, scale: 1 };
  if (width >= 430 || small) return { files: 2, scale: 0.5 };
  return { files: 1, scale: 0.5 };
}

const waiting: SideBoards = { files: 8, scale: 1 };

export function layoutOf(info: VariantInfo, flip: boolean, sideBoards = waiting, bare = false): Layout {
  const xs = info.squares.map((square) => square.x);
  const ys = info.squares.map((square) => square.y);
  const [low, high, bottomRank, topRank] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const files = high - low + 1;
  const ranks = topRank - bottomRank + 1;
  const several = info.boards > 1;
  const shown = Math.min(files, sideBoards.files);
  const side = several ? shown * unit * sideBoards.scale : 0;
  const [head, foot] = !several || bare ? [0, 0] : sideBoards.files < files ? [44, 8] : [60, 52];

  const centre: Plate = { board: "centre", x: side, width: files * unit, first: 0, columns: files, scale: 1 };
  const plates = [centre];
  if (several) {
    const wing = { width: side, columns: shown, scale: sideBoards.scale };
    plates.unshift({ ...wing, board: flip ? "right" : "left", x: 0, first: files - shown });
    plates.push({ ...wing, board: flip ? "left" : "right", x: side + files * unit, first: 0 });
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
    width: 2 * side + files * unit,
    height: head + ranks * unit + foot,
    top: head,
    bottom: head + ranks * unit,
    files,
    ranks,
    flip,
    plates,
    centre,
    squares,
    rows,
  };
}

/** How many columns a board lies from the centre. */
export function offsetOf(layout: Layout, board: BoardName): number {
  if (board === "centre") return 0;
  return (board === "left") === layout.flip ? layout.files : -layout.files;
}

/** Where a place in columns lies on the picture, also beyond what is shown. */
export function across(layout: Layout, column: number): number {
  const { centre, files } = layout;
  const [before, after] = [layout.plates[0], layout.plates[layout.plates.length - 1]];
  if (column < 0 && before && before !== centre) return centre.x + column * unit * before.scale;
  if (column > files && after && after !== centre) {
    return centre.x + centre.width + (column - files) * unit * after.scale;
  }
  return centre.x + column * unit;
}

/** The middle of a square on one of the boards; nothing if there is no such square. */
export function middleOf(layout: Layout, square: string, board: BoardName = "centre"): Point | undefined {
  const cell = layout.squares.get(square);
  if (!cell) return undefined;
  return {
    x: across(layout, cell.column + 0.5 + offsetOf(layout, board)),
    y: layout.top + (cell.row + 0.5) * unit,
  };
}

/** The square at a point of the picture, on whichever board it lies. */
export function squareAt(layout: Layout, point: Point): { square: string; board: BoardName } | undefined {
  const row = Math.floor((point.y - layout.top) / unit);
  for (const plate of layout.plates) {
    if (point.x < plate.x || point.x >= plate.x + plate.width) continue;
    const column = plate.first + Math.floor((point.x - plate.x) / (unit * plate.scale));
    const cell = layout.rows[row]?.[column];
    return cell && { square: cell.name, board: plate.board };
  }
  return undefined;
}

/** The next square in a direction as it is seen; over the seam where there is one. */
export function neighbour(layout: Layout, square: string, columns: number, rows: number, seam: boolean): string {
  const cell = layout.squares.get(square);
  if (!cell) return layout.rows[0]?.[0]?.name ?? square;
  const row = Math.max(0, Math.min(layout.ranks - 1, cell.row + rows));
  let column = cell.column + columns;
  if (seam) column = (column + layout.files) % layout.files;
  return layout.rows[row]?.[Math.max(0, Math.min(layout.files - 1, column))]?.name ?? square;
}
