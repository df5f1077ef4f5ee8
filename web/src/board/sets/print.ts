// Figures in the style of a printed chess book: plain shapes with engraved shading. The shading is mirrored
// if a move has just spawned the piece.
import type { Draw, Shape } from "./shape";
import { turned } from "./shape";

interface Figure {
  parts: string[];
  cuts?: string;
  eye?: string;
  shade: string;
  /** Used instead if the mirrored shading would miss the figure. */
  otherShade?: string;
}

const edge = 4.4;
const shade = 3;

const foot = "M21 80 L79 80 L79 89 L21 89 Z";
const band = "M28 69 L72 69 L77 80 L23 80 Z";
const ball = (x: number, y: number, r: number) =>
  `M${x - r} ${y} A${r} ${r} 0 1 0 ${x + r} ${y} A${r} ${r} 0 1 0 ${x - r} ${y} Z`;

const figures: Record<string, Figure> = {
  p: {
    parts: ["M42 44 C42 58 32 66 29 80 L71 80 C68 66 58 58 58 44 Z", foot, ball(50, 33, 14)],
    shade: "M57 52 C58 61 62 67 65 74 M57 26 C60 30 60 36 57 40",
  },
  n: {
    parts: [
      `M32 80 C31 67 42 61 48 50 C42 55 36 56 31 61 L24 68 L15 62 C14 55 17 50 21 46 C23 35 28 27 37 22 L38 9 L48 19
       C68 21 79 43 77 80 Z`,
      foot,
    ],
    cuts: "M20 60 L24 57",
    eye: "M33 38 L40 33 L41 38 L37 41 Z",
    shade: "M52 27 C65 32 71 51 70 74 M47 29 C58 34 63 51 62 74",
    otherShade: "M32 33 C29 38 28 44 24 49 M38 74 C39 68 45 64 50 59",
  },
  b: {
    parts: [
      "M50 18 C64 28 71 40 67 52 C65 57 62 60 58 62 L42 62 C38 60 35 57 33 52 C29 40 36 28 50 18 Z",
      "M38 62 L62 62 L62 70 L38 70 Z",
      "M38 70 L62 70 L73 80 L27 80 Z",
      foot,
      ball(50, 13, 5),
    ],
    cuts: "M50 31 L50 50 M41 40 L59 40",
    shade: "M60 31 C65 38 66 47 62 55",
  },
  r: {
    parts: [
      "M37 44 L63 44 L66 70 L34 70 Z",
      "M34 70 L66 70 L73 80 L27 80 Z",
      foot,
      "M25 17 L37 17 L37 25 L44.5 25 L44.5 17 L55.5 17 L55.5 25 L63 25 L63 17 L75 17 L75 36 L66 45 L34 45 L25 36 Z",
    ],
    shade: "M57 51 L59 64 M68 24 L68 33 L63 38",
  },
  q: {
    parts: [
      "M17 29 L31 57 L33 24 L44 54 L50 20 L56 54 L67 24 L69 57 L83 29 L73 70 L27 70 Z",
      band,
      foot,
      ball(17, 26, 5.5),
      ball(33, 20, 5.5),
      ball(50, 16, 5.5),
      ball(67, 20, 5.5),
      ball(83, 26, 5.5),
    ],
    shade: "M62 63 L68 63 L72 48 M66 75 L71 75",
  },
  k: {
    parts: [
      "M50 66 C53 44 60 33 70 33 C82 33 88 46 81 57 L73 70 L50 70 Z",
      "M50 66 C47 44 40 33 30 33 C18 33 12 46 19 57 L27 70 L50 70 Z",
      "M50 66 C43 51 41 40 50 27 C59 40 57 51 50 66 Z",
      band,
      foot,
      "M46.5 6 L53.5 6 L53.5 12 L60 12 L60 19 L53.5 19 L53.5 28 L46.5 28 L46.5 19 L40 19 L40 12 L46.5 12 Z",
    ],
    shade: "M68 40 C77 40 80 48 75 56 L70 63 M66 75 L71 75",
  },
};

const joints: Record<string, string> = {
  p: "M29 80 L71 80 M40 46 L60 46",
  n: "M32 80 L77 80",
  b: "M27 80 L73 80 M38 70 L62 70 M40 62 L60 62",
  r: "M27 80 L73 80 M34 70 L66 70 M36 45 L64 45",
  q: "M24 80 L76 80 M28 69.5 L72 69.5",
  k: "M24 80 L76 80 M28 69.5 L72 69.5 M50 66 C43 51 41 40 50 28 C59 40 57 51 50 66",
};

export const draw: Draw = (role, made) => {
  const figure = figures[role];
  if (!figure) return [];
  const shapes: Shape[] = [{ part: "rim", d: figure.parts.join(""), width: edge + 3.6 }];
  for (const d of figure.parts) shapes.push({ part: "body", d, width: edge });
  if (figure.cuts) shapes.push({ part: "cut", d: figure.cuts, width: edge });
  shapes.push({ part: "joint", d: joints[role] ?? "", width: 2.6 });
  if (figure.eye) shapes.push({ part: "eye", d: figure.eye });
  shapes.push({ part: "shine", d: made ? (figure.otherShade ?? turned(figure.shade)) : figure.shade, width: shade });
  return shapes;
};
