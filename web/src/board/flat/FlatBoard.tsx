// The board of the flat rule sets: one SVG, with one board or three in a row.
import "../board.css";
import { useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";
import { Piece } from "../Piece";
import type { BoardProps } from "../types";
import { Cells } from "./Cells";
import type { Layout, Wings } from "./layout";
import { layoutOf, unit, wingsFor } from "./layout";
import { Lying } from "./Lying";
import { Promotion } from "./Promotion";
import { placing, Squares } from "./Squares";
import { usePlay } from "./usePlay";
import { chosenSentence } from "./words";

/** How much of the side boards there is room for. */
function useWings(box: RefObject<HTMLDivElement | null>, boards: number): Wings {
  const [wings, setWings] = useState(() => wingsFor(Infinity));
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || boards < 2) return;
    const measure = () => {
      const next = wingsFor(element.clientWidth);
      setWings((now) => (now.files === next.files && now.scale === next.scale ? now : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, boards]);
  return wings;
}

export function FlatBoard(props: BoardProps) {
  const { info, state, flip = false, small = false } = props;
  const box = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const id = useId();
  const wings = useWings(box, info.boards);
  const layout = useMemo(() => layoutOf(info, flip, wings, small), [info, flip, wings, small]);
  const play = usePlay(props, layout, svg);
  const side = layout.plates.filter((plate) => plate !== layout.centre);

  return (
    <div
      class={small ? "board small" : "board"}
      ref={box}
      style={{ "--board-ratio": String(layout.width / layout.height) }}
    >
      <svg
        ref={svg}
        class="flat"
        viewBox={`0 0 ${layout.width} ${layout.height}`}
        role={small ? "img" : "grid"}
        aria-label={props.label ?? info.title}
        {...(small ? {} : play.handlers)}
      >
        <defs>
          <radialGradient id={`${id}-glow`}>
            <stop class="glow-in" offset="0.35" />
            <stop class="glow-out" offset="1" />
          </radialGradient>
          {layout.plates.map((plate) => (
            <clipPath id={`${id}-${plate.board}`}>
              <rect x={plate.x} y={layout.top} width={plate.width} height={layout.ranks * unit} />
            </clipPath>
          ))}
        </defs>
        {[...side, layout.centre].map((plate) => (
          <g
            class={plate === layout.centre ? "plate" : "plate side"}
            data-board={plate.board}
            clip-path={`url(#${id}-${plate.board})`}
          >
            <g transform={placing(layout, plate)}>
              <Squares layout={layout} plate={plate} coordinates={!small} />
              {plate === layout.centre && !small && <Cells layout={layout} state={state} play={play} />}
              {plate === layout.centre && <Lying props={props} layout={layout} play={play} glow={`${id}-glow`} />}
              <Standing layout={layout} pieces={state.pieces} real={plate === layout.centre} />
            </g>
          </g>
        ))}
      </svg>
      {play.pick && <Promotion layout={layout} pick={play.pick} onPick={play.play} onDrop={play.dropPick} />}
      {!small && (
        <p class="unseen" aria-live="polite">
          {chosenSentence(state, play.chosen, play.targets)}
        </p>
      )}
    </div>
  );
}

function Standing({ layout, pieces, real }: { layout: Layout; pieces: Record<string, string>; real: boolean }) {
  return (
    <g class="pieces">
      {Object.entries(pieces).map(([square, letter]) => {
        const cell = layout.squares.get(square);
        if (!cell) return null;
        const marks = real ? { "data-piece": letter, "data-square": square } : {};
        return (
          <g key={`${square}${letter}`} {...marks}>
            <Piece letter={letter} x={cell.column * unit} y={cell.row * unit} />
          </g>
        );
      })}
    </g>
  );
}
