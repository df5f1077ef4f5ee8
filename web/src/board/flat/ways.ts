// Computes the drawn path of a move: over the seam onto a side board and back to the centre or, on a single
// board, out over one edge and in over the other.
import type { MoveInfo, Touch, Way } from "../../wire.gen";
import type { BoardName, Layout, Point } from "./layout";
import { across, middleOf, offsetOf } from "./layout";
import { arc, mix } from "./lines";

export interface DrawnWay {
  board: BoardName;
  /** The segments of the line; the last one has the head. */
  parts: Point[][];
  /** The landing point on the board where the path ends, if it is shown. */
  landing?: Point;
  /** The line back from a side board to the same square of the centre board. */
  back?: Point[];
}

function ends(way: Way): [Touch, Touch] | undefined {
  const [first, last] = [way[0], way[way.length - 1]];
  return first && last && first !== last ? [first, last] : undefined;
}

/** A point: a column, which continues over the seams, and a height in the view. */
interface Place {
  column: number;
  y: number;
}

function placesOf(layout: Layout, way: Way): { here: Place[]; there: Place[] } {
  const found = { here: [] as Place[], there: [] as Place[] };
  for (const { board, square } of way) {
    const at = layout.squares.get(square);
    const middle = middleOf(layout, square);
    if (!at || !middle) continue;
    found[board === "centre" ? "here" : "there"].push({
      column: at.column + 0.5 + offsetOf(layout, board),
      y: middle.y,
    });
  }
  return found;
}

/**
 * Returns the points where a line starts, bends and ends. Riders that hop over the edge change direction
 * there.
 */
function bends(line: Place[]): Place[] {
  return line.filter((at, i) => {
    const [before, after] = [line[i - 1], line[i + 1]];
    if (!before || !after) return true;
    return (
      Math.abs((at.column - before.column) * (after.y - at.y) - (after.column - at.column) * (at.y - before.y)) > 1e-6
    );
  });
}

/** Returns the part of a line on one side of an edge, and whether it was cut. */
function cutAt(line: Point[], edge: number, left: boolean): { seen: Point[]; cut: boolean } {
  const beyond = line.findIndex(({ x }) => (left ? x < edge : x > edge));
  const [inside, outside] = [line[beyond - 1], line[beyond]];
  if (!inside || !outside) return { seen: line, cut: false };
  return {
    seen: [...line.slice(0, beyond), mix(inside, outside, (edge - inside.x) / (outside.x - inside.x))],
    cut: true,
  };
}

/**
 * Returns the drawn path of a move, or undefined if it has no squares to connect. `clear` is the gap around
 * its landing point.
 */
export function drawWay(layout: Layout, way: Way, clear: number): DrawnWay | undefined {
  const both = ends(way);
  if (!both) return undefined;
  const [first, last] = both;
  const board = last.board;
  const from = middleOf(layout, first.square);
  const home = middleOf(layout, last.square);
  if (!from || !home) return undefined;
  if (board === "centre") return { board, parts: [[from, home]], landing: home };

  // The seam is between the last square on this board and the first one on the next.
  const offset = offsetOf(layout, board);
  const seam = offset < 0 ? 0 : layout.files;
  const { here, there } = placesOf(layout, way);
  const [leaves, enters] = [here[here.length - 1], there[0]];
  if (!leaves || !enters) return undefined;
  const part = (seam - leaves.column) / (enters.column - leaves.column);
  const crossing = { column: seam, y: leaves.y + (enters.y - leaves.y) * part };
  const drawn = (line: Place[], moved = 0): Point[] =>
    bends(line).map(({ column, y }) => ({ x: across(layout, column - moved), y }));
  const leaving = drawn([...here, crossing]);
  const entering = [crossing, ...there];

  if (layout.plates.length < 2) return { board, parts: [leaving, drawn(entering, offset)], landing: home };
  // Side boards may be cropped to a few files.
  const { seen, cut } = cutAt(
    [...leaving, ...drawn(entering).slice(1)],
    offset < 0 ? layout.left : layout.left + layout.width,
    offset < 0,
  );
  const tip = seen[seen.length - 1] ?? home;
  const all: DrawnWay = { board, parts: [seen], back: homeward(layout, from, tip, home, clear) };
  if (!cut) all.landing = tip;
  return all;
}

/**
 * Returns how many files the view must slide to show a path over a side board: negative to the left, positive
 * to the right. Paths within the files visible at rest need no sliding.
 */
export function slideFor(layout: Layout, way: Way | undefined): number {
  const columns = (way ?? []).flatMap(({ board, square }) => {
    const cell = layout.squares.get(square);
    return cell && board !== "centre" ? [cell.column + offsetOf(layout, board)] : [];
  });
  if (layout.plates.length < 2 || columns.length === 0) return 0;
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
 * Returns the curve from a landing point on a side board back to its square on the centre board. It bends up,
 * or down if the path came down, so that it does not cross the start of the path, and stays inside the view.
 */
function homeward(layout: Layout, origin: Point, from: Point, home: Point, clear: number): Point[] {
  const most = 0.2 * Math.abs(home.x - from.x);
  const dip = Math.min(most, layout.height - 8 - from.y - clear);
  const rise = Math.max(0, Math.min(most, from.y - clear - 10));
  const down = from.y > origin.y + 1 ? dip > 80 : rise < Math.min(80, dip);
  if (down) return arc({ x: from.x, y: from.y + clear }, { x: home.x, y: home.y + clear }, -dip);
  return arc({ x: from.x, y: from.y - clear }, { x: home.x, y: home.y - clear }, rise);
}
