// How a finger plays.
import { oneOf } from "./settings";

/** A first tap shows what a move will do and a second plays it, or a tap plays and holding shows. */
export const touchMoves = oneOf("touch-moves", "twice", ["twice", "hold"]);

/** Whether the device may tap back. */
export const haptics = oneOf("haptics", "on", ["on", "off"]);
