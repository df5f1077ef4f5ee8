// How far the rules have come, for those who wait for them.

export interface Progress {
  /** Somebody waits for the rules; before that they are only fetched ahead. */
  wanted: boolean;
  /** The loaded part, from 0 to 1; null while it is unknown. */
  part: number | null;
  ready: boolean;
}

let now: Progress = { wanted: false, part: null, ready: false };
const listeners = new Set<() => void>();

/** Tells what has changed. */
export function reportProgress(change: Partial<Progress>): void {
  now = { ...now, ...change };
  for (const listener of listeners) listener();
}

/** How far the rules have come now. */
export const progress = (): Progress => now;

/** Calls back when that changes, until what it returns is called. */
export function onProgress(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
