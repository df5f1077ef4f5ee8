import assert from "node:assert/strict";
import { test } from "vitest";
import { type Row, rowOf, rowsOf } from "./rows";
import * as trees from "./tree";

const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

function line(...moves: string[]): trees.Tree {
  return moves.reduce(
    (tree, move) => trees.play(tree, tree.here, move, move),
    trees.newTree({ variant: "chess", start }),
  );
}

/** Returns rows as text, for readable comparisons. */
function shown(tree: trees.Tree): string[] {
  const move = (one: { id: number; lead: string } | null) => (one ? `${one.lead}${trees.node(tree, one.id).san}` : "-");
  return rowsOf(tree).map((row: Row) => {
    if (row.kind === "text") return `{${row.text}}`;
    if (row.kind === "pair") return `${row.number} ${move(row.white)} ${move(row.black)}`;
    const parts = row.parts.map((part) => (typeof part === "string" ? `{${part}}` : move(part)));
    return `${">".repeat(row.depth)} ${parts.join(" ")}`;
  });
}

test("lists the main line in pairs", () => {
  assert.deepEqual(shown(line("a", "b", "c")), ["1 1.a b", "2 2.c -"]);
  const later = line("a", "b");
  assert.deepEqual(shown({ ...later, start: start.replace(" w ", " b ").replace(/1$/, "7") }), ["7 - 7…a", "8 8.b -"]);
});

test("comments and variations interrupt the main line, which repeats the move number", () => {
  let tree = line("a", "b", "c", "d");
  tree = trees.annotate(tree, 1, { comment: "good" });
  tree = trees.play(tree, 2, "x", "x");
  tree = trees.play(tree, tree.here, "y", "y");
  tree = trees.annotate(tree, tree.here, { comment: "why" });
  assert.deepEqual(shown(tree), ["1 1.a -", "{good}", "1 - 1…b", "2 2.c -", "> 2.x y {why}", "2 - 2…d"]);
  // A nested variation is indented further.
  tree = trees.play(tree, 5, "z", "z");
  assert.deepEqual(shown(tree).slice(4, 6), ["> 2.x y {why}", ">> 2…z"]);
});

test("a long variation spans several rows, with every move in one of them", () => {
  let tree = line("a", "b");
  tree = trees.play(tree, 1, "x", "x");
  for (let at = 0; at < 300; at++) tree = trees.play(tree, tree.here, `m${at}`, `m${at}`);
  const rows = rowsOf(tree);
  assert.ok(rows.length > 10, `only ${rows.length} rows`);
  for (const id of Object.keys(tree.nodes).map(Number))
    assert.equal(rowOf(rows, id) < 0, id === trees.root, String(id));
  assert.equal(new Set(rows.map((row) => row.key)).size, rows.length);
});
