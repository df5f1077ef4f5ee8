// Touch settings.
import { oneOf } from "./settings";

/**
 * How touch plays a move: "twice" previews it with the first tap and plays it with the second; "hold" plays
 * it with a tap and previews it while held.
 */
export const touchMoves = oneOf("touch-moves", "twice", ["twice", "hold"]);

/** Whether haptic feedback is on. */
export const haptics = oneOf("haptics", "on", ["on", "off"]);
