// Arrows and circles on a chapter's board. Records store them in comments, as lichess does: [%cal
// Gg1f3,Ra1a8] and [%csl Ge4].
import type { Drawing, Ink } from "../../board/types";
import type { PGNShape } from "../../wire.gen";
import { annotate, type Node, type Tree } from "../analysis/tree";

/** The colours, in menu order. */
export const inks: readonly Ink[] = ["green", "red", "blue", "yellow"];

/** The maximum number of drawings per position. More would hide the board. */
const maxDrawings = 64;

/** Returns the drawings at a node, in the board's format. */
export function drawingsOf(at: Node): Drawing[] {
  return (at.shapes ?? []).map(({ colour, from, to }) => ({ ink: colour, from, to: to || from }));
}

export function setDrawings(tree: Tree, id: number, drawings: readonly Drawing[]): Tree {
  const shapes = drawings
    .slice(0, maxDrawings)
    .map(({ ink, from, to }): PGNShape => ({ colour: ink, from, ...(to === from ? {} : { to }) }));
  return annotate(tree, id, { shapes });
}

/**
 * Adds a drawing, up to the maximum. Repeating a drawing removes it; repeating it in another colour recolours
 * it.
 */
export function draw(drawings: readonly Drawing[], drawing: Drawing): Drawing[] {
  const rest = drawings.filter((one) => one.from !== drawing.from || one.to !== drawing.to);
  const same = drawings.some((one) => one.from === drawing.from && one.to === drawing.to && one.ink === drawing.ink);
  return same || rest.length >= maxDrawings ? rest : [...rest, drawing];
}
