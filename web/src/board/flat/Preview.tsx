// A preview of a move: its path and its effects.
import * as styles from "../board.module.css";
import * as motionStyles from "./motion.module.css";
import type { Change, MoveInfo, State } from "../../wire.gen";
import { Piece } from "../Piece";
import { colourOf } from "../pieces";
import { passedTo } from "../targets";
import { Arrow } from "./Arrow";
import type { Layout, Point } from "./layout";
import { middleOf, unit } from "./layout";
import { bow, length, mix, path, towards, trimmed } from "./lines";
import { promotionLetter } from "./promotions";
import type { DrawnWay } from "./ways";
import { drawWay } from "./ways";

interface Props {
  layout: Layout;
  state: State;
  move: MoveInfo;
  /** Whether paths are drawn, because they may cross a seam. */
  seam: boolean;
  /** Whether the piece is being dragged, so that no ghost is needed. */
  held: boolean;
  glow: string;
}

/** A piece that the move would place; smaller if it only passes through the square. */
function Ghost(props: { at: Point; letter: string; square: string; passes?: boolean; made?: boolean }) {
  const { at, letter, square, passes = false, made } = props;
  const size = unit * (passes ? 0.72 : 1);
  return (
    <g
      data-ghost={letter}
      data-square={square}
      class={colourOf(letter) === "white" ? motionStyles.whiteGhost : motionStyles.blackGhost}
      transform={`translate(${at.x} ${at.y})`}
    >
      <Piece letter={letter} made={made} x={-size / 2} y={-size / 2} size={size} />
    </g>
  );
}

/** A small piece in the corner of an occupied square: the piece that will replace its occupant. */
function Badge({ at, letter, square }: { at: Point; letter: string; square: string }) {
  return (
    <g data-ghost={letter} data-square={square} transform={`translate(${at.x + 30} ${at.y - 34})`}>
      <circle class={styles.badge} r={28} />
      <Piece letter={letter} made x={-25} y={-25} size={50} />
    </g>
  );
}

function Cross({ at, square }: { at: Point; square: string }) {
  const d = `M${at.x - 30} ${at.y - 30}l60 60m0 -60l-60 60`;
  return (
    <g data-taken={square}>
      <path class={styles.crossEdge} d={d} />
      <path class={styles.cross} d={d} />
    </g>
  );
}

/** Returns the gap between a piece and the start of its line, limited if the line ends at a near edge. */
function clearOf([from, to]: Point[], toEdge: boolean): number {
  return from && to && toEdge ? Math.max(20, Math.min(50, length(from, to) - 28)) : 50;
}

/** One path of the move: to its landing square and, if that is on a side board, back to the centre board. */
function WayLine({ way, move, letter }: { way: DrawnWay; move: MoveInfo; letter: string }) {
  const last = way.parts.length - 1;
  const aside = way.back !== undefined;
  const room = move.capture ? 48 : aside ? 40 : 30;
  return (
    <>
      {way.back && (
        <g data-return={move.to}>
          <Arrow line={way.back} tone="silver" width={7} />
        </g>
      )}
      <g data-way={way.board}>
        {aside && way.landing && !move.capture && <Ghost at={way.landing} letter={letter} square={move.to ?? ""} />}
        {way.parts.map((part, i) => (
          <Arrow
            line={trimmed(part, i === 0 ? clearOf(part, i < last) : 0, i < last ? 0 : aside && !way.landing ? 4 : room)}
            tone="silver"
            width={10}
            dotted
            open={i < last}
          />
        ))}
        {aside && way.landing && move.capture && (
          <g transform={`translate(${way.landing.x} ${way.landing.y})`}>
            <circle class={styles.ringEdge} r={42} />
            <circle class={styles.ring} r={42} />
          </g>
        )}
      </g>
    </>
  );
}

/** Returns the mirror line, vertical or horizontal; empty if the mirror is the centre of the board. */
function mirrorOf({ centre, height }: Layout, from: Point, to: Point, middle: Point): Point[] {
  if (from.y === to.y)
    return [
      { x: middle.x, y: 0 },
      { x: middle.x, y: height },
    ];
  if (from.x === to.x)
    return [
      { x: centre.x, y: middle.y },
      { x: centre.x + centre.width, y: middle.y },
    ];
  return [];
}

