// Arrows of the page and the engine, and the user's arrows and circles.
import { classes } from "../../style/classes";
import * as styles from "../board.module.css";
import type { BoardArrow, Drawing } from "../types";
import { Arrow, Ring } from "./Arrow";
import type { Layout } from "./layout";
import { middleOf } from "./layout";
import { trimmed } from "./lines";
import { type DrawnWay, drawWay } from "./ways";

const inks = { green: styles.green, red: styles.red, blue: styles.blue, yellow: styles.yellow };

const noWay: Partial<DrawnWay> = {};

function Circle({ layout, square, ink }: { layout: Layout; square: string; ink: Drawing["ink"] }) {
  const at = middleOf(layout, square);
  return at ? (
    <g data-circle={ink} data-square={square}>
      <circle class={styles.circleEdge} cx={at.x} cy={at.y} r={43.5} />
      <circle class={classes(styles.circle, inks[ink])} cx={at.x} cy={at.y} r={43.5} />
    </g>
  ) : null;
}

export function Arrows({
  layout,
  arrows = [],
  drawings,
}: {
  layout: Layout;
  arrows?: BoardArrow[];
  drawings: readonly Drawing[];
}) {
  // The best move is drawn above the others, and the user's arrows above all moves. The user's circles are below all
  // arrows.
  const all = [...arrows].sort((a, b) => Number(a.tone === "best") - Number(b.tone === "best"));
  const own = drawings.filter(({ from, to }) => from !== to).map(({ from, to, ink }) => ({ from, to, tone: ink }));
  return (
    <g aria-hidden="true">
      {drawings
        .filter(({ from, to }) => from === to)
        .map(({ from, ink }) => (
          <Circle key={from} layout={layout} square={from} ink={ink} />
        ))}
      {[...all, ...own].map((arrow) => {
        const [from, to] = [middleOf(layout, arrow.from), middleOf(layout, arrow.to)];
        const { parts, back } = ("way" in arrow && arrow.way && drawWay(layout, arrow.way, 12)) || noWay;
        const width = arrow.tone === "best" ? 13 : 10;
        const passes = "passes" in arrow && arrow.passes && middleOf(layout, arrow.passes);
        return (
          from &&
          to && (
            <g
              key={`${arrow.tone}${arrow.from}${arrow.to}`}
              data-arrow={arrow.tone}
              data-from={arrow.from}
              data-to={arrow.to}
            >
              {back && <Arrow line={back} tone={arrow.tone} width={width / 2} dotted />}
              {(parts ?? [[from, to]]).map((part, i, { length }) => {
                const last = i === length - 1;
                const line = trimmed(part, i === 0 ? 24 : 0, last ? 12 : 0);
                return <Arrow key={i} line={line} tone={arrow.tone} width={width} open={!last} />;
              })}
              {passes && <Ring at={passes} tone={arrow.tone} width={width} />}
            </g>
          )
        );
      })}
    </g>
  );
}
