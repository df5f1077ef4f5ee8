// Highlights under the pieces: last move, check, selection, premove and hints.
import { classes } from "../../style/classes";
import * as styles from "../board.module.css";
import type { MoveInfo } from "../../wire.gen";
import type { BoardProps } from "../types";
import type { Copy } from "./copies";
import type { Layout } from "./layout";
import { onPlate, unit } from "./layout";
import { spawnedSquares } from "./motion";
import { drawWay } from "./ways";
import type { MoveInput } from "./useMoveInput";

interface Props {
  props: BoardProps;
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

/** The marks of the last move on one board: its squares tinted, and the squares where it spawned pieces ringed. */
export function LastMove({ layout, copy, step }: { layout: Layout; copy: Copy; step: BoardProps["step"] }) {
  const real = copy === layout.copies[0];
  const at = (square: string) => {
    const cell = layout.squares.get(square);
    const { column, row } = cell ? onPlate(layout, copy, cell) : { column: -1, row: -1 };
    return cell && { x: column * unit, y: row * unit };
  };
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

export function Highlights({ props, layout, input, glow, previewed }: Props) {
  const { state, premove } = props;
  // A ghost piece replaces the dot.
  const ghosts = input.drag ? [] : (previewed?.changes ?? []);
  const covered = new Set(ghosts.map((change) => change.to));
  const at = (square: string) => {
    const cell = layout.squares.get(square);
    return (
      cell && { x: cell.column * unit, y: cell.row * unit, cx: (cell.column + 0.5) * unit, cy: (cell.row + 0.5) * unit }
    );
  };
  const whole = (square: string, mark: Record<string, string | boolean>) => {
    const place = at(square);
    return place && <rect x={place.x} y={place.y} width={unit} height={unit} {...mark} />;
  };
  const selected = input.selected ? at(input.selected) : undefined;
  return (
    <g class={styles.highlights}>
      {premove &&
        [premove.from, premove.to].map((square) => whole(square, { class: styles.premove, "data-premove": square }))}
      {state.checked.map((square) => {
        const place = at(square);
        return (
          place && (
            <g data-check={square}>
              <rect class={styles.checkEdge} x={place.x + 5.5} y={place.y + 5.5} width={89} height={89} />
              <rect class={styles.check} x={place.x + 5.5} y={place.y + 5.5} width={89} height={89} />
            </g>
          )
        );
      })}
      {input.drag && input.hovered && input.targets.has(input.hovered) && whole(input.hovered, { class: styles.over })}
      {selected && (
        <g data-selected={input.selected}>
          <circle fill={`url(#${glow})`} cx={selected.cx} cy={selected.cy} r={62} />
          <circle class={styles.halo} cx={selected.cx} cy={selected.cy} r={46} />
        </g>
      )}
      {[...input.targets].map(([square, moves]) => {
        const place = at(square);
        if (!place) return null;
        const hint = { cx: place.cx, cy: place.cy };
        return moves[0]?.capture ? (
          <g key={square} data-hint="capture" data-square={square}>
            <circle class={styles.ringEdge} {...hint} r={43} />
            <circle class={styles.ring} {...hint} r={43} />
          </g>
        ) : (
          <circle
            key={square}
            class={classes(styles.hintDot, covered.has(square) && styles.covered)}
            data-hint="move"
            data-square={square}
            {...hint}
            r={16}
          />
        );
      })}
    </g>
  );
}

/** Small marks on the side boards where paths over the seam land. */
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
