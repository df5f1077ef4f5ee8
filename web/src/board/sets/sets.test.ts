import assert from "node:assert/strict";
import { test } from "vitest";
import { draw as letters } from "./letters";
import { draw as print } from "./print";
import { turned } from "./shape";

test("flipping a drawing twice restores it", () => {
  const d = "M57 52 C58 61.5 62 67 65 74";
  assert.equal(turned(d), "M43 52 C42 61.5 38 67 35 74");
  assert.equal(turned(turned(d)), d);
});

for (const [name, draw] of Object.entries({ print, letters })) {
  test(`every ${name} piece fits its box, and a spawned one is lit from the other side`, () => {
    for (const role of "pnbrqk") {
      const [standing, made] = [draw(role, false), draw(role, true)];
      assert.ok(
        standing.some(({ part }) => part === "body"),
        role,
      );
      const light = (shapes: typeof made) => shapes.find(({ part }) => part === "shine")?.d;
      assert.notEqual(light(standing), light(made), role);
      for (const { d } of [...standing, ...made]) {
        const numbers = [...d.replace(/A[^LMZ]*/g, "").matchAll(/-?\d+(\.\d+)?/g)].map(([text]) => Number(text));
        assert.ok(
          numbers.every((each) => each >= 0 && each <= 100),
          `${role}: ${d}`,
        );
      }
    }
  });
}

test("unknown pieces are not drawn", () => {
  assert.deepEqual(print("x", false), []);
  assert.deepEqual(letters("x", false), []);
});
