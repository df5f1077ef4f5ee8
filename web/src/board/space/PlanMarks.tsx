// Overlays of the plan: hints, the previewed move's path and result, premove and arrows.
import { classes } from "../../style/classes";
import * as styles from "./marks.module.css";
import { Figure } from "../Figure";
import { Piece } from "../Piece";
import { colourOf } from "../pieces";
import type { MoveInfo } from "../../wire.gen";
import type { BoardProps } from "../types";
import { ghosts, type Selection } from "./useSelection";
import { boardMove } from "./moves";
import { unit, type Plan, type Point } from "./places";

const tones = { best: styles.best, other: styles.other };
const inks = { green: styles.green, red: styles.red, blue: styles.blue, yellow: styles.yellow };

interface MarksProps {
  board: BoardProps;
  plan: Plan;
  selection: Selection;
}

export function Marks({ board, plan, selection }: MarksProps) {
  const { state, premove, arrows } = board;
  const { hints, preview } = selection;
  const where = (name: string): Point | undefined => plan.squares.get(name) ?? plan.pins.find((p) => p.level === name);
  return (
    <g class={styles.marks} aria-hidden="true">
      {[...hints].map(([name, moves]) => {
        const at = plan.squares.get(name);
        if (!at) return null;
        const capture = moves[0]?.capture ?? false;
        const pointed = preview?.to === name;
        return (
          <g key={name} data-hint={capture ? "capture" : "move"} data-square={name}>
            {capture && <circle class={styles.ring} cx={at.x} cy={at.y} r={pointed ? 45 : 42} />}
            {!capture && !state.pieces[name] && <circle class={styles.dot} cx={at.x} cy={at.y} r={pointed ? 20 : 15} />}
            {!capture && state.pieces[name] && <circle class={styles.dot} cx={at.x + 34} cy={at.y - 34} r={11} />}
          </g>
        );
      })}
      {[...(board.figures ?? [])].map(([name, text]) => {
        const at = plan.squares.get(name);
        return at && <Figure key={`figure ${name}`} square={name} text={text} x={at.x} y={at.y} />;
      })}
      {preview &&
        ghosts(preview).map(({ square, piece }) => {
          const at = plan.squares.get(square);
          if (!at) return null;
          return (
            <g
              key={square}
              class={colourOf(piece) === "white" ? styles.whiteGhost : styles.blackGhost}
              data-ghost={piece}
              data-square={square}
            >
              <Piece letter={piece} x={at.x - 46} y={at.y - 46} size={92} />
            </g>
          );
        })}
      {premove &&
        [premove.from, premove.to].map((name) => {
          const at = where(name);
          return (
            at && (
              <rect
                key={name}
                class={styles.premove}
                data-premove={name}
                x={at.x - 46}
                y={at.y - 46}
                width={92}
                height={92}
                rx={8}
              />
            )
          );
        })}
      {board.drawings?.map(({ from, to, ink }) => {
        const [start, end] = [where(from), where(to)];
        if (!start || !end) return null;
        if (from === to)
          return (
            <circle
              key={`circle ${from}`}
              class={classes(styles.circle, inks[ink])}
              data-circle={ink}
              data-square={from}
              cx={start.x}
              cy={start.y}
              r={43}
            />
          );
        return (
          <path
            key={`drawn ${from} ${to}`}
            class={classes(styles.arrow, inks[ink])}
            data-arrow={ink}
            data-from={from}
            data-to={to}
            d={arrowPath(start, end, 12, 20)}
          />
        );
      })}
      {arrows?.map((a) => {
        const [from, to] = [where(a.from), where(a.to)];
        return (
          from &&
          to && (
            <path
              key={`${a.from}${a.to}${a.tone}`}
              class={classes(styles.arrow, tones[a.tone])}
              data-arrow={`${a.from}-${a.to}`}
              d={arrowPath(from, to, 14, 26)}
            />
          )
        );
      })}
    </g>
  );
}

/**
 * The path of a move: a line over one square of each column it crosses, with a dot on every square of those columns,
 * all of which must be empty. The path of a board move connects its two pins.
 */
export function Way({ move, plan, squares }: { move: MoveInfo; plan: Plan; squares: readonly string[] }) {
  const board = boardMove(move);
  if (board) {
    const [from, to] = [board.pin, board.onto].map((pin) => plan.pins.find((p) => p.level === pin));
    if (!from || !to || from === to) return null;
    return (
      <g class={styles.marks} data-way="centre" aria-hidden="true">
        <Dotted points={[from, to]} short={104} />
      </g>
    );
  }
  const way = move.ways?.[0];
  if (!way) return null;
  const existing = squares.flatMap((name) => plan.squares.get(name) ?? []);
  const landing = plan.squares.get(move.to ?? "");
  const points: Point[] = [];
  const crossed: Point[] = [];
  let level = plan.squares.get(move.from ?? "")?.level;
  for (const touch of way) {
    const exact = plan.squares.get(touch.square);
    const column = exact ? [exact] : existing.filter((p) => p.column === touch.square);
    if (!exact) crossed.push(...column);
    const on = (wanted?: string) => column.find((p) => p.level === wanted);
    const next = on(level) ?? on(landing?.level) ?? column[0];
    if (!next) continue;
    level = next.level;
    points.push(next);
  }
  return (
    <g class={styles.marks} data-way="centre" aria-hidden="true">
      {crossed.map((p) => (
        <circle key={`${p.x} ${p.y}`} class={styles.crossed} cx={p.x} cy={p.y} r={9} />
      ))}
      <Dotted points={points} short={move.capture ? 46 : 26} />
    </g>
  );
}

function Dotted({ points, short }: { points: Point[]; short: number }) {
  const end = points.at(-1);
  const before = points.at(-2);
  if (!points[0] || !points[1] || !end || !before) return null;
  const start = towards(points[0], points[1], 42);
  const away = Math.hypot(end.x - before.x, end.y - before.y) || 1;
  const d = { x: (end.x - before.x) / away, y: (end.y - before.y) / away };
  const tip = { x: end.x - d.x * short, y: end.y - d.y * short };
  const head = 24;
  const neck = { x: tip.x - d.x * head, y: tip.y - d.y * head };
  const line = [start, ...points.slice(1, -1), neck].map((p, i) => `${i ? "L" : "M"}${p.x} ${p.y}`).join("");
  const wing = 13;
  const [left, right] = [1, -1].map((side) => `${neck.x - side * d.y * wing} ${neck.y + side * d.x * wing}`);
  const arrow = `M${tip.x} ${tip.y}L${left}L${right}Z`;
  return (
    <>
      <path class={styles.wayCase} d={line} />
      <path class={styles.way} d={line} />
      <path class={styles.wayHead} d={arrow} />
    </>
  );
}

function towards(from: Point, to: Point, by: number): Point {
  const away = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const part = Math.min(by / away, 0.4);
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/** Returns the outline of an arrow as path data. */
function arrowPath(from: Point, to: Point, width: number, short: number): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const d = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const at = (along: number, aside: number) =>
    `${from.x + d.x * along - d.y * aside} ${from.y + d.y * along + d.x * aside}`;
  const tip = length - short;
  const neck = tip - unit * 0.42;
  const half = width / 2;
  const barb = half * 2.8;
  const outline = [
    at(28, half),
    at(neck, half),
    at(neck, barb),
    at(tip, 0),
    at(neck, -barb),
    at(neck, -half),
    at(28, -half),
  ];
  return `M${outline.join("L")}Z`;
}
