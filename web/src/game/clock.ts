// Computes the clock times shown at a given moment.
import type { Clocks, Colour, Control } from "../wire.gen";

/** The parts of a game on which its clocks depend. */
export interface Timed {
  control: Control | null;
  clocks: Clocks | null;
}

/**
 * Returns the milliseconds left for a side: the recorded time minus the time elapsed since. During a delay,
 * the recorded moment is in the future. Without a clock it is Infinity.
 */
export function timeLeft({ clocks }: Timed, colour: Colour, now: number): number {
  if (!clocks) return Infinity;
  const passed = clocks.running === colour ? Math.max(0, now - clocks.at) : 0;
  return Math.max(0, clocks[colour] - passed);
}

/** Returns the current clock times, with both clocks stopped; null without a clock. */
export function stopped(game: Timed, now: number): Clocks | null {
  if (!game.clocks) return null;
  return { white: timeLeft(game, "white", now), black: timeLeft(game, "black", now), running: null, at: now };
}

/**
 * Returns the time below which a clock counts as low, in milliseconds: a tenth of the initial time, but at least
 * 10 s and at most 30 s. In correspondence games it is an hour.
 */
export function shortTime(control: Control | null): number {
  if (control?.days) return 3_600_000;
  return Math.min(30_000, Math.max(10_000, (control?.initial ?? 0) / 10));
}
