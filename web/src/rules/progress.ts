// The loading progress of the rules.

export interface Progress {
  /** The user is waiting for the rules; until then they are only prefetched. */
  wanted: boolean;
  /** The loaded part, from 0 to 1; null while it is unknown. */
  part: number | null;
  ready: boolean;
}

let now: Progress = { wanted: false, part: null, ready: false };
const listeners = new Set<() => void>();

/** Updates the progress. */
export function reportProgress(change: Partial<Progress>): void {
  now = { ...now, ...change };
  for (const listener of listeners) listener();
}

/** The current progress. */
export const progress = (): Progress => now;

/** Subscribes to progress; returns the function that unsubscribes. */
export function onProgress(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
