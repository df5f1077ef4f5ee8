// The moves of a tree as rows: pairs of main-line moves, with comments and variations in between. A long list can then
// render only the visible rows.
import { type Node, node, numbering, root, type Tree } from "./tree";

export interface ShownMove {
  id: number;
  /** The move number, "12." or "12…"; empty if the previous move implies it. */
  lead: string;
}

export type Row =
  | { kind: "pair"; key: string; number: number; white: ShownMove | null; black: ShownMove | null }
  | { kind: "text"; key: string; depth: number; text: string }
  | { kind: "line"; key: string; depth: number; parts: (ShownMove | string)[] };

/** A variation's row ends once it has this many parts. */
const widest = 24;

/** Returns the rows of a tree. */
export function rowsOf(tree: Tree): Row[] {
  const rows: Row[] = [];
  const { first, black } = numbering(tree.start);
  const lead = (ply: number, needed: boolean) => {
    const count = ply + (black ? 1 : 0);
    const number = first + Math.floor(count / 2);
    return count % 2 === 0 ? `${number}.` : needed ? `${number}…` : "";
  };
  const text = (key: string, depth: number, words: string) => {
    if (words) rows.push({ kind: "text", key, depth, text: words });
  };

  /** Adds a variation, from its first move on. */
  const variation = (start: Node, begin: number, depth: number) => {
    let parts: (ShownMove | string)[] = [];
    const flush = () => {
      const [head] = parts;
      if (head !== undefined)
        rows.push({ kind: "line", key: `l${typeof head === "string" ? `t${rows.length}` : head.id}`, depth, parts });
      parts = [];
    };
    let needed = true;
    let at = start;
    for (let ply = begin; ; ply++) {
      if (at.before) parts.push(at.before);
      parts.push({ id: at.id, lead: lead(ply, needed || at.before !== "") });
      needed = false;
      if (at.comment) {
        parts.push(at.comment);
        needed = true;
      }
      // Alternatives to a move follow it. Alternatives to the first move are rows of the parent line.
      const siblings = at === start ? [] : node(tree, at.parent).children.slice(1);
      if (siblings.length > 0) {
        flush();
        for (const other of siblings) variation(node(tree, other), ply, depth + 1);
        needed = true;
      }
      if (parts.length >= widest) flush();
      const next = at.children[0];
      if (next === undefined) break;
      at = node(tree, next);
    }
    flush();
  };

  text("t0", 0, node(tree, root).comment);
  let pair: Extract<Row, { kind: "pair" }> | null = null;
  let at = node(tree, root);
  for (let ply = 0; at.children[0] !== undefined; ply++) {
    const move = node(tree, at.children[0]);
    const count = ply + (black ? 1 : 0);
    if (move.before) {
      text(`b${move.id}`, 0, move.before);
      pair = null;
    }
    if (count % 2 === 0 || !pair) {
      pair = { kind: "pair", key: `p${move.id}`, number: first + Math.floor(count / 2), white: null, black: null };
      rows.push(pair);
    }
    const shown = { id: move.id, lead: lead(ply, pair.white === null) };
    if (count % 2 === 0) pair.white = shown;
    else pair.black = shown;
    const siblings = at.children.slice(1);
    if (move.comment || siblings.length > 0) {
      text(`c${move.id}`, 0, move.comment);
      for (const other of siblings) variation(node(tree, other), ply, 1);
      pair = null;
    }
    at = move;
  }
  return rows;
}

/** Returns the index of a move's row; -1 if there is none. */
export function rowOf(rows: readonly Row[], id: number): number {
  return rows.findIndex((row) => {
    if (row.kind === "pair") return row.white?.id === id || row.black?.id === id;
    return row.kind === "line" && row.parts.some((part) => typeof part !== "string" && part.id === id);
  });
}

/** Returns the estimated height of a row, in pixels, before it is rendered. */
export function guess(row: Row, width: number, target: number): number {
  const words = (count: number) => 24 * Math.max(1, Math.ceil((count * 7.5) / Math.max(120, width)));
  if (row.kind === "pair") return target;
  if (row.kind === "text") return words(row.text.length) + 4;
  return words(row.parts.reduce((sum, part) => sum + (typeof part === "string" ? part.length + 1 : 9), 0)) + 6;
}
