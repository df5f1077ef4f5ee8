// What drawings of pieces are made of.

/**
 * One path of a piece in a box of 100 by 100. Its part says which colours it takes (piece.module.css): a joint is
 * to be seen on black only, where outlines are lost.
 */
export interface Shape {
  part: "rim" | "body" | "cut" | "eye" | "shine" | "joint";
  d: string;
  /** How wide its line is. */
  width?: number;
}

/** A piece by its role ("p", "n", "b", "r", "q", "k"), as it stands or as a move has just made it. */
export type Draw = (role: string, made: boolean) => Shape[];

/** What is said of one half of a drawing, turned over to the other. All coordinates are absolute and come in pairs. */
export function turned(d: string): string {
  return d.replace(
    /(-?[\d.]+) (-?[\d.]+)/g,
    (_, x: string, y: string) => `${Number((100 - Number(x)).toFixed(2))} ${y}`,
  );
}
