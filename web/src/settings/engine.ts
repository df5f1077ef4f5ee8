// Engine settings of this browser.
import { boundedNumber, oneOf, setting } from "./settings";

/** The search limit: a time, a depth, or none. */
export const engineUntil = oneOf("engine.until", "time", ["time", "depth", "endless"]);
/** The search time per position, in seconds. */
export const engineTime = boundedNumber("engine.time", 60, 1, 600);
/** The search depth, in plies. */
export const engineDepth = boundedNumber("engine.depth", 20, 1, 60);
/** The number of lines (MultiPV). */
export const engineLines = boundedNumber("engine.lines", 3, 1, 5);
/** The number of search workers, each in its own thread. */
export const engineThreads = boundedNumber("engine.threads", 1, 1, 16);
/** The hash size of each worker, in megabytes. */
export const engineMemory = boundedNumber("engine.memory", 16, 4, 512);

/** The thoroughness of a review. */
export const reviewEffort = oneOf("engine.review", "usual", ["quick", "usual", "thorough"]);

/** Returns the number of workers this device can run in parallel with the page, at most 16. */
export function maxThreads(): number {
  return Math.max(1, Math.min(16, (navigator.hardwareConcurrency || 2) - 1));
}

/**
 * Returns the number of review workers: the user's choice, but at least four, or as many as the device can run if those
 * are fewer.
 */
export function reviewThreads(): number {
  return Math.max(setting(engineThreads), Math.min(4, maxThreads()));
}
