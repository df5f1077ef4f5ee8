// A plain 8 by 8 board for tests.
import type { VariantInfo } from "../../wire.gen";

export function board(name: string, boards = 1): VariantInfo {
  const squares = Array.from({ length: 64 }, (_, i) => {
    const [x, y] = [i % 8, i >> 3];
    return { name: `${"abcdefgh"[x]}${y + 1}`, x, y, dark: (x + y) % 2 === 0 };
  });
  return {
    name,
    title: name,
    summary: "",
    start: "",
    boards,
    wraps: boards > 1 || name === "cylinder",
    reflects: false,
    castling: false,
    squares,
  };
}
