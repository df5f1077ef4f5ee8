// The loading progress of the rules.

export interface Progress {
  /** Whether the user is waiting for the rules; false while they are only being prefetched. */
  wanted: boolean;
  /** The loaded fraction, from 0 to 1; null while it is unknown. */
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

/** Returns the current progress. */
export const progress = (): Progress => now;

/** Subscribes to progress. Returns the unsubscribe function. */
export function onProgress(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
