// The squares and their coordinates, which change only with the layout.
import * as styles from "../board.module.css";
import { memo } from "preact/compat";
import type { Copy } from "./copies";
import type { Cell, Layout, Plate } from "./layout";
import { onPlate, unit } from "./layout";

function Plain({ layout, copy }: { layout: Layout; copy: Copy }) {
  const path = (cells: Cell[]) =>
    cells
      .map((cell) => {
        const { column, row } = onPlate(layout, copy, cell);
        return `M${column * unit} ${row * unit}h${unit}v${unit}h${-unit}z`;
      })
      .join("");
  const cells = layout.rows.flat();
  const dark = path(cells.filter((cell) => cell.dark));
  // Without holes, one light area has no gaps.
  const [width, height] = [layout.files * unit, layout.ranks * unit];
  return (
    <>
      {cells.length === layout.files * layout.ranks ? (
        <rect class={styles.ground} width={width} height={height} />
      ) : (
        <path class={styles.ground} d={path(cells)} />
      )}
      <path class={styles.dark} d={dark} />
    </>
  );
}

/** Returns the lowest square of each file and the leftmost of each rank, which show the coordinates. */
export function labelled(layout: Layout): { files: Cell[]; ranks: Cell[] } {
  const files = new Map<number, Cell>();
  for (const cell of layout.rows.flat()) files.set(cell.column, cell);
  return { files: [...files.values()], ranks: layout.rows.flatMap(([cell]) => (cell ? [cell] : [])) };
}

function Coordinates({ layout }: { layout: Layout }) {
  const { files, ranks } = labelled(layout);
  return (
    <g class={styles.coordinates} aria-hidden="true">
      {files.map((cell) => (
        <text
          class={cell.dark ? styles.onDark : styles.onLight}
          x={(cell.column + 1) * unit - 5}
          y={(cell.row + 1) * unit - 8}
          text-anchor="end"
        >
          {cell.name.slice(0, 1)}
        </text>
      ))}
      {ranks.map((cell) => (
        <text
          class={cell.dark ? styles.onDark : styles.onLight}
          x={cell.column * unit + 6}
          y={cell.row * unit + 5}
          dominant-baseline="hanging"
        >
          {cell.name.slice(1)}
        </text>
      ))}
    </g>
  );
}

export const Squares = memo(function Squares(props: { layout: Layout; plate: Plate; coordinates: boolean }) {
  const { layout, plate } = props;
  return (
    <>
      <Plain layout={layout} copy={plate.copy} />
      {props.coordinates && plate.board === "centre" && <Coordinates layout={layout} />}
    </>
  );
});

/** The bright lines at the seams: where boards join, or at the joined edges of a single board. */
export const Seams = memo(function Seams({ layout, wraps, ends }: { layout: Layout; wraps: boolean; ends: boolean }) {
  const { centre, wing } = layout;
  const [upright, level] = [wraps || wing > 0, ends];
  if (!upright && !level) return null;
  // If nothing is visible beyond the seam, the line is drawn inside the board.
  const inset = (shown: boolean) => (shown ? 0 : 3.5);
  const [x, y] = [inset(wing > 0), inset(centre.y > 0)];
  const [left, right] = [centre.x + x, centre.x + centre.width - x];
  const [top, bottom] = [centre.y + y, centre.y + centre.height - y];
  const beyond = upright && level ? 0 : layout.height;
  const lines = [
    ...(upright ? [left, right].map((at) => ({ x1: at, x2: at, y1: top - beyond, y2: bottom + beyond })) : []),
    ...(level ? [top, bottom].map((at) => ({ x1: left, x2: right, y1: at, y2: at })) : []),
  ];
  return (
    <g class={styles.seams}>
      {lines.map((line) => (
        <>
          <line class={styles.seamEdge} {...line} />
          <line class={styles.seam} {...line} />
        </>
      ))}
    </g>
  );
});
