// The squares as hand, keys and screen readers find them: a grid.
import { classes } from "../../style/classes";
import * as styles from "../board.module.css";
import { memo } from "preact/compat";
import type { Colour, MoveInfo, State } from "../../wire.gen";
import { colourOf } from "../pieces";
import type { Layout } from "./layout";
import { unit } from "./layout";
import { describeSquare } from "../describe";

interface Props {
  layout: Layout;
  state: State;
  selected: string | null;
  targets: ReadonlyMap<string, MoveInfo[]>;
  own: Colour | null;
  cursor: string;
}

export const Cells = memo(function Cells({ layout, state, selected, targets, own, cursor }: Props) {
  const live = (square: string) => {
    const letter = state.pieces[square];
    return targets.has(square) || (letter !== undefined && colourOf(letter) === own);
  };
  return (
    <g>
      {layout.rows.map((row) => (
        <g role="row">
          {row.map(({ name, column, row: down }) => (
            <rect
              role="gridcell"
              class={classes(styles.cell, live(name) && styles.live)}
              data-square={name}
              x={column * unit}
              y={down * unit}
              width={unit}
              height={unit}
              tabindex={name === cursor ? 0 : -1}
              aria-label={describeSquare(name, state, name, selected, targets.get(name))}
              aria-selected={name === selected}
            />
          ))}
        </g>
      ))}
    </g>
  );
});
