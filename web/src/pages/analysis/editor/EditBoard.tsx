// The squares of a position being set up, level by level.
import { classes } from "../../../style/classes";
import * as styles from "./editor.module.css";
import { useState } from "preact/hooks";
import { PieceIcon } from "../../../board/Piece";
import { lettersOf, nameOf } from "../../../board/pieces";
import { t } from "../../../text/text";
import type { SquareInfo, VariantInfo } from "../../../wire.gen";
import { type Draft, rows, width } from "./draft";

interface Props {
  info: VariantInfo;
  draft: Draft;
  level: string;
  /** The square of the piece picked up to be moved; empty if there is none. */
  held: string;
  onPress: (square: string) => void;
  onPut: (square: string, letter: string) => void;
  onCarry: (event: PointerEvent, letter: string, from: string) => void;
}

const steps: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** One level as a grid of buttons. Arrow keys move the focus, letters place pieces, Delete removes them. */
export function EditLevel({ info, draft, level, held, onPress, onPut, onCarry }: Props) {
  const lines = rows(info, level);
  const all = lines.flat();
  const [at, setAt] = useState(all[0]?.name ?? "");
  const stop = all.some((square) => square.name === at) ? at : all[0]?.name;

  const key = (event: KeyboardEvent, square: SquareInfo) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = steps[event.key];
    const here = event.currentTarget as HTMLElement;
    if (step) {
      event.preventDefault();
      // One more step leads over the gap between two planes.
      const next = [1, 2]
        .map((n) => all.find((one) => one.x === square.x + n * step[0] && one.y === square.y + n * step[1]))
        .find((one) => one !== undefined);
      if (!next) return;
      setAt(next.name);
      here.closest("[role=grid]")?.querySelector<HTMLElement>(`[data-edit="${next.name}"]`)?.focus();
    } else if (lettersOf(info.kinds).includes(event.key.toLowerCase())) {
      event.preventDefault();
      onPut(square.name, event.key);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      onPut(square.name, "");
    }
  };

  return (
    <div
      class={classes(styles.level, !level && styles.full)}
      role="grid"
      aria-label={level ? t("page.analysis.level", { level }) : t("page.analysis.board")}
      style={{ "--files": info.shape ? width(info.shape) : (lines[0]?.length ?? 8), "--ranks": lines.length }}
    >
      {lines.map((row) => (
        <div role="row" class={styles.row}>
          {row.map((square) => {
            const piece = draft.pieces[square.name] ?? "";
            return (
              <button
                type="button"
                role="gridcell"
                class={classes(styles.square, square.dark && styles.dark, held === square.name && styles.held)}
                key={square.name}
                style={level ? undefined : { gridColumn: square.x + 1 }}
                data-edit={square.name}
                data-name={piece ? undefined : level ? square.name.slice(0, 2) : square.name}
                tabIndex={square.name === stop ? 0 : -1}
                aria-label={`${square.name}, ${piece ? nameOf(piece, info.kinds) : t("page.analysis.empty")}`}
                onClick={() => onPress(square.name)}
                onKeyDown={(event) => key(event, square)}
                onFocus={() => setAt(square.name)}
                onPointerDown={(event) => onCarry(event, piece, square.name)}
              >
                {piece && <PieceIcon letter={piece} label="" />}
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}
