// Touch settings.
import { boundedNumber, choose, oneOf, setting } from "./settings";

/**
 * What a tap on a target does: "twice" previews the move, and a second tap plays it; "hold" plays it, and holding
 * previews it.
 */
export type TouchMode = "twice" | "hold";

/** How touch plays a move; "first" previews moves only in the user's first games without a clock. */
export const touchMoves = oneOf("touch-moves", "first", ["first", "twice", "hold"]);

/** The number of first games, and how many of them the user has begun. */
const firstGames = 3;
const begun = boundedNumber("games-begun", 0, 0, firstGames);

/** Reports whether the user's next game is one of the first. */
export const isBeginner = (): boolean => setting(begun) < firstGames;

/** Counts a game that the user has begun. */
export function countGame(): void {
  if (isBeginner()) choose(begun, setting(begun) + 1);
}

/** Returns what a tap does. `beginner` defaults to whether the next game would be one of the user's first. */
export function touchMode(beginner = isBeginner()): TouchMode {
  const chosen = setting(touchMoves);
  if (chosen !== "first") return chosen;
  return beginner ? "twice" : "hold";
}

/** Whether haptic feedback is on. */
export const haptics = oneOf("haptics", "on", ["on", "off"]);
