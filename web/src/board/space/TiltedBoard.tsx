// A small picture of boards in space, for cards. It shows moves, but the user cannot play or turn it.
import { classes } from "../../style/classes";
import * as squareStyles from "./squares.module.css";
import * as styles from "./tilted.module.css";
import * as spaceStyles from "./space.module.css";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { Piece } from "../Piece";
import type { BoardProps } from "../types";
import { runStep } from "./motion";
import { touched } from "./moves";
import type { Point } from "./places";
import { edge, layTilt, type TiltPlace, type TiltPlate } from "./tilt";

const path = (points: readonly Point[]) => `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}Z`;

export function TiltedBoard({ info, state, step, flip = false, label }: BoardProps) {
  const tilt = useMemo(() => layTilt(info, flip), [info, flip]);
  const svg = useRef<SVGSVGElement>(null);
  const standing = useMemo(() => new Set(state.stands?.map((stand) => stand.pin)), [state.stands]);
  const shown = step?.position === state.position ? step : undefined;
  const last = useMemo(() => new Set(shown ? touched(shown, info) : []), [shown, info]);
  const before = useRef(state.position);
  useLayoutEffect(() => {
    // The first position is not animated.
    const changed = before.current !== state.position;
    before.current = state.position;
    if (svg.current && shown && changed)
      runStep(svg.current, { squares: tilt.squares, pins: tilt.plates, turns: false }, shown, null);
  }, [state.position]);

  const square = (place: TiltPlace) => (
    <g key={place.name}>
      <path class={place.dark ? squareStyles.dark : squareStyles.light} d={path(place.corners)} />
      {last.has(place.name) && <path class={squareStyles.last} d={path(place.corners)} />}
      {state.checked.includes(place.name) && <path class={squareStyles.check} d={path(place.corners)} />}
    </g>
  );
  const plate = ({ level, places, corners, posts }: TiltPlate) => {
    const [left, right] = corners;
    if (!left || !right) return null;
    const low = (p: Point) => ({ x: p.x, y: p.y + edge });
    return (
      <g key={level}>
        {posts.map(([from, to]) => (
          <line key={from.x} class={styles.post} x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
        ))}
        <g data-plate={level}>
          <path class={styles.edge} d={path([left, right, low(right), low(left)])} />
          {places.map(square)}
          <path class={squareStyles.frame} d={path(corners)} />
        </g>
        {places.map(({ name, x, y }) => {
          const piece = state.pieces[name];
          if (!piece) return null;
          return (
            <g key={`${name}${piece}`} data-piece={piece} data-square={name}>
              <Piece letter={piece} x={x - 46} y={y - 74} size={92} />
            </g>
          );
        })}
      </g>
    );
  };
  const mains = new Set(info.levels?.filter((level) => !info.pins?.some((pin) => pin.name === level)));
  return (
    <div
      class={classes(spaceStyles.board, spaceStyles.small)}
      style={{ "--board-ratio": String(tilt.width / tilt.height) }}
    >
      <svg
        ref={svg}
        class={styles.tilted}
        viewBox={`0 0 ${tilt.width} ${tilt.height}`}
        role="img"
        aria-label={label ?? info.title}
      >
        {tilt.plates.filter(({ level }) => mains.has(level) || standing.has(level)).map(plate)}
      </svg>
    </div>
  );
}
