// How the engine thinks in this browser.
import { boundedNumber, oneOf, setting } from "./settings";

/** When a search ends: after a time, at a depth, or when it is stopped. */
export const engineUntil = oneOf("engine.until", "time", ["time", "depth", "endless"]);
/** Seconds for one position. */
export const engineTime = boundedNumber("engine.time", 60, 1, 600);
/** Half-moves. */
export const engineDepth = boundedNumber("engine.depth", 20, 1, 60);
/** How many lines are shown. */
export const engineLines = boundedNumber("engine.lines", 3, 1, 5);
/** How many workers search at once, each in a thread of its own. */
export const engineThreads = boundedNumber("engine.threads", 1, 1, 16);
/** Megabytes for what each worker remembers. */
export const engineMemory = boundedNumber("engine.memory", 16, 4, 512);

/** How closely a review looks at each position. */
export const reviewEffort = oneOf("engine.review", "usual", ["quick", "usual", "thorough"]);

/** As many workers as this device runs at once, the page itself left out. */
export function maxThreads(): number {
  return Math.max(1, Math.min(16, (navigator.hardwareConcurrency || 2) - 1));
}

/** How many workers a review has: those that were chosen, or four if the device runs as many. */
export function reviewThreads(): number {
  return Math.max(setting(engineThreads), Math.min(4, maxThreads()));
}
