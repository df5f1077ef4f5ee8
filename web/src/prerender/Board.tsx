// The placeholder of a board in the prerendered page: an empty board of the same shape. The page draws
// squares and pieces later, when it can measure how much of the side boards fits.
import * as styles from "../board/board.module.css";
import type { BoardProps } from "../board/types";

export function Board({ info }: BoardProps) {
  const { files = 8, ranks = 8, planes = 1 } = info.shape ?? {};
  const width = info.boards > 1 ? files + 6 : planes > 1 ? 2 * files + 1 : files;
  return (
    <div class={styles.board}>
      <svg class={styles.flat} viewBox={`0 0 ${width * 100} ${ranks * 100}`} aria-hidden="true">
        <rect class={styles.ground} width="100%" height="100%" />
      </svg>
    </div>
  );
}
