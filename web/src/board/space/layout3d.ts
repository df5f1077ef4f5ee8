// The 3D layout. A square is 1 by 1; y points up, Black is at the far side.
import { Vector3 } from "three";
import type { SquareInfo, VariantInfo } from "../../wire.gen";
import { byLevel, mainLevels } from "./places";

const storey = 2.3; // vertical distance between main boards
// Seen from Black's side, the higher boards are nearer and need a larger distance, so as not to hide those
// behind them.
const storeyFlipped = 3.9;
/** The height of the floor under the lowest board. */
export const floor = -0.75;
/** Only what is below this height is reflected in the floor; the reflection of the rest is too deep to be seen. */
export const reflected = 1.5;
const rise = 1.1; // from a main board up to the boards on its pins
// The outward offset of the boards on pins, so that they do not hide the squares below. A wide view is seen from the
// right, so the boards need a larger offset, and there is room for it.
const aside = (aspect: number) => 0.96 + Math.min(0.46, Math.max(0, aspect - 0.75) * 1.8);

const corners = [
  [-1, -1],
  [1, -1],
  [-1, 1],
  [1, 1],
] as const;

/** A board, or the place for one, given by the centre of its face. */
export interface Plate3D {
  level: string;
  middle: Vector3;
  width: number;
  depth: number;
  squares: SquareInfo[];
  /** Counted from the bottom: higher boards are drawn over lower ones. */
  order: number;
}

/** A pin in 3D. */
export interface Pin3D extends Plate3D {
  /** Where the pin is fixed to the main board, and where it carries its own board. */
  foot: Vector3;
  top: Vector3;
  /** -1 on the side of the low files, 1 on the side of the high ones. */
  side: number;
}

export interface Layout3D {
  mains: Plate3D[];
  pins: Map<string, Pin3D>;
  squares: Map<string, Vector3>;
  levels: Map<string, string>;
  /** The bottom and top ends of the columns between main boards, and from the floor to the lowest. */
  columns: [Vector3, Vector3][];
}

/**
 * Computes the layout of a rule set's boards. In a narrow window the main boards are further apart, because
 * the scene may be taller.
 */
export function layOut3D(info: VariantInfo, flip: boolean, aspect = 1): Layout3D {
  const apart = (flip ? storeyFlipped : storey) * Math.min(1.5, Math.max(1, 0.88 / aspect));
  const out = aside(aspect);
  const levels = byLevel(info);
  const names = mainLevels(info);
  const xs = info.squares.map((q) => q.x);
  const ys = info.squares.map((q) => q.y);
  const midX = (Math.min(...xs) + Math.max(...xs)) / 2;
  const midY = (Math.min(...ys) + Math.max(...ys)) / 2;
  const solid: Layout3D = { mains: [], pins: new Map(), squares: new Map(), levels: new Map(), columns: [] };

  const plate = (level: string, height: number, out: number, order: number): Plate3D => {
    const squares = levels.get(level) ?? [];
    const low = new Vector3(Infinity, height, Infinity);
    const high = new Vector3(-Infinity, height, -Infinity);
    for (const q of squares) {
      const at = new Vector3(q.x - midX + out, height, midY - q.y);
      solid.squares.set(q.name, at);
      solid.levels.set(q.name, level);
      low.min(at);
      high.max(at);
    }
    const middle = low.clone().add(high).multiplyScalar(0.5);
    return { level, middle, width: high.x - low.x + 1, depth: high.z - low.z + 1, squares, order };
  };

  solid.mains.push(...names.map((name, i) => plate(name, i * apart, 0, 4 * i)));
  for (const pin of info.pins ?? []) {
    const corner = solid.squares.get(pin.corner);
    const main = solid.mains.findIndex((m) => m.level === solid.levels.get(pin.corner));
    const own = levels.get(pin.name)?.[0];
    const base = solid.mains[main];
    if (!corner || !own || !base) continue;
    const side = corner.x < base.middle.x ? -1 : 1;
    const foot = corner.clone().add(new Vector3(side * 0.34, 0, 0));
    const top = corner.clone().add(new Vector3(side * (out - 0.3), rise, 0));
    const made = plate(pin.name, base.middle.y + rise, side * out, 4 * main + 2);
    solid.pins.set(pin.name, { ...made, foot, top, side });
  }
  solid.mains.forEach((upper, i) => {
    const lower = solid.mains[i - 1];
    if (!lower) {
      for (const [sx, sz] of corners) {
        const foot = upper.middle
          .clone()
          .add(new Vector3(sx * (upper.width / 2 - 0.12), 0, sz * (upper.depth / 2 - 0.12)));
        solid.columns.push([foot.clone().setY(floor), foot]);
      }
      return;
    }
    // The nearest rank of the upper board, which is above the lower board.
    const z = upper.middle.z + upper.depth / 2 - 0.12;
    for (const side of [-1, 1]) {
      const x = upper.middle.x + side * (upper.width / 2 - 0.12);
      solid.columns.push([new Vector3(x, lower.middle.y, z), new Vector3(x, upper.middle.y, z)]);
    }
  });
  return solid;
}
