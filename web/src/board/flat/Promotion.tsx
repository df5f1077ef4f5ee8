// The promotion choice, at the target square.
import { classes } from "../../style/classes";
import * as styles from "../board.module.css";
import { useContext, useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../../text/text";
import type { MoveInfo } from "../../wire.gen";
import { PieceKinds } from "../GamePieces";
import { PieceIcon } from "../Piece";
import { roleOf } from "../pieces";
import type { Layout } from "./layout";
import { middleOf, unit } from "./layout";
import { letterAfter, strongestFirst } from "./promotions";
import type { Pick } from "./moveInput";

interface Props {
  layout: Layout;
  pick: Pick;
  onPick: (move: MoveInfo) => void;
  /** Called when a choice is focused or hovered. */
  onLook: (move: MoveInfo) => void;
  onDrop: () => void;
}

export function Promotion({ layout, pick, onPick, onLook, onDrop }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const kinds = useContext(PieceKinds);
  useLayoutEffect(() => list.current?.querySelector("button")?.focus(), [pick]);
  const at = middleOf(layout, pick.to);
  if (!at) return null;
  const moves = strongestFirst(pick.moves);
  const down = at.y < layout.height / 2;
  const edge = down ? at.y - unit / 2 : layout.height - at.y - unit / 2;
  const place = `${(edge / layout.height) * 100}%`;

  function onKeyDown(event: KeyboardEvent): void {
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
    const now = buttons.indexOf(event.target as HTMLButtonElement);
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (step) buttons[(now + (down ? step : -step) + buttons.length) % buttons.length]?.focus();
    else if (event.key === "Escape") onDrop();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div
      ref={list}
      class={classes(styles.promotion, !down && styles.upwards)}
      role="group"
      aria-label={t("page.board.promote", { square: pick.to })}
      style={{
        left: `${((at.x - layout.left) / layout.width) * 100}%`,
        [down ? "top" : "bottom"]: place,
        "--square": `${(unit / layout.width) * 100}cqw`,
      }}
      onKeyDown={onKeyDown}
    >
      {moves.map((move) => (
        <button
          type="button"
          aria-label={roleOf(letterAfter(move), kinds)}
          onFocus={() => onLook(move)}
          onPointerEnter={() => onLook(move)}
          onClick={() => onPick(move)}
        >
          <PieceIcon letter={letterAfter(move)} label="" />
        </button>
      ))}
    </div>
  );
}
