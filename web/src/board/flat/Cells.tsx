// The squares as hand, keys and screen readers find them: a grid.
import type { State } from "../../rules/types";
import type { Layout } from "./layout";
import { unit } from "./layout";
import type { Play } from "./usePlay";
import { squareName } from "./words";

export function Cells({ layout, state, play }: { layout: Layout; state: State; play: Play }) {
  return (
    <g class="cells">
      {layout.rows.map((row) => (
        <g role="row">
          {row.map(({ name, column, row: down }) => (
            <rect
              role="gridcell"
              class={play.choosable(name) || play.targets.has(name) ? "cell live" : "cell"}
              data-square={name}
              x={column * unit}
              y={down * unit}
              width={unit}
              height={unit}
              tabIndex={name === play.cursor ? 0 : -1}
              aria-label={squareName(state, name, play.chosen, play.targets.get(name))}
              aria-selected={name === play.chosen}
            />
          ))}
        </g>
      ))}
    </g>
  );
}
