import assert from "node:assert/strict";
import { test } from "vitest";
import type { Way } from "../../wire.gen";
import { layoutOf, slid } from "./layout";
import { headOf, shortened, trimmed } from "./lines";
import { board } from "./sample";
import { arrival, drawWay, slideFor } from "./ways";

function way(...touches: string[]): Way {
  return touches.map((touch) => {
    const [side, square] = touch.includes(":")
      ? (touch.split(":") as ["left" | "right", string])
      : (["centre", touch] as const);
    return { board: side, square };
  });
}

const seam = way("a5", "left:h7");

test("a path over the seam is drawn on the side board, with an arrow back", () => {
  const layout = layoutOf(board("triboard", 3), false);
  const drawn = drawWay(layout, seam, 0);
  assert.ok(drawn?.back);
  assert.equal(drawn.board, "left");
  const y = (rank: number) => (8 - rank) * 100 + 50;
  assert.deepEqual(drawn.parts, [
    [
      { x: 850, y: y(5) },
      { x: 750, y: y(7) },
    ],
  ]);
  assert.deepEqual(drawn.landing, { x: 750, y: y(7) });
  assert.deepEqual(drawn.back[0], { x: 750, y: y(7) });
  assert.deepEqual(drawn.back[drawn.back.length - 1], { x: 1550, y: y(7) });
});

test("a path over the seam arrives from the opposite side of the centre board", () => {
  for (const flip of [false, true]) {
    const layout = layoutOf(board("triboard", 3), flip);
    assert.deepEqual(arrival(layout, seam), { x: flip ? -1 : 1, y: 0 });
    assert.deepEqual(arrival(layout, way("h4", "right:a4")), { x: flip ? 1 : -1, y: 0 });
    assert.equal(arrival(layout, way("a5", "b5", "c5")), undefined);
  }
});

test("the arrow back stays inside the view on every rank", () => {
  for (const wing of [8, 3, 0.5]) {
    const layout = layoutOf(board("triboard", 3), false, wing);
    for (const from of [1, 4, 8]) {
      for (let rank = 1; rank <= 8; rank++) {
        const drawn = drawWay(layout, way(`a${from}`, `left:h${rank}`), 50);
        for (const at of drawn?.back ?? []) {
          assert.ok(at.y >= 0 && at.y <= layout.height, `rank ${rank}: ${at.y} of ${layout.height}`);
          assert.ok(at.x >= 0 && at.x <= layout.width, `a point of the path is at ${at.x}`);
        }
      }
    }
  }
});

test("a path to a hidden file ends at the edge of the side board", () => {
  const layout = layoutOf(board("triboard", 3), false, 2);
  const drawn = drawWay(layout, way("a1", "left:h1", "left:g1", "left:f1"), 0);
  assert.equal(drawn?.landing, undefined);
  assert.equal(drawn?.parts[0]?.[1]?.x, 0);
  assert.ok(drawn?.back);
});

test("the view slides to show a side-board path, its landing and the centre square", () => {
  const long = way("a1", "left:h1", "left:g1", "left:f1");
  for (const [wing, flip, files] of [
    [2, false, -1],
    [0.5, false, -2.5],
    [0.5, true, 2.5],
    [3, false, 0],
    [8, true, 0],
  ] as const) {
    const still = layoutOf(board("triboard", 3), flip, wing);
    assert.equal(slideFor(still, long), files);
    const layout = slid(still, files);
    const drawn = drawWay(layout, long, 0);
    assert.ok(drawn?.landing && drawn.back);
    for (const { x } of drawn.back)
      assert.ok(x >= layout.left && x <= layout.left + layout.width, `a point of the path is at ${x}`);
  }
  assert.equal(slideFor(layoutOf(board("triboard", 3), false, 2), way("a1", "a5")), 0);
  assert.equal(slideFor(layoutOf(board("cylinder"), false), long), 0);
  assert.equal(slideFor(layoutOf(board("triboard", 3), false, 2), undefined), 0);
});

test("on a single board a path leaves at one edge and enters at the other", () => {
  const layout = layoutOf(board("cylinder"), false);
  const drawn = drawWay(layout, way("h1", "right:a2", "right:b3"), 0);
  assert.equal(drawn?.back, undefined);
  assert.deepEqual(drawn?.parts, [
    [
      { x: 750, y: 750 },
      { x: 800, y: 700 },
    ],
    [
      { x: 0, y: 700 },
      { x: 150, y: 550 },
    ],
  ]);
  const turned = drawWay(layoutOf(board("cylinder"), true), way("h1", "right:a2"), 0);
  assert.equal(turned?.parts[0]?.[1]?.x, 0);
  assert.equal(turned?.parts[1]?.[0]?.x, 800);
});

