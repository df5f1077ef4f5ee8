import assert from "node:assert/strict";
import { test } from "node:test";
import { across, layoutOf, middleOf, neighbour, squareAt, sideBoardsFor } from "./layout";
import { board } from "./sample";

test("a single board fills the picture, from either side", () => {
  const plain = layoutOf(board("chess"), false);
  assert.deepEqual([plain.width, plain.height], [800, 800]);
  assert.deepEqual(middleOf(plain, "a1"), { x: 50, y: 750 });
  assert.deepEqual(middleOf(plain, "h8"), { x: 750, y: 50 });
  assert.deepEqual(middleOf(layoutOf(board("chess"), true), "a1"), { x: 750, y: 50 });
  assert.equal(middleOf(plain, "z9"), undefined);
});

test("the left board joins the centre at the a-file, whoever looks", () => {
  for (const flip of [false, true]) {
    const layout = layoutOf(board("triboard", 3), flip);
    const [a1, h1] = [middleOf(layout, "a1"), middleOf(layout, "h1", "left")];
    assert.equal(Math.abs((a1?.x ?? 0) - (h1?.x ?? 0)), 100);
    const [h8, a8] = [middleOf(layout, "h8"), middleOf(layout, "a8", "right")];
    assert.equal(Math.abs((h8?.x ?? 0) - (a8?.x ?? 0)), 100);
  }
});

test("every square is found again where it is drawn", () => {
  for (const flip of [false, true]) {
    for (const width of [340, 600, 1200]) {
      const layout = layoutOf(board("triboard", 3), flip, sideBoardsFor(width));
      for (const { name } of board("triboard").squares) {
        for (const side of ["left", "centre", "right"] as const) {
          const at = middleOf(layout, name, side);
          assert.ok(at);
          const found = squareAt(layout, at);
          // On a narrow screen the far files of the side boards are not there.
          if (at.x < 0 || at.x > layout.width) assert.equal(found, undefined);
          else assert.deepEqual(found, { square: name, board: side });
        }
      }
    }
  }
});

test("outside the boards there is no square", () => {
  const layout = layoutOf(board("triboard", 3), false);
  for (const y of [-5, layout.top - 1, layout.bottom + 1, layout.height]) assert.equal(squareAt(layout, { x: 900, y }), undefined);
  for (const x of [-1, layout.width + 1]) assert.equal(squareAt(layout, { x, y: 300 }), undefined);
});

test("narrow side boards show the nearest files", () => {
  const layout = layoutOf(board("triboard", 3), false, { files: 2, scale: 0.5 });
  assert.equal(layout.width, 800 + 4 * 50);
  assert.deepEqual(squareAt(layout, { x: 75, y: layout.top + 50 }), { square: "h8", board: "left" });
  assert.deepEqual(squareAt(layout, { x: 25, y: layout.top + 50 }), { square: "g8", board: "left" });
  assert.deepEqual(squareAt(layout, { x: 925, y: layout.top + 50 }), { square: "a8", board: "right" });
  assert.equal(across(layout, 0), 100);
  assert.equal(across(layout, -1), 50);
});

test("the keys go over the seam only where there is one", () => {
  const layout = layoutOf(board("cylinder"), false);
  assert.equal(neighbour(layout, "a4", -1, 0, true), "h4");
  assert.equal(neighbour(layout, "a4", -1, 0, false), "a4");
  assert.equal(neighbour(layout, "e8", 0, -1, true), "e8");
  assert.equal(neighbour(layoutOf(board("chess"), true), "e4", 1, 0, false), "d4");
});
