// The knight's bust: neck, head and mane as bodies blended into each other.
import type { BufferGeometry } from "three";
import { carved, cut, joined, limb } from "./carve";

/** Returns the signed distance from an ellipsoid. */
function egg(x: number, y: number, z: number, rx: number, ry: number, rz: number): number {
  const [a, b, c] = [x / rx, y / ry, z / rz];
  return (Math.sqrt(a * a + b * b + c * c) - 1) * Math.min(rx, ry, rz);
}

/**
 * Returns the signed distance from the bust, in squares. The horse looks along x; z points to its side and is
 * never negative here.
 */
function horse(x: number, y: number, z: number): number {
  // Necks and heads are narrower than they are deep.
  const w = z * 1.34;
  const shoulder = limb(x, y, w, 0.005, 0.13, 0, 0.23, -0.04, 0.33, 0, 0.18);
  const neck = limb(x, y, w, -0.04, 0.33, 0, 0.18, -0.065, 0.58, 0, 0.13);
  const poll = limb(x, y, w, -0.065, 0.58, 0, 0.13, -0.005, 0.735, 0, 0.098);
  let bust = joined(joined(shoulder, neck, 0.12), poll, 0.1);

  const skull = limb(x, y, w, 0, 0.735, 0, 0.1, 0.13, 0.645, 0, 0.088);
  const nose = limb(x, y, w, 0.13, 0.645, 0, 0.08, 0.255, 0.535, 0, 0.064);
  const cheek = egg(x - 0.05, y - 0.65, z, 0.098, 0.108, 0.09);
  const chin = limb(x, y, w, 0.08, 0.59, 0, 0.05, 0.215, 0.488, 0, 0.038);
  const head = joined(joined(joined(skull, nose, 0.05), chin, 0.03), cheek, 0.022);
  bust = joined(bust, head, 0.022);

  const brow = limb(x, y, z, 0.07, 0.744, 0.05, 0.026, 0.13, 0.706, 0.056, 0.018);
  bust = joined(bust, brow, 0.025);
  const ear = limb(x, y, z, -0.025, 0.79, 0.046, 0.04, -0.005, 0.9, 0.054, 0.012);
  const shell = limb(x, y, z, 0.02, 0.8, 0.06, 0.018, 0.025, 0.9, 0.066, 0.008);
  bust = joined(bust, cut(ear, shell, 0.01), 0.02);

  // The mane is on the back of the neck, cut into locks.
  const [mx, my] = [x - 0.2, y - 0.44];
  const bow = Math.sqrt(mx * mx + my * my);
  const turn = Math.atan2(my, -mx);
  const lock = Math.abs(((turn * 5 + bow * 5 + 20) % 1) - 0.5) * 2;
  const crest = 0.455 + 0.014 * lock - 0.05 * Math.max(0, -turn - 0.2);
  const mane = Math.max(
    bow - crest,
    0.31 - bow,
    z - 0.03 - 0.026 * lock - 0.25 * Math.max(0, 0.44 - bow),
    -turn - 0.7,
    turn - 1.05,
  );
  bust = joined(bust, mane, 0.012);
  const forelock = limb(x, y, z, 0, 0.832, 0, 0.034, 0.09, 0.77, 0, 0.014);
  bust = joined(bust, forelock, 0.015);

  // Mouth and nostrils, and an eye in its socket.
  bust = cut(bust, limb(x, y, 0, 0.205, 0.53, 0, 0.008, 0.34, 0.462, 0, 0.02), 0.012);
  bust = cut(bust, egg(x - 0.285, y - 0.552, z - 0.046, 0.019, 0.014, 0.022), 0.012);
  bust = cut(bust, egg(x - 0.1, y - 0.695, z - 0.084, 0.032, 0.024, 0.024), 0.012);
  bust = joined(bust, egg(x - 0.1, y - 0.696, z - 0.066, 0.02, 0.019, 0.018), 0.004);
  // The bust is mounted on the foot, separated by a groove.
  return Math.max(bust, 0.12 - y, Math.sqrt(x * x + z * z) - 0.235 - Math.max(0, y - 0.16) * 1.2);
}

export function knightBust(): BufferGeometry {
  return carved(horse, { x: [-0.3, 0.36], y: [0.09, 0.95], z: 0.23, cell: 0.02 });
}
