// Hit testing in 3D.
import { Box3, Vector3, type PerspectiveCamera, type Ray } from "three";
import { heights } from "./figures";
import type { Layout3D, Plate3D } from "./layout3d";
import type { Figure } from "./pieces3d";
import type { Selection } from "./useSelection";

/** The object that a pointer hits. */
export type HitTarget = { square: string } | { handle: string } | { closed: string } | { pin: string; turned: boolean };

interface Hit {
  target: HitTarget;
  distance: number;
}

const up = new Vector3(0, 1, 0);
/** The hit boxes of a piece, each given by its half width and height. */
const foot = { girth: 0.34, top: 0.16 };
const girths: Record<string, number> = { p: 0.16, n: 0.22, b: 0.17, r: 0.24, q: 0.2, k: 0.2 };
const dot = 0.24; // radius of a hint, which is drawn on top and therefore hit first

/** Returns where a ray meets a horizontal plane, or null if it does not. */
function meet(ray: Ray, height: number): Vector3 | null {
  const fall = ray.direction.dot(up);
  if (Math.abs(fall) < 1e-6) return null;
  const far = (height - ray.origin.y) / fall;
  return far > 0 ? ray.at(far, new Vector3()) : null;
}

function within(at: Vector3, plate: Plate3D): boolean {
  return Math.abs(at.x - plate.middle.x) <= plate.width / 2 && Math.abs(at.z - plate.middle.z) <= plate.depth / 2;
}

/** Returns the objects along a ray: first those drawn on top, then from near to far. */
export function along(
  ray: Ray,
  solid: Layout3D,
  figures: readonly Figure[],
  squares: readonly string[],
  selection: Selection,
  flip: boolean,
): HitTarget[] {
  const marked: Hit[] = [];
  const hits: Hit[] = [];
  for (const name of squares) {
    const middle = solid.squares.get(name);
    const at = middle && meet(ray, middle.y);
    if (!at || Math.abs(at.x - middle.x) > 0.5 || Math.abs(at.z - middle.z) > 0.5) continue;
    const hit = { target: { square: name }, distance: at.distanceTo(ray.origin) };
    const near = Math.hypot(at.x - middle.x, at.z - middle.z) < dot;
    (near && selection.hints.has(name) ? marked : hits).push(hit);
  }
  for (const [name, moves] of selection.pins) {
    const pin = solid.pins.get(name);
    const at = name !== selection.board && pin && meet(ray, pin.middle.y);
    if (!at || !within(at, pin)) continue;
    // If there are two moves, the half nearer to the player is the rotation.
    const near = (at.z - pin.middle.z) * (flip ? -1 : 1) > 0;
    const turned = moves.straight.length === 0 || (moves.turned.length > 0 && near);
    marked.push({ target: { pin: name, turned }, distance: at.distanceTo(ray.origin) });
  }
  const box = new Box3();
  const at = new Vector3();
  for (const f of figures) {
    if (f.ghost || !f.square) continue;
    const role = f.letter.toLowerCase();
    for (const { girth, top } of [foot, { girth: girths[role] ?? 0.2, top: heights[role] ?? 0.9 }]) {
      box.min.set(f.at.x - girth, f.at.y, f.at.z - girth);
      box.max.set(f.at.x + girth, f.at.y + top, f.at.z + girth);
      if (ray.intersectBox(box, at)) hits.push({ target: { square: f.square }, distance: at.distanceTo(ray.origin) });
    }
  }
  for (const name of selection.closed.keys()) {
    const foot = solid.pins.get(name)?.foot;
    if (foot && ray.distanceToPoint(foot) < 0.16)
      hits.push({ target: { closed: name }, distance: foot.distanceTo(ray.origin) });
  }
  const sorted = (found: Hit[]) => found.sort((a, b) => a.distance - b.distance).map((hit) => hit.target);
  return [...sorted(marked), ...sorted(hits)];
}

/** Returns the given square nearest to a point of the view, measured on the screen; null if none is within reach. */
export function nearest(
  names: Iterable<string>,
  solid: Layout3D,
  camera: PerspectiveCamera,
  x: number,
  y: number,
  aspect: number,
  reach: number,
): string | null {
  const at = new Vector3();
  let best: string | null = null;
  let least = reach;
  for (const name of names) {
    const middle = solid.squares.get(name);
    if (!middle) continue;
    at.copy(middle).project(camera);
    const away = Math.hypot((at.x - x) * aspect, at.y - y);
    if (away < least) [best, least] = [name, away];
  }
  return best;
}
