// Lathed bodies: a profile rotated about an axis. Corners are slightly rounded, so that every edge catches
// the light.
import { BufferAttribute, BufferGeometry } from "three";

interface Node {
  r: number;
  y: number;
  /** The tangent of the profile at this point. */
  dr: number;
  dy: number;
}

type Stroke = readonly number[]; // the four points of a cubic curve, or the two of a line

const rounding = 0.012; // radius of a corner
const step = 0.032; // the length of a curve segment
const sharp = 0.985; // two directions with at least this cosine count as equal

/** Parses a profile, written as path data with M, L and C: radius and height in squares. */
function readStrokes(path: string): Stroke[] {
  const strokes: Stroke[] = [];
  let at: number[] = [0, 0];
  for (const [, command, numbers = ""] of path.matchAll(/([MLC])([^MLC]*)/g)) {
    const n = numbers
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    if (command !== "M") strokes.push([...at, ...n]);
    at = n.slice(-2);
  }
  return strokes;
}

function along(stroke: Stroke, t: number): Node {
  const [r0 = 0, y0 = 0, r1 = 0, y1 = 0, r2 = 0, y2 = 0, r3 = 0, y3 = 0] = stroke;
  if (stroke.length === 4) return node(r0 + (r1 - r0) * t, y0 + (y1 - y0) * t, r1 - r0, y1 - y0);
  const s = 1 - t;
  const mix = (a: number, b: number, c: number, d: number) =>
    s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
  // If a curve's handle has zero length, the tangent is taken slightly inside the curve.
  const u = Math.min(0.999, Math.max(0.001, t));
  const v = 1 - u;
  const lean = (a: number, b: number, c: number, d: number) => v * v * (b - a) + 2 * v * u * (c - b) + u * u * (d - c);
  return node(mix(r0, r1, r2, r3), mix(y0, y1, y2, y3), lean(r0, r1, r2, r3), lean(y0, y1, y2, y3));
}

function node(r: number, y: number, dr: number, dy: number): Node {
  const length = Math.hypot(dr, dy) || 1;
  return { r: Math.max(0, r), y, dr: dr / length, dy: dy / length };
}

function away(a: Node, b: Node): number {
  return Math.hypot(a.r - b.r, a.y - b.y);
}

/**
 * Returns the curve parameter where a rounded corner at one end of a stroke begins, at most half way along
 * it.
 */
function trimmed(stroke: Stroke, from: 0 | 1): number {
  const end = along(stroke, from);
  const half = Math.abs(from - 0.5);
  let t = 0;
  while (t < half && away(end, along(stroke, Math.abs(from - t))) < rounding) t += 0.02;
  return Math.abs(from - Math.min(t, half));
}

/** Returns the nodes of a profile from foot to top. */
function profile(path: string): Node[] {
  const strokes = readStrokes(path);
  const nodes: Node[] = [];
  let begin = 0;
  strokes.forEach((stroke, i) => {
    const next = strokes[i + 1];
    const [end, start] = [along(stroke, 1), next && along(next, 0)];
    const corner = start && end.dr * start.dr + end.dy * start.dy < sharp;
    const stop = corner ? trimmed(stroke, 1) : 1;
    const count = stroke.length === 4 ? 1 : Math.min(6, Math.max(3, Math.ceil(away(along(stroke, 0), end) / step)));
    for (let k = 0; k <= count; k++) nodes.push(along(stroke, begin + ((stop - begin) * k) / count));
    begin = 0;
    if (!next || !corner) return;
    begin = trimmed(next, 0);
    const [a, b] = [along(stroke, stop), along(next, begin)];
    const round = [
      a.r,
      a.y,
      (a.r + 2 * end.r) / 3,
      (a.y + 2 * end.y) / 3,
      (b.r + 2 * end.r) / 3,
      (b.y + 2 * end.y) / 3,
      b.r,
      b.y,
    ];
    nodes.push(along(round, 0.5));
  });
  return nodes.filter((n, i) => i === 0 || away(n, nodes[i - 1] as Node) > 1e-4);
}

/** Displaces a point of a lathed body, depending on its angle. */
export type Shaping = (r: number, y: number, angle: number) => { r: number; y: number };

/** Returns the body of a profile rotated about the axis. */
export function turned(path: string, segments: number, shape?: Shaping): BufferGeometry {
  const nodes = profile(path);
  const positions: number[] = [];
  const normals: number[] = [];
  const index: number[] = [];
  for (let s = 0; s <= segments; s++) {
    const angle = (s / segments) * 2 * Math.PI;
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    for (const n of nodes) {
      const { r, y } = shape ? shape(n.r, n.y, angle) : n;
      positions.push(r * sin, y, r * cos);
      normals.push(n.dy * sin, -n.dr, n.dy * cos);
    }
  }
  const rows = nodes.length;
  for (let s = 0; s < segments; s++) {
    for (let k = 0; k + 1 < rows; k++) {
      const [a, b] = [s * rows + k, (s + 1) * rows + k];
      // On the axis, one side of a quadrilateral has zero length.
      if ((nodes[k]?.r ?? 0) > 1e-5) index.push(a, b, a + 1);
      if ((nodes[k + 1]?.r ?? 0) > 1e-5) index.push(b, b + 1, a + 1);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(positions), 3));
  geometry.setAttribute("normal", new BufferAttribute(new Float32Array(normals), 3));
  geometry.setIndex(index);
  return geometry;
}

/** Returns the profile of a sphere on the axis, from a given radius to its top. */
export function ball(middle: number, radius: number, from: number): string {
  const start = -Math.acos(Math.min(1, from / radius));
  const end = Math.PI / 2;
  const half = (start + end) / 2;
  const arc = (a: number, b: number) => {
    const k = (4 / 3) * Math.tan((b - a) / 4) * radius;
    const at = (t: number) => [radius * Math.cos(t), middle + radius * Math.sin(t)];
    const [[ar = 0, ay = 0], [br = 0, by = 0]] = [at(a), at(b)];
    const first = `${ar - k * Math.sin(a)} ${ay + k * Math.cos(a)}`;
    const second = `${br + k * Math.sin(b)} ${by - k * Math.cos(b)}`;
    return `C${first} ${second} ${br} ${by}`;
  };
  const [r, y] = [radius * Math.cos(start), middle + radius * Math.sin(start)];
  return `L${r} ${y}${arc(start, half)}${arc(half, end)}`;
}
