import assert from "node:assert/strict";
import { test } from "vitest";
import type { PGNGame } from "../../wire.gen";
import * as trees from "./tree";

const opening = { variant: "chess", start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" };

/** Returns a tree with a line of moves played from its start. */
function line(...moves: string[]): trees.Tree {
  return moves.reduce((tree, move) => trees.play(tree, tree.here, move, move), trees.newTree(opening));
}

/** 1. e4 e5 with the variation 1... c5 2. Nf3. */
function branched(): trees.Tree {
  let tree = line("e2e4", "e7e5");
  tree = trees.play(tree, 1, "c7c5", "c5");
  return trees.play(tree, tree.here, "g1f3", "Nf3");
}

test("playing follows the line and does not add an existing move again", () => {
  const tree = line("e2e4", "e7e5");
  assert.deepEqual(trees.moves(tree, tree.here), ["e2e4", "e7e5"]);
  const again = trees.play(tree, 1, "e7e5", "e5");
  assert.equal(again.here, tree.here);
  assert.equal(Object.keys(again.nodes).length, 3);
});

test("changes do not modify the old tree", () => {
  const tree = line("e2e4");
  trees.play(tree, trees.root, "d2d4", "d4");
  trees.cut(tree, 1);
  assert.deepEqual(trees.node(tree, trees.root).children, [1]);
});

test("up and down move between variations", () => {
  const tree = branched();
  assert.equal(trees.sibling(tree, 2, 1), 3);
  assert.equal(trees.sibling(tree, 3, -1), 2);
  assert.equal(trees.sibling(tree, 4, -1), 2, "also from within a variation");
  assert.equal(trees.sibling(tree, 4, 1), 4, "there is no variation below");
});

test("a variation is promoted to the main line", () => {
  const tree = branched();
  assert.equal(trees.isMain(tree, 4), false);
  const promoted = trees.promote(tree, 4, "fully");
  assert.equal(trees.isMain(promoted, 4), true);
  assert.deepEqual(trees.node(promoted, 1).children, [3, 2]);
  assert.equal(trees.end(promoted, trees.root), 4);
});

test("promoting once moves a variation up by one", () => {
  let tree = trees.play(branched(), 1, "d7d5", "d5");
  const last = tree.here;
  tree = trees.promote(tree, last, "once");
  assert.deepEqual(trees.node(tree, 1).children, [2, last, 3]);
});

test("deleting a move removes its continuation and selects its parent", () => {
  const tree = trees.cut(branched(), 3);
  assert.deepEqual(Object.keys(tree.nodes), ["0", "1", "2"]);
  assert.equal(tree.here, 1);
  assert.equal(trees.cut(tree, trees.root), tree, "the start cannot be deleted");
});

test("a game record round-trips", () => {
  const game: PGNGame = {
    ...opening,
    tags: [{ name: "White", value: "Ada" }],
    result: "1-0",
    root: {
      comment: "at the start",
      children: [
        {
          move: "e2e4",
          san: "e4",
          nags: [1],
          before: "first",
          children: [
            { move: "e7e5", san: "e5", comment: "usual", children: [] },
            { move: "c7c5", san: "c5", children: [{ move: "g1f3", san: "Nf3", children: [] }] },
          ],
        },
      ],
    },
  };
  assert.deepEqual(trees.toGame(trees.fromGame(game)), game);
});

test("drops tags that duplicate game data", () => {
  const game: PGNGame = {
    ...opening,
    tags: [
      { name: "FEN", value: "x" },
      { name: "Result", value: "0-1" },
    ],
    result: "*",
    root: { children: [] },
  };
  assert.deepEqual(trees.fromGame(game).tags, []);
});

test("a warning includes its line and column", () => {
  const warnings = [{ message: "it may have been cut off", game: 1, line: 3, column: 14, offset: 40 }];
  const tree = trees.fromGame({ ...opening, tags: [], result: "*", root: { children: [] }, warnings });
  assert.deepEqual(
    tree.notices.map((notice) => notice.toLowerCase().includes("line 3, column 14: it may")),
    [true],
  );
});

test("a null move stays in the record", () => {
  const game: PGNGame = {
    ...opening,
    tags: [],
    result: "*",
    root: { children: [{ move: "0000", san: "--", children: [] }] },
  };
  assert.deepEqual(trees.toGame(trees.fromGame(game)), game);
});

test("a game of thousands of moves does not overflow the stack", () => {
  const moves = Array.from({ length: 5000 }, (_, n) => `m${n}`);
  let record: PGNGame["root"] = { children: [] };
  for (const move of moves.toReversed()) record = { children: [{ ...record, move, san: move }] };
  const tree = trees.fromGame({ ...opening, tags: [], result: "*", root: record });
  assert.equal(trees.moves(tree, trees.end(tree, trees.root)).length, 5000);
  let depth = 0;
  for (let at = trees.toGame(tree).root; at.children[0]; at = at.children[0]) depth++;
  assert.equal(depth, 5000);
});

test("move numbers start from the position's move number", () => {
  assert.deepEqual(trees.numbering("8/8/8/8/8/8/8/8 b - - 0 17"), { first: 17, black: true });
  assert.deepEqual(trees.numbering("8/8/8/8/8/8/8/8 w - -"), { first: 1, black: false });
});
