// What a move will do, in a sentence on the board: for a finger, which has no
// way to hover.
import * as styles from "./caption.module.css";
import { sentence } from "../rules/text";
import type { MoveInfo } from "../wire.gen";

/** How far down the board it stands, from 0 to 1. */
export function Caption({ move, down }: { move: MoveInfo; down: number }) {
  return (
    <p class={styles.caption} role="status" data-caption style={{ top: `${down * 100}%` }}>
      {sentence(move.text)} <strong>Tap again to play.</strong>
    </p>
  );
}
