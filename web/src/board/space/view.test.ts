import assert from "node:assert/strict";
import { test } from "vitest";
import { Vector3 } from "three";
import { layOut3D } from "./layout3d";
import { trid } from "./sample";
import { View, type Landmark } from "./view";

const sizes = [
  [780, 610],
  [1300, 960],
  [390, 546],
  [600, 250],
] as const;

function landmarks(flip: boolean): Landmark[] {
  const { mains, pins } = layOut3D(trid, flip);
  return [...mains, ...pins.values()].flatMap(({ middle, width, depth }) =>
    [-1, 1].flatMap((x) =>
      [-1, 1].map((z) => ({ at: new Vector3((x * width) / 2, 0, (z * depth) / 2).add(middle), across: 40, down: 15 })),
    ),
  );
}

test("the whole scene fits every window from every angle, as large as possible", () => {
  for (const flip of [false, true]) {
    const marks = landmarks(flip);
    for (const [width, height] of sizes) {
      const view = new View();
      view.resize(width, height);
      for (let azimuth = -3; azimuth <= 3; azimuth += 0.75) {
        for (const elevation of [0.1, 0.5, 1, 1.45]) {
          view.azimuth = azimuth;
          view.elevation = elevation;
          view.fit(marks);
          let [across, down] = [0, 0];
          for (const mark of marks) {
            const at = mark.at.clone().project(view.camera);
            across = Math.max(across, Math.abs(at.x) * (width / 2) + mark.across);
            down = Math.max(down, Math.abs(at.y) * (height / 2) + mark.down);
            assert.ok(at.z > -1 && at.z < 1, "a landmark is outside the clipping planes");
          }
          const where = `${width}x${height} from ${azimuth}, ${elevation}`;
          assert.ok(across < width / 2 && down < height / 2, `${where}: ${across}, ${down}`);
          assert.ok(across > width / 2 - 14 || down > height / 2 - 14, `${where} wastes space: ${across}, ${down}`);
        }
      }
    }
  }
});

test("the camera moves gradually to what is in focus, and stays if everything is", () => {
  const view = new View();
  view.resize(800, 600);
  const marks = landmarks(false);
  view.fit(marks);
  const whole = view.pixels;
  const centre = view.camera.position.clone();
  const focus = marks.slice(0, 2);
  view.depart();
  view.travel(0);
  view.fit(marks, focus);
  assert.ok(view.camera.position.distanceTo(centre) < 1e-6, "it starts where it was");
  view.travel(0.5);
  view.fit(marks, focus);
  const half = view.pixels;
  view.travel(1);
  view.fit(marks, focus);
  assert.ok(whole < half && half < view.pixels && view.pixels < 1.5 * whole, `${whole}, ${half}, ${view.pixels}`);
  for (const mark of focus) {
    const at = mark.at.clone().project(view.camera);
    assert.ok(Math.abs(at.x) < 0.95 && Math.abs(at.y) < 0.95, `${at.x}, ${at.y}`);
  }
  view.fit(marks, marks);
  assert.ok(view.pixels < 1.01 * whole, "nothing is nearer if everything is in focus");
});

test("zooming keeps the point under the pointer and never goes below full view", () => {
  const view = new View();
  view.resize(800, 600);
  const marks = landmarks(false);
  view.fit(marks);
  const spot = (marks[0] as Landmark).at;
  const before = spot.clone().project(view.camera);
  assert.ok(view.magnify(2, { x: ((before.x + 1) / 2) * 800, y: ((1 - before.y) / 2) * 600 }));
  view.fit(marks);
  const after = spot.clone().project(view.camera);
  assert.ok(before.distanceTo(after) < 0.01, "the point stays under the pointer");
  assert.ok(view.magnified);
  view.pan(1e6, 1e6);
  assert.ok(view.magnify(0.1, { x: 0, y: 0 }));
  assert.ok(!view.magnified);
  assert.ok(!view.magnify(0.5, { x: 0, y: 0 }), "zooming out stops at full view");
});
