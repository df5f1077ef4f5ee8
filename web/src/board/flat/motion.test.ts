import assert from "node:assert/strict";
import { test } from "vitest";
import type { Change, Step, Way } from "../../wire.gen";
import { layoutOf } from "./layout";
import { leads, spawnedSquares, motionOf, replay } from "./motion";
import { board } from "./sample";

function step(from: string, to: string, changes: Change[], ways: Way[] = []): Step {
  return {
    move: from + to,
    san: "",
    from,
    to,
    kind: "quiet",
    capture: false,
    ways,
    changes,
    text: "",
    position: "",
    key: "",
    turn: "black",
  };
}

const layout = layoutOf(board("chess"), false);
const e4 = step("e2", "e4", [
  { effect: "moves", piece: "P", from: "e2", to: "e4" },
  { effect: "appears", piece: "p", to: "d5" },
]);

test("changes are replayed in order", () => {
  const before = { a5: "P", h5: "p", a7: "P", b8: "r" };
  const passing: Change[] = [
    { effect: "captured", piece: "p", from: "h5" },
    { effect: "moves", piece: "P", from: "a5", to: "h7" },
  ];
  assert.deepEqual(replay(before, passing), { h7: "P", a7: "P", b8: "r" });
  const promotion: Change[] = [
    { effect: "captured", piece: "r", from: "b8" },
    { effect: "moves", piece: "P", from: "a7", to: "b8" },
    { effect: "promotes", piece: "P", into: "Q", from: "b8", to: "b8" },
  ];
  assert.deepEqual(replay(before, promotion), { a5: "P", h5: "p", b8: "Q" });
  assert.deepEqual(before, { a5: "P", h5: "p", a7: "P", b8: "r" });
});

test("only a step between the previous and current position is animated", () => {
  const [start, end] = [{ e2: "P" }, { e4: "P", d5: "p" }];
  assert.ok(leads(start, e4, end));
  assert.ok(!leads(end, e4, start));
  assert.ok(!leads({ e2: "P", a1: "K" }, e4, end));
});

test("a spawned piece grows from midway between landing and reflection square", () => {
  const motion = motionOf(layout, e4, null);
  assert.deepEqual(motion.entries.get("e4"), { how: "slide", dx: 0, dy: 200 });
  assert.deepEqual(motion.entries.get("d5"), { how: "appear", dx: 50, dy: 50 });
  assert.deepEqual(motion.reflection, { from: "e4", to: "d5", how: "appear" });
  assert.deepEqual([...spawnedSquares(e4)], ["d5"]);
  assert.equal(spawnedSquares(undefined).size, 0);
});

test("a dragged piece is not animated again", () => {
  const motion = motionOf(layout, e4, "e4");
  assert.equal(motion.entries.has("e4"), false);
  assert.ok(motion.entries.has("d5"));
});

test("a piece crossing the seam leaves on one side and enters on the other", () => {
  const ways: Way[] = [
    [
      { board: "centre", square: "h1" },
      { board: "right", square: "a1" },
      { board: "right", square: "b1" },
    ],
  ];
  const rook = step("h1", "b1", [{ effect: "moves", piece: "R", from: "h1", to: "b1" }], ways);
  for (const flip of [false, true]) {
    const way = flip ? -200 : 200;
    const motion = motionOf(layoutOf(board("cylinder"), flip), rook, null);
    assert.deepEqual(motion.entries.get("b1"), { how: "slide", dx: -way, dy: 0 });
    assert.deepEqual(motion.leaving, [{ how: "slide", letter: "R", square: "h1", dx: way, dy: 0 }]);
  }
});

test("a queen that moves on dissolves on her landing square and reappears on the final one", () => {
  const queen = step("d1", "h5", [
    { effect: "moves", piece: "Q", from: "d1", to: "h5" },
    { effect: "goes on", piece: "Q", from: "h5", to: "a4" },
  ]);
  const motion = motionOf(layout, queen, null);
  assert.deepEqual(motion.leaving, [{ how: "dissolve", letter: "Q", square: "d1", dx: 400, dy: -400 }]);
  assert.deepEqual([...motion.entries], [["a4", { how: "gather", dx: 0, dy: 0 }]]);
});

test("castling animates both king and rook", () => {
  const castling = step("e1", "g1", [
    { effect: "castles", piece: "K", from: "e1", to: "g1" },
    { effect: "castles", piece: "R", from: "h1", to: "f1" },
  ]);
  const motion = motionOf(layout, castling, null);
  assert.deepEqual(motion.entries.get("g1"), { how: "slide", dx: -200, dy: 0 });
  assert.deepEqual(motion.entries.get("f1"), { how: "slide", dx: 200, dy: 0 });
});

test("a hop is two straight lines, out over one edge and in over the other", () => {
  const hop = (...squares: string[]): Way[] => [
    squares.map((at) => ({ board: at.includes(":") ? "left" : "centre", square: at.replace("left:", "") })),
  ];
  const moved = (from: string, to: string, ways: Way[]) =>
    motionOf(layout, step(from, to, [{ effect: "moves", piece: "B", from, to }], ways), null);
  const far = moved("b3", "f6", hop("b3", "a4", "left:h4", "left:g5", "left:f6"));
  assert.deepEqual(far.leaving, [{ how: "slide", letter: "B", square: "b3", dx: -200, dy: -200 }]);
  assert.deepEqual(far.entries.get("f6"), { how: "slide", dx: 300, dy: 300 });
  // A hop that starts on the edge, and one that ends on the opposite edge.
  assert.deepEqual(moved("a4", "g5", hop("a4", "left:h4", "left:g5")).leaving[0]?.dy, -100);
  assert.deepEqual(moved("b3", "h2", hop("b3", "a2", "left:h2")).entries.get("h2"), {
    how: "slide",
    dx: 100,
    dy: -100,
  });
  // A rook and a knight cross the edge in a straight line.
  assert.deepEqual(moved("a4", "g4", hop("a4", "left:h4", "left:g4")).entries.get("g4"), {
    how: "slide",
    dx: 200,
    dy: 0,
  });
  assert.deepEqual(moved("a3", "h5", hop("a3", "left:h5")).entries.get("h5"), { how: "slide", dx: 100, dy: 200 });
});

test("a bishop over a twisted seam goes out downwards and comes in upwards", () => {
  const twisted = layoutOf(board("klein", 1, { files: 6, ranks: 10, seam: "twist", ends: "wrap" }), false);
  const ways: Way[] = [["b3", "a2", "f10"].map((square, i) => ({ board: i < 2 ? "centre" : "left", square }))];
  const bishop = step("b3", "f10", [{ effect: "moves", piece: "B", from: "b3", to: "f10" }], ways);
  const motion = motionOf(twisted, bishop, null);
  assert.deepEqual(motion.leaving, [{ how: "slide", letter: "B", square: "b3", dx: -200, dy: 200 }]);
  assert.deepEqual(motion.entries.get("f10"), { how: "slide", dx: 200, dy: 200 });
});
