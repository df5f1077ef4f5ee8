// The squares themselves, with their coordinates. They change only with the
// layout.
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
      <rect class="ground" width={layout.files * unit} height={layout.ranks * unit} />
      <path class="dark" d={dark} />
    </>
  );
}

function Coordinates({ layout }: { layout: Layout }) {
  const last = layout.rows[layout.ranks - 1] ?? [];
  return (
    <g class="coordinates" aria-hidden="true">
      {last.map((cell) => (
        <text
          class={cell.dark ? "on-dark" : "on-light"}
          x={(cell.column + 1) * unit - 5}
          y={layout.ranks * unit - 7}
          text-anchor="end"
        >
          {cell.name.slice(0, 1)}
        </text>
      ))}
      {layout.rows.map(([cell]) =>
        cell ? (
          <text class={cell.dark ? "on-dark" : "on-light"} x={5} y={cell.row * unit + 21}>
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
