// Computes the drawn path of a move: over an edge onto a copy of the board and back to the centre or, on a single
// board, out over one edge and in over another.
import type { MoveInfo, Touch, Way } from "../../wire.gen";
import { type Copy, inCopy, inside, type Place } from "./copies";
import type { Layout, Point } from "./layout";
import { across, middleOf, offsetOf, plateName, unit } from "./layout";
import { arc, mix } from "./lines";

export interface DrawnWay {
  /** The board on which the path ends. */
  board: string;
  /** The segments of the line; the last one has the head. */
  parts: Point[][];
  /** The landing point on the board where the path ends, if it is shown. */
  landing?: Point;
  /** The line back from a copy to the same square of the centre board. */
  back?: Point[];
}

function ends(way: Way): [Touch, Touch] | undefined {
  const [first, last] = [way[0], way[way.length - 1]];
  return first && last && first !== last ? [first, last] : undefined;
}

/**
 * Returns the centres of the squares of a path, each on the board where the path reaches it. If paths can turn at an
 * edge, that is the copy on which the square is nearest to the one before.
 */
export function unroll(layout: Layout, way: Way): Place[] {
  const line: Place[] = [];
  for (const { board, square } of way) {
    const cell = layout.squares.get(square);
    if (!cell) continue;
    const before = line[line.length - 1];
    const right = Math.sign(offsetOf(layout, board));
    const found = layout.turns
      ? (before ? layout.copies : layout.copies.slice(0, 1)).map((copy) => inCopy(layout, copy, cell))
      : [{ column: cell.column + right * layout.files, row: cell.row }];
    const places = found.map(({ column, row }) => ({ column: column + 0.5, row: row + 0.5 }));
    const far = (at: Place) => (before ? Math.hypot(at.column - before.column, at.row - before.row) : 0);
    line.push(places.reduce((best, at) => (far(at) < far(best) - 1e-6 ? at : best)));
  }
  return line;
}

/** Returns the copy of the board that contains a point. */
export function copyAt({ files, ranks, copies }: Layout, { column, row }: Place): Copy | undefined {
  const right = column < 0 ? -1 : column > files ? 1 : 0;
  const down = row < 0 ? -1 : row > ranks ? 1 : 0;
  return copies.find((copy) => copy.right === right && copy.down === down);
}

/**
 * Returns the points where a line starts, bends and ends. Riders that hop over the edge change direction
 * there.
 */
