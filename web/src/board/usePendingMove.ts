// A position may be there before its moves are: the rules are on their way. What
// a hand does on the board meanwhile is not lost.
import { useEffect, useState } from "preact/hooks";
import { resolvePremove } from "./premove";
import type { BoardProps, Premove } from "./types";

/**
 * Holds a move that is played before anybody knows whether it can be, as a move in advance is held, and plays it
 * when that is known.
 */
export function usePendingMove(props: BoardProps): BoardProps {
  const { state, movable, onMove, onAsk } = props;
  const [held, hold] = useState<(Premove & { key: string }) | null>(null);
  const mine = !props.small && onMove !== undefined && (movable === "both" || movable === state.turn);
  const unknown = mine && state.moves.length === 0 && !state.outcome.result;
  const here = held?.key === state.key;
  useEffect(() => {
    if (!held || (here && unknown)) return;
    hold(null);
    const move = here && mine ? resolvePremove(held, state) : undefined;
    if (move) onMove?.(move);
    else if (here && mine) onAsk?.(held.from, held.to);
  }, [held, state, mine]);
  if (!unknown) return props;
  return {
    ...props,
    movable: state.turn,
    premove: here ? held : null,
    onPremove: (premove) => hold(premove && { ...premove, key: state.key }),
    premoves: undefined,
  };
}
