// The plan of a board in space: all levels laid out flat.
import { classes } from "../../style/classes";
import * as squareStyles from "./squares.module.css";
import * as styles from "./plan.module.css";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { t } from "../../text/text";
import { Piece } from "../Piece";
import type { BoardProps } from "../types";
import type { Selection } from "./useSelection";
import { touched } from "./moves";
import { runStep } from "./motion";
import { layPlan, unit, type Arrangement, type Place, type Plate } from "./places";
import { Marks, Way } from "./PlanMarks";
import { ClosedPins, Quadrants } from "./PlanClosed";
import { Handles, LitPins, Supports } from "./PlanPins";
import { neighbour, usePointer } from "./usePointer";
import { coordinates } from "../../settings/look";
import { useSetting } from "../../settings/settings";
import { capitalise } from "../../rules/text";
import { describeSquare } from "../describe";
import { levelName, mainName, standName } from "./text";

export interface PlanProps {
  board: BoardProps;
  selection: Selection;
  arrangement: Arrangement;
  /** Whether quadrants are numbered. */
  quadrants: boolean;
}

export function PlanView({ board, selection, arrangement, quadrants }: PlanProps) {
  const { info, state, step, flip = false } = board;
  const plan = useMemo(() => layPlan(info, arrangement, flip), [info, arrangement, flip]);
  const [coordinated] = useSetting(coordinates);
  const svg = useRef<SVGSVGElement>(null);
  const [active, setActive] = useState<string | null>(null);
  const existing = useMemo(() => new Set(state.squares), [state.squares]);
  const stands = useMemo(() => new Map(state.stands?.map((s) => [s.pin, s])), [state.stands]);
  const quadrantOf = useMemo(
    () => new Map(state.stands?.flatMap((s) => (s.quadrants ?? []).map((name, i) => [name, `q${i + 1}`] as const))),
    [state.stands],
  );
  const shownStep = step?.position === state.position ? step : undefined;
  const last = useMemo(() => new Set(shownStep ? touched(shownStep, info) : []), [shownStep]);
  const pointer = usePointer(svg, plan, selection);

  const dropped = pointer.dropped;
  useLayoutEffect(() => {
    if (svg.current && shownStep) runStep(svg.current, { ...plan, turns: true }, shownStep, dropped.current);
    dropped.current = null;
  }, [state.position]);

  const plates: Plate[] = [...plan.mains, ...plan.pins.filter((p) => stands.has(p.level))];
  // One square is in the Tab order; the arrow keys move the focus from there.
  const entry =
    active && existing.has(active) ? active : (state.squares.find((q) => selection.liftable(q)) ?? state.squares[0]);

  const onKeyDown = (event: KeyboardEvent) => {
    const name = squareOf(event.target);
    if (event.key === "Escape") {
      selection.cancel();
      return;
    }
    if (!name) return;
    if (event.key === "Enter" || event.key === " ") selection.press(name);
    else {
      const next = neighbour(plan, existing, name, event.key);
      if (next === undefined) return;
      svg.current?.querySelector<SVGElement>(`[role=gridcell][data-square="${next}"]`)?.focus();
    }
    event.preventDefault();
  };

  const cell = (place: Place) => {
    const hints = selection.hints.get(place.name);
    const hint = hints?.[0];
    const quadrant = quadrants ? quadrantOf.get(place.name) : undefined;
    const where = quadrant
      ? t("page.board.place-quadrant", { column: place.column, level: levelName(info, place.level), quadrant })
      : t("page.board.place", { column: place.column, level: levelName(info, place.level) });
    return (
      <g
        key={place.name}
        class={classes(styles.cell, selection.liftable(place.name) && styles.liftable, hint && styles.target)}
        data-square={place.name}
        role="gridcell"
        tabindex={place.name === entry ? 0 : -1}
        aria-label={describeSquare(where, state, place.name, selection.square, hints)}
        aria-selected={place.name === selection.square}
        onFocus={() => {
          setActive(place.name);
          selection.point({ square: place.name });
        }}
        onClick={(event: MouseEvent) => {
          // Pointer events are handled elsewhere; this handles clicks without a pointer.
          if (event.detail === 0) selection.press(place.name);
        }}
      >
        <rect
          class={place.dark ? squareStyles.dark : squareStyles.light}
          x={place.x - unit / 2}
          y={place.y - unit / 2}
          width={unit}
          height={unit}
        />
        {last.has(place.name) && (
          <g data-last={place.name}>
            <rect class={squareStyles.last} {...around(place, 0)} />
            <rect class={squareStyles.lastEdge} {...around(place, 5.5)} />
          </g>
        )}
        <rect class={styles.focus} {...around(place, 5)} rx={6} />
      </g>
    );
  };

  const plate = (p: Plate) => {
    const stand = stands.get(p.level);
    const label = capitalise(stand ? standName(stand) : levelName(info, p.level));
    const selected = selection.board === p.level;
    return (
      <g key={p.level} data-plate={p.level} role="grid" aria-label={label}>
        {p.rows.map((row, y) => (
          <g key={y} role="row">
            {row.map(cell)}
          </g>
        ))}
        {coordinated !== "off" && <Coordinates plate={p} />}
        <rect
          class={classes(squareStyles.frame, selected && squareStyles.selected)}
          x={p.x - p.width / 2}
          y={p.y - p.height / 2}
          width={p.width}
          height={p.height}
          rx={3}
          aria-hidden="true"
        />
      </g>
    );
  };

  const lifted = pointer.drag?.square;
  return (
    <svg
      ref={svg}
      class={classes(styles.plan, lifted && styles.dragging)}
      viewBox={`0 0 ${plan.width} ${plan.height}`}
      role="group"
      aria-label={board.label ?? t("page.board.plan-label", { title: info.title })}
      onKeyDown={onKeyDown}
      {...pointer.handlers}
    >
      {plan.storeys.map(({ x, y, width, height }, i) => (
        <rect
          key={i}
          class={styles.storey}
          style={{ "--height": i + 1 }}
          x={x - width / 2}
          y={y - height / 2}
          width={width}
          height={height}
          rx={18}
          aria-hidden="true"
        />
      ))}
      {plates.map(plate)}
      <Supports plan={plan} stands={stands} />
      <g class={styles.pieces} aria-hidden="true">
        {selection.square && plan.squares.has(selection.square) && (
          <Halo place={plan.squares.get(selection.square) as Place} />
        )}
        {state.checked.map((name) => {
          const place = plan.squares.get(name);
          return place && <rect key={name} class={squareStyles.check} data-check={name} {...around(place, 5)} rx={8} />;
        })}
        {[...plan.squares.values()].map((place) => {
          const piece = state.pieces[place.name];
          if (!piece || !existing.has(place.name)) return null;
          return (
            <g
              key={`${place.name}${piece}`}
              class={lifted === place.name ? styles.lifted : undefined}
              data-piece={piece}
              data-square={place.name}
            >
              <Piece letter={piece} x={place.x - 46} y={place.y - 46} size={92} />
            </g>
          );
        })}
      </g>
      {selection.preview && <Way move={selection.preview} plan={plan} squares={state.squares} />}
      <Handles plan={plan} stands={stands} selection={selection} mainName={(level) => mainName(info, level)} />
      <LitPins plan={plan} selection={selection} />
      <ClosedPins plan={plan} held={stands} selection={selection} />
      {quadrants && <Quadrants plan={plan} stands={state.stands ?? []} />}
      <Marks board={board} plan={plan} selection={selection} />
      {pointer.drag && state.pieces[pointer.drag.square] && (
        <g class={styles.drag} aria-hidden="true" transform={`translate(${pointer.drag.x} ${pointer.drag.y})`}>
          <Piece letter={state.pieces[pointer.drag.square] as string} x={-60} y={-64} size={120} />
        </g>
      )}
    </svg>
  );
}

