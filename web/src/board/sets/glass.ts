// The default set: silhouettes of metal and glass.
import { drawingOf, pieceSet } from "../pieces";
import type { Draw } from "./shape";

export const draw: Draw = (role, made) => {
  const drawing = drawingOf(role);
  if (!drawing) return [];
  const cuts = made ? drawing.madeCuts : drawing.cuts;
  return [
    { part: "rim", d: drawing.parts.join(""), width: pieceSet.edge + 3.6 },
    ...drawing.parts.map((d) => ({ part: "body", d, width: pieceSet.edge }) as const),
    ...(cuts ? [{ part: "cut", d: cuts, width: pieceSet.cut } as const] : []),
    ...(drawing.eye ? [{ part: "eye", d: drawing.eye } as const] : []),
    { part: "shine", d: made ? drawing.made : drawing.line, width: pieceSet.line },
  ];
};
