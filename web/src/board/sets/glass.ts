// The default set: silhouettes of metal and glass. The pictures that chess does not need are fetched with the
// first piece that has one.
import { pieceSet } from "../pieces";
import type { PieceDrawing } from "../pieces";
import type { Draw, Shape } from "./shape";

const drawings = new Map(pieceSet.pieces.map((drawing) => [drawing.kind, drawing]));

/** Fetches the pictures that chess does not need. */
export async function fetchFairies(): Promise<void> {
  const { pieces } = await import("../../data/fairies.json");
  for (const drawing of pieces) drawings.set(drawing.kind, drawing);
}

/** Returns the shapes of a drawing. */
function shapesOf(drawing: PieceDrawing, made: boolean): Shape[] {
  const cuts = made ? drawing.madeCuts : drawing.cuts;
  return [
    { part: "rim", d: drawing.parts.join(""), width: pieceSet.edge + 3.6 },
    ...drawing.parts.map((d) => ({ part: "body", d, width: pieceSet.edge }) as const),
    ...(cuts ? [{ part: "cut", d: cuts, width: pieceSet.cut } as const] : []),
    ...(drawing.sign ? [{ part: "cut", d: drawing.sign, width: pieceSet.sign } as const] : []),
    ...(drawing.eye ? [{ part: "eye", d: drawing.eye } as const] : []),
    { part: "shine", d: made ? drawing.made : drawing.line, width: pieceSet.line },
  ];
}

export const draw: Draw = ({ picture }, made) => {
  const drawing = drawings.get(picture);
  return drawing ? shapesOf(drawing, made) : [];
};