test("a slider's path bends at the edge it hops over", () => {
  const hop = way("b3", "a4", "left:h4", "left:g5", "left:f6");
  const y = (rank: number) => (8 - rank) * 100 + 50;
  const single = layoutOf(board("cylinder"), false);
  assert.deepEqual(drawWay(single, hop, 0)?.parts, [
    [
      { x: 150, y: y(3) },
      { x: 50, y: y(4) },
      { x: 0, y: y(4) },
    ],
    [
      { x: 800, y: y(4) },
      { x: 750, y: y(4) },
      { x: 550, y: y(6) },
    ],
  ]);
  const three = layoutOf(board("triboard", 3), false);
  assert.deepEqual(
    drawWay(three, hop, 0)?.parts[0]?.map(({ x }) => x),
    [950, 850, 750, 550],
  );
  const narrow = drawWay(layoutOf(board("triboard", 3), false, 2), hop, 0);
  assert.equal(narrow?.parts[0]?.at(-1)?.x, 0);
  assert.equal(narrow?.landing, undefined);
});

test("a path without length is not drawn", () => {
  const layout = layoutOf(board("cylinder"), false);
  assert.equal(drawWay(layout, [], 0), undefined);
  assert.equal(drawWay(layout, way("a1"), 0), undefined);
  assert.equal(drawWay(layout, way("a1", "z9"), 0), undefined);
});

test("lines are shortened from both ends", () => {
  const line = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 10 },
  ];
  assert.deepEqual(shortened(line, 12), [
    { x: 0, y: 0 },
    { x: 8, y: 0 },
  ]);
  assert.deepEqual(trimmed(line, 4, 12), [
    { x: 4, y: 0 },
    { x: 8, y: 0 },
  ]);
  assert.deepEqual(shortened(line, 30), []);
  assert.ok(headOf(line, 6).startsWith("M10 10L"));
  assert.equal(headOf([], 6), "");
});

test("a hopping path leaves along the rank of its edge square and turns past the other edge", () => {
  const layout = layoutOf(board("portal"), false);
  const y = (rank: number) => (8 - rank) * 100 + 50;
  const drawn = drawWay(layout, way("b3", "a4", "left:h4", "left:g5", "left:f6"), 0);
  assert.deepEqual(drawn?.parts, [
    [
      { x: 150, y: y(3) },
      { x: 50, y: y(4) },
      { x: 0, y: y(4) },
    ],
    [
      { x: 800, y: y(4) },
      { x: 750, y: y(4) },
      { x: 550, y: y(6) },
    ],
  ]);
  const atOnce = drawWay(layout, way("a4", "left:h4"), 0);
  assert.deepEqual(
    atOnce?.parts.map((part) => part.length),
    [2, 2],
  );
});

const klein = board("klein", 1, { files: 6, ranks: 10, seam: "twist", ends: "wrap", copies: true });

test("a path over a twisted seam or an end is drawn on the copy where it lands", () => {
  const layout = layoutOf(klein, false, 2);
  const rook = drawWay(layout, way("a2", "left:f9", "left:e9"), 0);
  assert.equal(rook?.board, "left");
  // Rank 9 of the copy on the left is level with rank 2.
  assert.deepEqual(rook?.landing, { x: 50, y: layout.centre.y + 850 });
  assert.ok(rook?.back);
  const over = drawWay(layout, way("c10", "c1"), 0);
  assert.equal(over?.board, "above");
  assert.deepEqual(over?.landing, { x: 450, y: 50 });
  const straight = drawWay(layout, way("c2", "c3", "c4"), 0);
  assert.deepEqual([straight?.board, straight?.back, straight?.parts[0]?.length], ["centre", undefined, 2]);
});

test("without copies, a path over an end leaves at one edge and enters at the other", () => {
  const drawn = drawWay(
    layoutOf({ ...klein, shape: { files: 6, ranks: 10, ends: "wrap" } }, false, 0),
    way("b9", "b10", "c1"),
    0,
  );
  assert.deepEqual(drawn?.parts, [
    [
      { x: 150, y: 150 },
      { x: 150, y: 50 },
      { x: 200, y: 0 },
    ],
    [
      { x: 200, y: 1000 },
      { x: 250, y: 950 },
    ],
  ]);
});
