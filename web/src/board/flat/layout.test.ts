import assert from "node:assert/strict";
import { test } from "vitest";
import { across, layoutOf, middleOf, neighbour, slid, squareAt, stacks, wingFor } from "./layout";
import type { Shape } from "../../wire.gen";
import { copiesOf, inCopy, inside } from "./copies";
import { board } from "./sample";
import { grow } from "./Squares";

test("a single board fills the view from either side", () => {
  const plain = layoutOf(board("chess"), false);
  assert.deepEqual([plain.width, plain.height], [800, 800]);
  assert.deepEqual(middleOf(plain, "a1"), { x: 50, y: 750 });
  assert.deepEqual(middleOf(plain, "h8"), { x: 750, y: 50 });
  assert.deepEqual(middleOf(layoutOf(board("chess"), true), "a1"), { x: 750, y: 50 });
  assert.equal(middleOf(plain, "z9"), undefined);
});

test("the left board joins the centre at the a-file from either side", () => {
  for (const flip of [false, true]) {
    const layout = layoutOf(board("triboard", 3), flip);
    const [a1, h1] = [middleOf(layout, "a1"), middleOf(layout, "h1", "left")];
    assert.equal(Math.abs((a1?.x ?? 0) - (h1?.x ?? 0)), 100);
    const [h8, a8] = [middleOf(layout, "h8"), middleOf(layout, "a8", "right")];
    assert.equal(Math.abs((h8?.x ?? 0) - (a8?.x ?? 0)), 100);
  }
});

test("squareAt finds every visible square at its drawn position", () => {
  for (const flip of [false, true]) {
    for (const [wing, slide] of [
      [8, 0],
      [2, 0],
      [0.5, 0],
      [2, -3],
      [0.5, 2.5],
      [0, 4],
    ] as const) {
      const layout = slid(layoutOf(board("triboard", 3), flip, wing), slide);
      for (const { name } of board("triboard").squares) {
        for (const side of ["left", "centre", "right"] as const) {
          const at = middleOf(layout, name, side);
          assert.ok(at);
          const found = squareAt(layout, at);
          // Points outside the view are clipped.
          if (at.x < layout.left || at.x >= layout.left + layout.width) assert.equal(found, undefined);
          else assert.deepEqual(found, { square: name, board: side });
        }
      }
    }
  }
});

test("squareAt finds no square outside the boards", () => {
  const layout = layoutOf(board("triboard", 3), false);
  for (const y of [-5, -1, layout.height]) assert.equal(squareAt(layout, { x: 900, y }), undefined);
  for (const x of [-1, layout.width + 1]) assert.equal(squareAt(layout, { x, y: 300 }), undefined);
});

test("narrow side boards are cropped to the nearest files", () => {
  const layout = layoutOf(board("triboard", 3), false, 2);
  assert.equal(layout.width, 1200);
  assert.deepEqual(squareAt(layout, { x: 150, y: 50 }), { square: "h8", board: "left" });
  assert.deepEqual(squareAt(layout, { x: 50, y: 50 }), { square: "g8", board: "left" });
  assert.deepEqual(squareAt(layout, { x: 1050, y: 50 }), { square: "a8", board: "right" });
  assert.equal(across(layout, 0), 200);
  assert.equal(across(layout, -1), 100);
});

test("side boards show one to three files, or half a file on a phone", () => {
  const narrow = (width: number, height: number) => wingFor({ width, height, choice: "narrow", own: 0 });
  assert.equal(narrow(1500, 850), 3);
  assert.equal(narrow(1444, 928), 2);
  assert.equal(narrow(885, 576), 2);
  assert.equal(narrow(1016, 828), 1, "two files would leave a band below the board");
  assert.equal(narrow(770, 900), 1);
  assert.equal(narrow(620, 700), 1);
  assert.equal(narrow(348, 348), 0.5);
  assert.equal(narrow(360, 500), 0.5);
  const room = { width: 1444, height: 928 };
  assert.equal(wingFor({ ...room, choice: "none", own: 5 }), 0);
  assert.equal(wingFor({ ...room, choice: "full", own: 5 }), 8);
  assert.equal(wingFor({ ...room, choice: "auto", own: 5 }), 2, "the dragged width belongs to narrow side boards");
  assert.equal(wingFor({ ...room, choice: "narrow", own: 5 }), 5);
});

