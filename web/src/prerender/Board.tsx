// The placeholder of a board in the prerendered page: an empty board of the same shape. The page draws
// squares and pieces later, when it can measure how much of the side boards fits.
import * as styles from "../board/board.module.css";
import type { BoardProps } from "../board/types";

export function Board({ info }: BoardProps) {
  return (
    <div class={styles.board}>
      <svg class={styles.flat} viewBox={info.boards > 1 ? "0 0 1400 800" : "0 0 800 800"} aria-hidden="true">
        <rect class={styles.ground} width="100%" height="100%" />
      </svg>
    </div>
  );
}
