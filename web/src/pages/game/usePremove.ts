// A move chosen in advance: it is played the moment it can be.
import { useEffect, useState } from "preact/hooks";
import type { Premove } from "../../board/types";
import type { MoveInfo, State } from "../../rules/types";

/** The move that was meant; a pawn that may be promoted becomes the strongest. */
export function meantBy(premove: Premove, state: State): MoveInfo | undefined {
  const fitting = state.moves.filter((each) => each.from === premove.from && each.to === premove.to);
  return fitting.find((each) => each.move.endsWith("q")) ?? fitting[0];
}

/** Holds the premove, and plays or drops it when the turn comes. */
export function usePremove(state: State, myTurn: boolean, over: boolean, play: (move: MoveInfo) => void) {
  const [premove, setPremove] = useState<Premove | null>(null);
  useEffect(() => {
    if (!premove || !(myTurn || over)) return;
    setPremove(null);
    const move = over ? undefined : meantBy(premove, state);
    if (move) play(move);
  }, [premove, state, myTurn, over]);
  return [premove, setPremove] as const;
}