test("three boards are complete from 48 pixels a square; smaller ones are cropped", () => {
  const shown = (width: number, height: number, choice: "auto" | "full", several = true) =>
    wingFor({ width, height, choice, own: 0 }, 8, 8, several);
  assert.equal(shown(1152, 900, "auto"), 8);
  assert.equal(shown(1151, 900, "auto"), 2, "narrow: 47 pixels a square");
  assert.equal(shown(1152, 900, "auto", false), 2, "a cylinder is one board");
  for (const [width, height] of [
    [1070, 792],
    [660, 700],
    [560, 384],
  ] as const) {
    const wing = shown(width, height, "full");
    const square = width / (8 + 2 * wing);
    assert.ok(wing >= 2 && wing < 8, `${wing} files at ${width}x${height}`);
    assert.ok(square * 8 > height / 2, `${square} pixels a square at ${width}x${height}`);
  }
});

test("arrow keys cross the seam only if there is one", () => {
  const layout = layoutOf(board("cylinder"), false);
  assert.equal(neighbour(layout, "a4", -1, 0, true), "h4");
  assert.equal(neighbour(layout, "a4", -1, 0, false), "a4");
  assert.equal(neighbour(layout, "e8", 0, -1, true), "e8");
  assert.equal(neighbour(layoutOf(board("chess"), true), "e4", 1, 0, false), "d4");
});

const shapes: Shape[] = [
  { files: 6, ranks: 10, seam: "twist", ends: "wrap", copies: true },
  { files: 8, ranks: 8, seam: "wrap", ends: "pole", copies: true },
  { files: 5, ranks: 7, seam: "twist", ends: "twist", copies: true },
  { files: 4, ranks: 3, ends: "twist", copies: true },
  { files: 16, ranks: 4, seam: "wrap", ends: "wrap", copies: true },
];

/** Walks from a square of the board step by step, sideways first, as the rules describe it. */
function walk({ files, ranks, seam, ends }: Shape, x: number, y: number, right: number, up: number): string {
  let [sideways, upwards] = [Math.sign(right), Math.sign(up)];
  for (let n = 0; n < Math.abs(right); n++) {
    x += sideways;
    if (x >= 0 && x < files) continue;
    x -= sideways * files;
    if (seam === "twist") [y, upwards] = [ranks - 1 - y, -upwards];
  }
  for (let n = 0; n < Math.abs(up); n++) {
    y += upwards;
    if (y >= 0 && y < ranks) continue;
    if (ends === "pole") [y, x, upwards] = [y - upwards, (x + files / 2) % files, -upwards];
    else {
      if (ends === "twist") [x, sideways] = [files - 1 - x, -sideways];
      y -= upwards * ranks;
    }
  }
  return `${"abcdefghijklmnop"[x]}${y + 1}`;
}

test("copies show the squares that lines reach over joined edges", () => {
  for (const shape of shapes) {
    const { files, ranks, seam, ends } = shape;
    for (const flip of [false, true]) {
      const layout = layoutOf(board("any", 1, shape), flip, files);
      const rise = layout.centre.y / 100;
      assert.equal(rise, ends ? Math.min(3, ranks) : 0);
      for (let row = -rise; row < ranks + rise; row++) {
        for (let column = -layout.wing; column < files + layout.wing; column++) {
          // The walk begins at the nearest square of the centre board.
          const near = [Math.max(0, Math.min(files - 1, column)), Math.max(0, Math.min(ranks - 1, row))] as const;
          const sign = flip ? -1 : 1;
          const [x, y] = flip ? [files - 1 - near[0], near[1]] : [near[0], ranks - 1 - near[1]];
          const want = walk(shape, x, y, sign * (column - near[0]), sign * (near[1] - row));
          const point = { x: (layout.wing + column + 0.5) * 100, y: (rise + row + 0.5) * 100 };
          assert.equal(squareAt(layout, point)?.square, want, `${seam} ${ends} ${column},${row}`);
        }
      }
    }
  }
});

