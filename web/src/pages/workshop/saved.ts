// Definitions saved in this browser.

export interface SavedRules {
  id: string;
  /** Its name in the list. */
  title: string;
  /** The canonical form. */
  definition: string;
  updated: number;
}

const key = "tain.rules";

function isSaved(value: unknown): value is SavedRules {
  const { id, title, definition, updated } = (value ?? {}) as Partial<SavedRules>;
  return (
    typeof id === "string" && typeof title === "string" && typeof definition === "string" && typeof updated === "number"
  );
}

/** Returns all saved definitions, latest first. */
export function savedRules(): SavedRules[] {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(all) ? all.filter(isSaved).sort((a, b) => b.updated - a.updated) : [];
  } catch {
    return [];
  }
}

/** Saves a list and reports whether that succeeded. */
function put(all: SavedRules[]): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(all));
    return true;
  } catch {
    return false;
  }
}

/** Saves a definition, replacing one with the same id, and reports whether that succeeded. */
export function saveRules(rules: SavedRules): boolean {
  return put([rules, ...savedRules().filter((each) => each.id !== rules.id)]);
}

export function renameRules(id: string, title: string): boolean {
  return put(savedRules().map((each) => (each.id === id ? { ...each, title } : each)));
}

export function deleteRules(id: string): boolean {
  return put(savedRules().filter((each) => each.id !== id));
}
