// Computes how pieces move between two positions from the changes of a move. It contains no rules and draws
// nothing.
import type { Change, Step, Way } from "../../wire.gen";
import type { Layout } from "./layout";
import { offsetOf, unit } from "./layout";
import { copyAt, unroll } from "./ways";

export type Pieces = Record<string, string>;

/** A piece that moves onto its square from an offset. */
export interface Entry {
  how: "slide" | "appear" | "gather";
  dx: number;
  dy: number;
}

/** A piece that disappears at the end of the motion. */
export interface Leaving {
  how: "fade" | "slide" | "dissolve";
  letter: string;
  /** Its start square and its displacement. */
  square: string;
  dx: number;
  dy: number;
}

export interface Motion {
  entries: Map<string, Entry>;
  leaving: Leaving[];
  /** The start and end of a reflection. */
  reflection?: { from: string; to: string; how: "appear" | "gather" };
}

/** Returns the pieces after some changes, applied in the given order. */
export function replay(pieces: Pieces, changes: Change[]): Pieces {
  const after = { ...pieces };
  for (const { from, to, piece, into } of changes) {
    if (from && piece && after[from] === piece) delete after[from];
    if (to && piece) after[to] = into ?? piece;
  }
  return after;
}

function same(a: Pieces, b: Pieces): boolean {
  const squares = Object.keys(a);
  return squares.length === Object.keys(b).length && squares.every((square) => a[square] === b[square]);
}

/** Reports whether a step leads from one placement to another. Otherwise the change is not animated. */
export function leads(before: Pieces, step: Step, after: Pieces): boolean {
  return same(replay(before, step.changes), after);
}

/** Returns the displayed displacement of a move, including its path over a seam. */
function distance(layout: Layout, from: string, to: string, columns = 0): Distance {
  const [a, b] = [layout.squares.get(from), layout.squares.get(to)];
  if (!a || !b) return { dx: 0, dy: 0 };
  return { dx: (b.column - a.column + columns) * unit, dy: (b.row - a.row) * unit };
}

interface Distance {
  dx: number;
  dy: number;
}

/**
 * Returns the motion of a path that bends at the seam, as two lines: out over one edge and in over the other,
 * each extended one square beyond the edge. Undefined for a path that crosses the seam in a straight line or
 * not at all.
 */
function hopOf(layout: Layout, way: Way | undefined): { out: Distance; into: Distance } | undefined {
  if (!way || way.length < 2) return undefined;
  const places = way.flatMap(({ board, square }) => {
    const at = layout.squares.get(square);
    return at ? [{ here: board === "centre", column: at.column + offsetOf(layout, board), row: at.row }] : [];
  });
  const steps = places.slice(1).map((at, i) => ({
    columns: at.column - (places[i]?.column ?? 0),
    rows: at.row - (places[i]?.row ?? 0),
    crosses: !at.here && places[i]?.here,
  }));
  const crossing = steps.findIndex(({ crosses }) => crosses);
  const [first, edge, entered, last] = [places[0], places[crossing], places[crossing + 1], places.at(-1)];
  const on = steps[crossing - 1] ?? steps[crossing + 1];
  if (crossing < 0 || !first || !edge || !entered || !last || !on) return undefined;
  const over = steps[crossing];
  if (over && over.columns * on.rows === over.rows * on.columns) return undefined;
  return {
    out: { dx: (edge.column - first.column + on.columns) * unit, dy: (edge.row - first.row + on.rows) * unit },
    into: { dx: (last.column - entered.column + on.columns) * unit, dy: (last.row - entered.row + on.rows) * unit },
  };
}

/**
 * Returns the motion of a path over edges that turn lines, as two lines: one out of the centre board, and one into
 * it, with the reversal of the copy undone. Undefined for a path that stays on the centre board.
 */
function turnOf(layout: Layout, way: Way | undefined): { out: Distance; into: Distance } | undefined {
  const line = layout.turns && way ? unroll(layout, way) : [];
  const [first, last] = [line[0], line.at(-1)];
  const copy = last && copyAt(layout, last);
  if (!first || !last || !copy || copy === layout.copies[0]) return undefined;
  const [dx, dy] = [(last.column - first.column) * unit, (last.row - first.row) * unit];
  return { out: { dx, dy }, into: { dx: copy.filesTurned ? -dx : dx, dy: copy.ranksTurned ? -dy : dy } };
}

/** Returns the motion of a step. A piece that was dropped by hand on `dropped` is not animated. */
export function motionOf(layout: Layout, step: Step, dropped: string | null): Motion {
  const motion: Motion = { entries: new Map(), leaving: [] };
  const goesOn = step.changes.find((change) => change.effect === "goes on");
  const way = step.ways?.[0];
  const board = way?.[way.length - 1]?.board ?? "centre";
  for (const { effect, piece, from, to } of step.changes) {
    if (!piece) continue;
    if (effect === "captured" && from) motion.leaving.push({ how: "fade", letter: piece, square: from, dx: 0, dy: 0 });
    if ((effect === "moves" || effect === "castles") && from && to) {
      const turn = effect === "moves" ? turnOf(layout, way) : undefined;
      const seam = effect === "moves" && !layout.turns ? offsetOf(layout, board) : 0;
      const { dx, dy } = turn?.out ?? distance(layout, from, to, seam);
      const carried = to === dropped;
      if (goesOn) {
        const start = carried ? { square: to, dx: 0, dy: 0 } : { square: from, dx, dy };
        motion.leaving.push({ how: "dissolve", letter: piece, ...start });
      } else if (!carried) {
        // A piece that crosses the seam leaves on one side and enters on the other.
        const { out, into } = turn ?? ((seam && hopOf(layout, way)) || { out: { dx, dy }, into: { dx, dy } });
        motion.entries.set(to, { how: "slide", dx: 0 - into.dx, dy: 0 - into.dy });
        if (seam || turn) motion.leaving.push({ how: "slide", letter: piece, square: from, ...out });
      }
    }
    if (effect === "goes on" && from && to) {
      motion.entries.set(to, { how: "gather", dx: 0, dy: 0 });
      motion.reflection = { from, to, how: "gather" };
    }
    if (effect === "appears" && to && step.to) {
      const { dx, dy } = distance(layout, to, step.to);
      motion.entries.set(to, { how: "appear", dx: dx / 2, dy: dy / 2 });
      motion.reflection = { from: step.to, to, how: "appear" };
    }
  }
  return motion;
}

/** Returns the squares of the pieces that a step has spawned. */
export function spawnedSquares(step: Step | undefined): Set<string> {
  const made = new Set<string>();
  for (const change of step?.changes ?? []) if (change.effect === "appears" && change.to) made.add(change.to);
  return made;
}
