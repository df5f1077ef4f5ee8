// The default set: silhouettes of metal and glass. The pictures that chess does not need are fetched with the
// first piece that has one.
import { pieceSet } from "../pieces";
import type { Draw, Shape } from "./shape";

const drawings = new Map(pieceSet.pieces.map((drawing) => [drawing.kind, drawing]));

/** Fetches the pictures that chess does not need. */
export function fetchFairies(): Promise<void> {
  return import("../../data/fairies.json").then((fairies) => {
    for (const drawing of fairies.default.pieces) drawings.set(drawing.kind, drawing);
  });
}

export const draw: Draw = ({ picture }, made) => {
  const drawing = drawings.get(picture);
  if (!drawing) return [];
  const { parts, cuts, madeCuts, sign, eye, line } = drawing;
  const shapes: { part: Shape["part"]; d?: string; width?: number }[] = [
    { part: "rim", d: parts.join(""), width: pieceSet.edge + 3.6 },
    ...parts.map((d) => ({ part: "body", d, width: pieceSet.edge }) as const),
    { part: "cut", d: made ? madeCuts : cuts, width: pieceSet.cut },
    { part: "cut", d: sign, width: pieceSet.sign },
    { part: "eye", d: eye },
    { part: "shine", d: made ? drawing.made : line, width: pieceSet.line },
  ];
  return shapes.filter((shape): shape is Shape => !!shape.d);
};
