// The layout of small boards in space, drawn at a fixed angle from above and in front.
import type { VariantInfo } from "../../wire.gen";
import { byLevel, mainLevels, unit, type Point } from "./places";

const lean = 0.4; // the offset of a rank to the right of the previous one
const depth = 0.55; // the height of a rank relative to the width of a square
const rise = 0.95; // from a main board to the boards on its pins
const aside = 1.95; // the outward offset of those boards
const pad = 12;
/** The thickness of a board. */
export const edge = 12;
const stature = 0.7; // how far a piece rises above its square

/**
 * The distance between main boards, large enough that none hides another. Seen from Black's side, the higher
 * ones are nearer.
 */
const storey = { white: 2.15, black: 4.6 };

/** A square, given by its centre. */
export interface TiltPlace extends Point {
  name: string;
  dark: boolean;
  /** The rank as a sort key: larger for ranks nearer to the viewer. */
  near: number;
  corners: Point[];
}

/** A board, or the place for one. */
export interface TiltPlate extends Point {
  level: string;
  /** Sorted from the far ranks to the near ones. */
  places: TiltPlace[];
  /** Near corners first: the first two bound the visible edge. */
  corners: Point[];
  /** Its supports. */
  posts: [Point, Point][];
}

export interface Tilt {
  width: number;
  height: number;
  /** Sorted from the bottom. */
  plates: TiltPlate[];
  squares: ReadonlyMap<string, TiltPlace>;
}

export function layTilt(info: VariantInfo, flip: boolean): Tilt {
  const levels = byLevel(info);
  const mains = mainLevels(info);
  const levelOf = new Map(info.squares.map((q) => [q.name, q.level ?? ""]));
  const turn = flip ? -1 : 1;
  const floor = flip ? storey.black : storey.white;
  const project = (x: number, y: number, height: number): Point => ({
    x: turn * x * unit + lean * turn * y * unit,
    y: -(depth * turn * y + height) * unit,
  });
  const squares = new Map<string, TiltPlace>();

  const plate = (level: string, height: number, out: number): TiltPlate => {
    const own = levels.get(level) ?? [];
    const at = (x: number, y: number) => project(x + out, y, height);
    const places = own
      .map((q) => ({
        ...at(q.x, q.y),
        name: q.name,
        dark: q.dark,
        near: -turn * q.y,
        corners: [
          [-0.5, -0.5],
          [0.5, -0.5],
          [0.5, 0.5],
          [-0.5, 0.5],
        ].map(([dx = 0, dy = 0]) => at(q.x + dx * turn, q.y + dy * turn)),
      }))
      .sort((a, b) => a.near - b.near);
    for (const place of places) squares.set(place.name, place);
    const xs = own.map((q) => q.x);
    const ys = own.map((q) => q.y);
    const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const [near, far] = flip ? [high + 0.5, low - 0.5] : [low - 0.5, high + 0.5];
    const corners = [at(left - 0.5, near), at(right + 0.5, near), at(right + 0.5, far), at(left - 0.5, far)];
    return { ...at((left + right) / 2, (low + high) / 2), level, places, corners, posts: [] };
  };

  const plates: TiltPlate[] = [];
  mains.forEach((main, i) => {
    const height = i * floor;
    const board = plate(main, height, 0);
    // Place posts where boards overlap.
    for (const top of i > 0 ? board.corners.slice(0, 2) : [])
      board.posts.push([{ x: top.x, y: top.y + floor * unit }, { ...top }]);
    plates.push(board);
    const middle = (levels.get(main) ?? []).reduce((sum, q, _, all) => sum + q.x / all.length, 0);
    for (const pin of info.pins ?? []) {
      if (levelOf.get(pin.corner) !== main) continue;
      const corner = info.squares.find((q) => q.name === pin.corner);
      const side = (corner?.x ?? 0) < middle ? -1 : 1;
      const made = plate(pin.name, height + rise, side * aside);
      // A post runs diagonally from the corner to the board on the pin.
      if (corner)
        made.posts.push([
          project(corner.x + side * 0.3, corner.y, height),
          project(corner.x + side * aside, corner.y, height + rise),
        ]);
      plates.push(made);
    }
  });

  // Shift all points so that no coordinate is negative.
  const all = plates.flatMap((p) => p.corners);
  const [left, right] = [Math.min(...all.map((p) => p.x)), Math.max(...all.map((p) => p.x))];
  const [top, bottom] = [Math.min(...all.map((p) => p.y)) - stature * unit, Math.max(...all.map((p) => p.y))];
  const move = <P extends Point>(p: P): P => Object.assign(p, { x: p.x - left + pad, y: p.y - top + pad });
  for (const p of plates) {
    [p, ...p.corners, ...p.posts.flat(), ...p.places, ...p.places.flatMap((q) => q.corners)].forEach(move);
  }
  return { width: right - left + 2 * pad, height: bottom - top + 2 * pad + edge, plates, squares };
}
