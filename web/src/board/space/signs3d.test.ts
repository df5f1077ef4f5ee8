import assert from "node:assert/strict";
import { test } from "vitest";
import { Group } from "three";
import { layOut3D } from "./layout3d";
import { trid } from "./sample";
import { boundsOf, Signs3D } from "./signs3d";
import { View } from "./view";

const sizes = [
  [980, 750],
  [390, 546],
  [524, 374],
] as const;

/** The widths of labels, by pin. */
const named = { QL3: 280, QL2: 340, QL4: 340, KL2: 340, KL3: 340, KL4: 340, KL1: 200, QL6: 200, KL6: 200 };

/** Returns a label without an image, since there is no canvas here. */
const label = (across: number) => () => ({
  picture: { width: across, height: 100 } as HTMLCanvasElement,
  height: 0.5,
  least: 26,
});

test("labels of boards and pins overlap neither each other nor the edge of the window, from any angle", () => {
  for (const flip of [false, true]) {
    for (const [width, height] of sizes) {
      const solid = layOut3D(trid, flip, width / height);
      const signs = new Signs3D(new Group());
      // The selected board on QL3, its goals, the other boards, and the quadrants of the selected one.
      for (const [name, across] of Object.entries(named)) {
        const pin = solid.pins.get(name);
        assert.ok(pin);
        signs.show(`${across}`, label(across), pin.middle, null, { x: pin.width / 2 + 0.5, z: pin.depth / 2 + 0.3 });
        if (name === "QL3")
          for (const q of pin.squares) signs.show("q", label(120), solid.squares.get(q.name) ?? pin.top);
      }
      const view = new View();
      view.resize(width, height);
      for (let azimuth = -3; azimuth <= 3; azimuth += 0.5) {
        for (const elevation of [0.3, 0.55, 0.9]) {
          Object.assign(view, { azimuth, elevation });
          view.fit([...solid.squares.values()].map((at) => ({ at, across: 40, down: 20 })));
          signs.face(view, new Set());
          const loose = signs.shown
            .filter((s) => s.loose && s.sprite.visible)
            .map((s) => boundsOf(s.sprite, view.camera));
          const where = `${width}x${height} from ${azimuth}, ${elevation}`;
          assert.ok(loose.length > 6, `${where}: ${loose.length} labels`);
          for (const [i, a] of loose.entries()) {
            assert.ok(Math.abs(a.x) + a.width < 1.001 && Math.abs(a.y) + a.height < 1.001, `${where}: at the edge`);
            for (const b of loose.slice(i + 1)) {
              const apart = Math.max(
                Math.abs(a.x - b.x) - a.width - b.width,
                Math.abs(a.y - b.y) - a.height - b.height,
              );
              assert.ok(apart > -0.001, `${where}: two labels overlap by ${-apart}`);
            }
          }
        }
      }
    }
  }
});

test("labels on faded boards and of boards outside the window are not drawn", () => {
  const solid = layOut3D(trid, false);
  const signs = new Signs3D(new Group());
  for (const pin of solid.pins.values())
    signs.show("label", label(200), pin.middle, null, { x: 1.5, z: 1.3 }).level = pin.level;
  const view = new View();
  view.resize(800, 600);
  const marks = [...solid.squares.values()].map((at) => ({ at, across: 40, down: 20 }));
  view.fit(marks);
  const drawn = () => signs.shown.filter((s) => s.sprite.visible).map((s) => s.level);
  signs.face(view, new Set(["KL3"]));
  assert.deepEqual(
    drawn(),
    [...solid.pins.keys()].filter((level) => level !== "KL3"),
  );
  view.magnify(3, { x: 0, y: 0 });
  view.fit(marks);
  signs.face(view, new Set());
  assert.ok(drawn().length < solid.pins.size / 2, `${drawn()}`);
});

test("a label on a square is not drawn if it would be too large for the square", () => {
  const solid = layOut3D(trid, false);
  const signs = new Signs3D(new Group());
  const shown = signs.show(
    "q1",
    () => ({ ...label(130)(), least: 15, most: 0.55 }),
    solid.pins.values().next().value!.middle,
  );
  const view = new View();
  const drawnAt = (width: number, height: number) => {
    view.resize(width, height);
    view.fit([...solid.squares.values()].map((at) => ({ at, across: 40, down: 20 })));
    signs.face(view, new Set());
    return shown.sprite.visible;
  };
  assert.deepEqual([drawnAt(980, 750), drawnAt(240, 200)], [true, false]);
});

test("a goal above the selected board has its label above it, where it does not cover the board", () => {
  const solid = layOut3D(trid, false);
  const [own, goal] = ["QL4", "QL5"].map((name) => solid.pins.get(name));
  assert.ok(own && goal);
  for (const [from, to, over] of [
    [own, goal, true],
    [goal, own, false],
  ] as const) {
    const signs = new Signs3D(new Group());
    const shown = signs.show("goal", label(200), to.middle, null, { x: to.width / 2 + 0.5, z: to.depth / 2 + 0.3 });
    shown.from = from.middle;
    const view = new View();
    view.resize(800, 900);
    view.fit([...solid.squares.values()].map((at) => ({ at, across: 40, down: 20 })));
    signs.face(view, new Set());
    const place = to.middle.clone().project(view.camera).y;
    assert.equal(boundsOf(shown.sprite, view.camera).y > place, over, `from ${from.level} to ${to.level}`);
  }
});
