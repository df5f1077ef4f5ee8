import assert from "node:assert/strict";
import { test } from "vitest";

const stored = new Map<string, string>([
  ["tain.drawings", '[["old",[{"from":"a1","to":"a1","ink":"red"}]],["odd",[{"from":1}]],7]'],
]);
Object.assign(globalThis, {
  sessionStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  },
});
const { drawingText, drawingsOf, inkOf, saveDrawings: keepDrawings, toggled } = await import("./drawings");

const keys = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };

test("the keys that are held choose the colour", () => {
  assert.equal(inkOf(keys), "green");
  assert.equal(inkOf({ ...keys, shiftKey: true }), "red");
  assert.equal(inkOf({ ...keys, ctrlKey: true }), "red");
  assert.equal(inkOf({ ...keys, altKey: true }), "blue");
  assert.equal(inkOf({ ...keys, metaKey: true }), "blue");
  assert.equal(inkOf({ ...keys, shiftKey: true, altKey: true }), "yellow");
});

test("drawn again it goes, in another colour it changes", () => {
  const circle = { from: "e4", to: "e4", ink: "green" } as const;
  const arrow = { from: "e2", to: "e4", ink: "green" } as const;
  assert.deepEqual(toggled([circle], arrow), [circle, arrow]);
  assert.deepEqual(toggled([circle, arrow], circle), [arrow]);
  assert.deepEqual(toggled([circle, arrow], { ...circle, ink: "red" }), [arrow, { ...circle, ink: "red" }]);
  assert.equal(drawingText(circle), "green circle on e4");
  assert.equal(drawingText(arrow), "green arrow from e2 to e4");
});

test("each position has its own, and storage that holds something else is no harm", () => {
  assert.deepEqual(drawingsOf("odd"), []);
  assert.deepEqual(drawingsOf("other"), []);
  const circle = { from: "e4", to: "e4", ink: "green" } as const;
  for (let i = 0; i < 250; i++) keepDrawings(`position ${i}`, [circle]);
  assert.deepEqual(drawingsOf("position 249"), [circle]);
  assert.deepEqual(drawingsOf("position 0"), [], "the oldest make room");
  keepDrawings("position 249", []);
  assert.ok(!stored.get("tain.drawings")?.includes("position 249"));
});
