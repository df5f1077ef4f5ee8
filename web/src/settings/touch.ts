// Touch settings.
import { oneOf } from "./settings";

/** A first tap previews a move and a second plays it, or a tap plays and holding previews. */
export const touchMoves = oneOf("touch-moves", "twice", ["twice", "hold"]);

/** Whether haptic feedback is on. */
export const haptics = oneOf("haptics", "on", ["on", "off"]);
