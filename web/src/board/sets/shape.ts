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

/** A kind of piece. */
export interface Kind {
  /** The FEN letter, in lower case. */
  letter: string;
  /** The name of its picture, such as "knight", or a letter, which is drawn on a disc. */
  picture: string;
}

/** Draws a kind of piece, normal or just spawned. */
export type Draw = (kind: Kind, made: boolean) => Shape[];

/** Maps the points of a path. All coordinates are absolute and come in pairs. */
function mapped(d: string, map: (x: number, y: number) => [number, number]): string {
  return d.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, x: string, y: string) =>
    map(Number(x), Number(y))
      .map((each) => Number(each.toFixed(2)))
      .join(" "),
  );
}

/** Mirrors a path. */
export function turned(d: string): string {
  return mapped(d, (x, y) => [100 - x, y]);
}

/** Scales a shape about the centre of its box. */
export function scaled(shape: Shape, scale: number): Shape {
  return { ...shape, d: mapped(shape.d, (x, y) => [50 + scale * (x - 50), 50 + scale * (y - 50)]) };
}
