// The pieces of one board, including moving ones.
import { classes } from "../../style/classes";
import * as styles from "../board.module.css";
import * as motionStyles from "./motion.module.css";
import { memo } from "preact/compat";
import { Piece } from "../Piece";
import type { Copy } from "./copies";
import type { Layout } from "./layout";
import { onPlate, unit } from "./layout";
import type { Motion, Pieces as Placement } from "./motion";

interface Props {
  layout: Layout;
  /** The copy of the board on which the pieces are shown. */
  copy: Copy;
  pieces: Placement;
  made: Set<string>;
  motion: (Motion & { id: number }) | null;
  /** Whether captured pieces are still fading out. */
  leaving: boolean;
  /** The square of the dragged piece. */
  lifted: string | null;
  /** Whether this is the centre board, whose pieces have data attributes; those of the side boards have none. */
  real: boolean;
}

const enter = { slide: motionStyles.enterSlide, appear: motionStyles.enterAppear, gather: motionStyles.enterGather };
const leave = { slide: motionStyles.leaveSlide, fade: motionStyles.leaveFade, dissolve: motionStyles.leaveDissolve };

function far(dx: number, dy: number) {
  return { "--dx": `${dx}px`, "--dy": `${dy}px` };
}

export const Pieces = memo(function Pieces({ layout, copy, pieces, made, motion: any, leaving, lifted, real }: Props) {
  // Motion is computed for a board with its files and ranks in order, so it is not shown on turned or shifted copies.
  const motion = copy.filesTurned || copy.ranksTurned || copy.shift ? null : any;
  const place = (square: string) => {
    const cell = layout.squares.get(square);
    if (!cell) return undefined;
    const { column, row } = onPlate(layout, copy, cell);
    return { x: column * unit, y: row * unit };
  };
  // Moving pieces are drawn last, above the others.
  const standing = Object.entries(pieces).sort(
    ([a], [b]) => Number(motion?.entries.has(a) ?? false) - Number(motion?.entries.has(b) ?? false),
  );
  return (
    <g class={styles.pieces}>
      {leaving &&
        motion?.leaving.map((piece, i) => {
          const at = place(piece.square);
          return (
            at && (
              <g key={`${motion.id}-${i}`} class={leave[piece.how]} style={far(piece.dx, piece.dy)}>
                <Piece letter={piece.letter} {...at} />
              </g>
            )
          );
        })}
      {standing.map(([square, letter]) => {
        const at = place(square);
        if (!at) return null;
        const entry = motion?.entries.get(square);
        return (
          <g
            key={entry ? `${square}${letter}${motion?.id}` : `${square}${letter}`}
            class={entry ? enter[entry.how] : square === lifted ? motionStyles.lifted : undefined}
            style={entry && far(entry.dx, entry.dy)}
            data-piece={real ? letter : undefined}
            data-square={real ? square : undefined}
            data-made={real && made.has(square) ? true : undefined}
          >
            <Piece letter={letter} made={made.has(square)} {...at} />
          </g>
        );
      })}
    </g>
  );
});

/**
 * A light that runs from a landing square to its reflection when a piece appears at the reflection or goes on to it.
 */
export function Glint({ layout, motion }: { layout: Layout; motion: Motion & { id: number } }) {
  const { reflection } = motion;
  const from = reflection && layout.squares.get(reflection.from);
  const to = reflection && layout.squares.get(reflection.to);
  if (!from || !to) return null;
  const [x, y] = [(to.column + 0.5) * unit, (to.row + 0.5) * unit];
  const line = { d: `M${(from.column + 0.5) * unit} ${(from.row + 0.5) * unit}L${x} ${y}`, pathLength: 1 };
  return (
    <g
      key={motion.id}
      class={classes(motionStyles.glint, reflection.how === "appear" ? motionStyles.appear : motionStyles.gather)}
      aria-hidden="true"
    >
      <path class={classes(motionStyles.glintLine, motionStyles.edge)} {...line} />
      <path class={motionStyles.glintLine} {...line} />
      <path
        class={motionStyles.glintStar}
        style={{ "--x": `${x + 20}px`, "--y": `${y - 24}px` }}
        d="M0 -44C2 -9 9 -2 44 0C9 2 2 9 0 44C-2 9 -9 2 -44 0C-9 -2 -2 -9 0 -44Z"
      />
    </g>
  );
}
