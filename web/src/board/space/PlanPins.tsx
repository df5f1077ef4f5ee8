// The pins of the plan: the boards' supports and handles, and the pins where a selected board may move.
import { classes } from "../../style/classes";
import * as markStyles from "./marks.module.css";
import * as styles from "./pins.module.css";
import { t } from "../../text/text";
import type { MountedBoard } from "../../wire.gen";
import type { Selection } from "./useSelection";
import { unit, type Box, type PinPlate, type Plan } from "./places";
import { standName } from "./text";

interface SupportsProps {
  plan: Plan;
  stands: ReadonlyMap<string, MountedBoard>;
}

/**
 * The bar from each board to the corner it is mounted on, and the footprint there. Free pins show their
 * outline and name.
 */
export function Supports({ plan, stands }: SupportsProps) {
  return (
    <g class={styles.supports} aria-hidden="true">
      {plan.pins.map((p) => {
        if (!stands.has(p.level)) {
          return (
            <g key={p.level}>
              <rect class={styles.freePin} {...inside(p, 9)} rx={6} />
              <circle class={classes(styles.stud, styles.free)} cx={p.stud.x} cy={p.stud.y} r={8} />
              <text class={styles.pinName} x={p.x} y={p.y + 9}>
                {p.level}
              </text>
            </g>
          );
        }
        const corner = plan.squares.get(p.pin.corner);
        return (
          <g key={p.level}>
            {corner && <rect class={styles.footprint} {...inside({ ...corner, width: unit, height: unit }, 4)} />}
            <line class={styles.arm} x1={p.foot.x} y1={p.foot.y} x2={p.arm.x} y2={p.arm.y} />
            <circle class={styles.stud} cx={p.stud.x} cy={p.stud.y} r={9} />
          </g>
        );
      })}
    </g>
  );
}

interface HandlesProps {
  plan: Plan;
  stands: ReadonlyMap<string, MountedBoard>;
  selection: Selection;
  mainName: (level: string) => string;
}

/** The names of the main boards, and the named handles of the boards on pins. Handles of movable boards show a grip. */
export function Handles({ plan, stands, selection, mainName }: HandlesProps) {
  return (
    <g>
      {plan.mains.map((m) => (
        <text
          key={m.level}
          class={styles.name}
          x={m.x}
          y={m.y - m.height / 2 - 16}
          text-anchor="middle"
          aria-hidden="true"
        >
          {mainName(m.level)}
        </text>
      ))}
      {plan.pins.map((p) => {
        const stand = stands.get(p.level);
        if (!stand) return null;
        const movable = selection.boards.has(p.level);
        const label = <HandleFace plate={p} stand={stand} handle={selection.selectable.has(p.level)} grip={movable} />;
        if (!selection.selectable.has(p.level)) {
          return (
            <g key={p.level} class={classes(styles.handle, styles.still)} aria-hidden="true">
              {label}
            </g>
          );
        }
        return (
          <g
            key={p.level}
            class={styles.handle}
            role="button"
            tabindex={0}
            aria-label={
              movable ? t("page.board.move-board", { pin: p.level }) : t("page.board.why-board", { pin: p.level })
            }
            aria-pressed={selection.board === p.level}
            data-handle={p.level}
            onClick={() => selection.pressBoard(p.level)}
            onKeyDown={pressed(() => selection.pressBoard(p.level))}
          >
            <title>{standName(stand)}</title>
            {label}
          </g>
        );
      })}
    </g>
  );
}

interface HandleFaceProps {
  plate: PinPlate;
  stand: MountedBoard;
  handle: boolean;
  grip: boolean;
}

function HandleFace({ plate, stand, handle, grip }: HandleFaceProps) {
  const { x, y, width, height } = plate.handle;
  const left = x - width / 2;
  return (
    <>
      <rect class={styles.touch} x={left} y={y - unit / 2} width={width} height={unit} />
      {handle && (
        <rect
          class={classes(styles.pill, !grip && styles.fixed)}
          x={left + 2}
          y={y - height / 2}
          width={width - 4}
          height={height}
          rx={height / 2}
        />
      )}
      <circle
        class={classes(styles.owner, stand.owner === "white" ? styles.white : styles.black)}
        cx={left + 30}
        cy={y}
        r={12}
      />
      <text class={styles.boardName} x={left + 51} y={y + 12}>
        {stand.pin}
      </text>
      {stand.turned && <path class={styles.turned} d={turnPath(left + 137, y, 11)} />}
      {grip &&
        [-8, 8].flatMap((dx) =>
          [-14, 0, 14].map((dy) => (
            <circle key={`${dx}${dy}`} class={styles.grip} cx={left + width - 28 + dx} cy={y + dy} r={4} />
          )),
        )}
    </>
  );
}

