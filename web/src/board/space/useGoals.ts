// The pins to which the selected board may not move, with the reasons that the rules give.
import { useMemo } from "preact/hooks";
import type { BoardGoal, State } from "../../wire.gen";
import { sentence } from "../../rules/text";
import { useRules } from "../../rules/useRules";

/** A pin that is closed to the selected board. */
export interface ClosedPin {
  pin: string;
  /**
   * Whether the pin is adjacent. Other pins are never reachable in one move; their reason is shown on hover.
   */
  neighbour: boolean;
  code: string;
  /** The reason, as a sentence. */
  why: string;
}

const none: ReadonlyMap<string, ClosedPin> = new Map();

/** Returns the pins that are closed to the board on a pin; empty until the rules are loaded. */
export function useGoals(state: State, pin: string | null): ReadonlyMap<string, ClosedPin> {
  const { rules } = useRules();
  return useMemo(() => {
    if (!rules || !pin) return none;
    const { variant, position, study } = state;
    try {
      return closedPins(rules.board({ variant, position, study, pin }).goals);
    } catch {
      // The board may just have left the pin; the next state corrects it.
      return none;
    }
  }, [rules, state, pin]);
}

/** Returns the pins to which a board may not move. */
export function closedPins(goals: readonly BoardGoal[]): Map<string, ClosedPin> {
  const closed = new Map<string, ClosedPin>();
  for (const { pin, neighbour, legal, code = "", message = "" } of goals) {
    if (!legal) closed.set(pin, { pin, neighbour, code, why: sentence(message) });
  }
  return closed;
}

/** Returns the reason that closes every pin next to a board, if they all share one. */
export function commonReason(closed: ReadonlyMap<string, ClosedPin>): string {
  const reasons = new Set([...closed.values()].filter((c) => c.neighbour).map((c) => c.why));
  return reasons.size === 1 ? ([...reasons][0] ?? "") : "";
}
