// A move chosen in advance: it is played the moment it can be.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Premove } from "../../board/types";
import type { Rules } from "../../rules/rules";
import type { MoveInfo, State } from "../../wire.gen";

/** Whether a move castles with the rook on a square. */
function castlesWith(move: MoveInfo, rook: string): boolean {
  return move.changes.some((change) => change.effect === "castles" && change.from === rook && change.from !== move.from);
}

/** The move that was meant: a pawn that may be promoted becomes the strongest, and a king that is sent onto its rook castles. */
export function resolvePremove(premove: Premove, state: State): MoveInfo | undefined {
  const own = state.moves.filter((each) => each.from === premove.from);
  const fitting = own.filter((each) => each.to === premove.to);
  return fitting.find((each) => each.move.endsWith("q")) ?? fitting[0] ?? own.find((each) => castlesWith(each, premove.to));
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

const nowhere: readonly string[] = [];

/** Where each piece could go after the opponent's move. The rules are asked when a piece is first chosen. */
export function usePremoves(rules: Pick<Rules, "premoves">, state: State, waiting: boolean): ((from: string) => readonly string[]) | undefined {
  return useMemo(() => {
    if (!waiting) return undefined;
    let found: Record<string, string[]> | undefined;
    return (from) => {
      const { variant, position, study } = state;
      found ??= rules.premoves({ variant, position, study });
      return found[from] ?? nowhere;
    };
  }, [rules, state, waiting]);
}
