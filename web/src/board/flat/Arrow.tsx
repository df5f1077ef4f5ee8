// A line with an arrowhead, outlined in a second colour.
import { classes } from "../../style/classes";
import * as styles from "../board.module.css";
import type { Point } from "./layout";
import { headOf, path, shortened } from "./lines";

const tones = {
  silver: styles.silver,
  accent: styles.accent,
  best: styles.best,
  other: styles.other,
  green: styles.green,
  red: styles.red,
  blue: styles.blue,
  yellow: styles.yellow,
};
/** The colours of user drawings, which are translucent. */
const drawn = new Set<string>(["green", "red", "blue", "yellow"]);

interface Props {
  line: Point[];
  /** The colour scheme. */
  tone: keyof typeof tones;
  width: number;
  dotted?: boolean;
  /** Whether the line continues elsewhere and so has no head. */
  open?: boolean;
}

export function Arrow({ line, tone, width, dotted = false, open = false }: Props) {
  if (line.length < 2) return null;
  const size = Math.max(18, 3.6 * width);
  const head = open ? "" : headOf(line, size);
  const shaft = path(open ? line : shortened(line, size * (dotted ? 1.15 : 0.6)));
  const dash = dotted ? `0 ${width * 2.1}` : undefined;
  return (
    <g class={classes(styles.arrow, tones[tone], drawn.has(tone) && styles.drawn)}>
      {shaft && <path class={styles.casing} d={shaft} stroke-width={width + 5} stroke-dasharray={dash} />}
      {head && <path class={classes(styles.casing, styles.tip)} d={head} stroke-width={5} />}
      {shaft && <path class={styles.shaft} d={shaft} stroke-width={width} stroke-dasharray={dash} />}
      {head && <path class={styles.head} d={head} />}
    </g>
  );
}

/** A ring around the square of the other plane to which the piece of an arrow passes. */
export function Ring({ at, tone, width }: { at: Point; tone: Props["tone"]; width: number }) {
  const line = `M ${at.x - 20} ${at.y} a 20 20 0 1 0 40 0 a 20 20 0 1 0 -40 0 Z`;
  return (
    <g class={classes(styles.arrow, tones[tone])} data-ring={tone}>
      <path class={styles.casing} d={line} stroke-width={width + 5} />
      <path class={styles.shaft} d={line} stroke-width={width} />
    </g>
  );
}