/** File letters along the lower edge of a board, rank numbers along the left. */
function Coordinates({ plate }: { plate: Plate }) {
  const ink = (place: Place) => (place.dark ? styles.onDark : styles.onLight);
  return (
    <g class={styles.coordinates} aria-hidden="true">
      {plate.rows.at(-1)?.map((p) => (
        <text key={p.name} class={classes(styles.file, ink(p))} x={p.x + 44} y={p.y + 43}>
          {p.column.slice(0, 1)}
        </text>
      ))}
      {plate.rows.map(
        ([p]) =>
          p && (
            <text key={p.name} class={classes(styles.rank, ink(p))} x={p.x - 44} y={p.y - 28}>
              {p.column.slice(1)}
            </text>
          ),
      )}
    </g>
  );
}

function Halo({ place }: { place: Place }) {
  return (
    <g data-selected={place.name}>
      <circle class={styles.halo} cx={place.x} cy={place.y} r={46} />
      <rect class={styles.selected} {...around(place, 3)} rx={8} />
    </g>
  );
}

/** Returns a square's rectangle, inset from its edges. */
function around(place: Place, inset: number) {
  const side = unit - 2 * inset;
  return { x: place.x - side / 2, y: place.y - side / 2, width: side, height: side };
}

function squareOf(target: EventTarget | null): string | undefined {
  return target instanceof Element
    ? (target.closest<SVGElement>("[role=gridcell]")?.dataset.square ?? undefined)
    : undefined;
}
