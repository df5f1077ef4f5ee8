// Stands in for the browser's storage: what belongs to somebody else's page is left alone.
const kept = new Map<string, string>();

/** As much of Storage as the boards use. It lasts as long as the page. */
export const memory = {
  getItem: (key: string): string | null => kept.get(key) ?? null,
  setItem: (key: string, value: string): void => void kept.set(key, value),
  removeItem: (key: string): void => void kept.delete(key),
};
