// Lines as lists of points: straight, curved and trimmed.
import type { Point } from "./layout";

export function mix(a: Point, b: Point, part: number): Point {
  return { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part };
}

export function length(a: Point, b: Point): number {
  return Math.hypot(b.x - a.x, b.y - a.y);
}

/** Returns the point at a given distance from a towards b. */
export function towards(a: Point, b: Point, far: number): Point {
  const whole = length(a, b);
  return whole === 0 ? a : mix(a, b, far / whole);
}

function curve(a: Point, b: Point, c: Point, d: Point): Point[] {
  return Array.from({ length: 25 }, (_, i) => {
    const t = i / 24;
    const [ab, bc, cd] = [mix(a, b, t), mix(b, c, t), mix(c, d, t)];
    return mix(mix(ab, bc, t), mix(bc, cd, t), t);
  });
}

/** Returns a curve that rises on the screen by a given height in the middle. */
export function arc(from: Point, to: Point, height: number): Point[] {
  const lift = (part: number) => {
    const at = mix(from, to, part);
    return { x: at.x, y: at.y - (height * 4) / 3 };
  };
  return curve(from, lift(0.12), lift(0.88), to);
}

/** Returns a curve that bends to its left by a fraction of its length. */
export function bow(from: Point, to: Point, part: number): Point[] {
  const out = { x: (to.y - from.y) * part * (4 / 3), y: -(to.x - from.x) * part * (4 / 3) };
  const off = (at: Point) => ({ x: at.x + out.x, y: at.y + out.y });
  return curve(from, off(mix(from, to, 0.25)), off(mix(from, to, 0.75)), to);
}

/** Shortens a line at its end by a length. The result is empty if nothing remains. */
export function shortened(line: Point[], by: number): Point[] {
  const left = [...line];
  for (
    let end = left.pop(), before = left[left.length - 1];
    end && before;
    end = left.pop(), before = left[left.length - 1]
  ) {
    const part = length(before, end);
    if (part > by) return [...left, towards(end, before, by)];
    by -= part;
  }
  return [];
}

/** Trims both ends of a line. */
export function trimmed(line: Point[], after: number, before: number): Point[] {
  return shortened(shortened(line, before).reverse(), after).reverse();
}

function round(n: number): number {
  return Math.round(n * 10) / 10;
}

/** Returns a line as path data. */
export function path(line: Point[]): string {
  return line.map((at, i) => `${i === 0 ? "M" : "L"}${round(at.x)} ${round(at.y)}`).join("");
}

/**
 * Returns the arrowhead at the end of a line, as path data. Its direction is measured one head length back,
 * so that it also fits curves.
 */
export function headOf(line: Point[], size: number): string {
  const tip = line[line.length - 1];
  if (!tip) return "";
  const shaft = shortened(line, size);
  const back = shaft[shaft.length - 1] ?? line[0];
  if (!back || length(back, tip) === 0) return "";
  const base = towards(tip, back, size);
  const side = { x: ((tip.y - base.y) / size) * size * 0.52, y: (-(tip.x - base.x) / size) * size * 0.52 };
  const notch = towards(tip, back, size * 0.74);
  const corners = [tip, { x: base.x + side.x, y: base.y + side.y }, notch, { x: base.x - side.x, y: base.y - side.y }];
  return `${path(corners)}Z`;
}
