// What a move will do, in a sentence on the board: for a finger, which has no
// way to hover.
import * as styles from "./caption.module.css";
import { sentence } from "../rules/text";
import { t } from "../text/text";
import type { MoveInfo } from "../wire.gen";

interface Props {
  move: MoveInfo;
  /** The next tap asks which of several moves is meant. */
  choice?: boolean;
  /** How far down the board it stands, from 0 to 1. */
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
