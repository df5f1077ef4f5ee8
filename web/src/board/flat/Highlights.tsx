// Highlights under the pieces: last move, check, selection, premove and hints.
import { classes } from "../../style/classes";
import * as styles from "../board.module.css";
import type { MoveInfo, State } from "../../wire.gen";
import type { BoardProps } from "../types";
import type { Copy } from "./copies";
import type { Layout } from "./layout";
import { onPlate, unit } from "./layout";
import { spawnedSquares } from "./motion";
import { arrival, drawWay } from "./ways";
import { passedTo } from "../targets";
import type { MoveInput } from "./useMoveInput";

interface Props {
  layout: Layout;
  input: MoveInput;
  /** The id of the glow gradient. */
  glow: string;
  /** The move being previewed. */
  previewed: MoveInfo | undefined;
}

/** Returns the tinted squares of a move. */
export function lastSquares(step: BoardProps["step"]): string[] {
  const all = new Set<string>([step?.from, step?.to].filter((square) => square !== undefined));
  for (const change of step?.changes ?? []) {
    if (change.effect === "captured" || change.effect === "appears") continue;
    if (change.from) all.add(change.from);
    if (change.to) all.add(change.to);
  }
  return [...all];
}

interface OnBoard {
  layout: Layout;
  /** The board on which the marks are drawn. */
  copy: Copy;
}

/** Returns a function that finds the corner of a square on one of the boards. */
function cornersOn({ layout, copy }: OnBoard) {
  return (square: string) => {
    const cell = layout.squares.get(square);
    const { column, row } = cell ? onPlate(layout, copy, cell) : { column: -1, row: -1 };
    return cell && { x: column * unit, y: row * unit };
  };
}

/** Marks the last move on one board: tints its squares, and rings the squares where it spawned pieces. */
export function LastMove({ step, ...on }: OnBoard & { step: BoardProps["step"] }) {
  const real = on.copy === on.layout.copies[0];
  const at = cornersOn(on);
  return (
    <g class={styles.highlights}>
      {lastSquares(step).map((square) => {
        const place = at(square);
        return (
          place && (
            <g key={square} data-last={real ? square : undefined}>
              <rect class={styles.last} x={place.x} y={place.y} width={unit} height={unit} />
              <rect class={styles.lastEdge} x={place.x + 3.5} y={place.y + 3.5} width={93} height={93} />
            </g>
          )
        );
      })}
      {[...spawnedSquares(step)].map((square) => {
        const place = at(square);
        return (
          place && (
            <g key={square} data-spawned={real ? square : undefined}>
              <circle class={styles.spawnedEdge} cx={place.x + unit / 2} cy={place.y + unit / 2} r={43} />
              <circle class={styles.spawned} cx={place.x + unit / 2} cy={place.y + unit / 2} r={43} />
            </g>
          )
        );
      })}
    </g>
  );
}

/** The marks of the premove and of kings in check on one board. */
export function Warnings({ premove, checked, ...on }: OnBoard & Pick<BoardProps, "premove"> & Pick<State, "checked">) {
  const real = on.copy === on.layout.copies[0];
  const at = cornersOn(on);
  return (
    <g class={styles.highlights}>
      {premove &&
        [premove.from, premove.to].map((square) => {
          const place = at(square);
          return (
            place && (
              <rect
                class={styles.premove}
                {...place}
                width={unit}
                height={unit}
                data-premove={real ? square : undefined}
              />
            )
          );
        })}
      {checked.map((square) => {
        const place = at(square);
        return (
          place && (
            <g data-check={real ? square : undefined}>
              <rect class={styles.checkEdge} x={place.x + 5.5} y={place.y + 5.5} width={89} height={89} />
              <rect class={styles.check} x={place.x + 5.5} y={place.y + 5.5} width={89} height={89} />
            </g>
          )
        );
      })}
    </g>
  );
}

