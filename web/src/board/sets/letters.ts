// Letters on discs, for players who read the board like notation. Pawns are smaller, so that pieces stand out.
import fairies from "../../data/fairies.json";
import { shapesOf } from "./glass";
import type { Draw } from "./shape";
import { scaled } from "./shape";

export const draw: Draw = ({ letter }, made) => {
  const disc = fairies.pieces.find(({ kind }) => kind === letter);
  if (!disc) return [];
  const shapes = shapesOf(disc, made);
  return letter === "p" ? shapes.map((shape) => scaled(shape, 0.8)) : shapes;
};
