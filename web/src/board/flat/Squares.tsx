// The squares and their coordinates, which change only with the layout.
import * as styles from "../board.module.css";
import { memo } from "preact/compat";
import type { Copy } from "./copies";
import type { Cell, Layout, Plane, Plate } from "./layout";
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
  // Without holes, the light squares are one rectangle, which has no gaps.
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

/** Returns the lowest square of each file and the leftmost of each rank, which show the coordinates of each plane. */
export function labelled(layout: Layout): { files: Cell[]; ranks: Cell[] } {
  const [files, ranks] = [new Map<string, Cell>(), new Map<string, Cell>()];
  for (const cell of layout.rows.flat()) {
    files.set(`${cell.plane} ${cell.column}`, cell);
    const rank = `${cell.plane} ${cell.row}`;
    if (!ranks.has(rank)) ranks.set(rank, cell);
  }
  return { files: [...files.values()], ranks: [...ranks.values()] };
}

/** Returns the number of a square's rank. */
export function rankOf(name: string): string {
  return name.slice(1).replace(/[AB]$/, "");
}

/** The names of two planes, in the gap between them, with arrows towards them. */
function PlaneNames({ layout: { planes, stacked } }: { layout: Layout }) {
  const [first, second] = planes;
  if (!first || !second) return null;
  const x = first.x + (stacked ? 0.5 : 1) * first.width + (stacked ? 0 : unit / 2);
  const y = first.y + (stacked ? first.height + unit / 2 : first.height / 2);
  const [dx, dy] = stacked ? [unit, 0] : [0, unit / 2];
  return (
    <g class={styles.planes} aria-hidden="true" data-planes={stacked ? "stacked" : "beside"}>
      <text x={x - dx} y={y - dy}>
        {stacked ? "↑ A" : "← A"}
      </text>
      <text x={x + dx} y={y + dy}>
        {stacked ? "↓ B" : "B →"}
      </text>
    </g>
  );
}

/** Returns the factor by which coordinates are enlarged on boards larger than 8 by 8, whose squares are smaller. */
export function grow({ files, ranks }: Layout): number {
  return Math.max(1, Math.min(1.6, Math.max(files, ranks) / 8));
}

function Coordinates({ layout, inset }: { layout: Layout; inset: number }) {
  const { files, ranks } = labelled(layout);
  return (
    <g class={styles.coordinates} style={{ "--grow": grow(layout) }} aria-hidden="true">
      {files.map((cell) => (
        <text
          class={cell.dark ? styles.onDark : styles.onLight}
          x={(cell.column + 1) * unit - 5 - inset}
          y={(cell.row + 1) * unit - 8}
          text-anchor="end"
        >
          {cell.name.slice(0, 1)}
        </text>
      ))}
      {ranks.map((cell) => (
        <text
          class={cell.dark ? styles.onDark : styles.onLight}
          x={cell.column * unit + 6 + inset}
          y={cell.row * unit + 5}
          dominant-baseline="hanging"
        >
          {rankOf(cell.name)}
        </text>
      ))}
    </g>
  );
}

/** The room that coordinates leave for a seam drawn inside the board. */
const seamRoom = 6;

export const Squares = memo(function Squares(props: {
  layout: Layout;
  plate: Plate;
  coordinates: boolean;
  wraps: boolean;
}) {
  const { layout, plate } = props;
  return (
    <>
      <Plain layout={layout} copy={plate.copy} />
      {plate.board === "centre" && <PlaneNames layout={layout} />}
      {props.coordinates && plate.board === "centre" && (
        <Coordinates layout={layout} inset={props.wraps && layout.wing === 0 ? seamRoom : 0} />
      )}
    </>
  );
});

/** The bright lines at the seams: where boards join, or at the joined edges of a single board. */
export const Seams = memo(function Seams(props: { layout: Layout; plane: Plane; wraps: boolean; ends: boolean }) {
  const { layout, plane, wraps, ends } = props;
  const { centre, wing } = layout;
  const [upright, level] = [wraps || wing > 0, ends];
  if (!upright && !level) return null;
  // If nothing is visible beyond the seam, the line is drawn inside the board.
  const inset = (shown: boolean) => (shown ? 0 : 3.5);
  const [x, y] = [inset(wing > 0), inset(centre.y > 0)];
  const [left, right] = [plane.x + x, plane.x + plane.width - x];
  const [top, bottom] = [plane.y + y, plane.y + plane.height - y];
  const beyond = (upright && level) || plane.name ? 0 : layout.height;
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
