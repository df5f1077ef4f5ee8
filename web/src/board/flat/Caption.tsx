// What a move will do, in a sentence on the board: for a finger, which has no
// way to hover.
import * as styles from "./caption.module.css";
import { sentence } from "../../rules/text";
import type { MoveInfo } from "../../wire.gen";
import type { Layout } from "./layout";

/** A row that the move leaves alone, the outer ones first. */
function quietRow(layout: Layout, move: MoveInfo): number {
  const used = new Set([move.from, move.to, ...move.changes.flatMap(({ from, to }) => [from, to])].map((square) => square && layout.squares.get(square)?.row));
  const rows = layout.rows.map((_, row) => row).sort((a, b) => Math.min(a, layout.ranks - 1 - a) - Math.min(b, layout.ranks - 1 - b));
  return rows.find((row) => !used.has(row)) ?? 0;
}

export function Caption({ layout, move }: { layout: Layout; move: MoveInfo }) {
  return (
    <p class={styles.caption} role="status" data-caption style={{ top: `${((quietRow(layout, move) + 0.5) / layout.ranks) * 100}%` }}>
      {sentence(move.text)} <strong>Tap again to play.</strong>
    </p>
  );
}
