// Figures in the style of a printed chess book. The shading is mirrored if a move has just spawned the piece.
import { figures } from "./figures";
import { draw as glass } from "./glass";
import type { Draw, Shape } from "./shape";
import { turned } from "./shape";

const edge = 4.4;
const shade = 3;

export const draw: Draw = (kind, made) => {
  const figure = figures[kind.picture];
  if (!figure) return glass(kind, made);
  const shapes: Shape[] = [{ part: "rim", d: figure.parts.join(""), width: edge + 3.6 }];
  for (const d of figure.parts) shapes.push({ part: "body", d, width: edge });
  if (figure.cuts) shapes.push({ part: "cut", d: figure.cuts, width: edge });
  shapes.push({ part: "joint", d: figure.joints, width: 2.6 });
  if (figure.eye) shapes.push({ part: "eye", d: figure.eye });
  shapes.push({ part: "shine", d: made ? (figure.otherShade ?? turned(figure.shade)) : figure.shade, width: shade });
  return shapes;
};
