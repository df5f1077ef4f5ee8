// What the clocks show at a moment.
import type { Clocks, Colour, Control, PlayedMove } from "../wire.gen";

/** The parts of a game that its clocks depend on. */
export interface Timed {
  control: Control | null;
  clocks: Clocks | null;
  moves: PlayedMove[];
}

/** Milliseconds left to a side. */
export function timeLeft(game: Timed, colour: Colour, now: number): number {
  const { clocks, control } = game;
  if (!clocks) return Infinity;
  const left = clocks[colour];
  if (clocks.running !== colour) return left;
  // A delay is spent before the clock is; part of it may have been when the clocks were read.
  const turnBegan = game.moves.at(-1)?.at ?? clocks.at;
  const delay = Math.max(0, (control?.delay ?? 0) - Math.max(0, clocks.at - turnBegan));
  return Math.max(0, left - Math.max(0, now - clocks.at - delay));
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
