// Drawings as the board shows them.
import type { BoardArrow } from "../../board/types";
import type { Drawing } from "./drawings";

export function marksOf(drawings: readonly Drawing[]): BoardArrow[] {
  return drawings.map(({ from, to = from }) => ({ from, to, tone: "user" }));
}
