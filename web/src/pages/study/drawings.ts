// Arrows and circles on the board of a chapter. Records have them in comments, as
// lichess writes them: [%cal Gg1f3,Ra1a8] and [%csl Ge4].
import type { Drawing, Ink } from "../../board/types";
import type { PGNShape } from "../../wire.gen";
import { annotate, type Node, type Tree } from "../analysis/tree";

/** The colours, in the order in which they are offered. */
export const inks: readonly Ink[] = ["green", "red", "blue", "yellow"];

/** The most drawings of one position: more hide what they are about. */
const maxDrawings = 64;

/** What is drawn at a node, as the board shows it. */
export function drawingsOf(at: Node): Drawing[] {
  return (at.shapes ?? []).map(({ colour, from, to }) => ({ ink: colour, from, to: to || from }));
}

export function setDrawings(tree: Tree, id: number, drawings: readonly Drawing[]): Tree {
  const shapes = drawings
    .slice(0, maxDrawings)
    .map(({ ink, from, to }): PGNShape => ({ colour: ink, from, ...(to === from ? {} : { to }) }));
  return annotate(tree, id, { shapes });
}

/** Draws, or takes away what is drawn there already in the same colour; another colour takes its place. */
export function draw(drawings: readonly Drawing[], drawing: Drawing): Drawing[] {
  const rest = drawings.filter((one) => one.from !== drawing.from || one.to !== drawing.to);
  const same = drawings.some((one) => one.from === drawing.from && one.to === drawing.to && one.ink === drawing.ink);
  return same || rest.length >= maxDrawings ? rest : [...rest, drawing];
}
