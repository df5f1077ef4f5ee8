// The board of the flat rule sets: one SVG with the board, and its copies in games that show them.
import { classes } from "../../style/classes";
import * as styles from "../board.module.css";
import * as controls from "../../style/controls.module.css";
import * as outsideStyles from "./outside.module.css";
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { wingFiles, wings } from "../../settings/board";
import { coordinates } from "../../settings/look";
import { useSetting } from "../../settings/settings";
import { BoardFrame } from "../BoardFrame";
import { Caption } from "../Caption";
import { Figure } from "../Figure";
import { Piece } from "../Piece";
import type { MoveInfo, VariantInfo, Colour, State } from "../../wire.gen";
import type { BoardProps } from "../types";
import { useDrawings } from "../useDrawings";
import { describeSelection, describeSquare } from "../describe";
import { Arrows } from "./Arrows";
import { hasCopies, layoutOf, middleOf, slid, stacks, unit, wingFor, type Layout } from "./layout";
import { Landings, Highlights, LastMove, Warnings } from "./Highlights";
import { spawnedSquares } from "./motion";
import { Glint, Pieces } from "./Pieces";
import { Preview } from "./Preview";
import { Promotion } from "./Promotion";
import { strongestFirst } from "./promotions";
import { SeamGrips } from "./SeamGrips";
import { labelled, rankOf, Seams, Squares } from "./Squares";
import { useMotion } from "./useMotion";
import { useMoveInput, type MoveInput } from "./useMoveInput";
import { quietRow, slideFor } from "./ways";
import { memo } from "preact/compat";
import { colourOf, type Kinds } from "../pieces";

/**
 * Returns the number of files shown of each side board (wingFor), whether two planes are stacked, the available
 * space (0 if it does not matter), refs for the elements that measure it, and a setter for the number of files during a
 * drag.
 */
function useWing(info: VariantInfo, small: boolean, barred: boolean) {
  const [width, height] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const [choice] = useSetting(wings);
  const [own] = useSetting(wingFiles);
  const [dragged, setDragged] = useState<number | null>(null);
  const [room, setRoom] = useState({ width: 0, height: 0 });
  const several = hasCopies(info);
  const shape = info.shape ?? { files: 8, ranks: 8 };
  const planes = (shape.planes ?? 1) > 1;
  const large = Math.max(shape.files, shape.ranks) > 8; // others have squares that are large enough
  useLayoutEffect(() => {
    const [across, down] = [width.current, height.current ?? width.current];
    if ((!several && !planes && !large) || !across || !down) return;
    const measure = () => {
      const next = { width: across.clientWidth - (barred ? 30 : 0), height: down.clientHeight };
      setRoom((now) => (now.width === next.width && now.height === next.height ? now : next));
    };
    // The observer measures before the first paint, when the layout is known anyway.
    const observer = new ResizeObserver(measure);
    observer.observe(across);
    observer.observe(down);
    return () => observer.disconnect();
  }, [several, planes, large, barred]);
  // A card shows the typical view of the game, regardless of the user's settings.
  const wing = small
    ? info.boards > 1
      ? room.width >= 840
        ? 8
        : room.width >= 480
          ? 3
          : 2
      : room.width >= 480
        ? 1
        : 0.5
    : (dragged ?? wingFor({ ...room, choice, own }, shape.files, shape.ranks, info.boards > 1));
  return {
    wing: several ? wing : 0,
    stacked: !small && stacks(shape, room),
    space: room,
    room: { width, height },
    setDragged,
  };
}

/** The size of squares, in pixels, below which coordinates inside the squares would be covered by pieces. */
const legible = 28;

/** Reports whether a board's squares are too small for coordinates inside them. */
function cramped(layout: Layout, space: { width: number; height: number }): boolean {
  const square = Math.min(space.width / layout.width, space.height / layout.height) * unit;
  return space.width > 0 && square < legible;
}

/** The delay, in milliseconds, before the view slides under a resting mouse. */
const rest = 280;

/** Slides the view to show a move's path: immediately for keys and touch, after a delay for a mouse. */
function useSlide(target: number, by: MoveInput["by"], slide: number, setSlide: (files: number) => void): void {
  useEffect(() => {
    if (target === slide) return;
    if (target === 0 || by.current !== "mouse") {
      setSlide(target);
      return;
    }
    const timer = setTimeout(() => setSlide(target), rest);
    return () => clearTimeout(timer);
  }, [target, slide]);
}

