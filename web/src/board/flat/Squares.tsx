// The squares and their coordinates, which change only with the layout.
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
    <g class={styles.coordinates} aria-hidden="true">
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
          <text
            class={cell.dark ? styles.onDark : styles.onLight}
            x={6}
            y={cell.row * unit + 5}
            dominant-baseline="hanging"
          >
            {cell.name.slice(1)}
          </text>
        ) : null,
      )}
    </g>
  );
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

/** The bright lines at the seams: where boards join, or at the edges of a board that wraps. */
export const Seams = memo(function Seams({ layout, wraps }: { layout: Layout; wraps: boolean }) {
  const { plates, centre, height } = layout;
  if (plates.length < 2 && !wraps) return null;
  // If nothing is visible beyond the seam, the line is drawn inside the board.
  const inset = layout.wing === 0 ? 3.5 : 0;
  return (
    <g class={styles.seams}>
      {[centre.x + inset, centre.x + centre.width - inset].map((x) => (
        <>
          <line class={styles.seamEdge} x1={x} x2={x} y1={0} y2={height} />
          <line class={styles.seam} x1={x} x2={x} y1={0} y2={height} />
        </>
      ))}
    </g>
  );
});
