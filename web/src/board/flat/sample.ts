// A plain board for tests, of 8 by 8 squares unless a shape is given.
import type { Shape, VariantInfo } from "../../wire.gen";

export function board(name: string, boards = 1, shape?: Shape, holes: string[] = []): VariantInfo {
  const wraps = boards > 1 || name === "cylinder" || name === "portal";
  const size = shape ?? { files: 8, ranks: 8, ...(wraps ? { seam: "wrap" as const } : {}), copies: boards > 1 };
  const squares = (size.planes === 2 ? ["A", "B"] : [""])
    .flatMap((plane, n) =>
      Array.from({ length: size.files * size.ranks }, (_, i) => {
        const [x, y] = [i % size.files, Math.floor(i / size.files)];
        const name = `${"abcdefghijklmnop"[x]}${y + 1}${plane}`;
        return { name, x: x + n * (size.files + 1), y, dark: (x + y) % 2 === 0 };
      }),
    )
    .filter(({ name: square }) => !holes.includes(square));
  return {
    name,
    title: name,
    summary: "",
    start: "",
    boards,
    shape: size,
    wraps: wraps || size.seam !== undefined,
    reflects: false,
    castling: false,
    squares,
  };
}
