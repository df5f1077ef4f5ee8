// A sentence on the board that describes the effect of a move, for touch screens, which have no hover.
import * as styles from "./caption.module.css";
import { sentence } from "../rules/text";
import { t } from "../text/text";
import type { MoveInfo } from "../wire.gen";

interface Props {
  move: MoveInfo;
  /** Whether the next tap opens a choice between several moves. */
  choice?: boolean;
  /** Vertical position on the board, from 0 to 1. */
  down: number;
}

export function Caption({ move, choice = false, down }: Props) {
  return (
    <p class={styles.caption} role="status" data-caption style={{ top: `${down * 100}%` }}>
      {sentence(move.text)}{" "}
      <strong>{choice ? t("page.board.tap-again-to-choose-the") : t("page.board.tap-again-to-play")}</strong>
    </p>
  );
}
