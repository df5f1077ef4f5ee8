// The board of the flat rule sets: one SVG, with one board or three in a row.
import * as styles from "../board.module.css";
import * as controls from "../../style/controls.module.css";
import { useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";
import { Piece } from "../Piece";
import type { MoveInfo } from "../../rules/types";
import type { BoardProps } from "../types";
import { Arrows } from "./Arrows";
import { Cells } from "./Cells";
import type { Wings } from "./layout";
import { layoutOf, unit, wingsFor } from "./layout";
import { Landings, Lying } from "./Lying";
import { madeBy } from "./motion";
import { Glint, Pieces } from "./Pieces";
import { Preview } from "./Preview";
import { Promotion } from "./Promotion";
import { placing, Seams, Squares } from "./Squares";
import { useMotion } from "./useMotion";
import { usePlay } from "./usePlay";
import { chosenSentence } from "./words";

/** How much of the side boards there is room for. */
function useWings(box: RefObject<HTMLDivElement | null>, boards: number, small: boolean): Wings {
  const [wings, setWings] = useState(() => wingsFor(Infinity));
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || boards < 2) return;
    const measure = () => {
      const next = wingsFor(element.clientWidth, small);
      setWings((now) => (now.files === next.files && now.scale === next.scale ? now : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, boards, small]);
  return wings;
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
  const wings = useWings(box, info.boards, small);
  const layout = useMemo(() => layoutOf(info, flip, wings, small), [info, flip, wings, small]);
  const play = usePlay(props, layout, svg);
  const { motion, running } = useMotion(state, step, layout, play.dropped);
  const made = useMemo(() => madeBy(step), [step]);
  const [looked, setLooked] = useState<MoveInfo | null>(null);
  const offered = play.pick ? play.pick.moves : play.pointed ? play.targets.get(play.pointed) : undefined;
  const previewed = offered?.find((move) => move === looked) ?? offered?.[0];
  const glow = `${id}-glow`;
  const side = layout.plates.filter((plate) => plate !== layout.centre);

  return (
    <div
      class={styles.board}
      data-own-keys
      ref={box}
      {...(small ? {} : play.focus)}
      style={{ "--board-ratio": String(layout.width / layout.height) }}
    >
      <svg
        ref={svg}
        class={styles.flat}
        viewBox={`0 0 ${layout.width} ${layout.height}`}
        role={small ? "img" : "grid"}
        aria-label={props.label ?? info.title}
        {...(small ? {} : play.handlers)}
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
              <Squares layout={layout} plate={plate} coordinates={!small} />
              {plate === layout.centre && !small && (
                <Cells
                  layout={layout}
                  state={state}
                  chosen={play.chosen}
                  targets={play.targets}
                  own={play.own}
                  cursor={play.cursor}
                />
              )}
              {plate === layout.centre && (
                <Lying props={props} layout={layout} play={play} glow={glow} previewed={previewed} />
              )}
              <Pieces
                layout={layout}
                pieces={state.pieces}
                made={made}
                motion={motion}
                leaving={running}
                lifted={play.drag?.from ?? null}
                real={plate === layout.centre}
              />
              {plate === layout.centre && motion && running && <Glint layout={layout} motion={motion} />}
            </g>
          </g>
        ))}
        <Seams layout={layout} names={!small} />
        <g class={styles.above}>
          {!previewed && <Landings layout={layout} targets={play.targets} />}
          <Arrows layout={layout} arrows={props.arrows} drawn={play.drawn} />
          {previewed && (
            <Preview
              layout={layout}
              state={state}
              move={previewed}
              seam={info.wraps}
              held={play.drag !== null}
              glow={glow}
            />
          )}
          {play.drag && (
            <g ref={play.held}>
              <Piece letter={play.drag.letter} {...inHand(play.drag.touch)} />
            </g>
          )}
        </g>
      </svg>
      {play.pick && <Promotion layout={layout} pick={play.pick} onPick={play.play} onLook={setLooked} onDrop={play.dropPick} />}
      {!small && (
        <p class={controls.visuallyHidden} aria-live="polite">
          {chosenSentence(state, play.chosen, play.targets)}
        </p>
      )}
    </div>
  );
}
