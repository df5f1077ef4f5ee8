// The building blocks of piece drawings.

/**
 * One path of a piece in a 100 by 100 box. Its part selects its colours (piece.module.css). A joint is
 * visible only on black pieces, whose outlines are invisible.
 */
export interface Shape {
  part: "rim" | "body" | "cut" | "eye" | "shine" | "joint";
  d: string;
  /** Its line width. */
  width?: number;
}

/** Draws a piece type ("p", "n", "b", "r", "q", "k"), normal or just spawned. */
export type Draw = (role: string, made: boolean) => Shape[];

/** Mirrors a drawing. All coordinates are absolute and come in pairs. */
export function turned(d: string): string {
  return d.replace(
    /(-?[\d.]+) (-?[\d.]+)/g,
    (_, x: string, y: string) => `${Number((100 - Number(x)).toFixed(2))} ${y}`,
  );
}
