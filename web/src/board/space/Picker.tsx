// Lets the user choose between several moves: the promotion piece, a level, or a board's orientation.
import { classes } from "../../style/classes";
import * as styles from "./picker.module.css";
import * as closedStyles from "./closed.module.css";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../../text/text";
import { PieceIcon } from "../Piece";
import type { MoveInfo } from "../../wire.gen";
import { promotion, rank } from "./moves";
import { distinction } from "./text";

export interface PickerProps {
  moves: MoveInfo[];
  onPick: (move: MoveInfo) => void;
  onCancel: () => void;
  /** The preferred centre, as percentages of the element underneath. */
  style?: { "--x": string; "--y": string };
}

export function Picker({ moves, onPick, onCancel, style }: PickerProps) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => root.current?.querySelector("button")?.focus(), []);
  const becomes = moves.every((m) => promotion(m));
  const plain = becomes && moves.length <= 4;
  // Queen first, rotated boards last.
  const sorted = [...moves].sort((a, b) => rank(a) - rank(b));
  return (
    <div
      ref={root}
      class={classes(styles.picker, plain && styles.plain)}
      role="group"
      aria-label={becomes ? t("page.board.what-the-pawn-becomes") : t("page.board.which-move-is-meant")}
      style={{ ...style, "--height": `${(plain ? 2 : moves.length) * 52 + 16}px` }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onCancel();
        const step = ["ArrowRight", "ArrowDown"].includes(event.key)
          ? 1
          : ["ArrowLeft", "ArrowUp"].includes(event.key)
            ? -1
            : 0;
        const buttons = [...(root.current?.querySelectorAll("button") ?? [])];
        const at = buttons.indexOf(event.target as HTMLButtonElement);
        if (!step || at < 0) return;
        event.preventDefault();
        buttons[(at + step + buttons.length) % buttons.length]?.focus();
      }}
    >
      {sorted.map((move) => {
        const into = promotion(move)?.into;
        const words = distinction(move, moves);
        return (
          <button
            key={move.move}
            type="button"
            title={move.text}
            aria-label={words}
            data-move={move.move}
            onClick={() => onPick(move)}
          >
            {into && <PieceIcon letter={into} label="" />}
            {!plain && <span>{words}</span>}
          </button>
        );
      })}
    </div>
  );
}

/**
 * A note next to a pin that explains why the pin is closed. Screen readers get the text from the mark's name or the
 * status bar.
 */
export function Note({ text, style }: { text: string; style?: { "--x": string; "--y": string } }) {
  const low = style ? parseFloat(style["--y"]) > 60 : false;
  return (
    <p class={classes(closedStyles.note, low && closedStyles.above)} style={style} aria-hidden="true" data-note>
      {text}
    </p>
  );
}
