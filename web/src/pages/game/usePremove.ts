// A move chosen in advance: it is played the moment it can be.
import { useEffect, useState } from "preact/hooks";
import type { Premove } from "../../board/types";
import type { MoveInfo, State } from "../../wire.gen";

/** The move that was meant; a pawn that may be promoted becomes the strongest. */
export function resolvePremove(premove: Premove, state: State): MoveInfo | undefined {
  const fitting = state.moves.filter((each) => each.from === premove.from && each.to === premove.to);
  return fitting.find((each) => each.move.endsWith("q")) ?? fitting[0];
}

/**
 * Holds the premove, and plays it after the one move of the opponent that it
 * waits for. Whatever else happens, such as a takeback, drops it.
 */
export function usePremove(state: State, ply: number, myTurn: boolean, over: boolean, play: (move: MoveInfo) => void) {
  const [held, hold] = useState<{ premove: Premove; ply: number } | null>(null);
  useEffect(() => {
    if (!held || (held.ply === ply && !over)) return;
    hold(null);
    const move = myTurn && ply === held.ply + 1 ? resolvePremove(held.premove, state) : undefined;
    if (move) play(move);
  }, [held, state, ply, myTurn, over]);
  const setPremove = (premove: Premove | null) => hold(premove && { premove, ply });
  return [held?.premove ?? null, setPremove] as const;
}
