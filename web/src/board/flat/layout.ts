// Geometry of the flat board. A square is 100 units wide. Columns and rows count from the upper left corner
// of the centre board as displayed, and continue over joined edges: a board of 8 files has the columns -8 to -1 of
// the copy on its left and 8 to 15 of the copy on its right. Copies are complete; the view shows as many of their
// files as fit and slides to show more. Two planes are one board with a gap, next to each other or stacked.
import type { Shape, SquareInfo, Touch, VariantInfo } from "../../wire.gen";
import { type Copy, copiesOf, inCopy, inside, type Place } from "./copies";

export const unit = 100;

export type BoardName = Touch["board"];

export interface Point {
  x: number;
  y: number;
}

/** A board with its own squares, within the centre board. */
export interface Plane {
  /** A or B, or empty if there is one plane. */
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The centre board, or a copy of it. */
export interface Plate {
  /** left, centre or right for the boards of a row, otherwise a name made of its directions, such as below-left. */
  board: string;
  copy: Copy;
  /** Its upper left corner. */
  x: number;
  y: number;
  width: number;
  height: number;
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
  /** From left to right, and from top to bottom in each column. */
  plates: Plate[];
  centre: Plate;
  /** The copies beyond the edges, displayed or not. Lines continue on them. The first is the centre board. */
  copies: readonly Copy[];
  /** The centre board, or the two boards in it. */
  planes: Plane[];
  /** Whether the second plane is below the first. */
  stacked: boolean;
  /** Whether lines can leave over the top or bottom edge or turn at a seam, so that they do not stay on their ranks. */
  turns: boolean;
  squares: Map<string, Cell>;
  /** The squares in display order, row by row, without the holes. */
  rows: Cell[][];
}

/** A displayed square of the centre board. */
export interface Cell extends SquareInfo {
  /** 1 on the second of two planes. */
  plane: 0 | 1;
  column: number;
  row: number;
}

/** The space available for a board, and the user's preferences. */
export interface Room {
  width: number;
  height: number;
  choice: "auto" | "none" | "narrow" | "full";
  /** The number of files of a narrow side board, or 0 if the user has not set it. */
  own: number;
}

/** Reports whether a rule set is shown with copies of its board beyond the edges. */
export function hasCopies(info: VariantInfo): boolean {
  return info.boards > 1 || (info.shape?.copies === true && info.shape.planes === undefined);
}

/** The square sizes, in pixels, to which squares may shrink to make room for one or two files of the side boards. */
const large = { 1: 60, 2: 92 } as const;
/** The minimum fraction of the height that the centre board keeps if the height is too small for those sizes. */
const share = 0.85;

/** The square size, in pixels, from which all boards are shown complete. */
const complete = 48;
/** If the boards do not fit at that size, full side boards are cropped so that squares can be this large, in pixels. */
const cropped = 64;

/**
 * Returns how many files of each side board are shown: the user's choice, or up to three if the centre board
 * does not need the space. If not even one file fits, as on a phone, half a file is shown. Full side boards are cropped
 * if their squares would be small, so that the centre board fills most of the height. `several` is true for games with
 * three boards, which are shown complete by default if they fit.
 */
export function wingFor({ width, height, choice, own }: Room, files = 8, ranks = 8, several = false): number {
  if (choice === "none") return 0;
  const whole = width >= 3 * files * complete;
  if (whole && (choice === "full" || (choice === "auto" && several))) return files;
  if (choice === "full") {
    const square = Math.min(height / ranks, cropped);
    return Math.max(2, Math.min(files, Math.floor((width / square - files) / 2)));
  }
  if (choice === "narrow" && own > 0) return Math.min(own, files);
  const fits = (wing: number, square: number) => width >= (files + 2 * wing) * square;
  if (fits(3, height / ranks)) return 3;
  return ([2, 1] as const).find((wing) => fits(wing, Math.min(large[wing], (share * height) / ranks))) ?? 0.5;
}

/** Returns how many ranks of the boards above and below are shown, given the files shown of each side board. */
function rise(wing: number, files: number, ranks: number): number {
  return Math.min(wing, ranks, wing >= files ? 3 : 1);
}

const across3 = { "-1": "left", "0": "", "1": "right" };
const down3 = { "-1": "above", "0": "", "1": "below" };

/** Returns the name of a board: in the centre row its name in paths, in other rows its direction on screen. */
export function plateName({ right, down }: Copy, flip: boolean): string {
  if (down === 0) return right === 0 ? "centre" : across3[(flip ? -right : right) as -1 | 1];
  return [down3[down], across3[right]].filter(Boolean).join("-");
}

/** The gap between two planes, in files or ranks. */
const gap = 1;

/** Reports whether two planes have larger squares if the second one is below the first. */
export function stacks({ files, ranks, planes = 1 }: Shape, room: Pick<Room, "width" | "height">): boolean {
  const square = (across: number, down: number) => Math.min(room.width / across, room.height / down);
  return planes > 1 && square(files, 2 * ranks + gap) > square(2 * files + gap, ranks);
}

export function layoutOf(info: VariantInfo, flip: boolean, wing = 8, stacked = false): Layout {
  const xs = info.squares.map((square) => square.x);
  const ys = info.squares.map((square) => square.y);
  const shape = info.shape ?? { files: Math.max(...xs) + 1, ranks: Math.max(...ys) + 1 };
  const two = (shape.planes ?? 1) > 1;
  const beyond = { right: two && !stacked ? shape.files + gap : 0, down: two && stacked ? shape.ranks + gap : 0 };
  const [files, ranks] = [shape.files + beyond.right, shape.ranks + beyond.down];
  const several = info.boards > 1;
  const copied = shape.copies && !two;
  const sides = several || (copied && shape.seam);
  const shown = sides ? Math.min(files, wing) : 0;
  const shownRanks = copied && shape.ends ? rise(wing, files, ranks) : 0;
  const [width, height] = [files * unit, ranks * unit];

  const copies = copiesOf(two ? { files, ranks } : shape, several);
  const plates = copies
    .filter(({ right, down }) => (right === 0 || sides) && (down === 0 || shownRanks > 0))
    .map((copy) => ({
      board: plateName(copy, flip),
      copy,
      x: shown * unit + copy.right * width,
      y: shownRanks * unit + copy.down * height,
      width,
      height,
    }))
    .sort((a, b) => a.x - b.x || a.y - b.y);
  const centre = plates.find(({ copy }) => copy === copies[0]) as Plate;
  const rows: Cell[][] = Array.from({ length: ranks }, () => []);
  const squares = new Map<string, Cell>();
  for (const square of info.squares) {
    const plane = square.x > shape.files ? 1 : 0;
    const x = square.x - plane * (shape.files + gap);
    const column = (flip ? shape.files - 1 - x : x) + plane * beyond.right;
    const row = (flip ? square.y : shape.ranks - 1 - square.y) + plane * beyond.down;
    const cell: Cell = { ...square, column, row, plane };
    squares.set(square.name, cell);
    rows[row]?.push(cell);
  }
  for (const row of rows) row.sort((a, b) => a.column - b.column);
  const planes = (two ? ["A", "B"] : [""]).map((name, i) => ({
    name,
    x: centre.x + i * beyond.right * unit,
    y: centre.y + i * beyond.down * unit,
    width: shape.files * unit,
    height: shape.ranks * unit,
  }));
  return {
    left: 0,
    width: (files + 2 * shown) * unit,
    height: (ranks + 2 * shownRanks) * unit,
    files,
    ranks,
    wing: shown,
    flip,
    plates,
    centre,
    copies,
    planes,
    stacked,
    turns: !two && (shape.seam === "twist" || shape.ends !== undefined),
    squares,
    rows,
  };
}

/** Returns the layout with the view slid by a number of files; a negative number reveals more of the left board. */
export function slid(layout: Layout, files: number): Layout {
  return files === 0 ? layout : { ...layout, left: files * unit };
}

/** Returns the offset of the left or right board from the centre board, in columns. */
export function offsetOf(layout: Layout, board: BoardName): number {
  if (board === "centre") return 0;
  return (board === "left") === layout.flip ? layout.files : -layout.files;
}

/** Returns the x coordinate of a column, even outside the view. */
export function across(layout: Layout, column: number): number {
  return layout.centre.x + column * unit;
}

/** Returns the centre of a square on one of the boards in a row, or undefined if the square does not exist. */
export function middleOf(layout: Layout, square: string, board: BoardName = "centre"): Point | undefined {
  const cell = layout.squares.get(square);
  if (!cell) return undefined;
  const right = Math.sign(offsetOf(layout, board));
  const copy = layout.copies.find((each) => each.right === right && each.down === 0);
  const at = copy ? inCopy(layout, copy, cell) : { ...cell, column: cell.column + right * layout.files };
  return { x: across(layout, at.column + 0.5), y: layout.centre.y + (at.row + 0.5) * unit };
}

/** Returns where a copy shows a square, in columns and rows of the copy. */
export function onPlate(layout: Layout, copy: Copy, cell: Place): Place {
  const { column, row } = inCopy(layout, copy, cell);
  return { column: column - copy.right * layout.files, row: row - copy.down * layout.ranks };
}

/** Returns the square at a column and row of the centre board. */
export function cellAt(layout: Layout, column: number, row: number): Cell | undefined {
  return layout.rows[row]?.find((cell) => cell.column === column);
}

/** Returns the square displayed at a point, and its board; undefined if there is none. */
export function squareAt(layout: Layout, point: Point): { square: string; board: string } | undefined {
  if (point.x < layout.left || point.x >= layout.left + layout.width) return undefined;
  if (point.y < 0 || point.y >= layout.height) return undefined;
  const plate = layout.plates.find(
    ({ x, y, width, height }) => point.x >= x && point.x < x + width && point.y >= y && point.y < y + height,
  );
  if (!plate) return undefined;
  const [column, row] = [(point.x - layout.centre.x) / unit, (point.y - layout.centre.y) / unit];
  const at = inside(layout, plate.copy, { column: Math.floor(column) + 0.5, row: Math.floor(row) + 0.5 });
  const cell = cellAt(layout, Math.floor(at.column), Math.floor(at.row));
  return cell && { square: cell.name, board: plate.board };
}

/**
 * Returns the next square in a displayed direction, crossing joined edges if `seam` allows it, and jumping over holes.
 * Returns the given square if there is no next one.
 */
export function neighbour(layout: Layout, square: string, columns: number, rows: number, seam: boolean): string {
  const cell = layout.squares.get(square);
  if (!cell) return layout.rows.flat()[0]?.name ?? square;
  let [column, row] = [cell.column, cell.row];
  for (let steps = 0; steps < Math.max(layout.files, layout.ranks); steps++) {
    [column, row] = [column + columns, row + rows];
    const right = column < 0 ? -1 : column >= layout.files ? 1 : 0;
    const down = row < 0 ? -1 : row >= layout.ranks ? 1 : 0;
    if (right || down) {
      const copy = seam && layout.copies.find((each) => each.right === right && each.down === down);
      if (!copy) return square;
      const at = inside(layout, copy, { column: column + 0.5, row: row + 0.5 });
      [column, row] = [Math.floor(at.column), Math.floor(at.row)];
      // A twist or pole turns the line, but each press of an arrow key is a line of its own.
    }
    const found = cellAt(layout, column, row);
    if (found) return found.name;
  }
  return square;
}
