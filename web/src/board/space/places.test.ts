import assert from "node:assert/strict";
import { test } from "vitest";
import { arrange, layPlan, proportions, unit, type Arrangement, type Box } from "./places";
import { neighbour } from "./usePointer";
import { trid } from "./sample";

const arrangements: Arrangement[] = ["fold", "stack"];

function apart(a: Box, b: Box): boolean {
  return (
    Math.abs(a.x - b.x) >= (a.width + b.width) / 2 - 0.01 || Math.abs(a.y - b.y) >= (a.height + b.height) / 2 - 0.01
  );
}

test("boards do not overlap and fit inside the plan", () => {
  for (const arrangement of arrangements) {
    for (const flip of [false, true]) {
      const plan = layPlan(trid, arrangement, flip);
      assert.equal(plan.mains.length, 3);
      assert.equal(plan.pins.length, 12);
      const plates = [...plan.mains, ...plan.pins];
      plates.forEach((a, i) => {
        for (const b of plates.slice(i + 1)) assert.ok(apart(a, b), `${arrangement}: ${a.level} and ${b.level}`);
        assert.ok(a.x - a.width / 2 >= 0 && a.x + a.width / 2 <= plan.width, `${arrangement}: ${a.level} across`);
        assert.ok(a.y - a.height / 2 >= 0 && a.y + a.height / 2 <= plan.height, `${arrangement}: ${a.level} down`);
      });
    }
  }
});

test("handles overlap neither boards nor each other", () => {
  for (const arrangement of arrangements) {
    const plan = layPlan(trid, arrangement, false);
    for (const pin of plan.pins) {
      for (const other of [...plan.mains, ...plan.pins])
        assert.ok(apart(pin.handle, other), `${arrangement}: ${pin.level} at ${other.level}`);
      for (const other of plan.pins)
        assert.ok(other === pin || apart(pin.handle, other.handle), `${pin.level} and ${other.level} overlap`);
    }
  }
});

test("each arrangement has its declared proportions", () => {
  for (const arrangement of arrangements) {
    const plan = layPlan(trid, arrangement, false);
    const declared = proportions[arrangement];
    assert.ok(Math.abs(plan.width / unit - declared.width) < 0.5, `${plan.width}`);
    assert.ok(Math.abs(plan.height / unit - declared.height) < 0.5, `${plan.height}`);
  }
});

test("levels are stacked, each in its own area", () => {
  for (const flip of [false, true]) {
    const plan = layPlan(trid, "stack", flip);
    assert.equal(new Set(plan.mains.map((m) => m.x)).size, 1);
    const heights = plan.mains.map((m) => m.y);
    assert.deepEqual(
      heights,
      heights.toSorted((a, b) => (flip ? a - b : b - a)),
      "the highest is on top, or nearest to Black",
    );
    plan.storeys.forEach((a, i) => {
      for (const b of plan.storeys.slice(i + 1)) assert.ok(apart(a, b), `${i} overlaps another`);
    });
  }
});

test("a board on a pin keeps the ranks of the board below", () => {
  const { squares } = layPlan(trid, "stack", false);
  assert.equal(squares.get("a1QL1")?.y, squares.get("a1W")?.y);
  assert.equal(squares.get("d8KL6")?.y, squares.get("d8B")?.y);
  assert.equal(squares.get("b3N")?.column, "b3");
});

test("from Black's side the plan is rotated 180°", () => {
  const plain = layPlan(trid, "fold", false);
  const turned = layPlan(trid, "fold", true);
  const [a, b] = [plain.squares.get("z0QL1"), turned.squares.get("z0QL1")];
  assert.ok(a && b);
  assert.deepEqual([b.x, b.y], [plain.width - a.x, plain.height - a.y]);
});

test("the plan is stacked unless a fold is much larger", () => {
  assert.equal(arrange(340, 800), "stack");
  assert.equal(arrange(980, 760), "stack");
  assert.equal(arrange(880, 600), "fold");
  assert.equal(arrange(800, 330), "fold");
});

test("in a fold the middle board is above the lowest, and the highest next to it", () => {
  const [low, middle, high] = layPlan(trid, "fold", false).mains;
  assert.ok(low && middle && high);
  assert.ok(middle.x === low.x && middle.y < low.y);
  assert.ok(high.x > middle.x && high.y === middle.y);
});

test("the spare area is free of boards and handles", () => {
  for (const arrangement of arrangements) {
    for (const flip of [false, true]) {
      const { spare, mains, pins, width, height } = layPlan(trid, arrangement, flip);
      for (const other of [...mains, ...pins, ...pins.map((p) => p.handle)])
        assert.ok(apart(spare, other), `${arrangement}, ${flip}`);
      assert.ok(spare.width > 3 * unit && spare.height >= unit);
      assert.ok(spare.x - spare.width / 2 >= 0 && spare.x + spare.width / 2 <= width);
      assert.ok(spare.y - spare.height / 2 >= 0 && spare.y + spare.height / 2 <= height);
    }
  }
});

test("arrow keys reach every existing square", () => {
  const plan = layPlan(trid, "stack", false);
  const existing = new Set(trid.squares.filter((q) => !/[QK]L[2345]/.test(q.level ?? "")).map((q) => q.name));
  assert.equal(existing.size, 64);
  assert.equal(neighbour(plan, existing, "b2W", "ArrowUp"), "b3W");
  assert.equal(neighbour(plan, existing, "b4W", "ArrowUp"), "b3N");
  assert.equal(neighbour(plan, existing, "a1W", "ArrowLeft"), "a1QL1");
  assert.equal(neighbour(plan, existing, "b2W", "x"), undefined);
  const found = new Set(["b2W"]);
  for (const name of found) {
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
      const next = neighbour(plan, existing, name, key);
      if (next) found.add(next);
    }
  }
  assert.deepEqual(found, existing);
});
