// For a selected board: the pins that are closed to it, with reasons, and the quadrants.
import { classes } from "../../style/classes";
import * as styles from "./closed.module.css";
import { t } from "../../text/text";
import type { MountedBoard } from "../../wire.gen";
import type { ClosedPin } from "./useGoals";
import type { Selection } from "./useSelection";
import { unit, type Plan, type PinPlate } from "./places";

interface ClosedPinsProps {
  plan: Plan;
  held: ReadonlyMap<string, MountedBoard>;
  selection: Selection;
}

/**
 * The closed pins. Neighbouring pins are always marked; the others are marked only on hover, to keep the plan
 * uncluttered.
 */
export function ClosedPins({ plan, held, selection }: ClosedPinsProps) {
  return (
    <g>
      {plan.pins.map((p) => {
        const closed = selection.closed.get(p.level);
        if (!closed) return null;
        return <ClosedMark key={p.level} plate={p} closed={closed} held={held.has(p.level)} selection={selection} />;
      })}
    </g>
  );
}

interface ClosedMarkProps {
  plate: PinPlate;
  closed: ClosedPin;
  held: boolean;
  selection: Selection;
}

function ClosedMark({ plate, closed, held, selection }: ClosedMarkProps) {
  const explain = () => selection.explain(plate.level);
  // On an occupied pin the pieces must stay visible and clickable, so the mark is on its stud.
  const at = held ? plate.stud : { x: plate.x, y: plate.y - 54 };
  const r = held ? 21 : 27;
  const d = r * 0.7;
  const explained = selection.explained?.pin === plate.level;
  return (
    <g
      class={classes(styles.closed, !closed.neighbour && styles.far, explained && styles.explained)}
      role="button"
      tabindex={0}
      aria-label={t("page.board.pin-closed", { pin: plate.level, why: closed.why })}
      data-closed={plate.level}
      data-code={closed.code}
      onClick={explain}
      onFocus={explain}
      onBlur={() => selection.explain(null)}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        explain();
      }}
      onPointerEnter={explain}
      onPointerLeave={(event: PointerEvent) => {
        // Lifting a finger also fires this event, but the note should stay readable.
        if (event.pointerType === "mouse") selection.explain(null);
      }}
    >
      <title>{closed.why}</title>
      {held ? (
        <circle class={styles.touch} cx={at.x} cy={at.y} r={34} />
      ) : (
        <rect
          class={styles.touch}
          x={plate.x - plate.width / 2 + 7}
          y={plate.y - plate.height / 2 + 7}
          width={plate.width - 14}
          height={plate.height - 14}
          rx={8}
        />
      )}
      <g class={styles.sign}>
        <circle class={styles.signEdge} cx={at.x} cy={at.y} r={r} />
        <circle class={styles.signRing} cx={at.x} cy={at.y} r={r} />
        <line class={styles.signBar} x1={at.x - d} y1={at.y - d} x2={at.x + d} y2={at.y + d} />
      </g>
    </g>
  );
}

/** Quadrant numbers, placed away from coordinates and the centre of the board, and a legend. */
export function Quadrants({ plan, stands }: { plan: Plan; stands: readonly MountedBoard[] }) {
  const { x, y, width, height } = plan.spare;
  return (
    <g class={styles.quadrants} aria-hidden="true">
      <foreignObject x={x - width / 2 + 10} y={y - height / 2} width={width - 20} height={height - 8}>
        <div class={styles.legend} data-legend="plan">
          {t("page.board.quadrants-legend")}
        </div>
      </foreignObject>
      {stands.flatMap((stand) => {
        const board = plan.pins.find((p) => p.level === stand.pin);
        return (stand.quadrants ?? []).map((name, i) => {
          const square = plan.squares.get(name);
          if (!board || !square) return null;
          const out = square.x < board.x ? -1 : 1;
          const x = square.x + out * (unit / 2 - 18);
          const y = square.y - out * (unit / 2 - 15);
          return (
            <g key={name} data-quadrant={`q${i + 1}`} data-square={name}>
              <rect class={styles.plaque} x={x - 17} y={y - 14} width={34} height={28} rx={9} />
              <text class={styles.number} x={x} y={y + 7.5}>{`q${i + 1}`}</text>
            </g>
          );
        });
      })}
    </g>
  );
}
