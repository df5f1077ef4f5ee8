// The board of the flat rule sets: one SVG, with one board or three in a row.
import * as styles from "../board.module.css";
import * as controls from "../../style/controls.module.css";
import { useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";
import { Piece } from "../Piece";
import type { MoveInfo } from "../../wire.gen";
import type { BoardProps } from "../types";
import { Arrows } from "./Arrows";
import { Cells } from "./Cells";
import type { SideBoards } from "./layout";
import { layoutOf, unit, sideBoardsFor } from "./layout";
import { Landings, Highlights } from "./Highlights";
import { madeBy } from "./motion";
import { Glint, Pieces } from "./Pieces";
import { Outside } from "./Outside";
import { Preview } from "./Preview";
import { Promotion } from "./Promotion";
import { placing, Seams, Squares } from "./Squares";
import { classes } from "../../style/classes";
import { coordinates } from "../../settings/look";
import { useSetting } from "../../settings/settings";
import { useDrawings } from "../useDrawings";
import { useMotion } from "./useMotion";
import { useMoveInput } from "./useMoveInput";
import { selectedSentence } from "./text";

/** How much of the side boards there is room for. */
function useSideBoards(box: RefObject<HTMLDivElement | null>, boards: number, small: boolean): SideBoards {
  const [sideBoards, setSideBoards] = useState(() => sideBoardsFor(Infinity));
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || boards < 2) return;
    const measure = () => {
      const next = sideBoardsFor(element.clientWidth, small);
      setSideBoards((now) => (now.files === next.files && now.scale === next.scale ? now : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, boards, small]);
  return sideBoards;
}

/** Under a finger a piece is lifted and larger, so as to be seen. */
function inHand(touch: boolean) {
  return touch ? { x: -85, y: -150, size: 170 } : { x: -55, y: -55, size: 110 };
}

export function FlatBoard(props: BoardProps) {
  const { info, state, step, flip = false, small = false } = props;
  const box = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const id = useId();
  const sideBoards = useSideBoards(box, info.boards, small);
  const layout = useMemo(() => layoutOf(info, flip, sideBoards, small), [info, flip, sideBoards, small]);
  const input = useMoveInput(props, layout, svg);
  const [chosen] = useSetting(coordinates);
  const where = small ? "off" : chosen;
  const drawings = useDrawings(props, input.hit);
  const { motion, running } = useMotion(state, step, layout, input.dropped);
  const made = useMemo(() => madeBy(step), [step]);
  const [looked, setLooked] = useState<MoveInfo | null>(null);
  const offered = input.pick ? input.pick.moves : input.hovered ? input.targets.get(input.hovered) : undefined;
  const previewed = offered?.find((move) => move === looked) ?? offered?.[0];
  const glow = `${id}-glow`;
  const side = layout.plates.filter((plate) => plate !== layout.centre);

  return (
    <div
      class={classes(styles.board, where === "outside" && styles.outside)}
      data-own-keys
      ref={box}
      {...(small ? {} : { ...input.focus, ...drawings.handlers })}
      style={{ "--board-ratio": String(layout.width / layout.height) }}
    >
      <svg
        ref={svg}
        class={styles.flat}
        viewBox={`0 0 ${layout.width} ${layout.height}`}
        role={small ? "img" : "grid"}
        aria-label={props.label ?? info.title}
        {...(small ? {} : input.handlers)}
      >
        <defs>
          <radialGradient id={glow}>
            <stop class={styles.glowIn} offset="0.35" />
            <stop class={styles.glowOut} offset="1" />
          </radialGradient>
          {layout.plates.map((plate) => (
            <clipPath id={`${id}-${plate.board}`}>
              <rect x={plate.x} y={layout.top} width={plate.width} height={layout.ranks * unit} />
            </clipPath>
          ))}
        </defs>
        {[...side, layout.centre].map((plate) => (
          <g
            class={plate === layout.centre ? undefined : styles.side}
            data-board={plate.board}
            clip-path={`url(#${id}-${plate.board})`}
          >
            <g transform={placing(layout, plate)}>
              <Squares layout={layout} plate={plate} coordinates={where === "inside"} />
              {plate === layout.centre && !small && (
                <Cells
                  layout={layout}
                  state={state}
                  selected={input.selected}
                  targets={input.targets}
                  own={input.own}
                  cursor={input.cursor}
                />
              )}
              {plate === layout.centre && (
                <Highlights props={props} layout={layout} input={input} glow={glow} previewed={previewed} />
              )}
              <Pieces
                layout={layout}
                pieces={state.pieces}
                made={made}
                motion={motion}
                leaving={running}
                lifted={input.drag?.from ?? null}
                real={plate === layout.centre}
              />
              {plate === layout.centre && motion && running && <Glint layout={layout} motion={motion} />}
            </g>
          </g>
        ))}
        <Seams layout={layout} names={!small} wraps={info.wraps} />
        <g class={styles.above}>
          {!previewed && <Landings layout={layout} targets={input.targets} />}
          <Arrows layout={layout} arrows={props.arrows} drawings={drawings.shown} />
          {previewed && (
            <Preview
              layout={layout}
              state={state}
              move={previewed}
              seam={info.wraps}
              held={input.drag !== null}
              glow={glow}
            />
          )}
          {input.drag && (
            <g ref={input.held}>
              <Piece letter={input.drag.letter} {...inHand(input.drag.touch)} />
            </g>
          )}
        </g>
      </svg>
      {where === "outside" && <Outside layout={layout} />}
      {input.pick && <Promotion layout={layout} pick={input.pick} onPick={input.play} onLook={setLooked} onDrop={input.dropPick} />}
      {!small && (
        <p class={controls.visuallyHidden} role="status">
          {drawings.said}
        </p>
      )}
      {!small && (
        <p class={controls.visuallyHidden} aria-live="polite">
          {selectedSentence(state, input.selected, input.targets)}
        </p>
      )}
    </div>
  );
}
