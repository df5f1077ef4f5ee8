// A premove, played after the opponent's move if it is then legal.
import { useEffect, useMemo, useState } from "preact/hooks";
import { resolvePremove } from "../../board/premove";
import type { Premove } from "../../board/types";
import type { Rules } from "../../rules/rules";
import type { MoveInfo, State } from "../../wire.gen";

/**
 * Holds the premove, and plays it after the opponent's next move. Any other change, such as a takeback,
 * cancels it.
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

const noSquares: readonly string[] = [];

/**
 * Returns the squares each piece could reach after the opponent's move. They are computed when a piece is
 * first selected.
 */
export function usePremoves(
  rules: Pick<Rules, "premoves">,
  state: State,
  waiting: boolean,
): ((from: string) => readonly string[]) | undefined {
  return useMemo(() => {
    if (!waiting) return undefined;
    let found: Record<string, string[]> | undefined;
    return (from) => {
      const { variant, position, study } = state;
      found ??= rules.premoves({ variant, position, study });
      return found[from] ?? noSquares;
    };
  }, [rules, state, waiting]);
}