/** The selected piece and the hints, on the centre board. */
export function Highlights({ layout, input, glow, previewed }: Props) {
  // A ghost piece replaces the dot.
  const ghosts = input.drag ? [] : (previewed?.changes ?? []);
  const covered = new Set(ghosts.map((change) => change.to));
  const at = (square: string) => {
    const cell = layout.squares.get(square);
    return (
      cell && { x: cell.column * unit, y: cell.row * unit, cx: (cell.column + 0.5) * unit, cy: (cell.row + 0.5) * unit }
    );
  };
  const over = (square: string) => {
    const place = at(square);
    return place && <rect class={styles.over} x={place.x} y={place.y} width={unit} height={unit} />;
  };
  const selected = input.selected ? at(input.selected) : undefined;
  return (
    <g class={styles.highlights}>
      {input.drag && input.hovered && input.targets.has(input.hovered) && over(input.hovered)}
      {selected && (
        <g data-selected={input.selected}>
          <circle fill={`url(#${glow})`} cx={selected.cx} cy={selected.cy} r={62} />
          <circle class={styles.halo} cx={selected.cx} cy={selected.cy} r={46} />
        </g>
      )}
      {[...input.targets].map(([square, moves]) => {
        const place = at(square);
        if (!place) return null;
        const [move] = moves;
        if (move && move.to !== square) {
          return (
            <g key={square} data-hint="passes" data-square={square}>
              {!covered.has(square) && <circle class={styles.passes} cx={place.cx} cy={place.cy} r={18} />}
            </g>
          );
        }
        return (
          <g key={square} data-hint={move?.capture ? "capture" : "move"} data-square={square}>
            {move?.capture ? (
              <>
                <circle class={styles.ringEdge} cx={place.cx} cy={place.cy} r={43} />
                <circle class={styles.ring} cx={place.cx} cy={place.cy} r={43} />
              </>
            ) : (
              <circle
                class={classes(styles.hintDot, covered.has(square) && styles.covered)}
                cx={place.cx}
                cy={place.cy}
                r={16}
              />
            )}
            {move && !covered.has(square) && <Special layout={layout} move={move} {...place} />}
          </g>
        );
      })}
    </g>
  );
}

/**
 * The special features of a move, next to its hint: a bar like the seam on the side from which the move arrives, and
 * dots towards the square to which its piece goes on.
 */
function Special({ layout, move, cx, cy }: { layout: Layout; move: MoveInfo; cx: number; cy: number }) {
  const side = arrival(layout, move.ways?.[0]);
  const out = move.capture ? 43 : 29;
  const half = move.capture ? 22 : 17;
  const [x, y] = side ? [cx + side.x * out, cy + side.y * out] : [cx, cy];
  const bar = side && `M${x - side.y * half} ${y - side.x * half}L${x + side.y * half} ${y + side.x * half}`;
  const next = passedTo(move) ? undefined : move.changes.find((change) => change.effect === "goes on")?.to;
  const [here, there] = [layout.squares.get(move.to ?? ""), next && layout.squares.get(next)];
  const way = here && there && { x: there.column - here.column, y: there.row - here.row };
  const long = way ? Math.hypot(way.x, way.y) : 0;
  return (
    <>
      {bar && (
        <g data-over-seam={move.to}>
          <path class={styles.seamBarEdge} d={bar} />
          <path class={styles.seamBar} d={bar} />
        </g>
      )}
      {way && long > 0 && (
        <g data-goes-on={next}>
          {[27, 40].map((far) => (
            <circle class={styles.onward} cx={cx + (way.x / long) * far} cy={cy + (way.y / long) * far} r={6} />
          ))}
        </g>
      )}
    </>
  );
}

/** Marks on the side boards where paths over the seam land. */
export function Landings({ layout, targets }: { layout: Layout; targets: ReadonlyMap<string, MoveInfo[]> }) {
  if (layout.plates.length < 2) return null;
  return (
    <g>
      {[...targets].map(([square, [move]]) => {
        const way = move?.ways?.[0];
        const line = way && drawWay(layout, way, 0);
        if (!move || !line?.landing || line.board === "centre") return null;
        return (
          <g key={square} transform={`translate(${line.landing.x} ${line.landing.y})`}>
            <circle class={styles.landingEdge} r={move.capture ? 40 : 13} />
            <circle class={classes(styles.landing, move.capture && styles.taking)} r={move.capture ? 40 : 13} />
          </g>
        );
      })}
    </g>
  );
}