test("a point of a copy and the point of the board that it shows belong to each other", () => {
  for (const shape of shapes) {
    const squares = Array.from({ length: shape.files * shape.ranks }, (_, i) => i);
    for (const copy of copiesOf(shape, false)) {
      for (const square of squares) {
        const [column, row] = [square % shape.files, Math.floor(square / shape.files)];
        const there = inCopy(shape, copy, { column, row });
        const back = inside(shape, copy, { column: there.column + 0.5, row: there.row + 0.5 });
        assert.deepEqual(back, { column: column + 0.5, row: row + 0.5 });
      }
    }
  }
});

test("holes are not squares, and arrow keys jump over them", () => {
  const layout = layoutOf(board("holed", 1, { files: 8, ranks: 8 }, ["a1", "d4", "e4"]), false);
  assert.equal(squareAt(layout, { x: 350, y: 450 }), undefined);
  assert.equal(neighbour(layout, "c4", 1, 0, false), "f4");
  assert.equal(neighbour(layout, "b1", -1, 0, false), "b1");
  assert.equal(neighbour(layout, "a2", 0, 1, false), "a2");
});

test("arrow keys follow twists and poles", () => {
  const klein = layoutOf(board("klein", 1, shapes[0]), false);
  assert.equal(neighbour(klein, "f2", 1, 0, true), "a9");
  assert.equal(neighbour(klein, "c10", 0, -1, true), "c1");
  const sphere = layoutOf(board("sphere", 1, shapes[1]), false);
  assert.equal(neighbour(sphere, "b8", 0, -1, true), "f8");
});

test("two planes are next to each other or stacked, A first from either side", () => {
  const alice = board("alice", 1, { files: 8, ranks: 8, planes: 2 });
  for (const flip of [false, true]) {
    for (const stacked of [false, true]) {
      const layout = layoutOf(alice, flip, 0, stacked);
      assert.deepEqual([layout.width, layout.height], stacked ? [800, 1700] : [1700, 800]);
      const names = new Set<string>();
      for (const { name } of alice.squares) {
        const [at, twin] = [middleOf(layout, name), middleOf(layout, `${name.slice(0, 2)}A`)];
        assert.ok(at && twin);
        assert.deepEqual(squareAt(layout, at), { square: name, board: "centre" });
        const offset = name.endsWith("B") ? 900 : 0;
        assert.deepEqual([at.x - twin.x, at.y - twin.y], stacked ? [0, offset] : [offset, 0]);
        names.add(name);
      }
      assert.equal(names.size, 128);
      assert.equal(squareAt(layout, stacked ? { x: 50, y: 850 } : { x: 850, y: 50 }), undefined, "the gap");
    }
  }
});

test("arrow keys lead from one plane to the other", () => {
  const alice = board("alice", 1, { files: 8, ranks: 8, planes: 2 });
  const beside = layoutOf(alice, false, 0);
  assert.equal(neighbour(beside, "h4A", 1, 0, false), "a4B");
  assert.equal(neighbour(beside, "a4B", -1, 0, false), "h4A");
  assert.equal(neighbour(beside, "h4B", 1, 0, true), "h4B");
  const stacked = layoutOf(alice, false, 0, true);
  assert.equal(neighbour(stacked, "c1A", 0, 1, false), "c8B");
  assert.equal(neighbour(stacked, "c8B", 0, -1, false), "c1A");
});

test("two planes are stacked in a narrow window", () => {
  const alice = { files: 8, ranks: 8, planes: 2 };
  assert.equal(stacks(alice, { width: 390, height: 600 }), true);
  assert.equal(stacks(alice, { width: 800, height: 600 }), false);
  assert.equal(stacks({ files: 8, ranks: 8 }, { width: 390, height: 600 }), false);
});

test("a board of 16 by 16 squares has all its squares", () => {
  const wide = board("wide", 1, { files: 16, ranks: 16 });
  const layout = layoutOf(wide, false);
  assert.deepEqual(squareAt(layout, { x: 1550, y: 50 }), { square: "p16", board: "centre" });
  assert.equal(layout.rows.flat().length, 256);
});

test("coordinates keep their size on boards with more squares, within a square", () => {
  const of = (shape: Shape) => grow(layoutOf(board("any", 1, shape), false));
  assert.deepEqual([of({ files: 6, ranks: 6 }), of({ files: 8, ranks: 8 })], [1, 1]);
  assert.equal(of({ files: 10, ranks: 8 }), 1.25);
  assert.equal(of({ files: 16, ranks: 16 }), 1.6);
});
