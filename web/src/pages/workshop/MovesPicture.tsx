// A small picture of the moves of a piece in the middle of an empty board: dots for moves without capture, rings for
// captures that it cannot also make as moves.
import * as board from "./board.module.css";
import { useMemo } from "preact/hooks";
import { Piece } from "../../board/Piece";
import type { Rules } from "../../rules/rules";
import { squareName } from "./draft";

const size = 7;
const middle = squareName(size >> 1, size >> 1);

/** Returns a definition of a game in which a piece stands alone in the middle, or among pieces that it can capture. */
function definition(letter: string, move: string, alone: boolean): string {
  const full = `${letter === "n" ? "r" : "n"}`.repeat(size);
  const row = (at: number) => {
    const half = size >> 1;
    if (at !== half) return alone ? String(size) : full;
    const side = alone ? String(half) : full.slice(0, half);
    return side + letter.toUpperCase() + side;
  };
  const placement = Array.from({ length: size }, (_, at) => row(at)).join("/");
  return JSON.stringify({
    name: "moves",
    study: true,
    start: `${placement} w - - 0 1`,
    castling: false,
    royal: letter === "q" ? "k" : "q", // no piece on this board, so that nothing is a check
    promotes: "r",
    board: { files: size, ranks: size },
    pieces: { [letter]: move },
  });
}

/** Returns the squares that a piece can go to; empty if its moves are not valid. */
function targets(rules: Rules, letter: string, move: string, alone: boolean): string[] {
  try {
    const text = definition(letter, move, alone);
    const found = rules.define({ text });
    if (!found.info) return [];
    const { moves } = rules.state({ variant: found.definition, study: true });
    return moves.flatMap(({ from, to }) => (from === middle && to ? [to] : []));
  } catch {
    return [];
  }
}

interface Props {
  rules: Rules;
  letter: string;
  move: string;
  label: string;
}

export function MovesPicture({ rules, letter, move, label }: Props) {
  const { quiet, captures } = useMemo(() => {
    const quiet = new Set(targets(rules, letter, move, true));
    return { quiet, captures: targets(rules, letter, move, false).filter((square) => !quiet.has(square)) };
  }, [rules, letter, move]);
  const at = (square: string) => ({
    cx: (square.charCodeAt(0) - 97) * 100 + 50,
    cy: (size - Number(square.slice(1))) * 100 + 50,
  });
  const dark = Array.from({ length: size * size }, (_, i) => [i % size, Math.floor(i / size)] as const)
    .filter(([x, y]) => (x + y) % 2 === 0)
    .map(([x, y]) => `M${x * 100} ${y * 100}h100v100h-100z`)
    .join("");
  const half = (size >> 1) * 100;
  return (
    <svg
      class={board.moves}
      viewBox={`0 0 ${size * 100} ${size * 100}`}
      role="img"
      aria-label={`${label}: ${[...quiet, ...captures].join(", ")}`}
    >
      <rect class={board.light} width={size * 100} height={size * 100} />
      <path class={board.shade} d={dark} />
      {[...quiet].map((square) => (
        <circle key={square} class={board.quiet} {...at(square)} r={20} data-move={square} />
      ))}
      {captures.map((square) => (
        <circle key={square} class={board.capture} {...at(square)} r={34} data-capture={square} />
      ))}
      <Piece letter={letter.toUpperCase()} x={half} y={half} />
    </svg>
  );
}
