// A number in the upper right corner of a square, small enough to leave its piece visible.
import { classes } from "../style/classes";
import * as styles from "./figure.module.css";

interface Props {
  square: string;
  text: string;
  /** The centre of the square, whose side length is 100. */
  x: number;
  y: number;
}

export function Figure({ square, text, x, y }: Props) {
  const width = 6 + 12.5 * text.length;
  return (
    <g class={styles.figure} data-figure={square} aria-hidden="true">
      <rect x={x + 49 - width} y={y - 49} width={width} height={26} rx={5} />
      <text
        class={classes(text.startsWith("−") && styles.less)}
        x={x + 49 - width / 2}
        y={y - 35}
        text-anchor="middle"
        dominant-baseline="central"
      >
        {text}
      </text>
    </g>
  );
}
