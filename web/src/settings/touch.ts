// Touch settings.
import { oneOf, setting } from "./settings";

/**
 * What a tap on a target does: "twice" previews the move, and a second tap plays it; "hold" plays it, and holding
 * previews it.
 */
export type TouchMode = "twice" | "hold";

/** How touch plays a move; "first" previews moves only in the user's first untimed or correspondence games. */
export const touchMoves = oneOf("touch-moves", "first", ["first", "twice", "hold"]);

/** Returns what a tap does, for a beginner or anyone else. */
export function touchMode(beginner = false): TouchMode {
  const chosen = setting(touchMoves);
  if (chosen !== "first") return chosen;
  return beginner ? "twice" : "hold";
}

/** Whether haptic feedback is on. */
export const haptics = oneOf("haptics", "on", ["on", "off"]);
