// Finds the boards and pieces that hide a piece from the eye.
import { Vector3 } from "three";
import type { Layout3D, Plate3D } from "./layout3d";

const chest = 0.35; // the height at which a piece must be visible
const girth = 0.34; // how near a line of sight may pass to a piece

/** The faded boards, by level, and the faded pieces, by square. */
export interface Faded {
  levels: Set<string>;
  squares: Set<string>;
}

/**
 * Returns the boards that hide any of the squares from the eye, and the pieces on other attack boards that hide one.
 * `levels` are the boards in place, `pieces` the squares of all pieces.
 */
export function hiding(
  solid: Layout3D,
  eye: Vector3,
  squares: readonly string[],
  levels: readonly string[],
  pieces: readonly string[],
): Faded {
  const faded: Faded = { levels: new Set(), squares: new Set() };
  const plates = levels.flatMap((level) => solid.pins.get(level) ?? solid.mains.find((m) => m.level === level) ?? []);
  const at = new Vector3();
  /** Moves `at` to the point where the line of sight crosses a height; false if it does not reach that height. */
  const sight = (from: Vector3, height: number): boolean => {
    const part = (height - from.y) / (eye.y - from.y);
    at.copy(from).lerp(eye, part);
    return part > 0 && part < 1;
  };
  for (const name of squares) {
    const foot = solid.squares.get(name);
    if (!foot) continue;
    const own = solid.levels.get(name);
    const from = foot.clone().setY(foot.y + chest);
    for (const plate of plates) {
      if (plate.level !== own && sight(from, plate.middle.y) && over(plate, at)) faded.levels.add(plate.level);
    }
    for (const other of pieces) {
      const level = solid.levels.get(other) ?? "";
      const stands = solid.squares.get(other);
      if (level === own || !solid.pins.has(level) || !stands) continue;
      for (const height of [0.2, 0.6]) {
        if (sight(from, stands.y + height) && Math.hypot(at.x - stands.x, at.z - stands.z) < girth)
          faded.squares.add(other);
      }
    }
  }
  return faded;
}

function over({ middle, width, depth }: Plate3D, at: Vector3): boolean {
  return Math.abs(at.x - middle.x) <= width / 2 && Math.abs(at.z - middle.z) <= depth / 2;
}
