// Asks which of several moves is meant: the piece a pawn becomes, a level, or
// how a board is to stand.
import { useEffect, useRef } from "preact/hooks";
import { PieceIcon } from "../Piece";
import type { MoveInfo } from "../../rules/types";
import { promotion } from "./moves";
import { distinction } from "./words";

export interface PickerProps {
  moves: MoveInfo[];
  onPick: (move: MoveInfo) => void;
  onCancel: () => void;
  style?: { left?: string; top?: string };
}

export function Picker({ moves, onPick, onCancel, style }: PickerProps) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => root.current?.querySelector("button")?.focus(), []);
  const becomes = moves.every((m) => promotion(m));
  const plain = becomes && moves.length <= 4;
  return (
    <div
      ref={root}
      class="space-picker"
      role="group"
      aria-label={becomes ? "What the pawn becomes" : "Which move is meant"}
      style={style}
      onKeyDown={(event) => {
        if (event.key === "Escape") onCancel();
        const step = ["ArrowRight", "ArrowDown"].includes(event.key) ? 1 : ["ArrowLeft", "ArrowUp"].includes(event.key) ? -1 : 0;
        const buttons = [...(root.current?.querySelectorAll("button") ?? [])];
        const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
        if (!step || at < 0) return;
        event.preventDefault();
        buttons[(at + step + buttons.length) % buttons.length]?.focus();
      }}
    >
      {moves.map((move) => {
        const into = promotion(move)?.into;
        const words = distinction(move, moves);
        return (
          <button key={move.move} type="button" title={move.text} aria-label={words} data-move={move.move} onClick={() => onPick(move)}>
            {into && <PieceIcon letter={into} label="" />}
            {!plain && <span>{words}</span>}
          </button>
        );
      })}
    </div>
  );
}
