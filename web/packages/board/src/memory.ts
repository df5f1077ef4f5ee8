// Stands in for the browser's storage: what belongs to somebody else's page is left alone.
const values = new Map<string, string>();

/** As much of Storage as the boards use. It lasts as long as the page. */
export const memory = {
  getItem: (key: string): string | null => values.get(key) ?? null,
  setItem: (key: string, value: string): void => void values.set(key, value),
  removeItem: (key: string): void => void values.delete(key),
};
