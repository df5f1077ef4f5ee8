// The squares themselves, with their coordinates. They change only with the
// layout.
import { classes } from "../../style/classes";
import * as styles from "../board.module.css";
import { memo } from "preact/compat";
import type { Layout, Plate } from "./layout";
import { unit } from "./layout";

function Plain({ layout }: { layout: Layout }) {
  const dark = layout.rows
    .flat()
    .filter((cell) => cell.dark)
    .map((cell) => `M${cell.column * unit} ${cell.row * unit}h${unit}v${unit}h${-unit}z`)
    .join("");
  return (
    <>
      <rect class={styles.ground} width={layout.files * unit} height={layout.ranks * unit} />
      <path class={styles.dark} d={dark} />
    </>
  );
}

function Coordinates({ layout }: { layout: Layout }) {
  const last = layout.rows[layout.ranks - 1] ?? [];
  return (
    <g class={classes(styles.coordinates, layout.plates.length > 1 && styles.tight)} aria-hidden="true">
      {last.map((cell) => (
        <text
          class={cell.dark ? styles.onDark : styles.onLight}
          x={(cell.column + 1) * unit - 5}
          y={layout.ranks * unit - 8}
          text-anchor="end"
        >
          {cell.name.slice(0, 1)}
        </text>
      ))}
      {layout.rows.map(([cell]) =>
        cell ? (
          <text class={cell.dark ? styles.onDark : styles.onLight} x={6} y={cell.row * unit + 5} dominant-baseline="hanging">
            {cell.name.slice(1)}
          </text>
        ) : null,
      )}
    </g>
  );
}

/** What a plate shows, in squares of its own: the frame for squares and pieces alike. */
export function placing(layout: Layout, plate: Plate): string {
  return `translate(${plate.x - plate.first * unit * plate.scale} ${layout.top}) scale(${plate.scale} 1)`;
}

export const Squares = memo(function Squares(props: { layout: Layout; plate: Plate; coordinates: boolean }) {
  const { layout, plate } = props;
  return (
    <>
      <Plain layout={layout} />
      {props.coordinates && plate.board === "centre" && <Coordinates layout={layout} />}
    </>
  );
});

/** The bright lines where the boards join, and what the boards are called. */
export const Seams = memo(function Seams({ layout, names, wraps }: { layout: Layout; names: boolean; wraps: boolean }) {
  const { plates, centre, top, bottom } = layout;
  if (plates.length < 2 && !wraps) return null;
  // A single board ends there: the line lies on it.
  const inset = plates.length < 2 ? 3.5 : 0;
  const whole = plates.every((plate) => plate.columns === layout.files);
  return (
    <g class={styles.seams}>
      {[centre.x + inset, centre.x + centre.width - inset].map((x) => (
        <>
          <line class={styles.seamEdge} x1={x} x2={x} y1={top} y2={bottom} />
          <line class={styles.seam} x1={x} x2={x} y1={top} y2={bottom} />
        </>
      ))}
      {names &&
        whole &&
        plates.length > 1 &&
        plates.map((plate) => (
          <text
            class={classes(styles.boardName, plate === centre && styles.centreName)}
            x={plate.x + plate.width / 2}
            y={bottom + 38}
            text-anchor="middle"
            aria-hidden="true"
          >
            {plate.board}
          </text>
        ))}
    </g>
  );
});
