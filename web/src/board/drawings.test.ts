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

test("modifier keys choose the drawing colour", () => {
  assert.equal(inkOf(keys), "green");
  assert.equal(inkOf({ ...keys, shiftKey: true }), "red");
  assert.equal(inkOf({ ...keys, ctrlKey: true }), "red");
  assert.equal(inkOf({ ...keys, altKey: true }), "blue");
  assert.equal(inkOf({ ...keys, metaKey: true }), "blue");
  assert.equal(inkOf({ ...keys, shiftKey: true, altKey: true }), "yellow");
});

test("redrawing removes a shape; another colour replaces it", () => {
  const circle = { from: "e4", to: "e4", ink: "green" } as const;
  const arrow = { from: "e2", to: "e4", ink: "green" } as const;
  assert.deepEqual(toggled([circle], arrow), [circle, arrow]);
  assert.deepEqual(toggled([circle, arrow], circle), [arrow]);
  assert.deepEqual(toggled([circle, arrow], { ...circle, ink: "red" }), [arrow, { ...circle, ink: "red" }]);
  assert.equal(drawingText(circle), "green circle on e4");
  assert.equal(drawingText(arrow), "green arrow from e2 to e4");
});

test("drawings are saved per position; invalid storage is ignored", () => {
  assert.deepEqual(drawingsOf("odd"), []);
  assert.deepEqual(drawingsOf("other"), []);
  const circle = { from: "e4", to: "e4", ink: "green" } as const;
  for (let i = 0; i < 250; i++) keepDrawings(`position ${i}`, [circle]);
  assert.deepEqual(drawingsOf("position 249"), [circle]);
  assert.deepEqual(drawingsOf("position 0"), [], "the oldest drawings are evicted");
  keepDrawings("position 249", []);
  assert.ok(!stored.get("tain.drawings")?.includes("position 249"));
});
