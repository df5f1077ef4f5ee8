// Replaces the browser's storage, which belongs to the surrounding page.
const values = new Map<string, string>();

/** The part of Storage that the boards use. It lasts as long as the page. */
export const memory = {
  getItem: (key: string): string | null => values.get(key) ?? null,
  setItem: (key: string, value: string): void => void values.set(key, value),
  removeItem: (key: string): void => void values.delete(key),
};
