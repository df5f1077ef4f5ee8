import assert from "node:assert/strict";
import { test } from "vitest";
import type { Point } from "./places";
import { trid } from "./sample";
import { layTilt } from "./tilt";

for (const flip of [false, true]) {
  test(`tilted, every square is inside the view${flip ? " from Black's side" : ""}`, () => {
    const { width, height, squares, plates } = layTilt(trid, flip);
    assert.equal(squares.size, trid.squares.length);
    for (const { corners } of plates) {
      for (const { x, y } of corners)
        assert.ok(x >= 0 && x <= width && y >= 0 && y <= height, `a corner is at ${x}, ${y}`);
    }
  });

  test(`tilted, no square is hidden by a higher board${flip ? " from Black's side" : ""}`, () => {
    const { plates } = layTilt(trid, flip);
    plates.forEach((higher, i) => {
      for (const lower of plates.slice(0, i)) {
        for (const place of lower.places)
          assert.ok(!within(place, higher.corners), `${place.name} is behind ${higher.level}`);
      }
    });
  });
}

/** Reports whether a point is inside a convex shape: on the same side of all its edges. */
function within(point: Point, corners: readonly Point[]): boolean {
  const sides = corners.map((a, i) => {
    const b = corners[(i + 1) % corners.length] ?? a;
    return Math.sign((b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x));
  });
  return Math.abs(sides.reduce((sum, side) => sum + side, 0)) === corners.length;
}