/**
 * Returns the offset from the pointer and the size of a dragged piece. On touch screens it is raised and
 * enlarged, so that the finger does not hide it.
 */
function inHand(touch: boolean) {
  return touch ? { x: -85, y: -150, size: 170 } : { x: -55, y: -55, size: 110 };
}

/** Draws a board. An `empty` board is a plain area without squares and pieces, which costs little to draw. */
export function FlatBoard(props: BoardProps & { empty?: boolean }) {
  const { info, state, step, flip = false, small = false, empty = false } = props;
  const svg = useRef<SVGSVGElement>(null);
  const id = useId();
  const { wing, stacked, space, room, setDragged } = useWing(info, small, props.gauge !== undefined);
  const still = useMemo(() => layoutOf(info, flip, wing, stacked), [info, flip, wing, stacked]);
  const [slide, setSlide] = useState(0);
  const layout = useMemo(() => slid(still, slide), [still, slide]);
  const input = useMoveInput(props, layout, svg);
  const [chosen] = useSetting(coordinates);
  const where = small ? "off" : chosen === "inside" && cramped(still, space) ? "outside" : chosen;
  const drawings = useDrawings(props, input.hit);
  const { motion, running } = useMotion(state, step, still, input.dropped);
  const made = useMemo(() => spawnedSquares(step), [step]);
  const [looked, setLooked] = useState<MoveInfo | null>(null);
  const offered = input.pick ? input.pick.moves : input.hovered ? input.targets.get(input.hovered) : undefined;
  const previewed = offered?.find((move) => move === looked) ?? (offered && strongestFirst(offered)[0]);
  // The view does not slide while a piece is dragged.
  useSlide(previewed && !input.drag ? slideFor(still, previewed.ways?.[0]) : 0, input.by, slide, setSlide);
  const glow = `${id}-glow`;
  const side = layout.plates.filter((plate) => plate !== layout.centre);

  const picture = (
    <svg
      ref={svg}
      class={styles.flat}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      role={small ? "img" : "grid"}
      aria-label={props.label ?? info.title}
      {...(small ? {} : input.handlers)}
    >
      {empty ? (
        <rect class={styles.ground} width="100%" height="100%" />
      ) : (
        <>
          <defs>
            <radialGradient id={glow}>
              <stop class={styles.glowIn} offset="0.35" />
              <stop class={styles.glowOut} offset="1" />
            </radialGradient>
            {layout.plates.map((plate) => (
              <clipPath id={`${id}-${plate.board}`}>
                <rect x={plate.x} y={plate.y} width={plate.width} height={plate.height} />
              </clipPath>
            ))}
          </defs>
          <g
            class={styles.strip}
            data-slid={slide || undefined}
            style={slide ? { transform: `translateX(${-layout.left}px)` } : undefined}
          >
            {[...side, layout.centre].map((plate) => (
              <g
                class={plate === layout.centre ? undefined : styles.side}
                data-board={plate.board}
                clip-path={`url(#${id}-${plate.board})`}
              >
                <g transform={`translate(${plate.x} ${plate.y})`}>
                  <Squares layout={still} plate={plate} coordinates={where === "inside"} wraps={info.wraps} />
                  {plate === layout.centre && !small && (
                    <Cells
                      layout={still}
                      state={state}
                      kinds={info.kinds}
                      selected={input.selected}
                      targets={input.targets}
                      own={input.own}
                      cursor={input.cursor}
                    />
                  )}
                  <LastMove layout={still} copy={plate.copy} step={step} />
                  <Warnings layout={still} copy={plate.copy} premove={props.premove} checked={state.checked} />
                  {plate === layout.centre && (
                    <Highlights layout={layout} input={input} glow={glow} previewed={previewed} />
                  )}
                  <Pieces
                    layout={still}
                    copy={plate.copy}
                    pieces={state.pieces}
                    made={made}
                    motion={motion}
                    leaving={running}
                    lifted={input.drag?.from ?? null}
                    real={plate === layout.centre}
                  />
                  {plate === layout.centre && motion && running && <Glint layout={still} motion={motion} />}
                </g>
              </g>
            ))}
            {still.planes.map((plane) => (
              <Seams
                key={plane.name}
                layout={still}
                plane={plane}
                wraps={info.wraps}
                ends={info.shape?.ends !== undefined}
              />
            ))}
            <g class={styles.above}>
              {!previewed && <Landings layout={layout} targets={input.targets} />}
              {[...(props.figures ?? [])].map(([square, text]) => {
                const middle = middleOf(layout, square);
                return middle && <Figure key={square} square={square} text={text} {...middle} />;
              })}
              <Arrows layout={layout} arrows={props.arrows} drawings={drawings.shown} />
              {previewed && (
                <Preview
                  layout={layout}
                  state={state}
                  move={previewed}
                  seam={info.wraps || layout.turns}
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
          </g>
        </>
      )}
    </svg>
  );
  const ratio = layout.width / layout.height;
  if (small) {
    return (
      <div class={classes(styles.board, styles.small)} ref={room.width} style={{ "--board-ratio": String(ratio) }}>
        {picture}
      </div>
    );
  }
  return (
    <BoardFrame
      {...props}
      ratio={ratio}
      wing={(layout.wing * unit) / layout.width}
      room={room}
      outside={where === "outside"}
    >
      <div
        class={classes(styles.board, where === "outside" && styles.outside)}
        data-own-keys
        {...input.focus}
        {...drawings.handlers}
      >
        {picture}
        {where === "outside" && <Outside layout={layout} />}
        {input.pick && (
          <Promotion layout={layout} pick={input.pick} onPick={input.play} onLook={setLooked} onDrop={input.dropPick} />
        )}
        {input.shown && previewed && !input.pick && (
          <Caption
            move={previewed}
            choice={(offered?.length ?? 0) > 1}
            down={(layout.centre.y + (quietRow(layout, previewed) + 0.5) * unit) / layout.height}
          />
        )}
        {layout.plates.length > 1 && layout.plates.some(({ copy }) => copy.right !== 0) && slide === 0 && (
          <SeamGrips layout={layout} onDrag={setDragged} onPress={input.press} />
        )}
        <p class={controls.visuallyHidden} role="status">
          {drawings.announcement}
        </p>
        <p class={controls.visuallyHidden} aria-live="polite">
          {describeSelection(state, input.selected, input.targets, info.kinds)}
        </p>
      </div>
    </BoardFrame>
  );
}

/** File letters and rank numbers next to the board instead of on it. */
function Outside({ layout }: { layout: Layout }) {
  const { files, ranks } = labelled(layout);
  // Two planes share the letters below them, or the numbers next to them.
  const first = ({ plane }: { plane: number }) => plane === 0;
  const share = (part: number, whole: number) => `${(part / whole) * 100}%`;
  /** Returns the current x position of a square's centre, relative to the view. */
  const across = (name: string) => (middleOf(layout, name)?.x ?? 0) - layout.left;
  return (
    <div class={outsideStyles.outside} aria-hidden="true" data-coordinates="outside">
      {files
        .filter((cell) => !layout.stacked || first(cell))
        .filter(({ name }) => across(name) > 0 && across(name) < layout.width)
        .map(({ name }) => (
          <span key={name} class={outsideStyles.file} style={{ left: share(across(name), layout.width) }}>
            {name.slice(0, 1)}
          </span>
        ))}
      {ranks
        .filter((cell) => layout.stacked || first(cell))
        .map(({ name }) => (
          <span
            key={name}
            class={outsideStyles.rank}
            style={{ top: share(middleOf(layout, name)?.y ?? 0, layout.height) }}
          >
            {rankOf(name)}
          </span>
        ))}
    </div>
  );
}

interface Props {
  layout: Layout;
  state: State;
  kinds: Kinds;
  selected: string | null;
  targets: ReadonlyMap<string, MoveInfo[]>;
  own: Colour | null;
  cursor: string;
}

/** The squares as a grid for pointers, keyboard and screen readers. */
const Cells = memo(function Cells({ layout, state, kinds, selected, targets, own, cursor }: Props) {
  const live = (square: string) => {
    const letter = state.pieces[square];
    return targets.has(square) || (letter !== undefined && colourOf(letter) === own);
  };
  return (
    <g>
      {layout.rows.map((row) => (
        <g role="row">
          {row.map(({ name, column, row: down }) => (
            <rect
              role="gridcell"
              class={classes(styles.cell, live(name) && styles.live)}
              data-square={name}
              x={column * unit}
              y={down * unit}
              width={unit}
              height={unit}
              tabindex={name === cursor ? 0 : -1}
              aria-label={describeSquare(name, state, name, selected, targets.get(name), kinds)}
              aria-selected={name === selected}
            />
          ))}
        </g>
      ))}
    </g>
  );
});
