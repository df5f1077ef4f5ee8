// Solving a chapter: the reader finds the moves of one side, and the chapter replies with those of the other.
import { moves, node, root, type Tree } from "../analysis/tree";

export interface Attempt {
  /** The node the reader has reached. */
  at: number;
  /** Moves played outside the tree or beyond its end. */
  free: readonly string[];
  verdict: "none" | "right" | "wrong" | "solved";
  /** The chapter's comment on the last move. */
  text: string;
}

export const beginning: Attempt = { at: root, free: [], verdict: "none", text: "" };

const good = new Set([1, 3]);
const bad = new Set([2, 4, 6]);

/**
 * Returns the moves that solve a position: the main one unless it is marked as bad, and others marked as
 * good.
 */
export function solutions(tree: Tree, id: number): number[] {
  return node(tree, id).children.filter((child, place) => {
    const { nags } = node(tree, child);
    return place === 0 ? !nags.some((nag) => bad.has(nag)) : nags.some((nag) => good.has(nag));
  });
}

/** Reports whether a chapter has anything to solve. */
export function hasSolution(tree: Tree): boolean {
  return solutions(tree, root).length > 0;
}

/** Returns the line on the board. */
export function lineOf(tree: Tree, attempt: Attempt): string[] {
  return [...moves(tree, attempt.at), ...attempt.free];
}

const commentAt = (tree: Tree, id: number) => node(tree, id).comment;

/** Returns the attempt after a move. The reply to a correct one is played immediately. */
export function tryMove(tree: Tree, before: Attempt, move: string): Attempt {
  // Outside the tree, and after its end, any move may be tried.
  if (before.free.length > 0 || before.verdict === "solved" || !hasSolution(tree)) {
    return { ...before, free: [...before.free, move], text: "" };
  }
  const known = node(tree, before.at).children.find((child) => node(tree, child).move === move);
  if (known === undefined || !solutions(tree, before.at).includes(known)) {
    return { at: before.at, free: [move], verdict: "wrong", text: known === undefined ? "" : commentAt(tree, known) };
  }
  const reply = node(tree, known).children[0];
  if (reply === undefined) return { at: known, free: [], verdict: "solved", text: commentAt(tree, known) };
  const text = [commentAt(tree, known), commentAt(tree, reply)].filter(Boolean).join(" ");
  return { at: reply, free: [], verdict: solutions(tree, reply).length > 0 ? "right" : "solved", text };
}

/** Returns the attempt at its last correct position. */
export function retry(attempt: Attempt): Attempt {
  return { ...attempt, free: [], verdict: "none", text: "" };
}