/** The pins to which the selected board may move, with its present orientation or rotated 180°. */
export function LitPins({ plan, selection }: { plan: Plan; selection: Selection }) {
  const lit = plan.pins.filter((p) => selection.pins.has(p.level));
  return (
    <g>
      {lit.map((p) => {
        const moves = selection.pins.get(p.level);
        if (!moves) return null;
        const home = p.level === selection.board;
        const both = moves.straight.length > 0 && moves.turned.length > 0;
        const half = { ...p, height: both ? p.height / 2 : p.height };
        const up = { ...half, y: both ? p.y - p.height / 4 : p.y };
        const down = { ...half, y: both ? p.y + p.height / 4 : p.y };
        const direction = selection.directions.get(p.level) ?? "";
        return (
          <g key={p.level}>
            {!home && <rect class={styles.litFrame} {...inside(p, 2)} rx={8} aria-hidden="true" />}
            {!home && (
              <circle class={classes(styles.stud, styles.lit)} cx={p.stud.x} cy={p.stud.y} r={11} aria-hidden="true" />
            )}
            {!home && (
              <g class={styles.litName} aria-hidden="true">
                <text x={p.x} y={p.y - p.height / 2 + 30}>
                  {p.level}
                </text>
                <text x={p.x} y={both ? p.y + 6 : p.y + p.height / 2 - 20} data-direction={p.level}>
                  {t("page.board.direction", { direction })}
                </text>
              </g>
            )}
            {moves.straight.length > 0 && (
              <Target
                box={up}
                pin={p.level}
                turned={false}
                selection={selection}
                label={t("page.board.move-it", { pin: p.level, direction })}
              >
                <circle class={markStyles.dot} cx={up.x} cy={both ? up.y + 8 : up.y} r={17} />
              </Target>
            )}
            {moves.turned.length > 0 && (
              <Target
                box={home ? { ...p, width: 104, height: 104 } : down}
                pin={p.level}
                turned
                selection={selection}
                label={
                  home
                    ? t("page.board.turn-it", { pin: p.level })
                    : t("page.board.move-it-turned", { pin: p.level, direction })
                }
              >
                {home && <circle class={styles.turnDisc} cx={p.x} cy={p.y} r={48} />}
                <path class={styles.turn} d={turnPath(home ? p.x : down.x, home ? p.y : down.y, home ? 25 : 23)} />
              </Target>
            )}
          </g>
        );
      })}
    </g>
  );
}

interface TargetProps {
  box: Box;
  pin: string;
  turned: boolean;
  label: string;
  selection: Selection;
  children: preact.ComponentChildren;
}

function Target({ box, pin, turned, label, selection, children }: TargetProps) {
  const point = () => selection.point({ pin, turned });
  const press = () => selection.pressPin(pin, turned);
  return (
    <g
      class={styles.target}
      role="button"
      tabindex={0}
      aria-label={label}
      data-hint="move"
      data-pin={pin}
      data-turned={turned}
      onClick={press}
      onKeyDown={pressed(press)}
      onPointerEnter={point}
      onFocus={point}
    >
      <title>{label}</title>
      <rect class={styles.targetFace} {...inside(box, 7)} rx={box.width === box.height ? box.width / 2 - 7 : 8} />
      {children}
    </g>
  );
}

/** Returns a handler for the keys that activate a button. */
function pressed(press: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    press();
  };
}

function inside(box: Box, inset: number) {
  return {
    x: box.x - box.width / 2 + inset,
    y: box.y - box.height / 2 + inset,
    width: box.width - 2 * inset,
    height: box.height - 2 * inset,
  };
}

/** Returns an arrow around most of a circle, as path data. */
function turnPath(x: number, y: number, r: number): string {
  const a = r * 0.5;
  return `M${x - r} ${y}A${r} ${r} 0 1 1 ${x} ${y + r}M${x + a} ${y + r - a}L${x} ${y + r}L${x + a} ${y + r + a}`;
}
