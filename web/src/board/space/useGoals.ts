// Where the selected board may not go, and why, according to the rules.
import { useMemo } from "preact/hooks";
import type { BoardGoal, State } from "../../wire.gen";
import { sentence } from "../../rules/text";
import { useRules } from "../../rules/useRules";

/** A pin that is closed to the selected board. */
export interface ClosedPin {
  pin: string;
  /** Other pins are never reachable in one move; their reason is shown on request. */
  neighbour: boolean;
  code: string;
  /** The reason, as a sentence. */
  why: string;
}

const none: ReadonlyMap<string, ClosedPin> = new Map();

/** The pins that are closed to the board on a pin; empty until the rules are loaded. */
export function useGoals(state: State, pin: string | null): ReadonlyMap<string, ClosedPin> {
  const { rules } = useRules();
  return useMemo(() => {
    if (!rules || !pin) return none;
    const { variant, position, study } = state;
    try {
      return closedPins(rules.board({ variant, position, study, pin }).goals);
    } catch {
      // A board that has just left has no answer; the next state brings one.
      return none;
    }
  }, [rules, state, pin]);
}

/** The pins a board may not go to. */
export function closedPins(goals: readonly BoardGoal[]): Map<string, ClosedPin> {
  const closed = new Map<string, ClosedPin>();
  for (const { pin, neighbour, legal, code = "", message = "" } of goals) {
    if (!legal) closed.set(pin, { pin, neighbour, code, why: sentence(message) });
  }
  return closed;
}

/** The reason that closes every pin next to a board, if it is the same for all. */
export function commonReason(closed: ReadonlyMap<string, ClosedPin>): string {
  const reasons = new Set([...closed.values()].filter((c) => c.neighbour).map((c) => c.why));
  return reasons.size === 1 ? ([...reasons][0] ?? "") : "";
}
