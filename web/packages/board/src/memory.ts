// Replaces the browser's storage, which belongs to the host page.
const values = new Map<string, string>();

/** The part of the Storage interface that boards use. Its content is lost when the page is closed. */
export const memory = {
  getItem: (key: string): string | null => values.get(key) ?? null,
  setItem: (key: string, value: string): void => void values.set(key, value),
  removeItem: (key: string): void => void values.delete(key),
};
