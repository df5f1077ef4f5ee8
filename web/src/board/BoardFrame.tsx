// The frame around a board: content above and below it, a bar at its left edge, and the resize corner.
import { classes } from "../style/classes";
import * as styles from "./frame.module.css";
import type { ComponentChildren, RefObject } from "preact";
import { boardSize } from "../settings/board";
import { useSetting } from "../settings/settings";
import { SizeCorner } from "./SizeCorner";
import type { BoardProps } from "./types";

interface Props extends Pick<BoardProps, "above" | "below" | "gauge" | "fixed"> {
  /** Width divided by height. Without it, the board takes the full width. */
  ratio?: number;
  /** The width of a side board as a fraction of the total width. */
  wing?: number;
  /** Elements whose sizes are the maximum width and height of the board. */
  room?: { width: RefObject<HTMLDivElement | null>; height: RefObject<HTMLDivElement | null> };
  /** Whether coordinates are drawn outside the board. */
  outside?: boolean;
  children: ComponentChildren;
}

export function BoardFrame({
  ratio,
  wing = 0,
  above,
  below,
  gauge: bar,
  fixed,
  room,
  outside = false,
  children,
}: Props) {
  const [size] = useSetting(boardSize);
  const scale = fixed ? 1 : size / 100;
  return (
    <div class={styles.frame} ref={room?.width} style={{ "--board-scale": scale, "--board-wing": `${wing * 100}%` }}>
      <div class={styles.measure} aria-hidden="true">
        <div class={styles.room} ref={room?.height} />
      </div>
      <div
        class={classes(styles.board, ratio === undefined && styles.free, bar !== undefined && styles.barred)}
        style={{ "--board-ratio": ratio ?? 1 }}
      >
        {above && <div class={styles.player}>{above}</div>}
        <div class={styles.middle}>
          {bar && <div class={classes(styles.bar, outside && styles.outside)}>{bar}</div>}
          <div class={styles.picture}>
            {children}
            {!fixed && <SizeCorner />}
          </div>
        </div>
        {below && <div class={styles.player}>{below}</div>}
      </div>
    </div>
  );
}
