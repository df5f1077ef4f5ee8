// A piece of chess of a given set, independent of the chosen set.
import { figureClass, looks } from "../../board/Piece";
import * as styles from "../../board/piece.module.css";
import { kindOf, colourOf } from "../../board/pieces";
import type { Draw } from "../../board/sets/shape";
import { classes } from "../../style/classes";

export function Sample({ draw, letter }: { draw: Draw; letter: string }) {
  return (
    <svg class={classes(styles.icon, figureClass(colourOf(letter)))} viewBox="0 0 100 100" aria-hidden="true">
      {draw(kindOf(letter), false).map(({ part, d, width }) => (
        <path class={looks[part]} d={d} stroke-width={width} />
      ))}
    </svg>
  );
}
