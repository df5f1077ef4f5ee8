// The copies of a board that adjoin its joined edges. A twist turns a copy over, and a copy beyond a pole is turned
// over and shifted by half the files. All coordinates are displayed columns and rows, for either side's view.
import type { Shape } from "../../wire.gen";

/** A copy of the board. The centre board is a copy of itself. */
export interface Copy {
  /** Its offset from the centre board, in boards. */
  right: -1 | 0 | 1;
  down: -1 | 0 | 1;
  /** Whether its files, or its ranks, are in reverse order. */
  filesTurned: boolean;
  ranksTurned: boolean;
  /** The number of files by which it is shifted to the left, around the board. */
  shift: number;
}

type Size = Pick<Shape, "files" | "ranks">;

/** A point in columns and rows. */
export interface Place {
  column: number;
  row: number;
}

const signs = [0, -1, 1] as const;

/**
 * Returns the copies, with the centre board first. A copy at a corner is reached by crossing the seam first, as the
 * rules prescribe. If there are `several` boards in a row, they have neighbours even without a seam.
 */
export function copiesOf({ files, seam, ends }: Shape, several: boolean): Copy[] {
  const copies: Copy[] = [];
  for (const down of ends ? signs : signs.slice(0, 1)) {
    for (const right of seam || several ? signs : signs.slice(0, 1)) {
      copies.push({
        right,
        down,
        filesTurned: down !== 0 && ends === "twist",
        ranksTurned: (right !== 0 && seam === "twist") !== (down !== 0 && ends === "pole"),
        shift: down !== 0 && ends === "pole" ? files / 2 : 0,
      });
    }
  }
  return copies;
}

/** Returns the column and row at which a copy shows a square of the centre board. */
export function inCopy({ files, ranks }: Size, copy: Copy, { column, row }: Place): Place {
  const x = copy.filesTurned ? files - 1 - column : (column - copy.shift + files) % files;
  return { column: copy.right * files + x, row: copy.down * ranks + (copy.ranksTurned ? ranks - 1 - row : row) };
}

/** Returns the point of the centre board that a copy shows at a point: the inverse of inCopy, for all points. */
export function inside({ files, ranks }: Size, copy: Copy, { column, row }: Place): Place {
  const [x, y] = [column - copy.right * files, row - copy.down * ranks];
  return {
    column: copy.filesTurned
      ? files - x
      : x + copy.shift < files || !copy.shift
        ? x + copy.shift
        : x + copy.shift - files,
    row: copy.ranksTurned ? ranks - y : y,
  };
}
