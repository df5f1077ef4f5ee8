// In place of a board, in the page as it is sent: an empty one of its shape.
// Its squares and pieces are drawn by the page, since how much of the side
// boards there is room for is known only there.
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
