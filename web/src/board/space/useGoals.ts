// The destinations of the selected board, with their directions, and the pins closed to it, with the rules' reasons.
import { useMemo } from "preact/hooks";
import type { BoardGoal, Direction, State } from "../../wire.gen";
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

/** The destinations of the selected board, by pin. */
export interface Goals {
  closed: ReadonlyMap<string, ClosedPin>;
  /** The directions of the legal moves to other pins, for the side that moves. */
  directions: ReadonlyMap<string, Direction>;
}

const none: Goals = { closed: new Map(), directions: new Map() };

/** Returns the destinations of the board on a pin; none until the rules are loaded. */
export function useGoals(state: State, pin: string | null): Goals {
  const { rules } = useRules();
  return useMemo(() => {
    if (!rules || !pin) return none;
    const { variant, position, study } = state;
    try {
      return destinations(rules.board({ variant, position, study, pin }).goals);
    } catch {
      // The board may just have left the pin; the next state corrects it.
      return none;
    }
  }, [rules, state, pin]);
}

/** Returns the destinations of a board by pin. */
export function destinations(goals: readonly BoardGoal[]): Goals {
  const closed = new Map<string, ClosedPin>();
  const directions = new Map<string, Direction>();
  for (const { pin, neighbour, legal, direction, code = "", message = "" } of goals) {
    if (!legal) closed.set(pin, { pin, neighbour, code, why: sentence(message) });
    if (direction) directions.set(pin, direction);
  }
  return { closed, directions };
}

/** Returns the reason that closes every pin next to a board, if they all share one. */
export function commonReason(closed: ReadonlyMap<string, ClosedPin>): string {
  const reasons = new Set([...closed.values()].filter((c) => c.neighbour).map((c) => c.why));
  return reasons.size === 1 ? ([...reasons][0] ?? "") : "";
}
