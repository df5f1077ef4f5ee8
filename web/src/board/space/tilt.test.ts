import assert from "node:assert/strict";
import { test } from "node:test";
import { mainLevels } from "./places";
import { trid } from "./sample";
import { layTilt } from "./tilt";

for (const flip of [false, true]) {
  test(`aslant, every square has its place within the picture${flip ? ", from Black's side too" : ""}`, () => {
    const { width, height, squares, plates } = layTilt(trid, flip);
    assert.equal(squares.size, trid.squares.length);
    for (const { corners } of plates) {
      for (const { x, y } of corners) assert.ok(x >= 0 && x <= width && y >= 0 && y <= height);
    }
  });

  test(`aslant, no main board hides another${flip ? ", from Black's side either" : ""}`, () => {
    const { plates } = layTilt(trid, flip);
    const mains = mainLevels(trid).map((level) => plates.find((plate) => plate.level === level)?.corners.map(({ y }) => y) ?? []);
    mains.forEach((higher, i) => {
      const lower = mains[i - 1];
      if (lower) assert.ok(Math.max(...higher) < Math.min(...lower));
    });
  });
}