function bends(line: Point[]): Point[] {
  return line.filter((at, i) => {
    const [before, after] = [line[i - 1], line[i + 1]];
    if (!before || !after) return true;
    return Math.abs((at.x - before.x) * (after.y - at.y) - (after.x - at.x) * (at.y - before.y)) > 1e-6;
  });
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Returns the fraction of the way from a point in a box to another point that is inside the box, at most 1. */
function shareInside(box: Box, from: Point, to: Point): number {
  const share = (a: number, b: number, low: number, high: number) =>
    b > high ? (high - a) / (b - a) : b < low ? (a - low) / (a - b) : 1;
  return Math.min(share(from.x, to.x, box.left, box.right), share(from.y, to.y, box.top, box.bottom));
}

/** Returns the part of a line inside a box, and whether it was cut. */
function cutAt(line: Point[], box: Box): { seen: Point[]; cut: boolean } {
  for (const [i, to] of line.entries()) {
    const from = line[i - 1];
    const part = from ? shareInside(box, from, to) : 1;
    if (from && part < 1) return { seen: [...line.slice(0, i), mix(from, to, part)], cut: true };
  }
  return { seen: line, cut: false };
}

/** Returns a line that leaves the centre board as segments on it. Each ends at an edge, where the next one begins. */
function folded(layout: Layout, line: Place[]): Point[][] {
  const { files, ranks } = layout;
  const parts: Point[][] = [[]];
  const add = (copy: Copy, at: Place) => {
    const { column, row } = inside(layout, copy, at);
    parts[parts.length - 1]?.push({ x: across(layout, column), y: layout.centre.y + row * unit });
  };
  for (const [i, at] of line.entries()) {
    const before = line[i - 1];
    const [here, there] = [before && copyAt(layout, before), copyAt(layout, at)];
    if (!there) continue;
    if (before && here && here !== there) {
      const box = {
        left: here.right * files,
        top: here.down * ranks,
        right: (here.right + 1) * files,
        bottom: (here.down + 1) * ranks,
      };
      const [from, to] = [before, at].map(({ column, row }) => ({ x: column, y: row })) as [Point, Point];
      const edge = mix(from, to, shareInside(box, from, to));
      const crossing = { column: edge.x, row: edge.y };
      add(here, crossing);
      parts.push([]);
      add(there, crossing);
    }
    add(there, at);
  }
  return parts.map(bends);
}

/**
 * Returns the drawn path of a move, or undefined if it has no squares to connect. `clear` is the gap around
 * its landing point.
 */
export function drawWay(layout: Layout, way: Way, clear: number): DrawnWay | undefined {
  const both = ends(way);
  if (!both) return undefined;
  const from = middleOf(layout, both[0].square);
  const home = middleOf(layout, both[1].square);
  const line = unroll(layout, way);
  const last = line[line.length - 1];
  const copy = last && copyAt(layout, last);
  if (!from || !home || !copy) return undefined;
  const board = plateName(copy, layout.flip);
  const drawn = line.map(({ column, row }) => ({ x: across(layout, column), y: layout.centre.y + row * unit }));
  if (copy === layout.copies[0]) return { board, parts: [layout.turns ? bends(drawn) : [from, home]], landing: home };
  if (layout.plates.length < 2) return { board, parts: folded(layout, line), landing: home };
  // Copies may be cropped.
  const view = { left: layout.left, top: 0, right: layout.left + layout.width, bottom: layout.height };
  const { seen, cut } = cutAt(bends(drawn), view);
  const tip = seen[seen.length - 1] ?? home;
  const all: DrawnWay = { board, parts: [seen], back: homeward(layout, from, tip, home, clear) };
  if (!cut) all.landing = tip;
  return all;
}

/**
 * Returns the side of its landing square from which a path over an edge arrives on the centre board, as a direction on
 * the screen; undefined if the path crosses none.
 */
export function arrival(layout: Layout, way: Way | undefined): Point | undefined {
  if (!way?.some((touch) => touch.board !== "centre")) return undefined;
  const last = unroll(layout, way).at(-1);
  const copy = last && copyAt(layout, last);
  if (!copy || copy === layout.copies[0]) return undefined;
  // A copy that is turned over is entered over the same edge that the path left.
  if (copy.right !== 0) return { x: copy.filesTurned ? copy.right : -copy.right, y: 0 };
  return { x: 0, y: copy.ranksTurned ? copy.down : -copy.down };
}

/**
 * Returns how many files the view must slide to show a path over a side board: negative to the left, positive
 * to the right. Paths within the files visible at rest need no sliding.
 */
export function slideFor(layout: Layout, way: Way | undefined): number {
  const columns = unroll(layout, way ?? []).map(({ column }) => Math.floor(column));
  if (layout.wing === 0 || columns.length === 0) return 0;
  const [before, after] = [-Math.min(...columns), Math.max(...columns) + 1 - layout.files];
  if (before > layout.wing) return layout.wing - before;
  return Math.max(0, after - layout.wing);
}

/**
 * Returns a row that the move does not touch, for captions; row 0 if there is none. Outer rows are preferred.
 */
export function quietRow(layout: Layout, move: MoveInfo): number {
  const squares = [move.from, move.to, ...move.changes.flatMap(({ from, to }) => [from, to])];
  const used = new Set(squares.map((square) => square && layout.squares.get(square)?.row));
  const inward = (row: number) => Math.min(row, layout.ranks - 1 - row);
  const rows = layout.rows.map((_, row) => row).sort((a, b) => inward(a) - inward(b));
  return rows.find((row) => !used.has(row)) ?? 0;
}

/**
 * Returns the curve from a landing point on a side board back to its square on the centre board. It bends up, or down
 * if the path came down, away from the start of the path; without room on that side it bends the other way. It stays
 * inside the view.
 */
function homeward(layout: Layout, origin: Point, from: Point, home: Point, clear: number): Point[] {
  const most = 0.2 * Math.abs(home.x - from.x);
  const dip = Math.min(most, layout.height - 8 - from.y - clear);
  const rise = Math.max(0, Math.min(most, from.y - clear - 10));
  const down = from.y > origin.y + 1 ? dip > 80 : rise < Math.min(80, dip);
  if (down) return arc({ x: from.x, y: from.y + clear }, { x: home.x, y: home.y + clear }, -dip);
  return arc({ x: from.x, y: from.y - clear }, { x: home.x, y: home.y - clear }, rise);
}
