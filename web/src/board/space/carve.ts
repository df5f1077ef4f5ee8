// Surface nets: converts a body given as a signed distance function into a quadrilateral mesh. Normals come
// from the function itself.
import { BufferAttribute, BufferGeometry } from "three";

const patch = 4; // cells per block

/** Returns the signed distance of a point from the surface of a body; negative inside. */
export type Body = (x: number, y: number, z: number) => number;

/** The bounding box of a body that is symmetric about z = 0. */
export interface Block {
  x: readonly [number, number];
  y: readonly [number, number];
  z: number;
  cell: number;
}

/**
 * Returns the signed distance from the union of two bodies, given the distance from each, with a fillet of
 * the given radius.
 */
export function joined(a: number, b: number, fillet: number): number {
  const h = Math.max(fillet - Math.abs(a - b), 0) / fillet;
  return Math.min(a, b) - h * h * fillet * 0.25;
}

/**
 * Returns the signed distance from body a without body b, given the distance from each, with a fillet of the
 * given radius.
 */
export function cut(a: number, b: number, fillet: number): number {
  return -joined(-a, b, fillet);
}

/** Returns the signed distance from a tapered capsule: a body around a line segment, thicker at one end. */
export function limb(
  x: number,
  y: number,
  z: number,
  ax: number,
  ay: number,
  az: number,
  ar: number,
  bx: number,
  by: number,
  bz: number,
  br: number,
): number {
  const [dx, dy, dz] = [bx - ax, by - ay, bz - az];
  const t = ((x - ax) * dx + (y - ay) * dy + (z - az) * dz) / (dx * dx + dy * dy + dz * dz);
  const h = t < 0 ? 0 : Math.min(t, 1);
  const [ex, ey, ez] = [x - ax - h * dx, y - ay - h * dy, z - az - h * dz];
  return Math.sqrt(ex * ex + ey * ey + ez * ez) - (ar + (br - ar) * h); // Math.hypot is far slower
}

/** Returns a mesh of a body within a box. */
export function carved(body: Body, block: Block): BufferGeometry {
  const { cell } = block;
  const [x0, y0] = [block.x[0], block.y[0]];
  const nx = Math.ceil((block.x[1] - x0) / cell) + 1;
  const ny = Math.ceil((block.y[1] - y0) / cell) + 1;
  const half = Math.ceil(block.z / cell);
  const nz = 2 * half + 1;
  const field = new Float32Array(nx * ny * nz);
  const index = (i: number, j: number, k: number) => (k * ny + j) * nx + i;
  // Most of the box is far from the surface, so one sample rules out a whole block.
  const far = patch * cell * 1.6;
  for (let k = 0; k <= half; k += patch) {
    for (let j = 0; j < ny; j += patch) {
      for (let i = 0; i < nx; i += patch) {
        const about = body(x0 + (i + patch / 2) * cell, y0 + (j + patch / 2) * cell, (k + patch / 2) * cell);
        for (let c = k; c <= Math.min(half, k + patch - 1); c++) {
          for (let b = j; b < Math.min(ny, j + patch); b++) {
            for (let a = i; a < Math.min(nx, i + patch); a++) {
              const value = Math.abs(about) > far ? about : body(x0 + a * cell, y0 + b * cell, c * cell);
              field[index(a, b, half + c)] = value;
              field[index(a, b, half - c)] = value;
            }
          }
        }
      }
    }
  }

  // One vertex for every cell that the surface passes through.
  const corners = new Int32Array(nx * ny * nz).fill(-1);
  const positions: number[] = [];
  const normals: number[] = [];
  const value = (i: number, j: number, k: number) => field[index(i, j, k)] as number;
  const mixed = (i: number, j: number, k: number): boolean => {
    const first = value(i, j, k) < 0;
    for (let c = 1; c < 8; c++) if (value(i + (c & 1), j + ((c >> 1) & 1), k + (c >> 2)) < 0 !== first) return true;
    return false;
  };
  for (let k = 0; k + 1 < nz; k++) {
    for (let j = 0; j + 1 < ny; j++) {
      for (let i = 0; i + 1 < nx; i++) {
        if (!mixed(i, j, k)) continue;
        let [x, y, z, crossings] = [0, 0, 0, 0];
        const edge = (a: number, b: number, c: number, along: 0 | 1 | 2) => {
          const from = value(i + a, j + b, k + c);
          const to = value(i + a + Number(along === 0), j + b + Number(along === 1), k + c + Number(along === 2));
          if (from < 0 === to < 0) return;
          const t = from / (from - to);
          x += a + (along === 0 ? t : 0);
          y += b + (along === 1 ? t : 0);
          z += c + (along === 2 ? t : 0);
          crossings++;
        };
        for (const a of [0, 1]) {
          for (const b of [0, 1]) {
            edge(0, a, b, 0);
            edge(a, 0, b, 1);
            edge(a, b, 0, 2);
          }
        }
        corners[index(i, j, k)] = positions.length / 3;
        const at = [
          x0 + (i + x / crossings) * cell,
          y0 + (j + y / crossings) * cell,
          (k - half + z / crossings) * cell,
        ] as const;
        positions.push(...at);
        normals.push(...slope(body, ...at, cell * 0.4));
      }
    }
  }

  // One quadrilateral across every grid edge that the surface cuts.
  const net: number[] = [];
  const quad = (a: number, b: number, c: number, d: number, inward: boolean) => {
    if (inward) net.push(a, b, c, a, c, d);
    else net.push(a, c, b, a, d, c);
  };
  const corner = (i: number, j: number, k: number) => corners[index(i, j, k)] as number;
  for (let k = 1; k + 1 < nz; k++) {
    for (let j = 1; j + 1 < ny; j++) {
      for (let i = 1; i + 1 < nx; i++) {
        const inside = value(i, j, k) < 0;
        if (inside !== value(i + 1, j, k) < 0)
          quad(corner(i, j - 1, k - 1), corner(i, j, k - 1), corner(i, j, k), corner(i, j - 1, k), inside);
        if (inside !== value(i, j + 1, k) < 0)
          quad(corner(i - 1, j, k - 1), corner(i - 1, j, k), corner(i, j, k), corner(i, j, k - 1), inside);
        if (inside !== value(i, j, k + 1) < 0)
          quad(corner(i - 1, j - 1, k), corner(i, j - 1, k), corner(i, j, k), corner(i - 1, j, k), inside);
      }
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(positions), 3));
  geometry.setAttribute("normal", new BufferAttribute(new Float32Array(normals), 3));
  geometry.setIndex(net);
  return geometry;
}

/** Returns the outward normal of a body at a point. */
function slope(body: Body, x: number, y: number, z: number, step: number): [number, number, number] {
  const at = (a: number, b: number, c: number) => body(a, b, Math.abs(c));
  const dx = at(x + step, y, z) - at(x - step, y, z);
  const dy = at(x, y + step, z) - at(x, y - step, z);
  const dz = at(x, y, z + step) - at(x, y, z - step);
  const length = Math.hypot(dx, dy, dz) || 1;
  return [dx / length, dy / length, dz / length];
}
