// Where the way of a move is drawn: over the seam onto a side board and back
// to the centre, or out at one edge of a single board and in at the other.
import type { Touch, Way } from "../../wire.gen";
import type { BoardName, Layout, Point } from "./layout";
import { across, middleOf, offsetOf } from "./layout";
import { arc, mix } from "./lines";

export interface DrawnWay {
  board: BoardName;
  /** The parts of the line; the last has the head. */
  parts: Point[][];
  /** Where it lands on the board where it was checked, if that is shown. */
  landing?: Point;
  /** The way back from a side board to the square of that name on the centre. */
  back?: Point[];
}

function ends(way: Way): [Touch, Touch] | undefined {
  const [first, last] = [way[0], way[way.length - 1]];
  return first && last && first !== last ? [first, last] : undefined;
}

/**
 * Where a way hops: the edge square it leaves by and the one of the same rank at
 * which it comes in; nothing where it does not turn there.
 */
function hopOf(layout: Layout, way: Way): { out: Point; into: Touch } | undefined {
  const n = way.findIndex((touch) => touch.board !== "centre");
  const [leaves, into] = [way[n - 1], way[n]];
  const out = leaves && middleOf(layout, leaves.square);
  if (!out || !into) return undefined;
  const rows = [way[0], leaves, into, way[way.length - 1]].map((touch) => touch && layout.squares.get(touch.square)?.row);
  const turns = rows[0] !== rows[1] || rows[2] !== rows[3];
  return rows[1] === rows[2] && turns ? { out, into } : undefined;
}

/** A line without points that stand twice. */
function compact(line: Point[]): Point[] {
  return line.filter((at, i) => at.x !== line[i - 1]?.x || at.y !== line[i - 1]?.y);
}

/** The way of a move as it is drawn; `clear` is the room around its landing. */
export function drawWay(layout: Layout, way: Way, clear: number): DrawnWay | undefined {
  const both = ends(way);
  if (!both) return undefined;
  const [first, last] = both;
  const board = last.board;
  const from = middleOf(layout, first.square);
  const home = middleOf(layout, last.square);
  const [start, end] = [layout.squares.get(first.square), layout.squares.get(last.square)];
  if (!from || !home || !start || !end) return undefined;
  if (board === "centre") return { board, parts: [[from, home]], landing: home };

  // The seam lies between the columns it begins and ends in.
  const offset = offsetOf(layout, board);
  const seam = offset < 0 ? 0 : layout.files;
  const [begin, finish] = [start.column + 0.5, end.column + 0.5 + offset];
  const part = (seam - begin) / (finish - begin);
  const hop = hopOf(layout, way);
  const crossing = { x: across(layout, seam), y: hop ? hop.out.y : mix(from, home, part).y };

  const plate = layout.plates.find((one) => one.board === board);
  if (!plate) {
    const opposite = across(layout, layout.files - seam);
    const into = hop && middleOf(layout, hop.into.square);
    if (into) {
      const parts = [compact([from, hop.out, crossing]), compact([{ x: opposite, y: crossing.y }, into, home])];
      return { board, parts, landing: home };
    }
    return { board, parts: [[from, crossing], [{ x: opposite, y: crossing.y }, home]], landing: home };
  }
  const to = { x: across(layout, finish), y: home.y };
  const entry = hop && layout.squares.get(hop.into.square);
  const turn = entry ? { x: across(layout, entry.column + 0.5 + offset), y: crossing.y } : crossing;
  // On a narrow screen only the nearest files of the side board are there.
  const edge = offset < 0 ? plate.x : plate.x + plate.width;
  const hidden = offset < 0 ? to.x < edge : to.x > edge;
  const tip = hidden ? mix(turn, to, (edge - turn.x) / (to.x - turn.x)) : to;
  const line = hop ? compact([from, hop.out, turn, tip]) : [from, crossing, tip];
  const drawn: DrawnWay = { board, parts: [line], back: homeward(layout, from, tip, home, clear) };
  if (!hidden) drawn.landing = to;
  return drawn;
}

/**
 * The curve from a landing on a side board back to its square on the centre. It
 * swings up, or down if the way came down, so as not to cross where that began,
 * and stays inside the picture.
 */
function homeward(layout: Layout, origin: Point, from: Point, home: Point, clear: number): Point[] {
  const most = 0.2 * Math.abs(home.x - from.x);
  const dip = Math.min(most, layout.height - 8 - from.y - clear);
  if (from.y > origin.y + 1 && dip > 80) return arc({ x: from.x, y: from.y + clear }, { x: home.x, y: home.y + clear }, -dip);
  const rise = Math.max(0, Math.min(most, from.y - clear - 10));
  return arc({ x: from.x, y: from.y - clear }, { x: home.x, y: home.y - clear }, rise);
}
