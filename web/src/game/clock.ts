// What the clocks show at a moment.
import type { Clocks, Colour, Control } from "../wire.gen";

/** The parts of a game that its clocks depend on. */
export interface Timed {
  control: Control | null;
  clocks: Clocks | null;
}

/**
 * Milliseconds left to a side: what is written, less what has passed since. While a delay is used up that moment
 * lies ahead.
 */
export function timeLeft({ clocks }: Timed, colour: Colour, now: number): number {
  if (!clocks) return Infinity;
  const passed = clocks.running === colour ? Math.max(0, now - clocks.at) : 0;
  return Math.max(0, clocks[colour] - passed);
}

/** The clocks as they stand, neither of them running. */
export function stopped(game: Timed, now: number): Clocks | null {
  if (!game.clocks) return null;
  return { white: timeLeft(game, "white", now), black: timeLeft(game, "black", now), running: null, at: now };
}

/** When a clock begins to look short: a tenth of the time, between 10 s and 30 s. */
export function shortTime(control: Control | null): number {
  if (control?.days) return 3_600_000;
  return Math.min(30_000, Math.max(10_000, (control?.initial ?? 0) / 10));
}