/** The thin line through the mirror from the landing square to its reflection. */
function Reflection(props: {
  layout: Layout;
  from: Point;
  to: Point;
  change: Change;
  comesBack: boolean;
  glow: string;
}) {
  const { layout, from, to, change, comesBack, glow } = props;
  const goes = change.effect === "goes on";
  const middle = mix(from, to, 0.5);
  const line = [towards(from, to, 30), towards(to, from, 34)];
  const [a = from, b = to] = line;
  return (
    <g data-reflection={change.to}>
      <path class={styles.mirror} d={path(mirrorOf(layout, from, to, middle))} />
      {!goes && !comesBack && (
        <>
          <circle fill={`url(#${glow})`} cx={to.x} cy={to.y} r={60} />
          <circle class={styles.promise} cx={to.x} cy={to.y} r={46} />
        </>
      )}
      {goes && length(from, to) > 80 && (
        <Arrow line={comesBack ? bow(a, b, 0.4) : line} tone="silver" width={7} dotted />
      )}
      {!goes && (
        <>
          <path class={styles.beamEdge} d={path(line)} />
          <path class={styles.beam} d={path(line)} />
        </>
      )}
      <circle class={styles.centre} cx={middle.x} cy={middle.y} r={15} />
      <circle class={styles.centreDot} cx={middle.x} cy={middle.y} r={5} />
    </g>
  );
}

/** Returns the rook's line, curved towards the middle of the board, away from the edge. */
function rookLine(layout: Layout, start: Point, end: Point): Point[] {
  const upwards = start.y > layout.height / 2;
  const rightwards = end.x > start.x;
  return trimmed(bow(start, end, upwards === rightwards ? 0.22 : -0.22), 36, 14);
}

export function Preview({ layout, state, move, seam, held, glow }: Props) {
  const at = (square: string | undefined) => (square ? middleOf(layout, square) : undefined);
  const [origin, landing] = [at(move.from), at(move.to)];
  const mover = move.from ? state.pieces[move.from] : undefined;
  const passed = passedTo(move);
  const goesOn = move.changes.some((change) => change.effect === "goes on");
  const ways = seam && move.kind !== "castling" ? (move.ways ?? []) : [];

  function drawn(change: Change) {
    const { effect, piece, from, to } = change;
    const [start, end] = [at(from), at(to)];
    if (!piece) return null;
    switch (effect) {
      case "captured":
        return start && from && from !== move.to ? <Cross at={start} square={from} /> : null;
      case "moves":
        if (!end || !to || held || state.pieces[to]) return null;
        return (
          <Ghost
            at={end}
            letter={to === move.to ? promotionLetter(move) || piece : piece}
            square={to}
            passes={goesOn}
          />
        );
      case "castles":
        if (!start || !end || !from || !to || (held && from === move.from)) return null;
        return (
          <>
            {!state.pieces[to] && <Ghost at={end} letter={piece} square={to} />}
            {from !== move.from && <Arrow line={rookLine(layout, start, end)} tone="accent" width={8} />}
          </>
        );
      case "goes on":
      case "appears": {
        if (!landing || !end || !to) return null;
        const comesBack = to === move.from;
        const made = effect === "appears";
        if (to === passed) {
          return (
            <g data-passes={to}>
              <Arrow line={trimmed([landing, end], held ? 20 : 44, 34)} tone="silver" width={9} dotted />
              <Ghost at={end} letter={piece} square={to} />
            </g>
          );
        }
        return (
          <>
            {effect === "goes on" && origin && !held && length(origin, landing) > 180 && (
              <Arrow line={trimmed([origin, landing], 48, 34)} tone="accent" width={8} />
            )}
            <Reflection layout={layout} from={landing} to={end} change={change} comesBack={comesBack} glow={glow} />
            {!comesBack && <Ghost at={end} letter={piece} square={to} made={made} />}
            {comesBack && made && <Badge at={end} letter={piece} square={to} />}
          </>
        );
      }
      default:
        return null;
    }
  }

  return (
    <g class={motionStyles.preview} aria-hidden="true">
      {mover &&
        ways.map((way, i) => {
          const line = drawWay(layout, way, move.capture ? 50 : 30);
          return (
            line && (
              <g key={i} opacity={i === 0 ? 1 : 0.45}>
                <WayLine way={line} move={move} letter={mover} />
              </g>
            )
          );
        })}
      {move.changes.map((change) => drawn(change))}
    </g>
  );
}
